//! The feature `mock`: a method for each operation on `httpmock::MockServer`.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::Type;

use super::docs;
use crate::generator::model::{Adapted, Success};

/// The extension trait; `answers` are the types of the operations' successes.
pub fn all(adapted: &Adapted, answers: &[Type]) -> TokenStream {
    let signatures: Vec<TokenStream> = adapted
        .operations
        .iter()
        .zip(answers)
        .map(|(operation, answer)| {
            let function = format_ident!("{}", operation.function);
            let answer = match operation.success {
                Success::Json(_) => quote! { #answer },
                Success::Empty => quote! { () },
                Success::Stream | Success::ByStatus(..) => quote! { crate::mock::Untyped },
            };
            quote! { fn #function(&self) -> crate::mock::MockOperation<'_, #answer> }
        })
        .collect();
    let declared = adapted.operations.iter().zip(&signatures).map(|(operation, signature)| {
        let docs = docs::tokens(&format!("A mock of `{} {}`.", operation.method, operation.path));
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
