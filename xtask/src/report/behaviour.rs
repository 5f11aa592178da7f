//! What no Rust name shows, for people: by severity and rule, equal differences in one line.

use super::text::heading;
use crate::behaviour::{Finding, Severity};

/// How many lines of one rule are listed; the report for machines has them all.
const LISTED: usize = 12;

/// The section, if there is anything in it.
pub fn lines(findings: &[Finding]) -> Vec<String> {
    if findings.is_empty() {
        return Vec::new();
    }
    let mut lines = heading(&format!("What no Rust name shows ({}), with no effect on the verdict", findings.len()));
    for of_rule in findings.chunk_by(|one, other| one.rule.id == other.rule.id) {
        lines.extend(rule(of_rule));
    }
    lines
}

fn rule(findings: &[Finding]) -> Vec<String> {
    let Some(Finding { rule, .. }) = findings.first() else { return Vec::new() };
    let severity = match rule.severity {
        Severity::Error => "error: calls may be refused",
        Severity::Warning => "warning",
        Severity::Info => "info",
    };
    let mut lines = vec![format!("  {} ({severity}): {} ({})", rule.id, rule.title, findings.len())];
    let mut equal: Vec<(&Finding, usize)> = Vec::new();
    for finding in findings {
        match equal.iter_mut().find(|(other, _)| other.description == finding.description) {
            Some((_, more)) => *more += 1,
            None => equal.push((finding, 0)),
        }
    }
    let left = equal.len().saturating_sub(LISTED);
    let listed = equal.into_iter().take(LISTED).map(|(Finding { place, description, .. }, more)| match more {
        0 => format!("      {place}: {description}"),
        _ => format!("      {place} and {more} more: {description}"),
    });
    lines.extend(listed);
    lines.extend((left > 0).then(|| format!("      and {left} others")));
    lines
}
