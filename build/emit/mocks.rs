//! The feature `mock`: a method for each operation on `httpmock::MockServer`.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::{builders::Finished, docs};
use crate::{
    api::{Api, Content, Response},
    markdown::code_span,
};

/// The extension trait.
pub fn all(api: &Api, finished: &[Finished]) -> TokenStream {
    let signatures: Vec<TokenStream> = api
        .operations
        .iter()
        .zip(finished)
        .map(|(operation, Finished { response, .. })| {
            let function = format_ident!("{}", operation.name);
            let response = match operation.response {
                Response::One(Content::Json { .. }) => quote! { #response },
                Response::One(Content::Empty) => quote! { () },
                Response::One(Content::Bytes { .. }) | Response::ByStatus(_) => quote! { crate::mock::Untyped },
            };
            quote! { fn #function(&self) -> crate::mock::MockOperation<'_, #response> }
        })
        .collect();
    let declared = api.operations.iter().zip(&signatures).map(|(operation, signature)| {
        let docs =
            docs::tokens(&format!("A mock of {}.", code_span(&format!("{} {}", operation.method, operation.path))));
        quote! { #docs #signature; }
    });
    let implemented = signatures.iter().enumerate().map(|(index, signature)| {
        quote! {
            #signature {
                crate::mock::MockOperation::new(self, &OPERATIONS[#index])
            }
        }
    });
    quote! {
        /// A mock for each operation of the client.
        #[cfg(feature = "mock")]
        pub trait MockServerExt {
            #(#declared)*
        }

        #[cfg(feature = "mock")]
        impl MockServerExt for ::httpmock::MockServer {
            #(#implemented)*
        }
    }
}
