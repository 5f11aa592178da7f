//! Writes an enum for each operation whose responses have different bodies, depending on the status. The enum has a
//! variant for each status.

use super::{Context, docs, enums};
use crate::{
    api::{ByStatus, Content, Framing, Operation, StatusContent},
    names::variants,
    rust_type,
    text::markdown::code_span,
};

pub fn enums_by_status(context: &Context<'_>) -> String {
    context.api.responses_by_status().map(|(operation, several)| by_status(context, several, operation)).collect()
}

fn by_status(context: &Context<'_>, several: &ByStatus, operation: &Operation) -> String {
    let ByStatus { name, contents } = several;
    let derived = context.derived(name, &["Clone", "Debug", "PartialEq"]).join(", ");
    let docs = format!(
        "The response of {}, with one variant for each status. To create a value, use one of the variants.",
        code_span(&operation.id)
    );
    let (mut variants, mut arms, mut streamed) = (String::new(), String::new(), Vec::new());
    let mut otherwise =
        "::std::result::Result::Err(::perennial::__private::v1::BodyError::UndeclaredStatus)".to_owned();
    for StatusContent { status, content } in contents {
        let variant = variants::status_variant(*status);
        let docs = status.map_or("Any other successful status.".to_owned(), |status| format!("Status {status}."));
        let fields = rust_type::content(content).map(|ty| format!("({})", ty.code())).unwrap_or_default();
        let attributes = context.member_attributes(name, &variant);
        variants += &format!("{}{attributes}{variant}{fields},\n", docs::lines(&docs));
        let decoded = match content {
            Content::Json { value, .. } if value.ty.is_own() => format!(
                "::perennial::__private::v1::json(body).map(|::perennial::__private::v1::OfAny(value)| \
                 Self::{variant}(value))"
            ),
            Content::Json { .. } => format!("::perennial::__private::v1::json(body).map(Self::{variant})"),
            Content::Bytes { .. } => {
                streamed.push((*status, format!("{variant}(body)")));
                continue;
            }
            Content::Stream { framing, .. } => {
                let read = stream_name(framing);
                streamed.push((*status, format!("{variant}(::perennial::__private::v1::{read}(body))")));
                continue;
            }
            Content::Empty => format!("::perennial::__private::v1::nothing(body).map(|()| Self::{variant})"),
        };
        match status {
            Some(status) => arms += &format!("{status}u16 => {decoded},\n"),
            None => otherwise = decoded,
        }
    }
    let streams = if several.contains_stream() { streamed_by_status(name, &streamed, contents) } else { String::new() };
    let implementations = format!(
        "impl ::perennial::__private::v1::ByStatus for {name} {{
            fn decode(status: u16, body: &[u8]) -> ::std::result::Result<Self, ::perennial::__private::v1::BodyError> {{
                match status {{
                    {arms}_ => {otherwise},
                }}
            }}
        }}
        {streams}"
    );
    enums::enumeration(context, name, &docs, &derived, &variants, &implementations)
}

/// Returns the name of the runtime function that splits a stream into values.
pub fn stream_name(framing: &Framing) -> &'static str {
    match framing {
        Framing::Events => "events",
        Framing::EventsToDone => "events_to_done",
        Framing::TextEvents => "text_events",
        Framing::JsonLines => "json_lines",
    }
}

/// Writes a condition on the variable `status`: whether the content of a response with this status satisfies `is`.
pub fn status_condition(contents: &[StatusContent], is: fn(&Content) -> bool) -> String {
    // If the content for all other statuses satisfies `is`, the statuses that satisfy it cannot be listed. The
    // condition then lists those that do not, and is negated.
    let is_otherwise = contents.iter().any(|each| each.status.is_none() && is(&each.content));
    let listed = contents.iter().filter(|each| is(&each.content) != is_otherwise).filter_map(|each| each.status);
    let listed: Vec<String> = listed.map(|status| format!("{status}u16")).collect();
    // No response has the status 0, so this condition is never met.
    let listed = if listed.is_empty() { "0u16".to_owned() } else { listed.join(" | ") };
    format!("{}::std::matches!(status, {listed})", if is_otherwise { "!" } else { "" })
}

/// Writes the code that creates the enum `name` from a response that contains a stream. `streamed` lists the statuses
/// of responses with a stream, each with the code of its variant.
fn streamed_by_status(name: &str, streamed: &[(Option<u16>, String)], contents: &[StatusContent]) -> String {
    let is_streamed = status_condition(contents, Content::is_streamed);
    let arms = streamed.iter().filter_map(|(status, variant)| Some((status.as_ref()?, variant)));
    let arms: String = arms.map(|(status, variant)| format!("{status}u16 => Self::{variant},\n")).collect();
    let otherwise = streamed.iter().max_by_key(|(status, _)| status.is_none());
    let otherwise = otherwise.map(|(_, variant)| variant.as_str()).unwrap_or_default();
    format!(
        "impl ::perennial::__private::v1::StreamedByStatus for {name} {{
            fn is_streamed(status: u16) -> bool {{ {is_streamed} }}
            fn of_stream(status: u16, body: ::perennial::ByteStream) -> Self {{
                match status {{
                    {arms}_ => Self::{otherwise},
                }}
            }}
        }}\n"
    )
}
