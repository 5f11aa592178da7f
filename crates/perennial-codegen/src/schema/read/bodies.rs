//! Parses request bodies. If a body declares several media types, the client uses the first available of JSON, a form,
//! a multipart body and text. For any other media type, callers supply the body as bytes, unless its schema is an
//! object.

use std::collections::HashSet;

use indexmap::IndexMap;
use serde_json::Value;

use super::{
    Reader,
    formats::Format,
    kinds::{ValueKind, kinds},
    parameters::list_style,
    responses::{is_bytes, media_types},
    texts::Texts,
};
use crate::{
    adaptation::Rule,
    api::{PartHeader, QueryStyle},
    document::json::{array, entries, is_set, optional_string, string_or_empty},
    schema::{AlternativeBody, DeclaredBody, DeclaredOperation, FieldEncoding, Schema, Shape, walk::place_inside},
    text::{header, media_type::MediaType, method::Method},
};

impl<'a> Reader<'a> {
    /// Returns `None` if the body declares no content.
    pub fn body(&mut self, operation: &DeclaredOperation, declared: &'a Value) -> Option<DeclaredBody> {
        self.check_content(&format!("{operation} body"), declared);
        let content =
            entries(declared, "content").map(|(name, media)| (name.as_str(), media, self.body_kind(name, media)));
        let content: Vec<(&str, &'a Value, MediaType)> = content.collect();
        let preferred = content.iter().min_by_key(|(media_type, media, kind)| {
            // JSON may be sent under a media type of another class, such as `text/plain`. It then has the rank of that
            // class.
            let kind = if kind.is_json() { MediaType::parse(media_type) } else { *kind };
            (kind, patch_preference(media_type, self.is_object(&media["schema"])))
        });
        let upload = self.preferred_upload(&content);
        let Some(&(media_type, media, kind)) = upload.or(preferred) else {
            self.log.note(Rule::DROPPED_BODY, operation);
            return None;
        };
        // Text and bytes have the same setter, so callers can choose among all media types of both.
        let is_raw = |kind: MediaType| matches!(kind, MediaType::Text | MediaType::Other);
        let raw = content.iter().filter(|(name, _, it)| is_raw(kind) && is_raw(*it) && MediaType::is_sendable(name));
        let raw: Vec<&str> = raw.map(|(name, ..)| *name).collect();
        let is_text_of_range = kind == MediaType::Text && media_type.contains('*');
        let is_plain_of_range = is_text_of_range && MediaType::includes(media_type, "text/plain");
        let is_json_of_callers = kind == MediaType::Other && media_type.contains("*+");
        let rule =
            Rule::of_media_type_choice(media_type).filter(|_| kind.is_json() || is_text_of_range || is_json_of_callers);
        let others = content.iter().filter(|(name, other, it)| {
            let is_other = *name != media_type && !name.contains(',') && MediaType::is_sendable(name);
            let is_same = media["schema"] == other["schema"];
            let differs_in_essence = MediaType::essence(name) != MediaType::essence(media_type);
            let is_range = name.contains('*');
            // Callers can choose among equal schemas only for patches. `text/json` and `text/plain` are mere synonyms
            // for JSON.
            let is_chosen = differs_in_essence
                && operation.method == Method::Patch
                && it.is_json()
                && !is_range
                && !name.starts_with("text/");
            is_other && (!is_same || is_chosen) && (kind.is_json() || kind == MediaType::Form)
        });
        let others: Vec<(&str, &'a Value, MediaType)> = others.copied().collect();
        if media_types(declared) > 1 + others.len() && raw.len() < 2 {
            self.log.note(Rule::MEDIA_TYPE_CHOICE, operation);
        } else if let Some(rule) = rule {
            self.log.note(rule, operation);
        }
        for (name, _, kind) in others.iter().copied().chain([(media_type, media, kind)]) {
            if kind.is_json() && !MediaType::parse(name).is_json() {
                self.log.note(Rule::JSON_UNDER_OTHER_TYPE, format!("{operation} body {name}"));
            }
        }
        let sent = match kind {
            MediaType::Text if raw.is_empty() || raw == [media_type] && is_plain_of_range => "text/plain".to_owned(),
            MediaType::Text | MediaType::Other if !raw.is_empty() => raw.join(", "),
            MediaType::Other => "application/octet-stream".to_owned(),
            MediaType::Multipart => multipart_media_type(media_type),
            MediaType::Form => MediaType::essence(media_type),
            _ if !MediaType::is_choice(media_type) && MediaType::is_sendable(media_type) => media_type.to_owned(),
            _ => JSON.to_owned(),
        };
        Some(DeclaredBody {
            kind,
            media_type: sent,
            required: is_set(declared, "required"),
            schema: match kind {
                MediaType::Text | MediaType::Other => Schema::one_of_strings(Vec::new()),
                _ => self.body_schema(operation, "body", media_type, media),
            },
            encoding: match kind {
                MediaType::Form | MediaType::Multipart => self.encoding(media),
                _ => IndexMap::new(),
            },
            alternatives: others
                .into_iter()
                .map(|(name, other, kind)| self.alternative_body(operation, name, other, kind))
                .collect(),
        })
    }

    /// Returns the multipart body in `content`, if it contains a file and should be preferred. Forms cannot contain
    /// files, and JSON contains no file if it has the same schema as the multipart body. Django REST Framework declares
    /// a file under all media types that it parses.
    fn preferred_upload<'c>(
        &mut self,
        content: &'c [(&'a str, &'a Value, MediaType)],
    ) -> Option<&'c (&'a str, &'a Value, MediaType)> {
        let upload = content.iter().find(|(.., kind)| *kind == MediaType::Multipart)?;
        let schema = &upload.1["schema"];
        let is_replaced =
            |(_, other, kind): &(&str, &Value, MediaType)| *kind == MediaType::Form || other["schema"] == *schema;
        let is_file = |reader: &mut Self, field: &'a Value| {
            Format::is_file(field) || Format::is_file(reader.effective_schema(&field["items"]))
        };
        let is_preferred = content.iter().all(is_replaced)
            && self.fields_of(schema).into_iter().any(|(_, field)| is_file(self, field));
        is_preferred.then_some(upload)
    }

    /// Returns the body that callers can send under `media_type` instead of the usual body. `media` is its media type
    /// object.
    fn alternative_body(
        &mut self,
        operation: &DeclaredOperation,
        media_type: &str,
        media: &'a Value,
        kind: MediaType,
    ) -> AlternativeBody {
        let kind = if kind == MediaType::Text || media_type.contains('*') { MediaType::Other } else { kind };
        let (media_type, schema) = match kind {
            MediaType::Other => (media_type.to_owned(), Schema::any()),
            MediaType::Multipart => (multipart_media_type(media_type), Schema::any()),
            _ => {
                let name = if kind == MediaType::Form { MediaType::essence(media_type) } else { media_type.to_owned() };
                let schema = self.body_schema(operation, &format!("body {name}"), media_type, media);
                (name, schema)
            }
        };
        let encoding = if kind == MediaType::Form { self.encoding(media) } else { IndexMap::new() };
        AlternativeBody { kind, media_type, schema, encoding }
    }

    /// Parses the schema of a request body. `media` is its media type object.
    ///
    /// A JSON Patch is a list of operations. An object under the media type of a JSON Patch is therefore parsed as a
    /// list if it is an operation, if it declares no fields, or if it is an alternative to another body. The elements
    /// of the list are operations if the document declares an operation, and any values otherwise.
    fn body_schema(&mut self, operation: &DeclaredOperation, part: &str, media_type: &str, media: &'a Value) -> Schema {
        let declared = self.effective_schema(&media["schema"]);
        let has_fields = ["properties", "allOf"].iter().any(|key| declared.get(key).is_some());
        let is_patch = MediaType::essence(media_type) == JSON_PATCH && self.is_object(&media["schema"]);
        let is_patch_operation = is_patch && self.is_patch_operation(&media["schema"]);
        let place = format!("{}.{part}", operation.id);
        if is_patch && (is_patch_operation || !has_fields || part != "body") {
            self.log.note(Rule::JSON_PATCH_LIST, format!("{operation} {part}"));
            let element = is_patch_operation.then(|| self.schema(&place_inside(&place, "[]"), &media["schema"]));
            return Shape::List(Box::new(element.unwrap_or_default())).into();
        }
        self.schema(&place, &media["schema"])
    }

    /// Returns `true` if `schema` describes one operation of a JSON Patch, or if each member of its `oneOf` or `anyOf`
    /// does.
    fn is_patch_operation(&mut self, schema: &'a Value) -> bool {
        let schema = self.effective_schema(schema);
        let mut members = array(schema, "oneOf").chain(array(schema, "anyOf")).peekable();
        self.has_patch_fields(schema) || members.peek().is_some() && members.all(|member| self.has_patch_fields(member))
    }

    /// Returns `true` if `schema` declares the fields `op` and `path`, which each operation of a JSON Patch contains.
    /// The field `value` is not required, because an operation that removes a value does not contain it.
    fn has_patch_fields(&mut self, schema: &'a Value) -> bool {
        let schema = self.effective_schema(schema);
        let parts: Vec<&Value> =
            array(schema, "allOf").map(|part| self.effective_schema(part)).chain([schema]).collect();
        ["op", "path"].iter().all(|name| parts.iter().any(|part| part["properties"].get(name).is_some()))
    }

    /// Returns how to handle a request body. If the media type allows several kinds of bodies, the schema decides:
    /// - Under a range such as `*/*`, a schema for any value or for a file means bytes, and a schema for strings means
    ///   text.
    /// - Under another range of JSON types, such as `application/*+json`, every schema means bytes, because callers
    ///   have to choose the media type.
    /// - Under `text/plain` or an unknown media type, a schema for objects means JSON.
    fn body_kind(&mut self, media_type: &str, media: &'a Value) -> MediaType {
        let schema = &media["schema"];
        let is_range = media_type.contains('*');
        match MediaType::parse(media_type) {
            MediaType::JsonLike if is_range && is_bytes(self.effective_schema(schema)) => MediaType::Other,
            MediaType::JsonLike if is_range && !MediaType::includes(media_type, JSON) => MediaType::Other,
            MediaType::JsonLike if is_range && self.texts(schema) == Texts::All => MediaType::Text,
            kind if !kind.is_json() && MediaType::may_be_json(media_type) && self.is_object(schema) => {
                MediaType::JsonLike
            }
            kind => kind,
        }
    }

    /// Returns `true` if all values of `schema` are objects, because `schema`, a part of its `allOf`, or every member
    /// of its `oneOf` and `anyOf` is an object.
    fn is_object(&mut self, schema: &'a Value) -> bool {
        let schema = self.effective_schema(schema);
        let mut is_object = |schema: &'a Value| kinds(self.effective_schema(schema), false) == [ValueKind::Object];
        let mut members = array(schema, "oneOf").chain(array(schema, "anyOf")).peekable();
        is_object(schema)
            || array(schema, "allOf").any(&mut is_object)
            || members.peek().is_some() && members.all(is_object)
    }

    /// Returns the encodings that `media` declares for the fields of a form or multipart body. Invalid encodings are
    /// omitted. If the encoding of a file declares no content type, the `contentMediaType` of its schema is used, even
    /// if a member of a composition declares the file. However, [`ANY_FILE`] does not restrict the media type.
    fn encoding(&mut self, media: &'a Value) -> IndexMap<String, FieldEncoding> {
        let declared = entries(media, "encoding").filter(|(_, declared)| declared.is_object());
        let mut encodings: IndexMap<String, FieldEncoding> =
            declared.map(|(name, declared)| (name.clone(), self.field_encoding(declared))).collect();
        for (name, schema) in self.fields_of(&media["schema"]) {
            if let Some(content_type) = optional_string(schema, "contentMediaType")
                && Format::is_file(schema)
                && MediaType::essence(&content_type) != ANY_FILE
            {
                encodings.entry(name.clone()).or_default().content_type.get_or_insert(content_type);
            }
        }
        encodings
    }

    /// Returns the names and the schemas of the fields that `schema`, or a member of its compositions, declares.
    fn fields_of(&mut self, schema: &'a Value) -> Vec<(&'a String, &'a Value)> {
        let (mut fields, mut open, mut seen) = (Vec::new(), vec![schema], HashSet::new());
        while let Some(schema) = open.pop() {
            let schema = self.effective_schema(schema);
            if seen.insert(std::ptr::from_ref(schema)) {
                fields.extend(entries(schema, "properties").map(|(name, field)| (name, self.effective_schema(field))));
                open.extend(["allOf", "anyOf", "oneOf"].into_iter().flat_map(|key| array(schema, key)));
            }
        }
        fields
    }

    fn field_encoding(&mut self, declared: &'a Value) -> FieldEncoding {
        const STYLES: [&str; 4] = ["form", "spaceDelimited", "pipeDelimited", "deepObject"];
        let content_type = optional_string(declared, "contentType");
        let is_json = content_type.as_deref().is_some_and(|content| MediaType::parse(content).is_json());
        let style = Some(string_or_empty(declared, "style")).filter(|style| STYLES.contains(style));
        let style = match style {
            None if is_json => Some(QueryStyle::Json),
            None if declared.get("explode").is_none() => None,
            style => Some(list_style(style.unwrap_or_default(), declared)),
        };
        let headers = entries(declared, "headers").filter(|(name, _)| {
            header::is_name(name) && !["content-type", "content-disposition"].contains(&name.to_lowercase().as_str())
        });
        let header = |(name, declared): (&String, &'a Value)| PartHeader {
            name: name.clone(),
            required: is_set(self.effective_schema(declared), "required"),
        };
        FieldEncoding { content_type, style, headers: headers.map(header).collect() }
    }
}

const JSON: &str = "application/json";

/// The media type with which FastAPI declares a file of any type.
const ANY_FILE: &str = "application/octet-stream";

/// The media type of a JSON Patch: a list of changes (RFC 6902).
const JSON_PATCH: &str = "application/json-patch+json";

/// Returns the rank of a JSON media type for a request body. The media type with the lowest rank is preferred.
///
/// An object is a valid JSON Merge Patch, and never a valid JSON Patch.
fn patch_preference(media_type: &str, is_object: bool) -> u8 {
    match MediaType::essence(media_type).as_str() {
        "application/merge-patch+json" if is_object => 0,
        JSON_PATCH if is_object => 2,
        _ => 1,
    }
}

/// Removes the boundary from the media type of a multipart body, because each request gets its own boundary.
fn multipart_media_type(media_type: &str) -> String {
    let (essence, parameters) = media_type.split_once(';').unwrap_or((media_type, ""));
    let essence = essence.trim().to_lowercase();
    match parameters.trim() {
        _ if MediaType::is_choice(media_type) || !MediaType::is_sendable(media_type) => {
            "multipart/form-data".to_owned()
        }
        "" => essence,
        parameters if parameters.to_lowercase().contains("boundary") => essence,
        parameters => format!("{essence}; {parameters}"),
    }
}

impl<'a> Reader<'a> {
    /// Reports each part of a request body or response that is not an object although OpenAPI requires one.
    pub fn check_content(&mut self, place: &str, part: &'a Value) {
        let diagnostics = &mut self.log.diagnostics;
        let Some(part) = part.as_object() else {
            return diagnostics.push(place, "is not an object: replace it with an object that declares `content`");
        };
        let Some(content) = part.get("content") else { return };
        let Some(content) = content.as_object() else {
            let reason = "has a `content` that is not an object: replace it with an object whose keys are media types";
            return diagnostics.push(place, reason);
        };
        // A `$ref` in place of media types is not reported here, because it is reported together with all other
        // references.
        for (media_type, media) in content.iter().filter(|(key, _)| *key != "$ref") {
            let is_schema = |schema: &Value| schema.is_object() || schema.is_boolean();
            if !media.is_object() || !media.get("schema").is_none_or(is_schema) {
                diagnostics.push(place, format!("has no valid schema for {media_type}: write `{{\"schema\": {{}}}}`"));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::schema::tests::{read_operation, written};

    fn body(content: Value) -> Option<DeclaredBody> {
        read_operation("/a", json!({ "requestBody": { "content": content } })).0.body
    }

    /// Returns the media type and the schema with which a body of this `content` is sent.
    fn chosen(content: Value) -> (String, Value) {
        body(content).map(|body| (body.media_type, written(&body.schema))).unwrap_or_default()
    }

    #[test]
    fn sends_json_if_a_body_declares_several_media_types() {
        let chosen = chosen(json!({ "text/plain": {}, "application/json": { "schema": { "type": "object" } } }));
        assert_eq!(chosen, ("application/json".to_owned(), json!({ "type": "object" })));
    }

    #[test]
    fn bodies_with_an_unknown_media_type_are_sent_as_bytes() {
        let bytes = json!({ "type": "string" });
        assert_eq!(chosen(json!({ "model/x-odd": {} })), ("model/x-odd".to_owned(), bytes.clone()));
        assert_eq!(chosen(json!({ "text/csv": {} })), ("text/csv".to_owned(), bytes));
        let patch = json!({ "application/merge-patch+json": {} });
        assert_eq!(chosen(patch), ("application/merge-patch+json".to_owned(), json!({})));
    }

    #[test]
    fn callers_choose_among_several_media_types_for_bytes() {
        let file = json!({ "schema": { "type": "string", "format": "binary" } });
        for (content, sent) in [
            (json!({ "image/*": {} }), "image/*"),
            (json!({ "*/*": file }), "*/*"),
            (json!({ "*/*": {} }), "*/*"),
            (json!({ "application/*": { "schema": true } }), "application/*"),
            (json!({ "*/*": { "schema": { "$ref": "#/components/schemas/Any" } } }), "application/json"),
            (json!({ "*/*": { "schema": { "title": "A", "x-a": 1 } }, "image/png": {} }), "*/*, image/png"),
            (json!({ "image/png": {}, "text/csv": {}, "a/b\n": {} }), "image/png, text/csv"),
            (json!({ "image/*": {}, "application/json": {} }), "application/json"),
        ] {
            assert_eq!(chosen(content.clone()).0, sent, "{content}");
        }
    }

    #[test]
    fn sends_a_string_under_a_range_as_plain_text() {
        let text = json!({ "schema": { "type": "string", "minLength": 1 } });
        let link = json!({ "schema": { "allOf": [{ "$ref": "#/components/schemas/Gone" }, { "type": "string" }] } });
        for (range, schema, sent) in [
            ("*/*", &text, "text/plain"),
            ("*/*", &link, "text/plain"),
            ("text/*", &text, "text/plain"),
            ("application/*", &text, "application/*"),
        ] {
            let content = json!({ range: schema });
            let (operation, log) = read_operation("/a", json!({ "requestBody": { "content": content } }));
            let body = operation.body.expect("a body");
            assert_eq!((body.kind, body.media_type.as_str()), (MediaType::Text, sent));
            assert!(log.adaptations.iter().any(|it| it.rule == Rule::MEDIA_TYPE_RANGE), "{range}");
        }
        assert_eq!(chosen(json!({ "*/*": text, "application/xml": {} })).0, "*/*, application/xml");
    }

    #[test]
    fn callers_choose_the_media_type_if_a_range_for_json_excludes_application_json() {
        let object = json!({ "schema": { "type": "object", "properties": { "a": {} } } });
        let (operation, log) =
            read_operation("/a", json!({ "requestBody": { "content": { "application/*+json": object } } }));
        let body = operation.body.expect("a body");
        assert_eq!((body.kind, body.media_type.as_str()), (MediaType::Other, "application/*+json"));
        assert_eq!(log.adaptations.first().map(|it| it.rule), Some(Rule::MEDIA_TYPE_RANGE));
        for also in ["application/json", "application/vnd.a+json", "application/*", "*/*"] {
            let media_type = chosen(json!({ "application/*+json": object, (also): object })).0;
            assert_eq!(media_type, if also.contains('*') { "application/json" } else { also });
        }
    }

    #[test]
    fn sends_an_object_as_json_under_another_media_type() {
        let object = json!({ "type": "object", "properties": { "a": {} } });
        for (media_type, is_json) in [
            ("application/graphql", true),
            ("Application/X-Yaml; charset=utf-8", true),
            ("text/plain", true),
            ("application/octet-stream", false),
            ("application/vnd.google.protobuf", false),
            ("application/xml", false),
            ("text/csv", false),
            ("image/png", false),
        ] {
            let content = json!({ "content": { media_type: { "schema": object } } });
            let (operation, log) = read_operation("/a", json!({ "requestBody": content }));
            let body = operation.body.expect("a body");
            assert_eq!((body.kind.is_json(), body.media_type.as_str()), (is_json, media_type));
            assert_eq!(
                log.adaptations.iter().any(|it| it.rule == Rule::JSON_UNDER_OTHER_TYPE),
                is_json,
                "{media_type}"
            );
        }
        for composed in [json!({ "allOf": [object, { "title": "A" }] }), json!({ "oneOf": [object, object] })] {
            let kind = body(json!({ "application/graphql": { "schema": composed } })).map(|body| body.kind);
            assert_eq!(kind, Some(MediaType::JsonLike), "{composed}");
        }
        assert_eq!(
            chosen(json!({ "application/graphql": { "schema": { "type": "string" } } })).1,
            json!({ "type": "string" })
        );
    }

    /// Returns the media type and the schema of each body that callers can send, beginning with the default one.
    fn patches(content: Value) -> Vec<(String, Value)> {
        let (operation, _) =
            crate::schema::tests::read_operation_of("patch", "/a", json!({ "requestBody": { "content": content } }));
        let body = operation.body.expect("a body");
        let others = body.alternatives.iter().map(|other| (other.media_type.clone(), written(&other.schema)));
        [(body.media_type.clone(), written(&body.schema))].into_iter().chain(others).collect()
    }

    #[test]
    fn prefers_a_merge_patch_for_objects_and_offers_the_other_patches() {
        let [json, merge, strategic, apply] =
            ["json-patch+json", "merge-patch+json", "strategic-merge-patch+json", "apply-patch+yaml"]
                .map(|name| format!("application/{name}"));
        let object = || json!({ "type": "object" });
        let declared = json!({ &json: { "schema": object() }, &strategic: { "schema": object() },
            &merge: { "schema": object() }, &apply: { "schema": object() } });
        let list = json!({ "type": "array", "items": {} });
        let expected =
            [(merge.clone(), object()), (json.clone(), list.clone()), (strategic.clone(), object()), (apply, object())];
        assert_eq!(patches(declared), expected);
        let without_merge = json!({ &json: { "schema": object() }, &strategic: { "schema": object() } });
        assert_eq!(patches(without_merge), [(strategic, object()), (json.clone(), list.clone())]);
        assert_eq!(patches(json!({ &json: { "schema": object() } })), [(json.clone(), list.clone())]);
        let typed = json!({ &json: { "schema": list }, &merge: { "schema": object() } });
        assert_eq!(patches(typed), [(merge, object()), (json, list)]);
    }

    #[test]
    fn sends_a_list_if_a_json_patch_is_declared_as_one_operation() {
        let part = |names: &[&str]| {
            let fields = names.iter().map(|name| ((*name).to_owned(), json!({ "type": "string" })));
            json!({ "type": "object", "properties": serde_json::Map::from_iter(fields) })
        };
        let patch = |schema: &Value| {
            let content = json!({ JSON_PATCH: { "schema": schema } });
            let (operation, log) = read_operation("/a", json!({ "requestBody": { "content": content } }));
            let is_noted = log.adaptations.iter().any(|it| it.rule == Rule::JSON_PATCH_LIST);
            (written(&operation.body.expect("a body").schema), is_noted)
        };
        for declared in [part(&["op", "path", "value"]), part(&["from", "op", "path"])] {
            let (schema, is_noted) = patch(&declared);
            assert_eq!((&schema["type"], is_noted), (&json!("array"), true));
            assert_eq!(schema["items"]["properties"], declared["properties"]);
        }
        let [set, remove] = [part(&["op", "path", "value"]), part(&["op", "path"])];
        for key in ["oneOf", "anyOf"] {
            let (schema, is_noted) = patch(&json!({ key: [set, { "allOf": [remove] }] }));
            assert_eq!((&schema["type"], is_noted), (&json!("array"), true));
            let operations = body(json!({ JSON_PATCH: { "schema": { key: [set, remove] } } })).expect("a body").schema;
            assert!(operations.items().is_some_and(|operation| !operation.allows_any_value()));
        }
        let (schema, _) = patch(&json!({ "oneOf": [set, part(&["a"])] }));
        assert_eq!(schema, json!({ "type": "array", "items": {} }));
        let composed = json!({ "allOf": [part(&["op"]), part(&["path"])] });
        let body = body(json!({ JSON_PATCH: { "schema": composed } })).expect("a body");
        assert!(body.schema.items().is_some_and(|operation| !operation.allows_any_value()));
        let resource = part(&["path", "value"]);
        let (schema, is_noted) = patch(&resource);
        assert_eq!((&schema["properties"], is_noted), (&resource["properties"], false));
        let list = json!({ "type": "array", "items": {} });
        assert_eq!(patch(&list), (list, false));
    }

    #[test]
    fn offers_other_json_media_types_only_if_their_schemas_differ_or_they_are_patches() {
        let [object, list] = ["object", "array"].map(|ty| json!({ "schema": { "type": ty } }));
        let others = |method: &str, content: Value| {
            let declared = json!({ "requestBody": { "content": content } });
            let (operation, log) = crate::schema::tests::read_operation_of(method, "/a", declared);
            let others = operation.body.expect("a body").alternatives.into_iter().map(|other| other.media_type);
            let is_noted = log.adaptations.iter().any(|it| it.rule == Rule::MEDIA_TYPE_CHOICE);
            (others.collect::<Vec<_>>().join(", "), is_noted)
        };
        let same = json!({ "application/json": object, "text/json": object, "application/*+json": object });
        assert_eq!(others("post", same.clone()), (String::new(), true));
        assert_eq!(others("patch", same), (String::new(), true));
        let vendor = |other: &Value| json!({ "application/json": object, "application/vnd.a+json": other });
        assert_eq!(others("post", vendor(&object)), (String::new(), true));
        assert_eq!(others("post", vendor(&list)), ("application/vnd.a+json".to_owned(), false));
        assert_eq!(others("patch", vendor(&object)), ("application/vnd.a+json".to_owned(), false));
        let versions =
            |second: &Value| json!({ "application/json; version=1": object, "application/json; version=2": second });
        assert_eq!(others("post", versions(&list)), ("application/json; version=2".to_owned(), false));
        assert_eq!(others("patch", versions(&object)), (String::new(), false));
        for (other, sent) in [
            ("application/x-www-form-urlencoded; charset=UTF-8", "application/x-www-form-urlencoded"),
            ("multipart/form-data", "multipart/form-data"),
            ("application/*", "application/*"),
            ("text/csv", "text/csv"),
            ("image/png", "image/png"),
        ] {
            let both = |schema: &Value| json!({ "application/json": object, other: schema });
            assert_eq!(others("post", both(&list)), (sent.to_owned(), false), "{other}");
            assert_eq!(others("post", both(&object)), (String::new(), true), "{other}");
        }
    }

    #[test]
    fn removes_the_declared_boundary_of_a_multipart_media_type() {
        for (declared, sent) in [
            ("Multipart/Mixed", "multipart/mixed"),
            ("multipart/related; type=\"a/b\"", "multipart/related; type=\"a/b\""),
            ("multipart/mixed; Boundary=\"x;y\"", "multipart/mixed"),
            ("multipart/*", "multipart/form-data"),
        ] {
            let object = json!({ "type": "object" });
            assert_eq!(chosen(json!({ declared: { "schema": object } })), (sent.to_owned(), object));
        }
    }

    #[test]
    fn prefers_a_multipart_body_if_it_contains_a_file() {
        let object = |field: Value| json!({ "schema": { "type": "object", "properties": { "a": field } } });
        let file = json!({ "type": "string", "format": "binary" });
        let (upload, form) = (object(file.clone()), "application/x-www-form-urlencoded");
        let files = object(json!({ "type": "array", "items": file }));
        let text = object(json!({ "type": "string" }));
        for (content, sent) in [
            (json!({ form: upload, "multipart/form-data": upload }), "multipart/form-data"),
            (json!({ form: files, "multipart/form-data": files }), "multipart/form-data"),
            (json!({ "application/json": upload, form: upload, "multipart/form-data": upload }), "multipart/form-data"),
            (json!({ "application/json": text, "multipart/form-data": upload }), "application/json"),
            (json!({ form: text, "multipart/form-data": text }), form),
        ] {
            assert_eq!(body(content.clone()).expect("a body").media_type, sent, "{content}");
        }
    }

    #[test]
    fn parses_the_media_type_and_headers_of_a_file_part() {
        let file = json!({ "type": "string", "contentMediaType": "image/png" });
        let any = json!({ "type": "string", "contentMediaType": "application/octet-stream" });
        let member = json!({ "type": "object", "properties": { "a": file } });
        let schema =
            json!({ "type": "object", "properties": { "b": file, "c": any }, "oneOf": [{ "allOf": [member] }, {}] });
        let headers = json!({ "X-A": { "required": true }, "X-B": {}, "Content-Type": {}, "no name": {} });
        let encoding = json!({ "b": { "contentType": "image/gif", "headers": headers } });
        let body = body(json!({ "multipart/form-data": { "schema": schema, "encoding": encoding } })).expect("a body");
        let part = |name: &str| (body.encoding[name].content_type.as_deref(), body.encoding[name].headers.as_slice());
        assert_eq!(part("a"), (Some("image/png"), &[][..]));
        let headers =
            [("X-A", true), ("X-B", false)].map(|(name, required)| PartHeader { name: name.to_owned(), required });
        assert_eq!(part("b"), (Some("image/gif"), &headers[..]));
        assert!(!body.encoding.contains_key("c"), "any media type is possible");
    }

    #[test]
    fn several_media_types_and_a_range_are_reported_under_different_rules() {
        let schema = json!({ "schema": { "type": "object" } });
        for (content, expected) in [
            (json!({ "application/json": schema, "text/csv": schema }), Some(Rule::MEDIA_TYPE_CHOICE)),
            (json!({ "*/*": schema }), Some(Rule::MEDIA_TYPE_RANGE)),
            (json!({ "application/json": schema }), None),
            (json!({ "application/json": schema, "application/json; charset=utf-8": schema }), None),
        ] {
            let (_, log) = read_operation("/a", json!({ "requestBody": { "content": content } }));
            let rules = log.adaptations.iter().map(|it| it.rule);
            let choices = rules.filter(|rule| [Rule::MEDIA_TYPE_CHOICE, Rule::MEDIA_TYPE_RANGE].contains(rule));
            assert_eq!(choices.collect::<Vec<_>>(), Vec::from_iter(expected), "{content}");
        }
    }

    #[test]
    fn drops_and_reports_a_request_body_without_content() {
        let (operation, log) = read_operation("/a", json!({ "requestBody": { "content": {} } }));
        assert!(operation.body.is_none());
        assert!(log.adaptations.iter().any(|noted| noted.rule == Rule::DROPPED_BODY));
    }

    #[test]
    fn ignores_invalid_encodings_of_form_fields() {
        let style = |encoding: Value| {
            let form = json!({ "multipart/form-data": { "encoding": { "a": encoding } } });
            body(form).and_then(|mut body| body.encoding.swap_remove("a")).and_then(|field| field.style)
        };
        assert_eq!(style(json!({ "contentType": "application/json" })), Some(QueryStyle::Json));
        assert_eq!(style(json!({ "contentType": "application/json", "style": "form" })), Some(QueryStyle::Exploded));
        assert_eq!(style(json!({ "style": "deepObject" })), Some(QueryStyle::Deep));
        assert_eq!(style(json!({ "style": "pipeDelimited" })), Some(QueryStyle::Delimited("|")));
        assert_eq!(style(json!({ "style": "simple", "explode": false })), Some(QueryStyle::Delimited(",")));
        assert_eq!(style(json!({ "explode": "x" })), Some(QueryStyle::Exploded));
        assert_eq!(style(json!({ "contentType": "text/plain" })), None);
        assert_eq!(style(json!("x")), None);
    }

    #[test]
    fn rejects_request_bodies_and_responses_that_are_not_objects() {
        let places = |declared: Value| {
            let refused = read_operation("/a", declared).1.diagnostics.0;
            refused.into_iter().map(|refused| refused.place).collect::<Vec<_>>()
        };
        let media = json!({ "content": { "application/json": "x" } });
        let schema = json!({ "content": { "application/json": { "schema": "x" } } });
        for part in [json!("x"), json!([]), json!(null), json!({ "content": "x" }), media, schema] {
            assert_eq!(places(json!({ "requestBody": part })), ["x (GET /a) body"], "{part}");
            assert_eq!(places(json!({ "responses": { "200": part } })), ["x (GET /a) response 200"], "{part}");
        }
    }

    #[test]
    fn accepts_any_value_for_a_media_type_without_a_schema() {
        let part = json!({ "content": { "application/json": {} } });
        let (operation, log) = read_operation("/a", json!({ "requestBody": part, "responses": { "200": part } }));
        assert_eq!(log.diagnostics.0, []);
        assert!(operation.body.is_some_and(|body| body.schema.allows_any_value()));
        assert!(operation.responses[0].schema.as_ref().is_some_and(|schema| schema.allows_any_value()));
    }
}
