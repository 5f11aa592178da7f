//! Decides which strings from a response reports may show. Names that the authors of the service chose may be shown,
//! but data of an account must not.

use crate::text_forms::is_uuid;

/// The maximum length of a name in bytes. Longer strings are probably data.
const LONGEST: usize = 64;
/// A string with this many consecutive digits is probably data.
const DIGITS: usize = 5;

/// Returns the name of an undeclared field, or only its length if it could be data.
pub fn redact_field_name(name: &str) -> String {
    if is_word(name, "_-$.") { name.to_owned() } else { format!("<name omitted: {} bytes>", name.len()) }
}

/// Returns a media type without its parameters, or only its length if it could be data.
pub fn redact_media_type(value: &str) -> String {
    let essence = value.split(';').next().unwrap_or_default().trim();
    const KINDS: [&str; 8] = ["application", "audio", "font", "image", "model", "multipart", "text", "video"];
    match essence.split_once('/') {
        Some((kind, rest)) if KINDS.contains(&kind.to_lowercase().as_str()) && is_word(rest, "_-+.") => {
            essence.to_lowercase()
        }
        _ => format!("<media type omitted: {} bytes>", value.len()),
    }
}

/// Checks whether a string looks like a word that the authors of the service chose, and not like data.
fn is_word(text: &str, punctuation: &str) -> bool {
    let begins_as_one = text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_' || c == '$');
    let longest_number = text.split(|c: char| !c.is_ascii_digit()).map(str::len).max().unwrap_or_default();
    begins_as_one
        && text.len() <= LONGEST
        && longest_number < DIGITS
        && !is_uuid(text)
        && text.chars().all(|c| c.is_ascii_alphanumeric() || punctuation.contains(c))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn redacted_field_names_show_words_but_no_data() {
        for word in ["email", "created_at", "x-id", "$schema", "http2", "sha256", "_links"] {
            assert_eq!(redact_field_name(word), word);
        }
        let long = "x".repeat(65);
        for data in ["me@example.com", "42", "a b", "Zoë", "", &long, "order-20240501", "user12345", "https://h/"] {
            assert_eq!(redact_field_name(data), format!("<name omitted: {} bytes>", data.len()));
        }
        assert_eq!(redact_field_name("aba7b810-9dad-11d1-80b4-00c04fd430c8"), "<name omitted: 36 bytes>");
    }

    #[test]
    fn redacted_media_type_has_no_parameters() {
        assert_eq!(redact_media_type("text/HTML; charset=secret"), "text/html");
        assert_eq!(redact_media_type("application/problem+json"), "application/problem+json");
        assert_eq!(redact_media_type("secret/secret"), "<media type omitted: 13 bytes>");
        assert_eq!(redact_media_type("text/4111111111111111"), "<media type omitted: 21 bytes>");
    }
}
