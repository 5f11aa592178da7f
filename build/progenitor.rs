//! progenitor's and typify's part: the operations' builders and the structs.
//!
//! Takes an [`Api`], leaves the items that progenitor makes of it. Nothing else knows progenitor and typify: what they
//! must not decide is settled by their settings (`with_replacement`) or in the document made here, which holds no text
//! of the service's document but names. Imports `api`, `diagnostics` and `naming`.

mod document;
mod quiet;

use std::collections::BTreeSet;

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
struct Replacements(Vec<Replacement>);

struct Replacement {
    ty: Type,
    component: String,
    path: String,
    /// Whether it is replaced in parameters alone.
    in_parameters: bool,
}

impl Replacements {
    fn of(api: &Api) -> Self {
        let mut taken = api.types.iter().map(|def| def.name.clone()).collect();
        let mut replacement = |ty, wanted: &str, path: String, in_parameters| {
            let component = naming::unique(wanted, &mut taken);
            Replacement { ty, component, path, in_parameters }
        };
        let mut all = vec![
            replacement(Type::Date, "FormatDate", "crate::time::Date".to_owned(), false),
            replacement(Type::QueryTime, "FormatQueryTime", "crate::time::QueryTime".to_owned(), false),
        ];
        // progenitor wants a builder for a struct in a parameter, and then cannot use it.
        let mut in_parameters = BTreeSet::new();
        for parameter in api.operations.iter().flat_map(|operation| &operation.parameters) {
            parameter.ty.each_name(&mut |name| {
                in_parameters.insert(name);
            });
        }
        for name in in_parameters {
            let path = format!("crate::types::{name}");
            all.push(replacement(Type::Named(name.to_owned()), &format!("Parameter{name}"), path, true));
        }
        Self(all)
    }

    /// The component that stands for `ty`, if there is one.
    fn component<'a>(&'a self, ty: &'a Type, in_parameter: bool) -> Option<&'a str> {
        let found =
            self.0.iter().find(|replacement| replacement.ty == *ty && (in_parameter || !replacement.in_parameters));
        match (found, ty) {
            (Some(replacement), _) => Some(&replacement.component),
            (None, Type::Named(name)) => Some(name),
            _ => None,
        }
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
    for Replacement { component, path, .. } in &replacements.0 {
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
