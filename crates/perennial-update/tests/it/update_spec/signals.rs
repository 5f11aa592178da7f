//! Tests that a signal ends a task, together with everything that the task has started.
#![cfg(unix)]

use std::{
    fs::File,
    io::{self, BufRead as _, BufReader, Read as _},
    os::unix::process::ExitStatusExt as _,
    process::{Child, Command},
    sync::mpsc,
    thread,
    time::Duration,
};

use loopback::Server;
use rustix::process::{Pid, Signal, kill_process};

use crate::update_spec::{
    server::serve,
    workspace::{Workspace, document},
};

const SIGNALS: [(Signal, i32); 4] = [(Signal::HUP, 129), (Signal::INT, 130), (Signal::QUIT, 131), (Signal::TERM, 143)];

/// Sends a signal to a task, and checks its exit code. If the signal kills the task, this is 128 plus the number of the
/// signal.
fn end(mut task: Child, signal: Signal, code: i32) {
    kill_process(Pid::from_child(&task), signal).expect("should be sent");
    let status = task.wait().expect("should end");
    assert_eq!(status.code().or_else(|| Some(128 + status.signal()?)), Some(code));
}

#[test]
fn signal_during_the_verification_ends_the_task_and_its_processes() {
    for (signal, code) in SIGNALS {
        let workspace = Workspace::with_document(&document(&["a"]));
        let text = workspace.read_document();
        let server = serve(&document(&["a", "b"]));
        let pipe = workspace.path().join("target/pipe");
        std::fs::create_dir(workspace.path().join("target")).expect("should be made");
        assert!(Command::new("mkfifo").arg(&pipe).status().expect("should run").success());
        // The script and the commands that it starts keep the pipe open.
        let script = format!("exec 3>{}; echo started >&3; sleep 20; touch survived", pipe.display());
        let running = workspace.update_command_with_script(&script, &server, &[]).spawn().expect("should run");
        let mut pipe = BufReader::new(File::open(pipe).expect("should be opened"));
        pipe.read_line(&mut String::new()).expect("should be read");
        end(running, signal, code);

        // Reading ends once no process that has the pipe open is left.
        pipe.read_to_end(&mut Vec::new()).expect("should be read");
        assert!(!workspace.path().join("target/update-spec/survived").exists(), "the script was not stopped");
        assert_eq!(workspace.read_document(), text);
        assert_eq!(workspace.update_with_script("true", &server, &[]).code, Some(0));
    }
}

#[test]
fn signal_ends_a_task_whose_output_a_background_process_keeps_open() {
    let workspace = Workspace::with_document(&document(&["a"]));
    let server = serve(&document(&["a", "b"]));
    let pid = workspace.path().join("target/pid");
    // The script ends, but leaves a background process that holds its output open. The task waits for the end of the
    // output.
    let script = format!("sleep 20 & echo $! > {0}.new; mv {0}.new {0}", pid.display());
    let mut running = workspace.update_command_with_script(&script, &server, &[]).spawn().expect("should run");
    while !pid.exists() {
        assert!(running.try_wait().expect("should be known").is_none(), "the task ended before its process");
        thread::sleep(Duration::from_millis(10));
    }
    // Waits until the script has ended. It does so soon after it has started the background process.
    thread::sleep(Duration::from_millis(200));
    let text = workspace.read_document();
    end(running, Signal::TERM, 143);
    assert_eq!(workspace.read_document(), text);
}

#[test]
fn signal_ends_a_task_whose_report_nobody_reads() {
    let workspace = Workspace::with_document(&document(&["a"]));
    let text = workspace.read_document();
    let server = serve(&document(&["a", "b"]));
    let (unread, report) = io::pipe().expect("should be made");
    let mut filler = Command::new("head");
    filler.args(["-c", "65536", "/dev/zero"]).stdout(report.try_clone().expect("should be shared"));
    assert!(filler.status().expect("should run").success());
    drop(filler);
    let mut task = workspace.update_command_with_script("true", &server, &[]);
    let mut running = task.stdout(report).spawn().expect("should run");
    while workspace.read_document() == text {
        assert!(running.try_wait().expect("should be known").is_none(), "the task ended before its report");
        thread::sleep(Duration::from_millis(10));
    }
    end(running, Signal::TERM, 143);
    drop(unread);
}

/// Shells make background tasks ignore all other signals, so only SIGTERM is tested.
#[test]
fn signal_ends_an_update_that_is_fetching_the_document() {
    let (sender, connections) = mpsc::channel();
    let server = Server::serving(move |stream, _| sender.send(stream).map_err(io::Error::other));
    let workspace = Workspace::with_document(&document(&["a"]));
    let text = workspace.read_document();
    let running = workspace.update_command(&["--base-url", server.url()]).spawn().expect("should run");
    let _unanswered = connections.recv().expect("should be connected to");
    end(running, Signal::TERM, 143);
    assert_eq!(workspace.read_document(), text);
}
