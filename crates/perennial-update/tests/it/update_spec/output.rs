//! Tests that the exit code states what happened to the document, even if no output can be written.
#![cfg(unix)]

use std::{
    fs::File,
    io,
    process::{Command, Output, Stdio},
};

use loopback::Server;

use crate::update_spec::{
    server::{serve, serve_text},
    workspace::{Done, Workspace, document},
};

/// A standard stream to which nothing can be written.
#[derive(Debug, Clone, Copy)]
enum Broken {
    Closed,
    /// The stream is a pipe that nobody reads.
    Pipe,
    #[cfg(target_os = "linux")]
    Full,
}

const BROKEN: &[Broken] = &[
    Broken::Closed,
    Broken::Pipe,
    #[cfg(target_os = "linux")]
    Broken::Full,
];

impl Broken {
    fn stream(self) -> Option<Stdio> {
        match self {
            Self::Closed => None,
            Self::Pipe => Some(io::pipe().expect("should be made").1.into()),
            #[cfg(target_os = "linux")]
            Self::Full => Some(File::options().write(true).open("/dev/full").expect("should be there").into()),
        }
    }
}

/// Runs an update in which standard output, standard error or both are broken.
fn run(
    workspace: &Workspace,
    server: &Server,
    arguments: &[&str],
    stdout: Option<Broken>,
    stderr: Option<Broken>,
) -> Done {
    let task = workspace.update_command(&[&["--no-verify", "--base-url", server.url()], arguments].concat());
    let closed = |broken: Option<Broken>, redirect| if matches!(broken, Some(Broken::Closed)) { redirect } else { "" };
    let mut command = Command::new("sh");
    command.arg("-c").arg(format!("exec \"$@\" {} {}", closed(stdout, ">&-"), closed(stderr, "2>&-"))).arg("sh");
    command.arg(task.get_program()).args(task.get_args());
    for (name, value) in task.get_envs() {
        match value {
            Some(value) => command.env(name, value),
            None => command.env_remove(name),
        };
    }
    command.stdout(stdout.and_then(Broken::stream).unwrap_or_else(Stdio::piped));
    command.stderr(stderr.and_then(Broken::stream).unwrap_or_else(Stdio::piped));
    let output: Output = command.spawn().and_then(std::process::Child::wait_with_output).expect("should run");
    Done::from(output)
}

fn is_updated(workspace: &Workspace) -> bool {
    workspace.read_document().contains("getb")
}

#[test]
fn update_exits_with_0_if_only_its_output_fails() {
    let server = serve(&document(&["a", "b"]));
    for &broken in BROKEN {
        for (stdout, stderr) in [(Some(broken), None), (None, Some(broken)), (Some(broken), Some(broken))] {
            for arguments in [&[][..], &["--report", "json"]] {
                let workspace = Workspace::with_document(&document(&["a"]));
                let done = run(&workspace, &server, arguments, stdout, stderr);
                assert_eq!(done.code, Some(0), "{stdout:?} {stderr:?} {arguments:?}: {done:?}");
                assert!(is_updated(&workspace), "{stdout:?} {stderr:?} {arguments:?}");
                assert!(!done.stderr.contains("panicked"), "{}", done.stderr);
            }
        }
    }
}

#[test]
fn update_warns_if_its_report_cannot_be_printed() {
    let server = serve(&document(&["a", "b"]));
    for &broken in &BROKEN[1..] {
        let done = run(&Workspace::with_document(&document(&["a"])), &server, &[], Some(broken), None);
        assert!(done.stderr.starts_with("warning: the report cannot be printed: "), "{broken:?}: {done:?}");
        assert_eq!(done.stderr.lines().count(), 1, "{done:?}");
    }
}

#[test]
fn exit_code_is_unaffected_by_failure_to_write_output() {
    let [same, behind] = [document(&["a"]), document(&["a", "b"])].map(|document| serve(&document));
    let refused = serve_text("<html>");
    for &broken in BROKEN {
        for (server, arguments, code) in
            [(&same, &["--check"][..], 0), (&behind, &["--check"], 1), (&same, &[], 0), (&refused, &[], 1)]
        {
            let workspace = Workspace::with_document(&document(&["a"])).with_public_api();
            let done = run(&workspace, server, arguments, Some(broken), Some(broken));
            assert_eq!(done.code, Some(code), "{broken:?}: {done:?}");
            assert!(!is_updated(&workspace));
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn dry_run_fails_if_its_report_cannot_be_printed() {
    let workspace = Workspace::with_document(&document(&["a"]));
    let done = run(&workspace, &serve(&document(&["a", "b"])), &["--dry-run"], Some(Broken::Full), None);
    assert_eq!(done.code, Some(1), "{done:?}");
    assert!(done.stderr.starts_with("error: the report cannot be printed: "), "{}", done.stderr);
    assert!(!is_updated(&workspace));
}
