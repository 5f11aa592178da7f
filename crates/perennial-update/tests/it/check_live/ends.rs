//! Tests everything that ends a run early, such as refused credentials or a signal.

use loopback::{Refusing, whole};
use serde_json::{Value, json};

use crate::check_live::service::{Done, Service, check, document, ok};

fn document_with_three_operations() -> Value {
    document(&[("/a", json!({})), ("/b", json!({})), ("/c", json!({}))])
}

fn assert_failed(done: &Done, remedy: &str) {
    assert_eq!(done.code, Some(1), "{done:?}");
    let ended = done.stdout.lines().find(|line| line.starts_with("Ended early: "));
    assert!(ended.is_some_and(|ended| ended.contains(remedy)), "{done:?}");
}

#[test]
fn check_live_ends_with_a_remedy_if_credentials_are_refused() {
    let service = Service::with_response(whole(401, &[], ""));
    let done = service.check(&document_with_three_operations(), &[]);
    assert_failed(&done, "credentials (401): check `MONITORING_SERVICE_API_KEY` and `MONITORING_SERVICE_ACCOUNT_ID`");
    assert_eq!(service.lines(), ["GET /a"]);
}

#[test]
fn check_live_ends_with_a_remedy_after_a_429() {
    let too_many = whole(429, &[("retry-after", "0")], "");
    let service = Service::start([("/a", vec![ok(&json!({}))]), ("/b", vec![too_many])]);
    assert_failed(&service.check(&document_with_three_operations(), &[]), "run the command later");
    assert_eq!(service.lines(), ["GET /a", "GET /b"]);
}

#[test]
fn check_live_ends_if_the_service_does_not_respond() {
    let done = check(&Refusing::start().url(), &document_with_three_operations(), &[]);
    assert_failed(&done, "check the base URL and the network");
    assert!(done.stdout.contains("      cannot connect ("), "{done:?}");
}

#[cfg(unix)]
#[test]
fn check_live_reports_the_calls_before_a_signal_ended_the_run() {
    use std::{
        io::{self, Write as _},
        process::Stdio,
        sync::mpsc,
    };

    use loopback::{Request, Server};
    use rustix::process::{Pid, Signal, kill_process};

    for (signal, code) in [(Signal::HUP, 129), (Signal::INT, 130), (Signal::QUIT, 131), (Signal::TERM, 143)] {
        let (sender, connections) = mpsc::channel();
        let server = Server::serving(move |mut stream, number| {
            if number == 0 {
                Request::default().read(&mut stream)?;
                return stream.write_all(&ok(&json!({})));
            }
            sender.send(stream).map_err(io::Error::other)
        });
        let (mut task, _folder) =
            crate::check_live::service::task(server.url(), &document_with_three_operations(), &["--unpaced"]);
        let running = task.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("should run");
        let _unanswered = connections.recv().expect("should be connected to");
        kill_process(Pid::from_child(&running), signal).expect("should be sent");
        let done = Done::from(running.wait_with_output().expect("should end"));
        assert_eq!(done.code, Some(code), "{done:?}");
        assert!(done.stdout.contains("Ended early: the run was interrupted\n"), "{done:?}");
        assert!(done.stdout.contains("  `GET /a` (`a`): once: 200; 1 value\n"), "{done:?}");
        let not_called =
            "Not called\n----------\n  `GET /b` (`b`): the run ended early\n  `GET /c` (`c`): the run ended early\n";
        assert!(done.stdout.ends_with(not_called), "{done:?}");
    }
}
