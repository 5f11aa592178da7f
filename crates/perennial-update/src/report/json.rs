use anyhow::{Context as _, Result};

use perennial_codegen::text::printable::is_printable;
use serde::Serialize;

/// Renders a report as JSON. Characters that could confuse a terminal, such as those that reverse text, are escaped.
/// Programs that parse the JSON get the original characters.
///
/// # Errors
///
/// Returns an error if the report cannot be serialized, which never happens.
pub fn render(report: &impl Serialize) -> Result<String> {
    let text = serde_json::to_string_pretty(report).context("the report cannot be written as JSON")?;
    Ok(escape_unprintable(&text) + "\n")
}

/// Escapes the unprintable characters that serde_json does not escape. They occur only inside strings, where escapes
/// are valid.
fn escape_unprintable(json: &str) -> String {
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
    fn json_report_escapes_unprintable_characters() {
        let value = "a\u{202e}\u{7f}\u{feff}\u{e0001}\u{2028}é😀\n\u{1b}";
        let json = escape_unprintable(&serde_json::json!({ value: [value] }).to_string());
        assert!(json.contains(r"a\u202e\u007f\ufeff\udb40\udc01\u2028é😀\n\u001b"), "{json}");
        let read: serde_json::Value = serde_json::from_str(&json).expect("should be JSON");
        assert_eq!(read, serde_json::json!({ value: [value] }));
    }
}
