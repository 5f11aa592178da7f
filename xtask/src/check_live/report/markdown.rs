//! The report for an issue or a pull request.

use super::{Operation, Report};
use crate::markdown::{code, prose};

/// The report as Markdown.
pub fn render(report: &Report) -> String {
    let mut lines = vec![format!("## The document and {}", code(&report.service)), String::new()];
    lines.extend(report.summary().iter().map(|line| format!("- {line}")));
    section(&mut lines, "Not as declared", report.untrue().flat_map(details));
    section(&mut lines, "As declared", report.verified().map(|it| format!("- {}: {}", name(it), it.calls())));
    let not_called = report.not_called().map(|(it, why)| format!("- {}: {}", name(it), prose(why)));
    section(&mut lines, "Not called", not_called);
    lines.join("\n") + "\n"
}

fn section(lines: &mut Vec<String>, title: &str, of: impl Iterator<Item = String>) {
    let of: Vec<String> = of.collect();
    if !of.is_empty() {
        lines.extend([String::new(), format!("### {title}"), String::new()]);
        lines.extend(of);
    }
}

fn name(operation: &Operation) -> String {
    format!("{} ({})", code(&format!("GET {}", operation.path)), code(&operation.id))
}

fn details(operation: &Operation) -> Vec<String> {
    let mut lines = vec![format!("- {}: {}", name(operation), operation.calls())];
    lines.extend(operation.failures.iter().map(|(reason, count)| format!("  - {} ({count})", prose(reason))));
    lines.extend(operation.findings.iter().map(|finding| {
        let says = prose(&finding.to_string());
        finding.path().map_or_else(|| format!("  - {says}"), |place| format!("  - {}: {says}", code(place)))
    }));
    lines
}
