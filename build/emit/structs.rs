//! The structs: open to new fields, under the names of the document on the wire, documented in its words.

use std::collections::BTreeMap;

use quote::quote;
use syn::{Attribute, Fields, Item, ItemStruct, LitStr, Type, parse_quote};

use super::{
    docs,
    syntax::{argument_of, last_name},
};
use crate::{
    api::{Api, Kind, Struct},
    diagnostics::Diagnostics,
};

/// Finishes all structs of `api` among `types`.
pub fn finish(types: &mut Vec<Item>, api: &Api, diagnostics: &mut Diagnostics) {
    types.retain(|item| !is_clone_by_reference(item));
    let mut structs: BTreeMap<String, &mut ItemStruct> = BTreeMap::new();
    for item in types.iter_mut() {
        if let Item::Struct(item) = item {
            structs.insert(item.ident.to_string(), item);
        }
    }
    for def in &api.types {
        let body = match &def.kind {
            Kind::Struct(body) => Some(body),
            Kind::Newtype(_) => None,
            Kind::Enum(_) | Kind::Union(_) => continue,
        };
        let Some(item) = structs.get_mut(&def.name) else {
            diagnostics.push(&def.name, "progenitor made no struct for it");
            continue;
        };
        docs::replace(&mut item.attrs, &def.docs);
        if let Some(body) = body {
            // The service adds fields at any time.
            item.attrs.push(parse_quote!(#[non_exhaustive]));
            finish_fields(item, body, diagnostics);
        }
    }
}

/// `impl From<&X> for X`, which typify adds to each type.
fn is_clone_by_reference(item: &Item) -> bool {
    let Item::Impl(block) = item else { return false };
    let Some((_, path, _)) = &block.trait_ else { return false };
    matches!(argument_of(path, "From"), Some(Type::Reference(from)) if last_name(&from.elem) == last_name(&block.self_ty))
}

fn finish_fields(item: &mut ItemStruct, body: &Struct, diagnostics: &mut Diagnostics) {
    let name = item.ident.to_string();
    let Fields::Named(fields) = &mut item.fields else {
        return diagnostics.push(name, "progenitor made no fields for it");
    };
    let mut made: BTreeMap<String, &mut syn::Field> = BTreeMap::new();
    for field in &mut fields.named {
        made.insert(field.ident.as_ref().map(ToString::to_string).unwrap_or_default(), field);
    }
    for declared in &body.fields {
        let Some(field) = made.get_mut(&declared.name) else {
            diagnostics.push(format!("{name}.{}", declared.wire_name), "progenitor made no field for it");
            continue;
        };
        docs::replace(&mut field.attrs, &declared.docs);
        if wire_name(&field.attrs).unwrap_or_else(|| declared.name.clone()) != declared.wire_name {
            let wire_name = LitStr::new(&declared.wire_name, proc_macro2::Span::call_site());
            field.attrs.iter_mut().for_each(without_rename);
            field.attrs.push(parse_quote!(#[serde(rename = #wire_name)]));
        }
        if declared.value.ty.has_timestamps() {
            decode_strictly(field, declared.is_optional());
        }
    }
    if let Some(additional) = &body.additional {
        // The undeclared fields have the one name that no declared field may have.
        let Some(field) = made.get_mut("extra") else {
            return diagnostics.push(name, "progenitor made no field for what is not declared");
        };
        if additional.ty.has_timestamps() {
            decode_strictly(field, false);
        } else {
            // serde buffers what is flattened; its values are decoded by the rules of the others all the same.
            field.attrs.push(parse_quote!(#[serde(deserialize_with = "crate::decode::deserialize")]));
        }
    }
}

/// Takes timestamps in RFC 3339 only, where chrono takes more.
fn decode_strictly(field: &mut syn::Field, is_optional: bool) {
    field.attrs.push(parse_quote!(#[serde(deserialize_with = "crate::time::deserialize")]));
    let has_default = |attribute: &Attribute| {
        serde_parts(attribute).is_some_and(|parts| parts.iter().any(|part| part.path().is_ident("default")))
    };
    if is_optional && !field.attrs.iter().any(has_default) {
        // What serde implies for an `Option` that it decodes itself.
        field.attrs.push(parse_quote!(#[serde(default)]));
    }
}

/// The parts of `#[serde(…)]`.
fn serde_parts(attribute: &Attribute) -> Option<Vec<syn::Meta>> {
    let parser = syn::punctuated::Punctuated::<syn::Meta, syn::Token![,]>::parse_terminated;
    let list = attribute.meta.require_list().ok().filter(|list| list.path.is_ident("serde"))?;
    Some(list.parse_args_with(parser).ok()?.into_iter().collect())
}

/// The name that `#[serde(rename = "…")]` gives.
fn wire_name(attributes: &[Attribute]) -> Option<String> {
    let parts = attributes.iter().filter_map(serde_parts).flatten();
    let mut names = parts.filter_map(|part| match part {
        syn::Meta::NameValue(meta) if meta.path.is_ident("rename") => docs::string(&meta.value),
        _ => None,
    });
    names.next()
}

fn without_rename(attribute: &mut Attribute) {
    let Some(parts) = serde_parts(attribute) else { return };
    let kept = parts.into_iter().filter(|part| !part.path().is_ident("rename"));
    if let syn::Meta::List(list) = &mut attribute.meta {
        list.tokens = quote! { #(#kept),* };
    }
}
