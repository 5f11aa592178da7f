//! What is announced: that something is deprecated, and when it goes.

use serde_json::Value;

use super::{
    Difference,
    document::{is_set, shortened, text},
    rules::{self, Rule},
    words::{plain, sentences},
};

/// What becomes deprecated, by the rule for it. Each side is what describes one thing: a parameter and its schema.
pub fn deprecation(old: &[&Value], new: &[&Value], rule: &'static Rule) -> Option<Difference> {
    let [was, is] = [old, new].map(|described| described.iter().any(|it| is_deprecated(it)));
    match (was, is) {
        (false, true) => Some((rule, "is deprecated".to_owned())),
        (true, false) => Some((&rules::DEPRECATION_WITHDRAWN, "is no longer deprecated".to_owned())),
        _ => None,
    }
}

/// What is announced to go.
pub fn sunset(old: &[&Value], new: &[&Value]) -> Option<Difference> {
    let [old, new] = [old, new].map(|described| described.iter().find_map(|it| stated_day(it)));
    sunset_change(old.as_deref(), new.as_deref())
}

/// What it means that something goes on another day.
pub fn sunset_change(old: Option<&str>, new: Option<&str>) -> Option<Difference> {
    match (old, new) {
        (None, Some(new)) => Some((&rules::SUNSET_SET, format!("goes: {new}"))),
        (Some(old), None) => Some((&rules::SUNSET_WITHDRAWN, format!("no day is stated, was {old}"))),
        (Some(old), Some(new)) if old != new => Some((&rules::SUNSET_CHANGED, format!("goes: {new}, was {old}"))),
        _ => None,
    }
}

/// The flag, or the mark with which the service begins descriptions.
fn is_deprecated(value: &Value) -> bool {
    let is_marked = |description: &str| plain(description).trim_start().to_lowercase().starts_with("[deprecated]");
    is_set(value, "deprecated") || text(value, "description").is_some_and(is_marked)
}

/// The day on which something goes, as it is stated.
pub fn stated_day(value: &Value) -> Option<String> {
    let stated = ["x-sunset", "x-sunset-date", "sunset"].iter().find_map(|key| text(value, key));
    stated.map(shortened).or_else(|| ["description", "summary"].iter().find_map(|key| day(text(value, key)?)))
}

/// How many words after it is said that something goes the day is looked for.
const NEAR: usize = 12;

/// The day in a sentence that says that something goes, after the word that says so.
fn day(text: &str) -> Option<String> {
    let text = plain(text);
    sentences(&text).find_map(|sentence| {
        let words = sentence.split_whitespace().map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()));
        let words: Vec<&str> = words.collect();
        let is_end = |word: &str| ENDS.iter().any(|end| starts_with(word, end));
        let mut end = None;
        (0..words.len()).find_map(|at| {
            let day = end.filter(|end| at - end <= NEAR).and_then(|_| date(&words[at..]));
            end = if is_end(words[at]) { Some(at) } else { end };
            day
        })
    })
}

fn starts_with(word: &str, start: &str) -> bool {
    word.get(..start.len()).is_some_and(|it| it.eq_ignore_ascii_case(start))
}

/// The beginnings of the words that say so.
const ENDS: [&str; 10] = [
    "sunset",
    "removed",
    "removal",
    "retire",
    "discontinu",
    "decommission",
    "end-of-life",
    "shut",
    "switched",
    "turned",
];

/// The date that `words` begin with: `2026-03-31`, `31.03.2026`, `March 31, 2026`, `31 March 2026`, `March 2026`.
fn date(words: &[&str]) -> Option<String> {
    let first = *words.first()?;
    if is_numeric_date(first) {
        return Some(first.to_owned());
    }
    let is_month = |word: &str| word.len() >= 3 && MONTHS.iter().any(|month| starts_with(month, word));
    let is_year =
        |word: &str| word.len() == 4 && word.starts_with("20") && word.bytes().all(|byte| byte.is_ascii_digit());
    let is_day = |word: &str| {
        let number = word.trim_end_matches(|c: char| c.is_ascii_alphabetic());
        number.parse::<u8>().is_ok_and(|day| (1..=31).contains(&day)) && word.len() - number.len() <= 2
    };
    // "31st of March 2026"
    let words: Vec<&str> = words.iter().take(5).copied().filter(|word| *word != "of").collect();
    let count = match words.as_slice() {
        [month, year, ..] if is_month(month) && is_year(year) => 2,
        [month, day, year, ..] if is_month(month) && is_day(day) && is_year(year) => 3,
        [day, month, year, ..] if is_day(day) && is_month(month) && is_year(year) => 3,
        _ => return None,
    };
    Some(words[..count].join(" "))
}

const MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];

/// Three numbers, one of which is a year, with or without a time.
fn is_numeric_date(word: &str) -> bool {
    let date = word.split(['T', 't']).next().unwrap_or_default();
    let parts: Vec<&str> = date.split(['-', '/', '.']).collect();
    let are_numbers = parts.iter().all(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()));
    let mut lengths: Vec<usize> = parts.iter().map(|part| part.len()).collect();
    lengths.sort_unstable();
    are_numbers && matches!(lengths.as_slice(), [1 | 2, 1 | 2, 4])
}
