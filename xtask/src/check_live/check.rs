//! One response, against what the document declares for its operation.

use monitoring_service_codegen::{
    api::{Content, Operation},
    text::media_type::MediaType,
};
use serde_json::Value;

use super::{
    declared::{is_among, media_types},
    document::{Document, content},
    findings::{Deviation, Findings, Place},
    service::Answer,
    shown,
    types::{EachField, Walk},
};

/// Notes all in which a response deviates, and goes through the declared fields of its body.
pub fn response<'a>(
    document: &'a Document,
    operation: &Operation,
    answer: &Answer,
    findings: &'a mut Findings,
    each_field: &'a mut EachField<'a>,
) {
    findings.see(Place::Response);
    let declared = document.declared(operation);
    let response = declared.response(answer.status);
    let is_success = (200..300).contains(&answer.status);
    let is_json = match response {
        Some(response) => head(&media_types(response), answer, findings),
        None => {
            findings.note(Place::Response, Deviation::UndeclaredStatus(answer.status));
            // The client decodes each success as the declared one.
            is_success && declared.has_success() && !answer.body.is_empty()
        }
    };
    if !is_json {
        return;
    }
    let Ok(body) = serde_json::from_slice::<Value>(&answer.body) else {
        if answer.media_type.as_deref().is_none_or(|media_type| MediaType::parse(media_type).is_json()) {
            findings.note(Place::Response, Deviation::NotJson);
        }
        return;
    };
    if is_success {
        if let Some(Content::Json { value, .. }) = content(operation, answer.status) {
            Walk { types: &document.types(), findings, each_field }.value("", value, &body);
        }
    } else if let Some((errors, value)) =
        document.errors.as_ref().zip(response).and_then(|(errors, response)| Some((errors, errors.body(response)?)))
    {
        let root = answer.status.to_string();
        Walk { types: &errors.types(), findings, each_field: &mut |_, _, _| {} }.value(&root, value, &body);
    }
}

/// Checks the media type of a declared response. Whether there is a body that should be JSON.
fn head(media_types: &[&str], answer: &Answer, findings: &mut Findings) -> bool {
    let mut note = |deviation| findings.note(Place::Response, deviation);
    match (media_types.is_empty(), answer.body.is_empty()) {
        (true, true) => return false,
        (true, false) => note(Deviation::UndeclaredBody),
        (false, true) => note(Deviation::MissingBody),
        (false, false) => match &answer.media_type {
            None => note(Deviation::MissingMediaType),
            Some(actual) if !is_among(actual, media_types) => {
                note(Deviation::UndeclaredMediaType(shown::media_type(actual)));
            }
            Some(_) => {}
        },
    }
    !answer.body.is_empty() && media_types.iter().any(|media_type| MediaType::parse(media_type).is_json())
}
