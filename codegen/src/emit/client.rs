//! The methods of `Client`, and the table of operations.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::{Context, docs, documentation, former, of_each};
use crate::{
    api::{FormerName, Operation},
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

fn method(context: &Context<'_>, Signature { operation, .. }: &Signature<'_>) -> TokenStream {
    let gate = context.gates.operation(&operation.name);
    let (cfg, docs) = (gate.cfg(), docs::tokens(&documentation::of_method(operation, &gate.said())));
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
