//! Tests of interceptors: the attempts that they see, and how they change them.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures_util::poll;
use layer::interceptor::{Attempt, BoxError, Ended, Outcome};
use layer::{Client, Error, Interceptor, RetryPolicy};
use loopback::{Refusing, Response, Server};

use crate::support::{KEY, Operation, api, builder, invalid, quick, sources};

const FRESH_KEY: &str = "fr3sh-k3y-0f-the-tests";

#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<String>>>);

impl Log {
    fn push(&self, line: String) {
        self.0.lock().unwrap().push(line);
    }

    fn take(&self) -> Vec<String> {
        std::mem::take(&mut *self.0.lock().unwrap())
    }
}

/// An interceptor that logs the arguments of its methods.
struct Recorder(Log);

impl Interceptor for Recorder {
    fn before(&self, attempt: &mut Attempt<'_>) -> Result<(), BoxError> {
        self.0.push(format!("before {} {} {}", attempt.operation().operation_id(), attempt.number(), attempt.url()));
        Ok(())
    }

    fn after(&self, ended: &Ended<'_>) {
        let outcome = match ended.outcome() {
            Outcome::Success(status) => format!("success {status}"),
            Outcome::Failed(error) => format!("failed {} of {:?}", error.error_type(), error.operation_id().unwrap()),
            Outcome::Cancelled => "cancelled".to_owned(),
            _ => unreachable!(),
        };
        assert_eq!(ended.error_type().is_none(), matches!(ended.outcome(), Outcome::Success(_)));
        let status = ended.status().map(|status| status.as_u16());
        self.0.push(format!(
            "after {} {} {} {status:?} {outcome}",
            ended.operation().operation_id(),
            ended.number(),
            ended.url()
        ));
    }
}

type Before = fn(&mut Attempt<'_>) -> Result<(), BoxError>;

/// An interceptor that calls a function to change each attempt.
struct Change<F>(F);

impl<F> Interceptor for Change<F>
where
    F: Fn(&mut Attempt<'_>) -> Result<(), BoxError> + Send + Sync + 'static,
{
    fn before(&self, attempt: &mut Attempt<'_>) -> Result<(), BoxError> {
        self.0(attempt)
    }
}

fn changing(
    url: &str,
    change: impl Fn(&mut Attempt<'_>) -> Result<(), BoxError> + Send + Sync + 'static,
) -> (Client, Log) {
    let log = Log::default();
    let builder = builder(url).retry(quick()).interceptor(Change(change)).interceptor(Recorder(log.clone()));
    (builder.build().unwrap(), log)
}

fn recording(url: &str, policy: RetryPolicy) -> (Client, Log) {
    let log = Log::default();
    (builder(url).retry(policy).interceptor(Recorder(log.clone())).build().unwrap(), log)
}

const PATH: &str = "/v1/status-pages/incidents";

#[tokio::test]
async fn interceptor_is_called_before_and_after_each_attempt() {
    let server = Server::start([Response::new(503, ""), Response::nothing(), Response::new(200, "{}")]);
    let (client, log) = recording(server.url(), quick());
    let client = client.with_query([("token", "unseen")]);
    Operation::Incidents.call(&client).await.unwrap();
    let (id, url) = (Operation::Incidents.id(), format!("{}{PATH}", server.url()));
    assert_eq!(
        log.take(),
        [
            format!("before {id} 1 {url}"),
            format!("after {id} 1 {url} Some(503) failed 503 of {id:?}"),
            format!("before {id} 2 {url}"),
            format!("after {id} 2 {url} None failed no_response of {id:?}"),
            format!("before {id} 3 {url}"),
            format!("after {id} 3 {url} Some(200) success 200 OK"),
        ]
    );
}

#[tokio::test]
async fn interceptor_receives_the_error_type_of_a_failed_attempt() {
    for (response, name) in [
        (Response::new(404, ""), "404"),
        (Response::new(302, ""), "302"),
        (Response::new(200, "[]"), "decode"),
        (Response::nothing(), "no_response"),
        (Response::cut_short(200, "{}"), "truncated"),
        (Response::silence(), "timeout"),
    ] {
        let timeout = Duration::from_millis(if name == "timeout" { 20 } else { 30_000 });
        let server = Server::start([response]);
        let (client, log) = recording(server.url(), RetryPolicy::none());
        let error = Operation::Incidents.fails(&client.with_timeout(timeout)).await;
        assert_eq!(error.error_type(), name);
        let log = log.take();
        assert!(log.len() == 2 && log[1].contains(&format!(" failed {name} of")), "{log:?}");
    }
    let refusing = Refusing::start();
    let (client, log) = recording(&refusing.url(), RetryPolicy::none());
    assert_eq!(Operation::Incidents.fails(&client).await.error_type(), "connect");
    assert!(log.take()[1].contains(" failed connect of"));
}

#[tokio::test]
async fn interceptor_sees_a_dropped_call_as_cancelled_once() {
    let server = Server::start([Response::silence()]);
    let (client, log) = recording(server.url(), quick());
    let mut call = Box::pin(Operation::Incidents.call(&client));
    assert!(poll!(&mut call).is_pending());
    assert_eq!(log.take().len(), 1);
    drop(call);
    let log = log.take();
    assert!(log.len() == 1 && log[0].ends_with(" None cancelled"), "{log:?}");
}

#[tokio::test]
async fn call_dropped_between_two_attempts_reports_no_cancellation() {
    let server = Server::start([Response::new(503, "")]);
    let hour = Duration::from_secs(3600);
    let (client, log) = recording(server.url(), RetryPolicy::default().base_delay(hour).max_delay(hour));
    let mut call = Box::pin(Operation::Incidents.call(&client));
    while log.0.lock().unwrap().len() < 2 {
        assert!(poll!(&mut call).is_pending());
        tokio::task::yield_now().await;
    }
    drop(call);
    let log = log.take();
    assert!(log.len() == 2 && log[1].contains(" failed 503 of"), "{log:?}");
}

#[tokio::test]
async fn header_set_by_an_interceptor_is_sent_only_in_that_attempt() {
    let server = Server::start([Response::new(503, ""), Response::new(200, "{}")]);
    let (client, _) = changing(server.url(), |attempt| {
        let number = attempt.number();
        attempt.set_header(&format!("x-only-{number}"), "1")?;
        attempt.set_header("x-number", &number.to_string())?;
        attempt.set_header("X-Number", &format!("again {number}"))?;
        Ok(attempt.set_header("accept", "application/vnd.other+json")?)
    });
    Operation::Incidents.call(&client).await.unwrap();
    let requests = server.received();
    assert_eq!(requests.len(), 2);
    for (request, number) in requests.iter().zip(1..) {
        assert_eq!(request.header("x-number"), [format!("again {number}")]);
        assert_eq!(request.header("accept"), ["application/vnd.other+json"]);
        assert_eq!(request.header("authorization"), [format!("Bearer {KEY}")]);
        for other in 1..=2 {
            assert_eq!(request.header(&format!("x-only-{other}")).len(), usize::from(other == number));
        }
    }
}

#[tokio::test]
async fn errors_redact_an_api_key_set_by_an_interceptor() {
    let changes: [Before; 2] = [
        |attempt| Ok(attempt.set_api_key(FRESH_KEY)?),
        |attempt| Ok(attempt.set_header("authorization", &format!("Bearer {FRESH_KEY}"))?),
    ];
    let echo = [("x-echo", FRESH_KEY), ("x-request-id", FRESH_KEY)];
    let body = format!(r#"{{"error":"{FRESH_KEY}","message":"not {FRESH_KEY} or {KEY}","entries":"{FRESH_KEY}"}}"#);
    for change in changes {
        for status in [200, 302, 401] {
            let server = Server::start([Response::with_headers(status, &echo, &body)]);
            let (client, _) = changing(server.url(), change);
            let error = Operation::Incidents.fails(&client).await;
            assert_eq!(server.only().header("authorization"), [format!("Bearer {FRESH_KEY}")]);
            let mut texts =
                format!("{error} {error:?} {error:#?} {} {:?} {client:?}", error.chain(), error.request_id());
            match &error {
                Error::Api(error) => texts += &format!("{} {:?}", error.body(), error.headers()),
                Error::UnexpectedStatus(error) => texts += &format!("{} {:?}", error.body(), error.headers()),
                Error::Decode(error) => texts += &format!("{:?} {:?}", error.excerpt(), error.headers()),
                other => panic!("{other:?}"),
            }
            texts.extend(sources(&error).map(|source| format!("{source} {source:?}")));
            assert!(!texts.contains(FRESH_KEY) && !texts.contains(KEY), "{texts}");
        }
    }
}

#[tokio::test]
async fn error_urls_redact_an_api_key_set_by_an_interceptor() {
    let server = Server::start([Response::new(401, "{}")]);
    let (client, _) = changing(server.url(), |attempt| Ok(attempt.set_api_key(FRESH_KEY)?));
    let call = client.status_page_incident_updates().create(FRESH_KEY).body_map(|update| update.description("d"));
    let error = call.send().await.unwrap_err();
    assert!(server.only().target().contains(FRESH_KEY));
    let url = error.url().unwrap();
    assert!(url.starts_with(server.url()) && !url.contains(FRESH_KEY), "{url}");
}

#[tokio::test]
async fn debug_output_of_interceptor_arguments_contains_no_secrets() {
    struct Shown(Log);

    impl Interceptor for Shown {
        fn before(&self, attempt: &mut Attempt<'_>) -> Result<(), BoxError> {
            attempt.set_api_key(FRESH_KEY)?;
            attempt.set_header("x-private", "unseen-header")?;
            self.0.push(format!("{attempt:?} {attempt:#?}"));
            Ok(())
        }

        fn after(&self, ended: &Ended<'_>) {
            self.0.push(format!("{ended:?} {ended:#?}"));
        }
    }

    let body = format!(r#"{{"message":"not {FRESH_KEY} or {KEY}"}}"#);
    for response in [Response::new(401, &body), Response::new(200, "{}"), Response::nothing()] {
        let server = Server::start([response]);
        let log = Log::default();
        let client = builder(server.url()).interceptor(Shown(log.clone())).build().unwrap();
        let client = client.with_query([("token", "unseen-query")]);
        let _ = Operation::Incidents.call(&client).await;
        let log = log.take();
        assert_eq!(log.len(), 2);
        for text in log {
            assert!(text.contains(Operation::Incidents.id()) && text.contains(server.url()), "{text}");
            for private in [KEY, FRESH_KEY, "unseen-header", "unseen-query"] {
                assert!(!text.contains(private), "{private} is in {text}");
            }
        }
    }
}

#[tokio::test]
async fn attempt_refused_by_an_interceptor_is_not_sent() {
    let refusals: [(Before, &str); 5] = [
        (|_| Err("the vault is\nsealed")?, "an interceptor refused the request: the vault is\\nsealed"),
        (|_| Err(KEY)?, "an interceptor refused the request: ****************"),
        (
            |attempt| Ok(attempt.set_header("a b", "v")?),
            "an interceptor refused the request: `a b`, passed to `set_header`, is not a valid header name",
        ),
        (
            |attempt| Ok(attempt.set_header("x-a", &format!("{FRESH_KEY}\n"))?),
            "an interceptor refused the request: the value of `x-a`, passed to `set_header`, contains \
             characters that are not allowed in a header",
        ),
        (
            |attempt| Ok(attempt.set_api_key(format!("Bearer {FRESH_KEY}"))?),
            "an interceptor refused the request: the API key begins with `Bearer `: pass only the key, because the \
            client adds this prefix",
        ),
    ];
    for (refuse, reason) in refusals {
        let server = Server::json("{}");
        let (client, log) = changing(server.url(), refuse);
        for operation in Operation::ALL {
            let error = operation.fails(&client).await;
            assert_eq!((error.operation_id(), error.attempts()), (Some(operation.id()), 0));
            assert_eq!(invalid(error).reason(), reason);
        }
        assert_eq!(server.received(), []);
        // The first interceptor refuses the attempt, so the second is not called.
        assert!(log.take().is_empty());
    }
}

#[tokio::test]
async fn earlier_interceptors_learn_that_a_later_one_refused_the_attempt() {
    let log = Log::default();
    let client = builder("http://127.0.0.1:1")
        .interceptor(Recorder(log.clone()))
        .interceptor(Change(|_: &mut Attempt<'_>| Err("no")?))
        .build()
        .unwrap();
    invalid(Operation::Incidents.fails(&client).await);
    let log = log.take();
    assert!(log.len() == 2 && log[1].contains(" failed invalid_request of"), "{log:?}");
}

#[tokio::test]
async fn retry_refused_by_an_interceptor_returns_the_previous_error() {
    let server = Server::start([Response::new(503, "")]);
    let (client, _) = changing(server.url(), |attempt| if attempt.number() == 1 { Ok(()) } else { Err("only one")? });
    let error = api(Operation::Incidents.fails(&client).await);
    assert_eq!((error.status().as_u16(), error.attempts()), (503, 1));
    assert_eq!(server.received().len(), 1);
}

#[tokio::test]
async fn interceptors_are_called_in_order_in_derived_clients() {
    let server = Server::start([Response::new(200, "{}"), Response::new(200, "{}")]);
    let client = builder(server.url())
        .interceptor(Change(|attempt: &mut Attempt<'_>| Ok(attempt.set_header("x-order", "first")?)))
        .interceptor(Change(|attempt: &mut Attempt<'_>| Ok(attempt.set_header("x-order", "second")?)))
        .build()
        .unwrap();
    for client in [client.with_headers([("x-order", "header")]), client] {
        Operation::Incidents.call(&client).await.unwrap();
    }
    for request in server.received() {
        assert_eq!(request.header("x-order"), ["second"]);
    }
}

#[tokio::test]
async fn interceptor_without_methods_changes_nothing() {
    struct Idle;

    impl Interceptor for Idle {}

    let server = Server::start([Response::new(200, "{}"), Response::new(200, "{}")]);
    for builder in [builder(server.url()), builder(server.url()).interceptor(Idle)] {
        Operation::Update.call(&builder.build().unwrap()).await.unwrap();
    }
    let requests = server.received();
    assert_eq!(requests[0], requests[1]);
}

struct Panicking(Log);

impl Interceptor for Panicking {
    fn after(&self, ended: &Ended<'_>) {
        self.0.push(format!("{:?}", ended.error_type()));
        panic!("the interceptor is broken");
    }
}

#[tokio::test]
async fn panic_in_an_interceptor_ends_only_the_task_of_its_call() {
    let server = Server::start([Response::new(200, "{}")]);
    let log = Log::default();
    let client = builder(server.url()).interceptor(Panicking(log.clone())).build().unwrap();
    let task = tokio::spawn(async move { Operation::Incidents.call(&client).await.map(drop) });
    assert!(task.await.unwrap_err().is_panic());
    assert_eq!(log.take(), ["None"]);
}

#[tokio::test]
async fn other_interceptors_see_the_end_of_an_attempt_after_a_panic() {
    let server = Server::start([Response::new(401, "{}")]);
    let (log, later) = (Log::default(), Log::default());
    let builder = builder(server.url()).interceptor(Panicking(log)).interceptor(Recorder(later.clone()));
    let client = builder.build().unwrap();
    let task = tokio::spawn(async move { Operation::Incidents.call(&client).await.map(drop) });
    assert_eq!(task.await.unwrap_err().into_panic().downcast_ref(), Some(&"the interceptor is broken"));
    let later = later.take();
    assert!(later.len() == 2 && later[1].contains("401"), "{later:?}");
}

/// An interceptor that panics in `before` while it holds a lock that `after` needs.
#[derive(Default)]
struct Poisoned(Mutex<u32>);

impl Interceptor for Poisoned {
    fn before(&self, _: &mut Attempt<'_>) -> Result<(), BoxError> {
        let _count = self.0.lock().unwrap();
        panic!("the interceptor is broken");
    }

    fn after(&self, _: &Ended<'_>) {
        *self.0.lock().unwrap() += 1;
    }
}

#[tokio::test]
async fn poisoned_mutex_in_an_interceptor_ends_only_the_task_of_its_call() {
    let log = Log::default();
    let client = builder("http://127.0.0.1:1")
        .interceptor(Recorder(log.clone()))
        .interceptor(Poisoned::default())
        .interceptor(Recorder(log.clone()))
        .build()
        .unwrap();
    let task = tokio::spawn(async move { Operation::Incidents.call(&client).await.map(drop) });
    let panic = task.await.unwrap_err().into_panic();
    assert_eq!(panic.downcast_ref(), Some(&"the interceptor is broken"));
    // The last interceptor's `before` was not called, so its `after` is not called either. The log contains only the
    // two entries of the first interceptor.
    let log = log.take();
    assert!(log.len() == 2 && log[1].ends_with(" None cancelled"), "{log:?}");
}

#[tokio::test]
async fn panicking_interceptor_does_not_abort_a_panic_that_drops_calls() {
    let server = Server::start([Response::silence(), Response::silence()]);
    let log = Log::default();
    let builder = builder(server.url()).interceptor(Panicking(log.clone())).interceptor(Recorder(log.clone()));
    let client = builder.build().unwrap();
    let task = tokio::spawn(async move {
        let mut calls = [(); 2].map(|()| Box::pin(Operation::Incidents.call(&client)));
        for call in &mut calls {
            assert!(poll!(call).is_pending());
        }
        panic!("the program is broken");
    });
    assert_eq!(task.await.unwrap_err().into_panic().downcast_ref(), Some(&"the program is broken"));
    let cancelled = log.take().iter().filter(|line| line.contains("cancelled")).count();
    assert_eq!(cancelled, 4);
}
