//! The section of `CHANGELOG.md` that becomes that of a release.

use std::{path::PathBuf, time::SystemTime};

use anyhow::{Context as _, Result, ensure};
use chrono::{DateTime, Utc};
use perennial_codegen::input;

use crate::{
    changelog::unreleased,
    workspace::{self, Workspace},
};

/// The changelog of a workspace.
pub struct Changelog {
    /// The file.
    pub path: PathBuf,
    text: String,
}

impl Changelog {
    /// Reads it.
    ///
    /// # Errors
    /// A file that is not there, or cannot be read.
    pub fn read(workspace: &Workspace) -> Result<Self> {
        let path = workspace.path(workspace::CHANGELOG);
        let text = input::text(&path)?.context("there is no CHANGELOG.md, which tells users what a release changes")?;
        Ok(Self { path, text })
    }

    /// Returns `true` if it has a section of this version.
    pub fn has(&self, version: &str) -> bool {
        let title = |line: &str| line.strip_prefix("## ")?.split_whitespace().next().map(str::to_owned);
        self.text.lines().filter_map(title).any(|title| title.trim_matches(['[', ']']) == version)
    }

    /// Makes sure that users are told something.
    ///
    /// # Errors
    /// A section of what is unreleased that is not there, or has no text.
    pub fn is_told(&self) -> Result<()> {
        let (_, section, _) = unreleased(&self.text);
        let is_text = |line: &str| !line.is_empty() && !line.starts_with('#') && !line.starts_with("<!--");
        let is_told = section.lines().any(|line| is_text(line.trim()));
        ensure!(
            is_told,
            "CHANGELOG.md has nothing below `## Unreleased`: write there what this release changes for users"
        );
        Ok(())
    }

    /// Returns `true` if a line of what is unreleased says so.
    pub fn tells_what_breaks(&self) -> bool {
        unreleased(&self.text).1.contains("**Breaking")
    }

    /// Returns the heading of the release of today, and the text with it.
    pub fn released(&self, version: &str) -> (String, String) {
        let (before, section, after) = unreleased(&self.text);
        let (above, heading) = before.rsplit_once("## ").unwrap_or((&before, ""));
        let title = if heading.trim_start().starts_with('[') { format!("[{version}]") } else { version.to_owned() };
        let today = DateTime::<Utc>::from(SystemTime::now()).date_naive();
        let heading = format!("## {title} - {today}");
        let text = format!("{above}{heading}{section}{after}");
        (heading, text)
    }
}
