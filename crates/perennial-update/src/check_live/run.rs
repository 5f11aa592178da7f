use std::time::Duration;

use indicatif::ProgressBar;
use perennial_codegen::text::printable::printable;
use tokio::time::{MissedTickBehavior, interval};

use super::{
    check,
    document::CheckedDocument,
    ids::{ArgumentValues, RequiredParameter, SeenIds},
    listings::listing_path,
    plan::PlannedOperation,
    report::{CalledOperation, LiveReport, RunEnd},
    service::{Answer, CallFailure, GetService},
};
use crate::progress;

/// The minimum time from the start of a request to the start of the next one.
pub const INTERVAL: Duration = Duration::from_secs(1);
/// The run ends after this many consecutive requests without a response.
const MOST_FAILURES: usize = 3;

pub struct LiveRun<'a> {
    document: &'a CheckedDocument,
    planned: Vec<PlannedOperation<'a>>,
    ids: SeenIds,
    /// The report on the calls so far. Its operations are in the same order as in `planned`.
    pub report: LiveReport,
    progress: ProgressBar,
}

struct NextCall {
    /// The index of the operation in the plan, and in the report.
    index: usize,
    arguments: ArgumentValues,
}

impl<'a> LiveRun<'a> {
    /// Creates a run that has not sent any request yet, and that will add its results to `report`.
    pub fn new(document: &'a CheckedDocument, planned: Vec<PlannedOperation<'a>>, report: LiveReport) -> Self {
        let called = planned.iter().map(|PlannedOperation { operation, needed, .. }| CalledOperation {
            id: operation.id.clone(),
            path: operation.path.clone(),
            not_called: needed.as_ref().err().cloned(),
            ..CalledOperation::default()
        });
        let not_get = document.api.operations.len() - planned.len();
        let report = LiveReport { not_get, operations: called.collect(), ..report };
        let ids = SeenIds::for_parameters(planned.iter().flat_map(|planned| &planned.needed).flatten());
        Self { document, planned, ids, report, progress: progress::show_spinner("calling") }
    }

    /// Calls the planned operations until no operation is left or the run ends early. Requests start at least `pause`
    /// apart.
    pub async fn call_all(&mut self, service: &impl GetService, pause: Duration) {
        let mut pace = interval(pause);
        pace.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let (mut failures_in_a_row, mut is_refused) = (0, false);
        while let (None, Some(NextCall { index, arguments })) = (self.report.ended, self.next_call()) {
            if self.report.requests == self.report.limit {
                self.report.ended = Some(RunEnd::OutOfRequests);
                return;
            }
            pace.tick().await;
            let answer = self.call_operation(service, index, &arguments).await;
            let credentials = &self.planned[index].credentials;
            let same =
                self.report.operations.iter().zip(&self.planned).filter(|(_, it)| it.credentials == *credentials);
            let responses = same.flat_map(|(called, _)| called.statuses.values());
            let is_first = responses.sum::<usize>() == 1;
            match &answer {
                Ok(_) => failures_in_a_row = 0,
                Err(CallFailure::NoResponse(_)) => failures_in_a_row += 1,
                Err(CallFailure::Refused(_)) => {}
            }
            match answer {
                _ if failures_in_a_row == MOST_FAILURES => self.report.ended = Some(RunEnd::Unreachable),
                Ok(Answer { status: 401, .. }) if is_first => {
                    is_refused = true;
                    // The service may block an account that sends wrong credentials repeatedly, so these credentials
                    // are not sent again.
                    let credentials = self.planned[index].credentials.clone();
                    let same = self.planned.iter_mut().filter(|it| it.needed.is_ok() && it.credentials == credentials);
                    let reason = || Err("the service refused the credentials (401)".to_owned());
                    same.filter(|it| it.credentials.is_some()).for_each(|it| it.needed = reason());
                    self.planned[index].most = 0;
                }
                Ok(Answer { status: 429, .. }) => self.report.ended = Some(RunEnd::TooManyRequests),
                // A resource with a different id may exist, so the operation may be called again.
                Ok(Answer { status: 404, .. }) if !arguments.is_empty() => {}
                _ => self.planned[index].most = 0,
            }
        }
        self.report.ended = self.report.ended.or(is_refused.then_some(RunEnd::Unauthorized));
    }

    /// Returns the next call. Operations with fewer parameters in the path come first.
    fn next_call(&self) -> Option<NextCall> {
        let open = self.planned.iter().enumerate().filter(|(_, planned)| planned.tried.len() < planned.most);
        let open = open.filter_map(|(index, PlannedOperation { needed, tried, .. })| {
            let arguments = self.ids.known_arguments(needed.as_ref().ok()?);
            Some(NextCall { index, arguments: arguments.into_iter().find(|it| !tried.contains(it))? })
        });
        open.min_by_key(|next| (self.planned[next.index].operation.path_parameters().len(), next.index))
    }

    async fn call_operation(
        &mut self,
        service: &impl GetService,
        index: usize,
        arguments: &[String],
    ) -> Result<Answer, CallFailure> {
        let planned = &mut self.planned[index];
        let operation = planned.operation;
        self.report.requests += 1;
        self.progress.set_message(format!("calling {}: request {}", printable(&operation.path), self.report.requests));
        let needed = planned.needed.iter().flatten().map(|needed| needed.parameter);
        let values: Vec<_> = needed.zip(arguments.iter().map(String::as_str)).collect();
        let answer = service.get(operation, &values).await;
        // A signal can interrupt this function only at an `await`. Because there is none below, each call is recorded
        // completely.
        planned.tried.push(arguments.to_vec());
        let called = &mut self.report.operations[index];
        called.called += 1;
        match &answer {
            Ok(answer) => {
                *called.statuses.entry(answer.status).or_default() += 1;
                let (ids, listing) = (&mut self.ids, listing_path(&operation.path));
                let arguments = &arguments[..operation.path_parameters().len()];
                let mut see = |place: &str, field: &str, value: &_| {
                    if answer.is_success() {
                        ids.retain_id(&listing, arguments, place, field, value);
                    }
                };
                check::check_response(self.document, operation, answer, &mut called.findings, &mut see);
                called.compared = called.findings.compared_values();
            }
            Err(failure) => {
                // The client refused the call before it sent a request.
                self.report.requests -= usize::from(matches!(failure, CallFailure::Refused(_)));
                *called.failures.entry(failure.to_string()).or_default() += 1;
            }
        }
        answer
    }

    /// Returns the report, which states for each operation without a call why it was not called.
    pub fn into_report(mut self) -> LiveReport {
        for (called, planned) in self.report.operations.iter_mut().zip(&self.planned) {
            if called.called == 0 {
                let missing = |needed: &Vec<_>| self.ids.first_missing(needed).map(RequiredParameter::missing_reason);
                let reason = planned.needed.as_ref().map(missing).unwrap_or_else(|reason| Some(reason.clone()));
                called.not_called = reason.or_else(|| Some("the run ended early".to_owned()));
            }
        }
        self.report
    }
}

#[cfg(test)]
mod tests;
