use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use httpmock::{HttpMockRequest, MockServer};

use super::{expected::Expected, response::Response};

/// The maximum number of unexpected requests that a mock records.
const MAX_RECORDED: usize = 100;

/// A mock of one operation on a mock server. The mock responds for as long as its server runs, even after this handle
/// is dropped.
///
/// ```text
/// let mock = server.books().list().respond(&books);
/// let client = Client::builder(server.base_url()).build()?;
/// client.books().list().send().await?;
/// mock.assert_calls(1);
/// ```
pub struct Mock<'a> {
    expected: Arc<Expected>,
    seen: Arc<Mutex<SeenRequests>>,
    /// A mock of `httpmock` for each response. The first mock responds to the first matching request, the second to the
    /// second, and the last one to all further requests.
    turns: Vec<httpmock::Mock<'a>>,
}

/// The requests that reached a mock: the number of matching ones, and a list of the others.
#[derive(Default)]
struct SeenRequests {
    calls: usize,
    /// The descriptions of the requests that did not match: method, path, query, and the first difference.
    others: Vec<String>,
}

impl fmt::Debug for Mock<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Mock({})", self.expected)
    }
}

impl<'a> Mock<'a> {
    /// # Panics
    /// Panics if there is no response.
    #[track_caller]
    pub(super) fn new<T>(server: &'a MockServer, expected: Expected, responses: Vec<Response<T>>) -> Self {
        assert!(!responses.is_empty(), "{expected}: the mock needs at least one response");
        let (expected, seen) = (Arc::new(expected), Arc::new(Mutex::new(SeenRequests::default())));
        let last = responses.len() - 1;
        let turn = |(turn, response): (usize, Response<T>)| {
            let (expected, seen) = (expected.clone(), seen.clone());
            let errors = expected.operation.error_format();
            server.mock(|when, then| {
                // The server tries its mocks in the order of their creation, so the first one sees every request that
                // reaches this mock.
                when.is_true(move |request| match expected.first_difference(request) {
                    None => lock_seen(&seen).claim_call(turn, last),
                    Some(difference) => {
                        if turn == 0 {
                            lock_seen(&seen).record_mismatch(request, &difference);
                        }
                        false
                    }
                });
                response.write_to(errors, then);
            })
        };
        let turns = responses.into_iter().enumerate().map(turn).collect();
        Self { expected, seen, turns }
    }

    /// Returns the number of requests to which the mock responded.
    pub fn calls(&self) -> usize {
        lock_seen(&self.seen).calls
    }

    /// Checks that the mock was called exactly once.
    ///
    /// # Panics
    /// Panics if the mock was not called exactly once. The message lists the method, the path and the query of each
    /// request that did not match, and the first difference from the expected request. Requests to which an earlier
    /// mock of the server responded are not listed.
    #[track_caller]
    pub fn assert(&self) {
        self.assert_calls(1);
    }

    /// Checks that the mock was called exactly `expected` times.
    ///
    /// # Panics
    /// Panics if the mock was not called `expected` times, with the same message as [`assert`](Self::assert).
    #[track_caller]
    pub fn assert_calls(&self, expected: usize) {
        let SeenRequests { calls, others } = &*lock_seen(&self.seen);
        let instead = match others.as_slice() {
            [] => "No other request reached the mock.".to_owned(),
            others => format!("Requests that did not match:\n  {}", others.join("\n  ")),
        };
        assert!(*calls == expected, "{}\nwas called {calls} times, not {expected}. {instead}", self.expected);
    }

    /// Removes the mock from its server. The mock then no longer responds to requests.
    pub fn delete(self) {
        for mut turn in self.turns {
            turn.delete();
        }
    }
}

impl SeenRequests {
    /// Returns whether the current request is answered with the response at index `turn`. If so, counts the request.
    /// `last` is the index of the last response.
    fn claim_call(&mut self, turn: usize, last: usize) -> bool {
        let is_now = turn == self.calls.min(last);
        self.calls += usize::from(is_now);
        is_now
    }

    fn record_mismatch(&mut self, request: &HttpMockRequest, difference: &str) {
        if self.others.len() < MAX_RECORDED {
            let uri = request.uri();
            let target = uri.path_and_query().map_or(uri.path(), |target| target.as_str());
            self.others.push(format!("{} {target} ({difference})", request.method_str()));
        }
    }
}

/// Locks the recorded requests, which are valid even if a thread panicked while it held the lock.
fn lock_seen(seen: &Mutex<SeenRequests>) -> MutexGuard<'_, SeenRequests> {
    seen.lock().unwrap_or_else(PoisonError::into_inner)
}
