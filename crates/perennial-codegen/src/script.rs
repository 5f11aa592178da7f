//! The build script of a client. It reads `openapi.json` and `names.json`, and writes `client.rs` and `generated.rs` to
//! `$OUT_DIR`.

use std::{env, error::Error, fs, path::Path, process::ExitCode};

use crate::{
    Document, Generator,
    api::{self, Api},
    bounds::Bound,
    diagnostics::Diagnostics,
    input,
    model::weight,
    names::{
        check::feature_variable,
        file::{FILE, Names},
    },
    stack,
};

/// The contents of `generated.rs`, which `src/lib.rs` includes. It declares `client.rs` as a module, because rustc's
/// messages, backtraces and documentation would not refer to lines of an included file.
const MODULE: &str = "#[path = \"client.rs\"]\nmod generated;\n";

/// Generates the client of a package.
///
/// Call this function in the package's build script. Add `include!(concat!(env!("OUT_DIR"), "/generated.rs"));` to
/// `src/lib.rs`, which declares the module `generated`.
///
/// ```no_run
/// fn main() -> std::process::ExitCode {
///     perennial_codegen::build()
/// }
/// ```
pub fn build() -> ExitCode {
    println!("cargo::rerun-if-changed=openapi.json");
    println!("cargo::rerun-if-changed=names.json");
    println!("cargo::rerun-if-changed=build.rs");
    match generate() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            for line in error.to_string().lines() {
                println!("cargo::error=no client can be generated from openapi.json: {line}");
            }
            ExitCode::FAILURE
        }
    }
}

fn generate() -> Result<(), Box<dyn Error>> {
    let document = input::read_text(Path::new("openapi.json"))?
        .ok_or("the file does not exist: restore it from version control")?;
    let names = Names::read_file(Path::new(FILE))?.unwrap_or_default();
    let is_on = |feature: &str| env::var_os(format!("CARGO_FEATURE_{}", feature_variable(feature))).is_some();
    let names = names.for_document(&document);
    let generate = || Generator::new(&Document::read(&document, &names.client)?, &names).features(&is_on).run();
    let generated = stack::with_stack(generate)??;
    let directory = env::var_os("OUT_DIR").ok_or("OUT_DIR is not set: run the build script with cargo")?;
    let directory = Path::new(&directory);
    fs::write(directory.join("client.rs"), generated.client)?;
    Ok(fs::write(directory.join("generated.rs"), MODULE)?)
}

pub enum Features<'a> {
    /// All features, even if they enable more than rustc can compile at once.
    All,
    /// The features for which the function returns `true`. Code for other features is not generated, because rustc
    /// would spend time on it for nothing.
    On(&'a dyn Fn(&str) -> bool),
    /// The feature that [`largest`] returns, so that rustc can compile the client at once.
    Compilable,
}

impl Features<'_> {
    /// Removes the operations and types from `api` that the selected features do not enable.
    ///
    /// # Errors
    /// Fails if the remaining items exceed `limit`, the size that rustc can compile at once. The error lists the sizes
    /// of the enabled features, and suggests a feature within the limit.
    pub fn select(&self, api: &mut Api, limit: usize) -> Result<(), Diagnostics> {
        match self {
            Self::All => Ok(()),
            Self::On(is_on) => select(api, limit, is_on),
            Self::Compilable => match largest(api, limit).map(str::to_owned).as_deref() {
                Some(api::ALL) => Ok(()),
                largest => select(api, limit, &|feature| Some(feature) == largest),
            },
        }
    }
}

fn select(api: &mut Api, limit: usize, is_on: &dyn Fn(&str) -> bool) -> Result<(), Diagnostics> {
    let sizes = if weight::weight(api) > limit { describe_sizes(api, limit, is_on) } else { String::new() };
    api.select(is_on);
    if weight::weight(api) <= limit {
        return Ok(());
    }
    let exceeded = Bound::Compiled.diagnostic_at("openapi.json");
    Err(Diagnostics::single(exceeded.place, format!("{} ({sizes})", exceeded.reason)))
}

/// Creates a message that lists the sizes of the enabled features and suggests the largest feature within `limit`.
fn describe_sizes(api: &Api, limit: usize, is_on: &dyn Fn(&str) -> bool) -> String {
    /// The maximum number of features in the message. It omits the smallest ones, because disabling them would help
    /// little.
    const LISTED: usize = 20;
    let weights = weight::by_feature(api);
    let on = weights.iter().filter(|(feature, _)| is_on(feature)).take(LISTED);
    let mut sizes: Vec<String> = on.map(|(feature, weight)| format!("`{feature}` enables {weight}")).collect();
    let fits = weights.iter().find(|(_, weight)| *weight <= limit);
    sizes.extend(fits.map(|(feature, weight)| {
        format!(
            "`features = [\"generate\", \"rustls\", {feature:?}]` enables {weight} and the operations without a tag"
        )
    }));
    sizes.join(", ")
}

/// Returns the feature of all tags if the complete client is within `limit`. Otherwise, returns the feature of the
/// largest tag within `limit`. Returns `None` if even the smallest tag exceeds `limit`.
pub fn largest(api: &Api, limit: usize) -> Option<&str> {
    if weight::weight(api) <= limit {
        return Some(api::ALL);
    }
    weight::by_feature(api).into_iter().find(|(_, weight)| *weight <= limit).map(|(feature, _)| feature)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn api() -> Api {
        let document = r#"{ "openapi": "3.0.0", "paths": {
            "/a": { "get": { "tags": ["One"] } }, "/b": { "get": { "tags": ["Two"] }, "put": { "tags": ["Two"] } } } }"#;
        crate::model(document, &Names::default()).expect("legal").0
    }

    #[test]
    fn reports_feature_sizes_if_the_enabled_features_are_too_large() {
        let with = |limit, on: &[&str]| {
            let mut api = api();
            let selected = Features::On(&|feature| on.contains(&feature)).select(&mut api, limit);
            selected.map(|()| api.operations.len()).map_err(|error| error.to_string())
        };
        assert_eq!([with(33, &["one", "two"]), with(33, &["one"]), with(32, &["one"])], [Ok(3), Ok(1), Ok(1)]);
        assert_eq!(with(33, &[]), Ok(0));
        let refused = with(20, &["two"]).expect_err("should be refused");
        let choice = "`features = [\"generate\", \"rustls\", \"one\"]` enables 11 and the operations without a tag";
        assert!(refused.ends_with(&format!("(`two` enables 22, {choice})")), "{refused}");
    }

    #[test]
    fn selects_the_largest_tag_that_fits_if_all_tags_are_too_large() {
        let left = |limit| {
            let mut api = api();
            let selected = Features::Compilable.select(&mut api, limit);
            selected.map(|()| api.groups.into_iter().map(|group| group.feature).collect())
        };
        let features = |limit| left(limit).map(|features: Vec<String>| features.join(" "));
        assert_eq!([features(33), features(32), features(21)], ["one two", "two", "one"].map(|of| Ok(of.to_owned())));
        assert!(features(10).is_ok_and(|none| none.is_empty()));
    }
}
