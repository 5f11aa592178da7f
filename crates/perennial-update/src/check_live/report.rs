//! Reports the calls that a run made, and how their responses deviate from the document. The report contains no value
//! that the service sent.

use std::{collections::BTreeMap, fmt};

use anyhow::Result;
use perennial_codegen::text::printable::printable;
use serde::Serialize;

use crate::{
    format::ReportFormat,
    markdown::join_names,
    outline::{EntryGroup, Outline, Section},
    report::json,
    values::{Finding, Findings},
};

/// The report on one run of `check-live`. During the run, the results are added to it.
#[derive(Debug, Default, Serialize)]
pub struct LiveReport {
    pub document: String,
    pub service: String,
    /// The names of the environment variables from which credentials were read.
    #[serde(skip)]
    pub variables: Vec<String>,
    pub requests: usize,
    /// The maximum number of requests that the run may send.
    pub limit: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ended: Option<RunEnd>,
    /// The number of operations that are not called because their method is not GET.
    pub not_get: usize,
    /// All GET operations, in the order of the document.
    pub operations: Vec<CalledOperation>,
}

/// The reason why a run ended before it had called every operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum RunEnd {
    OutOfRequests,
    Unauthorized,
    TooManyRequests,
    Unreachable,
    /// A signal with this number interrupted the run.
    Interrupted(i32),
}

impl fmt::Display for RunEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::OutOfRequests => "the maximum number of requests was reached",
            Self::Unauthorized => "the service refused the credentials (401)",
            Self::TooManyRequests => "the service asked for fewer requests (429): run the command later",
            Self::Unreachable => {
                "several consecutive requests received no response: check the base URL and the network"
            }
            Self::Interrupted(_) => "the run was interrupted",
        })
    }
}

#[derive(Debug, Default, Serialize)]
pub struct CalledOperation {
    pub id: String,
    pub path: String,
    pub called: usize,
    /// The number of values in response bodies that were compared with the document. An empty list counts as one value.
    pub compared: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub not_called: Option<String>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub statuses: BTreeMap<u16, usize>,
    /// The number of calls without a complete response, by reason.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub failures: BTreeMap<String, usize>,
    #[serde(skip_serializing_if = "Findings::is_empty")]
    pub findings: Findings,
}

impl CalledOperation {
    /// Returns `true` if the operation was called, and all responses were as the document declares them.
    fn is_true(&self) -> bool {
        self.called > 0 && self.failures.is_empty() && self.findings.is_empty()
    }

    /// Lists the reasons why calls received no response, followed by the deviations of the received responses.
    fn list_deviations(&self) -> Vec<String> {
        let failures = self.failures.iter().map(|(why, count)| format!("{why} ({count})"));
        failures.chain(self.findings.list_deviations().iter().map(Finding::to_string)).collect()
    }

    /// Summarises the calls of the operation, such as `3 times: 200, 404 (2); 17 values`.
    fn summarise_calls(&self) -> String {
        let times = if self.called == 1 { "once".to_owned() } else { format!("{} times", self.called) };
        let status = |(status, count): (&u16, &usize)| match count {
            1 => status.to_string(),
            _ => format!("{status} ({count})"),
        };
        let statuses: Vec<String> = self.statuses.iter().map(status).collect();
        match (statuses.is_empty(), self.compared) {
            (true, _) => times,
            (false, 1) => format!("{times}: {}; 1 value", statuses.join(", ")),
            (false, values) => format!("{times}: {}; {values} values", statuses.join(", ")),
        }
    }
}

impl LiveReport {
    /// Returns `true` if all responses were as the document declares them, and no failure ended the run.
    pub fn is_true(&self) -> bool {
        let is_true = |called: &CalledOperation| called.called == 0 || called.is_true();
        matches!(self.ended, None | Some(RunEnd::OutOfRequests)) && self.operations.iter().all(is_true)
    }

    /// Renders the report in a format.
    ///
    /// # Errors
    /// Returns an error if the report cannot be serialized, which never happens.
    pub fn render(&self, format: ReportFormat) -> Result<String> {
        Ok(match format {
            ReportFormat::Text => {
                printable(&format!("Document: {}", self.document)) + "\n" + &self.build_outline().render_text()
            }
            ReportFormat::Json => json::render(self)?,
            ReportFormat::Markdown => self.build_outline().render_markdown(),
        })
    }

    /// Builds the report for text and Markdown. The operations that deviate come first.
    fn build_outline(&self) -> Outline {
        let (mut untrue, mut verified, mut not_called) = (Vec::new(), Vec::new(), Vec::new());
        for called in &self.operations {
            let (groups, says, entries) = match &called.not_called {
                Some(why) => (&mut not_called, why.clone(), Vec::new()),
                None if called.is_true() => (&mut verified, called.summarise_calls(), Vec::new()),
                None => (&mut untrue, called.summarise_calls(), called.list_deviations()),
            };
            let title = format!("`GET {}` (`{}`): {says}", called.path, called.id);
            groups.push(EntryGroup { title, entries, ..EntryGroup::default() });
        }
        let facts = self.summarise_run([&untrue, &verified, &not_called].map(Vec::len));
        let sections =
            [("Deviations from the document", untrue), ("As declared", verified), ("Not called", not_called)];
        let section = |(title, groups)| Section { title: String::from(title), groups, ..Section::default() };
        let title = format!("The document and {}", self.service);
        Outline { title, facts, sections: sections.map(section).into(), ..Outline::default() }
    }

    /// Summarises whether the service behaves as the document declares, and how much of it was checked.
    fn summarise_run(&self, [untrue, verified, not_called]: [usize; 3]) -> Vec<String> {
        let Self { requests, limit, not_get, .. } = self;
        let verdict = match (untrue, verified) {
            (0, 0) => "none, because no operation was called".to_owned(),
            (0, _) if not_called > 0 => {
                format!("no deviations in the operations that were called, but {not_called} not called")
            }
            (0, _) => "no deviations in the operations that were called".to_owned(),
            _ => "the service deviates from the document".to_owned(),
        };
        let lines = [
            format!("Verdict: {verdict}"),
            format!("GET operations: {untrue} with deviations, {verified} without deviations, {not_called} not called"),
            format!("Operations with other methods, which are never called: {not_get}"),
            format!("Requests: {requests} of at most {limit}"),
        ];
        lines.into_iter().chain(self.ended.map(|end| format!("Ended early: {end}{}", self.remedy(end)))).collect()
    }

    /// If the service refused the credentials, names the environment variables to check.
    fn remedy(&self, end: RunEnd) -> String {
        match end {
            RunEnd::Unauthorized if !self.variables.is_empty() => format!(": check {}", join_names(&self.variables)),
            _ => String::new(),
        }
    }
}
