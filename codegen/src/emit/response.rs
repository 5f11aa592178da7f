//! How an operation is sent, by what it responds with.

use quote::format_ident;
use syn::Ident;

use crate::api::{ByStatus, Content, Response};

/// The media types that are accepted, and the method of `RequestBuilder` that sends.
pub fn sending(response: &Response) -> (Option<String>, Ident) {
    let (accept, send) = match response {
        Response::One(Content::Json { accept, .. }) => (Some(accept.clone()), "send_json"),
        Response::One(Content::Bytes { accept }) => (Some(accept.clone()), "send_stream"),
        Response::One(Content::Empty) => (None, "send_empty"),
        Response::ByStatus(several) if several.streams() => (Some(accepted(several)), "send_streamed_by_status"),
        Response::ByStatus(several) => (Some(accepted(several)), "send_by_status"),
    };
    (accept, format_ident!("{send}"))
}

/// The media types that `several` responses have.
fn accepted(several: &ByStatus) -> String {
    let mut accepted: Vec<&str> = Vec::new();
    for accept in several.contents.iter().filter_map(|each| each.content.accept()) {
        if !accepted.contains(&accept) {
            accepted.push(accept);
        }
    }
    if accepted.is_empty() { "application/json".to_owned() } else { accepted.join(", ") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::{StatusContent, Type, Value};

    #[test]
    fn every_media_type_of_several_responses_is_accepted_once() {
        let json =
            |accept: &str| Content::Json { accept: accept.to_owned(), value: Value { ty: Type::Any, nullable: false } };
        let accepted_of = |contents: Vec<Content>| {
            let contents = contents.into_iter().map(|content| StatusContent { status: None, content });
            accepted(&ByStatus { name: "Several".to_owned(), contents: contents.collect() })
        };
        let vendor = || json("application/vnd.x+json");
        assert_eq!(
            accepted_of(vec![vendor(), json("application/json"), vendor(), Content::Empty]),
            "application/vnd.x+json, application/json"
        );
        let bytes = Content::Bytes { accept: "image/png, text/csv".to_owned() };
        assert_eq!(accepted_of(vec![vendor(), bytes]), "application/vnd.x+json, image/png, text/csv");
        assert_eq!(accepted_of(vec![Content::Empty]), "application/json");
    }
}
