//! The texts of two documents: what differs in them changes nothing for a program, but what its author reads.

use serde_json::Value;

use super::MAX_FINDINGS;

/// The JSON pointers of the summaries and descriptions that differ, in what both documents have in the same place; no more
/// than [`MAX_FINDINGS`]. What is nested deeper than a document that was read is not for this.
pub fn differing(old: &Value, new: &Value) -> Vec<String> {
    let mut found = Vec::new();
    compare(old, new, &mut String::new(), &mut found);
    found
}

fn compare(old: &Value, new: &Value, pointer: &mut String, found: &mut Vec<String>) {
    let mut at = |key: &str, old: &Value, new: &Value| {
        let length = pointer.len();
        pointer.push('/');
        pointer.push_str(key);
        match (old, new) {
            (Value::Object(_) | Value::Array(_), _) => compare(old, new, pointer, found),
            _ if found.len() < MAX_FINDINGS && old != new => found.push(pointer.clone()),
            _ => {}
        }
        pointer.truncate(length);
    };
    match (old, new) {
        (Value::Object(old), Value::Object(after)) => {
            for (key, value) in old {
                if let Some(other) = after.get(key).filter(|_| value.is_object() || value.is_array()) {
                    at(&key.replace('~', "~0").replace('/', "~1"), value, other);
                }
            }
            for key in ["summary", "description"] {
                let [was, is] = [old, after].map(|object| object.get(key).unwrap_or(&Value::Null));
                if was.is_string() || is.is_string() && was.is_null() {
                    at(key, was, is);
                }
            }
        }
        (Value::Array(old), Value::Array(new)) => {
            // Parameters and tags are the same where they are called the same.
            for (index, (old, new)) in old.iter().zip(new).enumerate() {
                if (old.is_object() || old.is_array()) && old.get("name") == new.get("name") {
                    at(&index.to_string(), old, new);
                }
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
    fn a_text_that_differs_is_told_by_its_place_and_nothing_else_is() {
        let of = |text: &str, kind: &str| {
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
            differing(&of("one", "string"), &of("two", "integer")),
            [
                "/info/description",
                "/paths/~1a~0/get/parameters/2/description",
                "/components/schemas/A/properties/description/description",
            ]
        );
        assert_eq!(differing(&of("one", "string"), &of("one", "integer")), [""; 0]);
    }

    #[test]
    fn a_text_that_is_new_or_gone_differs_where_its_place_remains() {
        let (with, without) = (json!({ "a": { "summary": "x" }, "b": { "summary": "x" } }), json!({ "a": {} }));
        assert_eq!(differing(&with, &without), ["/a/summary"]);
        assert_eq!(differing(&without, &with), ["/a/summary"]);
    }
}
