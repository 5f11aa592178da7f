//! Builders: what each setter takes, and which must be called.

use std::collections::{BTreeMap, BTreeSet};

use syn::{
    Block, Expr, FnArg, Ident, ImplItem, ImplItemFn, ItemImpl, Member, Path, TypeParamBound, Visibility,
    WherePredicate, visit::Visit,
};

use super::{
    Setter, deprecated,
    type_text::{self, Scope},
};

/// The setters of a builder's block, by name; `required` are those that must be called.
pub fn read(block: &ItemImpl, required: &BTreeSet<String>, scope: Scope<'_>) -> BTreeMap<String, Setter> {
    let present = functions(block).filter(|function| deprecated::present_name(&function.attrs).is_none());
    let setters = present.filter_map(|function| {
        let name = function.sig.ident.to_string();
        let accepts = accepted(function, scope)?;
        let setter = Setter { accepts, required: required.contains(&name), sent_as: String::new() };
        Some((name, setter))
    });
    setters.collect()
}

/// The functions of a block.
pub fn functions(block: &ItemImpl) -> impl Iterator<Item = &ImplItemFn> {
    block.items.iter().filter_map(|item| if let ImplItem::Fn(function) = item { Some(function) } else { None })
}

/// What a setter takes; `None` for what is no setter.
fn accepted(function: &ImplItemFn, scope: Scope<'_>) -> Option<String> {
    let mut inputs = function.sig.inputs.iter();
    let (Some(FnArg::Receiver(_)), Some(FnArg::Typed(value)), Visibility::Public(_)) =
        (inputs.next(), inputs.next(), &function.vis)
    else {
        return None;
    };
    let own = type_text::of(&value.ty, scope);
    let bound = function.sig.generics.where_clause.iter().flat_map(|clause| &clause.predicates);
    let bound = bound.filter_map(|predicate| match predicate {
        WherePredicate::Type(predicate) => Some((&predicate.bounded_ty, predicate.bounds.first()?)),
        _ => None,
    });
    let mut of_value = bound.filter(|(ty, _)| type_text::of(ty, scope) == own);
    match of_value.next() {
        Some((_, TypeParamBound::Trait(bound))) => Some(accepted_by(&bound.path, scope)),
        _ => Some(own),
    }
}

fn accepted_by(bound: &Path, scope: Scope<'_>) -> String {
    let converted = ["TryInto", "IntoOptional", "Into"].into_iter().find_map(|name| type_text::argument(bound, name));
    match converted {
        Some(ty) => type_text::of(ty, scope),
        None => type_text::of_path(bound, scope),
    }
}

/// The fields that a new builder starts with as an error: they must be set.
pub fn unset(constructor: &Block) -> BTreeSet<String> {
    starting_with(constructor, |value| name_called(value).is_some_and(|name| name == "Err"))
}

/// The fields that a new builder starts with as an empty value: `Ok(Default::default())`.
pub fn empty(constructor: &Block) -> BTreeSet<String> {
    let is_default = |value: &Expr| name_called(value).is_some_and(|name| name == "default");
    starting_with(constructor, |value| matches!(value, Expr::Call(call) if call.args.iter().any(is_default)))
}

/// The last name of the path of a function that is called.
fn name_called(value: &Expr) -> Option<&Ident> {
    let Expr::Call(call) = value else { return None };
    let Expr::Path(function) = &*call.func else { return None };
    function.path.segments.last().map(|last| &last.ident)
}

fn starting_with(constructor: &Block, is_start: impl Fn(&Expr) -> bool) -> BTreeSet<String> {
    let mut starting = Starting { is_start, found: BTreeSet::new() };
    starting.visit_block(constructor);
    starting.found
}

struct Starting<F> {
    is_start: F,
    found: BTreeSet<String>,
}

impl<F: Fn(&Expr) -> bool> Visit<'_> for Starting<F> {
    fn visit_field_value(&mut self, field: &syn::FieldValue) {
        if let Member::Named(name) = &field.member
            && (self.is_start)(&field.expr)
        {
            self.found.insert(name.to_string());
        }
    }
}
