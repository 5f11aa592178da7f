//! From the vendored `openapi.json` to Rust.
//!
//! ```text
//! openapi.json ─▶ document ─▶ schema ─▶ model ─▶ progenitor ─▶ emit ─▶ client.rs
//! (as served)     whole       typed     Api      signatures    the finished code
//!                 operations
//! ```
//!
//! The build script of `monitoring-service` calls [`main`]; `cargo xtask update-spec` generates a document that it has
//! just fetched, before that replaces the vendored one. This crate is made for these two: anything in it may change in
//! any version, and `monitoring-service` depends on exactly one.

pub mod adaptation;
pub mod api;
mod bounds;
mod cycles;
pub mod diagnostics;
mod document;
mod emit;
mod header;
mod log;
mod model;
pub mod names;
mod progenitor;
pub mod recursion;
pub mod rust_type;
mod schema;
mod script;
pub mod stack;
pub mod text;

use adaptation::Adaptation;
use api::Api;
use diagnostics::Diagnostics;
pub use emit::Code;
pub use model::rate_limit::stated as stated_rate_limit;
use names::file::Names;
pub use script::main;

/// What one document becomes.
#[derive(Debug)]
pub struct Generated {
    /// The text of `client.rs`: operations, builders and types.
    pub client: String,
    /// What had to be adapted so that the client could be generated, in the order of the stages.
    pub adaptations: Vec<Adaptation>,
}

/// Turns the text of an OpenAPI 3.0 document into Rust code with the recorded names, in which former ones stay as
/// deprecated. The code does not depend on features: its items do.
///
/// # Errors
/// Everything in the document that cannot be generated, each with its reason, and each recorded name that does not fit.
pub fn generate(document: &str, names: &Names) -> Result<Generated, Diagnostics> {
    stack::with_stack(|| {
        let (api, adaptations) = model(document, names)?;
        Ok(Generated { client: client_rs(&code(&api)?, &adaptations), adaptations })
    })?
}

/// The model of the text of an OpenAPI 3.0 document with the recorded names, and what had to be adapted.
///
/// # Errors
/// Everything in the document that has no place in the model, and each recorded name that does not fit.
pub fn model(document: &str, names: &Names) -> Result<(Api, Vec<Adaptation>), Diagnostics> {
    named_model(parsed(document)?, names)
}

/// The text of a document as JSON, each part of an operation in its place: what the model leaves out can be read there.
///
/// # Errors
/// A document that cannot be read, or has operations that are not whole.
pub fn whole(document: &str) -> Result<serde_json::Value, Diagnostics> {
    Ok(document::whole(parsed(document)?)?.root)
}

fn parsed(document: &str) -> Result<serde_json::Value, Diagnostics> {
    text::json::parse(document).map_err(|error| Diagnostics::one("openapi.json", format!("not JSON: {error}")))
}

/// [`model`] of a document that is parsed already.
fn named_model(root: serde_json::Value, names: &Names) -> Result<(Api, Vec<Adaptation>), Diagnostics> {
    let (document, log) = schema::settle(document::whole(root)?)?;
    model::make(document, names, log)
}

/// [`named_model`] without recorded names.
#[cfg(test)]
fn model_of(root: serde_json::Value) -> Result<(Api, Vec<Adaptation>), Diagnostics> {
    named_model(root, &Names::default())
}

/// The code of an API.
///
/// # Errors
/// What keeps the code from being generated. That each part of a model can be generated does not mean that the whole
/// can.
pub fn code(api: &Api) -> Result<Code, Diagnostics> {
    emit::code(&progenitor::signatures(api)?, api)
}

/// The text of `client.rs`: all of the file.
pub fn client_rs(code: &Code, adaptations: &[Adaptation]) -> String {
    header::header(adaptations) + &code.to_string()
}
