//! What the document declares for the responses of an operation: of errors, the model has nothing.

use monitoring_service_codegen::text::media_type::MediaType;
use serde_json::Value;

/// The `responses` of an operation.
#[derive(Debug, Clone, Copy)]
pub struct Declared<'a>(pub &'a Value);

impl<'a> Declared<'a> {
    /// The response with this status, if it is declared: by itself, by its range, or by `default`.
    pub fn response(self, status: u16) -> Option<&'a Value> {
        let responses = self.0.as_object()?;
        let keys = [status.to_string(), format!("{}XX", status / 100), "default".to_owned()];
        keys.iter()
            .find_map(|key| responses.iter().find(|(declared, _)| declared.eq_ignore_ascii_case(key)))
            .map(|(_, response)| response)
    }

    /// Whether any success is declared.
    pub fn has_success(self) -> bool {
        self.0.as_object().is_some_and(|responses| responses.keys().any(|status| status.starts_with('2')))
    }
}

/// The media types of a response.
pub fn media_types(response: &Value) -> Vec<&str> {
    let content = response.get("content").and_then(Value::as_object).into_iter().flatten();
    content.map(|(media_type, _)| media_type.as_str()).collect()
}

/// The schema of the body of a response, if it is JSON.
pub fn schema(response: &Value) -> Option<&Value> {
    let mut content = response.get("content")?.as_object()?.iter();
    content.find(|(media_type, _)| MediaType::parse(media_type).is_json())?.1.get("schema")
}

/// Whether a `content-type` is one of those that are declared, or in a range of theirs.
pub fn is_among(content_type: &str, declared: &[&str]) -> bool {
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
        let mut responses = json!({ "200": content("a/a"), "2xx": content("a/b"), "404": {} });
        let of = |responses: &Value, status| {
            let response = Declared(responses).response(status);
            response.map(|response| media_types(response).concat())
        };
        assert_eq!(of(&responses, 200).as_deref(), Some("a/a"));
        assert_eq!(of(&responses, 201).as_deref(), Some("a/b"));
        assert_eq!(of(&responses, 404).as_deref(), Some(""));
        assert_eq!(of(&responses, 500), None);
        responses["default"] = content("a/c");
        assert_eq!(of(&responses, 500).as_deref(), Some("a/c"));
    }

    #[test]
    fn a_media_type_is_compared_without_its_parameters_and_case() {
        let declared = ["application/json; charset=utf-8", "image/*"];
        for actual in ["Application/JSON", "application/json;v=2", "image/svg+xml"] {
            assert!(is_among(actual, &declared), "{actual}");
        }
        assert!(!is_among("text/html", &declared) && !is_among("", &declared));
        assert!(is_among("text/html", &["*/*"]));
    }
}
