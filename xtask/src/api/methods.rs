//! The methods of structs in generated code.

use syn::{ImplItemFn, Item, ItemImpl, ReturnType, Visibility};

use super::{
    setters,
    type_text::{self, Scope},
};

/// The inherent implementations of the struct `name`.
pub fn blocks<'a>(items: &'a [Item], name: &str) -> impl Iterator<Item = &'a ItemImpl> + use<'a> {
    let name = name.to_owned();
    let blocks = items.iter().filter_map(|item| if let Item::Impl(block) = item { Some(block) } else { None });
    blocks.filter(move |block| block.trait_.is_none() && type_text::of(&block.self_ty, Scope::Builder) == name)
}

/// The public methods of `Client`.
pub fn methods(items: &[Item]) -> impl Iterator<Item = &ImplItemFn> {
    methods_of(items, "Client")
}

/// The public methods of the struct `name`.
pub fn methods_of<'a>(items: &'a [Item], name: &str) -> impl Iterator<Item = &'a ImplItemFn> {
    let methods = blocks(items, name).flat_map(setters::functions);
    methods.filter(|method| matches!(method.vis, Visibility::Public(_)))
}

/// The name of the builder that a method of `Client` gives.
pub fn made_by(method: &ImplItemFn) -> Option<String> {
    let ReturnType::Type(_, ty) = &method.sig.output else { return None };
    type_text::of(ty, Scope::Builder).strip_prefix("builder::").map(str::to_owned)
}
