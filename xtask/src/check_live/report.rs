//! What was called, and in what the responses deviate: nothing of it is a value that the service sent.

use std::{collections::BTreeMap, fmt};

use anyhow::Result;
use monitoring_service_codegen::text::printable::printable;
use serde::{Serialize, Serializer};

use super::findings::Findings;
use crate::{format::Format, markdown, report::json};

/// The report of one run, which fills it in.
#[derive(Debug, Serialize)]
pub struct Report {
    /// The base URL.
    pub service: String,
    /// How many requests were sent.
    pub requests: usize,
    /// How many may be.
    pub limit: usize,
    /// Why not all was called that can be.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ended: Option<End>,
    /// Whether the bodies of errors were compared with what is declared.
    pub errors_compared: bool,
    /// Operations of the document that are not GET, which are never called.
    pub not_get: usize,
    /// All GETs, in the document's order.
    pub operations: Vec<Called>,
}

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
#[derive(Debug, Default, Serialize)]
pub struct Called {
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
    #[serde(skip_serializing_if = "Findings::is_empty")]
    pub findings: Findings,
}

impl Called {
    /// Whether all responses were as declared.
    fn is_true(&self) -> bool {
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
        match (statuses.is_empty(), self.compared) {
            (true, _) => times,
            (false, 1) => format!("{times}: {}; 1 value", statuses.join(", ")),
            (false, values) => format!("{times}: {}; {values} values", statuses.join(", ")),
        }
    }
}

impl Report {
    /// Whether all responses were as declared, and no failure kept others from being seen.
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
            Format::Text => self.lines(&TEXT).iter().map(|line| printable(line) + "\n").collect(),
            Format::Json => json::render(self)?,
            Format::Markdown => self.lines(&MARKDOWN).join("\n") + "\n",
        })
    }

    /// The report for people: what is not true first.
    fn lines(&self, style: &Style) -> Vec<String> {
        let Style { code, prose, items: [outer, inner], .. } = style;
        let (mut untrue, mut verified, mut not_called) = (Vec::new(), Vec::new(), Vec::new());
        let mut count = 0;
        for called in &self.operations {
            let name = format!("{outer}{} ({})", code(&format!("GET {}", called.path)), code(&called.id));
            if let Some(why) = &called.not_called {
                not_called.push(format!("{name}: {}", prose(why)));
                continue;
            }
            let line = format!("{name}: {}", called.calls());
            if called.is_true() {
                verified.push(line);
                continue;
            }
            count += 1;
            untrue.push(line);
            untrue.extend(called.failures.iter().map(|(why, count)| format!("{inner}{} ({count})", prose(why))));
            untrue.extend(called.findings.list().iter().map(|finding| {
                let place = finding.path().map(|place| code(place) + ": ").unwrap_or_default();
                format!("{inner}{place}{}", prose(&finding.to_string()))
            }));
        }
        let mut lines = vec![format!("{}The document and {}", style.title, code(&self.service)), String::new()];
        let summary = self.summary([count, verified.len(), not_called.len()]);
        lines.extend(summary.iter().map(|line| format!("{}{line}", style.summary)));
        for (title, section) in [("Not as declared", untrue), ("As declared", verified), ("Not called", not_called)] {
            if !section.is_empty() {
                lines.extend([vec![String::new()], (style.heading)(title), section].concat());
            }
        }
        lines
    }

    /// The lines that say how far the run came.
    fn summary(&self, [untrue, verified, not_called]: [usize; 3]) -> Vec<String> {
        let Self { requests, limit, not_get, .. } = self;
        let verdict = match (untrue, verified) {
            (0, 0) => "none, nothing was called",
            (0, _) => "true, as far as it was called",
            _ => "not true",
        };
        let mut lines = vec![
            format!("Verdict: {verdict}"),
            format!("GET operations: {untrue} not as declared, {verified} as declared, {not_called} not called"),
            format!("Other operations, which are never called: {not_get}"),
            format!("Requests: {requests} of at most {limit}"),
        ];
        if !self.errors_compared {
            let why = "since they are declared in a way that has no types";
            lines.push(format!("Not compared: the bodies of errors, {why}"));
        }
        lines.extend(self.ended.map(|end| format!("Ended early: {end}")));
        lines
    }
}

/// How a report for people is written.
struct Style {
    title: &'static str,
    summary: &'static str,
    heading: fn(&str) -> Vec<String>,
    /// What stands before an operation, and before what is found of it.
    items: [&'static str; 2],
    code: fn(&str) -> String,
    prose: fn(&str) -> String,
}

const TEXT: Style = Style {
    title: "",
    summary: "",
    heading: |title| vec![title.to_owned(), "-".repeat(title.len())],
    items: ["  ", "    "],
    code: str::to_owned,
    prose: str::to_owned,
};

const MARKDOWN: Style = Style {
    title: "## ",
    summary: "- ",
    heading: |title| vec![format!("### {title}"), String::new()],
    items: ["- ", "  - "],
    code: markdown::code,
    prose: markdown::prose,
};
