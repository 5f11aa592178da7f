//! Tests of every network and server fault, with each operation.

mod cases;

use std::time::{Duration, Instant};

use futures_util::future::join_all;
use layer::Error;
use layer::error::TransportFailure;
use loopback::{Refusing, Response, Server};

use crate::support::{KEY, Operation, assert_one_short_line, builder, quick, sources};
use cases::{Bound, Case, End, Form};

/// The Markdown page that contains the table of faults. If `UPDATE_DOCS` is set, the test rewrites the table.
const DOCUMENT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/faults.md");

/// The timeout or deadline in cases in which it expires.
const SOON: Duration = Duration::from_secs(1);
/// The time that a slow machine may need in addition. It is far below the default timeout of 30 s, so that a call that
/// hangs is noticed.
const SLACK: Duration = Duration::from_secs(15);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_network_fault_ends_as_documented_in_faults_md() {
    let elsewhere = Server::json("{}");
    let cases = cases::all_faults(elsewhere.url());
    // Cases that wait for a timeout or deadline run concurrently. One after the other, they would take too long.
    let (waiting, rest): (Vec<_>, Vec<_>) = cases.iter().partition(|case| case.bound != Bound::AtOnce);
    join_all(waiting.into_iter().map(check)).await;
    for case in rest {
        check(case).await;
    }
    assert!(elsewhere.received().is_empty(), "a redirect was followed");

    let table = table(&cases);
    println!("{table}");
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(DOCUMENT, &table).unwrap();
    }
    let written = std::fs::read_to_string(DOCUMENT).unwrap();
    assert!(written == table, "docs/faults.md is out of date: run this test with UPDATE_DOCS=1");
}

async fn check(case: &Case) {
    let forms = case.forms.iter().map(Some).chain(case.forms.is_empty().then_some(None));
    let calls = forms.flat_map(|form| Operation::ALL.map(|operation| run(case, form, operation)));
    match case.bound {
        Bound::AtOnce => {
            for call in calls {
                call.await;
            }
        }
        Bound::Timeout | Bound::Deadline => {
            join_all(calls).await;
        }
    }
}

async fn run(case: &Case, form: Option<&Form>, operation: Operation) {
    let what = format!("{}, {operation:?}, {form:?}", case.name).chars().take(300).collect::<String>();
    let (server, refusing) = match form {
        Some(form) => (Some(Server::repeating(Response(form.steps.clone()))), None),
        None => (None, Some(Refusing::start())),
    };
    let url = server.as_ref().map_or_else(|| refusing.as_ref().unwrap().url(), |server| server.url().to_owned());
    let url = if case.end == End::NoTls { url.replace("http://", "https://") } else { url };
    let client = builder(url).retry(quick()).max_response_bytes(1024 * 1024);
    let client = match case.bound {
        Bound::AtOnce => client,
        Bound::Timeout => client.timeout(SOON),
        Bound::Deadline => client.deadline(SOON),
    };
    let client = client.build().unwrap();
    let attempts = if operation == Operation::Update { case.attempts.1 } else { case.attempts.0 };
    let wait = if case.bound == Bound::AtOnce { Duration::ZERO } else { SOON * attempts };

    let start = Instant::now();
    let call = tokio::time::timeout(wait + SLACK, operation.call(&client));
    let result = call.await.unwrap_or_else(|_| panic!("{what}: the call does not end"));
    assert!(start.elapsed() >= wait, "{what}: {:?}", start.elapsed());

    assert_eq!(end(&result), case.end, "{what}: {result:?}");
    if let Some(server) = server {
        assert_eq!(server.connections(), attempts as usize, "{what}");
    }
    if let Err(error) = result {
        assert_eq!(error.attempts(), attempts, "{what}: {error:?}");
        assert_eq!(
            error.status().map(|status| status.as_u16()),
            form.and_then(|form| form.status),
            "{what}: {error:?}"
        );
        let may_have_acted = operation == Operation::Update && case.may_have_been_processed;
        assert_eq!(error.may_have_been_processed(), may_have_acted, "{what}: {error:?}");
        assert_eq!(
            error.to_string().contains("the request may have been processed"),
            may_have_acted,
            "{what}: {error}"
        );
        assert_texts(&error);
    }
}

fn end(result: &Result<(), Error>) -> End {
    match result {
        Ok(()) => End::Ok,
        Err(Error::Transport(error)) if error.failure() == TransportFailure::Tls => End::NoTls,
        Err(Error::Transport(error)) if error.failure() == TransportFailure::Deadline => End::Late,
        Err(Error::Transport(error)) if error.is_connect() => End::NoConnection,
        Err(Error::Transport(error)) if error.is_timeout() => End::TimedOut,
        Err(Error::Transport(_)) => End::Lost,
        Err(Error::Api(_)) => End::Api,
        Err(Error::Decode(_)) => End::Decode,
        Err(Error::UnexpectedStatus(_)) => End::UnexpectedStatus,
        Err(other) => panic!("{other:?}"),
    }
}

/// Checks that an error's message is one short line, and that no text of the error or its sources is long or contains
/// the key.
fn assert_texts(error: &Error) {
    assert_one_short_line(&error.to_string());
    let mut texts = format!("{error} {error:?} {error:#?}");
    for source in sources(error) {
        texts += &format!("{source} {source:?}");
    }
    assert!(!texts.contains(KEY), "{texts}");
    assert!(texts.len() < 3_000, "{texts}");
}

fn table(cases: &[Case]) -> String {
    let mut table = "# Faults

This page lists how a call ends after each network or server fault.
For each fault, the test `faults` calls each operation of the client.
A local server, which uses raw sockets, simulates the fault.
For each call, the test checks four things:

- the result of the call: `Ok`, or the variant of the error,
- how many times the request was sent,
- whether the error states that a `POST` may have been processed,
- when the call ends: immediately, when the last attempt times out, or at the deadline.

The test uses the default retry policy, but with almost no backoff.
In the last column, \"immediately\" means that the call does not wait for a timeout or a deadline.
Outside of this test, a call also waits between its attempts.
With `UPDATE_DOCS=1`, the test writes this page.

The test `http2` covers faults that occur only over HTTP/2.
A service can report that it did not process a request in two ways: with the code `REFUSED_STREAM`, or with a `GOAWAY` frame that has the code `NO_ERROR` and does not cover the request.
A request that was not processed is sent up to 3 times, even if it is a `POST`.
If an attempt has a timeout of at least 6 s, and the connection goes silent, the client closes the connection before the attempt times out.
The next attempt then opens another connection.
If a `GOAWAY` frame has a code other than `NO_ERROR`, the error contains the code, such as `GOAWAY with ENHANCE_YOUR_CALM`.

The test `short_bodies` covers HTTP/2 responses whose body is shorter than their `content-length`.
As over HTTP/1, the client treats these responses as truncated.
This is also the case if the service ends the stream or the connection with `NO_ERROR`.
Without a `content-length`, a truncated HTTP/2 body that ends in this way cannot be distinguished from a complete body.

The test `configure_http` covers a proxy that refuses to connect to the service.
If a proxy refuses to connect, the request is not retried, even if it is a `GET`.
The call fails with `Transport`, and the failure is `ProxyRefused`.

The tests of the crate `credentials` cover a token endpoint that fails, and tokens that the service refuses.
If a different token is available after a response with 401, the request is sent once more, even if it is a `POST`.

A stream of events counts as truncated if it ends in the middle of an event, even if the body ends without an error.
A stream also counts as truncated if its end marker is missing.
A stream has an end marker if the document lists `[DONE]` as a possible data value of an event, or if the caller declares a marker with `ending_with`.
Without a marker, a stream that is cut between two values cannot be distinguished from a complete stream.

Over HTTP/1, a response with more than 100 headers causes an error.
The message of this error names the setting that allows more headers.
Some services respond with 404 or 400 to a request for a page after the last one.
If a listing has numbered pages, such a response may be the [end](pages.md) of the listing instead of an error.

| fault | the call ends in | a `GET` is sent | a `POST` is sent | the service processed the `POST` | when the call ends |
|---|---|---|---|---|---|
"
    .to_owned();
    for case in cases {
        let end = match case.end {
            End::Ok => "`Ok`",
            End::NoConnection => "`Transport`, without a connection",
            End::NoTls => "`Transport`, without TLS",
            End::Late => "`Transport`, because the deadline passed",
            End::TimedOut => "`Transport`, because an attempt timed out",
            End::Lost => "`Transport`",
            End::Api => "`Api`",
            End::Decode => "`Decode`",
            End::UnexpectedStatus => "`UnexpectedStatus`",
        };
        let processed = match (case.end, case.may_have_been_processed) {
            (End::Ok, _) => "yes",
            (_, true) => "possibly",
            (_, false) => "no",
        };
        let bound = match case.bound {
            Bound::AtOnce => "immediately",
            Bound::Timeout => "when the last attempt times out",
            Bound::Deadline => "at the deadline",
        };
        let (get, post) = case.attempts;
        table += &format!("| {} | {end} | {get} × | {post} × | {processed} | {bound} |\n", case.name);
    }
    table
}
