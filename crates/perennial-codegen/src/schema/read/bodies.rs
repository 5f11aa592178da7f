//! A request body of one media type: JSON if there is a choice, then a form, then one with parts, then text; anything
//! else is sent as the bytes that the caller gives.

use indexmap::IndexMap;
use serde_json::Value;

use super::{Reader, parameters::list_style};
use crate::{
    adaptation::Rule,
    api::QueryStyle,
    document::json::{entries, is_set, optional_text, text},
    schema::{Body, FieldEncoding, Operation, Schema},
    text::media_type::MediaType,
};

impl Reader<'_> {
    /// The body of `operation`, if it has one.
    pub fn body(&mut self, operation: &Operation, declared: &Value) -> Option<Body> {
        self.check_content(&format!("{operation} body"), declared);
        let Some((media_type, media)) = entries(declared, "content").min_by_key(|(name, _)| MediaType::parse(name))
        else {
            self.log.note(Rule::DROPPED_BODY, operation);
            return None;
        };
        if entries(declared, "content").nth(1).is_some() {
            self.log.note(Rule::MEDIA_TYPE_CHOICE, operation);
        }
        let kind = MediaType::parse(media_type);
        let sent = match kind {
            _ if !media_type.contains('*') && MediaType::is_sendable(media_type) => media_type,
            MediaType::Text => "text/plain",
            MediaType::Other => "application/octet-stream",
            _ => "application/json",
        };
        Some(Body {
            media_type: sent.to_owned(),
            required: is_set(declared, "required"),
            description: optional_text(declared, "description"),
            schema: match kind {
                MediaType::Text | MediaType::Other => Schema::one_of_texts(Vec::new()),
                _ => self.schema(&format!("{}.body", operation.id), &media["schema"]),
            },
            encoding: match kind {
                MediaType::Form | MediaType::Multipart => encoding(media),
                _ => IndexMap::new(),
            },
        })
    }
}

/// Returns the encodings that `media` declares for the fields of a form, as far as they are legal.
fn encoding(media: &Value) -> IndexMap<String, FieldEncoding> {
    let fields = entries(media, "encoding").filter(|(_, declared)| declared.is_object());
    fields.map(|(name, declared)| (name.clone(), field_encoding(declared))).collect()
}

fn field_encoding(declared: &Value) -> FieldEncoding {
    const STYLES: [&str; 4] = ["form", "spaceDelimited", "pipeDelimited", "deepObject"];
    let content_type = optional_text(declared, "contentType");
    let is_json = content_type.as_deref().is_some_and(|content| MediaType::parse(content).is_json());
    let style = Some(text(declared, "style")).filter(|style| STYLES.contains(style));
    let style = match style {
        None if is_json => QueryStyle::Json,
        style => list_style(style.unwrap_or_default(), declared),
    };
    FieldEncoding { content_type, style }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::schema::tests::{read_operation, written};

    fn body(content: Value) -> Option<Body> {
        read_operation("/a", json!({ "requestBody": { "content": content } })).0.body
    }

    /// The media type that is sent, and the schema.
    fn chosen(content: Value) -> (String, Value) {
        body(content).map(|body| (body.media_type, written(&body.schema))).unwrap_or_default()
    }

    #[test]
    fn json_is_chosen_where_there_is_a_choice() {
        let chosen = chosen(json!({ "text/plain": {}, "application/json": { "schema": { "type": "object" } } }));
        assert_eq!(chosen, ("application/json".to_owned(), json!({ "type": "object" })));
    }

    #[test]
    fn unknown_media_types_are_sent_as_bytes_under_their_name() {
        let bytes = json!({ "type": "string" });
        let mixed = json!({ "multipart/mixed": { "schema": { "type": "object" } } });
        assert_eq!(chosen(mixed), ("multipart/mixed".to_owned(), bytes.clone()));
        assert_eq!(chosen(json!({ "image/*": {} })), ("application/octet-stream".to_owned(), bytes.clone()));
        assert_eq!(chosen(json!({ "text/csv": {} })), ("text/csv".to_owned(), bytes));
        let patch = json!({ "application/merge-patch+json": {} });
        assert_eq!(chosen(patch), ("application/merge-patch+json".to_owned(), json!({})));
    }

    #[test]
    fn a_body_without_content_is_none() {
        let (operation, log) = read_operation("/a", json!({ "requestBody": { "content": {} } }));
        assert!(operation.body.is_none());
        assert!(log.adaptations.iter().any(|noted| noted.rule == Rule::DROPPED_BODY));
    }

    #[test]
    fn what_is_not_legal_in_the_encoding_of_a_form_says_nothing() {
        let style = |encoding: Value| {
            let form = json!({ "multipart/form-data": { "encoding": { "a": encoding } } });
            body(form).and_then(|mut body| body.encoding.swap_remove("a")).map(|field| field.style)
        };
        assert_eq!(style(json!({ "contentType": "application/json" })), Some(QueryStyle::Json));
        assert_eq!(style(json!({ "contentType": "application/json", "style": "form" })), Some(QueryStyle::Exploded));
        assert_eq!(style(json!({ "style": "deepObject" })), Some(QueryStyle::Deep));
        assert_eq!(style(json!({ "style": "pipeDelimited" })), Some(QueryStyle::Delimited("|")));
        assert_eq!(style(json!({ "style": "simple", "explode": false })), Some(QueryStyle::Delimited(",")));
        assert_eq!(style(json!({ "explode": "x" })), Some(QueryStyle::Exploded));
        assert_eq!(style(json!("x")), None);
    }
}
