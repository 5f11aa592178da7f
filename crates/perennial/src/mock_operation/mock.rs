//! A mock that has a response.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use httpmock::{HttpMockRequest, MockServer};

use super::{expected::Expected, response::Response};

/// The most requests that are kept of those that arrived instead.
const KEPT: usize = 100;

/// A mock of one operation. It responds for as long as its server runs, even after this handle is dropped.
pub struct Mock<'a> {
    expected: Arc<Expected>,
    seen: Arc<Mutex<Seen>>,
    /// One for each response: each is taken once, in turn, and the last one from then on.
    turns: Vec<httpmock::Mock<'a>>,
}

/// The requests that reached a mock.
#[derive(Default)]
struct Seen {
    calls: usize,
    /// Each with the reason why it is not one of the calls.
    others: Vec<String>,
}

impl fmt::Debug for Mock<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Mock({})", self.expected)
    }
}

impl<'a> Mock<'a> {
    /// # Panics
    /// There is no response.
    #[track_caller]
    pub(super) fn new<T>(server: &'a MockServer, expected: Expected, responses: Vec<Response<T>>) -> Self {
        assert!(!responses.is_empty(), "{expected}: a mock needs a response");
        let (expected, seen) = (Arc::new(expected), Arc::new(Mutex::new(Seen::default())));
        let last = responses.len() - 1;
        let turn = |(turn, response): (usize, Response<T>)| {
            let (expected, seen) = (expected.clone(), seen.clone());
            let errors = expected.operation.errors();
            server.mock(|when, then| {
                // The server asks one after the other, and the first one first.
                when.is_true(move |request| match expected.difference(request) {
                    None => lock(&seen).takes(turn, last),
                    Some(difference) => {
                        if turn == 0 {
                            lock(&seen).note(request, &difference);
                        }
                        false
                    }
                });
                response.fill(errors, then);
            })
        };
        let turns = responses.into_iter().enumerate().map(turn).collect();
        Self { expected, seen, turns }
    }

    /// Returns the number of requests it responded to.
    pub fn calls(&self) -> usize {
        lock(&self.seen).calls
    }

    /// Checks that it was called once.
    ///
    /// # Panics
    /// It was not. The message shows the requests that arrived instead: method, path, query, and the first difference.
    /// Requests that an earlier mock of the server responded to are not among them.
    #[track_caller]
    pub fn assert(&self) {
        self.assert_calls(1);
    }

    /// Checks that it was called `expected` times.
    ///
    /// # Panics
    /// As [`assert`](Self::assert) does.
    #[track_caller]
    pub fn assert_calls(&self, expected: usize) {
        let Seen { calls, others } = &*lock(&self.seen);
        let instead = match others.as_slice() {
            [] => "No other request got here.".to_owned(),
            others => format!("Requests that arrived instead:\n  {}", others.join("\n  ")),
        };
        assert!(*calls == expected, "{}\nwas called {calls} times, not {expected}. {instead}", self.expected);
    }

    /// Removes it from its server.
    pub fn delete(self) {
        for mut turn in self.turns {
            turn.delete();
        }
    }
}

impl Seen {
    /// Checks whether this turn responds to a request that matches, and counts the call if so.
    fn takes(&mut self, turn: usize, last: usize) -> bool {
        let is_now = turn == self.calls.min(last);
        self.calls += usize::from(is_now);
        is_now
    }

    fn note(&mut self, request: &HttpMockRequest, difference: &str) {
        if self.others.len() < KEPT {
            let uri = request.uri();
            let target = uri.path_and_query().map_or(uri.path(), |target| target.as_str());
            self.others.push(format!("{} {target} ({difference})", request.method_str()));
        }
    }
}

/// A test that failed elsewhere leaves the requests as they are.
fn lock(seen: &Mutex<Seen>) -> MutexGuard<'_, Seen> {
    seen.lock().unwrap_or_else(PoisonError::into_inner)
}
