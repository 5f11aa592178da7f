//! The calls, one after the other.

use std::{collections::BTreeMap, fmt, time::Duration};

use indicatif::ProgressBar;
use monitoring_service_codegen::{
    api::Operation,
    text::{
        path::{self, Part},
        printable::printable,
    },
};
use serde::{Serialize, Serializer};
use url::Url;

use super::{
    check,
    document::{Document, content},
    findings::Findings,
    ids::Ids,
    pace::Pace,
    plan::Planned,
    service::{Answer, Failure, Request, Service},
};

/// The longest that the service can ask to be left alone before the next request.
const LONGEST_WAIT: Duration = Duration::from_secs(60);
/// So many requests in a row without a response end the run.
const MOST_FAILURES: usize = 3;

/// Why a run ended before all that can be called was called.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    OutOfRequests,
    Unauthorized,
    TooManyRequests,
    Unreachable,
    Interrupted(i32),
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::OutOfRequests => "all requests were used up",
            Self::Unauthorized => "the service refused the credentials (401)",
            Self::TooManyRequests => "the service asked for fewer requests (429)",
            Self::Unreachable => "several requests in a row had no response",
            Self::Interrupted(_) => "it was interrupted",
        })
    }
}

impl Serialize for End {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// What came of calling one operation.
#[derive(Debug, Default)]
pub struct Called {
    /// How often it was called.
    pub requests: usize,
    /// The statuses of its responses.
    pub statuses: BTreeMap<u16, usize>,
    /// Why there was no whole response.
    pub failures: BTreeMap<String, usize>,
    pub findings: Findings,
    /// What its path had in place of the parameters.
    tried: Vec<Vec<String>>,
    is_done: bool,
}

/// A run over all that is planned.
pub struct Run<'a> {
    pub document: &'a Document,
    pub planned: Vec<Planned<'a>>,
    /// In the order of what is planned.
    pub called: Vec<Called>,
    pub ids: Ids,
    /// How many requests were sent.
    pub requests: usize,
    /// How many may be sent.
    pub limit: usize,
    pub end: Option<End>,
    base: String,
    pace: Pace,
    has_waited: bool,
    progress: ProgressBar,
}

impl<'a> Run<'a> {
    /// A run that has not begun.
    pub fn new(
        document: &'a Document,
        planned: Vec<Planned<'a>>,
        base: &str,
        limit: usize,
        pace: Pace,
        progress: ProgressBar,
    ) -> Self {
        let ids = Ids::wanting(planned.iter().filter_map(|it| it.call.as_ref().ok()).flat_map(|call| &call.needed));
        let called = planned.iter().map(|_| Called::default()).collect();
        let base = base.to_owned();
        Self { document, planned, called, ids, requests: 0, limit, end: None, base, pace, has_waited: false, progress }
    }

    /// Calls all that can be called, until something ends the run.
    pub async fn go(&mut self, service: &impl Service) {
        let mut failures_in_a_row = 0;
        while let Some((index, arguments)) = self.next() {
            if self.requests == self.limit {
                self.end = Some(End::OutOfRequests);
                break;
            }
            let answer = self.call(service, index, &arguments).await;
            failures_in_a_row = if answer.is_ok() { 0 } else { failures_in_a_row + 1 };
            self.end = match answer {
                Err(_) if failures_in_a_row == MOST_FAILURES => Some(End::Unreachable),
                Err(_) => None,
                Ok(answer) => self.after(index, arguments, &answer),
            };
            if self.end.is_some() {
                break;
            }
        }
    }

    /// What is called next, with what in its path: first what needs no id.
    fn next(&self) -> Option<(usize, Vec<String>)> {
        let open = self.planned.iter().zip(&self.called).enumerate().filter_map(|(index, (planned, called))| {
            let call = planned.call.as_ref().ok().filter(|call| !called.is_done && called.tried.len() < call.most)?;
            let arguments = self.ids.arguments(&call.needed).into_iter().find(|it| !called.tried.contains(it))?;
            Some((index, arguments))
        });
        open.min_by_key(|(index, arguments)| (arguments.len(), *index))
    }

    /// Calls an operation once.
    async fn call(&mut self, service: &impl Service, index: usize, arguments: &[String]) -> Result<Answer, Failure> {
        let Planned { operation, shape, call } = &self.planned[index];
        let query = call.as_ref().map(|call| call.query.as_slice()).unwrap_or_default();
        self.progress.set_message(printable(&operation.path));
        self.pace.turn().await;
        self.requests += 1;
        self.progress.set_position(self.requests as u64);
        let answer = match url(&self.base, operation, arguments, query) {
            Some(url) => service.get(&Request { url, accept: accept(operation) }).await,
            None => Err(Failure("the request cannot be made".to_owned())),
        };
        // From here on, nothing interrupts it.
        let called = &mut self.called[index];
        called.requests += 1;
        called.tried.push(arguments.to_vec());
        match &answer {
            Ok(answer) => {
                *called.statuses.entry(answer.status).or_default() += 1;
                let ids = &mut self.ids;
                let mut see = |place: &str, field: &str, value: &_| ids.see(shape, arguments, place, field, value);
                check::response(self.document, operation, answer, &mut called.findings, &mut see);
            }
            Err(Failure(reason)) => {
                *called.failures.entry(reason.clone()).or_default() += 1;
                called.is_done = true;
            }
        }
        answer
    }

    /// What a response means for the next request.
    fn after(&mut self, index: usize, arguments: Vec<String>, answer: &Answer) -> Option<End> {
        let is_first = self.called.iter().flat_map(|called| called.statuses.values()).sum::<usize>() == 1;
        let called = &mut self.called[index];
        match answer.status {
            401 if is_first => return Some(End::Unauthorized),
            429 => match answer.retry_after.filter(|wait| !self.has_waited && *wait <= LONGEST_WAIT) {
                Some(wait) => {
                    self.has_waited = true;
                    self.pace.pause(wait);
                    called.tried.retain(|tried| *tried != arguments);
                }
                None => return Some(End::TooManyRequests),
            },
            // Another id may be there.
            404 if !arguments.is_empty() => {}
            _ => called.is_done = true,
        }
        None
    }
}

fn accept(operation: &Operation) -> Option<String> {
    content(operation, 200)?.accept().map(str::to_owned)
}

/// The URL of a call: below the base, whatever the document has as a path.
fn url(base: &str, operation: &Operation, arguments: &[String], query: &[(String, String)]) -> Option<Url> {
    let mut arguments = arguments.iter();
    let parts = path::parts(&operation.template).ok()?;
    let path = parts.iter().map(|part| match part {
        Part::Literal(text) => Some(*text),
        Part::Parameter(_) => arguments.next().map(String::as_str),
    });
    let mut url = Url::parse(&(base.to_owned() + &path.collect::<Option<String>>()?)).ok()?;
    if !query.is_empty() {
        url.query_pairs_mut().extend_pairs(query);
    }
    (url.origin() == Url::parse(base).ok()?.origin()).then_some(url)
}

#[cfg(test)]
mod tests;
