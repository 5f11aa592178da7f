//! Types as short text that is the same wherever they are named: `types::Incident` for what the document
//! describes, and for everything else the name that people use.

use std::collections::BTreeSet;

use quote::ToTokens as _;
use syn::{GenericArgument, Path, PathArguments, ReturnType, Type};

/// Where a type is named.
#[derive(Clone, Copy)]
pub enum Scope<'a> {
    /// In `types`, which defines these names.
    Types(&'a BTreeSet<String>),
    /// In `types::builder`.
    TypesBuilder,
    /// In `builder`.
    Builder,
}

/// The text of a type.
pub fn of(ty: &Type, scope: Scope<'_>) -> String {
    match ty {
        Type::Path(ty) if ty.qself.is_none() => of_path(&ty.path, scope),
        Type::Reference(ty) => format!("&{}", of(&ty.elem, scope)),
        Type::Group(ty) => of(&ty.elem, scope),
        Type::Paren(ty) => of(&ty.elem, scope),
        Type::Tuple(ty) => {
            let elements: Vec<String> = ty.elems.iter().map(|element| of(element, scope)).collect();
            format!("({})", elements.join(", "))
        }
        other => other.to_token_stream().to_string(),
    }
}

/// The text of a path to a type or trait.
pub fn of_path(path: &Path, scope: Scope<'_>) -> String {
    let names: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    format!(
        "{}{}",
        name(&names, scope),
        path.segments.last().map(|last| arguments(&last.arguments, scope)).unwrap_or_default()
    )
}

fn name(names: &[&str], scope: Scope<'_>) -> String {
    match (names, scope) {
        ([.., "types", "builder", name], _) => format!("types::builder::{name}"),
        ([.., "types", name], _) | (["super", name], Scope::TypesBuilder) => format!("types::{name}"),
        ([name], Scope::Types(defined)) if defined.contains(*name) => format!("types::{name}"),
        ([name], Scope::TypesBuilder) if name.starts_with(char::is_uppercase) && !is_std(name) => {
            format!("types::builder::{name}")
        }
        (["builder", name], Scope::Types(_)) => format!("types::builder::{name}"),
        (["std" | "core" | "alloc" | "chrono" | "uuid" | "bytes" | "serde", .., name], _) => (*name).to_owned(),
        // What an optional setter of any JSON value takes.
        (["crate", "optional", "Json"], _) => "serde_json::Value".to_owned(),
        (["crate", rest @ ..], _) => rest.join("::"),
        _ => names.join("::"),
    }
}

fn is_std(name: &str) -> bool {
    matches!(name, "Self" | "String" | "Option" | "Vec" | "Box" | "Result")
}

fn arguments(arguments: &PathArguments, scope: Scope<'_>) -> String {
    match arguments {
        PathArguments::None => String::new(),
        PathArguments::AngleBracketed(arguments) => {
            let arguments = arguments.args.iter().filter_map(|argument| match argument {
                GenericArgument::Lifetime(_) => None,
                GenericArgument::Type(ty) => Some(of(ty, scope)),
                other => Some(other.to_token_stream().to_string()),
            });
            let arguments: Vec<String> = arguments.collect();
            if arguments.is_empty() { String::new() } else { format!("<{}>", arguments.join(", ")) }
        }
        PathArguments::Parenthesized(arguments) => {
            let inputs: Vec<String> = arguments.inputs.iter().map(|input| of(&input.ty, scope)).collect();
            let output = match &arguments.output {
                ReturnType::Default => String::new(),
                ReturnType::Type(_, ty) => format!(" -> {}", of(ty, scope)),
            };
            format!("({}){output}", inputs.join(", "))
        }
    }
}

/// `Inner` of `Outer<Inner>`.
pub fn argument<'a>(path: &'a Path, outer: &str) -> Option<&'a Type> {
    let segment = path.segments.last().filter(|segment| segment.ident == outer)?;
    let PathArguments::AngleBracketed(arguments) = &segment.arguments else { return None };
    arguments.args.iter().find_map(|argument| match argument {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(ty: &str, scope: Scope<'_>) -> String {
        of(&syn::parse_str(ty).expect("should be a type"), scope)
    }

    #[test]
    fn one_type_has_one_text_wherever_it_is_named() {
        let defined = BTreeSet::from(["Incident".to_owned()]);
        let in_types = Scope::Types(&defined);
        assert_eq!(text("Incident", in_types), "types::Incident");
        assert_eq!(text("crate::types::Incident", in_types), "types::Incident");
        assert_eq!(text("super::Incident", Scope::TypesBuilder), "types::Incident");
        assert_eq!(text("types::Incident", Scope::Builder), "types::Incident");
        assert_eq!(text("types::builder::Incident", Scope::Builder), "types::builder::Incident");
    }

    #[test]
    fn known_types_go_by_the_names_that_people_use() {
        let none = BTreeSet::new();
        let in_types = Scope::Types(&none);
        assert_eq!(text("::std::option::Option<::std::vec::Vec<::uuid::Uuid>>", in_types), "Option<Vec<Uuid>>");
        assert_eq!(text("::chrono::DateTime<::chrono::offset::Utc>", in_types), "DateTime<Utc>");
        assert_eq!(text("::serde_json::Value", in_types), "serde_json::Value");
        assert_eq!(text("crate::time::Date", in_types), "time::Date");
        assert_eq!(text("crate::optional::Json", in_types), "serde_json::Value");
        assert_eq!(text("(&'a str, ())", in_types), "(&str, ())");
    }
}
