//! The report for people.

use monitoring_service_codegen::text::printable::printable;

use super::{Operation, Report};

/// The report as text.
pub fn render(report: &Report) -> String {
    lines(report).iter().map(|line| printable(line) + "\n").collect()
}

fn lines(report: &Report) -> Vec<String> {
    let mut lines = vec![format!("The document and {}", report.service), String::new()];
    lines.extend(report.summary());
    section(&mut lines, "Not as declared", report.untrue().flat_map(details));
    section(&mut lines, "As declared", report.verified().map(|it| format!("  {}: {}", name(it), it.calls())));
    section(&mut lines, "Not called", report.not_called().map(|(it, why)| format!("  {}: {why}", name(it))));
    lines
}

fn section(lines: &mut Vec<String>, title: &str, of: impl Iterator<Item = String>) {
    let of: Vec<String> = of.collect();
    if !of.is_empty() {
        lines.extend([String::new(), title.to_owned(), "-".repeat(title.len())]);
        lines.extend(of);
    }
}

fn name(operation: &Operation) -> String {
    format!("GET {} ({})", operation.path, operation.id)
}

fn details(operation: &Operation) -> Vec<String> {
    let mut lines = vec![format!("  {}: {}", name(operation), operation.calls())];
    lines.extend(operation.failures.iter().map(|(reason, count)| format!("    {reason} ({count})")));
    lines.extend(operation.findings.iter().map(|finding| match finding.path() {
        Some(place) => format!("    {place}: {finding}"),
        None => format!("    {finding}"),
    }));
    lines
}
