//! The structs: open to new fields, documented in few words, with builders only where a caller sends them.

use std::collections::{BTreeMap, BTreeSet};

use quote::{format_ident, quote};
use syn::{
    GenericParam, ImplItem, ImplItemFn, Item, ItemImpl, ItemMod, ItemStruct, LitStr, Type, TypeParamBound,
    WherePredicate, parse_quote, visit::Visit,
};

use super::{docs, implementor, items_mut, type_argument};
use crate::generator::model::Adapted;

/// Finishes all structs; `sent` are those that a caller can send.
pub fn finish(types: &mut ItemMod, adapted: &Adapted, sent: &BTreeSet<String>) {
    let items = items_mut(types);
    items.retain(|item| !is_clone_by_reference(item));
    let mut field_docs = BTreeMap::new();
    for item in items.iter_mut() {
        match item {
            Item::Struct(item) => {
                finish_struct(item, adapted);
                for field in &item.fields {
                    let name = field.ident.as_ref().map(ToString::to_string).unwrap_or_default();
                    field_docs.insert((item.ident.to_string(), name), docs::text(&field.attrs));
                }
            }
            Item::Impl(block) => {
                let is_sent = sent.contains(&implementor(block));
                block.items.retain_mut(|item| finish_constructor(item, is_sent));
            }
            Item::Mod(module) if module.ident == "builder" => finish_builders(module, sent),
            _ => {}
        }
    }
    items.retain(|item| !matches!(item, Item::Impl(block) if block.trait_.is_none() && block.items.is_empty()));
    for item in items.iter_mut() {
        if let Item::Mod(module) = item
            && module.ident == "builder"
        {
            document_setters(module, &field_docs);
        }
    }
}

/// `impl From<&X> for X`, which typify adds to each type.
fn is_clone_by_reference(item: &Item) -> bool {
    let Item::Impl(block) = item else { return false };
    let Some((path, _)) = &block.trait_ else { return false };
    let from = Type::Path(syn::TypePath { attrs: Vec::new(), qself: None, path: path.clone() });
    matches!(type_argument(&from, "From"), Some(Type::Reference(_)))
}

fn finish_struct(item: &mut ItemStruct, adapted: &Adapted) {
    let text = docs::text(&item.attrs);
    let told = text.split("<details>").next().unwrap_or_default().trim().to_owned();
    docs::replace(&mut item.attrs, &told);
    if matches!(item.fields, syn::Fields::Named(_)) {
        // The service adds fields at any time.
        item.attrs.push(parse_quote!(#[non_exhaustive]));
    }
    let wire_names = adapted.wire_names.get(&item.ident.to_string());
    for field in &mut item.fields {
        let name = field.ident.as_ref().map(ToString::to_string).unwrap_or_default();
        if let Some(wire_name) = wire_names.and_then(|names| names.get(&name)) {
            let wire_name = LitStr::new(wire_name, proc_macro2::Span::call_site());
            // Later attributes win over earlier ones of their kind in no version of serde: drop typify's.
            field.attrs.iter_mut().for_each(without_rename);
            field.attrs.push(parse_quote!(#[serde(rename = #wire_name)]));
        }
        finish_decoding(field);
    }
}

/// Decodes timestamps strictly, and gives the values of a flattened field, which serde buffers, the rules of the others.
fn finish_decoding(field: &mut syn::Field) {
    let mut timestamps = Timestamps(false);
    timestamps.visit_type(&field.ty);
    if timestamps.0 {
        field.attrs.push(parse_quote!(#[serde(deserialize_with = "crate::time::deserialize")]));
        if type_argument(&field.ty, "Option").is_some() && !has_option(field, "default") {
            // What serde implies for an `Option` that it decodes itself.
            field.attrs.push(parse_quote!(#[serde(default)]));
        }
    } else if has_option(field, "flatten") {
        field.attrs.push(parse_quote!(#[serde(deserialize_with = "crate::decode::deserialize")]));
    }
}

/// Whether a type holds a `chrono::DateTime`.
struct Timestamps(bool);

impl Visit<'_> for Timestamps {
    fn visit_path(&mut self, path: &syn::Path) {
        let is = |segment: Option<&syn::PathSegment>, name| segment.is_some_and(|segment| segment.ident == name);
        self.0 |= is(path.segments.first(), "chrono") && is(path.segments.last(), "DateTime");
        syn::visit::visit_path(self, path);
    }
}

/// Whether a field has this option of serde.
fn has_option(field: &syn::Field, name: &str) -> bool {
    let parser = syn::punctuated::Punctuated::<syn::Meta, syn::Token![,]>::parse_terminated;
    let lists = field.attrs.iter().filter(|attribute| attribute.path().is_ident("serde"));
    let mut options = lists.filter_map(|attribute| attribute.parse_args_with(parser).ok()).flatten();
    options.any(|option| option.path().is_ident(name))
}

fn without_rename(attribute: &mut syn::Attribute) {
    let syn::Meta::List(list) = &mut attribute.meta else { return };
    if !list.path.is_ident("serde") {
        return;
    }
    let parser = syn::punctuated::Punctuated::<syn::Meta, syn::Token![,]>::parse_terminated;
    if let Ok(kept) = list.parse_args_with(parser) {
        let kept = kept.into_iter().filter(|meta| !meta.path().is_ident("rename"));
        list.tokens = quote! { #(#kept),* };
    }
}

/// Keeps `builder()` only on what is sent.
fn finish_constructor(item: &mut ImplItem, is_sent: bool) -> bool {
    match item {
        ImplItem::Fn(function) if function.sig.ident == "builder" => {
            docs::replace(&mut function.attrs, "A builder with nothing set.");
            is_sent
        }
        _ => true,
    }
}

fn finish_builders(module: &mut ItemMod, sent: &BTreeSet<String>) {
    docs::replace(&mut module.attrs, "Builders for the types that can be sent.");
    let items = items_mut(module);
    items.retain(|item| match item {
        Item::Struct(item) => sent.contains(&item.ident.to_string()),
        Item::Impl(block) => sent.contains(&implementor(block)),
        _ => true,
    });
    for item in items.iter_mut() {
        match item {
            Item::Struct(item) => {
                let name = &item.ident;
                docs::replace(&mut item.attrs, &format!("Builder for [`{name}`](super::{name})."));
            }
            Item::Impl(block) => setters(block).for_each(take_inner_value),
            _ => {}
        }
    }
}

fn setters(block: &mut ItemImpl) -> impl Iterator<Item = &mut ImplItemFn> {
    let functions = if block.trait_.is_none() { block.items.as_mut_slice() } else { &mut [] };
    functions.iter_mut().filter_map(|item| if let ImplItem::Fn(function) = item { Some(function) } else { None })
}

/// Lets the setter of an optional field take the value itself, as the setters of optional parameters do: typify
/// asks for an `Option`, so that `.description("…")` would not compile.
fn take_inner_value(function: &mut ImplItemFn) {
    let Some(GenericParam::Type(_)) = function.sig.generics.params.first() else { return };
    let Some(clause) = &mut function.sig.generics.where_clause else { return };
    let wanted = clause.predicates.iter_mut().find_map(|predicate| match predicate {
        WherePredicate::Type(predicate) => predicate.bounds.iter_mut().find_map(|bound| match bound {
            TypeParamBound::Trait(bound) => Some(&mut bound.path),
            _ => None,
        }),
        _ => None,
    });
    let Some(path) = wanted else { return };
    let bound = Type::Path(syn::TypePath { attrs: Vec::new(), qself: None, path: path.clone() });
    let Some(value) = type_argument(&bound, "TryInto") else { return };
    let inner = type_argument(value, "Option");
    let map = if let Some(inner) = inner {
        *path = parse_quote!(::std::convert::TryInto<#inner>);
        quote! { .map(::std::option::Option::Some) }
    } else {
        quote! {}
    };
    let field = format_ident!("{}", function.sig.ident);
    let message = format!("`{field}`: {{error}}");
    function.block = parse_quote!({
        self.#field = value.try_into()#map.map_err(|error| format!(#message));
        self
    });
}

fn document_setters(module: &mut ItemMod, field_docs: &BTreeMap<(String, String), String>) {
    for item in items_mut(module) {
        let Item::Impl(block) = item else { continue };
        let owner = implementor(block);
        for function in setters(block) {
            let name = function.sig.ident.to_string();
            let text = field_docs.get(&(owner.clone(), name.clone())).filter(|text| !text.is_empty()).cloned();
            docs::replace(&mut function.attrs, &text.unwrap_or_else(|| format!("Sets `{name}`.")));
        }
    }
}
