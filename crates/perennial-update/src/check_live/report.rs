//! The calls of a run, and in what the responses deviate: nothing of it is a value that the service sent.

use std::{collections::BTreeMap, fmt};

use anyhow::Result;
use perennial_codegen::text::printable::printable;
use serde::Serialize;

use crate::{
    format::Format,
    outline::{Group, Outline, Section},
    report::json,
    values::{Finding, Findings},
};

/// The report of one run, which fills it in.
#[derive(Debug, Default, Serialize)]
pub struct Report {
    /// The path of the document.
    pub document: String,
    /// The base URL.
    pub service: String,
    /// The names of the variables that have credentials.
    #[serde(skip)]
    pub variables: Vec<String>,
    /// The number of requests that were sent.
    pub requests: usize,
    /// The maximum number of requests.
    pub limit: usize,
    /// The reason why not all was called that can be.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ended: Option<End>,
    /// Operations of the document that are not GET, which are never called.
    pub not_get: usize,
    /// All GETs, in the document's order.
    pub operations: Vec<Called>,
}

/// The reason why a run ended before all that can be called was called.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum End {
    OutOfRequests,
    Unauthorized,
    TooManyRequests,
    Unreachable,
    /// By the signal of this number.
    Interrupted(i32),
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::OutOfRequests => "all requests were used up",
            Self::Unauthorized => "the service refused the credentials (401)",
            Self::TooManyRequests => "the service asked for fewer requests (429): run the command later",
            Self::Unreachable => "several requests in a row had no response: check the base URL and the network",
            Self::Interrupted(_) => "it was interrupted",
        })
    }
}

/// The outcome of calling one operation.
#[derive(Debug, Default, Serialize)]
pub struct Called {
    pub id: String,
    pub path: String,
    /// The number of calls.
    pub called: usize,
    /// The number of values of its responses that were compared with what is declared: of an empty list, only itself.
    pub compared: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub not_called: Option<String>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub statuses: BTreeMap<u16, usize>,
    /// The reasons why there was no whole response.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub failures: BTreeMap<String, usize>,
    #[serde(skip_serializing_if = "Findings::is_empty")]
    pub findings: Findings,
}

impl Called {
    /// `true` if it was called, and all responses were as declared.
    fn is_true(&self) -> bool {
        self.called > 0 && self.failures.is_empty() && self.findings.is_empty()
    }

    /// Lists why there were no whole responses, and in what the others deviate.
    fn deviations(&self) -> Vec<String> {
        let failures = self.failures.iter().map(|(why, count)| format!("{why} ({count})"));
        failures.chain(self.findings.list().iter().map(Finding::to_string)).collect()
    }

    /// `3 times: 200, 404 (2); 17 values`
    fn calls(&self) -> String {
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

impl Report {
    /// Returns `true` if all responses were as declared, and no failure kept others from being seen.
    pub fn is_true(&self) -> bool {
        let is_true = |called: &Called| called.called == 0 || called.is_true();
        matches!(self.ended, None | Some(End::OutOfRequests)) && self.operations.iter().all(is_true)
    }

    /// The report as it is printed.
    ///
    /// # Errors
    /// None that a report can cause.
    pub fn render(&self, format: Format) -> Result<String> {
        Ok(match format {
            Format::Text => printable(&format!("Document: {}", self.document)) + "\n" + &self.outline().text(),
            Format::Json => json::render(self)?,
            Format::Markdown => self.outline().markdown(),
        })
    }

    /// The report for people: what is not true first.
    fn outline(&self) -> Outline {
        let (mut untrue, mut verified, mut not_called) = (Vec::new(), Vec::new(), Vec::new());
        for called in &self.operations {
            let (groups, says, entries) = match &called.not_called {
                Some(why) => (&mut not_called, why.clone(), Vec::new()),
                None if called.is_true() => (&mut verified, called.calls(), Vec::new()),
                None => (&mut untrue, called.calls(), called.deviations()),
            };
            let title = format!("`GET {}` (`{}`): {says}", called.path, called.id);
            groups.push(Group { title, entries, ..Group::default() });
        }
        let facts = self.facts([&untrue, &verified, &not_called].map(Vec::len));
        let sections = [("Not as declared", untrue), ("As declared", verified), ("Not called", not_called)];
        let section = |(title, groups)| Section { title: String::from(title), groups, ..Section::default() };
        let title = format!("The document and {}", self.service);
        Outline { command: String::new(), title, facts, sections: sections.map(section).into() }
    }

    /// Summarises the verdict and how far the run came.
    fn facts(&self, [untrue, verified, not_called]: [usize; 3]) -> Vec<String> {
        let Self { requests, limit, not_get, .. } = self;
        let verdict = match (untrue, verified) {
            (0, 0) => "none, nothing was called",
            (0, _) => "true, as far as it was called",
            _ => "not true",
        };
        let lines = [
            format!("Verdict: {verdict}"),
            format!("GET operations: {untrue} not as declared, {verified} as declared, {not_called} not called"),
            format!("Other operations, which are never called: {not_get}"),
            format!("Requests: {requests} of at most {limit}"),
        ];
        lines.into_iter().chain(self.ended.map(|end| format!("Ended early: {end}{}", self.remedy(end)))).collect()
    }

    /// Names what the credentials are from, where they are the reason.
    fn remedy(&self, end: End) -> String {
        let variables: Vec<_> = self.variables.iter().map(|name| format!("`{name}`")).collect();
        match end {
            End::Unauthorized if !variables.is_empty() => format!(": check {}", variables.join(" and ")),
            _ => String::new(),
        }
    }
}
