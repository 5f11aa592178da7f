//! What no Rust name shows, for people: by severity and rule, equal differences in one line.

use super::heading::heading;
use crate::behaviour::Finding;

/// How many lines of one rule are listed; the report for machines has them all.
const LISTED: usize = 12;

const MEANING: &str = "error: calls that worked may be refused; warning: they may do or give something else";

/// The section, if there is anything in it.
pub fn lines(findings: &[Finding]) -> Vec<String> {
    if findings.is_empty() {
        return Vec::new();
    }
    let mut lines = heading(&format!("What no Rust name shows ({}), with no effect on the verdict", findings.len()));
    lines.push(MEANING.to_owned());
    for of_rule in findings.chunk_by(|one, other| one.rule.id == other.rule.id) {
        lines.extend(rule(of_rule));
    }
    lines
}

fn rule(findings: &[Finding]) -> Vec<String> {
    let Some(Finding { rule, .. }) = findings.first() else { return Vec::new() };
    let mut lines = vec![format!("  {} {}: {} ({})", rule.severity.word(), rule.id, rule.title, findings.len())];
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::behaviour::RULES;

    fn of_rule(rule: usize, count: usize, description: impl Fn(usize) -> String) -> Vec<Finding> {
        let finding =
            |index| Finding { rule: RULES[rule], place: format!("A.f{index}"), description: description(index) };
        (0..count).map(finding).collect()
    }

    #[test]
    fn equal_differences_are_one_line_and_of_many_the_first_are_listed() {
        let last = RULES.len() - 1;
        let equal = of_rule(0, 3, |_| "is read-only".to_owned());
        let lines = lines(&[equal, of_rule(last, 15, |index| index.to_string())].concat());
        assert_eq!(lines[1], "What no Rust name shows (18), with no effect on the verdict");
        assert_eq!(lines[4], format!("  error {}: {} (3)", RULES[0].id, RULES[0].title));
        assert_eq!(lines[5], "      A.f0 and 2 more: is read-only");
        assert_eq!(lines[6], format!("  warning {}: {} (15)", RULES[last].id, RULES[last].title));
        assert_eq!((lines[7].as_str(), lines[18].as_str()), ("      A.f0: 0", "      A.f11: 11"));
        assert_eq!(lines[19..], ["      and 3 others"]);
    }

    #[test]
    fn without_differences_there_is_no_section() {
        assert_eq!(lines(&[]), [""; 0]);
    }
}
