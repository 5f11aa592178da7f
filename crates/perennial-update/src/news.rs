//! Describes changes for consumers in sentences, for reports and the changelog. The sentences are grouped by kind.

use std::collections::HashSet;

use crate::{
    diff::{ChangedItem, Comparison, DifferenceKind, FeatureChange, SettingChange},
    markdown::join_names,
    outline::{EntryGroup, Section, with_action},
    rules::{self, ApiRule, Effect},
};

/// A description that begins with one of these words has no subject. The changed item becomes its subject, as in
/// "`get_thing()` takes …".
const PREDICATES: [&str; 10] = ["also", "are", "calls", "comes", "does", "has", "implements", "is", "no", "takes"];

struct NewsItem {
    rule: &'static ApiRule,
    sentence: String,
    /// The action that consumers have to take. Empty if there is none.
    action: String,
}

/// Returns two sections about the changes that consumers notice: breaking changes, and compatible ones.
pub fn change_sections(comparison: &Comparison) -> [Section; 2] {
    let news = collect_news(comparison);
    [("Breaking changes", Effect::Breaking), ("Compatible changes", Effect::Compatible)].map(|(title, effect)| {
        let rules = rules::all_rules().filter(|rule| rule.effect == effect);
        let groups: Vec<EntryGroup> = rules.filter_map(|rule| group_by_rule(rule, &news)).collect();
        let count: usize = groups.iter().map(|group| group.entries.len()).sum();
        let title = format!("{title} ({count})");
        Section { title, groups, is_folded: effect == Effect::Compatible, ..Section::default() }
    })
}

fn group_by_rule(rule: &'static ApiRule, news: &[NewsItem]) -> Option<EntryGroup> {
    let news: Vec<&NewsItem> = news.iter().filter(|news| news.rule == rule).collect();
    let action = &news.first()?.action;
    let is_common = news.iter().all(|news| news.action == *action);
    let entry = |NewsItem { sentence, action, .. }: &&NewsItem| {
        if is_common { sentence.clone() } else { with_action(sentence, action) }
    };
    Some(EntryGroup {
        title: format!("{} ({})", rule.title, news.len()),
        entries: news.iter().map(entry).collect(),
        are_sentences: true,
        action: if is_common { action.clone() } else { String::new() },
        id: Some(rule.id),
    })
}

fn collect_news(comparison: &Comparison) -> Vec<NewsItem> {
    let Comparison { operations, types, features, servers, credentials } = comparison;
    let mut news: Vec<NewsItem> = features.iter().map(feature_news).collect();
    news.extend(servers.iter().map(|server| setting_news("servers::", server)));
    news.extend(credentials.iter().map(|credentials| setting_news("", credentials)));
    news.extend(operations.items.iter().flat_map(|item| item_news(item, display_operation)));
    news.extend(types.items.iter().flat_map(|item| item_news(item, display_type)));
    // If two old types became one, its changes are found twice. Repeated sentences are removed.
    let mut reported = HashSet::new();
    news.retain(|news| reported.insert(news.sentence.clone()));
    news
}

fn display_operation(name: &str) -> String {
    format!("`{name}()`")
}

fn display_type(name: &str) -> String {
    format!("`types::{name}`")
}

/// Returns the news about `item` as a whole, then about each change inside it.
fn item_news(item: &ChangedItem, shown: fn(&str) -> String) -> impl Iterator<Item = NewsItem> {
    let name = shown(&item.name);
    let request = item.request.as_ref().map(|request| format!(": `{request}`")).unwrap_or_default();
    let instead = item.instead.as_ref().map(|instead| format!(": {instead}")).unwrap_or_default();
    let sentence = match (item.kind, &item.was, &item.present) {
        (DifferenceKind::Added, ..) => format!("{name} is new{request}"),
        (DifferenceKind::Dropped, _, Some(present)) => {
            format!("the deprecated name {name} of {} is removed", shown(present))
        }
        (DifferenceKind::Removed | DifferenceKind::Dropped, ..) => format!("{name} is removed{request}{instead}"),
        (DifferenceKind::Renamed | DifferenceKind::Changed, Some(was), _) => {
            format!("{} is now called {name}", shown(was))
        }
        (DifferenceKind::Renamed | DifferenceKind::Changed, None, _) => format!("{name} differs"),
    };
    let action = if item.kind == DifferenceKind::Removed { "" } else { item.action };
    let head = item.rule.map(|rule| NewsItem { rule, sentence, action: action.to_owned() });
    let changes = item.changes.iter().map(move |change| {
        let description = &change.description;
        let is_predicate = description.split(' ').next().is_some_and(|word| PREDICATES.contains(&word));
        let sentence = format!("{name}{} {description}", if is_predicate { "" } else { ":" });
        NewsItem { rule: change.rule, sentence, action: change.action.clone() }
    });
    head.into_iter().chain(changes)
}

fn feature_news(FeatureChange { name, present, rule }: &FeatureChange) -> NewsItem {
    let present = join_names(&present.0);
    let sentence = match (rule.effect, present.as_str()) {
        (Effect::Breaking, _) => format!("the feature `{name}` is removed, or enables fewer operations than before"),
        (Effect::Compatible, "") => format!("the feature `{name}` is deprecated, and no longer has an effect"),
        (Effect::Compatible, _) => format!("the feature `{name}` is now called {present}"),
    };
    let action = match (rule.effect, present.as_str()) {
        (_, "") => String::new(),
        (Effect::Breaking, _) => format!("enable {present}"),
        (Effect::Compatible, _) => rule.action.clone(),
    };
    NewsItem { rule, sentence, action }
}

fn setting_news(module: &str, SettingChange { name, was, is, rule }: &SettingChange) -> NewsItem {
    let name = format!("`{module}{name}`");
    let sentence = match (was, is) {
        (None, Some(is)) => format!("{name} is new: `{is}`"),
        (Some(was), Some(is)) => format!("{name} is now `{is}`, not `{was}`"),
        (was, None) => format!("{name} is removed: `{}`", was.as_deref().unwrap_or_default()),
    };
    NewsItem { rule, sentence, action: rule.action.clone() }
}

#[cfg(test)]
mod tests {
    use std::{fs, path::Path};

    use large_document::large_document;
    use perennial_codegen::{names::file::Names, surface::PublicApi};
    use serde_json::Value;

    use super::*;
    use crate::{
        client::Model,
        diff::{ItemChanges, Verdict},
        names::{self, NamedDocument},
    };

    /// Compares `old` with `new` as an update would.
    fn compare_documents(old: &str, new: &str) -> Comparison {
        let model = |document: &str, names: &Names| Model::from_document(document, names);
        let old = model(old, &Names::default()).expect("should be read");
        let names = Names::default().recording(&old.api);
        let old = PublicApi::new(&old.api);
        let replaced = NamedDocument { document: "", api: &old, names: &names };
        let carried = names::carry_over_names(replaced, None, &names.client, |names| model(new, names));
        let new = model(new, &carried.expect("should be named")).expect("should be read");
        Comparison::new(&old, &PublicApi::new(&new.api))
    }

    fn package(name: &str) -> String {
        let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests");
        fs::read_to_string(tests.join(name).join("openapi.json")).expect("should be there")
    }

    #[test]
    fn news_mention_every_changed_item_and_agree_with_the_verdict() {
        let layer = package("layer");
        let value: Value = serde_json::from_str(&layer).expect("should be JSON");
        let changed = large_document(1, &value).to_string();
        let kitchen_sink = package("kitchen-sink");
        for (old, new) in [(&layer, &kitchen_sink), (&kitchen_sink, &layer), (&layer, &changed), (&layer, &layer)] {
            let comparison = compare_documents(old, new);
            let sections = change_sections(&comparison);
            let verdict = match sections.each_ref().map(|section| section.groups.is_empty()) {
                [false, _] => Verdict::Breaking,
                [true, false] => Verdict::Compatible,
                [true, true] => Verdict::NoChange,
            };
            assert_eq!(verdict, comparison.verdict());
            let sentences =
                Vec::from_iter(sections.iter().flat_map(|section| &section.groups).flat_map(|group| &group.entries));
            let unreported = |ItemChanges { items, .. }: &ItemChanges, shown: fn(&str) -> String| {
                let names = items.iter().map(|item| shown(&item.name));
                Vec::from_iter(names.filter(|name| !sentences.iter().any(|sentence| sentence.contains(name))))
            };
            assert_eq!(
                [unreported(&comparison.operations, display_operation), unreported(&comparison.types, display_type)],
                [[""; 0], [""; 0]]
            );
        }
    }
}
