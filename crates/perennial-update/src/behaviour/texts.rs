//! Compares the summaries and descriptions of two documents. They do not affect programs, but the authors of programs
//! may want to read what changed.

use perennial_codegen::text::json::escape_pointer_key;
use serde_json::Value;

use super::MAX_FINDINGS;

/// Returns the JSON pointers of changed summaries and descriptions, at most [`MAX_FINDINGS`]. The object that contains
/// a text must be at the same JSON pointer in both documents. The recursion is safe, because the JSON parser limits
/// nesting.
pub fn differing_texts(old: &Value, new: &Value) -> Vec<String> {
    let mut found = Vec::new();
    compare_values(old, new, "", &mut found);
    found.truncate(MAX_FINDINGS);
    found
}

fn compare_values(old: &Value, new: &Value, pointer: &str, found: &mut Vec<String>) {
    match (old, new) {
        (Value::Object(old), Value::Object(new)) => {
            for key in ["summary", "description"] {
                let [was, is] = [old.get(key), new.get(key)];
                if was != is && was.into_iter().chain(is).all(Value::is_string) {
                    found.push(format!("{pointer}/{key}"));
                }
            }
            for (key, old) in old {
                let Some(new) = new.get(key).filter(|new| new.is_object() || new.is_array()) else { continue };
                compare_values(old, new, &format!("{pointer}/{}", escape_pointer_key(key)), found);
            }
        }
        (Value::Array(old), Value::Array(new)) => {
            // The elements may be parameters. Their texts are compared only if both have the same name.
            let pairs = old.iter().zip(new).enumerate();
            for (index, (old, new)) in pairs.filter(|(_, (old, new))| old.get("name") == new.get("name")) {
                compare_values(old, new, &format!("{pointer}/{index}"), found);
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn reports_json_pointers_of_changed_descriptions_only() {
        let document_with = |text: &str, kind: &str| {
            json!({
                "info": { "description": text, "title": kind },
                "paths": { "/a~": { "get": {
                    "summary": "the same",
                    "parameters": [{ "name": "a" }, { "name": kind, "description": text }, { "name": "b", "description": text }],
                } } },
                "components": { "schemas": { "A": { "type": kind, "properties": {
                    "description": { "type": "string", "description": text, "enum": [kind] },
                } } } },
            })
        };
        assert_eq!(
            differing_texts(&document_with("one", "string"), &document_with("two", "integer")),
            [
                "/info/description",
                "/paths/~1a~0/get/parameters/2/description",
                "/components/schemas/A/properties/description/description",
            ]
        );
        assert_eq!(differing_texts(&document_with("one", "string"), &document_with("one", "integer")), [""; 0]);
    }

    #[test]
    fn added_or_removed_summary_is_reported_as_a_changed_text() {
        let (with, without) = (json!({ "a": { "summary": "x" }, "b": { "summary": "x" } }), json!({ "a": {} }));
        assert_eq!(differing_texts(&with, &without), ["/a/summary"]);
        assert_eq!(differing_texts(&without, &with), ["/a/summary"]);
    }
}
