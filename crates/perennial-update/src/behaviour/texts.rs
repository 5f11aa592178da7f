//! The texts of two documents: what differs in them changes nothing for a program, but what its author reads.

use serde_json::Value;

use super::MAX_FINDINGS;

/// The JSON pointers of the summaries and descriptions that differ, in what both documents have in the same place; no more
/// than [`MAX_FINDINGS`]. Both were read, so that they are not nested deeply.
pub fn differing(old: &Value, new: &Value) -> Vec<String> {
    let mut found = Vec::new();
    compare(old, new, "", &mut found);
    found.truncate(MAX_FINDINGS);
    found
}

fn compare(old: &Value, new: &Value, pointer: &str, found: &mut Vec<String>) {
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
                compare(old, new, &format!("{pointer}/{}", key.replace('~', "~0").replace('/', "~1")), found);
            }
        }
        (Value::Array(old), Value::Array(new)) => {
            // Parameters are the same where they are called the same.
            let pairs = old.iter().zip(new).enumerate();
            for (index, (old, new)) in pairs.filter(|(_, (old, new))| old.get("name") == new.get("name")) {
                compare(old, new, &format!("{pointer}/{index}"), found);
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
