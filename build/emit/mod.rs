//! From progenitor's items and the model to the code of this crate.
//!
//! Takes [`Items`] and the [`Api`] they were made of, leaves formatted Rust. progenitor's `Client`, its error and its way
//! of sending are left behind: the hand-written layer has its own. What stays are the builders of operations and the
//! structs; they are found by structure, and what is not found is an error. What the layer needs to know beside them is
//! added from the model. Imports `api`, `diagnostics`, `naming`, and the items that `progenitor` leaves.

mod builders;
mod client;
mod docs;
mod enums;
mod mocks;
mod pages;
mod responses;
mod rust_type;
mod samples;
mod send;
mod setters;
mod struct_builders;
mod structs;
mod syntax;
mod unions;
mod usage;

use quote::quote;

use crate::{api::Api, diagnostics::Diagnostics, progenitor::Items};

/// The code of a client.
#[derive(Debug)]
pub struct Code {
    /// Formatted, since go-to-definition lands here.
    pub client: String,
    /// The same without documentation. Text of the document becomes documentation, rustdoc takes some of it for
    /// examples, and runs those: so the tests of examples get code that has none.
    pub for_doctests: String,
}

/// Finishes `items`, adds what the layer needs to know, and formats the whole.
///
/// # Errors
/// A type, field, parameter, body or response of the model that is not in progenitor's items.
pub fn run(items: Items, api: &Api) -> Result<Code, Diagnostics> {
    let Items { mut types, mut builders } = items;
    let mut diagnostics = Diagnostics::default();
    structs::finish(&mut types, api, &mut diagnostics);
    struct_builders::finish(&mut types, api, &usage::sent(api), &mut diagnostics);
    let finished = builders::finish(&mut builders, api, &mut diagnostics);
    let finished = diagnostics.or(finished)?;

    let table = client::table(api);
    let methods = client::methods(api, &finished);
    let mocks = mocks::all(api, &finished);
    let added = [enums::all(api), unions::all(api), responses::all(api), pages::all(api), samples::all(api)];
    let code = quote! {
        use crate::Client;

        #table
        #methods
        #mocks

        /// The types that operations take and give, as the document describes them.
        pub mod types {
            #(#types)*
            #(#added)*
        }

        /// A builder for each operation, made by the method of [`Client`](crate::Client) with its name.
        pub mod builder {
            use super::types;
            #[allow(unused_imports)]
            use crate::{ByteStream, Error, ResponseValue};
            #(#builders)*
        }
    };
    let for_doctests = docs::without(code.clone()).to_string();
    let file = syn::parse2(code).map_err(|error| Diagnostics::one("finished code", error.to_string()))?;
    Ok(Code { client: prettyplease::unparse(&file), for_doctests })
}
