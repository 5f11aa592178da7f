//! progenitor's and typify's part: the operations' builders and the structs.
//!
//! Takes an [`Api`], leaves the items that progenitor makes of it. Nothing else knows progenitor and typify: what they
//! must not decide is settled by their settings (`with_replacement`) or in the document made here, which holds no text
//! of the service's document but names. Imports `api`, `diagnostics`, `naming` and `stack`.

mod document;
mod quiet;

use std::collections::{BTreeMap, BTreeSet};

use progenitor::{GenerationSettings, Generator, InterfaceStyle, TagStyle};
use syn::{Item, ItemMod};

use crate::{
    api::{Api, Kind, Type},
    diagnostics::Diagnostics,
    naming,
};

/// What progenitor makes of an API.
pub struct Items {
    /// The structs, their builders and conversions: the contents of `mod types`.
    pub types: Vec<Item>,
    /// The builders of operations: the contents of `mod builder`.
    pub builders: Vec<Item>,
}

/// The types that progenitor takes as they are, each under the name of a component that is replaced by its path.
struct Replacements {
    formats: Vec<(Type, Replacement)>,
    /// By the name of the struct: progenitor wants a builder for one in a parameter, and then cannot use it.
    in_parameters: BTreeMap<String, Replacement>,
}

struct Replacement {
    component: String,
    path: String,
}

impl Replacements {
    fn of(api: &Api) -> Self {
        let mut taken = api.types.iter().map(|def| def.name.clone()).collect();
        let mut replacement = |wanted: &str, path: String| {
            let component = naming::unique(wanted, &mut taken);
            Replacement { component, path }
        };
        let formats = vec![
            (Type::Date, replacement("FormatDate", "crate::time::Date".to_owned())),
            (Type::QueryTime, replacement("FormatQueryTime", "crate::time::QueryTime".to_owned())),
        ];
        let mut names = BTreeSet::new();
        for parameter in api.operations.iter().flat_map(|operation| &operation.parameters) {
            parameter.ty.each_name(&mut |name| {
                names.insert(name);
            });
        }
        let named = |name: &str| {
            let path = format!("crate::types::{name}");
            (name.to_owned(), replacement(&format!("Parameter{name}"), path))
        };
        Self { formats, in_parameters: names.into_iter().map(named).collect() }
    }

    fn all(&self) -> impl Iterator<Item = &Replacement> {
        self.formats.iter().map(|(_, replacement)| replacement).chain(self.in_parameters.values())
    }

    /// The component that stands for `ty`, if there is one.
    fn component<'a>(&'a self, ty: &'a Type, in_parameter: bool) -> Option<&'a str> {
        if let Type::Named(name) = ty {
            let replaced = self.in_parameters.get(name).filter(|_| in_parameter);
            return Some(replaced.map_or(name, |replacement| &replacement.component));
        }
        let found = self.formats.iter().find(|(format, _)| format == ty);
        found.map(|(_, replacement)| replacement.component.as_str())
    }
}

/// Generates the items of `api`.
///
/// # Errors
/// progenitor's or typify's reason, without a place: they know none.
pub fn generate(api: &Api) -> Result<Items, Diagnostics> {
    let replacements = Replacements::of(api);
    let tokens = quiet::run(|| {
        let document = document::of(api, &replacements);
        Generator::new(&settings(api, &replacements)).generate_tokens(&document).map_err(|error| error.to_string())
    });
    let failed = |reason: String| Diagnostics::one("openapi.json", format!("progenitor cannot generate it: {reason}"));
    let file: syn::File = syn::parse2(tokens.map_err(failed)?).map_err(|error| failed(error.to_string()))?;
    let mut items = file.items;
    Ok(Items { types: contents(&mut items, "types")?, builders: contents(&mut items, "builder")? })
}

fn settings(api: &Api, replacements: &Replacements) -> GenerationSettings {
    let mut settings = GenerationSettings::default();
    settings
        .with_interface(InterfaceStyle::Builder)
        .with_tag(TagStyle::Merged)
        .with_derive("PartialEq")
        .with_map_type("::std::collections::BTreeMap");
    // typify's enums are closed, so that one new value fails a whole page, and its untagged ones lose what they do not
    // know: both are written by `emit`.
    for def in &api.types {
        if matches!(def.kind, Kind::Enum(_) | Kind::Union(_)) {
            settings.with_replacement(&def.name, format!("crate::types::{}", def.name), std::iter::empty());
        }
    }
    for Replacement { component, path } in replacements.all() {
        settings.with_replacement(component, path, std::iter::empty());
    }
    settings
}

/// Takes the contents of the module `name` out of `items`.
fn contents(items: &mut Vec<Item>, name: &str) -> Result<Vec<Item>, Diagnostics> {
    let index = items.iter().position(|item| matches!(item, Item::Mod(module) if module.ident == name));
    match index.map(|index| items.remove(index)) {
        Some(Item::Mod(ItemMod { content: Some((_, contents)), .. })) => Ok(contents),
        _ => Err(Diagnostics::one("progenitor's code", format!("has no module `{name}`"))),
    }
}
