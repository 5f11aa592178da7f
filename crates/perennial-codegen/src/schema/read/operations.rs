//! Parses operations, and finds hints in their responses on how to request the next page.

use serde_json::Value;

use super::{Reader, responses};
use crate::{
    document::json::{array, entries, is_set, optional_string, string_or_empty},
    schema::{DeclaredOperation, NextPageHints, security},
    text::{media_type::MediaType, method::Method, naming},
};

impl<'a> Reader<'a> {
    /// Parses the operation `declared` in the path item `item`. Returns `None` if it has no `operationId`.
    pub fn operation(
        &mut self,
        method: Method,
        path: &str,
        item: &'a Value,
        declared: &'a Value,
    ) -> Option<DeclaredOperation> {
        let tags: Option<Vec<String>> = array(declared, "tags").map(|tag| tag.as_str().map(str::to_owned)).collect();
        let id = optional_string(declared, "operationId")?;
        let mut operation = DeclaredOperation {
            method,
            path: path.to_owned(),
            has_derived_id: self.derived_ids.contains(&id),
            id,
            summary: optional_string(declared, "summary"),
            description: optional_string(declared, "description"),
            deprecated: is_set(declared, "deprecated"),
            server: self.server(item, declared),
            tags: tags.unwrap_or_default(),
            parameters: Vec::new(),
            body: None,
            responses: Vec::new(),
            redirects: responses::redirects(declared),
            stream: None,
            errors: Vec::new(),
            media_types_without_body: self.media_types_without_body(method, declared),
            security: security::alternatives(declared.get("security")),
            next: self.next_page(declared),
        };
        self.check_references(&format!("{operation} "), declared);
        operation.parameters = self.parameters(&operation, declared);
        operation.body = declared.get("requestBody").and_then(|body| self.body(&operation, body));
        (operation.responses, operation.stream) = self.responses(&operation, declared);
        operation.errors = self.errors(&operation, declared);
        self.callbacks(&operation.id, declared);
        Some(operation)
    }
}

impl<'a> Reader<'a> {
    /// Returns hints on how to request the next page that are not visible in the types of the responses.
    fn next_page(&mut self, declared: &'a Value) -> NextPageHints {
        let is_dropshot = declared.get("x-dropshot-pagination").is_some_and(|it| it.is_object() || *it == true);
        let mut next = NextPageHints { is_dropshot, ..NextPageHints::default() };
        for (_, response) in entries(declared, "responses").filter(|(status, _)| status.starts_with('2')) {
            next.in_header |= entries(response, "headers").any(|(name, header)| {
                name.eq_ignore_ascii_case("link") && mentions_pages(self.effective_schema(header))
            });
            let json = entries(response, "content").find(|(media_type, _)| MediaType::parse(media_type).is_json());
            let schema = json.and_then(|(_, media)| media.get("schema"));
            let field = schema.and_then(|schema| self.effective_schema(schema).get("properties")?.get("next"));
            next.is_url |= field.is_some_and(|field| is_url(field) || is_url(self.effective_schema(field)));
        }
        next
    }
}

/// Returns `true` if the description or the example of a header `Link` mentions pages. If pages are not mentioned, the
/// links may be unrelated to paging.
fn mentions_pages(header: &Value) -> bool {
    let schema = header.get("schema").unwrap_or(&Value::Null);
    let texts =
        [header, schema].into_iter().flat_map(|it| ["description", "example"].map(|key| optional_string(it, key)));
    texts.flatten().any(|text| text.contains("next") || text.contains("pagina") || text.contains("Pagina"))
}

fn is_url(field: &Value) -> bool {
    let is_named = |word: &str| matches!(word, "url" | "uri" | "link");
    matches!(string_or_empty(field, "format"), "uri" | "url" | "uri-reference" | "iri" | "iri-reference")
        || naming::value_name(string_or_empty(field, "description")).split('_').any(is_named)
}
