//! `#[deprecated]`, as the generated code marks former names.

use monitoring_service_codegen::names::former::RENAMED_TO;
use syn::{Attribute, Expr, ExprLit, Lit, Meta};

/// Whether it is only there as a former name.
pub fn is_former(attributes: &[Attribute]) -> bool {
    attributes.iter().filter_map(note).any(|note| note.starts_with(RENAMED_TO))
}

/// `present` of ``#[deprecated(note = "renamed to `present`")]``.
pub fn present_name(attributes: &[Attribute]) -> Option<String> {
    let notes = attributes.iter().filter_map(note);
    notes
        .filter_map(|note| Some(note.strip_prefix(RENAMED_TO)?.strip_prefix('`')?.strip_suffix('`')?.to_owned()))
        .next()
}

fn note(attribute: &Attribute) -> Option<String> {
    let list = attribute.meta.require_list().ok().filter(|list| list.path.is_ident("deprecated"))?;
    match list.parse_args().ok()? {
        Meta::NameValue(meta) if meta.path.is_ident("note") => match meta.value {
            Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => Some(text.value()),
            _ => None,
        },
        _ => None,
    }
}
