//! A signal ends the task and what it has started, and leaves nothing behind.
#![cfg(unix)]

use std::{
    fs,
    io::{self, BufRead as _, BufReader, ErrorKind, Write as _},
    process::{Child, Stdio},
    sync::mpsc,
};

use loopback::Server;
use rustix::process::{Pid, Signal, kill_process};

use crate::{
    server::serve,
    workspace::{Workspace, document},
};

const SIGNALS: [(Signal, i32); 4] = [(Signal::HUP, 129), (Signal::INT, 130), (Signal::QUIT, 131), (Signal::TERM, 143)];

fn send(signal: Signal, task: &Child) {
    kill_process(Pid::from_child(task), signal).expect("should be sent");
}

/// All that is in the workspace, apart from where cargo and the task build.
fn files(workspace: &Workspace) -> Vec<String> {
    let entries = fs::read_dir(workspace.path()).expect("should be readable").flatten();
    let mut names: Vec<String> = entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.retain(|name| name != "target");
    names.sort();
    names
}

#[test]
fn a_signal_while_verifying_ends_the_task_and_its_processes() {
    for (signal, code) in SIGNALS {
        let workspace = Workspace::of(&document(&["a"]));
        let script = "echo started >&2; sleep 20; touch survived";
        fs::write(workspace.path().join("verify.sh"), script).expect("should be written");
        let (before, text) = (files(&workspace), workspace.text());
        let server = serve(&document(&["a", "b"]));
        // The script and what it runs inherit the reading end.
        let (reader, mut writer) = io::pipe().expect("should be made");
        let mut task = workspace.task(&["--base-url", server.url(), "--verify-with", "sh verify.sh"]);
        let mut running = task.stdin(reader).stderr(Stdio::piped()).spawn().expect("should run");
        drop(task);
        let mut stderr = BufReader::new(running.stderr.take().expect("should be piped"));
        let mut line = String::new();
        while !line.contains("started") {
            assert_ne!(stderr.read_line(&mut line).expect("should be read"), 0, "it ended early: {line}");
        }
        send(signal, &running);
        assert_eq!(running.wait().expect("should end").code(), Some(code));

        // Nobody reads this: it fails when the last of the processes has ended.
        let ended = loop {
            if let Err(error) = writer.write_all(&[b' '; 4096]) {
                break error.kind();
            }
        };
        assert_eq!(ended, ErrorKind::BrokenPipe);
        assert!(!workspace.path().join("target/update-spec/survived").exists(), "the script was not stopped");
        assert_eq!((files(&workspace), workspace.text()), (before, text));

        fs::write(workspace.path().join("verify.sh"), "true").expect("should be written");
        let done = workspace.run(&["--base-url", server.url(), "--verify-with", "sh verify.sh"]);
        assert_eq!(done.code, Some(0), "{done:?}");
    }
}

#[test]
fn a_signal_while_fetching_ends_the_task() {
    for (signal, code) in SIGNALS {
        let (sender, connections) = mpsc::channel();
        let server = Server::serving(move |stream, _| sender.send(stream).map_err(io::Error::other));
        let workspace = Workspace::of(&document(&["a"]));
        let (before, text) = (files(&workspace), workspace.text());
        let mut running = workspace.task(&["--base-url", server.url()]).spawn().expect("should run");
        let _unanswered = connections.recv().expect("should be connected to");
        send(signal, &running);
        assert_eq!(running.wait().expect("should end").code(), Some(code));
        assert_eq!((files(&workspace), workspace.text()), (before, text));
    }
}

#[test]
fn a_signal_while_writing_leaves_the_old_or_the_new_document() {
    let mut served = document(&["a", "b"]);
    // Writing it takes long enough that most signals come meanwhile.
    served["info"]["description"] = "x".repeat(4 * 1024 * 1024).into();
    let server = serve(&served);
    for (signal, code) in SIGNALS.into_iter().cycle().take(8) {
        let workspace = Workspace::of(&document(&["a"])).with_public_api();
        let before = files(&workspace);
        let texts = || (workspace.text(), workspace.public_api(), workspace.pregenerated());
        let texts_before = texts();
        let mut task = workspace.task(&["--base-url", server.url(), "--no-verify"]);
        let mut running = task.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("should run");
        while running.try_wait().expect("should be known").is_none() {
            if files(&workspace) != before {
                send(signal, &running);
                break;
            }
        }
        let ended = running.wait().expect("should end").code();
        assert_eq!(files(&workspace), before);
        if ended == Some(0) {
            assert!(workspace.text().contains("getb"));
            for text in [workspace.public_api(), workspace.pregenerated()] {
                assert!(text.is_some_and(|text| text.contains("getb")));
            }
        } else {
            assert_eq!(ended, Some(code));
            assert!(texts() == texts_before, "the old files");
        }
    }
}
