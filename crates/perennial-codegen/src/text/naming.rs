//! Rust names for what the document names in its own way.
//!
//! rustc compares identifiers in Unicode's form NFC: names are made and compared in it here, too.

use std::{borrow::Cow, collections::BTreeSet};

use heck::{ToPascalCase, ToSnakeCase};
use unicode_normalization::{UnicodeNormalization as _, is_nfc};

/// A type name: `alertSettings` becomes `AlertSettings`. Never empty, always an identifier.
pub fn type_name(name: &str) -> String {
    // Made again, it stays the same: `t-h_ing` is `THIng`, and that is `ThIng`.
    identifier(&settled(&cleaned(name), |name| name.to_pascal_case()), "X")
}

/// The name of an operation's builder, whose method of `Client` is called `function`.
pub fn builder_name(function: &str) -> String {
    identifier(&nfc(&cleaned(function).to_pascal_case()), "X")
}

/// A field, parameter or method name: `queueSize` becomes `queue_size`.
pub fn value_name(name: &str) -> String {
    let once = cleaned(name).to_snake_case();
    // Made again, it stays the same, but `İ` is two characters in lower case, of which one separates words.
    let name = if once.is_ascii() { once } else { settled(&once, |name| name.to_snake_case()) };
    identifier(&name, "x")
}

/// `name` in NFC: how rustc sees an identifier.
pub fn nfc(name: &str) -> Cow<'_, str> {
    if is_nfc(name) { name.into() } else { name.nfc().collect::<String>().into() }
}

/// Returns `true` if rustc takes `name` as an identifier, as it is.
pub fn is_nfc_identifier(name: &str) -> bool {
    let mut chars = name.chars();
    let is_word = chars.next().is_some_and(|first| first == '_' || unicode_ident::is_xid_start(first))
        && chars.all(unicode_ident::is_xid_continue);
    is_word && is_nfc(name) && !is_keyword(name)
}

/// `change` applied to `name` until neither it nor NFC changes anything more: names are made of names, and what they begin
/// with stays as it is.
fn settled(name: &str, change: impl Fn(&str) -> String) -> String {
    /// Two suffice for nearly all names; a bound in case that one alternates.
    const TIMES: usize = 4;
    let mut settled = nfc(&change(name)).into_owned();
    for _ in 1..TIMES {
        let changed = nfc(&change(&settled)).into_owned();
        if changed == settled {
            break;
        }
        settled = changed;
    }
    settled
}

/// `name`, or what it begins with and a mark of the whole, if it is longer than people read: the same each time, and
/// different for different names.
pub fn shortened(name: String) -> String {
    const READABLE: usize = 60;
    const MARK: usize = 8;
    if name.len() <= READABLE {
        return name;
    }
    // FNV-1a, which is the same on every machine.
    let mark = name.bytes().fold(0x811c_9dc5_u32, |mark, byte| (mark ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    let mut words = name.char_indices().filter(|(_, c)| c.is_uppercase()).map(|(index, _)| index);
    let end = words.rfind(|end| *end + 1 + MARK <= READABLE).unwrap_or_default();
    format!("{}X{mark:08x}", &name[..end])
}

/// `wanted`, or `wanted` with a number that makes it new to `taken`, in NFC as all of these; the result is then taken
/// too.
pub fn unique(wanted: &str, taken: &mut BTreeSet<String>) -> String {
    let wanted = nfc(wanted);
    let numbered = |number: usize| if number == 1 { wanted.to_string() } else { format!("{wanted}{number}") };
    let name = numbered(first_free(|number| taken.contains(&numbered(number))));
    taken.insert(name.clone());
    name
}

/// The first of `wanted` that is new to `taken`, or the first one of all with a number; the result is then taken too.
pub fn unique_of(wanted: &[&str], taken: &mut BTreeSet<String>) -> String {
    let free = wanted.iter().find(|name| !taken.contains(&*nfc(name))).or(wanted.first());
    unique(free.copied().unwrap_or_default(), taken)
}

/// The first number that is not taken, unless there are very many and some are missing between them.
pub fn first_free(is_taken: impl Fn(usize) -> bool) -> usize {
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

fn cleaned(name: &str) -> String {
    let name = match name {
        "+1" => "plus1".to_owned(),
        "-1" => "minus1".to_owned(),
        _ => without_comparison(name),
    };
    name.replace('\'', "").replace(|c| !unicode_ident::is_xid_continue(c), "-")
}

/// `StartTime<` and `StartTime>` are two parameters.
fn without_comparison(name: &str) -> String {
    let signs = [("<", "before"), ("<=", "before"), (">", "after"), (">=", "after")];
    let words = signs.iter().filter_map(|(sign, word)| Some((name.strip_suffix(sign)?, word)));
    let mut words = words.filter(|(rest, _)| rest.ends_with(char::is_alphanumeric));
    words.next().map_or_else(|| name.to_owned(), |(rest, word)| format!("{rest}-{word}"))
}

fn identifier(name: &str, empty: &str) -> String {
    let name = match name.chars().next() {
        None => empty.to_owned(),
        Some(first) if unicode_ident::is_xid_start(first) => name.to_owned(),
        // A digit cannot come first.
        Some(_) => format!("{empty}{name}"),
    };
    if is_keyword(&name) { format!("{name}_") } else { name }
}

/// `true` if `name` is a keyword, now or in an edition to come, or the sign for no name.
fn is_keyword(name: &str) -> bool {
    let can_be = matches!(name, "Self" | "_") || name.chars().all(|c| c.is_ascii_lowercase());
    can_be && (name == "gen" || syn::parse_str::<syn::Ident>(name).is_err())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_identifiers_whatever_the_document_calls_things() {
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
        assert_eq!(value_name("\u{130}d"), value_name(&value_name("\u{130}d")));
    }

    #[test]
    fn names_that_are_equal_in_nfc_are_one_name() {
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
            let mut taken = BTreeSet::new();
            assert_eq!(unique(other, &mut taken), other);
            assert_eq!(unique(&one.replace('-', ""), &mut taken), format!("{other}2"));
        }
        assert_eq!(value_name("a\u{1100}\u{1161}"), value_name("a\u{ac00}"));
    }

    #[test]
    fn a_name_stays_as_it_is_when_it_is_made_a_name_again() {
        for name in ["\u{3b1}\u{345}x", "\u{1f0}x", "\u{390}", "\u{130}d", "t-h_ing", "\u{2126}m", "\u{fb01}sh"] {
            let (type_name, value_name) = (super::type_name(name), super::value_name(name));
            assert_eq!(super::type_name(&type_name), type_name, "{name}");
            assert_eq!(super::value_name(&value_name), value_name, "{name}");
            assert!(is_nfc(&type_name) && is_nfc(&value_name), "{name}");
        }
    }

    #[test]
    fn comparison_signs_at_the_end_of_a_name_are_words() {
        assert_eq!(value_name("StartTime<"), "start_time_before");
        assert_eq!(value_name("StartTime>="), "start_time_after");
        assert_eq!(value_name("a<b"), "a_b");
    }

    #[test]
    fn a_long_name_is_shortened_to_one_of_its_own() {
        let long = |end: &str| format!("PostV1StatuspagesIncidentsIncidentidIncidentupdatesBody{end}");
        assert_eq!(shortened(long("")), long(""));
        let (one, other) = (shortened(long("AttachmentsItem")), shortened(long("AttachmentsValue")));
        assert!(one.starts_with("PostV1StatuspagesIncidentsIncidentid") && one.len() <= 60, "{one}");
        assert_ne!(one, other);
        assert_eq!(type_name(&one), one);
    }

    #[test]
    fn a_taken_name_gets_the_first_free_number() {
        let mut taken = BTreeSet::from(["Model".to_owned(), "Model2".to_owned()]);
        assert_eq!(unique("Model", &mut taken), "Model3");
        assert_eq!(unique("Model", &mut taken), "Model4");
        assert_eq!(unique("Other", &mut taken), "Other");
    }

    #[test]
    fn thousands_of_equal_names_get_numbers_in_turn() {
        let mut taken = BTreeSet::new();
        let names: Vec<String> = (0..3_000).map(|_| unique("A", &mut taken)).collect();
        let expected: Vec<String> = ["A".to_owned()].into_iter().chain((2..=3_000).map(|n| format!("A{n}"))).collect();
        assert_eq!(names, expected);
    }
}
