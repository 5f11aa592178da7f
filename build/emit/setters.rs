//! The signature of a setter: `fn name<V>(mut self, value: V) -> Self where V: TryInto<T>`, or for what is optional
//! `fn name<V, Form>(mut self, value: V) -> Self where V: IntoOptional<T, Form>`.

use quote::quote;
use syn::{ImplItemFn, Type, TypeParamBound, WherePredicate, parse_quote};

use super::syntax::argument_of;

/// `T`, into which progenitor's setter converts the value.
pub fn converted_type(function: &ImplItemFn) -> Option<&Type> {
    let clause = function.sig.generics.where_clause.as_ref()?;
    clause.predicates.iter().find_map(|predicate| match predicate {
        WherePredicate::Type(predicate) => predicate.bounds.iter().find_map(|bound| match bound {
            TypeParamBound::Trait(bound) => argument_of(&bound.path, "TryInto"),
            _ => None,
        }),
        _ => None,
    })
}

/// Lets a setter take what converts into `ty`, and say why a value does not if it `shows_error`.
pub fn take(function: &mut ImplItemFn, ty: &Type, shows_error: bool) {
    let error = shows_error.then(|| quote! { , Error: ::std::fmt::Display });
    function.sig.generics.where_clause = Some(parse_quote!(where V: ::std::convert::TryInto<#ty #error>));
}

/// As [`take`], or an `Option` of it.
pub fn take_optional(function: &mut ImplItemFn, ty: &Type, shows_error: bool) {
    let error = shows_error.then(|| quote! { , Error: ::std::fmt::Display });
    let generics = &mut function.sig.generics;
    *generics = parse_quote!(<V, Form>);
    generics.where_clause = Some(parse_quote!(where V: crate::optional::IntoOptional<#ty, Form #error>));
}
