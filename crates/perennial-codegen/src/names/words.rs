//! Splits names in a document into words, and compares words.

use crate::text::naming;

/// Converts a tag to a Rust name: `Static IPs` becomes `static_ips`.
pub fn tag_name(tag: &str) -> String {
    let is_plural_of_initials = |word: &str| {
        let initials = word.strip_suffix('s').unwrap_or_default();
        initials.len() > 1 && initials.chars().all(char::is_uppercase)
    };
    let lower = |word: &str| if is_plural_of_initials(word) { word.to_lowercase() } else { word.to_owned() };
    let words = tag.split(' ').map(lower);
    naming::value_name(&words.collect::<Vec<_>>().join(" "))
}

/// Splits a name into lower-case words: `listOrderItems` becomes `list`, `order` and `items`.
pub fn words_of(name: &str) -> Vec<String> {
    tag_name(name).split('_').filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// Returns whether two words are equal, or differ only in singular and plural.
pub fn is_same_word(one: &str, other: &str) -> bool {
    forms(one).any(|form| forms(other).any(|other| other == form))
}

/// Returns `word`, followed by the singular forms that it may have: `categories` may be the plural of `categorie` or
/// `category`.
pub fn forms(word: &str) -> impl Iterator<Item = String> {
    let plural = ["s", "es"].into_iter().filter_map(|ending| word.strip_suffix(ending).map(str::to_owned));
    let in_y = word.strip_suffix("ies").map(|stem| format!("{stem}y"));
    [word.to_owned()].into_iter().chain(plural).chain(in_y)
}
