//! The report for people: a summary first, then what breaks, then the rest.

use monitoring_service_codegen::text::printable::printable;

use super::{
    AppliedRule, Outcome, Release, Report, Subject, THEN_RUN, Update, behaviour, heading::heading, in_workspace,
    meaning,
};
use crate::{
    diff::{
        Change, Comparison, Deprecations, GoneFeature, Item, Kind, Part, Rename, RenamedKind, UnlistedValue, Verdict,
    },
    rules::{Effect, Rule},
    verify::Place,
};

/// Rules that were applied at more places are only counted.
const RARE: usize = 12;
const WIDTH: usize = 100;
const MARKS: &str = "Below, `!` marks what breaks callers, and `+` what does not. `cargo xtask explain ID` explains what is \
                     in brackets.";

/// The report as text.
pub fn render(report: &Report) -> String {
    lines(report).iter().map(|line| printable(line) + "\n").collect()
}

fn lines(report: &Report) -> Vec<String> {
    let first = match &report.subject {
        Subject::Update(update) => outcome(update),
        Subject::Documents { before, after } => format!("Changes from {before} to {after}"),
    };
    let mut lines = vec![in_workspace(&report.workspace), first];
    if report.subject.is_unchanged() {
        return lines;
    }
    lines.push(String::new());
    lines.extend(verdict(report));
    if let Some(comparison) = &report.comparison {
        lines.push(String::new());
        lines.extend(summary(comparison, report.not_compared.is_none()));
        lines.extend(to_change(report.to_change.as_deref().unwrap_or_default()));
        lines.extend(places("Examples that use deprecated names, and compile", &report.deprecated_uses));
        lines.extend(adaptations(&report.adaptations));
        if report.not_compared.is_none() && report.verdict != Some(Verdict::NoChange) {
            lines.extend([String::new(), MARKS.to_owned()]);
            lines.extend(details(comparison));
        }
        lines.extend(behaviour::lines(&report.behaviour));
    }
    lines
}

fn outcome(update: &Update) -> String {
    let Update { source, outcome, names_file, manifest_file, pregenerated_file, public_api_file, changelog_file } =
        update;
    let document = match outcome {
        Outcome::Unchanged => format!("openapi.json is up to date with {source}"),
        Outcome::Updated => format!("openapi.json updated from {source}"),
        Outcome::Behind => format!("openapi.json differs from {source}, and was not written"),
    };
    let files = [
        ("names.json", names_file),
        ("features in Cargo.toml", manifest_file),
        ("pregenerated/client.rs", pregenerated_file),
        ("public-api.txt", public_api_file),
        ("CHANGELOG.md", changelog_file),
    ];
    let others: String = files
        .iter()
        .map(|(name, file)| match (file, outcome) {
            (Outcome::Unchanged, _) => String::new(),
            (Outcome::Updated, _) => format!("; {name} updated"),
            (Outcome::Behind, Outcome::Unchanged) => format!("; {name} out of date, and not written"),
            (Outcome::Behind, _) => format!("; {name} would change"),
        })
        .collect();
    let nothing = if *outcome == Outcome::Unchanged && others.is_empty() { ": nothing to do" } else { "" };
    document + &others + nothing
}

fn verdict(report: &Report) -> Vec<String> {
    let verdict = report.verdict.map_or_else(
        || {
            let reason = report.not_compared.as_deref().unwrap_or_default();
            format!("none, there is nothing to compare with: {reason}")
        },
        |verdict| meaning(verdict).to_owned(),
    );
    let version = report.version.as_ref().zip(report.next_version.as_ref());
    let version = version.map(|(version, next)| format!("Version: {version}, next at least {next}"));
    [format!("Verdict: {verdict}")].into_iter().chain(report.release.as_ref().map(release)).chain(version).collect()
}

fn release(Release { version, verdict, not_compared, .. }: &Release) -> String {
    let verdict = verdict.map_or_else(
        || format!("not compared: {}", not_compared.as_deref().unwrap_or_default()),
        |verdict| meaning(verdict).to_owned(),
    );
    format!("Since the release {version}: {verdict}")
}

fn summary(comparison: &Comparison, is_compared: bool) -> Vec<String> {
    let Comparison { operations, types, features_gone: _, deprecations: _ } = comparison;
    if !is_compared {
        return vec![format!("{} operations, {} types", operations.after, types.after)];
    }
    let heads = ["before", "after", "added", "removed", "renamed", "dropped", "changed", "breaking"];
    let mut lines = vec![row("", heads.map(str::to_owned))];
    for (name, part) in [("operations", operations), ("types", types)] {
        let count = |kind| part.of_kind(kind).count();
        let breaking = part.items.iter().filter(|item| item.effect == Effect::Breaking).count();
        let counts = [
            part.before,
            part.after,
            count(Kind::Added),
            count(Kind::Removed),
            count(Kind::Renamed),
            count(Kind::Dropped),
            count(Kind::Changed),
            breaking,
        ];
        lines.push(row(name, counts.map(|count| count.to_string())));
    }
    let merged = (types.before + types.of_kind(Kind::Added).count())
        .saturating_sub(types.of_kind(Kind::Removed).count() + types.after);
    if merged > 0 {
        lines.push(format!("{merged} of the renamed types merged into another"));
    }
    lines
}

fn row(name: &str, cells: [String; 8]) -> String {
    let cells: String = cells.iter().map(|cell| format!("{cell:>9}")).collect();
    format!("{name:<10}{cells}")
}

fn to_change(lines: &[Place]) -> Vec<String> {
    let mut lines = places("Examples to change by hand", lines);
    if !lines.is_empty() {
        lines.extend([String::new(), THEN_RUN.to_owned()]);
    }
    lines
}

fn places(title: &str, places: &[Place]) -> Vec<String> {
    if places.is_empty() {
        return Vec::new();
    }
    let mut lines = heading(&format!("{title} ({})", places.len()));
    lines.extend(places.iter().map(|place| format!("  {place}")));
    lines
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
    let mut lines = features_gone(&comparison.features_gone);
    lines.extend(deprecations(&comparison.deprecations));
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

fn features_gone(gone: &[GoneFeature]) -> Vec<String> {
    let Some(GoneFeature { rule, .. }) = gone.first() else { return Vec::new() };
    let title = format!("Features removed or reduced ({}): {}{}", gone.len(), rule.action, bracketed(rule));
    let line = |GoneFeature { name, present, .. }: &GoneFeature| match present.0.is_empty() {
        true => format!("  {name}"),
        false => format!("  {name} -> {present}"),
    };
    [heading(&title), gone.iter().map(line).collect()].concat()
}

/// What consumers are going to be warned of, but for operations and types, which have sections of their own.
fn deprecations(Deprecations { renamed, values }: &Deprecations) -> Vec<String> {
    let has_section = |rename: &&Rename| matches!(rename.kind, RenamedKind::Operation | RenamedKind::Type);
    let others = renamed.iter().filter(|rename| !has_section(rename)).map(rename).collect();
    let values = values.iter().map(|UnlistedValue { of, variant, value }| format!("  {of}::{variant} ({value:?})"));
    let sections =
        [("Other former names kept as deprecated", others), ("Values kept as deprecated", Vec::from_iter(values))];
    let sections = sections.into_iter().filter(|(_, lines): &(_, Vec<String>)| !lines.is_empty());
    sections.flat_map(|(title, lines)| [heading(&format!("{title} ({})", lines.len())), lines].concat()).collect()
}

fn rename(Rename { kind, of, former, present }: &Rename) -> String {
    let of = of.as_deref().unwrap_or_default();
    match kind {
        RenamedKind::Operation => format!("  operation {former} -> {present}"),
        RenamedKind::Feature if present.is_empty() => format!("  feature {former}"),
        RenamedKind::Feature => format!("  feature {former} -> {present}"),
        RenamedKind::Tag => format!("  tag {former}() -> {present}()"),
        RenamedKind::ShortName => format!("  short name {former}() -> {present}()"),
        RenamedKind::Type => format!("  type {former} -> {present}"),
        RenamedKind::OperationSetter => format!("  setter {former} -> {present} of operation {of}"),
        RenamedKind::Variant => format!("  variant {of}::{former} -> {present}"),
    }
}

/// The items of which this became, with whatever else differs inside them.
fn named(title: &str, part: &Part, kind: Kind) -> Vec<String> {
    section(title, &part.of_kind(kind).collect::<Vec<_>>())
}

/// What differs inside under the same name.
fn changed(title: &str, part: &Part, effect: Effect) -> Vec<String> {
    section(title, &part.of_kind(Kind::Changed).filter(|item| item.effect == effect).collect::<Vec<_>>())
}

/// Each item is in one section, so that their numbers are those of the table.
fn section(title: &str, items: &[&Item]) -> Vec<String> {
    let Some(first) = items.first() else { return Vec::new() };
    let action = if first.action.is_empty() { String::new() } else { format!(": {}", first.action) };
    let id = first.rule.map(bracketed).unwrap_or_default();
    let mut lines = heading(&format!("{title} ({}){action}{id}", items.len()));
    // Of types there are many, of which most have nothing but a name.
    let (bare, detailed): (Vec<&Item>, Vec<&Item>) =
        items.iter().partition(|item| item.changes.is_empty() && item.request.is_none());
    lines.extend(wrapped(bare.into_iter().map(name)));
    for item in detailed {
        lines.push(format!("  {}", name(item)));
        lines.extend(item.changes.iter().map(change));
    }
    lines
}

fn name(item: &Item) -> String {
    let Item { name, was, present, request, .. } = item;
    let name = match (was, present) {
        (Some(was), _) => format!("{was} -> {name}"),
        (None, Some(present)) => format!("{name} -> {present}"),
        (None, None) => name.clone(),
    };
    request.as_ref().map_or_else(|| name.clone(), |request| format!("{name}  {request}"))
}

fn change(change: &Change) -> String {
    let Change { rule, description, action } = change;
    let mark = match rule.effect {
        Effect::Breaking => '!',
        Effect::Compatible => '+',
    };
    let action = if action.is_empty() { String::new() } else { format!("; {action}") };
    format!("      {mark} {description}{action}{}", bracketed(rule))
}

/// The id of a rule, at the end of a line.
fn bracketed(Rule { id, .. }: &Rule) -> String {
    format!(" [{id}]")
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
