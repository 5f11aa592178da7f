//! From the vendored `openapi.json` to Rust: adapt, generate, finish.
//!
//! ```text
//! openapi.json ──adapt──▶ openapiv3::OpenAPI ──progenitor──▶ tokens ──finish──▶ client.rs
//! ```
//!
//! `build.rs` runs this at build time; `cargo xtask update-spec` runs the same files over a document that it
//! has just fetched, before that document is let into the tree.

pub mod adapt;
pub mod finish;
pub mod generate;
pub mod json;
pub mod model;
pub mod naming;
pub mod printable;
pub mod problem;
pub mod rate_limit;
pub mod rust_type;
pub mod schema;
#[allow(dead_code)] // Only build scripts call it.
pub mod script;
pub mod spec;

use std::thread;

use problem::Problems;
use spec::Adaptation;

/// The stack of the thread that generates. What is nested in a document is walked by recursion, and callers differ in
/// what they have: 8 MiB on the main thread of a build script, 2 MiB on other threads, 1 MiB on Windows.
pub const STACK_SIZE: usize = 64 * 1024 * 1024;

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
    with_stack(|| generate(document))?
}

/// Runs `work` on a thread with a stack of [`STACK_SIZE`].
///
/// # Errors
/// A panic of `work`, and a thread that cannot be started.
pub fn with_stack<T: Send>(work: impl FnOnce() -> T + Send) -> Result<T, Problems> {
    thread::scope(|scope| {
        let thread = thread::Builder::new().stack_size(STACK_SIZE).spawn_scoped(scope, work);
        let thread = thread.map_err(|error| Problems::one("generator", format!("cannot be started: {error}")))?;
        thread.join().map_err(|payload| {
            let message = payload.downcast_ref::<String>().map(String::as_str);
            let message = message.or(payload.downcast_ref::<&str>().copied()).unwrap_or("no reason given");
            Problems::one("generator", format!("panicked, which is a defect of it: {message}"))
        })
    })
}

fn generate(document: &str) -> Result<Output, Problems> {
    let root = json::parse(document).map_err(|error| Problems::one("openapi.json", format!("not JSON: {error}")))?;
    let adapted = adapt::run(root)?;
    let tokens = generate::run(&adapted.document).map_err(|problems| adapted.in_its_own_names(problems))?;
    let client = finish::run(tokens, &adapted)?;
    Ok(Output { client, adaptations: adapted.adaptations })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_while_generating_is_an_ordinary_problem() {
        let problems = with_stack(|| panic!("of {}", 1)).expect_err("should be a problem");
        assert_eq!(problems.to_string(), "generator: panicked, which is a defect of it: of 1");
    }

    #[test]
    fn deep_recursion_fits_on_the_stack_of_the_generator() {
        fn sum(depth: u64) -> u64 {
            let frame = std::hint::black_box([depth; 128]);
            if depth == 0 { 0 } else { sum(depth - 1) + frame[0].min(1) }
        }
        assert_eq!(with_stack(|| sum(20_000)), Ok(20_000));
    }
}
