//! x
use super::{model::Adapted, problem::Problems};
use proc_macro2::TokenStream;
pub fn run(tokens: TokenStream, _adapted: &Adapted) -> Result<String, Problems> {
    let file: syn::File = syn::parse2(tokens).map_err(|e| Problems::one("generated code", e.to_string()))?;
    Ok(prettyplease::unparse(&file))
}
