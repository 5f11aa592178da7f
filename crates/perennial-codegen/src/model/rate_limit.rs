//! Parses rate limits in the descriptions of operations. OpenAPI has no keyword for rate limits, so services describe
//! them in prose: "you can send 5 requests / 10 seconds at most" or "300 requests per day".

use crate::{api::RateLimit, schema::TypedDocument};

/// Returns the first rate limit in `text`. A limit that `text` calls the default is ignored, because it is shared by
/// many operations.
pub fn parse_rate_limit(text: &str) -> Option<RateLimit> {
    find_limit(text, |is_default| !is_default)
}

/// Returns whether the description of the API contains a rate limit, or the description of an operation contains a limit
/// that it calls the default.
pub fn has_shared_limit(document: &TypedDocument) -> bool {
    let describes = |text: &Option<String>, is_wanted: fn(bool) -> bool| {
        text.as_ref().is_some_and(|text| find_limit(text, is_wanted).is_some())
    };
    let mut operations = document.operations.iter();
    describes(&document.description, |_| true)
        || operations.any(|it| describes(&it.description, |is_default| is_default))
}

/// Returns the first rate limit in `text` for which `is_wanted` is true. The argument of `is_wanted` is whether `text`
/// calls the limit the default.
fn find_limit(text: &str, is_wanted: fn(bool) -> bool) -> Option<RateLimit> {
    let text = text.to_lowercase();
    // Most descriptions contain no rate limit, and need not be split into words.
    if !text.contains("request") && !text.contains("calls") {
        return None;
    }
    let words = split_words(&text);
    let is_default = |start: usize| words[start.saturating_sub(5)..start].iter().any(|word| word == "default");
    (0..words.len()).filter(|start| is_wanted(is_default(*start))).find_map(|start| parse_limit(&words[start..]))
}

/// Splits `text` into words. `/` is a word of its own. Punctuation around words is removed, including `<` and `>`.
fn split_words(text: &str) -> Vec<String> {
    let spaced = text.replace('<', " <").replace('>', "> ").replace('/', " / ");
    let words = spaced.split_whitespace().map(|word| word.trim_matches(|c: char| !c.is_alphanumeric() && c != '/'));
    words.filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// Parses a rate limit at the beginning of `words`, such as `5 requests per 10 seconds`.
fn parse_limit(words: &[String]) -> Option<RateLimit> {
    let (requests, words) = words.split_first()?;
    let requests = parse_count(requests)?;
    let (noun, words) = words.split_first()?;
    let (per, words) = words.split_first()?;
    if !["request", "requests", "calls"].contains(&noun.as_str())
        || !["per", "/", "every", "each", "in", "within"].contains(&per.as_str())
    {
        return None;
    }
    let (first, rest) = words.split_first()?;
    let (count, unit) = match parse_count(first) {
        Some(count) => (count, rest.first()?),
        None => (1, first),
    };
    let seconds = match unit.strip_suffix('s').unwrap_or(unit) {
        "second" | "sec" => 1,
        "minute" | "min" => 60,
        "hour" => 60 * 60,
        "day" => 24 * 60 * 60,
        _ => return None,
    };
    Some(RateLimit { requests, seconds: u64::from(count) * seconds })
}

/// Parses a positive integer, which may contain thousands separators: `1,000`.
fn parse_count(word: &str) -> Option<u32> {
    word.replace(',', "").parse().ok().filter(|number| *number > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_common_phrasings_of_a_rate_limit() {
        for (text, (requests, seconds)) in [
            ("The rate limit of this route is 300 requests per day at most.", (300, 86_400)),
            ("A window.<br><br><b>You can send 5 requests / 10 seconds at most.<b>", (5, 10)),
            ("**600 requests / 60 seconds**", (600, 60)),
            ("30 requests/minute", (30, 60)),
            ("At most 1,000 requests every 2 hours.", (1000, 7200)),
            ("<b>1 request per second</b>", (1, 1)),
        ] {
            assert_eq!(parse_rate_limit(text), Some(RateLimit { requests, seconds }), "{text}");
        }
    }

    #[test]
    fn ignores_a_rate_limit_that_is_called_the_default() {
        assert_eq!(parse_rate_limit("The default rate limit applies: 600 requests per 60 seconds."), None);
        let text = "It replaces the default rate limit of 600 requests per 60 seconds by 300 requests per day.";
        assert_eq!(parse_rate_limit(text), Some(RateLimit { requests: 300, seconds: 86_400 }));
    }

    #[test]
    fn ignores_numbers_that_are_not_rate_limits() {
        for text in [
            "",
            "Lists the latest 100 requests.",
            "Data of 15 days, 10 per page.",
            "0 requests per day",
            "99999999999 requests per day",
            "5 requests per user",
            "5 requests per 10",
            "5 requests",
        ] {
            assert_eq!(parse_rate_limit(text), None, "{text}");
        }
    }
}
