//! The builders of structs: only for those that a caller can send, with setters that take the value itself.

use std::collections::{BTreeMap, BTreeSet};

use quote::{format_ident, quote};
use syn::{ImplItem, ImplItemFn, Item, Type, parse_quote};

use super::{
    docs,
    setters::{converted_type, set_converted_type},
    syntax::{implementor, methods, type_argument},
};
use crate::{
    api::{Api, Field, Kind, Struct},
    diagnostics::Diagnostics,
};

/// Finishes the builders of the structs that are `sent`, and drops the others.
pub fn finish(types: &mut Vec<Item>, api: &Api, sent: &BTreeSet<&str>, diagnostics: &mut Diagnostics) {
    for item in types.iter_mut() {
        if let Item::Impl(block) = item {
            let is_sent = sent.contains(implementor(block).as_str());
            block.items.retain_mut(|item| finish_constructor(item, is_sent));
        }
    }
    types.retain(|item| !matches!(item, Item::Impl(block) if block.trait_.is_none() && block.items.is_empty()));

    let structs: BTreeMap<&str, &Struct> = api
        .types
        .iter()
        .filter_map(|def| match &def.kind {
            Kind::Struct(body) if sent.contains(def.name.as_str()) => Some((def.name.as_str(), body)),
            _ => None,
        })
        .collect();
    let module = types.iter_mut().find_map(|item| match item {
        Item::Mod(module) if module.ident == "builder" => Some(module),
        _ => None,
    });
    let Some(module) = module else {
        if let Some(name) = structs.keys().next() {
            diagnostics.push(*name, "progenitor made no builder for it");
        }
        return;
    };
    docs::replace(&mut module.attrs, "Builders for the types that can be sent.");
    finish_module(&mut module.content.get_or_insert_default().1, &structs, diagnostics);
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

fn finish_module(items: &mut Vec<Item>, structs: &BTreeMap<&str, &Struct>, diagnostics: &mut Diagnostics) {
    items.retain(|item| match item {
        Item::Struct(item) => structs.contains_key(item.ident.to_string().as_str()),
        Item::Impl(block) => structs.contains_key(implementor(block).as_str()),
        _ => true,
    });
    let mut found = BTreeSet::new();
    for item in items {
        match item {
            Item::Struct(item) => {
                let name = &item.ident;
                docs::replace(&mut item.attrs, &format!("Builder for [`{name}`](super::{name})."));
            }
            Item::Impl(block) => {
                let name = implementor(block);
                let Some(body) = structs.get(name.as_str()) else { continue };
                let fields: BTreeMap<&str, &Field> =
                    body.fields.iter().map(|field| (field.name.as_str(), field)).collect();
                for setter in methods(block) {
                    finish_setter(setter, &fields);
                    found.insert((name.clone(), setter.sig.ident.to_string()));
                }
            }
            _ => {}
        }
    }
    for (name, body) in structs {
        for field in &body.fields {
            if !found.contains(&((*name).to_owned(), field.name.clone())) {
                diagnostics.push(format!("{name}.{}", field.wire_name), "progenitor made no setter for it");
            }
        }
    }
}

fn finish_setter(function: &mut ImplItemFn, fields: &BTreeMap<&str, &Field>) {
    let name = function.sig.ident.to_string();
    let described = fields.get(name.as_str()).map(|field| field.docs.as_str()).filter(|docs| !docs.is_empty());
    let text = described.map_or_else(|| format!("Sets `{name}`."), str::to_owned);
    docs::replace(&mut function.attrs, &text);
    take_inner_value(function);
}

/// Lets the setter of an optional field take the value itself, as the setters of optional parameters do: typify asks
/// for an `Option`, so that `.description("…")` would not compile.
fn take_inner_value(function: &mut ImplItemFn) {
    let Some(taken) = converted_type(function).cloned() else { return };
    let inner: Option<&Type> = type_argument(&taken, "Option");
    let map = inner.map(|_| quote! { .map(::std::option::Option::Some) });
    if let Some(inner) = inner {
        set_converted_type(function, inner);
    }
    let field = format_ident!("{}", function.sig.ident);
    let message = format!("`{field}`: {{error}}");
    function.block = parse_quote!({
        self.#field = value.try_into()#map.map_err(|error| format!(#message));
        self
    });
}
