//! The content of an operation's success, and the media types that are asked for.

use indexmap::IndexSet;

use super::{parameters::Taken, types::Types};
use crate::{
    api::{ByStatus, Content, Response, StatusContent, Stream, status_key},
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
        Some(schema) => {
            let value = types.value(wanted, schema);
            match response.framing {
                Some(framing) => Content::Stream { accept, framing, value },
                None => Content::Json { accept, value },
            }
        }
        None if response.media_types.is_empty() => Content::Empty,
        None => Content::Bytes { accept },
    }
}

/// The stream that can be asked for in the place of the response.
pub fn stream(prefix: &str, declared: &schema::Response, taken: &mut Taken<'_>, types: &mut Types) -> Stream {
    let content = content(&|| format!("{prefix}Event"), declared, types);
    Stream { method: taken.method("send_stream"), content }
}

/// The media types to ask for: those of the successes, and if none has a body, those of the errors.
pub fn accept(response: &Response, errors: &[String]) -> Option<String> {
    let successes: IndexSet<&str> = response.contents().into_iter().filter_map(Content::accept).collect();
    let asked =
        if successes.is_empty() { errors.iter().map(String::as_str).collect() } else { Vec::from_iter(successes) };
    (!asked.is_empty()).then(|| asked.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::{Type, Value};

    fn json(accept: &str) -> Content {
        Content::Json { accept: accept.to_owned(), value: Value { ty: Type::Any, nullable: false } }
    }

    fn several(contents: Vec<Content>) -> Response {
        let contents = contents.into_iter().map(|content| StatusContent { status: None, content });
        Response::ByStatus(ByStatus { name: "Several".to_owned(), contents: contents.collect() })
    }

    #[test]
    fn every_media_type_of_several_responses_is_asked_for_once() {
        let vendor = || json("application/vnd.x+json");
        let asked = |contents| accept(&several(contents), &["text/html".to_owned()]);
        assert_eq!(
            asked(vec![vendor(), json("application/json"), vendor(), Content::Empty]).as_deref(),
            Some("application/vnd.x+json, application/json")
        );
        let bytes = Content::Bytes { accept: "image/png, text/csv".to_owned() };
        assert_eq!(asked(vec![vendor(), bytes]).as_deref(), Some("application/vnd.x+json, image/png, text/csv"));
    }

    #[test]
    fn without_a_body_of_a_success_those_of_errors_are_asked_for() {
        let errors = ["application/problem+json", "application/json"].map(str::to_owned);
        let asked = accept(&Response::One(Content::Empty), &errors);
        assert_eq!(asked.as_deref(), Some("application/problem+json, application/json"));
        assert_eq!(accept(&Response::One(Content::Empty), &[]), None);
        assert_eq!(accept(&Response::One(json("application/json")), &errors).as_deref(), Some("application/json"));
    }
}
