//! Writes the documentation of operations and of the module of types.
//!
//! An operation is documented at its builder, because every method that calls the operation returns this builder.

use std::collections::{HashMap, HashSet};

use super::{Context, docs};
use crate::{
    api::{
        Api, Content, Direction, ErrorBody, Field, Framing, Operation, Presence, Response, Stream, Type, TypesByName,
        WEBHOOKS, Webhook, id_kind,
    },
    rust_type,
    signature::{Input, InputKind, Signature},
    text::markdown::code_span,
};

/// Documents, in one line, a method that returns the builder of an operation.
pub fn of_method(operation: &Operation) -> String {
    let Operation { summary, method, path, .. } = operation;
    let what = match summary.lines().next().unwrap_or_default().trim_end_matches(['.', ',']) {
        "" => code_span(&format!("{method} {path}")),
        summary => summary.to_owned(),
    };
    format!("{what}: {}", builder(operation))
}

/// Returns "see" with a link to the builder of an operation, where the operation is fully documented.
pub fn builder(operation: &Operation) -> String {
    format!("see [`{0}`](crate::builder::{0}).", operation.builder)
}

/// Documents the builder of an operation: the operation's summary and description, the request, the response and the
/// rate limit, followed by an example call, which uses the short name if there is one.
pub fn of_builder(context: &Context<'_>, signature: &Signature<'_>, call_name: &str) -> String {
    let operation = signature.operation;
    let features = context.gates.operation(&operation.name).docs();
    let Operation { name, summary, description, rate_limit, .. } = operation;
    let summary = summary.trim_end_matches(['.', ',']);
    // If the summary is a single line, this sentence continues its paragraph.
    let space = if summary.contains('\n') { "\n\n" } else { ". " };
    let first =
        if summary.is_empty() { String::new() } else { format!("{summary}{space}") } + "Sent by `.send().await`.";
    // A rate limit that is specific to this operation is not repeated: it was parsed from the description, which is
    // already part of the documentation.
    let limit = match rate_limit {
        None if context.api.has_shared_limit => {
            "This call counts towards [the rate limit that most operations \
             share](::perennial::Operation::rate_limit)."
        }
        _ => "",
    };
    let short = if call_name == *name { "" } else { ", or by its short name, as in this example" };
    let made = format!("Call this operation with [`Client::{name}`](crate::Client::{name}){short}:");
    docs::joined(&[
        &first,
        description,
        &request(operation),
        &returns(operation),
        limit,
        &features,
        &made,
        &example(signature, call_name, &context.types),
    ])
}

/// Returns an example call of `body_map` that sets all required fields of the body. If no field is required, it sets
/// one optional field. Returns `None` if the body has no builder, or no fields that can be set.
pub fn body_map(operation: &Operation, types: &TypesByName<'_>) -> Option<String> {
    operation.built_struct(types)?;
    let body = operation.body.as_ref()?.value.ty.as_struct(types)?;
    let settable: Vec<&Field> = body.fields.iter().filter(|field| field.direction != Direction::ReadOnly).collect();
    let mut shown: Vec<&Field> = settable.iter().filter(|field| field.must_be_set()).copied().collect();
    if shown.is_empty() {
        // The example sets a field other than `id` if possible, because few services let the caller choose an id.
        shown.extend(settable.iter().find(|field| field.name != "id").or(settable.first()));
    }
    let setters: String = shown.iter().map(|Field { name, .. }| format!(".{name}({name})")).collect();
    (!setters.is_empty()).then(|| format!("body_map(|body| body{setters})"))
}

/// Writes an example call that sets all required inputs and, if the operation has one, the body.
fn example(Signature { operation, inputs }: &Signature<'_>, call_name: &str, types: &TypesByName<'_>) -> String {
    let arguments: Vec<&str> = if call_name == operation.name {
        Vec::new()
    } else {
        operation.path_parameters().iter().map(|parameter| parameter.name.as_str()).collect()
    };
    let setter = |Input { name, is_required, given, .. }: &Input<'_>| match (given, body_map(operation, types)) {
        (InputKind::Body { .. }, Some(body_map)) => Some(body_map),
        _ => (*is_required && !arguments.contains(name)).then(|| format!("{name}({name})")),
    };
    let setters = inputs.iter().filter_map(setter);
    let call = call_name.replace('.', "\n    .");
    let mut lines = vec![format!("let response = client\n    .{call}({})", arguments.join(", "))];
    lines.extend(setters.chain(["send()".to_owned(), "await?;".to_owned()]).map(|call| format!("    .{call}")));
    format!("```text\n{}\n```", lines.join("\n"))
}

fn request(Operation { id, has_derived_id, method, path, tags, .. }: &Operation) -> String {
    let tags: String = tags.iter().map(|tag| format!(", tag {}", code_span(tag))).collect();
    format!("{}, {} {}{tags}.", code_span(&format!("{method} {path}")), id_kind(*has_derived_id), code_span(id))
}

fn returns(operation: &Operation) -> String {
    let value = match &operation.response {
        Response::One(one) => content(one),
        Response::ByStatus(several) => format!("{}, with a variant for each status", docs::link(&several.name)),
    };
    let stream = operation.stream.as_ref();
    let stream = stream.map(|Stream { method, content: it }| format!(" `{method}` requests {} instead.", content(it)));
    format!("Returns {value}, or an [`Error`](::perennial::Error).{}", stream.unwrap_or_default())
}

/// Lists the types of error bodies in `errors` by status, after the text `lead`. Error types that all operations share
/// are listed only in the documentation of the module of types.
pub fn errors<'a>(lead: &str, errors: impl IntoIterator<Item = &'a ErrorBody>) -> String {
    let bodies = errors.into_iter().map(|ErrorBody { status, value }| {
        let status = if status == "default" { "any other" } else { status };
        format!("{status} {}", docs::value(&value.ty))
    });
    let bodies: Vec<String> = bodies.collect();
    if bodies.is_empty() {
        return String::new();
    }
    format!("{lead}, for [`ApiError::body_as`](::perennial::ApiError::body_as): {}.", bodies.join(", "))
}

pub fn content(content: &Content) -> String {
    match content {
        Content::Json { value, .. } => docs::value(&value.ty),
        Content::Stream { accept, framing, value } => {
            let values = match framing {
                Framing::Events | Framing::EventsToDone | Framing::TextEvents => "events whose data is",
                Framing::JsonLines => "lines, each with",
            };
            format!("a [stream](::perennial::stream) of {values} {} ({})", docs::value(&value.ty), code_span(accept))
        }
        Content::Bytes { accept } => format!("a stream of bytes ({})", code_span(accept)),
        Content::Empty => "nothing".to_owned(),
    }
}

fn webhooks(api: &Api) -> String {
    if api.webhooks.is_empty() {
        return String::new();
    }
    let rows: String = api.webhooks.iter().map(webhook).collect();
    format!(
        "# Webhooks and callbacks\n\nThe service sends these requests to your server. Their types are enabled by the \
         feature `{WEBHOOKS}`. To decode a body, use `serde_json::from_slice::<types::…>`.\n\n| request from the \
         service | body |\n|---|---|\n{rows}"
    )
}

fn webhook(Webhook { name, operation, summary, value }: &Webhook) -> String {
    let of = operation.as_ref().map(|id| format!(", a callback of {}", code_span(id))).unwrap_or_default();
    let is_shown = !summary.is_empty() && !summary.contains('\n');
    let summary = if is_shown { format!(": {summary}") } else { String::new() };
    let name = format!("{}{of}{summary}", code_span(name)).replace('|', "\\|");
    format!("| {name} | `{}` |\n", rust_type::value_type(value))
}

/// Explains the compile error of a loop over an optional list in a response. The key is the type of the elements. If
/// several lists have elements of this type, the docs describe the first list.
pub fn loops<'a>(api: &'a Api, types: &TypesByName<'a>) -> HashMap<&'a str, String> {
    let (mut all, mut owners) = (HashMap::new(), HashSet::new());
    for content in api.operations.iter().flat_map(Operation::contents) {
        let Some(owner) = content.value().and_then(|value| types.get(value.ty.type_name()?)) else { continue };
        let body = owner.kind.as_struct().filter(|_| owners.insert(&owner.name));
        for field in body.into_iter().flat_map(|body| &body.fields) {
            if let (Presence::Optional, Type::List(item)) = (field.presence(), &field.value.ty)
                && let Type::Named(item) = &item.ty
            {
                let docs = format!(
                    "[`{0}::{1}`](field@{0}::{1}) is an optional list. To loop over its elements, write `for element \
                     in response.{1}.iter().flatten()`. A loop over the `Option` itself compiles, but its loop \
                     variable is the whole list. If such a loop uses a field of an element, the compiler reports \
                     that the type `Vec<{item}>` has no such field.",
                    owner.name, field.name
                );
                all.entry(item.as_str()).or_insert(docs);
            }
        }
    }
    all
}

pub fn of_types(context: &Context<'_>) -> String {
    let errors = errors("The types of error bodies of all operations", context.common_errors.iter().copied());
    let what = "The types of requests and responses, generated from the document.";
    docs::paragraphs(&[what, &errors, &webhooks(context.api)])
}
