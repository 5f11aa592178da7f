//! Which types a caller can send.

use std::collections::{BTreeMap, BTreeSet};

use syn::{Ident, Item, ItemMod, visit::Visit};

use crate::generator::{model::Adapted, rust_type};

/// The names of all types that the operations' builders reach: only those need builders of their own.
pub fn reached_from(builder: &ItemMod, types: &ItemMod, adapted: &Adapted) -> BTreeSet<String> {
    let mut parts = BTreeMap::<String, Names>::new();
    for item in types.content.iter().flat_map(|(_, items)| items) {
        if let Item::Struct(item) = item {
            let mut names = Names::default();
            names.visit_fields(&item.fields);
            parts.insert(item.ident.to_string(), names);
        }
    }
    for (name, union) in &adapted.unions {
        let mut names = Names::default();
        for member in union["oneOf"].as_array().into_iter().flatten() {
            if let Ok(ty) = syn::parse2(rust_type::of(member)) {
                names.visit_type(&ty);
            }
        }
        parts.insert(name.clone(), names);
    }
    let mut inputs = Names::default();
    for item in builder.content.iter().flat_map(|(_, items)| items) {
        if let Item::Struct(item) = item {
            inputs.visit_fields(&item.fields);
        }
    }
    let mut reached = BTreeSet::new();
    let mut open: Vec<String> = inputs.0.into_iter().collect();
    while let Some(name) = open.pop() {
        if let Some(names) = parts.get(&name)
            && reached.insert(name)
        {
            open.extend(names.0.iter().cloned());
        }
    }
    reached
}

/// All names in a piece of code.
#[derive(Default)]
struct Names(BTreeSet<String>);

impl Visit<'_> for Names {
    fn visit_ident(&mut self, ident: &Ident) {
        self.0.insert(ident.to_string());
    }
}
