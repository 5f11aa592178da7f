//! Builders: what each setter takes, and which must be called.

use std::collections::{BTreeMap, BTreeSet};

use syn::{
    Block, Expr, FnArg, ImplItem, ImplItemFn, ItemImpl, Member, Path, TypeParamBound, Visibility, WherePredicate,
    visit::Visit,
};

use super::{
    Setter, former,
    type_text::{self, Scope},
};

/// The setters of a builder's block, by name; `required` are those that must be called.
pub fn read(block: &ItemImpl, required: &BTreeSet<String>, scope: Scope<'_>) -> BTreeMap<String, Setter> {
    let present = functions(block).filter(|function| former::present_name(&function.attrs).is_none());
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
    let converted = ["TryInto", "Into"].into_iter().find_map(|name| type_text::argument(bound, name));
    match converted {
        Some(ty) => type_text::of(ty, scope),
        None => type_text::of_path(bound, scope),
    }
}

/// The fields that a new builder starts with as an error: they must be set.
pub fn unset(constructor: &Block) -> BTreeSet<String> {
    let mut unset = Unset::default();
    unset.visit_block(constructor);
    unset.0
}

#[derive(Default)]
struct Unset(BTreeSet<String>);

impl Visit<'_> for Unset {
    fn visit_field_value(&mut self, field: &syn::FieldValue) {
        if let (Member::Named(name), Expr::Call(call)) = (&field.member, &field.expr)
            && let Expr::Path(function) = &*call.func
            && function.path.segments.last().is_some_and(|last| last.ident == "Err")
        {
            self.0.insert(name.to_string());
        }
    }
}
