//! Converts names in a document to Rust names.
//!
//! All names are in the Unicode form NFC, because rustc compares identifiers in this form.

use std::{borrow::Cow, collections::BTreeSet};

use heck::{ToPascalCase, ToSnakeCase};
use unicode_normalization::{UnicodeNormalization as _, is_nfc};

/// Converts `name` to a type name: `alertSettings` becomes `AlertSettings`. The result is always a valid identifier,
/// even if `name` is empty.
pub fn type_name(name: &str) -> String {
    // The conversion is repeated until the name is stable, because one conversion may enable another: `t-h_ing` becomes
    // `THIng`, which becomes `ThIng`.
    identifier(&apply_until_stable(&replace_invalid_characters(name), |name| name.to_pascal_case()), "X")
}

/// Returns the name of the builder for the method `function` of `Client`.
pub fn builder_name(function: &str) -> String {
    identifier(&nfc(&replace_invalid_characters(function).to_pascal_case()), "X")
}

/// Converts `name` to the name of a field, parameter or method: `queueSize` becomes `queue_size`.
pub fn value_name(name: &str) -> String {
    let once = join_oauth(replace_invalid_characters(name)).to_snake_case();
    // ASCII names are stable after one conversion. Others may not be: in lower case, `İ` becomes two characters, and
    // the second one separates words.
    let name = if once.is_ascii() { once } else { apply_until_stable(&once, |name| name.to_snake_case()) };
    identifier(&name, "x")
}

/// Converts `name` to NFC, the form in which rustc compares identifiers.
pub fn nfc(name: &str) -> Cow<'_, str> {
    if is_nfc(name) { name.into() } else { name.nfc().collect::<String>().into() }
}

/// Returns `true` if `name` is a valid identifier in NFC and not a keyword.
pub fn is_nfc_identifier(name: &str) -> bool {
    let mut chars = name.chars();
    let is_word = chars.next().is_some_and(|first| first == '_' || unicode_ident::is_xid_start(first))
        && chars.all(unicode_ident::is_xid_continue);
    is_word && is_nfc(name) && !is_keyword(name)
}

/// Applies `change` and then NFC to `name`, repeatedly, until the result is stable. This keeps longer names that begin
/// with the result consistent: converting them does not change their beginning.
fn apply_until_stable(name: &str, change: impl Fn(&str) -> String) -> String {
    /// The maximum number of conversions. Nearly all names need at most two, but some alternate between two forms
    /// forever.
    const TIMES: usize = 4;
    let mut result = nfc(&change(name)).into_owned();
    for _ in 1..TIMES {
        let changed = nfc(&change(&result)).into_owned();
        if changed == result {
            break;
        }
        result = changed;
    }
    result
}

/// The maximum length of a name that is easy to read, in bytes.
pub const READABLE: usize = 60;

/// Shortens a name of more than [`READABLE`] bytes to its beginning and a hash of the full name. The result depends
/// only on the name, and the hash keeps different names distinct.
pub fn shorten(name: String) -> String {
    const MARK: usize = 8;
    if name.len() <= READABLE {
        return name;
    }
    // The hash is FNV-1a, which is the same on every machine.
    let mark = name.bytes().fold(0x811c_9dc5_u32, |mark, byte| (mark ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    let mut words = name.char_indices().filter(|(_, c)| c.is_uppercase()).map(|(index, _)| index);
    let end = words.rfind(|end| *end + 1 + MARK <= READABLE).unwrap_or_default();
    format!("{}X{mark:08x}", &name[..end])
}

/// Adds the name `wanted` to `used`, with a number appended if `used` already contains it. Returns the name that was
/// added. All names are in NFC.
pub fn unique(wanted: &str, used: &mut BTreeSet<String>) -> String {
    let wanted = nfc(wanted);
    let numbered = |number: usize| if number == 1 { wanted.to_string() } else { format!("{wanted}{number}") };
    let name = numbered(first_free_number(|number| used.contains(&numbered(number))));
    used.insert(name.clone());
    name
}

/// Returns the first name in `wanted` that is not in `used`, and adds it to `used`. If `used` contains all of them, a
/// number is appended to the first one.
pub fn first_unique(wanted: &[&str], used: &mut BTreeSet<String>) -> String {
    let free = wanted.iter().find(|name| !used.contains(&*nfc(name))).or(wanted.first());
    unique(free.copied().unwrap_or_default(), used)
}

/// Returns the first free number, starting at 1.
///
/// Beyond 64, a binary search is used. If there are gaps between the taken numbers, it may not find the first free one.
pub fn first_free_number(is_taken: impl Fn(usize) -> bool) -> usize {
    const TRIED_IN_TURN: usize = 64;
    (1..=TRIED_IN_TURN).find(|number| !is_taken(*number)).unwrap_or_else(|| {
        let (mut used, mut free) = (TRIED_IN_TURN, 2 * TRIED_IN_TURN);
        while is_taken(free) {
            (used, free) = (free, 2 * free);
        }
        while free - used > 1 {
            let middle = usize::midpoint(used, free);
            if is_taken(middle) { used = middle } else { free = middle }
        }
        free
    })
}

fn replace_invalid_characters(name: &str) -> String {
    let name = match name {
        "+1" => "plus1".to_owned(),
        "-1" => "minus1".to_owned(),
        _ => replace_comparison_sign(name),
    };
    name.replace('\'', "").replace(|c| !unicode_ident::is_xid_continue(c), "-")
}

/// Makes `OAuth` one word, so that `OAuth2Token` becomes `oauth2_token` instead of `o_auth2_token`.
fn join_oauth(name: String) -> String {
    if !name.contains("OAuth") {
        return name;
    }
    let mut parts = name.split("OAuth");
    let mut joined = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        // In `FOOAuth`, the `O` belongs to the initials.
        joined += if joined.ends_with(char::is_uppercase) { "OAuth" } else { "Oauth" };
        joined += part;
    }
    joined
}

/// Replaces a comparison sign at the end of a name with a word, so that the parameters `StartTime<` and `StartTime>`
/// become `StartTime-before` and `StartTime-after`.
fn replace_comparison_sign(name: &str) -> String {
    let signs = [("<", "before"), ("<=", "before"), (">", "after"), (">=", "after")];
    let words = signs.iter().filter_map(|(sign, word)| Some((name.strip_suffix(sign)?, word)));
    let mut words = words.filter(|(rest, _)| rest.ends_with(char::is_alphanumeric));
    words.next().map_or_else(|| name.to_owned(), |(rest, word)| format!("{rest}-{word}"))
}

fn identifier(name: &str, empty: &str) -> String {
    let name = match name.chars().next() {
        None => empty.to_owned(),
        Some(first) if unicode_ident::is_xid_start(first) => name.to_owned(),
        // A letter is put in front of a name that begins with a digit or another character that cannot begin an
        // identifier.
        Some(_) => format!("{empty}{name}"),
    };
    if is_keyword(&name) { format!("{name}_") } else { name }
}

/// Returns `true` if `name` is `_`, or a keyword in any edition, including reserved ones.
fn is_keyword(name: &str) -> bool {
    let can_be = matches!(name, "Self" | "_") || name.chars().all(|c| c.is_ascii_lowercase());
    can_be && (name == "gen" || syn::parse_str::<syn::Ident>(name).is_err())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn converts_any_name_into_an_identifier() {
        assert_eq!(type_name("alertSettings"), "AlertSettings");
        assert_eq!(type_name("Status Page"), "StatusPage");
        assert_eq!(type_name("t-h_ing"), "ThIng");
        assert_eq!(type_name("ThIng"), "ThIng");
        assert_eq!(type_name(""), "X");
        assert_eq!(type_name("24h"), "X24h");
        assert_eq!(builder_name("get_a_b"), "GetAB");
        assert_eq!(value_name("queueSize"), "queue_size");
        assert_eq!(value_name("type"), "type_");
        assert_eq!(value_name("x-trace-id"), "x_trace_id");
        assert_eq!(value_name("$"), "x");
        assert_eq!(value_name("OAuth2PasswordBearer"), "oauth2_password_bearer");
        assert_eq!(value_name("listOAuthApps"), "list_oauth_apps");
        assert_eq!(value_name("FOOAuth"), "foo_auth");
        assert_eq!(value_name("\u{130}d"), value_name(&value_name("\u{130}d")));
    }

    #[test]
    fn names_that_are_equal_in_nfc_count_as_the_same_name() {
        let pairs = [
            ("\u{1100}\u{1161}\u{11a8}", "\u{ac01}"),
            ("\u{1100}-\u{1161}-\u{11a8}", "\u{ac01}"),
            ("\u{212b}", "\u{c5}"),
            ("\u{2126}", "\u{3a9}"),
            ("\u{9c7}\u{9be}", "\u{9cb}"),
        ];
        for (one, other) in pairs {
            assert_eq!(type_name(one), type_name(other), "{one}");
            assert_eq!(builder_name(one), builder_name(other), "{one}");
            let mut used = BTreeSet::new();
            assert_eq!(unique(other, &mut used), other);
            assert_eq!(unique(&one.replace('-', ""), &mut used), format!("{other}2"));
        }
        assert_eq!(value_name("a\u{1100}\u{1161}"), value_name("a\u{ac00}"));
    }

    #[test]
    fn converting_a_name_twice_changes_nothing() {
        for name in ["\u{3b1}\u{345}x", "\u{1f0}x", "\u{390}", "\u{130}d", "t-h_ing", "\u{2126}m", "\u{fb01}sh"] {
            let (type_name, value_name) = (super::type_name(name), super::value_name(name));
            assert_eq!(super::type_name(&type_name), type_name, "{name}");
            assert_eq!(super::value_name(&value_name), value_name, "{name}");
            assert!(is_nfc(&type_name) && is_nfc(&value_name), "{name}");
        }
    }

    #[test]
    fn a_comparison_sign_at_the_end_of_a_name_becomes_a_word() {
        assert_eq!(value_name("StartTime<"), "start_time_before");
        assert_eq!(value_name("StartTime>="), "start_time_after");
        assert_eq!(value_name("a<b"), "a_b");
    }

    #[test]
    fn shortens_different_long_names_to_different_names() {
        let long = |end: &str| format!("PostV1StatuspagesIncidentsIncidentidIncidentupdatesBody{end}");
        assert_eq!(shorten(long("")), long(""));
        let (one, other) = (shorten(long("AttachmentsItem")), shorten(long("AttachmentsValue")));
        assert!(one.starts_with("PostV1StatuspagesIncidentsIncidentid") && one.len() <= 60, "{one}");
        assert_ne!(one, other);
        assert_eq!(type_name(&one), one);
    }

    #[test]
    fn appends_the_first_free_number_to_a_taken_name() {
        let mut used = BTreeSet::from(["Model".to_owned(), "Model2".to_owned()]);
        assert_eq!(unique("Model", &mut used), "Model3");
        assert_eq!(unique("Model", &mut used), "Model4");
        assert_eq!(unique("Other", &mut used), "Other");
    }

    #[test]
    fn thousands_of_equal_names_get_consecutive_numbers() {
        let mut used = BTreeSet::new();
        let names: Vec<String> = (0..3_000).map(|_| unique("A", &mut used)).collect();
        let expected: Vec<String> = ["A".to_owned()].into_iter().chain((2..=3_000).map(|n| format!("A{n}"))).collect();
        assert_eq!(names, expected);
    }
}
