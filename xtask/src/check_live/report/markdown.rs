//! The report for an issue or a pull request.

use monitoring_service_codegen::text::printable::printable;

use super::{Operation, Report};

/// The report as Markdown.
pub fn render(report: &Report) -> String {
    let mut lines = vec![format!("## The document and {}", code(&report.service)), String::new()];
    lines.extend(report.summary().iter().map(|line| format!("- {line}")));
    section(&mut lines, "Not as declared", report.untrue().flat_map(details));
    section(&mut lines, "As declared", report.verified().map(|it| format!("- {}: {}", name(it), it.calls())));
    let not_called = report.not_called().map(|(it, why)| format!("- {}: {}", name(it), escaped(why)));
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
    lines.extend(operation.failures.iter().map(|(reason, count)| format!("  - {} ({count})", escaped(reason))));
    lines.extend(operation.findings.iter().map(|finding| {
        let says = escaped(&finding.to_string());
        finding.path().map_or_else(|| format!("  - {says}"), |place| format!("  - {}: {says}", code(place)))
    }));
    lines
}

/// Text of the document as code, which it cannot end.
fn code(text: &str) -> String {
    let text = printable(text);
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or_default();
    let fence = "`".repeat(longest + 1);
    let space = if longest > 0 { " " } else { "" };
    format!("{fence}{space}{text}{space}{fence}")
}

/// Text in which nothing is markup.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for c in printable(text).chars() {
        if c.is_ascii_punctuation() && !".,;:()-/".contains(c) {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_ends_the_code_or_the_line_that_it_is_in() {
        assert_eq!(code("GET /a"), "`GET /a`");
        assert_eq!(code("a``b`"), "``` a``b` ```");
        assert_eq!(code("a\n# b"), r"`a\n# b`");
        assert_eq!(escaped("<b>*x*</b> `y`"), r"\<b\>\*x\*\</b\> \`y\`");
    }
}
