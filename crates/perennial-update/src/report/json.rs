//! The report for machines.

use anyhow::{Context as _, Result};

use perennial_codegen::text::printable::is_printable;
use serde::Serialize;

/// A report as JSON. What a terminal should not have as it is, such as controls of the direction of text, is escaped
/// as JSON does it, so that the values are those of the document.
///
/// # Errors
/// None that a report can cause.
pub fn render(report: &impl Serialize) -> Result<String> {
    let text = serde_json::to_string_pretty(report).context("the report cannot be written as JSON")?;
    Ok(escaped(&text) + "\n")
}

/// serde_json escapes what JSON demands; anything else that is not printable can only be in a string.
fn escaped(json: &str) -> String {
    let mut escaped = String::with_capacity(json.len());
    for c in json.chars() {
        if c == '\n' || is_printable(c) {
            escaped.push(c);
        } else {
            escaped.extend(c.encode_utf16(&mut [0; 2]).iter().map(|unit| format!("\\u{unit:04x}")));
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unprintable_characters_are_escaped_and_keep_their_value() {
        let value = "a\u{202e}\u{7f}\u{feff}\u{e0001}\u{2028}é😀\n\u{1b}";
        let json = escaped(&serde_json::json!({ value: [value] }).to_string());
        assert!(json.contains(r"a\u202e\u007f\ufeff\udb40\udc01\u2028é😀\n\u001b"), "{json}");
        let read: serde_json::Value = serde_json::from_str(&json).expect("should be JSON");
        assert_eq!(read, serde_json::json!({ value: [value] }));
    }
}
