//! What the document declares for the responses of an operation: of errors, the model has nothing.

use serde_json::Value;

/// The statuses of an operation, as the document writes them, each with its media types.
#[derive(Debug, Default)]
pub struct Declared(Vec<(String, Vec<String>)>);

impl Declared {
    /// Of the `responses` of an operation.
    pub fn new(responses: Option<&Value>) -> Self {
        let responses = responses.and_then(Value::as_object).into_iter().flatten();
        let media_types = |response: &Value| {
            let content = response.get("content").and_then(Value::as_object).into_iter().flatten();
            content.map(|(media_type, _)| media_type.clone()).collect()
        };
        Self(responses.map(|(status, response)| (status.to_lowercase(), media_types(response))).collect())
    }

    /// The media types of a status, if it is declared: by itself, by its range, or by `default`.
    pub fn media_types(&self, status: u16) -> Option<&[String]> {
        let keys = [status.to_string(), format!("{}xx", status / 100), "default".to_owned()];
        let found = keys.iter().find_map(|key| self.0.iter().find(|(declared, _)| declared == key));
        found.map(|(_, media_types)| media_types.as_slice())
    }

    /// Whether any success is declared.
    pub fn has_success(&self) -> bool {
        self.0.iter().any(|(status, _)| status.starts_with('2'))
    }
}

/// Whether a `content-type` is one of those that are declared, or in a range of theirs.
pub fn is_among(content_type: &str, declared: &[String]) -> bool {
    let essence = |text: &str| text.split(';').next().unwrap_or_default().trim().to_lowercase();
    let actual = essence(content_type);
    declared.iter().map(|text| essence(text)).any(|declared| {
        let range = declared.strip_suffix('*').filter(|range| range.ends_with('/'));
        declared == actual || declared == "*/*" || range.is_some_and(|range| actual.starts_with(range))
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_status_is_declared_by_itself_by_its_range_or_by_the_default() {
        let content = |media_type: &str| json!({ "content": { media_type: {} } });
        let mut responses = json!({ "200": content("a/a"), "2XX": content("a/b"), "404": {} });
        let declared = Declared::new(Some(&responses));
        assert_eq!(declared.media_types(200), Some(["a/a".to_owned()].as_slice()));
        assert_eq!(declared.media_types(201), Some(["a/b".to_owned()].as_slice()));
        assert_eq!(declared.media_types(404), Some([].as_slice()));
        assert_eq!(declared.media_types(500), None);
        responses["default"] = content("a/c");
        assert_eq!(Declared::new(Some(&responses)).media_types(500), Some(["a/c".to_owned()].as_slice()));
    }

    #[test]
    fn a_media_type_is_compared_without_its_parameters_and_case() {
        let declared = ["application/json; charset=utf-8".to_owned(), "image/*".to_owned()];
        for actual in ["Application/JSON", "application/json;v=2", "image/svg+xml"] {
            assert!(is_among(actual, &declared), "{actual}");
        }
        assert!(!is_among("text/html", &declared) && !is_among("", &declared));
        assert!(is_among("text/html", &["*/*".to_owned()]));
    }
}
