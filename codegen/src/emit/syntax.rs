//! Looking at Rust code.

use quote::ToTokens as _;
use syn::{Ident, ImplItemFn, ItemImpl, Path, PathArguments, Type};

/// The last name of a type's path: `Incident` of `super::Incident`.
pub fn last_name(ty: &Type) -> Option<&Ident> {
    match ty {
        Type::Path(path) => path.path.segments.last().map(|segment| &segment.ident),
        Type::Reference(reference) => last_name(&reference.elem),
        _ => None,
    }
}

/// The name of the type that a block implements something for.
pub fn implementor(block: &ItemImpl) -> String {
    last_name(&block.self_ty).map(Ident::to_string).unwrap_or_default()
}

/// The methods of a block that implements no trait.
pub fn methods(block: &mut ItemImpl) -> impl Iterator<Item = &mut ImplItemFn> {
    let items = if block.trait_.is_none() { block.items.as_mut_slice() } else { &mut [] };
    items.iter_mut().filter_map(|item| if let syn::ImplItem::Fn(function) = item { Some(function) } else { None })
}

/// `Inner` of `Outer<Inner>`.
pub fn type_argument<'a>(ty: &'a Type, outer: &str) -> Option<&'a Type> {
    match ty {
        Type::Path(path) => argument_of(&path.path, outer),
        _ => None,
    }
}

/// `Inner` of the path `Outer<Inner>`.
pub fn argument_of<'a>(path: &'a Path, outer: &str) -> Option<&'a Type> {
    let segment = path.segments.last().filter(|segment| segment.ident == outer)?;
    match &segment.arguments {
        PathArguments::AngleBracketed(arguments) => arguments.args.iter().find_map(|argument| match argument {
            syn::GenericArgument::Type(ty) => Some(ty),
            _ => None,
        }),
        _ => None,
    }
}

/// The last name of a type as a caller reads it.
pub fn short_name(ty: &Type) -> String {
    last_name(ty).map_or_else(|| ty.to_token_stream().to_string(), Ident::to_string)
}
