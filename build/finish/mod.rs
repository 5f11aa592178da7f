//! From progenitor's tokens to the code of this crate.
//!
//! progenitor's `Client`, its error and its way of sending are left behind: the hand-written layer has its own.
//! What stays are the operations' builders and the types, each changed by one file here; what the layer needs to
//! know about them is added.

mod docs;
mod enums;
mod mocks;
mod operations;
mod pages;
mod paths;
mod responses;
mod samples;
mod send;
mod types;
mod unions;
mod usage;

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Ident, Item, ItemImpl, ItemMod, Type};

use super::{model::Adapted, problem::Problems};

/// Finishes the code that progenitor made of `adapted`, and formats it.
///
/// # Errors
/// Code that is not what progenitor is known to make: a version that this file does not know.
pub fn run(tokens: TokenStream, adapted: &Adapted) -> Result<String, Problems> {
    let file: syn::File = syn::parse2(tokens).map_err(|error| Problems::one("progenitor's code", error.to_string()))?;
    let mut items = file.items;
    let mut types = module(&mut items, "types")?;
    let mut builder = module(&mut items, "builder")?;

    let sent = usage::reached_from(&builder, &types, adapted);
    types::finish(&mut types, adapted, &sent);
    let answers = send::finish(&mut builder, adapted)?;
    let mocks = mocks::all(adapted, &answers);
    let methods = operations::methods(items, adapted);
    let table = operations::table(adapted);
    let added = [
        enums::all(adapted),
        unions::all(adapted),
        responses::all(adapted),
        pages::all(adapted),
        samples::all(adapted),
    ];
    let types = contents(types);
    let builder = contents(builder);
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
            #(#builder)*
        }
    };
    let mut file = syn::parse2(code).map_err(|error| Problems::one("finished code", error.to_string()))?;
    paths::finish(&mut file);
    Ok(prettyplease::unparse(&file))
}

/// Takes the module `name` out of `items`.
fn module(items: &mut Vec<Item>, name: &str) -> Result<ItemMod, Problems> {
    let index = items.iter().position(|item| matches!(item, Item::Mod(module) if module.ident == name));
    match index.map(|index| items.remove(index)) {
        Some(Item::Mod(module)) => Ok(module),
        _ => Err(Problems::one("progenitor's code", format!("has no module `{name}`"))),
    }
}

fn contents(module: ItemMod) -> Vec<Item> {
    module.content.map(|(_, items)| items).unwrap_or_default()
}

/// The items of a module, to be changed.
fn items_mut(module: &mut ItemMod) -> &mut Vec<Item> {
    &mut module.content.get_or_insert_default().1
}

/// The last name of a type's path: `Incident` of `super::Incident`.
fn last_name(ty: &Type) -> Option<&Ident> {
    match ty {
        Type::Path(path) => path.path.segments.last().map(|segment| &segment.ident),
        Type::Reference(reference) => last_name(&reference.elem),
        _ => None,
    }
}

/// The name of the type that a block implements something for.
fn implementor(block: &ItemImpl) -> String {
    last_name(&block.self_ty).map(Ident::to_string).unwrap_or_default()
}

/// `Inner` of `Outer<Inner>`.
fn type_argument<'a>(ty: &'a Type, outer: &str) -> Option<&'a Type> {
    let Type::Path(path) = ty else { return None };
    let segment = path.path.segments.last().filter(|segment| segment.ident == outer)?;
    match &segment.arguments {
        syn::PathArguments::AngleBracketed(arguments) => arguments.args.iter().find_map(|argument| match argument {
            syn::GenericArgument::Type(ty) => Some(ty),
            _ => None,
        }),
        _ => None,
    }
}
