//! What a description says of a rate limit.

use monitoring_service_codegen::stated_rate_limit;

use super::{
    Difference,
    document::shortened_to,
    rules,
    words::{plain, sentences},
};

/// How many characters are shown of what is said.
const SHOWN: usize = 240;

/// What differs in what two descriptions say of the rate limit, if the client keeps the same limit after both.
pub fn compare(old: &str, new: &str) -> Option<Difference> {
    if old == new || stated_rate_limit(old) != stated_rate_limit(new) {
        return None;
    }
    let [old, new] = [old, new].map(said);
    let is_same = words(&old) == words(&new);
    let shown =
        |said: &str| if said.is_empty() { "nothing".to_owned() } else { format!("\"{}\"", shortened_to(SHOWN, said)) };
    (!is_same).then(|| (&rules::RATE_LIMIT_TEXT_CHANGED, format!("says {}, was {}", shown(&new), shown(&old))))
}

/// The sentences of a description that are about a rate limit.
fn said(description: &str) -> String {
    let text = plain(description);
    sentences(&text).filter(|sentence| is_about_rate_limit(sentence)).collect::<Vec<_>>().join(" ")
}

fn is_about_rate_limit(sentence: &str) -> bool {
    let text = sentence.to_lowercase().replace(['-', '_'], " ");
    ["rate limit", "ratelimit", "throttl", "requests per", "requests /"].iter().any(|words| text.contains(words))
        || stated_rate_limit(sentence).is_some()
}

/// What is compared: how a sentence is marked, spaced and capitalised makes no difference.
fn words(text: &str) -> Vec<String> {
    let text = text.to_lowercase().replace('/', " / ");
    let words = text.split_whitespace().map(|word| word.trim_matches(|c: char| !c.is_alphanumeric() && c != '/'));
    words.filter(|word| !word.is_empty()).map(str::to_owned).collect()
}
