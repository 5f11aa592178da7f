//! The operations' builders: what their setters take and say, and how they send.
//!
//! progenitor's `send` builds the request, sends it and decodes the response in each operation again, with an
//! `api-version` header, a type of error per operation, and an `assert` for what it does not know. The finished
//! one hands the parameters to the crate's `Request`, which is compiled once.

use std::collections::{BTreeMap, BTreeSet};

use quote::{format_ident, quote};
use syn::{
    Fields, Generics, Ident, ImplItem, ImplItemFn, Item, ItemImpl, ItemStruct, Path, ReturnType, Type, TypePath,
    parse_quote,
    visit_mut::{self, VisitMut},
};

use super::{
    docs,
    inputs::Input,
    send,
    setters::{converted_type, take, take_optional},
    syntax::{implementor, methods, short_name, type_argument},
};
use crate::{
    api::{self, Api, Body, Encoding, Location, Operation, Parameter, PartStyle, Response, TypeDef},
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
    let types = api.types_by_name();
    let mut finished = Vec::new();
    let features = api.features();
    for (index, operation) in api.operations.iter().enumerate() {
        match (structs.get_mut(&operation.builder), blocks.get_mut(&operation.builder)) {
            (Some(item), Some(block)) => {
                item.attrs.extend(docs::features(&features[index]));
                finished.extend(finish_one(item, block, (index, operation), &types, diagnostics))
            }
            _ => diagnostics.push(operation.to_string(), "progenitor made no builder for it"),
        }
    }
    finished
}

fn finish_one(
    item: &mut ItemStruct,
    block: &mut ItemImpl,
    (index, operation): (usize, &Operation),
    types: &BTreeMap<&str, &TypeDef>,
    diagnostics: &mut Diagnostics,
) -> Option<Finished> {
    let function = &operation.name;
    docs::replace(&mut item.attrs, &format!("Builder for [`Client::{function}`](crate::Client::{function})."));
    item.attrs.push(parse_quote!(#[must_use = "nothing is sent until `send` is called and awaited"]));
    Qualified.visit_item_struct_mut(item);
    methods(block).for_each(|function| Qualified.visit_impl_item_fn_mut(function));
    let (client, names) = fields(item)?;
    own_client(item, block, &client);
    let mut missing: BTreeSet<&str> = operation.parameters.iter().map(|parameter| parameter.name.as_str()).collect();
    missing.extend(operation.body.as_ref().map(|_| "body"));
    let mut inputs = Vec::new();
    for name in names {
        let text = name.to_string();
        match Input::find(&text, operation, types).filter(|_| missing.remove(text.as_str())) {
            Some(input) => inputs.push((name, input)),
            None => diagnostics.push(operation.to_string(), format!("progenitor made up a parameter `{text}`")),
        }
    }
    for name in missing {
        diagnostics.push(operation.to_string(), format!("progenitor left out `{name}`"));
    }

    for (name, input) in &inputs {
        if let Input::Body { body, built } = input {
            finish_body_field(item, name, body, built.as_ref());
            block.items.extend(built.as_ref().map(|built| body_map(name, body, built)));
        }
    }
    let mut response = None;
    let mut setters = BTreeSet::new();
    for function in methods(block) {
        let name = function.sig.ident.to_string();
        match name.as_str() {
            "new" => finish_new(function, &client, &inputs),
            "send" => {
                response = success(function, operation);
                if let Some(response) = &response {
                    send::replace(function, &client, &inputs, operation, index, response);
                }
            }
            _ => {
                let input = inputs.iter().find(|(input, _)| *input == name);
                if input.is_some_and(|(_, input)| finish_setter(function, input)) {
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
    Some(Finished { inputs: inputs.iter().map(|(name, _)| name.to_string()).collect(), response })
}

/// Writes the types that progenitor names by their short names with their paths: a builder may have the same name.
struct Qualified;

impl VisitMut for Qualified {
    fn visit_type_path_mut(&mut self, ty: &mut TypePath) {
        visit_mut::visit_type_path_mut(self, ty);
        let Some(segment) = ty.path.segments.first().filter(|_| ty.path.segments.len() == 1) else { return };
        let Some(mut full) = full_path(&segment.ident) else { return };
        if let Some(last) = full.segments.last_mut() {
            last.arguments = segment.arguments.clone();
        }
        ty.path = full;
    }
}

fn full_path(name: &Ident) -> Option<Path> {
    Some(match name.to_string().as_str() {
        "ByteStream" => parse_quote!(crate::ByteStream),
        "Error" => parse_quote!(crate::Error),
        "Option" => parse_quote!(::std::option::Option),
        "ResponseValue" => parse_quote!(crate::ResponseValue),
        "Result" => parse_quote!(::std::result::Result),
        "String" => parse_quote!(::std::string::String),
        _ => return None,
    })
}

/// The field that holds the client, and the others: progenitor gives it another name where a parameter has it.
fn fields(item: &ItemStruct) -> Option<(Ident, Vec<Ident>)> {
    let Fields::Named(fields) = &item.fields else { return None };
    let (client, others): (Vec<_>, Vec<_>) =
        fields.named.iter().partition(|field| matches!(field.ty, Type::Reference(_)));
    let names = others.into_iter().filter_map(|field| field.ident.clone()).collect();
    Some((client.into_iter().next()?.ident.clone()?, names))
}

/// Lets a builder hold a client of its own, so that it and its future borrow nothing.
fn own_client(item: &mut ItemStruct, block: &mut ItemImpl, client: &Ident) {
    for field in item.fields.iter_mut().filter(|field| field.ident.as_ref() == Some(client)) {
        field.ty = parse_quote!(super::Client);
    }
    let name = &item.ident;
    block.self_ty = parse_quote!(#name);
    item.generics = Generics::default();
    block.generics = Generics::default();
}

/// Lets the field of the body hold a builder where it is put together field by field, and nothing where none is needed.
fn finish_body_field(item: &mut ItemStruct, name: &Ident, body: &Body, built: Option<&Ident>) {
    let field = item.fields.iter_mut().find(|field| field.ident.as_ref() == Some(name));
    let Some(field) = field else { return };
    let Some(given) = type_argument(&field.ty, "Result") else { return };
    let mut held = match built {
        Some(built) => quote! { types::builder::#built },
        None => quote! { #given },
    };
    if !body.required {
        held = quote! { ::std::option::Option<#held> };
    }
    field.ty = parse_quote!(::std::result::Result<#held, ::std::string::String>);
}

/// The method that changes the body through its builder.
fn body_map(field: &Ident, body: &Body, built: &Ident) -> ImplItem {
    let change = match body.required {
        true => quote! { change },
        false => quote! { |body| ::std::option::Option::Some(change(body.unwrap_or_default())) },
    };
    parse_quote! {
        #[doc = "Changes the body through its builder."]
        pub fn body_map<F>(mut self, change: F) -> Self
        where
            F: ::std::ops::FnOnce(types::builder::#built) -> types::builder::#built,
        {
            self.#field = self.#field.map(#change);
            self
        }
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
fn finish_new(function: &mut ImplItemFn, client: &Ident, inputs: &[(Ident, Input)]) {
    function.vis = parse_quote!(pub(super));
    function.sig.inputs = parse_quote!(client: super::Client);
    let fields = inputs.iter().map(|(name, input)| match input {
        Input::Parameter(Parameter { required: false, .. })
        | Input::Body { body: Body { required: false, .. }, .. } => {
            quote! { #name: ::std::result::Result::Ok(::std::option::Option::None) }
        }
        Input::Body { built: Some(_), .. } => {
            quote! { #name: ::std::result::Result::Ok(::std::default::Default::default()) }
        }
        Input::Parameter(_) | Input::Body { .. } => {
            let message = format!("`{name}` is required and was not set");
            quote! { #name: ::std::result::Result::Err(#message.to_string()) }
        }
    });
    function.block = parse_quote!({ Self { #client: client, #(#fields),* } });
}

/// Documents the setter of `input`, and lets it say what is wrong with a value in the words of the caller. `false` for
/// a function that is no setter.
fn finish_setter(function: &mut ImplItemFn, input: &Input) -> bool {
    let Some(taken) = converted_type(function).cloned() else { return false };
    let field = function.sig.ident.clone();
    let invalid = format!("`{field}` is not a valid `{}`", short_name(&taken));
    let shows_error = match input {
        Input::Body { built, .. } => built.is_some(),
        Input::Parameter(parameter) => parameter.ty.is_time(),
    };
    let error = match shows_error {
        true => {
            let invalid = format!("{invalid}: {{}}");
            quote! { |error| format!(#invalid, error) }
        }
        false => quote! { |_| #invalid.to_string() },
    };
    let (text, required, is_json, is_converted) = match input {
        Input::Parameter(parameter) => {
            (parameter_docs(parameter), parameter.required, parameter.ty == api::Type::Any, false)
        }
        Input::Body { body, built } => {
            let is_json = matches!(body.encoding, Encoding::Json | Encoding::Form) && body.value.ty == api::Type::Any;
            let is_converted = built.is_some() || body.encoding == Encoding::Text;
            ("The request body.".to_owned(), body.required, is_json, is_converted)
        }
    };
    docs::replace(&mut function.attrs, &text);
    function.block = if required {
        take(function, &taken, shows_error);
        let converted = is_converted.then(|| quote! { .map(::std::convert::Into::into) });
        parse_quote!({
            self.#field = value.try_into()#converted.map_err(#error);
            self
        })
    } else {
        let taken = if is_json { parse_quote!(crate::optional::Json) } else { taken };
        take_optional(function, &taken, shows_error);
        let converted =
            (is_converted || is_json).then(|| quote! { .map(|value| value.map(::std::convert::Into::into)) });
        parse_quote!({
            crate::optional::set(&mut self.#field, value.into_optional()#converted.map_err(#error));
            self
        })
    };
    true
}

fn parameter_docs(parameter: &Parameter) -> String {
    let Parameter { wire_name, location, required, docs, .. } = parameter;
    let need = if *required { "Required." } else { "Optional; left out unless set." };
    let described = if docs.is_empty() { String::new() } else { format!("{docs}\n\n") };
    let what = match location {
        Location::Part(PartStyle::Whole) => "All parts of the body".to_owned(),
        Location::Part(_) => format!("The part {} of the body", code_span(wire_name)),
        _ => format!("The {} parameter {}", location.name(), code_span(wire_name)),
    };
    let takes = takes(&parameter.ty).map(|takes| format!(" {takes}")).unwrap_or_default();
    format!("{described}{what}. {need}{takes}")
}

/// What the setter of a point in time takes, which the name of its type does not say.
fn takes(ty: &api::Type) -> Option<String> {
    const MOMENT: &str = "a `DateTime`, a `SystemTime`, UNIX seconds (`i64`) or RFC 3339 text";
    Some(match ty {
        api::Type::Date => format!("Takes {MOMENT}, sent in RFC 3339, or a `NaiveDate`, sent as a date."),
        api::Type::QueryTime => format!("Takes {MOMENT}, sent as UNIX seconds, or a `NaiveDate`, sent as a date."),
        api::Type::QueryDateTime => format!("Takes {MOMENT}, sent in RFC 3339."),
        api::Type::List(item) => match item.ty {
            api::Type::Date => "Takes a list of `time::Date`.".to_owned(),
            api::Type::QueryTime => "Takes a list of `time::QueryTime`.".to_owned(),
            api::Type::DateTime => "Takes a list of `DateTime<Utc>`.".to_owned(),
            _ => return None,
        },
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::{QueryStyle, Type, Value};

    #[test]
    fn the_docs_of_a_point_in_time_end_with_what_is_taken() {
        let docs = |ty: Type| {
            parameter_docs(&Parameter {
                name: "at".to_owned(),
                wire_name: "at".to_owned(),
                location: Location::Query(QueryStyle::Exploded),
                required: false,
                ty,
                media_type: None,
                docs: String::new(),
            })
        };
        let others = "a `SystemTime`, UNIX seconds (`i64`) or RFC 3339 text, sent";
        for (ty, form) in [
            (Type::QueryTime, "as UNIX seconds, or a `NaiveDate`, sent as a date."),
            (Type::QueryDateTime, "in RFC 3339."),
            (Type::Date, "in RFC 3339, or a `NaiveDate`, sent as a date."),
        ] {
            assert!(docs(ty).ends_with(&format!("Takes a `DateTime`, {others} {form}")));
        }
        let list = Type::List(Box::new(Value { ty: Type::DateTime, nullable: false }));
        assert!(docs(list).ends_with("unless set. Takes a list of `DateTime<Utc>`."));
        assert!(docs(Type::Text).ends_with("unless set."));
    }
}
