//! progenitor's part: the operations' builders.
//!
//! Takes an [`Api`], leaves the items that progenitor makes of it. Nothing else knows progenitor. The types that
//! operations take and give are written by `emit`: progenitor gets their names and takes them as they are
//! (`with_replacement`), in a document made here, which holds no text of the service's document but names. Imports
//! `api`, `diagnostics`, `naming` and `stack`.

mod document;
mod quiet;

use std::{borrow::Cow, collections::BTreeSet};

use proc_macro2::{Group, Ident, TokenStream, TokenTree};
use progenitor::{GenerationSettings, Generator, InterfaceStyle, TagStyle};
use syn::Item;

use crate::{
    api::{Api, Type},
    diagnostics::Diagnostics,
    naming,
};

/// The types that progenitor takes as they are, each under the name of a component that is replaced by its path.
struct Replacements {
    /// Types of this crate that have no name in the document.
    formats: Vec<(Type, Replacement)>,
    /// The named types.
    named: Vec<Replacement>,
}

struct Replacement {
    component: String,
    path: String,
}

impl Replacements {
    fn of(api: &Api) -> Self {
        let mut taken: BTreeSet<String> = api.types.iter().map(|def| def.name.clone()).collect();
        let mut format = |ty, wanted: &str, path: &str| {
            let component = naming::unique(wanted, &mut taken);
            (ty, Replacement { component, path: path.to_owned() })
        };
        let formats = vec![
            format(Type::Date, "FormatDate", "crate::time::Date"),
            format(Type::QueryTime, "FormatQueryTime", "crate::time::QueryTime"),
            format(Type::QueryDateTime, "FormatQueryDateTime", "crate::time::QueryDateTime"),
            format(Type::ExactNumber, "FormatNumber", "::serde_json::Number"),
            format(Type::Part, "FormatPart", "crate::multipart::Part"),
            format(Type::Parts, "FormatParts", "crate::multipart::Parts"),
        ];
        let named = api.types.iter().map(|def| {
            let path = format!("crate::types::{}", def.name);
            Replacement { component: def.name.clone(), path }
        });
        Self { formats, named: named.collect() }
    }

    fn all(&self) -> impl Iterator<Item = &Replacement> {
        self.formats.iter().map(|(_, replacement)| replacement).chain(&self.named)
    }

    /// The component that stands for `ty`, if there is one.
    fn component<'a>(&'a self, ty: &'a Type) -> Option<&'a str> {
        if let Type::Named(name) = ty {
            return Some(name);
        }
        let found = self.formats.iter().find(|(format, _)| format == ty);
        found.map(|(_, replacement)| replacement.component.as_str())
    }
}

/// Generates the builders of the operations of `api`: the contents of `mod builder`.
///
/// # Errors
/// progenitor's reason, without a place: it knows none.
pub fn generate(api: &Api) -> Result<Vec<Item>, Diagnostics> {
    let replacements = Replacements::of(api);
    let tokens = quiet::run(|| {
        let document = document::of(api, &replacements);
        Generator::new(&settings(&replacements)).generate_tokens(&document).map_err(|error| error.to_string())
    });
    let failed = |reason: String| Diagnostics::one("openapi.json", format!("progenitor cannot generate it: {reason}"));
    let builders = module(tokens.map_err(failed)?, "builder").map(in_nfc);
    let builders = builders.ok_or_else(|| Diagnostics::one("progenitor's code", "has no module `builder`"))?;
    let file: syn::File = syn::parse2(builders).map_err(|error| failed(error.to_string()))?;
    Ok(file.items)
}

/// What is in the module `name` of `code`: the rest is not looked at, and parsing it takes time.
fn module(code: TokenStream, name: &str) -> Option<TokenStream> {
    let mut tokens = code.into_iter();
    while let Some(token) = tokens.next() {
        let is_module = matches!(token, TokenTree::Ident(keyword) if keyword == "mod");
        if is_module && matches!(tokens.next(), Some(TokenTree::Ident(found)) if found == name) {
            return tokens.find_map(|token| match token {
                TokenTree::Group(group) => Some(group.stream()),
                _ => None,
            });
        }
    }
    None
}

/// `code` with its identifiers in NFC, as the model has them.
fn in_nfc(code: TokenStream) -> TokenStream {
    let tokens = code.into_iter().map(|token| match token {
        TokenTree::Group(group) => {
            let mut changed = Group::new(group.delimiter(), in_nfc(group.stream()));
            changed.set_span(group.span());
            TokenTree::Group(changed)
        }
        TokenTree::Ident(name) => {
            let text = name.to_string();
            match naming::nfc(&text) {
                Cow::Borrowed(_) => TokenTree::Ident(name),
                Cow::Owned(text) => TokenTree::Ident(Ident::new(&text, name.span())),
            }
        }
        other => other,
    });
    tokens.collect()
}

fn settings(replacements: &Replacements) -> GenerationSettings {
    let mut settings = GenerationSettings::default();
    settings
        .with_interface(InterfaceStyle::Builder)
        .with_tag(TagStyle::Merged)
        .with_map_type("::std::collections::BTreeMap");
    for Replacement { component, path } in replacements.all() {
        settings.with_replacement(component, path, std::iter::empty());
    }
    settings
}
