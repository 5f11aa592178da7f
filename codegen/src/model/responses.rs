//! What a success of an operation carries.

use super::types::Types;
use crate::{
    api::{ByStatus, Content, Response, StatusContent, status_key},
    schema,
};

/// The response of `operation`, whose types are called after `prefix`, with one or several `declared` successes.
pub fn response(operation: &str, prefix: &str, declared: &[schema::Response], types: &mut Types) -> Response {
    let wanted = format!("{prefix}Response");
    if let [only] = declared {
        return Response::One(content(&|| wanted.clone(), only, types));
    }
    let name = types.name_by_status(operation, &wanted);
    let contents = declared.iter().map(|response| {
        let content = content(&|| format!("{wanted}{}", status_key(response.status)), response, types);
        StatusContent { status: response.status, content }
    });
    Response::ByStatus(ByStatus { name, contents: contents.collect() })
}

fn content(wanted: &dyn Fn() -> String, response: &schema::Response, types: &mut Types) -> Content {
    let accept = response.media_types.join(", ");
    match &response.schema {
        Some(schema) => Content::Json { accept, value: types.value(wanted, schema) },
        None if response.media_types.is_empty() => Content::Empty,
        None => Content::Bytes { accept },
    }
}
