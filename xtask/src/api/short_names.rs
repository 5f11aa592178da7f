//! The short names of operations: the methods of the groups in `tags`.

use std::collections::{BTreeMap, BTreeSet};

use syn::{FnArg, ImplItemFn, Item, ReturnType, Type};

use super::{
    ShortName, deprecated,
    methods::{Blocks, made_by, methods},
    type_text::{self, Scope, argument},
};

/// The short names, by the builder that they make.
#[derive(Debug, Default)]
pub struct ShortNames {
    /// Those of the document's tags.
    pub present: BTreeMap<String, BTreeSet<ShortName>>,
    /// Those that are only there as deprecated ones.
    pub former: BTreeMap<String, BTreeSet<ShortName>>,
}

impl ShortNames {
    /// Reads them: `items` are those of the file, `tags` those of the module.
    pub fn read(items: &[Item], tags: &[Item]) -> Self {
        let mut names = Self::default();
        let groups = Blocks::of(tags);
        for accessor in methods(items) {
            let Some(group) = group_of(accessor) else { continue };
            for method in groups.methods(&group) {
                let Some(builder) = made_by(method) else { continue };
                let name = ShortName {
                    group: accessor.sig.ident.to_string(),
                    name: method.sig.ident.to_string(),
                    arguments: method.sig.inputs.iter().filter_map(accepted).collect(),
                };
                let is_former = deprecated::is_former(&accessor.attrs) || deprecated::is_former(&method.attrs);
                let kind = if is_former { &mut names.former } else { &mut names.present };
                kind.entry(builder).or_default().insert(name);
            }
        }
        names
    }
}

/// The struct in `tags` that a method of `Client` gives.
pub fn group_of(method: &ImplItemFn) -> Option<String> {
    let ReturnType::Type(_, ty) = &method.sig.output else { return None };
    type_text::of(ty, Scope::Builder).strip_prefix("tags::").map(str::to_owned)
}

/// `T` of an argument that is `impl TryInto<T>`. Types of the document are reported with the setter that takes them.
fn accepted(argument_of_method: &FnArg) -> Option<String> {
    let FnArg::Typed(typed) = argument_of_method else { return None };
    let Type::ImplTrait(bounds) = &*typed.ty else { return None };
    let accepted = bounds.bounds.iter().find_map(|bound| match bound {
        syn::TypeParamBound::Trait(bound) => argument(&bound.path, "TryInto"),
        _ => None,
    });
    let text = type_text::of(accepted?, Scope::Builder);
    Some(if text.starts_with("types::") { "_".to_owned() } else { text })
}
