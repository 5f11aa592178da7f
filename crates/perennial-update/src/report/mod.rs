//! The report of an update for maintainers: for the changelog, the version, and what to look at.

mod adaptations;
pub mod json;
mod outline;
mod subject;
mod version;

pub use adaptations::AppliedRule;
pub use subject::{FileOutcome, Outcome, Subject, Update};

use anyhow::Result;
use perennial_codegen::text::printable::printable;
use serde::{Serialize, Serializer};
use serde_json::json;

use crate::{
    behaviour::BehaviourChange,
    diff::{Comparison, Verdict},
    format::Format,
    verify::Place,
    workspace::Workspace,
};

/// The version of the form that reports have as JSON: it counts up where a field gets another name or meaning, or goes.
pub const VERSION: u32 = 2;

/// The report of one run.
#[derive(Debug, Serialize)]
pub struct Report {
    /// [`VERSION`].
    report_version: u32,
    /// How the tasks are called.
    #[serde(skip)]
    pub command: String,
    /// The path of the workspace.
    pub workspace: String,
    /// The documents that were compared, and why.
    #[serde(flatten)]
    pub subject: Subject,
    /// The verdict on the changes for consumers.
    #[serde(flatten, serialize_with = "with_verdict")]
    pub judgement: Judgement,
    /// The version that the package has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// The lowest version that the package can be published with after this.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_version: Option<String>,
    /// The verdict on the changes since the last release; `None` in a report of two documents that are not vendored.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub release: Option<Release>,
    /// The examples that have to be changed by hand; `None` if that was not verified.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to_change: Option<Vec<Place>>,
    /// The places where the examples use what is deprecated now: they compile, but not without a warning.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub deprecated_uses: Vec<Place>,
    /// The differences; `None` for an unchanged document.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub comparison: Option<Comparison>,
    /// The adaptations without which nothing could be generated from the document.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub adaptations: Vec<AppliedRule>,
    /// The differences that no Rust name shows, the gravest first. They have no effect on the verdict.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub behaviour: Vec<BehaviourChange>,
    /// The JSON pointers of the summaries and descriptions that differ.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub texts: Vec<String>,
}

/// The verdict on the changes since the last release.
#[derive(Debug, Serialize)]
pub struct Release {
    /// Its version.
    pub version: String,
    /// The verdict for those who have it.
    #[serde(flatten)]
    pub judgement: Judgement,
}

/// The verdict on changes, or the reason why there is none.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub enum Judgement {
    /// The changes were compared.
    Compared {
        /// The verdict on them.
        verdict: Verdict,
    },
    /// There was nothing to compare with.
    NotCompared {
        /// The reason.
        not_compared: String,
    },
}

impl Judgement {
    /// Returns the verdict, if there is one.
    pub fn verdict(&self) -> Option<Verdict> {
        match self {
            Self::Compared { verdict } => Some(*verdict),
            Self::NotCompared { .. } => None,
        }
    }
}

/// Serializes a judgement with a `verdict` in any case, which is `null` if there is none.
fn with_verdict<S: Serializer>(judgement: &Judgement, serializer: S) -> Result<S::Ok, S::Error> {
    let reason = match judgement {
        Judgement::Compared { .. } => None,
        Judgement::NotCompared { not_compared } => Some(("not_compared", json!(not_compared))),
    };
    serializer.collect_map([("verdict", json!(judgement.verdict()))].into_iter().chain(reason))
}

impl Report {
    /// The report of two documents that differ, and may not have been compared for a reason.
    pub fn new(
        workspace: &Workspace,
        subject: Subject,
        comparison: Comparison,
        not_compared: Option<String>,
        adaptations: Vec<AppliedRule>,
    ) -> Self {
        let judgement = match not_compared {
            None => Judgement::Compared { verdict: comparison.verdict() },
            Some(not_compared) => Judgement::NotCompared { not_compared },
        };
        Self { judgement, comparison: Some(comparison), adaptations, ..Self::unchanged(workspace, subject) }
    }

    /// The report of a run that found nothing to compare.
    pub fn unchanged(workspace: &Workspace, subject: Subject) -> Self {
        Self {
            report_version: VERSION,
            command: workspace.command().to_owned(),
            workspace: workspace.shown(),
            subject,
            judgement: Judgement::Compared { verdict: Verdict::NoChange },
            version: None,
            next_version: None,
            release: None,
            to_change: None,
            deprecated_uses: Vec::new(),
            comparison: None,
            adaptations: Vec::new(),
            behaviour: Vec::new(),
            texts: Vec::new(),
        }
    }

    /// With the version that the package has, and the next one.
    pub fn for_package(self, version: &str, release: Release) -> Self {
        let next_version = next_version(version, &release, self.judgement.verdict());
        Self { version: Some(version.to_owned()), next_version, release: Some(release), ..self }
    }

    /// The report for people, which does not say where it is from.
    pub fn text(&self) -> String {
        outline::outline(self).text()
    }

    /// The report as it is printed.
    ///
    /// # Errors
    /// None that a report can cause.
    pub fn render(&self, format: Format) -> Result<String> {
        match format {
            Format::Text => Ok(format!("{}\n{}", in_workspace(&self.workspace), self.text())),
            Format::Json => json::render(self),
            Format::Markdown => Ok(outline::outline(self).markdown()),
        }
    }
}

/// The lowest version after `version`: users have the last release, and not what was vendored since. Where that is not
/// known, the changes are those of the `update`.
pub fn next_version(version: &str, release: &Release, update: Option<Verdict>) -> Option<String> {
    version::next(version, release.judgement.verdict().or(update)?)
}

/// The first line of what a terminal shows: which checkout it is about.
pub fn in_workspace(workspace: &str) -> String {
    printable(&format!("Workspace: {workspace}"))
}
