use std::process::Command;

use crate::update_spec::workspace::{Done, Workspace};

fn help(arguments: &[&str]) -> String {
    let done =
        Done::from(Command::new(env!("CARGO_BIN_EXE_tasks")).args(arguments).output().expect("should run")).succeeded();
    done.stdout
}

#[test]
fn help_lists_tasks_options_and_exit_codes() {
    assert!(help(&["--help"]).contains("update-spec"));
    let text = help(&["diff", "--help"]);
    for part in ["OLD", "NEW", "--report", "markdown", "`./NAME`", "Exit codes"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let text = help(&["update-spec", "--help"]);
    for option in
        ["--base-url", "MONITORING_SERVICE_URL", "--dry-run", "--check", "--no-verify", "--report", "Exit codes", "143"]
    {
        assert!(text.contains(option), "{option}: {text}");
    }
    let text = help(&["public-api", "--help"]);
    assert!(text.contains("--check") && text.contains("Exit codes"), "{text}");
    assert!(help(&["samples", "--help"]).contains("// ANCHOR: part"));
    let text = help(&["try", "--help"]);
    assert!(text.contains("--report") && text.contains("Exit codes"), "{text}");
    assert!(help(&["explain", "--help"]).contains("Exit codes"));
}

#[test]
fn explain_explains_a_rule_and_exits_with_1_for_an_unknown_one() {
    assert!(help(&["explain"]).contains("\n  operation-removed "));
    assert!(help(&["explain", "operation-removed"]).starts_with("operation-removed: "));
    let unknown = Command::new(env!("CARGO_BIN_EXE_tasks")).args(["explain", "operation-gone"]).output();
    let unknown = Done::from(unknown.expect("should run"));
    assert_eq!((unknown.code, &*unknown.stdout), (Some(1), ""));
    assert!(unknown.stderr.contains("operation-removed") || unknown.stderr.contains("operation-added"), "{unknown:?}");
}

#[test]
fn missing_command_line_argument_is_named_and_exits_with_2() {
    let done = Workspace::empty().run_update(&[]);
    assert_eq!(done.code, Some(2), "{done:?}");
    assert!(done.stderr.contains("--base-url"), "{}", done.stderr);
}
