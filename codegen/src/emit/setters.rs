//! The signature of a setter: `fn name<V>(mut self, value: V) -> Self where V: TryInto<T>`, or for what is optional
//! `fn name<V, Form>(mut self, value: V) -> Self where V: IntoOptional<T, Form>`.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{FnArg, Generics, ImplItemFn, Type, TypeParamBound, WhereClause, WherePredicate, parse_quote};

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
    let error = error_bound(shows_error);
    set(function, parse_quote!(<V>), parse_quote!(where V: ::std::convert::TryInto<#ty #error>));
}

/// As [`take`], or an `Option` of it.
pub fn take_optional(function: &mut ImplItemFn, ty: &Type, shows_error: bool) {
    let error = error_bound(shows_error);
    let bound = parse_quote!(where V: crate::optional::IntoOptional<#ty, Form #error>);
    set(function, parse_quote!(<V, Form>), bound);
}

/// What follows the converted type in a bound on a conversion, if its error is shown.
pub fn error_bound(shows_error: bool) -> Option<TokenStream> {
    shows_error.then(|| quote! { , Error: ::std::fmt::Display })
}

/// Replaces the type parameters, of which progenitor calls the one of the value `V`, or `B` for a body of bytes.
fn set(function: &mut ImplItemFn, generics: Generics, bound: WhereClause) {
    function.sig.generics = Generics { where_clause: Some(bound), ..generics };
    if let Some(FnArg::Typed(value)) = function.sig.inputs.last_mut() {
        value.ty = parse_quote!(V);
    }
}

#[cfg(test)]
mod tests {
    use quote::ToTokens as _;

    use super::*;

    #[test]
    fn a_setter_of_bytes_declares_the_type_parameter_that_it_uses() {
        let signature = |take: fn(&mut ImplItemFn, &Type, bool)| {
            let mut function: ImplItemFn = parse_quote!(
                fn body<B>(mut self, value: B) -> Self
                where
                    B: TryInto<reqwest::Body>,
                {
                    self
                }
            );
            take(&mut function, &parse_quote!(Body), false);
            function.sig.to_token_stream().to_string()
        };
        let required = quote! { fn body<V>(mut self, value: V) -> Self where V: ::std::convert::TryInto<Body> };
        assert_eq!(signature(take), required.to_string());
        let optional = quote! {
            fn body<V, Form>(mut self, value: V) -> Self where V: crate::optional::IntoOptional<Body, Form>
        };
        assert_eq!(signature(take_optional), optional.to_string());
    }
}
