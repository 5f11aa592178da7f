//! What the successes of an operation say of the next page.

use serde_json::Value;

use super::Reader;
use crate::{
    document::json::{entries, optional_text, text},
    schema::Next,
    text::{media_type::MediaType, naming},
};

impl Reader<'_> {
    /// What is declared in the headers, and in the field `next` of the body.
    pub fn next(&mut self, declared: &Value) -> Next {
        let mut next = Next::default();
        for (_, response) in entries(declared, "responses").filter(|(status, _)| status.starts_with('2')) {
            next.in_header |= entries(response, "headers")
                .any(|(name, header)| name.eq_ignore_ascii_case("link") && leads_to_pages(self.said(header)));
            let json = entries(response, "content").find(|(media_type, _)| MediaType::parse(media_type).is_json());
            let schema = json.and_then(|(_, media)| media.get("schema"));
            let field = schema.and_then(|schema| self.said(schema).get("properties")?.get("next"));
            next.is_url |= field.is_some_and(|field| is_url(field) || is_url(self.said(field)));
        }
        next
    }
}

/// `true` if a header `Link` is said to have links to pages: it may have others.
fn leads_to_pages(header: &Value) -> bool {
    let schema = header.get("schema").unwrap_or(&Value::Null);
    let said = [header, schema].into_iter().flat_map(|it| ["description", "example"].map(|key| optional_text(it, key)));
    said.flatten().any(|said| said.contains("next") || said.contains("pagina") || said.contains("Pagina"))
}

fn is_url(field: &Value) -> bool {
    let is_named = |word: &str| matches!(word, "url" | "uri" | "link");
    matches!(text(field, "format"), "uri" | "url" | "uri-reference" | "iri" | "iri-reference")
        || naming::value_name(text(field, "description")).split('_').any(is_named)
}
