//! Series: structs of parallel lists that are indexed together.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::Ident;

use super::{Context, of_each, structs};
use crate::api::{Kind, Presence, Series, SeriesList};

/// `samples()` and the type of one sample, for each series of the document.
pub fn samples(context: &Context<'_>) -> TokenStream {
    of_each(&context.api.series, &mut |each| series(context, each))
}

fn series(context: &Context<'_>, Series { name, sample, lists }: &Series) -> TokenStream {
    let Kind::Struct(body) = &sample.kind else { return TokenStream::new() };
    let definition = structs::sample(context, sample, body);
    let gate = context.gates.of_type(name);
    let (name, sample) = (format_ident!("{name}"), format_ident!("{}", sample.name));
    // Not as the field itself: without case, a tuple struct of the document may be called like that.
    let variable = |list: &SeriesList| format_ident!("all_{}", list.name);
    let all: Vec<Ident> = lists.iter().map(variable).collect();
    let sample_fields = body.fields.iter().map(|field| format_ident!("{}", field.name));
    let slices = lists.iter().map(|list| {
        let (variable, field) = (variable(list), format_ident!("{}", list.name));
        match list.presence {
            Presence::Always => quote! { let #variable = self.#field.as_slice(); },
            Presence::Optional => quote! { let #variable = self.#field.as_deref().unwrap_or_default(); },
            Presence::OrNull => {
                quote! { let #variable = self.#field.as_ref().and_then(|list| list.as_deref()).unwrap_or_default(); }
            }
        }
    });
    let lengths = lists.iter().map(|list| {
        let (wire_name, variable) = (&list.wire_name, variable(list));
        quote! { (#wire_name, #variable.len()) }
    });
    let (first, rest) = (&all[0], &all[1..]);
    let nested = rest.iter().fold(quote! { #first }, |inner, next| quote! { (#inner, #next) });
    let samples = gate.around(quote! {
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
                ::std::result::Result::Ok(samples.map(|#nested| #sample { #(#sample_fields: *#all,)* undeclared_: crate::rt::object::Nothing }))
            }
        }
    });
    quote! { #definition #samples }
}
