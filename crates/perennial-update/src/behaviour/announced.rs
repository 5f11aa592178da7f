//! Deprecations and announced ends, and what descriptions say of them and of rate limits.

use perennial_codegen::stated_rate_limit;
use serde_json::Value;

use super::{
    Difference,
    document::{is_set, shortened_to, text},
    rules::{self, Rule},
};

/// The maximum number of characters shown of a statement.
const SHOWN: usize = 240;

/// Reports by `rule` that something becomes deprecated. Each side holds what describes one thing: a parameter and its
/// schema.
pub fn deprecation(old: &[&Value], new: &[&Value], rule: &'static Rule) -> Option<Difference> {
    let [was, is] = [old, new].map(|described| described.iter().any(|it| is_deprecated(it)));
    (is && !was).then(|| (rule, "is deprecated".to_owned()))
}

/// The flag, or the mark with which the service begins descriptions.
fn is_deprecated(value: &Value) -> bool {
    let is_marked = |description: &str| plain(description).trim_start().to_lowercase().starts_with("[deprecated]");
    is_set(value, "deprecated") || text(value, "description").is_some_and(is_marked)
}

/// Reports an announced end that is new or differs from the one before, whether `x-sunset` states it or a text says it.
pub fn sunset(old: &[&Value], new: &[&Value]) -> Option<Difference> {
    let announced = |of: &[&Value]| {
        let said =
            |it: &Value| ["description", "summary"].map(|key| said(text(it, key).unwrap_or_default(), is_about_end));
        let stated = of.iter().find_map(|it| text(it, "x-sunset").map(str::to_owned));
        stated.or_else(|| of.iter().flat_map(|it| said(it)).find(|said| !said.is_empty())).unwrap_or_default()
    };
    let [old, new] = [announced(old), announced(new)];
    let is_new = !new.is_empty() && words(&old) != words(&new);
    is_new.then(|| (&*rules::SUNSET_SET, format!("goes: {}", shortened_to(SHOWN, &new))))
}

/// Reports a difference in what two descriptions say of the rate limit, if the client keeps the same limit after both.
pub fn rate_limit(old: &str, new: &str) -> Option<Difference> {
    if old == new || stated_rate_limit(old) != stated_rate_limit(new) {
        return None;
    }
    let [old, new] = [old, new].map(|description| said(description, is_about_rate_limit));
    let shown =
        |said: &str| if said.is_empty() { "nothing".to_owned() } else { format!("\"{}\"", shortened_to(SHOWN, said)) };
    (words(&old) != words(&new))
        .then(|| (&*rules::RATE_LIMIT_TEXT_CHANGED, format!("says {}, was {}", shown(&new), shown(&old))))
}

fn is_about_rate_limit(sentence: &str) -> bool {
    let text = sentence.to_lowercase().replace(['-', '_'], " ");
    ["rate limit", "ratelimit", "throttl", "requests per", "requests /"].iter().any(|words| text.contains(words))
        || stated_rate_limit(sentence).is_some()
}

/// Checks whether a sentence says that something goes, in a year that it names.
fn is_about_end(sentence: &str) -> bool {
    let text = sentence.to_lowercase();
    let is_year = |word: &str| word.len() == 4 && word.starts_with("20");
    ["sunset", "removed", "removal", "retire", "discontinu", "decommission", "end-of-life", "shut down", "turned off"]
        .iter()
        .any(|word| text.contains(word))
        && text.split(|c: char| !c.is_ascii_digit()).any(is_year)
}

/// The sentences of a description that are about something.
fn said(description: &str, is_about: impl Fn(&str) -> bool) -> String {
    let text = plain(description);
    let sentences = text.split('\n').flat_map(|line| line.split_inclusive(". ")).map(str::trim);
    sentences.filter(|sentence| is_about(sentence)).collect::<Vec<_>>().join(" ")
}

/// Returns the words by which texts are compared: how a sentence is marked, spaced and capitalised makes no difference.
fn words(text: &str) -> Vec<String> {
    let text = text.to_lowercase().replace('/', " / ");
    let words = text.split_whitespace().map(|word| word.trim_matches(|c: char| !c.is_alphanumeric() && c != '/'));
    words.filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// A text without tags and marks of HTML and Markdown; a line break ends a sentence.
fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, tag)) = rest.split_once('<') {
        plain += before;
        let Some((name, after)) = tag.split_once('>') else { break };
        let is_break = ["br", "p", "/p", "li", "div"].iter().any(|tag| name.to_ascii_lowercase().starts_with(tag));
        plain.push(if is_break { '\n' } else { ' ' });
        rest = after;
    }
    plain += rest;
    plain.retain(|c| !matches!(c, '*' | '`'));
    plain
}
