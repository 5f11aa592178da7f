//! The documentation of an operation: all of it at its builder, which is where each way of calling it leads. And that of
//! the module of types, with what the service sends by itself.

use super::{Context, docs};
use crate::{
    api::{
        Api, Content, Direction, ErrorBody, Field, Framing, Operation, Response, Stream, TypesByName, WEBHOOKS, Webhook,
    },
    rust_type,
    signature::{Given, Input, Signature},
    text::markdown::code_span,
};

/// At the methods that make the builder: what it is, in one line.
pub fn of_method(operation: &Operation) -> String {
    let Operation { summary, method, path, .. } = operation;
    let what = match summary.lines().next().unwrap_or_default().trim_end_matches(['.', ',']) {
        "" => code_span(&format!("{method} {path}")),
        summary => summary.to_owned(),
    };
    format!("{what}: {}", builder(operation))
}

/// The link to the builder, which has the full documentation.
pub fn builder(operation: &Operation) -> String {
    format!("see [`{0}`](crate::builder::{0}).", operation.builder)
}

/// At the builder: what the document says, the request, the limit, and a call under its short name, if it has one.
pub fn of_builder(signature: &Signature<'_>, call_name: &str, features: &str, types: &TypesByName<'_>) -> String {
    let operation = signature.operation;
    let Operation { name, summary, description, rate_limit, .. } = operation;
    let summary = summary.trim_end_matches(['.', ',']);
    // It goes on in the same paragraph only where there is one.
    let space = if summary.contains('\n') { "\n\n" } else { ". " };
    let first =
        if summary.is_empty() { String::new() } else { format!("{summary}{space}") } + "Sent by `.send().await`.";
    // One of its own is in the description, from which it was read.
    let limit = match rate_limit {
        Some(_) => "",
        None => "Counts towards [the limit that most operations share](::perennial::Operation::rate_limit).",
    };
    let short = if call_name == *name { "Called by" } else { "Called by its short name, or by" };
    let made = format!("{short} [`Client::{name}`](crate::Client::{name}):");
    docs::joined(&[
        &first,
        description,
        &request(operation),
        &returns(operation),
        limit,
        features,
        &made,
        &example(signature, call_name, types),
    ])
}

/// How the fields of a body are set, where it is put together field by field: those that are required, else one.
pub fn body_map(operation: &Operation, types: &TypesByName<'_>) -> Option<String> {
    operation.built_body(types)?;
    let body = operation.body.as_ref()?.value.ty.as_struct(types)?;
    let settable: Vec<&Field> = body.fields.iter().filter(|field| field.direction != Direction::ReadOnly).collect();
    let mut shown: Vec<&Field> = settable.iter().filter(|field| field.required).copied().collect();
    if shown.is_empty() {
        // Few services take the id of what is made.
        shown.extend(settable.iter().find(|field| field.name != "id").or(settable.first()));
    }
    let setters: String = shown.iter().map(|Field { name, .. }| format!(".{name}({name})")).collect();
    (!setters.is_empty()).then(|| format!("body_map(|body| body{setters})"))
}

/// A call with all that is required, and with a body, if it can have one.
fn example(Signature { operation, inputs }: &Signature<'_>, call_name: &str, types: &TypesByName<'_>) -> String {
    let arguments: Vec<&str> = if call_name == operation.name {
        Vec::new()
    } else {
        operation.path_parameters().iter().map(|parameter| parameter.name.as_str()).collect()
    };
    let setter = |Input { name, is_required, given, .. }: &Input<'_>| match (given, body_map(operation, types)) {
        (Given::Body { .. }, Some(body_map)) => Some(body_map),
        _ => (*is_required && !arguments.contains(name)).then(|| format!("{name}({name})")),
    };
    let setters = inputs.iter().filter_map(setter);
    let call = call_name.replace('.', "\n    .");
    let mut lines = vec![format!("let response = client\n    .{call}({})", arguments.join(", "))];
    lines.extend(setters.chain(["send()".to_owned(), "await?;".to_owned()]).map(|call| format!("    .{call}")));
    format!("```text\n{}\n```", lines.join("\n"))
}

/// Says in words what is sent, and what the document calls it.
fn request(Operation { id, method, path, tags, .. }: &Operation) -> String {
    let tags: String = tags.iter().map(|tag| format!(", tag {}", code_span(tag))).collect();
    format!("{}, operationId {}{tags}.", code_span(&format!("{method} {path}")), code_span(id))
}

/// Says in words what a success gives, and where the errors are described.
fn returns(operation: &Operation) -> String {
    let value = match &operation.response {
        Response::One(one) => content(one),
        Response::ByStatus(several) => format!("{}, by status", docs::link(&several.name)),
    };
    let stream = operation.stream.as_ref();
    let stream = stream.map(|Stream { method, content: it }| format!(" `{method}` asks for {} instead.", content(it)));
    format!("Returns {value}, or an [`Error`](::perennial::Error).{}", stream.unwrap_or_default())
}

/// Which types the bodies of errors have, of which those of all operations are told in one place.
pub fn errors<'a>(lead: &str, errors: impl IntoIterator<Item = &'a ErrorBody>) -> String {
    let bodies = errors.into_iter().map(|ErrorBody { status, value }| {
        let status = if status == "default" { "any other" } else { status };
        format!("{status} {}", docs::value(&value.ty))
    });
    let bodies: Vec<String> = bodies.collect();
    if bodies.is_empty() {
        return String::new();
    }
    format!("{lead}, as [`ApiError::body_as`](::perennial::ApiError::body_as) reads it: {}.", bodies.join(", "))
}

/// Says in words what a success carries.
pub fn content(content: &Content) -> String {
    match content {
        Content::Json { value, .. } => docs::value(&value.ty),
        Content::Stream { accept, framing, value } => {
            let values = match framing {
                Framing::Events | Framing::TextEvents => "events, each with data of",
                Framing::JsonLines => "lines, each with",
            };
            format!("a [stream](::perennial::stream) of {values} {} ({})", docs::value(&value.ty), code_span(accept))
        }
        Content::Bytes { accept } => format!("a stream of bytes ({})", code_span(accept)),
        Content::Empty => "nothing".to_owned(),
    }
}

/// Paragraphs for the documentation of the types; empty if there are no webhooks.
fn webhooks(api: &Api) -> String {
    if api.webhooks.is_empty() {
        return String::new();
    }
    let rows: String = api.webhooks.iter().map(webhook).collect();
    format!(
        "# Webhooks and callbacks\n\nWhat the service sends by itself is one of these types, which come with the feature \
         `{WEBHOOKS}`: `serde_json::from_slice::<types::…>` reads a body.\n\n| sent by the service | body |\n|---|---|\n{rows}"
    )
}

fn webhook(Webhook { name, operation, summary, value }: &Webhook) -> String {
    let of = operation.as_ref().map(|id| format!(", a callback of {}", code_span(id))).unwrap_or_default();
    let said = if summary.contains('\n') { "" } else { summary };
    let said = if said.is_empty() { String::new() } else { format!(": {said}") };
    let name = format!("{}{of}{said}", code_span(name)).replace('|', "\\|");
    format!("| {name} | `{}` |\n", rust_type::value_type(value))
}

/// The documentation of the module of types.
pub fn of_types(context: &Context<'_>) -> String {
    let errors = errors("The body of an error of each operation", context.common_errors.iter().copied());
    let what = "The types that operations take and give, as the document describes them.";
    docs::paragraphs(&[what, &errors, &webhooks(context.api)])
}
