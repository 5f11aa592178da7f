//! Tests that an update replaces a vendored document from which no client can be generated, and does not fail.

use std::fs;

use serde_json::json;

use crate::update_spec::{
    server::serve,
    workspace::{Workspace, document},
};

fn assert_replaced(workspace: &Workspace, reason: &str) {
    let done = workspace.update_from(&serve(&document(&["a"])), &[]);
    assert_eq!(done.code, Some(0), "{reason}: {done:?}");
    assert!(
        done.stdout.contains("Verdict: none, because there is nothing to compare with: "),
        "{reason}: {}",
        done.stdout
    );
    assert!(done.stdout.contains(reason), "{reason}: {}", done.stdout);
    assert_eq!(done.stderr, "", "{reason}");
    assert!(workspace.read_document().contains("geta"), "{reason}");
}

#[test]
fn update_writes_a_missing_vendored_document() {
    assert_replaced(&Workspace::empty(), "openapi.json does not exist yet");
}

#[test]
fn update_replaces_a_malformed_vendored_document() {
    let deep = [("[", 10_000_000), ("{\"a\":", 100_000)].map(|(begin, depth)| begin.repeat(depth).into_bytes());
    for (text, reason) in [
        (&b""[..], "ends before the JSON document does"),
        (b"{ \"openapi\": <<<<<<< HEAD", "value expected at line 1 column 14"),
        (br#"{"a": 1, "a": 2}"#, "twice"),
        (b"<html>", "value expected"),
        (b"{\"a\": \"\xff\"}", "is not UTF-8"),
        (&deep[0], "nested deeper than 128 levels"),
        (&deep[1], "nested deeper than 128 levels"),
        (("[".repeat(1000) + &"]".repeat(1000)).as_bytes(), "nested deeper than 128 levels"),
    ] {
        let workspace = Workspace::empty();
        fs::write(workspace.document_path(), text).expect("should be written");
        assert_replaced(&workspace, reason);
    }
}

#[test]
fn update_replaces_a_huge_vendored_document() {
    let mut text = document(&["b"]).to_string();
    text += &" ".repeat(128 * 1024 * 1024);
    assert_replaced(&Workspace::with_text(&text), "larger than 128 MiB");
}

#[test]
fn update_replaces_a_document_from_which_no_client_can_be_generated() {
    let mut old = document(&["b"]);
    old["paths"]["/b"]["get"]["parameters"] =
        json!([{ "name": "a b", "in": "cookie", "required": true, "schema": { "type": "string" } }]);
    assert_replaced(&Workspace::with_document(&old), "no client can be generated from the vendored openapi.json");
}

/// The task must not open the pipe, because that blocks until another program writes to it.
#[cfg(unix)]
#[test]
fn refuses_a_pipe_in_place_of_a_file_and_names_it() {
    use std::{process::Command, thread};
    for name in ["openapi.json", "names.json", "public-api.txt"] {
        let workspace = Workspace::with_document(&document(&["a"]));
        let path = workspace.path().join(name);
        let _ = fs::remove_file(&path);
        assert!(Command::new("mkfifo").arg(&path).status().expect("should run").success());
        let server = serve(&document(&["a", "b"]));
        // If a task opens the pipe by mistake, this text keeps it from blocking.
        let writer = thread::spawn({
            let path = path.clone();
            move || fs::write(path, "{}")
        });
        let before = fs::read_dir(workspace.path()).expect("should be readable").count();
        for done in [
            workspace.update_from(&server, &[]),
            workspace.run_public_api(&[]),
            workspace.run_drop_former_names(&["--all"]),
        ] {
            let reason =
                format!("error: {}: cannot be read: it is not a regular file: remove it, and restore", path.display());
            assert_eq!((done.code, done.stdout.as_str()), (Some(1), ""), "{done:?}");
            assert!(done.stderr.starts_with(&reason) && done.stderr.lines().count() == 1, "{}", done.stderr);
        }
        assert_eq!(fs::read_dir(workspace.path()).expect("should be readable").count(), before);
        let _reader = fs::File::options().read(true).write(true).open(&path).expect("should be opened");
        writer.join().expect("should end").expect("should be written");
    }
}
