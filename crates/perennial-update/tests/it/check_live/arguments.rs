use std::process::Command;

use serde_json::{Value, json};

use crate::check_live::service::{Done, Service, document, ok, task};

#[test]
fn check_live_help_lists_options_pace_variables_and_exit_codes() {
    let output = Command::new(env!("CARGO_BIN_EXE_tasks")).args(["check-live", "--help"]).output();
    let done = Done::from(output.expect("should run")).succeeded();
    for text in [
        "--base-url",
        "--document",
        "--requests",
        "--id <NAME=VALUE>",
        "default: 200",
        "--report",
        "one request a second",
        "MONITORING_SERVICE_API_KEY",
        "MONITORING_SERVICE_ACCOUNT_ID",
        "Exit codes",
    ] {
        assert!(done.stdout.split_whitespace().collect::<Vec<_>>().join(" ").contains(text), "{text}: {done:?}");
    }
    assert!(!done.stdout.contains("--unpaced") && !done.stdout.contains("SECRET"), "{done:?}");
}

#[test]
fn check_live_without_credentials_names_the_variable_and_sends_nothing() {
    let service = Service::with_response(ok(&json!({})));
    for name in ["MONITORING_SERVICE_API_KEY", "MONITORING_SERVICE_ACCOUNT_ID"] {
        let (mut task, _folder) = task(service.server.url(), &document(&[("/a", json!({}))]), &[]);
        let message = Done::from(task.env_remove(name).output().expect("should run")).refused();
        assert!(message.starts_with(&format!("error: `{name}` is not set")), "{message}");
    }
    assert_eq!(service.server.connections(), 0);
}

#[test]
fn check_live_requires_encryption_and_pauses_except_on_loopback() {
    for (url, arguments, reason) in [
        ("http://api.example.com", [].as_slice(), "use https://"),
        ("https://api.example.com", ["--unpaced"].as_slice(), "a service on loopback"),
    ] {
        let (mut task, _folder) = task(url, &document(&[("/a", json!({}))]), arguments);
        let message = Done::from(task.output().expect("should run")).refused();
        assert!(message.contains(reason), "{message}");
    }
}

#[test]
fn check_live_exits_with_2_after_wrong_usage() {
    for arguments in [["--requests", "0"], ["--report", "xml"], ["--id", "id"], ["--id", "=7"]] {
        let (mut task, _folder) = task("http://localhost", &json!({}), &arguments);
        assert_eq!(task.output().expect("should run").status.code(), Some(2), "{arguments:?}");
    }
}

fn report(format: &str) -> String {
    let item = json!({ "type": "object", "properties": { "id": { "type": "string" } } });
    let document = document(&[("/a", item.clone()), ("/b", item.clone()), ("/c/{id}", item)]);
    let service = Service::start([("/a", vec![ok(&json!({ "id": 1 }))]), ("/b", vec![ok(&json!({ "id": "1" }))])]);
    let done = service.check(&document, &["--report", format]);
    done.stdout.replace(service.server.url(), "https://h")
}

#[test]
fn check_live_text_report_lists_deviations_first() {
    let expected = "The document and https://h

Verdict: the service deviates from the document
GET operations: 1 with deviations, 1 without deviations, 1 not called
Operations with other methods, which are never called: 0
Requests: 2 of at most 200

Deviations from the document
----------------------------
  `GET /a` (`a`): once: 200; 2 values
      `id`: expects a string, found an integer (1 of 1)

As declared
-----------
  `GET /b` (`b`): once: 200; 2 values

Not called
----------
  `GET /c/{id}` (`cid`): needs `id`, which no response contained: set it with `--id c/id=VALUE`
";
    let report = report("text");
    let (first, rest) = report.split_once('\n').expect("should have lines");
    assert!(first.starts_with("Document: ") && first.ends_with(".json"), "{first}");
    assert_eq!(rest, expected);
}

#[test]
fn check_live_report_can_be_rendered_as_markdown_lists() {
    let expected = r"The document and `https://h`

- Verdict: the service deviates from the document
- GET operations: 1 with deviations, 1 without deviations, 1 not called
- Operations with other methods, which are never called: 0
- Requests: 2 of at most 200

## Deviations from the document

- `GET /a` (`a`): once: 200; 2 values
  - `id`: expects a string, found an integer (1 of 1)

## As declared

- `GET /b` (`b`): once: 200; 2 values

## Not called

- `GET /c/{id}` (`cid`): needs `id`, which no response contained: set it with `--id c/id=VALUE`
";
    assert_eq!(report("markdown"), expected);
}

#[test]
fn check_live_report_can_be_rendered_as_json() {
    let mut report: Value = serde_json::from_str(&report("json")).expect("should be JSON");
    let path = report.as_object_mut().and_then(|report| report.remove("document"));
    assert!(path.as_ref().and_then(Value::as_str).is_some_and(|path| path.ends_with(".json")), "{path:?}");
    let finding = json!({ "place": "id", "kind": "other type", "says": "expects a string, found an integer", "count": 1, "of": 1 });
    let not_called = "needs `id`, which no response contained: set it with `--id c/id=VALUE`";
    let expected = json!({
        "service": "https://h", "requests": 2, "limit": 200, "not_get": 0,
        "operations": [
            { "id": "a", "path": "/a", "called": 1, "compared": 2, "statuses": { "200": 1 }, "findings": [finding] },
            { "id": "b", "path": "/b", "called": 1, "compared": 2, "statuses": { "200": 1 } },
            { "id": "cid", "path": "/c/{id}", "called": 0, "compared": 0, "not_called": not_called },
        ],
    });
    assert_eq!(report, expected);
}
