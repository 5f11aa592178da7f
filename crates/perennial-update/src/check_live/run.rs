//! Calls the planned operations, one after the other.

use std::time::Duration;

use indicatif::ProgressBar;
use perennial_codegen::text::{path, printable::printable};
use tokio::time::{MissedTickBehavior, interval};

use super::{
    check,
    document::CheckedDocument,
    ids::{ArgumentValues, Ids, RequiredParameter},
    plan::Planned,
    report::{Called, End, LiveReport},
    service::{Answer, Failure, GetService},
};
use crate::progress;

/// The minimum time from the beginning of a request to the beginning of the next.
pub const INTERVAL: Duration = Duration::from_secs(1);
/// The number of consecutive requests without a response after which the run ends.
const MOST_FAILURES: usize = 3;

/// A run over all planned operations.
pub struct LiveRun<'a> {
    document: &'a CheckedDocument,
    planned: Vec<Planned<'a>>,
    ids: Ids,
    /// The report. Its operations are in the order of `planned`.
    pub report: LiveReport,
    progress: ProgressBar,
}

impl<'a> LiveRun<'a> {
    /// Creates a run that has not begun. It fills in `report`.
    pub fn new(document: &'a CheckedDocument, planned: Vec<Planned<'a>>, report: LiveReport) -> Self {
        let called = planned.iter().map(|Planned { operation, needed, .. }| Called {
            id: operation.id.clone(),
            path: operation.path.clone(),
            not_called: needed.as_ref().err().cloned(),
            ..Called::default()
        });
        let not_get = document.api.operations.len() - planned.len();
        let report = LiveReport { not_get, operations: called.collect(), ..report };
        let ids = Ids::for_parameters(planned.iter().flat_map(|planned| &planned.needed).flatten());
        Self { document, planned, ids, report, progress: progress::of_work("calling") }
    }

    /// Calls all operations that can be called, until the run ends. Requests begin at least a `pause` apart.
    pub async fn go(&mut self, service: &impl GetService, pause: Duration) {
        let mut pace = interval(pause);
        pace.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut failures_in_a_row = 0;
        while let (None, Some((index, arguments))) = (self.report.ended, self.next()) {
            if self.report.requests == self.report.limit {
                self.report.ended = Some(End::OutOfRequests);
                return;
            }
            pace.tick().await;
            let answer = self.call(service, index, &arguments).await;
            let responses = self.report.operations.iter().flat_map(|called| called.statuses.values());
            let is_first = responses.sum::<usize>() == 1;
            match &answer {
                Ok(_) => failures_in_a_row = 0,
                Err(Failure::NoResponse(_)) => failures_in_a_row += 1,
                Err(Failure::Refused(_)) => {}
            }
            match answer {
                _ if failures_in_a_row == MOST_FAILURES => self.report.ended = Some(End::Unreachable),
                Ok(Answer { status: 401, .. }) if is_first => self.report.ended = Some(End::Unauthorized),
                Ok(Answer { status: 429, .. }) => self.report.ended = Some(End::TooManyRequests),
                // The resource of another id may exist.
                Ok(Answer { status: 404, .. }) if !arguments.is_empty() => {}
                _ => self.planned[index].most = 0,
            }
        }
    }

    /// Returns the next operation to call, with its arguments. Operations that need no id come first.
    fn next(&self) -> Option<(usize, ArgumentValues)> {
        let open = self.planned.iter().enumerate().filter(|(_, planned)| planned.tried.len() < planned.most);
        let open = open.filter_map(|(index, Planned { needed, tried, .. })| {
            let arguments = self.ids.arguments(needed.as_ref().ok()?);
            Some((index, arguments.into_iter().find(|it| !tried.contains(it))?))
        });
        open.min_by_key(|(index, _)| (self.planned[*index].operation.path_parameters().len(), *index))
    }

    /// Calls an operation once.
    async fn call(&mut self, service: &impl GetService, index: usize, arguments: &[String]) -> Result<Answer, Failure> {
        let planned = &mut self.planned[index];
        let operation = planned.operation;
        self.report.requests += 1;
        self.progress.set_message(format!("calling {}: request {}", printable(&operation.path), self.report.requests));
        let needed = planned.needed.iter().flatten().map(|needed| needed.parameter);
        let values: Vec<_> = needed.zip(arguments.iter().map(String::as_str)).collect();
        let answer = service.get(operation, &values).await;
        // A signal interrupts this function only at an `await`, and none follows: the record of a call is always
        // complete.
        planned.tried.push(arguments.to_vec());
        let called = &mut self.report.operations[index];
        called.called += 1;
        match &answer {
            Ok(answer) => {
                *called.statuses.entry(answer.status).or_default() += 1;
                let (ids, listing) = (&mut self.ids, path::shape(&operation.path));
                let arguments = &arguments[..operation.path_parameters().len()];
                let mut see = |place: &str, field: &str, value: &_| {
                    if answer.is_success() {
                        ids.see(&listing, arguments, place, field, value);
                    }
                };
                check::response(self.document, operation, answer, &mut called.findings, &mut see);
                called.compared = called.findings.compared();
            }
            Err(failure) => {
                // A refused request was not sent.
                self.report.requests -= usize::from(matches!(failure, Failure::Refused(_)));
                *called.failures.entry(failure.to_string()).or_default() += 1;
            }
        }
        answer
    }

    /// Returns the report, with the reasons why operations were not called.
    pub fn into_report(mut self) -> LiveReport {
        for (called, planned) in self.report.operations.iter_mut().zip(&self.planned) {
            if let (0, Ok(needed)) = (called.called, &planned.needed) {
                let reason = self
                    .ids
                    .missing(needed)
                    .map_or_else(|| "the run ended early".to_owned(), RequiredParameter::reason);
                called.not_called = Some(reason);
            }
        }
        self.report
    }
}

#[cfg(test)]
mod tests;
