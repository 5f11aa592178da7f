//! One response, against what the document declares for its operation.

use monitoring_service_codegen::{
    api::{Content, Operation},
    text::media_type::MediaType,
};
use serde_json::Value;

use super::{
    declared::{Declared, is_among},
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
    if head(&declared, answer, findings) {
        let is_json = answer.media_type.as_deref().is_none_or(|it| MediaType::parse(it).is_json());
        let body = serde_json::from_slice::<Value>(&answer.body).ok();
        let success = (200..300).contains(&answer.status).then(|| content(operation, answer.status)).flatten();
        match (body, success) {
            (Some(body), Some(Content::Json { value, .. })) => {
                Walk { types: &document.types(), findings, each_field }.value("", value, &body);
            }
            (None, _) if is_json => findings.note(Place::Response, Deviation::NotJson),
            _ => {}
        }
    }
}

/// Checks status and media type. Whether there is a body that should be JSON.
fn head(declared: &Declared, answer: &Answer, findings: &mut Findings) -> bool {
    let mut note = |deviation| findings.note(Place::Response, deviation);
    let Some(media_types) = declared.media_types(answer.status) else {
        note(Deviation::UndeclaredStatus(answer.status));
        // The client decodes each success as the declared one.
        return (200..300).contains(&answer.status) && !answer.body.is_empty() && declared.has_success();
    };
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
