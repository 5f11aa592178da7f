//! Compares what two documents announce: deprecations, end dates, and rate limits in descriptions.

use perennial_codegen::stated_rate_limit;
use serde_json::Value;

use super::{
    Difference,
    document::{is_true, shortened_to, string_member},
    rules::{self, BehaviourRule},
};

/// The maximum number of characters that a report quotes from a description.
const SHOWN: usize = 240;

/// Returns a difference under `rule` if a parameter, header or field has become deprecated. `old` and `new` contain all
/// JSON objects that describe it, such as a parameter and its schema. One deprecated object is enough.
pub fn deprecation_change(old: &[&Value], new: &[&Value], rule: &'static BehaviourRule) -> Option<Difference> {
    let [was, is] = [old, new].map(|described| described.iter().any(|it| is_deprecated(it)));
    (is && !was).then(|| Difference::new(rule, "is deprecated"))
}

/// Returns whether a parameter, header or field is deprecated: by `deprecated: true`, or by a description that begins
/// with `[deprecated]`.
fn is_deprecated(value: &Value) -> bool {
    let is_marked =
        |description: &str| strip_markup(description).trim_start().to_lowercase().starts_with("[deprecated]");
    is_true(value, "deprecated") || string_member(value, "description").is_some_and(is_marked)
}

/// Returns a difference if the announced end of an operation or field is new or has changed. The announcement is the
/// value of `x-sunset`, or else a sentence in the description or summary.
pub fn sunset_change(old: &[&Value], new: &[&Value]) -> Option<Difference> {
    let announced = |described: &[&Value]| {
        let in_texts = |it: &Value| {
            ["description", "summary"]
                .map(|key| sentences_about(string_member(it, key).unwrap_or_default(), is_about_end))
        };
        let stated = described.iter().find_map(|it| string_member(it, "x-sunset").map(str::to_owned));
        stated
            .or_else(|| described.iter().flat_map(|it| in_texts(it)).find(|text| !text.is_empty()))
            .unwrap_or_default()
    };
    let [old, new] = [announced(old), announced(new)];
    let is_new = !new.is_empty() && comparable_words(&old) != comparable_words(&new);
    is_new.then(|| Difference::new(&rules::SUNSET_SET, format!("goes: {}", shortened_to(SHOWN, &new))))
}

/// Returns a difference if the sentences about rate limits differ between two descriptions. If the generator derives
/// different limits from the descriptions, nothing is returned, because the comparison of the APIs reports that change.
pub fn rate_limit_change(old: &str, new: &str) -> Option<Difference> {
    if old == new || stated_rate_limit(old) != stated_rate_limit(new) {
        return None;
    }
    let [old, new] = [old, new].map(|description| sentences_about(description, is_about_rate_limit));
    let shown =
        |text: &str| if text.is_empty() { "nothing".to_owned() } else { format!("\"{}\"", shortened_to(SHOWN, text)) };
    (comparable_words(&old) != comparable_words(&new))
        .then(|| Difference::new(&rules::RATE_LIMIT_TEXT_CHANGED, format!("says {}, was {}", shown(&new), shown(&old))))
}

fn is_about_rate_limit(sentence: &str) -> bool {
    let text = sentence.to_lowercase().replace(['-', '_'], " ");
    ["rate limit", "ratelimit", "throttl", "requests per", "requests /"].iter().any(|words| text.contains(words))
        || stated_rate_limit(sentence).is_some()
}

fn is_about_end(sentence: &str) -> bool {
    let text = sentence.to_lowercase();
    let is_year = |word: &str| word.len() == 4 && word.starts_with("20");
    ["sunset", "removed", "removal", "retire", "discontinu", "decommission", "end-of-life", "shut down", "turned off"]
        .iter()
        .any(|word| text.contains(word))
        && text.split(|c: char| !c.is_ascii_digit()).any(is_year)
}

fn sentences_about(description: &str, is_about: impl Fn(&str) -> bool) -> String {
    let text = strip_markup(description);
    let sentences = text.split('\n').flat_map(|line| line.split_inclusive(". ")).map(str::trim);
    sentences.filter(|sentence| is_about(sentence)).collect::<Vec<_>>().join(" ")
}

/// Splits a text into lower-case words without punctuation. Two texts that differ only in layout have equal words.
fn comparable_words(text: &str) -> Vec<String> {
    let text = text.to_lowercase().replace('/', " / ");
    let words = text.split_whitespace().map(|word| word.trim_matches(|c: char| !c.is_alphanumeric() && c != '/'));
    words.filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// Removes HTML and Markdown markup from a description. Elements such as `<br>` and `<p>` become line breaks, which end
/// a sentence.
fn strip_markup(text: &str) -> String {
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
