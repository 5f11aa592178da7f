#![doc = include_str!("../README.md")]
//!
//! # From a document to Rust
//!
//! ```text
//! openapi.json ─▶ document ─▶ schema ─▶ model ─▶ progenitor ─▶ emit ─▶ client.rs
//! (as served)     references  typed     Api      signatures    the finished code
//!                 resolved    schemas
//! ```

pub mod adaptation;
pub mod api;
mod bounds;
mod completeness;
mod cycles;
pub mod diagnostics;
mod document;
mod emit;
mod header;
pub mod input;
mod log;
mod model;
pub mod names;
#[cfg(feature = "progenitor")]
mod progenitor;
mod recursion;
pub mod rust_type;
mod schema;
mod script;
mod signature;
pub mod stack;
pub mod surface;
pub mod text;

use adaptation::{Adaptation, Rule};
use api::Api;
use bounds::Bound;
use diagnostics::Diagnostics;
use document::Spec;
pub use document::readable::check as check_readable;
pub use header::MARK as GENERATED_MARK;
use log::Log;
pub use model::{pagers::page_parameter, rate_limit::parse_rate_limit as stated_rate_limit};
use names::file::{ClientSettings, Names};
use script::Features;
pub use script::build;
use serde_json::Value;
use signature::Signature;
use surface::PublicApi;

/// The name of this package. A Cargo package that has it as a build dependency is treated as a generated client.
pub const PACKAGE: &str = env!("CARGO_PKG_NAME");

/// The client that was generated from a document.
#[derive(Debug)]
pub struct Generated {
    /// The model from which the code was generated.
    pub api: Api,
    /// The surface of the client: everything that callers can name.
    pub surface: PublicApi,
    /// The contents of `client.rs`: operations, builders and types.
    pub client: String,
    /// The adaptations, in the order of the stages that reported them. Operations that progenitor cannot read are
    /// reported last, if the feature `progenitor` is enabled.
    pub adaptations: Vec<Adaptation>,
}

/// A function that checks signatures against its own reading of the document: both must contain the same inputs in the
/// same order. Returns an adaptation for each operation that it cannot read and therefore does not check.
type SecondReader = fn(&Value, &mut [Signature<'_>]) -> Result<Vec<Adaptation>, Diagnostics>;

#[cfg(feature = "progenitor")]
const SECOND_READER: Option<SecondReader> = Some(progenitor::order_signatures);
#[cfg(not(feature = "progenitor"))]
const SECOND_READER: Option<SecondReader> = None;

/// Generates a client from the text of an OpenAPI document and from recorded names.
///
/// The code contains the items of all features. Former names in `names` become deprecated aliases. Use [`Generator`]
/// for more options.
///
/// # Errors
/// Lists the parts of the document for which no code can be generated, and the recorded names that conflict with the
/// document.
pub fn generate(document: &str, names: &Names) -> Result<Generated, Diagnostics> {
    stack::with_stack(|| Generator::new(&Document::read(document, &names.client)?, names).run())?
}

/// Returns the feature that [`Generator::compilable`] selects: the feature of all tags if rustc can compile all
/// operations at once, and otherwise the feature of the largest tag that rustc can compile. Returns `None` if even the
/// smallest tag is too large.
pub fn compilable(api: &Api) -> Option<&str> {
    script::largest(api, Bound::Compiled.limit())
}

/// A parsed document, from which models can be built with different recorded names.
#[derive(Debug)]
pub struct Document {
    /// The document as JSON, with the references in operations resolved. Unlike the model, it includes the parts from
    /// which no code is generated.
    pub whole: Value,
    schemas: schema::TypedDocument,
    log: Log,
}

impl Document {
    /// Parses the text of an OpenAPI document for a client with the settings `own`.
    ///
    /// Nested schemas are processed by recursion, so call the functions of [`Document`] on a large
    /// [stack](stack::with_stack).
    ///
    /// # Errors
    /// Lists the defects of the document.
    pub fn read(text: &str, own: &ClientSettings) -> Result<Self, Diagnostics> {
        Self::from_root(parse_document(text)?, own)
    }

    fn from_root(mut root: Value, own: &ClientSettings) -> Result<Self, Diagnostics> {
        let corrected = document::corrections::apply(&mut root, &own.corrections)?;
        let mut whole = document::resolve_document(root)?;
        document::chosen::retain_selected(&mut whole, &own.operations.tags, &own.operations.ids);
        leave_out_own_parameters(&mut whole, own);
        let (schemas, mut log) = schema::read_typed_document(&mut whole, &own.types, own.errors)?;
        corrected.changed.into_iter().for_each(|place| log.note(Rule::CORRECTED, place));
        corrected.unchanged.into_iter().for_each(|place| log.note(Rule::CORRECTED_IN_VAIN, place));
        Ok(Self { whole: whole.root, schemas, log })
    }

    /// Builds a model of the document with recorded names. Returns the model and the adaptations.
    ///
    /// The settings in `names` have to be those that were passed to [`Document::read`].
    ///
    /// # Errors
    /// Lists the parts of the document that the model cannot represent, and the recorded names that conflict with the
    /// document.
    pub fn model(&self, names: &Names) -> Result<(Api, Vec<Adaptation>), Diagnostics> {
        let (api, adaptations) = model::build_model(&self.schemas, names, self.log.clone())?;
        completeness::check(&self.whole, &api, &adaptations)?;
        Ok((api, adaptations))
    }
}

/// A generator of a client, with options.
///
/// Nested schemas are processed by recursion, so run the generator on a large [stack](stack::with_stack).
#[must_use = "a generator does nothing until `run` is called"]
pub struct Generator<'a> {
    document: &'a Document,
    names: &'a Names,
    features: Features<'a>,
    has_code: bool,
    second_reader: Option<SecondReader>,
}

impl<'a> Generator<'a> {
    /// Creates a generator of the complete client, with recorded names.
    ///
    /// The settings in `names` have to be those that were passed to [`Document::read`].
    pub fn new(document: &'a Document, names: &'a Names) -> Self {
        Self { document, names, features: Features::All, has_code: true, second_reader: SECOND_READER }
    }

    /// Generates only the items of features for which `is_on` returns `true`, and items that are always enabled.
    pub fn features(self, is_on: &'a dyn Fn(&str) -> bool) -> Self {
        Self { features: Features::On(is_on), ..self }
    }

    /// Limits the client to a size that rustc can compile at once. If the complete client is larger, only the largest
    /// tag that fits and the operations without a tag are generated.
    pub fn compilable(self) -> Self {
        Self { features: Features::Compilable, ..self }
    }

    /// Skips the generation of code, which takes most of the time. [`Generated::client`] then contains only the header
    /// of the file.
    pub fn without_code(self) -> Self {
        Self { has_code: false, ..self }
    }

    /// Generates the client.
    ///
    /// # Errors
    /// Lists the parts of the document for which no code can be generated, and the recorded names that conflict with
    /// the document. Also fails if the selected features enable more items than rustc can compile at once.
    pub fn run(self) -> Result<Generated, Diagnostics> {
        let (mut api, mut adaptations) = self.document.model(self.names)?;
        // The keys are checked with all features, and only for the client itself: models without code may have other
        // names.
        if self.has_code {
            surface::additions::check_keys(&api)?;
        }
        self.features.select(&mut api, Bound::Compiled.limit())?;
        let mut signatures = signature::signatures(&api);
        let not_read = self.second_reader.map(|read| read(&self.document.whole, &mut signatures)).transpose()?;
        let surface = PublicApi::new(&api);
        let code = if self.has_code { emit::code(&signatures, &api, &surface) } else { String::new() };
        let client = header::header(&adaptations) + &code;
        adaptations.extend(not_read.into_iter().flatten());
        Ok(Generated { api, surface, client, adaptations })
    }
}

/// Removes the parameters that the client sends by itself: the headers that `own` names, and the credentials of each
/// operation.
fn leave_out_own_parameters(whole: &mut Spec, own: &ClientSettings) {
    let carriers = own.credentials.as_ref().map(|_| schema::security::carriers(whole));
    document::client_headers::remove_parameters(whole, &own.headers, |operation| {
        carriers.as_ref().map(|carriers| carriers(operation)).unwrap_or_default()
    });
}

fn parse_document(document: &str) -> Result<Value, Diagnostics> {
    text::json::parse(document).map_err(|error| Diagnostics::single("openapi.json", format!("not JSON: {error}")))
}

/// Builds the model of a document, which is passed as text, with recorded names.
#[cfg(test)]
fn model(document: &str, names: &Names) -> Result<(Api, Vec<Adaptation>), Diagnostics> {
    Document::read(document, &names.client)?.model(names)
}

/// Builds the model of a document, which is passed as JSON, without recorded names.
#[cfg(test)]
fn model_of(root: Value) -> Result<(Api, Vec<Adaptation>), Diagnostics> {
    Document::from_root(root, &ClientSettings::default())?.model(&Names::default())
}

#[cfg(test)]
fn code(api: &Api) -> String {
    emit::code(&signature::signatures(api), api, &PublicApi::new(api))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn generated_with(names: &str, document: &str) -> Generated {
        generate(document, &Names::parse(names).expect("legal")).expect("legal")
    }

    #[test]
    fn headers_that_the_client_sends_by_itself_have_no_setters() {
        let document = r#"{ "openapi": "3.0.0", "paths": { "/a": { "get": { "operationId": "a", "parameters": [
            { "name": "X-Tenant", "in": "header", "required": true, "schema": { "type": "string" } },
            { "name": "X-Tenant", "in": "query", "schema": { "type": "string" } }
        ] } } } }"#;
        let sent = |names: &str| {
            let Generated { client, .. } = generated_with(names, document);
            ["header(\"X-Tenant\")", "query(\"X-Tenant\""].map(|place| client.contains(place))
        };
        assert_eq!(sent("{}"), [true, true]);
        assert_eq!(sent(r#"{ "client": { "headers": ["x-tenant"] } }"#), [false, true]);
    }

    #[test]
    fn client_is_generated_from_the_corrected_document() {
        let document = r##"{ "openapi": "3.0.0", "paths": { "/a/{id}": { "get": { "operationId": "a",
            "parameters": [{ "name": "id", "in": "path", "required": true, "schema": { "$ref": "#/components/schemas/Id" } }] } } },
            "components": { "schemas": { "Id": { "type": "number" } } } }"##;
        let names =
            r#"{ "client": { "corrections": { "components": { "schemas": { "Id": { "type": "integer" } } } } } }"#;
        let Generated { surface, adaptations, .. } = generated_with(names, document);
        let setter = &surface.operations["a"].setters["id"];
        assert_eq!(setter.accepts.to_string(), "i64");
        let noted = adaptations.iter().filter(|noted| noted.rule == Rule::CORRECTED).map(|noted| &*noted.place);
        assert_eq!(noted.collect::<Vec<_>>(), ["#/components/schemas/Id/type"]);
    }

    #[test]
    fn parameters_that_authenticate_their_operation_have_no_setters() {
        let places = [("header", "X-Key"), ("query", "key"), ("cookie", "sid")];
        let schemes: serde_json::Map<String, Value> = places
            .iter()
            .map(|(place, name)| {
                ((*place).to_owned(), serde_json::json!({ "type": "apiKey", "in": place, "name": name }))
            })
            .collect();
        let parameter = |(place, name): &(&str, &str)| serde_json::json!({ "name": name, "in": place });
        let parameters: Vec<Value> = places.iter().map(parameter).collect();
        // Returns how many of the three parameters have setters. `names` is the text of `names.json`. The other
        // arguments are the security requirements of the document and of the operation.
        let arguments = |names: &str, of_document: Option<Value>, of_operation: Option<Value>| {
            let mut document = serde_json::json!({ "openapi": "3.0.0", "components": { "securitySchemes": schemes },
                "paths": { "/a": { "get": { "operationId": "a", "parameters": parameters } } } });
            of_document.into_iter().for_each(|security| document["security"] = security);
            of_operation.into_iter().for_each(|security| document["paths"]["/a"]["get"]["security"] = security);
            generated_with(names, &document.to_string()).api.operations[0].parameters.len()
        };
        let on = r#"{ "client": { "credentials": {} } }"#;
        let of = |names: &[&str]| {
            let alternatives = names.iter().map(|name| serde_json::json!({ *name: [] }));
            Some(Value::from_iter(alternatives))
        };
        assert_eq!(arguments("{}", None, None), 3);
        // Without any security requirements, the client sends all credentials that are set. None of the three
        // parameters then has a setter.
        assert_eq!(arguments(on, None, None), 0);
        assert_eq!(arguments(on, of(&["query"]), None), 2);
        assert_eq!(arguments(on, of(&["query"]), of(&["header", "cookie"])), 1);
        assert_eq!(arguments(on, of(&["query"]), of(&[])), 3);
        assert_eq!(arguments(on, None, of(&["gone"])), 3);
    }

    #[test]
    fn generated_methods_avoid_the_names_of_handwritten_ones() {
        let document = r#"{ "openapi": "3.0.0", "paths": { "/a": { "get": { "operationId": "fromEnv", "tags": ["With A"] } },
            "/b": { "get": { "operationId": "withB", "tags": ["with b"] } } } }"#;
        let methods = |names: &str| {
            let Api { operations, groups, .. } = generated_with(names, document).api;
            let operations = operations.into_iter().map(|operation| operation.name);
            operations.chain(groups.into_iter().map(|group| group.name)).collect::<Vec<_>>()
        };
        assert_eq!(methods("{}"), ["from_env", "with_b", "with_a", "with_b_operations"]);
        let names = r#"{ "client": { "methods": ["from_env", "with_a", "with_b", "with_b_operations"] } }"#;
        assert_eq!(methods(names), ["from_env_op2", "with_b_op2", "with_a_operations", "with_b2"]);
    }

    #[cfg(feature = "progenitor")]
    #[test]
    fn client_code_is_the_same_with_and_without_progenitor() {
        for package in ["", "tests/kitchen-sink/"] {
            let file = |name: &str| {
                let path = format!("{}/../../{package}{name}", env!("CARGO_MANIFEST_DIR"));
                std::fs::read_to_string(path).expect("should be there")
            };
            let document = file("openapi.json");
            let names = Names::parse(&file("names.json")).expect("legal").for_document(&document);
            let document = Document::read(&document, &names.client).expect("legal");
            let with = Generator::new(&document, &names);
            let without = Generator { second_reader: None, ..Generator::new(&document, &names) };
            let [with, without] = [with, without].map(|generator| generator.run().expect("legal"));
            assert!(with.client == without.client, "{package}");
            let not_read = with.adaptations.len() - without.adaptations.len();
            assert!(not_read * 10 < with.api.operations.len(), "{:?}", with.adaptations);
        }
    }
}
