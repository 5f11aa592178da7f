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
use names::former::FormerNames;
pub use script::main;

/// What one document becomes.
#[derive(Debug)]
pub struct Generated {
    /// The text of `client.rs`: operations, builders and types.
    pub client: String,
    /// What had to be adapted so that the client could be generated, in the order of the stages.
    pub adaptations: Vec<Adaptation>,
}

/// Turns the text of an OpenAPI 3.0 document into Rust code, in which the former names stay as deprecated. The code does
/// not depend on features: its items do.
///
/// # Errors
/// Everything in the document that cannot be generated, each with its reason, and each former name that does not fit.
pub fn generate(document: &str, former: &FormerNames) -> Result<Generated, Diagnostics> {
    stack::with_stack(|| {
        let (api, adaptations) = model(document)?;
        former.check(&api)?;
        Ok(Generated { client: client_rs(&code(&api, former)?, &adaptations), adaptations })
    })?
}

/// The model of the text of an OpenAPI 3.0 document, and what had to be adapted.
///
/// # Errors
/// Everything in the document that has no place in the model.
pub fn model(document: &str) -> Result<(Api, Vec<Adaptation>), Diagnostics> {
    let root =
        text::json::parse(document).map_err(|error| Diagnostics::one("openapi.json", format!("not JSON: {error}")))?;
    model_of(root)
}

/// [`model`] of a document that is parsed already.
fn model_of(root: serde_json::Value) -> Result<(Api, Vec<Adaptation>), Diagnostics> {
    let (document, log) = schema::settle(document::whole(root)?)?;
    model::make(document, log)
}

/// The code of an API with former names that fit it.
///
/// # Errors
/// What keeps the code from being generated. That each part of a model can be generated does not mean that the whole
/// can.
pub fn code(api: &Api, former: &FormerNames) -> Result<Code, Diagnostics> {
    emit::code(&progenitor::signatures(api)?, api, former)
}

/// The text of `client.rs`: all of the file.
pub fn client_rs(code: &Code, adaptations: &[Adaptation]) -> String {
    header::header(adaptations) + &code.to_string()
}
