//! The methods of structs in generated code.

use std::collections::BTreeMap;

use syn::{ImplItemFn, Item, ItemImpl, ReturnType, Visibility};

use super::{
    setters,
    type_text::{self, Scope},
};

/// The inherent implementations in a module, by struct.
pub struct Blocks<'a>(BTreeMap<String, Vec<&'a ItemImpl>>);

impl<'a> Blocks<'a> {
    /// Those among the items of a module.
    pub fn of(items: &'a [Item]) -> Self {
        let mut blocks: BTreeMap<String, Vec<&ItemImpl>> = BTreeMap::new();
        for item in items {
            if let Item::Impl(block) = item
                && block.trait_.is_none()
            {
                blocks.entry(type_text::of(&block.self_ty, Scope::Builder)).or_default().push(block);
            }
        }
        Self(blocks)
    }

    /// The first one of the struct `name`.
    pub fn first(&self, name: &str) -> Option<&'a ItemImpl> {
        self.0.get(name)?.first().copied()
    }

    /// The public methods of the struct `name`.
    pub fn methods(&self, name: &str) -> impl Iterator<Item = &'a ImplItemFn> {
        let methods = self.0.get(name).into_iter().flatten().flat_map(|block| setters::functions(block));
        methods.filter(|method| matches!(method.vis, Visibility::Public(_)))
    }
}

/// The public methods of `Client`.
pub fn methods(items: &[Item]) -> Vec<&ImplItemFn> {
    Blocks::of(items).methods("Client").collect()
}

/// The name of the builder that a method of `Client` gives.
pub fn made_by(method: &ImplItemFn) -> Option<String> {
    let ReturnType::Type(_, ty) = &method.sig.output else { return None };
    type_text::of(ty, Scope::Builder).strip_prefix("builder::").map(str::to_owned)
}
