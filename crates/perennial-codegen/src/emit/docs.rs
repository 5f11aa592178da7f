//! Writes documentation comments, and describes types in words.

use crate::api::Type;

/// Writes `text` as the documentation of an item.
pub fn lines(text: &str) -> String {
    match text.trim_end() {
        "" => String::new(),
        // A doc comment must not contain a carriage return, so the text becomes a `doc` attribute.
        text if text.contains('\r') => format!("#[doc = {text:?}]\n"),
        text => {
            let line = |line: &str| if line.is_empty() { "///\n".to_owned() } else { format!("/// {line}\n") };
            text.split('\n').map(line).collect()
        }
    }
}

pub fn paragraphs(parts: &[&str]) -> String {
    lines(&joined(parts))
}

/// Describes a type in words. The result documents a response, or a field without a description.
pub fn value(ty: &Type) -> String {
    one_or_several(ty, 0)
}

pub fn link(name: &str) -> String {
    format!("[`{name}`](crate::types::{name})")
}

fn one_or_several(ty: &Type, form: usize) -> String {
    let forms = match ty {
        Type::Any => ["any JSON value", "any JSON values"],
        Type::Null => ["null", "nulls"],
        Type::Boolean => ["a boolean", "booleans"],
        Type::Int32 | Type::Int64 | Type::Uint64 => ["an integer", "integers"],
        Type::Number | Type::ExactNumber => ["a number", "numbers"],
        Type::Text => ["a string", "strings"],
        Type::Uuid => ["a UUID", "UUIDs"],
        Type::DateTime | Type::QueryDateTime => ["a timestamp", "timestamps"],
        Type::Date | Type::QueryTime => ["a date or timestamp", "dates or timestamps"],
        Type::Part | Type::Parts => ["a part of the body", "parts of the body"],
        Type::Object => ["any JSON object", "any JSON objects"],
        Type::List(item) => return format!("{} of {}", ["a list", "lists"][form], one_or_several(&item.ty, 1)),
        Type::Map(item) => {
            return format!("{} from strings to {}", ["a map", "maps"][form], one_or_several(&item.ty, 1));
        }
        Type::Named(name) => return link(name),
        Type::Own(path) => return format!("`{}`", path.as_str()),
    };
    forms[form].to_owned()
}

/// Joins paragraphs with blank lines. Empty paragraphs are omitted.
pub fn joined(parts: &[&str]) -> String {
    parts.iter().copied().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n\n")
}

/// Appends `sentence` to the first paragraph of `text`. If this paragraph is not prose, such as a heading or a list,
/// `sentence` becomes the first paragraph.
pub fn with_sentence(text: &str, sentence: &str) -> String {
    let (first, others) = text.split_once("\n\n").unwrap_or((text, ""));
    let end = match first.chars().next_back() {
        Some('.' | '!' | '?' | '。') => Some(""),
        Some(c) if c.is_alphanumeric() || matches!(c, '`' | ')' | '"') => Some("."),
        _ => None,
    };
    match end.filter(|_| is_prose(first)) {
        Some(end) => joined(&[&format!("{first}{end} {sentence}"), others]),
        None => joined(&[sentence, text]),
    }
}

/// Returns whether more text can follow the paragraph, because none of its lines begins a block and no inline code is
/// left open.
fn is_prose(paragraph: &str) -> bool {
    let is_plain = |line: &str| {
        let is_numbered = line.trim_start_matches(|c: char| c.is_ascii_digit()).starts_with(['.', ')']);
        let is_text = line.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '`' | '"' | '(' | '['));
        is_text && !is_numbered && !line.starts_with("```") && !line.contains("]:")
    };
    paragraph.lines().all(is_plain) && paragraph.matches('`').count().is_multiple_of(2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_is_appended_only_to_a_first_paragraph_of_prose() {
        for (text, expected) in [
            ("", "S."),
            ("A thing.", "A thing. S."),
            ("A `thing`", "A `thing`. S."),
            ("A thing\nof two lines.\n\n- one", "A thing\nof two lines. S.\n\n- one"),
        ] {
            assert_eq!(with_sentence(text, "S."), expected);
        }
        for text in [
            "# Heading",
            "- one",
            "1. one",
            "| a | b |",
            "Either\n- one",
            "Either:\n\n- one",
            "```text\nx\n```",
            "> quoted",
            "[a]: https://b.example",
            "An open ` backtick.",
            "Heading\n=======",
        ] {
            assert_eq!(with_sentence(text, "S."), format!("S.\n\n{text}"));
        }
    }

    #[test]
    fn docs_with_a_carriage_return_are_an_attribute() {
        assert_eq!(lines("a\n\nb \n"), "/// a\n///\n/// b\n");
        assert_eq!(lines("a\r\"b"), "#[doc = \"a\\r\\\"b\"]\n");
        assert_eq!(lines(" \n"), "");
    }
}
