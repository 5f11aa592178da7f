//! Tests of calls without a Tokio runtime.

use std::pin::pin;
use std::task::{Context, Poll, Waker};

use layer::multipart::Part;

use crate::support::{Operation, client};

/// Polls a future once without a runtime, and returns its output. Panics if the future is not ready.
fn poll<T>(future: impl Future<Output = T>) -> T {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(outcome) => outcome,
        Poll::Pending => panic!("it waits"),
    }
}

#[test]
fn call_outside_tokio_fails_and_names_the_remedy() {
    let client = client("http://127.0.0.1:1");
    for operation in Operation::ALL {
        let error = poll(operation.call(&client)).unwrap_err();
        assert_eq!((error.error_type(), error.attempts()), ("invalid_request", 0));
        assert_eq!(
            error.to_string(),
            format!(
                "{}: there is no Tokio runtime here: await the call in a function with `#[tokio::main]`, or pass it to \
                 `tokio::runtime::Runtime::block_on`",
                operation.name()
            )
        );
    }
}

#[test]
fn opening_a_file_part_outside_tokio_fails_and_names_the_remedy() {
    let error = poll(Part::file("Cargo.toml")).unwrap_err();
    assert!(error.to_string().contains("`#[tokio::main]`"), "{error}");
}
