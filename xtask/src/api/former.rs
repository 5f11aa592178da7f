//! The former names in generated code: what is marked as deprecated since it was renamed or is no longer listed.

use std::collections::BTreeMap;

use monitoring_service_codegen::names::former::{ByOwner, FormerNames};
use syn::{ImplItem, ImplItemConst, Item, ItemImpl};

use super::{
    ShortName,
    deprecated::present_name,
    macros::Macros,
    methods::{made_by, methods},
    open_enum::OpenEnum,
    setters,
    short_names::{ShortNames, group_of},
    type_text::{self, Scope},
};

/// All former names: `items` are those of the file, `builders` and `types` those of the modules of these names.
pub fn read(
    items: &[Item],
    builders: &[Item],
    short_names: &ShortNames,
    types: &[Item],
    macros: &Macros,
) -> FormerNames {
    let mut names = FormerNames::default();
    let mut operations = BTreeMap::new();
    for method in methods(items).into_iter().filter(|method| group_of(method).is_none()) {
        let name = method.sig.ident.to_string();
        match present_name(&method.attrs) {
            Some(present) => drop(names.operations.insert(name, present)),
            None => operations.extend(made_by(method).map(|builder| (builder, name))),
        }
    }
    for (builder, former) in &short_names.former {
        let Some(operation) = operations.get(builder) else { continue };
        for ShortName { group, name, .. } in former {
            names.short_names.entry(group.clone()).or_default().insert(name.clone(), operation.clone());
        }
    }
    read_setters(builders, |builder| operations.get(builder).cloned(), &mut names.operation_setters);
    for builder in macros.builders.iter().filter(|builder| !builder.former.is_empty()) {
        names.type_setters.insert(builder.name.clone(), builder.former.clone());
    }
    for item in types {
        if let Item::Type(item) = item {
            names.types.extend(present_name(&item.attrs).map(|present| (item.ident.to_string(), present)));
        }
    }
    for (name, definition) in macros.enums.iter().filter(|(_, definition)| !definition.unlisted.is_empty()) {
        names.variants.entry(name.clone()).or_default().extend(definition.unlisted.clone());
    }
    read_constants(types, &macros.enums, &mut names.variants);
    names
}

fn blocks(items: &[Item]) -> impl Iterator<Item = (String, &ItemImpl)> {
    items.iter().filter_map(|item| match item {
        Item::Impl(block) if block.trait_.is_none() => {
            let name = type_text::of(&block.self_ty, Scope::Builder);
            Some((name, block))
        }
        _ => None,
    })
}

fn read_setters(items: &[Item], owner: impl Fn(&str) -> Option<String>, names: &mut ByOwner) {
    for (name, block) in blocks(items) {
        let Some(owner) = owner(&name) else { continue };
        for function in setters::functions(block) {
            if let Some(present) = present_name(&function.attrs) {
                names.entry(owner.clone()).or_default().insert(function.sig.ident.to_string(), present);
            }
        }
    }
}

/// `pub const Former: Self = Self::Present;`: the former variant stands for the value of the present one.
fn read_constants(types: &[Item], enums: &BTreeMap<String, OpenEnum>, variants: &mut ByOwner) {
    for (name, block) in blocks(types) {
        let constants =
            block.items.iter().filter_map(|item| if let ImplItem::Const(item) = item { Some(item) } else { None });
        for ImplItemConst { attrs, ident, .. } in constants {
            let value = present_name(attrs).and_then(|present| enums.get(&name)?.variants.get(&present).cloned());
            if let Some(value) = value {
                variants.entry(name.clone()).or_default().insert(ident.to_string(), value);
            }
        }
    }
}
