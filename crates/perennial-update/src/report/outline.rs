//! Builds the report for text and Markdown. The most important parts come first: the outcome and the verdict, breaking
//! changes, decisions for the maintainer, new items, and finally changed texts and adaptations.

use super::{AppliedRule, FileReport, Judgement, Report, Subject, UpdateOutcome, UpdateReport};
use crate::{
    behaviour::BehaviourChange,
    diff::{Comparison, DifferenceKind, ItemChanges, Verdict},
    news,
    outline::{EntryGroup, Outline, Section},
    rules::Effect,
    verify::CodePlace,
    workspace::PUBLIC_API,
};

const SEVERITIES: &str = "Error: calls that succeeded before may be refused. Warning: calls may have a different \
                          effect or result.";

/// Builds the outline of a report. The path of the workspace is omitted, because it means nothing to readers of a pull
/// request.
pub fn build_outline(report: &Report) -> Outline {
    let title = match &report.subject {
        Subject::Update(update) => describe_outcome(update),
        Subject::Documents { before, after } | Subject::Names { before, after } => {
            format!("Changes from {before} to {after}")
        }
    };
    let command = report.command.clone();
    let complete_list = match &report.subject {
        Subject::Update(_) => format!(
            "`--report json` lists all changes. After the update, `{command} diff HEAD openapi.json --report json` \
             lists them."
        ),
        Subject::Documents { .. } => "`--report json` lists all changes.".to_owned(),
        Subject::Names { before, .. } => format!("The diff of {PUBLIC_API} since {before} shows all changes."),
    };
    let Some(comparison) = &report.comparison else { return Outline { title, command, ..Outline::default() } };
    let is_compared = report.judgement.verdict().is_some();
    let [breaking, compatible] = if is_compared { news::change_sections(comparison) } else { Default::default() };
    let to_change =
        places_section("Examples that have to be changed by hand", report.to_change.as_deref().unwrap_or_default());
    let then_run = format!(
        "Then run `{command} samples`, which copies the examples into the pages that show them, and `cargo test \
         --workspace`. Repeat the tests after each change, because the compiler reports some errors only after \
         others are fixed."
    );
    let sections = vec![
        breaking,
        Section { after: then_run, ..to_change },
        behaviour_section(&report.behaviour),
        Section {
            is_folded: true,
            ..places_section("Examples that compile, but use deprecated names", &report.deprecated_uses)
        },
        compatible,
        texts_section(&report.texts),
        adaptations_section(&report.adaptations),
    ];
    Outline { title, facts: report_facts(report, comparison), command, complete_list, sections }
}

fn describe_outcome(UpdateReport { source, outcome, files }: &UpdateReport) -> String {
    let document = match outcome {
        UpdateOutcome::Unchanged => format!("openapi.json is up to date with {source}"),
        UpdateOutcome::Updated => format!("openapi.json updated from {source}"),
        UpdateOutcome::Behind => format!("openapi.json differs from {source}, but was left unchanged"),
    };
    let others = files.iter().map(|FileReport { name, outcome: file, .. }| match (file, outcome) {
        (UpdateOutcome::Unchanged, _) => String::new(),
        (UpdateOutcome::Updated, _) => format!("; {name} updated"),
        (UpdateOutcome::Behind, UpdateOutcome::Unchanged) => format!("; {name} is out of date, and was left unchanged"),
        (UpdateOutcome::Behind, _) => format!("; {name} would change"),
    });
    let others: String = others.collect();
    let nothing = if *outcome == UpdateOutcome::Unchanged && others.is_empty() { ": nothing to do" } else { "" };
    document + &others + nothing
}

fn report_facts(report: &Report, comparison: &Comparison) -> Vec<String> {
    let meaning = |judgement: &Judgement, none: &str| match judgement {
        Judgement::Compared { verdict: Verdict::NoChange } => {
            "no change: the public API is the same, although the document may differ, for example in descriptions or \
             limits"
                .to_owned()
        }
        Judgement::Compared { verdict: Verdict::Compatible } => {
            "compatible: the code of consumers still compiles".to_owned()
        }
        Judgement::Compared { verdict: Verdict::Breaking } => {
            "breaking: some consumers have to change their code".to_owned()
        }
        Judgement::NotCompared { not_compared } => format!("{none}: {not_compared}"),
    };
    let nothing = "none, because there is nothing to compare with";
    let mut facts = vec![format!("Verdict: {}", meaning(&report.judgement, nothing))];
    facts.extend(report.release.as_ref().map(|release| {
        format!("Since the release {}: {}", release.version, meaning(&release.judgement, "not compared"))
    }));
    let version = report.version.as_ref().zip(report.next_version.as_ref());
    facts.extend(
        version.map(|(version, next)| format!("Version: {version}; the next release must be {next} or higher")),
    );
    for (name, part) in [("Operations", &comparison.operations), ("Types", &comparison.types)] {
        let is_compared = report.judgement.verdict().is_some();
        facts.push(if is_compared { describe_counts(name, part) } else { format!("{name}: {}", part.after) });
    }
    facts
}

fn describe_counts(name: &str, part: &ItemChanges) -> String {
    let of_kind = |kind| part.with_kind(kind).count();
    let (added, removed) = (of_kind(DifferenceKind::Added), of_kind(DifferenceKind::Removed));
    let counts = [
        (added, "added"),
        (removed, "removed"),
        (of_kind(DifferenceKind::Renamed), "renamed"),
        ((part.before + added).saturating_sub(removed + part.after), "merged into another"),
        (of_kind(DifferenceKind::Dropped), "former names dropped"),
        (of_kind(DifferenceKind::Changed), "changed"),
        (part.items.iter().filter(|item| item.effect == Effect::Breaking).count(), "breaking"),
    ];
    let counts = counts.into_iter().filter(|(count, _)| *count > 0).map(|(count, what)| format!(", {count} {what}"));
    format!("{name}: {} before, {} after{}", part.before, part.after, counts.collect::<String>())
}

fn places_section(title: &str, places: &[CodePlace]) -> Section {
    let groups = places.chunk_by(|one, other| one.file == other.file).map(|of_file| EntryGroup {
        title: format!("{} ({})", of_file[0].file, of_file.len()),
        entries: of_file.iter().map(CodePlace::to_string).collect(),
        are_sentences: true,
        ..EntryGroup::default()
    });
    Section { title: format!("{title} ({})", places.len()), groups: groups.collect(), ..Section::default() }
}

/// Returns the section about differences in behaviour, grouped by rule. Differences with the same description share one
/// entry.
fn behaviour_section(differences: &[BehaviourChange]) -> Section {
    let groups = differences.chunk_by(|one, other| one.rule.id == other.rule.id).map(|of_rule| {
        let rule = of_rule[0].rule;
        let mut equal = Vec::<(&BehaviourChange, usize)>::new();
        for difference in of_rule {
            match equal.iter_mut().find(|(other, _)| other.description == difference.description) {
                Some((_, more)) => *more += 1,
                None => equal.push((difference, 0)),
            }
        }
        let entries = equal.into_iter().map(|(BehaviourChange { place, description, .. }, more)| match more {
            0 => format!("`{place}`: {description}"),
            _ => format!("`{place}` and {more} more: {description}"),
        });
        EntryGroup {
            title: format!("{}: {} ({})", rule.severity.word(), rule.title, of_rule.len()),
            entries: entries.collect(),
            id: Some(rule.id),
            ..EntryGroup::default()
        }
    });
    Section {
        title: format!("Changes that affect neither the Rust API nor the verdict ({})", differences.len()),
        groups: groups.collect(),
        after: SEVERITIES.to_owned(),
        is_folded: true,
    }
}

/// Returns the section about changed summaries and descriptions, grouped by the top-level key of the document.
fn texts_section(pointers: &[String]) -> Section {
    let part = |pointer: &str| pointer.split('/').nth(1).unwrap_or_default().to_owned();
    let groups = pointers.chunk_by(|one, other| part(one) == part(other)).map(|of_part| EntryGroup {
        title: format!("in `{}` ({})", part(&of_part[0]), of_part.len()),
        entries: of_part.iter().map(|pointer| format!("`{pointer}`")).collect(),
        ..EntryGroup::default()
    });
    let title = format!("Summaries and descriptions that differ ({})", pointers.len());
    Section { title, groups: groups.collect(), is_folded: true, ..Section::default() }
}

/// Returns the section about adaptations. It shows how often each rule was applied, and lists the places to which it
/// was not applied before.
fn adaptations_section(rules: &[AppliedRule]) -> Section {
    let groups = rules.iter().map(|AppliedRule { title, before, after, new, .. }| {
        let was = if before == after { String::new() } else { format!(", was {before}") };
        EntryGroup { title: format!("{title} ({after}{was})"), entries: new.clone(), ..EntryGroup::default() }
    });
    let title = format!("Adaptations made to the document ({} rules)", rules.len());
    Section { title, groups: groups.collect(), is_folded: true, ..Section::default() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::behaviour::RULES;

    #[test]
    fn identical_behaviour_differences_are_merged_into_one_entry() {
        let difference = |rule: usize, place: &str, description: &str| BehaviourChange {
            rule: RULES[rule],
            place: place.to_owned(),
            description: description.to_owned(),
        };
        let last = RULES.len() - 1;
        let differences = [
            difference(0, "A.a", "x"),
            difference(0, "A.b", "x"),
            difference(0, "A.c", "y"),
            difference(last, "B", "z"),
        ];
        let section = behaviour_section(&differences);
        assert_eq!(section.title, "Changes that affect neither the Rust API nor the verdict (4)");
        let groups = section.groups.iter().map(|group| (group.title.clone(), group.entries.clone(), group.id));
        let expected = |rule: usize, count: usize, entries: &[&str]| {
            let rule = RULES[rule];
            let title = format!("{}: {} ({count})", rule.severity.word(), rule.title);
            (title, entries.iter().map(|entry| (*entry).to_owned()).collect(), Some(rule.id))
        };
        let expected = [expected(0, 3, &["`A.a` and 1 more: x", "`A.c`: y"]), expected(last, 1, &["`B`: z"])];
        assert_eq!(groups.collect::<Vec<_>>(), expected);
        assert!(behaviour_section(&[]).groups.is_empty());
    }
}
