//! Series: structs of parallel lists that are indexed together.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::Ident;

use super::{docs::TypeFeatures, structs};
use crate::api::{Api, Kind, Presence, Series, SeriesList};

/// `samples()` and the type of one sample, for each series of the document.
pub fn samples(api: &Api, features: &TypeFeatures<'_>) -> TokenStream {
    let series = api.series.iter().map(|each| series(each, features));
    quote! { #(#series)* }
}

fn series(Series { name, sample, lists }: &Series, features: &TypeFeatures<'_>) -> TokenStream {
    let Kind::Struct(body) = &sample.kind else { return TokenStream::new() };
    let definition = structs::structure(sample, body, features, &quote! { Copy, });
    let (name, sample) = (format_ident!("{name}"), format_ident!("{}", sample.name));
    let variable = |list: &SeriesList| format_ident!("{}", list.name);
    let all: Vec<Ident> = lists.iter().map(variable).collect();
    let sample_fields = body.fields.iter().map(|field| format_ident!("{}", field.name));
    let slices = lists.iter().map(|list| {
        let field = variable(list);
        match list.presence {
            Presence::Always => quote! { let #field = self.#field.as_slice(); },
            Presence::Optional => quote! { let #field = self.#field.as_deref().unwrap_or_default(); },
            Presence::OrNull => {
                quote! { let #field = self.#field.as_ref().and_then(|list| list.as_deref()).unwrap_or_default(); }
            }
        }
    });
    let lengths = lists.iter().map(|list| {
        let (wire_name, field) = (&list.wire_name, variable(list));
        quote! { (#wire_name, #field.len()) }
    });
    let (first, rest) = (&all[0], &all[1..]);
    let nested = rest.iter().fold(quote! { #first }, |inner, next| quote! { (#inner, #next) });
    quote! {
        #definition

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
                crate::rt::equal_lengths(&[#(#lengths),*])?;
                let samples = #first.iter()#(.zip(#rest))*;
                ::std::result::Result::Ok(samples.map(|#nested| #sample { #(#sample_fields: *#all),* }))
            }
        }
    }
}
