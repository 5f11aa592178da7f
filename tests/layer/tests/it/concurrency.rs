//! Tests that concurrent and cancelled calls never receive each other's responses.

use std::collections::HashSet;
use std::io::Write as _;
use std::thread;
use std::time::Duration;

use chrono::{DateTime, Utc};
use futures_util::future::join_all;
use futures_util::poll;
use layer::{Client, Error, RetryPolicy};
use loopback::{Request, Response, Server};
use tokio::task::JoinHandle;

use crate::support::{LOCATION, Operation, builder, client, update};

/// Starts a server that keeps connections open, and answers each request with the number that the request contains. The
/// unsolicited bytes `extra` follow each response.
fn echo(extra: &'static str) -> Server {
    Server::serving(move |mut stream, _| {
        let mut request = Request::default();
        while request.read(&mut stream)? {
            let body = response(request.target());
            let head = format!("HTTP/1.1 200 OK\r\ncontent-length: {}\r\n\r\n", body.len());
            // The response is sent in two pieces, so that a call can be cancelled between them.
            let (first, second) = body.split_at(body.len() / 2);
            for piece in [&head, first, &format!("{second}{extra}")] {
                stream.write_all(piece.as_bytes())?;
                thread::yield_now();
            }
        }
        Ok(())
    })
}

/// Returns a response that contains the number `n` of the request's target: `…/incidents/n/incident-updates`,
/// `…?call=n` or `…?from=n&…`.
fn response(target: &str) -> String {
    let after = |mark: &str| target.split_once(mark).map(|(_, rest)| rest.split(['/', '&']).next().unwrap());
    if let Some(number) = after("?from=") {
        format!(r#"{{"queueSize":[{number}],"timestamps":[],"oldestScheduledCheckRun":[]}}"#)
    } else if let Some(number) = after("?call=") {
        format!(r#"{{"nextId":"{number}"}}"#)
    } else {
        format!(r#"{{"id":"{}"}}"#, after("/incidents/").unwrap())
    }
}

/// Calls `operation` with `number`, and returns the number in the response.
async fn call(operation: Operation, client: &Client, number: u32) -> Result<u32, Error> {
    let text = match operation {
        Operation::Metrics => {
            let from: DateTime<Utc> = DateTime::from_timestamp(number.into(), 0).unwrap();
            let call = client.get_v1_privatelocations_id_metrics().id(LOCATION).from(from).to(Utc::now());
            call.send().await?.into_inner().queue_size.unwrap()[0].to_string()
        }
        Operation::Incidents => {
            let client = client.with_query([("call", number.to_string())]);
            client.get_v1_statuspages_incidents().send().await?.into_inner().next_id.unwrap()
        }
        Operation::Update => update(client, &number.to_string()).await?.id.unwrap(),
    };
    Ok(text.parse().unwrap())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_thousand_concurrent_calls_receive_their_own_responses() {
    // Each call needs two file descriptors, one at each end of its connection, and the default limit is often 1,024.
    rlimit::increase_nofile_limit(4_096).unwrap();
    let echo = echo("");
    let client = client(echo.url());
    let calls = (0..1_000).map(|number| {
        let client = client.clone();
        let operation = Operation::ALL[number as usize % 3];
        tokio::spawn(async move { (number, call(operation, &client, number).await) })
    });
    for response in join_all(calls).await {
        let (number, answered) = response.unwrap();
        assert_eq!(answered.unwrap(), number);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn client_is_usable_after_a_call_is_cancelled() {
    let echo = echo("");
    let client = client(echo.url());
    let mut given_up = 0;
    for polls in 0..30 {
        for operation in Operation::ALL {
            let mut first = Box::pin(call(operation, &client, 1));
            let mut pending = true;
            for _ in 0..polls {
                pending = poll!(&mut first).is_pending();
                if !pending {
                    break;
                }
                tokio::task::yield_now().await;
            }
            given_up += usize::from(pending);
            drop(first);
            assert_eq!(call(operation, &client, 2).await.unwrap(), 2, "after {polls} polls");
        }
    }
    assert!(given_up > 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn client_is_usable_after_the_task_of_a_call_is_aborted() {
    let echo = echo("");
    let client = client(echo.url());
    let spawn = |number: u32| {
        let client = client.clone();
        tokio::spawn(async move { call(Operation::Update, &client, number).await })
    };
    for round in 0..20 {
        let (given_up, kept): (Vec<_>, Vec<_>) = (0..20).map(|number| (spawn(round), spawn(number))).unzip();
        given_up.iter().for_each(JoinHandle::abort);
        for (number, response) in (0..).zip(join_all(kept).await) {
            assert_eq!(response.unwrap().unwrap(), number);
        }
    }
}

#[tokio::test]
async fn call_cancelled_between_attempts_is_not_sent_again() {
    let server = Server::start([Response::new(503, ""), Response::new(200, "{}")]);
    let long = Duration::from_secs(3_600);
    let policy = RetryPolicy::default().base_delay(long).max_delay(long);
    let client = builder(server.url()).retry(policy).build().unwrap();
    let mut first = Box::pin(Operation::Incidents.call(&client));
    while server.received().is_empty() {
        assert!(poll!(&mut first).is_pending());
        tokio::task::yield_now().await;
    }
    drop(first);
    Operation::Update.call(&client).await.unwrap();
    let lines: Vec<_> = server.received().iter().map(|request| request.line().to_owned()).collect();
    assert!(lines[0].starts_with("GET") && lines[1].starts_with("POST") && lines.len() == 2, "{lines:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_call_receives_an_unsolicited_response() {
    let echo = echo("HTTP/1.1 200 OK\r\ncontent-length: 12\r\n\r\n{\"id\":\"666\"}");
    let client = client(echo.url());
    let mut answered = HashSet::new();
    for number in 0..200 {
        // The client may notice the unsolicited bytes only after it has sent the next request on the same connection.
        // That call then fails.
        match call(Operation::Update, &client, number).await {
            Ok(response) => {
                assert!(answered.insert((number, response)) && response == number, "{response} for {number}")
            }
            Err(error) => assert!(matches!(error, Error::Transport(_)), "{error:?}"),
        }
    }
    assert!(!answered.is_empty());
}
