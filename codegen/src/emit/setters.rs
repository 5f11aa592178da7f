//! The signature of a setter: `fn name<V>(mut self, value: V) -> Self where V: TryInto<T>`, or for what is optional
//! `fn name<V, Form>(mut self, value: V) -> Self where V: IntoOptional<T, Form>`.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};

/// The type parameters of a setter, and what they have to fulfil: `value` converts into `ty`, with an error that can be
/// shown if it `shows_error`; where it is not `required`, it may be an `Option`, too.
pub fn generics(required: bool, ty: &impl ToTokens, shows_error: bool) -> (TokenStream, TokenStream) {
    let error = error_bound(shows_error);
    match required {
        true => (quote! { <V> }, quote! { where V: ::std::convert::TryInto<#ty #error> }),
        false => (quote! { <V, Form> }, quote! { where V: crate::optional::IntoOptional<#ty, Form #error> }),
    }
}

/// What follows the converted type in a bound on a conversion, if its error is shown.
pub fn error_bound(shows_error: bool) -> Option<TokenStream> {
    shows_error.then(|| quote! { , Error: ::std::fmt::Display })
}
