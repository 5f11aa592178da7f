//! The documentation of an operation: all of it at its builder, which is where each way of calling it leads.

use super::docs;
use crate::{
    api::{Content, Operation, Response},
    signature::Signature,
    text::markdown::code_span,
};

/// At the method of `Client`: what it is, and where more is said.
pub fn of_method(operation: &Operation, features: &str) -> String {
    let summary = operation.summary.trim_end_matches(['.', ',']);
    docs::joined(&[summary, &request(operation), &returns(operation), &builder(operation), features])
}

/// Where more is said.
pub fn builder(operation: &Operation) -> String {
    format!("See the builder [`{0}`](crate::builder::{0}) for details.", operation.builder)
}

/// At the builder: what the document says, the request, the limit, and a call under its short name, if it has one.
pub fn of_builder(signature: &Signature<'_>, call_name: &str, features: &str) -> String {
    let operation = signature.operation;
    let Operation { name, summary, description, rate_limit, .. } = operation;
    // One of its own is in the description, from which it was read.
    let limit = match rate_limit {
        Some(_) => "",
        None => "Counts towards [the limit that most operations share](::perennial::Operation::rate_limit).",
    };
    let short = if call_name == *name { "Called by" } else { "Called by its short name, or by" };
    let made = format!("{short} [`Client::{name}`](crate::Client::{name}):");
    docs::joined(&[
        summary.trim_end_matches(['.', ',']),
        description,
        &request(operation),
        &returns(operation),
        limit,
        features,
        &made,
        &example(signature, call_name),
    ])
}

/// A call with all that is required.
fn example(Signature { operation, inputs }: &Signature<'_>, call_name: &str) -> String {
    let arguments: Vec<&str> = if call_name == operation.name {
        Vec::new()
    } else {
        operation.path_parameters().iter().map(|parameter| parameter.name.as_str()).collect()
    };
    let required = inputs.iter().filter(|input| input.is_required).map(|input| input.name);
    let setters = required.filter(|name| !arguments.contains(name)).map(|name| format!("{name}({name})"));
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
        Response::One(Content::Json { value, .. }) => docs::value(&value.ty),
        Response::One(Content::Bytes { accept }) => format!("a stream of bytes ({})", code_span(accept)),
        Response::One(Content::Empty) => "nothing".to_owned(),
        Response::ByStatus(several) => format!("{}, by status", docs::link(&several.name)),
    };
    format!("Returns {value}, or an [`Error`](::perennial::Error).")
}
