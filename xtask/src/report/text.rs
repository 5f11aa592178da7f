//! The report for people: a summary first, then what breaks, then the rest.

use monitoring_service_codegen::printable::printable;

use super::{AppliedRule, Outcome, Report};
use crate::diff::{
    Change, Comparison, Deprecations, Effect, Item, Kind, Part, Rename, RenamedKind, UnlistedValue, Verdict,
};

/// Rules that were applied at more places are only counted.
const RARE: usize = 12;
const WIDTH: usize = 100;
const MARKS: &str = "Below, `!` marks what breaks callers, and `+` what does not.";

/// The report as text.
pub fn of(report: &Report) -> String {
    lines(report).iter().map(|line| printable(line) + "\n").collect()
}

fn lines(report: &Report) -> Vec<String> {
    let mut lines = vec![outcome(report)];
    if report.outcome == Outcome::Unchanged {
        return lines;
    }
    lines.push(String::new());
    lines.extend(verdict(report));
    if let Some(comparison) = &report.comparison {
        lines.push(String::new());
        lines.extend(summary(comparison, report.not_compared.is_none()));
        lines.extend(adaptations(&report.adaptations));
        if report.not_compared.is_none() && report.verdict != Some(Verdict::NoChange) {
            lines.extend([String::new(), MARKS.to_owned()]);
            lines.extend(details(comparison));
        }
    }
    lines
}

fn outcome(report: &Report) -> String {
    let Report { source, outcome, former_names_file, manifest_file, public_api_file, .. } = report;
    let document = match outcome {
        Outcome::Unchanged => format!("openapi.json is up to date with {source}"),
        Outcome::Updated => format!("openapi.json updated from {source}"),
        Outcome::Behind => format!("openapi.json differs from {source}, and was not written"),
    };
    let public_api = match (public_api_file, outcome) {
        (Outcome::Unchanged, Outcome::Unchanged) if *manifest_file == Outcome::Unchanged => ": nothing to do",
        (Outcome::Unchanged, _) => "",
        (Outcome::Updated, _) => "; public-api.txt updated",
        (Outcome::Behind, Outcome::Unchanged) => "; public-api.txt does not match openapi.json, and was not written",
        (Outcome::Behind, _) => "; public-api.txt would change",
    };
    let former_names = match former_names_file {
        Outcome::Unchanged => "",
        Outcome::Updated => "; former-names.json updated",
        Outcome::Behind => "; former-names.json would change",
    };
    let manifest = match (manifest_file, outcome) {
        (Outcome::Unchanged, _) => "",
        (Outcome::Updated, _) => "; features in Cargo.toml updated",
        (Outcome::Behind, Outcome::Unchanged) => "; the features in Cargo.toml do not match it, and were not written",
        (Outcome::Behind, _) => "; features in Cargo.toml would change",
    };
    document + former_names + manifest + public_api
}

fn verdict(report: &Report) -> Vec<String> {
    let meaning = match report.verdict {
        None => {
            let reason = report.not_compared.as_deref().unwrap_or_default();
            return vec![format!("Verdict: none, there is nothing to compare with: {reason}")];
        }
        Some(Verdict::NoChange) => "no change: the public API is the same, only texts or values in the document differ",
        Some(Verdict::Compatible) => "compatible: the code of consumers keeps compiling",
        Some(Verdict::Breaking) => "breaking: some consumers have to change their code",
    };
    let version = report.version.as_ref().zip(report.next_version.as_ref());
    let version = version.map(|(version, next)| format!("Version: {version}, next at least {next}"));
    [format!("Verdict: {meaning}")].into_iter().chain(version).collect()
}

fn summary(comparison: &Comparison, is_compared: bool) -> Vec<String> {
    let Comparison { operations, types, deprecations: _ } = comparison;
    if !is_compared {
        return vec![format!("{} operations, {} types", operations.after, types.after)];
    }
    let mut lines =
        vec![row("", ["before", "after", "added", "removed", "renamed", "changed", "breaking"].map(str::to_owned))];
    for (name, part) in [("operations", operations), ("types", types)] {
        let count = |kind| part.of_kind(kind).count();
        let breaking = part.items.iter().filter(|item| item.effect == Effect::Breaking).count();
        let counts = [
            part.before,
            part.after,
            count(Kind::Added),
            count(Kind::Removed),
            count(Kind::Renamed),
            count(Kind::Changed),
            breaking,
        ];
        lines.push(row(name, counts.map(|count| count.to_string())));
    }
    lines
}

fn row(name: &str, cells: [String; 7]) -> String {
    let cells: String = cells.iter().map(|cell| format!("{cell:>9}")).collect();
    format!("{name:<10}{cells}")
}

fn adaptations(rules: &[AppliedRule]) -> Vec<String> {
    if rules.is_empty() {
        return Vec::new();
    }
    let mut lines = heading(&format!("Adaptations ({} rules)", rules.iter().filter(|rule| rule.after > 0).count()));
    for AppliedRule { title: rule, before, after, places, .. } in rules {
        let was = if before == after { String::new() } else { format!(" (was {before})") };
        lines.push(format!("{after:>5}  {rule}{was}"));
        if places.len() <= RARE {
            lines.extend(places.iter().map(|place| format!("         {place}")));
        }
    }
    lines
}

fn details(comparison: &Comparison) -> Vec<String> {
    let mut lines = deprecations(&comparison.deprecations);
    for (name, part) in [("Operations", &comparison.operations), ("Types", &comparison.types)] {
        lines.extend(named(&format!("{name} removed"), part, Kind::Removed));
        lines.extend(named(&format!("{name} renamed"), part, Kind::Renamed));
        lines.extend(named(&format!("Former names of {} dropped", name.to_lowercase()), part, Kind::Dropped));
        lines.extend(changed(&format!("{name} changed so that callers have to act"), part, Effect::Breaking));
        lines.extend(changed(&format!("{name} changed compatibly"), part, Effect::Compatible));
        lines.extend(named(&format!("{name} added"), part, Kind::Added));
    }
    lines
}

/// What consumers are going to be warned of.
fn deprecations(Deprecations { renamed, values }: &Deprecations) -> Vec<String> {
    let mut lines = Vec::new();
    if !renamed.is_empty() {
        lines.extend(heading(&format!("Renamed, former name kept ({})", renamed.len())));
        lines.extend(renamed.iter().map(rename));
    }
    if !values.is_empty() {
        lines.extend(heading(&format!("Values kept as deprecated ({})", values.len())));
        lines
            .extend(values.iter().map(|UnlistedValue { of, variant, value }| format!("  {of}::{variant} ({value:?})")));
    }
    lines
}

fn rename(Rename { kind, of, former, present }: &Rename) -> String {
    let of = of.as_deref().unwrap_or_default();
    match kind {
        RenamedKind::Operation => format!("  operation {former} -> {present}"),
        RenamedKind::Feature => format!("  feature {former} -> {present}"),
        RenamedKind::Type => format!("  type {former} -> {present}"),
        RenamedKind::OperationSetter => format!("  setter {former} -> {present} of operation {of}"),
        RenamedKind::TypeSetter => format!("  setter {former} -> {present} of type {of}"),
        RenamedKind::Variant => format!("  variant {of}::{former} -> {present}"),
    }
}

fn heading(title: &str) -> Vec<String> {
    vec![String::new(), title.to_owned(), "-".repeat(title.chars().count())]
}

/// The names of items of which no more is to be said here.
fn named(title: &str, part: &Part, kind: Kind) -> Vec<String> {
    // What is kept is listed among the deprecations.
    let items: Vec<&Item> = part.of_kind(kind).filter(|item| !item.old_name_is_kept).collect();
    let Some(first) = items.first() else { return Vec::new() };
    let action = if first.action.is_empty() { String::new() } else { format!(": {}", first.action) };
    let mut lines = heading(&format!("{title} ({}){action}", items.len()));
    if first.request.is_some() {
        lines.extend(items.iter().map(|item| format!("  {}", name(item))));
    } else {
        lines.extend(wrapped(items.iter().map(|item| name(item))));
    }
    if items.iter().any(|item| item.old_name_is_reused) {
        lines.push(
            "  * the old name now stands for something else: check each place that names it, even if it compiles"
                .to_owned(),
        );
    }
    lines
}

/// The items that differ inside, whether they kept their names or not.
fn changed(title: &str, part: &Part, effect: Effect) -> Vec<String> {
    let items: Vec<&Item> = part.items.iter().filter(|item| item.inner_effect() == Some(effect)).collect();
    if items.is_empty() {
        return Vec::new();
    }
    let mut lines = heading(&format!("{title} ({})", items.len()));
    for item in items {
        lines.push(format!("  {}", name(item)));
        lines.extend(item.changes.iter().map(change));
    }
    lines
}

fn name(item: &Item) -> String {
    let Item { name, was, present, request, old_name_is_reused, .. } = item;
    let mark = if *old_name_is_reused { "*" } else { "" };
    let name = match (was, present) {
        (Some(was), _) => format!("{was}{mark} -> {name}"),
        (None, Some(present)) => format!("{name}{mark} -> {present}"),
        (None, None) => format!("{name}{mark}"),
    };
    request.as_ref().map_or_else(|| name.clone(), |request| format!("{name}  {request}"))
}

fn change(change: &Change) -> String {
    let Change { effect, description, action } = change;
    let mark = match effect {
        Effect::Breaking => '!',
        Effect::Compatible => '+',
    };
    let action = if action.is_empty() { String::new() } else { format!("; {action}") };
    format!("      {mark} {description}{action}")
}

fn wrapped(words: impl Iterator<Item = String>) -> Vec<String> {
    let mut lines = Vec::<String>::new();
    for word in words {
        match lines.last_mut() {
            Some(line) if line.len() + word.len() + 2 <= WIDTH => *line += &format!(", {word}"),
            Some(line) => {
                line.push(',');
                lines.push(format!("  {word}"));
            }
            None => lines.push(format!("  {word}")),
        }
    }
    lines
}
