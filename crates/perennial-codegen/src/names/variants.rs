//! Assigns the Rust names of the variants of enums, unions and responses.
//!
//! The variant of a string consists of the words in the string. Operators are spelled out, and so is a sign at the
//! beginning: `-name` becomes `MinusName`. Other signs are spelled out if strings of the enum differ only in signs:
//! beside `A`, `A+` becomes `APlus`.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use indexmap::IndexSet;

use crate::{
    api::{Case, Enum, EnumOf, EnumValue, JsonKind, Type},
    bounds::Bound,
    schema::Object,
    text::naming,
};

/// The names of the variant for all other values. The second one is used if a listed value has the first one.
pub const CATCH_ALL: [&str; 2] = ["Other", "Unlisted"];

/// Creates an open enum with a variant for each of `values`, which are written as they are sent. `names` contains the
/// names that the document declares for values.
pub fn open_enum(of: EnumOf, values: &[String], names: &BTreeMap<String, String>) -> Enum {
    let mut taken = BTreeSet::new();
    // Only the beginning of a value is used for its name. No name is longer, and finding signs takes quadratic time.
    let shorts: Vec<String> = values.iter().map(|value| value.chars().take(Bound::Name.limit()).collect()).collect();
    let siblings = Siblings::new(&shorts);
    let values = values
        .iter()
        .zip(&shorts)
        .map(|(value, short)| {
            let name = match names.get(value) {
                Some(name) => naming::type_name(name),
                None if of == EnumOf::Text => siblings.variant(short),
                None => number_variant(short),
            };
            EnumValue { name: naming::unique(&name, &mut taken), wire_name: value.clone() }
        })
        .collect();
    Enum { of, values, other: naming::first_unique(&CATCH_ALL, &mut taken) }
}

/// Names the variant of a number: `10` becomes `N10`, and `-0.5` becomes `Minus0_5`.
fn number_variant(number: &str) -> String {
    let (sign, digits) = number.strip_prefix('-').map_or(("N", number), |digits| ("Minus", digits));
    let digits: String = digits.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    format!("{sign}{digits}")
}

/// Names the variant of a union member that is selected by booleans or numbers: `true` becomes `True`, and `1` or `2`
/// becomes `N1OrN2`.
pub fn scalar_variant(values: &[String]) -> String {
    let names = values.iter().map(|value| match value.as_str() {
        "true" | "false" => naming::type_name(value),
        number => number_variant(number),
    });
    naming::type_name(&names.collect::<Vec<_>>().join("Or").chars().take(Bound::Name.limit()).collect::<String>())
}

/// Names the variant of a string: `IN_PROGRESS` becomes `InProgress`. A string that contains neither letters nor digits
/// is named after its operators, or else after the code points of its characters.
fn value_variant(value: &str) -> String {
    Siblings::default().variant(value)
}

/// All strings of an enum. The variant name of each string depends on the others.
#[derive(Default)]
struct Siblings<'a> {
    listed: HashSet<&'a str>,
    /// The number of strings that are equal if signs are removed. The key is the string without signs.
    alike: HashMap<String, usize>,
}

impl<'a> Siblings<'a> {
    fn new(values: &'a [String]) -> Self {
        let listed = values.iter().map(String::as_str).collect();
        let mut siblings = Self { listed, alike: HashMap::new() };
        for value in values {
            let unsigned = siblings.replace_signs(value, |_, _| String::new());
            *siblings.alike.entry(unsigned).or_default() += 1;
        }
        siblings
    }

    fn variant(&self, value: &str) -> String {
        let Some(first) = value.find(char::is_alphanumeric) else { return self.operator_variant(value) };
        let (operator, rest) = value.split_at(first);
        if operator.chars().all(|c| "=<>!~% ".contains(c))
            && let Some(words) = spell_operators(operator.trim())
        {
            return naming::type_name(&format!("{words}-{rest}"));
        }
        let unsigned = self.replace_signs(value, |_, _| String::new());
        let differs_by_sign = self.alike.get(&unsigned).is_some_and(|alike| *alike > 1);
        naming::type_name(&self.replace_signs(value, |index, sign| match sign {
            _ if !differs_by_sign && (index, first) != (0, 1) => sign.to_string(),
            '+' => "-plus-".to_owned(),
            _ => "-minus-".to_owned(),
        }))
    }

    /// Names a string that contains neither letters nor digits. `==` becomes `Eq`, unless the enum also contains `=`.
    fn operator_variant(&self, value: &str) -> String {
        let single = [("==", "="), ("&&", "&"), ("||", "|")].into_iter().find(|(double, _)| *double == value);
        let short = single.map(|(_, single)| single).filter(|single| !self.listed.contains(single));
        match spell_operators(short.unwrap_or(value)) {
            Some(words) => words,
            None if value.is_empty() => "Empty".to_owned(),
            None => value.chars().map(|c| format!("U{:X}", u32::from(c))).collect(),
        }
    }

    /// Replaces each sign in `value` with the result of `replace`, which is called with the index of the sign and the
    /// sign itself.
    ///
    /// `+` and `-` are signs at the beginning, at the end, and before a digit. The hyphen in `utf-8` follows a word, so
    /// it is a sign only if the enum also contains `utf+8`.
    fn replace_signs(&self, value: &str, replace: impl Fn(usize, char) -> String) -> String {
        let is_sign = |c: char| c == '+' || c == '-';
        let replaced = value.char_indices().map(|(index, c)| {
            let (before, after) = (&value[..index], &value[index + c.len_utf8()..]);
            let is_joint = || c == '-' && before.ends_with(char::is_alphanumeric);
            let has_positive = || self.listed.contains(format!("{before}+{after}").as_str());
            let is_sign = is_sign(c)
                && (before.chars().all(is_sign)
                    || after.chars().all(is_sign)
                    || after.starts_with(|next: char| next.is_ascii_digit()) && (!is_joint() || has_positive()));
            if is_sign { replace(index, c) } else { c.to_string() }
        });
        replaced.collect()
    }
}

/// Operators and the words for them. An operator of two characters precedes its first character.
#[rustfmt::skip]
const OPERATORS: [(&str, &str); 31] = [
    ("!=", "Ne"), ("<>", "Ne"), ("\u{2260}", "Ne"), ("<=", "Le"), ("\u{2264}", "Le"), (">=", "Ge"), ("\u{2265}", "Ge"),
    ("=", "Eq"), ("<", "Lt"), (">", "Gt"), ("!", "Not"), ("~", "Tilde"), ("&", "And"), ("|", "Or"), ("^", "Caret"),
    ("+", "Plus"), ("-", "Minus"), ("*", "Star"), ("/", "Slash"), ("\\", "Backslash"), ("%", "Percent"),
    ("?", "Question"), (".", "Dot"), (",", "Comma"), (":", "Colon"), (";", "Semicolon"), ("#", "Hash"), ("@", "At"),
    ("$", "Dollar"), ("_", "Underscore"), (" ", "Space"),
];

/// Spells out a string of operators: `!=` becomes `Ne`, and `!~` becomes `NotTilde`. Returns `None` if the string is
/// empty or contains other characters.
fn spell_operators(value: &str) -> Option<String> {
    let (mut words, mut rest) = (String::new(), value);
    while !rest.is_empty() {
        let (sign, word) = OPERATORS.into_iter().find(|(sign, _)| rest.starts_with(sign))?;
        words += word;
        rest = &rest[sign.len()..];
    }
    Some(words).filter(|words| !words.is_empty())
}

/// Returns the name of the union variant for JSON values of this kind.
pub fn kind_variant(kind: JsonKind, ty: &Type) -> &'static str {
    match (kind, ty) {
        (JsonKind::Number, Type::Int32 | Type::Int64 | Type::Uint64) => "Integer",
        (JsonKind::Number, _) => "Number",
        (JsonKind::String, _) => "Text",
        (JsonKind::Boolean, _) => "Boolean",
        (JsonKind::Array, _) => "List",
        (JsonKind::Object, _) => "Object",
    }
}

/// Names a variant in a union of objects. `name` is the name of the member's type, if it has one.
///
/// A member that is selected by a single tag value is named after this value. Any other member is called `name`.
/// Without a name, it is named after its tag values if there are two, and by `describe` if there are more.
pub fn case_variant(case: &Case, name: Option<&str>, describe: impl FnOnce() -> String) -> String {
    match (case, name) {
        (Case::UndeclaredTag(value), _) => value_variant(value),
        (Case::Tag(values), _) if values.len() == 1 => value_variant(&values[0]),
        (_, Some(name)) => name.to_owned(),
        (Case::Tag(values), None) if values.len() > 2 => describe(),
        (Case::Tag(values), None) => {
            let names: Vec<String> = values.iter().map(|value| value_variant(value)).collect();
            naming::type_name(&names.join("Or").chars().take(Bound::Name.limit()).collect::<String>())
        }
        (Case::Field(field), None) => value_variant(field),
        (Case::Several, None) => "Several".to_owned(),
        (Case::Kind(_) | Case::Absent | Case::AnyTag, None) => "Fallback".to_owned(),
    }
}

/// Names the members of a union of objects after their content. A member is named after its title, or else after a
/// field that no other member has, or else by its number. Required fields are preferred to optional fields, and earlier
/// fields to later ones.
///
/// `None` stands for a member that is not an object.
pub fn describe_members(members: &[Option<&Object>]) -> Vec<String> {
    let candidates: Vec<Vec<String>> =
        members.iter().map(|member| member.map(candidates).unwrap_or_default()).collect();
    let mut counts: HashMap<&str, usize> = HashMap::new();
    candidates.iter().flatten().for_each(|name| *counts.entry(name).or_default() += 1);
    let named = candidates.iter().zip(1..).map(|(candidates, number)| {
        let unique = candidates.iter().find(|name| counts[name.as_str()] == 1);
        unique.cloned().unwrap_or_else(|| format!("Variant{number}"))
    });
    named.collect()
}

/// Returns the distinct variant names that the title of an object and its fields suggest.
fn candidates(object: &Object) -> Vec<String> {
    let (required, others): (Vec<&String>, Vec<&String>) =
        object.properties.keys().partition(|field| object.requires(field));
    let fields = required.into_iter().chain(others).map(|field| value_variant(field));
    object.title.type_name().into_iter().chain(fields).collect::<IndexSet<String>>().into_iter().collect()
}

/// Names the variant of a response after the reason phrase of its status. `None` is the status of a variant for all
/// other successful responses.
pub fn status_variant(status: Option<u16>) -> String {
    let Some(status) = status else { return "Success".to_owned() };
    let known = match status {
        200 => "Ok",
        201 => "Created",
        202 => "Accepted",
        203 => "NonAuthoritative",
        204 => "NoContent",
        205 => "ResetContent",
        206 => "PartialContent",
        _ => return format!("Status{status}"),
    };
    known.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variant_for_a_number_is_named_after_the_number() {
        let made = open_enum(EnumOf::Number, &["10", "-0.5", "0.5", "1e21"].map(str::to_owned), &BTreeMap::new());
        let names: Vec<&str> = made.values.iter().map(|value| value.name.as_str()).collect();
        assert_eq!(names, ["N10", "Minus0_5", "N0_5", "N1e21"]);
    }

    fn text_variants(values: &[&str]) -> Vec<String> {
        let values: Vec<String> = values.iter().map(|value| (*value).to_owned()).collect();
        let made = open_enum(EnumOf::Text, &values, &BTreeMap::new());
        made.values.into_iter().map(|value| value.name).collect()
    }

    #[test]
    fn enum_value_without_a_sign_gets_the_plain_variant_name() {
        assert_eq!(text_variants(&["-title", "title", "-year"]), ["MinusTitle", "Title", "MinusYear"]);
        assert_eq!(text_variants(&["+title", "-title"]), ["PlusTitle", "MinusTitle"]);
        assert_eq!(text_variants(&["B+", "B", "B-", "12+"]), ["BPlus", "B", "BMinus", "X12"]);
        assert_eq!(text_variants(&["votes-+1", "votes--1"]), ["VotesPlus1", "VotesMinus1"]);
        assert_eq!(text_variants(&["Zone+5", "Zone-5", "Zone-7"]), ["ZonePlus5", "ZoneMinus5", "Zone7"]);
    }

    #[test]
    fn values_with_millions_of_minus_signs_get_names() {
        let values = ["-".repeat(2_000_000), "1-".repeat(1_000_000)];
        let named = open_enum(EnumOf::Text, &values, &BTreeMap::new());
        assert!(named.values[0].name.starts_with("MinusMinus"));
        assert!(named.values[1].name.starts_with("X1111"));
    }

    #[test]
    fn hyphen_between_words_of_an_enum_value_is_not_a_minus_sign() {
        assert_eq!(text_variants(&["on-hold", "on hold", "utf-8", "--all"]), ["OnHold", "OnHold2", "Utf8", "All"]);
        assert_eq!(text_variants(&["image/svg+xml", "read-write"]), ["ImageSvgXml", "ReadWrite"]);
    }

    #[test]
    fn operators_in_enum_values_are_spelled_out() {
        let operators = ["=", "!=", ">", "<", ">=", "<=", "==", "~", "!~", "<>"];
        let names = ["Eq", "Ne", "Gt", "Lt", "Ge", "Le", "EqEq", "Tilde", "NotTilde", "Ne2"];
        assert_eq!(text_variants(&operators), names);
        assert_eq!(text_variants(&["==", "&&", "*", " ", "%"]), ["Eq", "And", "Star", "Space", "Percent"]);
        assert_eq!(text_variants(&["<10", ">=10", "!open", "open"]), ["Lt10", "Ge10", "NotOpen", "Open"]);
        assert_eq!(text_variants(&["%", "% DV", "DV", "< 10", " a"]), ["Percent", "PercentDv", "Dv", "Lt10", "A"]);
    }

    #[test]
    fn every_enum_value_gets_a_distinct_variant_name() {
        assert_eq!(value_variant("IN_PROGRESS"), "InProgress");
        assert_eq!(value_variant("24h"), "X24h");
        assert_eq!(value_variant("\u{2194}="), "U2194U3D");
        assert_eq!(value_variant(""), "Empty");
        let made = open_enum(EnumOf::Text, &["a", "A", "other"].map(str::to_owned), &BTreeMap::new());
        let names: Vec<&str> = made.values.iter().map(|value| value.name.as_str()).collect();
        assert_eq!(names, ["A", "A2", "Other"]);
        assert_eq!(made.other, "Unlisted");
    }
}
