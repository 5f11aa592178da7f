use perennial_codegen::{api::Operation, text::media_type::MediaType};
use serde_json::Value;

use super::{document::CheckedDocument, service::Answer};
use crate::values::{EachField, Findings, ValueWalk, redact, success_type};

/// Compares a response with its declaration, and adds the deviations to `findings`. Calls `each_field` for each
/// declared field of the body. Error bodies are not compared, because the client has a single type for all errors.
pub fn check_response(
    document: &CheckedDocument,
    operation: &Operation,
    answer: &Answer,
    findings: &mut Findings,
    each_field: &mut EachField<'_>,
) {
    findings.count_value(None);
    let declared = document.declared_response(operation, answer.status);
    let is_json = match declared {
        Some(response) => check_media_type(response, answer, findings),
        None => {
            let says = format!("status {}, which is not declared", answer.status);
            findings.count_deviation(None, "undeclared status", says);
            answer.is_success() && !answer.body.is_empty()
        }
    };
    if !is_json {
        return;
    }
    let Ok(body) = serde_json::from_slice::<Value>(&answer.body) else {
        if answer.media_type.as_deref().is_none_or(|media_type| MediaType::parse(media_type).is_json()) {
            findings.count_deviation(None, "not JSON", "a body that is not JSON".to_owned());
        }
        return;
    };
    let expected = if answer.is_success() { success_type(operation, answer.status) } else { None };
    if let Some(expected) = expected {
        ValueWalk::new(&document.api.types_by_name(), findings, each_field).compare_value("", expected, &body);
    }
}

/// Compares the media type of a response with its declaration. Returns `true` if there is a body and the document
/// declares JSON.
fn check_media_type(response: &Value, answer: &Answer, findings: &mut Findings) -> bool {
    let content = response.get("content").and_then(Value::as_object).into_iter().flatten();
    let declared: Vec<&str> = content.map(|(media_type, _)| media_type.as_str()).collect();
    let mut note = |kind, says: &str| findings.count_deviation(None, kind, says.to_owned());
    match (declared.is_empty(), answer.body.is_empty(), &answer.media_type) {
        (true, true, _) => {}
        (true, false, _) => note("undeclared body", "a body, where none is declared"),
        (false, true, _) => note("missing body", "no body, where one is declared"),
        (false, false, None) => note("missing media type", "a body without a media type"),
        (false, false, Some(actual)) if is_declared_media_type(actual, &declared) => {}
        (false, false, Some(actual)) => {
            let shown = redact::redact_media_type(actual);
            note("undeclared media type", &format!("media type {shown}, which is not declared"));
        }
    }
    !answer.body.is_empty() && declared.iter().any(|media_type| MediaType::parse(media_type).is_json())
}

/// Checks whether `declared` contains the media type of a `content-type` header, or a range such as `image/*` that
/// includes it.
fn is_declared_media_type(content_type: &str, declared: &[&str]) -> bool {
    let essence = |text: &str| text.split(';').next().unwrap_or_default().trim().to_lowercase();
    let actual = essence(content_type);
    declared.iter().map(|text| essence(text)).any(|declared| {
        let range = declared.strip_suffix('*').filter(|range| range.ends_with('/'));
        declared == actual || declared == "*/*" || range.is_some_and(|range| actual.starts_with(range))
    })
}

#[cfg(test)]
mod tests;
