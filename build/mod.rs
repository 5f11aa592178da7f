//! From the vendored `openapi.json` to Rust: adapt, generate, finish.
//!
//! ```text
//! openapi.json ──adapt──▶ openapiv3::OpenAPI ──progenitor──▶ tokens ──finish──▶ client.rs
//! ```
//!
//! `build.rs` runs this at build time; `cargo xtask update-spec` runs the same files over a document that it
//! has just fetched, before that document is let into the tree.

pub mod adapt;
pub mod bounds;
pub mod finish;
pub mod generate;
pub mod model;
pub mod naming;
pub mod problem;
pub mod rate_limit;
pub mod rust_type;
pub mod schema;
#[allow(dead_code)] // Only build scripts call it.
pub mod script;
pub mod spec;

use problem::Problems;
use spec::Adaptation;

/// What one document becomes.
#[derive(Debug)]
pub struct Output {
    /// The client: operations, builders and types.
    pub client: String,
    /// What had to be adapted so that the document could be generated, in the order of the passes.
    #[cfg_attr(not(test), allow(dead_code))]
    pub adaptations: Vec<Adaptation>,
}

/// Turns the text of an OpenAPI 3.0 document into Rust code.
///
/// # Errors
/// Every operation or schema that cannot be generated, each with its reason.
pub fn run(document: &str) -> Result<Output, Problems> {
    let root =
        serde_json::from_str(document).map_err(|error| Problems::one("openapi.json", format!("not JSON: {error}")))?;
    let adapted = adapt::run(root)?;
    let tokens = generate::run(&adapted.document).map_err(|problems| adapted.in_its_own_names(problems))?;
    let client = finish::run(tokens, &adapted)?;
    Ok(Output { client, adaptations: adapted.adaptations })
}
