//! What a success of an operation carries.

use openapiv3::StatusCode;

use super::{Log, types::Types};
use crate::{
    api::{ByStatus, Content, Response, StatusContent, Value},
    text::media_type::MediaType,
};

/// The response of the operation whose types are called after `prefix`.
pub fn of(prefix: &str, operation: &openapiv3::Operation, types: &mut Types, log: &mut Log) -> Response {
    let responses = &operation.responses.responses;
    let wanted = format!("{prefix}Response");
    let declared = responses.iter().filter_map(|(status, response)| Some((status, response.as_item()?)));
    if responses.len() > 1 {
        let name = types.name_by_status(&wanted);
        let contents = declared.map(|(status, response)| StatusContent {
            status: match status {
                StatusCode::Code(code) => Some(*code),
                StatusCode::Range(_) => None,
            },
            content: content(&format!("{wanted}{status}"), response, types, log),
        });
        return Response::ByStatus(ByStatus { name, contents: contents.collect() });
    }
    let mut contents = declared.map(|(_, response)| content(&wanted, response, types, log));
    Response::One(contents.next().unwrap_or(Content::Bytes { accept: "*/*".to_owned() }))
}

fn content(wanted: &str, response: &openapiv3::Response, types: &mut Types, log: &mut Log) -> Content {
    let Some((media_type, media)) = response.content.first() else { return Content::Empty };
    let schema = media.schema.as_ref().filter(|_| MediaType::of(media_type).is_json());
    match schema {
        Some(schema) => {
            let value: Value = types.value(wanted, schema, log);
            Content::Json { accept: media_type.clone(), value }
        }
        None => {
            let accepted: Vec<&str> = response.content.keys().map(String::as_str).collect();
            Content::Bytes { accept: accepted.join(", ") }
        }
    }
}
