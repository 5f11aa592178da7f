//! Counts the untyped places, methods and pagers in the public API of a client, which any generator may have written.
//!
//! An untyped place is a use of `serde_json::Value`, `serde_json::Map`, or `optional::Json` (of the runtime) in the
//! type of a public field, an enum variant, a method parameter or a method result. These rules also apply:
//!
//! - A method result counts as at most one untyped place.
//! - If a type alias, or a tuple struct with a single field, contains one of the three types, each use of the alias or
//!   struct is counted, but its definition is not.
//! - Error types, builders of types, mocks, flattened maps, and enum variants for undeclared values are not counted.
//! - Nothing is counted for an operation that a generator omits, or for a body that a generator replaces with an empty
//!   struct.
//!
//! Each public `async fn` counts as a method. Each public method that returns `Pages`, `Pager`, or a `Stream` of values
//! other than bytes counts as a pager.

use std::{collections::BTreeSet, fs, mem, path::Path, process::ExitCode};

use anyhow::{Context as _, Result};
use syn::{
    Attribute, File, FnArg, GenericArgument, ImplItemFn, ItemEnum, ItemImpl, ItemMod, ItemStruct, ItemType, Meta,
    PathArguments, Visibility,
    visit::{self, Visit},
};
use walkdir::WalkDir;

/// Methods that belong to the runtime of a client, or that access undeclared fields.
const NOT_OPERATIONS: [&str; 5] =
    ["keep_undeclared", "parse_response", "shared_limits", "undeclared", "undeclared_mut"];

/// The first words in the names of variants for undeclared values.
const FALLBACKS: [&str; 4] = ["Other", "Undeclared", "Unknown", "Unrecognized"];

/// Runs the command `count`, which prints the number of untyped places, methods and pagers.
///
/// # Errors
/// Returns an error if a file cannot be read or is not valid Rust.
pub fn run(folder: &Path) -> Result<ExitCode> {
    let mut files = Vec::new();
    for entry in WalkDir::new(folder) {
        let path = entry?.into_path();
        if path.extension().is_some_and(|extension| extension == "rs") {
            let code = fs::read_to_string(&path)?;
            files.push(syn::parse_file(&code).with_context(|| path.display().to_string())?);
        }
    }
    let api = Api::new(&files);
    println!("{} {} {}", api.untyped, api.methods, api.pagers);
    Ok(ExitCode::SUCCESS)
}

#[derive(Default)]
struct Api {
    untyped: usize,
    methods: usize,
    pagers: usize,
    /// The names of the type aliases, and of the structs with one unnamed field, that contain any JSON value.
    aliases: BTreeSet<String>,
    /// The name of the innermost inline module around the visited item.
    module: String,
}

impl Api {
    fn new(files: &[File]) -> Self {
        let mut api = Self::default();
        loop {
            let known = api.aliases.len();
            api = Self { aliases: api.aliases, ..Self::default() };
            files.iter().for_each(|file| api.visit_file(file));
            // Any new alias may be used in code that was visited before it.
            if api.aliases.len() == known {
                return api;
            }
        }
    }

    fn find<'a>(&'a self, visit: impl FnOnce(&mut Found<'a>)) -> Found<'a> {
        let mut found = Found { aliases: &self.aliases, untyped: 0, pagers: 0, map: false, bytes: false };
        visit(&mut found);
        found
    }
}

impl Visit<'_> for Api {
    fn visit_item_mod(&mut self, module: &ItemMod) {
        // The builders of types repeat the fields of these types.
        let in_types = self.module == "types" && (module.ident == "builder" || module.ident == "error");
        if !in_types && module.ident != "mock" {
            let outer = mem::replace(&mut self.module, module.ident.to_string());
            visit::visit_item_mod(self, module);
            self.module = outer;
        }
    }

    fn visit_item_type(&mut self, item: &ItemType) {
        if self.find(|found| found.visit_type(&item.ty)).untyped > 0 {
            self.aliases.insert(item.ident.to_string());
        }
    }

    fn visit_item_struct(&mut self, item: &ItemStruct) {
        for field in &item.fields {
            let found = self.find(|found| found.visit_type(&field.ty));
            if field.ident.is_none() && item.fields.len() == 1 && found.untyped > 0 {
                self.aliases.insert(item.ident.to_string());
            // A flattened map contains the undeclared fields of an object.
            } else if field.ident.is_some() && is_public(&field.vis) && !(found.map && is_flattened(&field.attrs)) {
                self.untyped += found.untyped;
            }
        }
    }

    fn visit_item_enum(&mut self, item: &ItemEnum) {
        for variant in &item.variants {
            let name = variant.ident.to_string();
            if variant.fields.len() != 1 || !FALLBACKS.iter().any(|fallback| name.starts_with(fallback)) {
                self.untyped += self.find(|found| found.visit_fields(&variant.fields)).untyped;
            }
        }
    }

    fn visit_item_impl(&mut self, item: &ItemImpl) {
        if item.trait_.is_none() {
            visit::visit_item_impl(self, item);
        }
    }

    fn visit_impl_item_fn(&mut self, method: &ImplItemFn) {
        let signature = &method.sig;
        if !is_public(&method.vis) || NOT_OPERATIONS.iter().any(|name| signature.ident == name) {
            return;
        }
        let parameters = signature.inputs.iter().filter(|input| matches!(input, FnArg::Typed(_)));
        let parameters = self.find(|found| parameters.for_each(|input| found.visit_fn_arg(input))).untyped;
        // The type of a parameter can be a type parameter whose bound is a conversion into any JSON value.
        let bounds = self.find(|found| found.visit_generics(&signature.generics)).untyped.min(1);
        let result = self.find(|found| found.visit_return_type(&signature.output));
        let (untyped, pagers) = (result.untyped.min(1), result.pagers.min(1));
        self.untyped += untyped + if parameters == 0 { bounds } else { parameters };
        self.pagers += pagers;
        self.methods += usize::from(signature.asyncness.is_some());
    }
}

fn is_public(visibility: &Visibility) -> bool {
    matches!(visibility, Visibility::Public(_))
}

fn is_flattened(attributes: &[Attribute]) -> bool {
    attributes
        .iter()
        .any(|attribute| matches!(&attribute.meta, Meta::List(list) if list.tokens.to_string().contains("flatten")))
}

/// The untyped places and pagers in a type.
struct Found<'a> {
    aliases: &'a BTreeSet<String>,
    untyped: usize,
    pagers: usize,
    map: bool,
    bytes: bool,
}

impl Visit<'_> for Found<'_> {
    fn visit_path(&mut self, path: &syn::Path) {
        let mut names = path.segments.iter().rev().map(|segment| segment.ident.to_string());
        let (name, parent) = (names.next().unwrap_or_default(), names.next().unwrap_or_default());
        let alias = ["", "types"].contains(&parent.as_str()) && self.aliases.contains(&name);
        self.map |= name.ends_with("Map");
        self.bytes |= name == "Bytes";
        if alias || ["serde_json::Value", "serde_json::Map", "optional::Json"].contains(&&*format!("{parent}::{name}"))
        {
            self.untyped += 1;
            return;
        }
        let Some(PathArguments::AngleBracketed(arguments)) = path.segments.last().map(|segment| &segment.arguments)
        else {
            return;
        };
        match arguments.args.first() {
            // The type of an error does not count.
            Some(GenericArgument::Type(value)) if name == "Result" => self.visit_type(value),
            _ => visit::visit_angle_bracketed_generic_arguments(self, arguments),
        }
        self.pagers += usize::from(["Pager", "Pages"].contains(&name.as_str()) || name == "Stream" && !self.bytes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_only_public_uses_of_any_json_that_replace_a_declared_type() {
        let code = r#"
            pub struct Order {
                pub positions: Vec<Any>,
                pub labels: serde_json::Map<String, serde_json::Value>,
                private: Any,
                #[serde(flatten)]
                pub undeclared: HashMap<String, serde_json::Value>,
            }
            pub enum Payment { Card(types::Any), Other(Any) }
            impl Client {
                pub async fn order(&self, filter: impl Into<optional::Json>) -> Result<Any, Error<Any>> {}
                pub async fn file(&self) -> Result<impl Stream<Item = Result<Bytes, Error>>, Error> {}
                pub fn orders(self) -> Pages<Self> {}
            }
            pub type Any = serde_json::Value;
        "#;
        let api = Api::new(&[syn::parse_file(code).unwrap()]);
        assert_eq!((api.untyped, api.methods, api.pagers), (5, 2, 1));
    }
}
