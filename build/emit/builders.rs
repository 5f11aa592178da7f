//! The operations' builders: what their setters take and say, and how they send.
//!
//! progenitor's `send` builds the request, sends it and decodes the response in each operation again, with an
//! `api-version` header, a type of error per operation, and an `assert` for what it does not know. The finished
//! one hands the parameters to the crate's `Request`, which is compiled once.

use std::collections::{BTreeMap, BTreeSet};

use quote::{format_ident, quote};
use syn::{Fields, Ident, ImplItemFn, Item, ItemImpl, ItemStruct, ReturnType, Type, parse_quote};

use super::{
    docs,
    inputs::Input,
    send,
    setters::converted_type,
    syntax::{implementor, methods, short_name, type_argument},
};
use crate::{
    api::{Api, Encoding, Operation, Parameter, Response},
    diagnostics::Diagnostics,
    markdown::code_span,
};

/// What is known of an operation once its builder is finished.
pub struct Finished {
    /// What a caller sets, in the order of the builder's fields.
    pub inputs: Vec<String>,
    /// The type of the success.
    pub response: Type,
}

/// Finishes the builders of all operations, in the order of `api`.
pub fn finish(items: &mut Vec<Item>, api: &Api, diagnostics: &mut Diagnostics) -> Vec<Finished> {
    items.retain(|item| !matches!(item, Item::Use(_)));
    let mut structs: BTreeMap<String, &mut ItemStruct> = BTreeMap::new();
    let mut blocks: BTreeMap<String, &mut ItemImpl> = BTreeMap::new();
    for item in items {
        match item {
            Item::Struct(item) => drop(structs.insert(item.ident.to_string(), item)),
            Item::Impl(block) if block.trait_.is_none() => drop(blocks.insert(implementor(block), block)),
            _ => {}
        }
    }
    let mut finished = Vec::new();
    for (index, operation) in api.operations.iter().enumerate() {
        match (structs.get_mut(&operation.builder), blocks.get_mut(&operation.builder)) {
            (Some(item), Some(block)) => finished.extend(finish_one(item, block, operation, index, diagnostics)),
            _ => diagnostics.push(operation.to_string(), "progenitor made no builder for it"),
        }
    }
    finished
}

fn finish_one(
    item: &mut ItemStruct,
    block: &mut ItemImpl,
    operation: &Operation,
    index: usize,
    diagnostics: &mut Diagnostics,
) -> Option<Finished> {
    let function = &operation.name;
    docs::replace(&mut item.attrs, &format!("Builder for [`Client::{function}`](crate::Client::{function})."));
    let (client, names) = fields(item)?;
    let mut missing: BTreeSet<&str> = operation.parameters.iter().map(|parameter| parameter.name.as_str()).collect();
    missing.extend(operation.body.as_ref().map(|_| "body"));
    let mut inputs = Vec::new();
    for name in &names {
        let text = name.to_string();
        match Input::find(&text, operation).filter(|_| missing.remove(text.as_str())) {
            Some(input) => inputs.push((name, input)),
            None => diagnostics.push(operation.to_string(), format!("progenitor made up a parameter `{text}`")),
        }
    }
    for name in missing {
        diagnostics.push(operation.to_string(), format!("progenitor left out `{name}`"));
    }

    let has_builder = methods(block).any(|function| function.sig.ident == "body_map");
    let mut response = None;
    let mut setters = BTreeSet::new();
    for function in methods(block) {
        let name = function.sig.ident.to_string();
        match name.as_str() {
            "new" => finish_new(function, &client, &inputs, has_builder),
            "send" => {
                response = success(function, operation);
                let body = has_builder.then(|| body_type(operation)).flatten();
                if let Some(response) = &response {
                    send::replace(function, &client, &inputs, body, operation, index, response);
                }
            }
            "body_map" => docs::replace(&mut function.attrs, "Changes the body by means of its builder."),
            _ => {
                let input = inputs.iter().find(|(input, _)| **input == name);
                if input.is_some_and(|(_, input)| finish_setter(function, input, has_builder)) {
                    setters.insert(name);
                }
            }
        }
    }
    for (name, _) in &inputs {
        if !setters.contains(&name.to_string()) {
            diagnostics.push(operation.to_string(), format!("progenitor made no setter for `{name}`"));
        }
    }
    let Some(response) = response else {
        diagnostics.push(operation.to_string(), "progenitor made no `send` for it, or one without a type");
        return None;
    };
    Some(Finished { inputs: names.iter().map(ToString::to_string).collect(), response })
}

/// The field that holds the client, and the others: progenitor gives it another name where a parameter has it.
fn fields(item: &ItemStruct) -> Option<(Ident, Vec<Ident>)> {
    let Fields::Named(fields) = &item.fields else { return None };
    let (client, others): (Vec<_>, Vec<_>) =
        fields.named.iter().partition(|field| matches!(field.ty, Type::Reference(_)));
    let names = others.into_iter().filter_map(|field| field.ident.clone()).collect();
    Some((client.into_iter().next()?.ident.clone()?, names))
}

/// The named type of the body.
fn body_type(operation: &Operation) -> Option<Ident> {
    match &operation.body.as_ref()?.value.ty {
        crate::api::Type::Named(name) => Some(format_ident!("{name}")),
        _ => None,
    }
}

/// `T` of progenitor's `Result<ResponseValue<T>, Error<E>>`, or the enum that stands for several.
fn success(function: &ImplItemFn, operation: &Operation) -> Option<Type> {
    if let Response::ByStatus(by_status) = &operation.response {
        let name = format_ident!("{}", by_status.name);
        return Some(parse_quote!(types::#name));
    }
    let ReturnType::Type(_, output) = &function.sig.output else { return None };
    type_argument(output, "Result").and_then(|value| type_argument(value, "ResponseValue")).cloned()
}

/// Only the method of `Client` makes builders; what has to be set is not set yet.
fn finish_new(function: &mut ImplItemFn, client: &Ident, inputs: &[(&Ident, Input)], has_builder: bool) {
    function.vis = parse_quote!(pub(super));
    let fields = inputs.iter().map(|(name, input)| match input {
        Input::Body(_) if has_builder => quote! { #name: Ok(::std::default::Default::default()) },
        Input::Parameter(parameter) if !parameter.required => quote! { #name: Ok(None) },
        Input::Parameter(_) | Input::Body(_) => {
            let message = format!("`{name}` is required and was not set");
            quote! { #name: Err(#message.to_string()) }
        }
    });
    function.block = parse_quote!({ Self { #client: client, #(#fields),* } });
}

/// Documents the setter of `input`, and lets it say what is wrong with a value in the words of the caller. `false` for a
/// function that is no setter.
fn finish_setter(function: &mut ImplItemFn, input: &Input, has_builder: bool) -> bool {
    let Some(taken) = converted_type(function) else { return false };
    let field = function.sig.ident.clone();
    let invalid = format!("`{field}` is not a valid `{}`", short_name(taken));
    let (text, conversion) = match input {
        Input::Parameter(parameter) => {
            let map = (!parameter.required).then(|| quote! { .map(Some) });
            (parameter_docs(parameter), quote! { #map.map_err(|_| #invalid.to_string()) })
        }
        Input::Body(body) => {
            let conversion = match body.encoding {
                _ if has_builder => {
                    let invalid = format!("{invalid}: {{}}");
                    quote! { .map(From::from).map_err(|s| format!(#invalid, s)) }
                }
                Encoding::Text => quote! { .map_err(|_| #invalid.to_string()).map(|v| v.into()) },
                _ => quote! { .map_err(|_| #invalid.to_string()) },
            };
            ("The request body.".to_owned(), conversion)
        }
    };
    docs::replace(&mut function.attrs, &text);
    function.block = parse_quote!({
        self.#field = value.try_into()#conversion;
        self
    });
    true
}

fn parameter_docs(parameter: &Parameter) -> String {
    let Parameter { wire_name, location, required, docs, .. } = parameter;
    let need = if *required { "Required." } else { "Optional; left out unless set." };
    let described = if docs.is_empty() { String::new() } else { format!("{docs}\n\n") };
    format!("{described}The {} parameter {}. {need}", location.name(), code_span(wire_name))
}
