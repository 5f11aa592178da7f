//! Series: structs of parallel lists that are indexed together.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::Ident;

use super::{docs, rust_type};
use crate::{
    api::{Api, Series, SeriesList},
    markdown::code_span,
};

/// `samples()` and the type of one sample, for each series of the document.
pub fn all(api: &Api) -> TokenStream {
    let series = api.series.iter().map(series);
    quote! { #(#series)* }
}

fn series(Series { name, sample, lists }: &Series) -> TokenStream {
    let (name, sample) = (format_ident!("{name}"), format_ident!("{sample}"));
    let all: Vec<Ident> = lists.iter().map(|list| format_ident!("{}", list.name)).collect();
    let sample_fields: Vec<Ident> = lists.iter().map(|list| format_ident!("{}", list.sample_name)).collect();
    let fields = lists.iter().zip(&sample_fields).map(|(SeriesList { item, wire_name, docs, .. }, field)| {
        let docs = docs::tokens(&format!("One element of {}.\n\n{docs}", code_span(wire_name)));
        let item = rust_type::of(item);
        quote! { #docs pub #field: #item }
    });
    let slices = lists.iter().zip(&all).map(|(list, field)| match list.is_optional {
        true => quote! { let #field = self.#field.as_deref().unwrap_or_default(); },
        false => quote! { let #field = self.#field.as_slice(); },
    });
    let lengths = lists.iter().zip(&all).map(|(list, field)| {
        let wire_name = &list.wire_name;
        quote! { (#wire_name, #field.len()) }
    });
    let (first, rest) = (&all[0], &all[1..]);
    let nested = rest.iter().fold(quote! { #first }, |inner, next| quote! { (#inner, #next) });
    let sample_docs = docs::tokens(&format!("The elements of a [`{name}`] at one index."));
    quote! {
        #sample_docs
        #[derive(Clone, Copy, Debug, PartialEq)]
        #[non_exhaustive]
        pub struct #sample { #(#fields),* }

        impl #name {
            /// The samples, one for each index of the parallel lists.
            ///
            /// # Errors
            ///
            /// [`Error::Decode`](crate::Error::Decode) if the lists differ in length; a list that is absent is empty.
            pub fn samples(
                &self,
            ) -> ::std::result::Result<impl ::std::iter::ExactSizeIterator<Item = #sample> + '_, crate::Error> {
                #(#slices)*
                crate::samples::equal_lengths(&[#(#lengths),*])?;
                let samples = #first.iter()#(.zip(#rest))*;
                ::std::result::Result::Ok(samples.map(|#nested| #sample { #(#sample_fields: *#all),* }))
            }
        }
    }
}
