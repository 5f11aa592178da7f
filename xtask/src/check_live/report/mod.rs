//! What was called, and in what the responses deviate: nothing of it is a value that the service sent.

mod markdown;
mod text;

use std::collections::BTreeMap;

use anyhow::Result;
use serde::Serialize;

use super::{
    findings::Finding,
    run::{Called, End, Run},
};
use crate::{format::Format, report::json};

/// The report of one run.
#[derive(Debug, Serialize)]
pub struct Report {
    /// The base URL.
    pub service: String,
    /// How many requests were sent.
    pub requests: usize,
    /// How many could be.
    pub limit: usize,
    /// Why not all was called that can be.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ended: Option<End>,
    /// Whether the bodies of errors were compared with what is declared.
    pub errors_compared: bool,
    /// Operations of the document that are not GET, which are never called.
    pub not_get: usize,
    /// All GETs, in the document's order.
    pub operations: Vec<Operation>,
}

/// What is reported of one operation.
#[derive(Debug, Serialize)]
pub struct Operation {
    pub id: String,
    pub path: String,
    /// How often it was called.
    pub called: usize,
    /// How many values of its responses were compared with what is declared: of an empty list, only itself.
    pub compared: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub not_called: Option<String>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub statuses: BTreeMap<u16, usize>,
    /// Why there was no whole response.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub failures: BTreeMap<String, usize>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub findings: Vec<Finding>,
}

impl Operation {
    /// Whether all responses were as declared.
    pub fn is_true(&self) -> bool {
        self.called > 0 && self.failures.is_empty() && self.findings.is_empty()
    }

    /// `3 times: 200, 404 (2); 17 values`
    fn calls(&self) -> String {
        let times = if self.called == 1 { "once".to_owned() } else { format!("{} times", self.called) };
        let status = |(status, count): (&u16, &usize)| match count {
            1 => status.to_string(),
            _ => format!("{status} ({count})"),
        };
        let statuses: Vec<String> = self.statuses.iter().map(status).collect();
        if statuses.is_empty() {
            return times;
        }
        let values = if self.compared == 1 { "1 value".to_owned() } else { format!("{} values", self.compared) };
        format!("{times}: {}; {values}", statuses.join(", "))
    }
}

impl Report {
    /// The report of a run against the service at this base URL.
    pub fn new(run: &Run<'_>, service: &str) -> Self {
        let operations = run.planned.iter().zip(&run.called).map(|(planned, called)| {
            let Called { requests, statuses, failures, findings, .. } = called;
            let not_called = match &planned.call {
                Err(reason) => Some(reason.clone()),
                Ok(call) => (*requests == 0).then(|| match run.ids.missing(&call.needed) {
                    Some(needed) => needed.reason(),
                    None => run.end.map(|end| end.to_string()).unwrap_or_default(),
                }),
            };
            Operation {
                id: planned.operation.id.clone(),
                path: planned.operation.path.clone(),
                called: *requests,
                compared: findings.compared(),
                not_called,
                statuses: statuses.clone(),
                failures: failures.clone(),
                findings: findings.list(),
            }
        });
        Self {
            service: service.to_owned(),
            requests: run.requests,
            limit: run.limit,
            ended: run.end,
            errors_compared: run.document.errors.is_some(),
            not_get: run.document.api.operations.len() - run.planned.len(),
            operations: operations.collect(),
        }
    }

    /// Whether all responses were as declared, and no failure kept others from being seen.
    pub fn is_true(&self) -> bool {
        matches!(self.ended, None | Some(End::OutOfRequests)) && self.untrue().next().is_none()
    }

    /// The report as it is printed.
    ///
    /// # Errors
    /// None that a report can cause.
    pub fn render(&self, format: Format) -> Result<String> {
        match format {
            Format::Text => Ok(text::render(self)),
            Format::Json => json::render(self),
            Format::Markdown => Ok(markdown::render(self)),
        }
    }

    /// The operations that deviate, or had no response.
    fn untrue(&self) -> impl Iterator<Item = &Operation> {
        self.operations.iter().filter(|operation| operation.called > 0 && !operation.is_true())
    }

    fn verified(&self) -> impl Iterator<Item = &Operation> {
        self.operations.iter().filter(|operation| operation.is_true())
    }

    fn not_called(&self) -> impl Iterator<Item = (&Operation, &str)> {
        self.operations.iter().filter_map(|operation| Some((operation, operation.not_called.as_deref()?)))
    }

    /// The lines that say how far the run came.
    fn summary(&self) -> Vec<String> {
        let Self { requests, limit, not_get, .. } = self;
        let (untrue, verified) = (self.untrue().count(), self.verified().count());
        let not_called = self.not_called().count();
        let verdict = match (untrue, verified) {
            (0, 0) => "Verdict: none, nothing was called",
            (0, _) => "Verdict: true, as far as it was called",
            _ => "Verdict: not true",
        };
        let mut lines = vec![
            verdict.to_owned(),
            format!("GET operations: {untrue} not as declared, {verified} as declared, {not_called} not called"),
            format!("Other operations, which are never called: {not_get}"),
            format!("Requests: {requests} of at most {limit}"),
        ];
        if !self.errors_compared {
            lines.push(
                "Not compared: the bodies of errors, since they are declared in a way that has no types".to_owned(),
            );
        }
        lines.extend(self.ended.map(|end| format!("Ended early: {end}")));
        lines
    }
}
