//! Tests that comparing documents within the size limits takes no more time and memory than SECURITY.md promises.

use std::process::{Command, Output};

use serde_json::json;

use crate::update_spec::{
    server::serve_text,
    workspace::{Workspace, document},
};

/// Runs `command` with at most 60 s of CPU time and 2 GB of memory, and returns its output.
fn within_bounds(command: &Command) -> Output {
    let mut limited = Command::new("sh");
    limited.args(["-c", r#"ulimit -t 60 && ulimit -v 2000000 && exec "$0" "$@""#]);
    limited.arg(command.get_program()).args(command.get_args());
    for (name, value) in command.get_envs() {
        match value {
            Some(value) => limited.env(name, value),
            None => limited.env_remove(name),
        };
    }
    limited.output().expect("should run")
}

#[test]
fn comparing_thousands_of_tags_stays_within_the_limits() {
    let names: Vec<String> = (0..3_000).map(|index| format!("t{index}")).collect();
    let untagged = document(&names.iter().map(String::as_str).collect::<Vec<_>>());
    let mut tagged = untagged.clone();
    for name in &names {
        tagged["paths"][format!("/{name}")]["get"]["tags"] = json!([name]);
    }
    for (vendored, served) in [(untagged.clone(), tagged.clone()), (tagged, untagged)] {
        let workspace = Workspace::with_document(&vendored);
        let server = serve_text(&served.to_string());
        let done = within_bounds(&workspace.update_command(&["--base-url", server.url(), "--no-verify", "--dry-run"]));
        assert_eq!(done.status.code(), Some(0), "{}", String::from_utf8_lossy(&done.stderr));
        let report = String::from_utf8_lossy(&done.stdout);
        assert!(report.contains("`t0`"), "{report}");
    }
}
