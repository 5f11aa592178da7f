//! What a comparison means for consumers, in sentences of Markdown: for the changelog, and for the text of a pull request.

use std::collections::HashSet;

use crate::{
    diff::{Comparison, GoneFeature, Item, Kind, Rename, RenamedKind},
    markdown::{code, prose},
    rules::Effect,
};

/// As many names as are worth a line.
const NAMES: usize = 8;

const KEPT: &str = "; the old name still works and is deprecated";
/// The words with which something is said of the subject itself, and not of a part of it.
const PREDICATES: [&str; 10] = ["also", "are", "calls", "comes", "does", "has", "implements", "is", "no", "takes"];

/// What happened, in the order in which consumers want to know of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Topic {
    /// It cannot be used any more.
    Removed,
    /// It was not there.
    Added,
    /// It has another name.
    Renamed,
    /// It is different.
    Changed,
}

/// One thing that consumers see.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct News {
    /// What happened.
    pub topic: Topic,
    /// Whether some of them have to change their code.
    pub is_breaking: bool,
    /// What it happened to: an operation, some types.
    pub subject: String,
    /// What is different about it, or about a part of it.
    pub description: String,
    /// What they do, if the topic does not say it.
    pub action: String,
}

impl News {
    fn new(topic: Topic, effect: Effect, subject: &str, description: impl Into<String>) -> Self {
        let (subject, description) = (subject.to_owned(), description.into());
        Self { topic, is_breaking: effect == Effect::Breaking, subject, description, action: String::new() }
    }

    /// Both as a sentence, without its end.
    pub fn sentence(&self) -> String {
        let Self { subject, description, .. } = self;
        let is_predicate = description.split(' ').next().is_some_and(|word| PREDICATES.contains(&word));
        if is_predicate { format!("{subject} {description}") } else { format!("{subject}: {description}") }
    }
}

/// All that consumers see, what breaks first.
pub fn news(comparison: &Comparison) -> Vec<News> {
    let Comparison { operations, types, features_gone, deprecations } = comparison;
    let mut news: Vec<News> = features_gone.iter().map(gone).collect();
    news.extend(operations.items.iter().flat_map(|item| of_item(item, &operation)));
    news.extend(types.items.iter().flat_map(|item| of_item(item, &ty)));
    news.extend(names("new", Topic::Added, Effect::Compatible, types.of_kind(Kind::Added)));
    news.extend(names("removed", Topic::Removed, Effect::Breaking, types.of_kind(Kind::Removed)));
    news.extend(deprecations.renamed.iter().filter_map(renamed));
    news.sort_by_key(|news| (!news.is_breaking, news.topic));
    // Two types that became one have the same to say.
    let mut told = HashSet::new();
    news.retain(|news| told.insert(news.sentence()));
    news
}

/// A method of `Client`, as a consumer calls it.
fn operation(name: &str) -> String {
    code(&format!("{name}()"))
}

fn ty(name: &str) -> String {
    code(&format!("types::{name}"))
}

fn of_item(item: &Item, shown: &dyn Fn(&str) -> String) -> Vec<News> {
    let Item { kind, request, was, present, .. } = item;
    let name = shown(&item.name);
    // What is inside has news of its own.
    let effect = item.rule.map_or(item.effect, |rule| rule.effect);
    let head = match (kind, request, was) {
        (Kind::Added, Some(request), _) => Some((Topic::Added, name.clone(), format!("is new: {}", code(request)))),
        (Kind::Removed, Some(request), _) => {
            Some((Topic::Removed, name.clone(), format!("is removed: {}", code(request))))
        }
        (Kind::Dropped, ..) => {
            let present = present.as_deref().map(|present| format!(": use {}", shown(present)));
            let subject = format!("the deprecated name {name}");
            Some((Topic::Removed, subject, format!("is removed{}", present.unwrap_or_default())))
        }
        (Kind::Renamed, _, Some(was)) => Some((Topic::Renamed, shown(was), format!("is now called {name}{KEPT}"))),
        // Of types there are many, of which there is no more to say.
        (Kind::Added | Kind::Removed | Kind::Renamed | Kind::Changed, ..) => None,
    };
    let head = head.map(|(topic, subject, description)| News::new(topic, effect, &subject, description));
    let changes = item.changes.iter().map(|change| News {
        action: prose(&change.action),
        ..News::new(Topic::Changed, change.rule.effect, &name, prose(&change.description))
    });
    head.into_iter().chain(changes).collect()
}

/// One sentence for some names each.
fn names<'a>(became: &str, topic: Topic, effect: Effect, items: impl Iterator<Item = &'a Item>) -> Vec<News> {
    let names: Vec<String> = items.map(|item| ty(&item.name)).collect();
    let news = names.chunks(NAMES).map(|names| {
        let verb = if names.len() == 1 { "is" } else { "are" };
        News::new(topic, effect, &listed(names), format!("{verb} {became}"))
    });
    news.collect()
}

fn listed(names: &[String]) -> String {
    match names {
        [names @ .., last] if !names.is_empty() => format!("{} and {last}", names.join(", ")),
        names => names.concat(),
    }
}

fn gone(GoneFeature { name, present, .. }: &GoneFeature) -> News {
    let present: Vec<String> = present.0.iter().map(|name| code(name)).collect();
    let action = if present.is_empty() { String::new() } else { format!("turn on {}", listed(&present)) };
    let subject = format!("the feature {}", code(name));
    News { action, ..News::new(Topic::Removed, Effect::Breaking, &subject, "is gone, or turns on less than it did") }
}

/// What has another name, and is in no item.
fn renamed(rename: &Rename) -> Option<News> {
    let Rename { kind, of, former, present } = rename;
    let of = of.as_deref().unwrap_or_default();
    let (former, present) = match kind {
        RenamedKind::Operation | RenamedKind::Type | RenamedKind::OperationSetter | RenamedKind::ShortName => {
            return None;
        }
        RenamedKind::Feature => (format!("the feature {}", code(former)), code(present)),
        RenamedKind::Tag => (operation(former), operation(present)),
        RenamedKind::Variant => (ty(&format!("{of}::{former}")), ty(&format!("{of}::{present}"))),
    };
    let description = if rename.present.is_empty() {
        "does nothing any more, and is deprecated".to_owned()
    } else {
        format!("is now called {present}{KEPT}")
    };
    Some(News::new(Topic::Renamed, Effect::Compatible, &former, description))
}

#[cfg(test)]
mod tests {
    use std::{fs, path::Path};

    use large_document::large_document;
    use monitoring_service_codegen::names::file::Names;
    use serde_json::Value;

    use super::*;
    use crate::{
        client::Model,
        diff::{Part, Verdict},
        names::{self, Named},
        surface::PublicApi,
    };

    /// The comparison of two documents, as an update to the second makes it.
    fn compared(old: &str, new: &str) -> Comparison {
        let model = |document: &str, names: &Names| Model::read(document, names);
        let old = model(old, &Names::default()).expect("should be read");
        let names = Names::default().recording(&old.api);
        let old = PublicApi::new(&old.api);
        let carried = names::carried(&Named { api: &old, names: &names }, None, |names| model(new, names));
        let new = model(new, &carried.expect("should be named")).expect("should be read");
        Comparison::new(&old, &PublicApi::new(&new.api))
    }

    fn package(name: &str) -> String {
        let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests");
        fs::read_to_string(tests.join(name).join("openapi.json")).expect("should be there")
    }

    #[test]
    fn each_item_is_told_and_the_verdict_is_that_of_the_sentences() {
        let layer = package("layer");
        let value: Value = serde_json::from_str(&layer).expect("should be JSON");
        let changed = large_document(1, &value).to_string();
        let kitchen_sink = package("kitchen-sink");
        for (old, new) in [(&layer, &kitchen_sink), (&kitchen_sink, &layer), (&layer, &changed), (&layer, &layer)] {
            let comparison = compared(old, new);
            let news = news(&comparison);
            let verdict = match news.first() {
                None => Verdict::NoChange,
                Some(first) if first.is_breaking => Verdict::Breaking,
                Some(_) => Verdict::Compatible,
            };
            assert_eq!(verdict, comparison.verdict());
            let sentences: Vec<String> = news.iter().map(News::sentence).collect();
            let untold = |Part { items, .. }: &Part, shown: fn(&str) -> String| {
                let names = items.iter().map(|item| shown(&item.name));
                Vec::from_iter(names.filter(|name| !sentences.iter().any(|sentence| sentence.contains(name))))
            };
            assert_eq!([untold(&comparison.operations, operation), untold(&comparison.types, ty)], [[""; 0], [""; 0]]);
        }
    }
}
