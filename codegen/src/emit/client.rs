//! The methods of `Client`, and the table of operations.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::{Context, docs, former, of_each};
use crate::{
    api::{Content, FormerName, Operation, RateLimit, Response, Type},
    progenitor::Signature,
    text::markdown::code_span,
};

/// The methods that make the operations' builders: a block for each tag, in the order in which they first appear, and one
/// for the operations without a tag; with former ones.
pub fn methods(context: &Context<'_>) -> TokenStream {
    let block = |heading: &str, signatures: Vec<&Signature<'_>>| {
        let mut methods = of_each(&signatures, &mut |signature| method(context, signature));
        for (former, other) in &context.former.operations {
            let signature = signatures.iter().find(|signature| signature.operation.name == other.present);
            methods.extend(signature.map(|signature| former_method(context, former, other, signature.operation)));
        }
        // rustdoc would show a heading with nothing below it.
        let cfg = context.gates.any(signatures.iter().map(|signature| signature.operation.name.as_str())).cfg();
        let heading = docs::tokens(heading);
        (!methods.is_empty()).then(|| quote! { #heading #cfg impl Client { #methods } })
    };
    let mut left: Vec<Option<&Signature<'_>>> = context.signatures.iter().map(Some).collect();
    let mut blocks = TokenStream::new();
    for group in &context.api.groups {
        let signatures = group.operations.iter().filter_map(|grouped| left[grouped.index].take()).collect();
        blocks.extend(block(&format!("# {}\n\n{}", code_span(&group.tag), group.docs), signatures));
    }
    blocks.extend(block("# Operations without a tag", left.into_iter().flatten().collect()));
    blocks
}

fn method(context: &Context<'_>, Signature { operation, inputs, .. }: &Signature<'_>) -> TokenStream {
    let gate = context.gates.operation(&operation.name);
    let inputs: Vec<&str> = inputs.iter().map(|input| input.name.as_str()).collect();
    let (cfg, docs) = (gate.cfg(), docs::tokens(&documentation(operation, &inputs, &gate.said())));
    let deprecated = deprecated(operation);
    let name = format_ident!("{}", operation.name);
    let builder = format_ident!("{}", operation.builder);
    quote! {
        #docs
        #cfg
        #deprecated
        pub fn #name(&self) -> builder::#builder {
            builder::#builder::new(self)
        }
    }
}

/// The method under another name.
fn former_method(context: &Context<'_>, name: &str, other: &FormerName, operation: &Operation) -> TokenStream {
    let cfg = context.gates.operation(&operation.name).cfg();
    let attributes = former::attributes(&operation.name, other);
    let [name, present, builder] = [name, &operation.name, &operation.builder].map(|name| format_ident!("{name}"));
    quote! {
        #attributes
        #cfg
        pub fn #name(&self) -> builder::#builder {
            self.#present()
        }
    }
}

/// Marks an operation that the document calls deprecated.
pub fn deprecated(operation: &Operation) -> Option<TokenStream> {
    operation.deprecated.then(|| quote! { #[deprecated = "the API's document marks this operation as deprecated"] })
}

/// What the document says, the request, the parameters, and a call.
fn documentation(operation: &Operation, inputs: &[&str], features: &str) -> String {
    let Operation { id, name, method, path, tags, summary, description, .. } = operation;
    let tags: String = tags.iter().map(|tag| format!(", tag {}", code_span(tag))).collect();
    let request = format!("{}, operationId {}{tags}.", code_span(&format!("{method} {path}")), code_span(id));
    let call: String = inputs.iter().map(|input| format!("    .{input}({input})\n")).collect();
    let example = format!("```text\nlet response = client.{name}()\n{call}    .send()\n    .await;\n```");
    let parameters = parameters(operation, inputs);
    let returns = returns(operation);
    let limit = operation.rate_limit.map(|RateLimit { requests, seconds }| {
        format!("The service accepts {requests} such requests in {seconds} seconds.")
    });
    docs::joined(&[
        summary.trim_end_matches(['.', ',']),
        description,
        &request,
        &returns,
        limit.as_deref().unwrap_or_default(),
        features,
        &parameters,
        &example,
    ])
}

/// What a success gives, and where the errors are described.
fn returns(operation: &Operation) -> String {
    let linked = |name: &str| format!("[`{name}`](crate::types::{name})");
    let value = match &operation.response {
        Response::One(Content::Json { value, .. }) => match &value.ty {
            Type::Named(name) => linked(name),
            Type::List(item) => match &item.ty {
                Type::Named(name) => format!("a list of {}", linked(name)),
                _ => "a list".to_owned(),
            },
            _ => "a JSON value".to_owned(),
        },
        Response::One(Content::Bytes { accept }) => format!("a stream of bytes ({})", code_span(accept)),
        Response::One(Content::Empty) => "nothing".to_owned(),
        Response::ByStatus(several) => format!("{}, by status", linked(&several.name)),
    };
    format!("Returns {value}, or an [`Error`](crate::Error).")
}

/// What the document says of the parameters and the body, in the order of `inputs`.
fn parameters(operation: &Operation, inputs: &[&str]) -> String {
    let docs_of = |input: &str| {
        let parameter = operation.parameters.iter().find(|parameter| parameter.name == input);
        let body = operation.body.as_ref().map(|body| body.docs.as_str());
        parameter.map(|parameter| parameter.docs.as_str()).or(body).unwrap_or_default()
    };
    if inputs.iter().all(|input| docs_of(input).is_empty()) {
        return String::new();
    }
    let lines = inputs.iter().map(|input| match docs_of(input) {
        "" => format!("- `{input}`"),
        // A block cannot begin in the middle of a line.
        docs if docs.starts_with("```") => format!("- `{input}`:\n\n{docs}"),
        docs => format!("- `{input}`: {docs}"),
    });
    format!("# Parameters\n\n{}", lines.collect::<Vec<_>>().join("\n"))
}

/// The table of operations: each is described at its builder.
pub fn table(context: &Context<'_>) -> TokenStream {
    let operations = context.api.operations.iter().map(|operation| {
        let (cfg, builder) = (context.gates.operation(&operation.name).cfg(), format_ident!("{}", operation.builder));
        quote! { #cfg builder::#builder::DECLARED }
    });
    quote! {
        /// The operations of the document, in its order.
        pub(crate) static OPERATIONS: &[crate::Operation] = &[#(#operations),*];
    }
}
