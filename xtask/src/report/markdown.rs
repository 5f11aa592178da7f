//! The report as the text of a pull request: the verdict, then what callers do, then the rest, folded.

use std::iter;

use monitoring_service_codegen::text::printable::printable;

use super::{AppliedRule, Release, Report, Subject, THEN_RUN, meaning};
use crate::{
    behaviour::Finding,
    diff::{Comparison, Deprecations, Rename, RenamedKind, UnlistedValue},
    markdown::{code, prose},
    news::{News, Topic, news},
    verify::Place,
};

/// GitHub refuses texts of more than 65,536 characters; the headings take less than the difference.
const SPACE: usize = 56_000;

/// The report as Markdown.
pub fn render(report: &Report) -> String {
    let mut lines = vec![verdict(report)];
    lines.extend(report.release.as_ref().and_then(|release| of_release(release, report)));
    lines.push(match &report.subject {
        Subject::Update(update) => format!("The document is that of {}.", code(&update.source)),
        Subject::Documents { before, after } => format!("From {} to {}.", code(before), code(after)),
    });
    lines.extend(report.comparison.as_ref().map(counts));
    let mut lines: Vec<String> = lines.into_iter().flat_map(|line| [line, String::new()]).collect();
    let mut space = SPACE;
    for section in sections(report) {
        lines.extend(section.lines(&mut space));
    }
    lines.pop();
    lines.iter().flat_map(|line| line.split('\n')).map(|line| printable(line) + "\n").collect()
}

/// What it means for those who have the last release, if that is known, and which version that makes.
fn verdict(report: &Report) -> String {
    let released = report.release.as_ref().and_then(|release| Some((release, release.verdict?)));
    let (since, verdict) = match released {
        Some((release, verdict)) => (format!(" since the release {}", release.version), meaning(verdict).to_owned()),
        None => (String::new(), of_update(report)),
    };
    let version = report.version.as_ref().zip(report.next_version.as_ref());
    let version = version.map(|(version, next)| format!(" The next version is at least **{next}**, after {version}."));
    format!("**Verdict{since}:** {verdict}.{}", version.unwrap_or_default())
}

fn of_update(report: &Report) -> String {
    let not_compared = || format!("none, there is nothing to compare with: {}", reason(report.not_compared.as_ref()));
    report.verdict.map_or_else(not_compared, |verdict| meaning(verdict).to_owned())
}

fn reason(not_compared: Option<&String>) -> String {
    prose(not_compared.map(String::as_str).unwrap_or_default())
}

/// Where the last release and this update are told apart.
fn of_release(release: &Release, report: &Report) -> Option<String> {
    let Release { version, verdict, not_compared, .. } = release;
    if not_compared.is_some() {
        return Some(format!("Not compared with the release {version}: {}.", reason(not_compared.as_ref())));
    }
    (*verdict != report.verdict).then(|| format!("This update alone: {}.", of_update(report)))
}

fn counts(Comparison { operations, types, .. }: &Comparison) -> String {
    format!(
        "Operations: {} before, {} after. Types: {} before, {} after.",
        operations.before, operations.after, types.before, types.after
    )
}

/// Some lines below a title.
struct Section {
    title: String,
    is_folded: bool,
    /// The head of a table.
    head: &'static [&'static str],
    lines: Vec<String>,
    /// What is said after them.
    after: &'static str,
}

impl Section {
    fn open(title: &str, lines: Vec<String>) -> Self {
        Self { title: title.to_owned(), is_folded: false, head: &[], lines, after: "" }
    }

    fn folded(title: &str, lines: Vec<String>) -> Self {
        let title = format!("{title} ({})", lines.len());
        Self { is_folded: true, ..Self::open(&title, lines) }
    }

    /// With as many lines as there is space for; half of it is left to those that follow.
    fn lines(self, space: &mut usize) -> Vec<String> {
        let Self { title, is_folded, head, lines, after } = self;
        if lines.is_empty() {
            return Vec::new();
        }
        let mut left = *space / 2;
        let fits = |line: &&String| match left.checked_sub(line.len() + 1) {
            Some(less) => {
                left = less;
                true
            }
            None => false,
        };
        let shown: Vec<String> = lines.iter().take_while(fits).cloned().collect();
        *space -= shown.iter().map(|line| line.len() + 1).sum::<usize>();
        let more = lines.len() - shown.len();
        let title = if is_folded { format!("<details><summary>{title}</summary>") } else { format!("## {title}") };
        let mut section = vec![title, String::new()];
        section.extend(head.iter().map(|line| (*line).to_owned()));
        section.extend(shown);
        section.push(String::new());
        if more > 0 {
            section.extend([format!("… and {more} more: see `cargo xtask diff`"), String::new()]);
        }
        if !after.is_empty() {
            section.extend([after.to_owned(), String::new()]);
        }
        if is_folded {
            section.extend(["</details>".to_owned(), String::new()]);
        }
        section
    }
}

fn sections(report: &Report) -> Vec<Section> {
    let Some(comparison) = &report.comparison else { return Vec::new() };
    let news = if report.not_compared.is_none() { news(comparison) } else { Vec::new() };
    let (breaking, others): (Vec<&News>, Vec<&News>) = news.iter().partition(|news| news.is_breaking);
    let breaking = |topic| breaking.iter().copied().filter(move |news| news.topic == topic);
    let sentences = |topic| breaking(topic).map(|news| format!("- {}", news.sentence())).collect();
    let changed: Vec<(&str, String)> =
        breaking(Topic::Changed).map(|news| (news.action.as_str(), news.sentence())).collect();
    let changed = changed.iter().map(|(action, sentence)| Line {
        title: action,
        below_title: sentence,
        alone: format!("{sentence}; {action}"),
    });
    // These are in the table.
    let others = others.into_iter().filter(|news| news.topic != Topic::Renamed).map(|news| Line {
        title: &news.subject,
        below_title: &news.description,
        alone: news.sentence(),
    });
    let to_change = report.to_change.as_deref().unwrap_or_default();
    let mut deprecated = Section::folded("Deprecated names, which still work", deprecations(&comparison.deprecations));
    deprecated.head = &["| | old | new |", "|---|---|---|"];
    vec![
        Section::open("What callers do: stop using what is removed", sentences(Topic::Removed)),
        Section::open("What callers do: follow what changed", grouped(changed)),
        Section::open("What callers do: use the new names", sentences(Topic::Renamed)),
        Section { after: THEN_RUN, ..Section::open("Examples to change by hand", places(to_change)) },
        Section::folded("Compatible changes", grouped(others)),
        deprecated,
        Section::folded("Examples that use deprecated names, and compile", places(&report.deprecated_uses)),
        Section::folded("What no Rust name shows, with no effect on the verdict", behaviour(&report.behaviour)),
        Section::folded("Adaptations of the document", report.adaptations.iter().filter_map(adaptation).collect()),
    ]
}

/// What differs beside the names, by rule.
fn behaviour(findings: &[Finding]) -> Vec<String> {
    let told: Vec<(String, String)> = findings
        .iter()
        .map(|Finding { rule, place, description }| {
            let title = format!("{}: {} (`{}`)", rule.severity.word(), rule.title, rule.id);
            (title, format!("{}: {}", code(place), prose(description)))
        })
        .collect();
    grouped(told.iter().map(|(title, place)| Line { title, below_title: place, alone: format!("{title}: {place}") }))
}

/// A line of a list, with what it may have in common with others.
struct Line<'a> {
    title: &'a str,
    below_title: &'a str,
    alone: String,
}

/// The lines by title, which stands before the first of several.
fn grouped<'a>(lines: impl Iterator<Item = Line<'a>>) -> Vec<String> {
    let mut groups = Vec::<Vec<Line<'a>>>::new();
    for line in lines {
        match groups.iter_mut().find(|group| group.iter().any(|other| other.title == line.title)) {
            Some(group) => group.push(line),
            None => groups.push(vec![line]),
        }
    }
    let lines = groups.into_iter().flat_map(|group| match group.as_slice() {
        [line] => vec![format!("- {}", line.alone)],
        group => {
            let titles = [format!("- {}:\n", group[0].title)].into_iter().chain(iter::repeat(String::new()));
            titles.zip(group).map(|(title, line)| format!("{title}  - {}", line.below_title)).collect()
        }
    });
    lines.collect()
}

fn places(places: &[Place]) -> Vec<String> {
    let line =
        |Place { file, line, reason }: &Place| format!("- {}: {}", code(&format!("{file}:{line}")), prose(reason));
    places.iter().map(line).collect()
}

fn adaptation(AppliedRule { title, before, after, .. }: &AppliedRule) -> Option<String> {
    let was = if before == after { String::new() } else { format!(" (was {before})") };
    (*before > 0 || *after > 0).then(|| format!("- {title}: {after}{was}"))
}

/// The rows of a table.
fn deprecations(Deprecations { renamed, values }: &Deprecations) -> Vec<String> {
    let values = values.iter().map(|UnlistedValue { of, variant, value }| {
        format!("| value no longer listed | {} | {} |", code(&format!("{of}::{variant}")), code(&format!("{value:?}")))
    });
    renamed.iter().map(rename).chain(values).collect()
}

fn rename(Rename { kind, of, former, present }: &Rename) -> String {
    let of = of.as_deref().map(|of| format!(" of {}", code(of))).unwrap_or_default();
    let what = match kind {
        RenamedKind::Operation => "operation",
        RenamedKind::Feature => "feature",
        RenamedKind::Tag => "tag",
        RenamedKind::ShortName => "short name",
        RenamedKind::Type => "type",
        RenamedKind::OperationSetter => "setter",
        RenamedKind::Variant => "variant",
    };
    let present = if present.is_empty() { String::new() } else { code(present) };
    format!("| {what}{of} | {} | {present} |", code(former))
}
