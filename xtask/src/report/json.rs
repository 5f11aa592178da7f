//! The report for machines.

use anyhow::{Context as _, Result};

use super::Report;

/// The report as JSON.
///
/// # Errors
/// None that a report can cause.
pub fn of(report: &Report) -> Result<String> {
    let text = serde_json::to_string_pretty(report).context("the report cannot be written as JSON")?;
    Ok(text + "\n")
}
