//! The methods of `Client`, and the table of operations.

use proc_macro2::{Literal, TokenStream};
use quote::quote;
use syn::{ImplItem, Item, parse_quote};

use super::docs;
use crate::generator::model::{Adapted, Operation};

/// The methods that make the operations' builders.
pub fn methods(items: Vec<Item>, adapted: &Adapted) -> TokenStream {
    let mut methods = Vec::new();
    for item in items {
        let Item::Impl(block) = item else { continue };
        for item in block.items {
            let ImplItem::Fn(mut method) = item else { continue };
            if let Some(operation) = adapted.operations.iter().find(|operation| method.sig.ident == operation.function)
            {
                let text = documentation(&docs::text(&method.attrs), operation);
                docs::replace(&mut method.attrs, &text);
                if operation.deprecated {
                    method.attrs.push(parse_quote!(#[deprecated = "the service is going to remove this operation"]));
                }
                methods.push(method);
            }
        }
    }
    quote! {
        impl Client {
            #(#methods)*
        }
    }
}

/// progenitor's text, with the path as it goes over the wire and an example that is not taken for a test.
fn documentation(text: &str, operation: &Operation) -> String {
    let marker = format!("Sends a `{}` request to `", operation.method);
    let (said, example) = text.rsplit_once(&marker).unwrap_or((text, ""));
    let rest = example.split_once('\n').map(|(_, rest)| rest).unwrap_or_default();
    let rest = rest.replace("```ignore", "\n```text").replace("Arguments:\n", "# Parameters\n\n");
    let Operation { id, method, path, .. } = operation;
    format!("{}\n\n`{method} {path}`, operationId `{id}`.\n{rest}", said.trim_end())
}

/// The table of operations.
pub fn table(adapted: &Adapted) -> TokenStream {
    let rows = adapted.operations.iter().map(|operation| {
        let Operation { id, method, path, .. } = operation;
        let limited = operation.rate_limit.map(|(requests, seconds)| {
            let (requests, seconds) = (Literal::u32_unsuffixed(requests), Literal::u64_unsuffixed(seconds));
            quote! { .limited(#requests, #seconds) }
        });
        quote! { crate::Operation::new(#id, #method, #path) #limited }
    });
    quote! {
        /// The operations of the document, in its order.
        pub(crate) static OPERATIONS: &[crate::Operation] = &[#(#rows),*];
    }
}
