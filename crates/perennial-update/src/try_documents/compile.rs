//! Compiles the clients of documents that were drawn, one after another in one package below the target folder.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
    process::Stdio,
    time::Instant,
};

use anyhow::{Context as _, Result};
use serde_json::Value;

use super::{
    arguments::Arguments,
    found::File,
    outcome::{Compiled, Outcome, Taken, Tried},
    process,
};
use crate::cargo;

/// How many errors are told of each client.
const ERRORS: usize = 5;

/// The package without a word of a service.
const LIB: &str = "\
//! The client of a document that is tried.
#![allow(
    confusable_idents,
    mixed_script_confusables,
    uncommon_codepoints,
    reason = \"the document decides in which scripts names are\"
)]

// What only some clients use, and names that are nearly the document's.
#[allow(deprecated, dead_code, missing_docs, nonstandard_style, unexpected_cfgs)]
mod generated;

static SERVICE: perennial::Service = perennial::Service::new(env!(\"CARGO_PKG_NAME\"), env!(\"CARGO_PKG_VERSION\"));

pub use generated::{Client, ClientBuilder, builder, operation, operations, servers, tags, types};
pub use perennial::*;
";

/// Compiles the drawn ones of the documents that were taken, in `place`, and adds what the compiler said.
///
/// # Errors
/// Files that cannot be written, and a cargo that cannot be run.
pub fn run(
    tried: &mut [Tried],
    files: &[File],
    place: &Place,
    arguments: &Arguments,
    each: impl Fn(&Path),
) -> Result<()> {
    let drawn = drawn(tried, files, arguments);
    for document in tried.iter_mut().filter(|document| drawn.contains(&document.path)) {
        each(&document.path);
        let Outcome::Taken(taken) = &document.outcome else { continue };
        document.compiled = Some(place.compiled(&document.path, taken, arguments)?);
    }
    Ok(())
}

/// The documents that are compiled: one of each provider, in the order of a hash with the seed.
fn drawn(tried: &[Tried], files: &[File], arguments: &Arguments) -> BTreeSet<PathBuf> {
    let is_taken: BTreeSet<&Path> =
        tried.iter().filter(|it| matches!(it.outcome, Outcome::Taken(_))).map(|it| &*it.path).collect();
    let mut of_providers = BTreeMap::new();
    for file in files.iter().filter(|file| is_taken.contains(&*file.path)) {
        let order = hash(arguments.seed, &file.path.to_string_lossy());
        let drawn = of_providers.entry(&file.provider).or_insert((order, &file.path));
        *drawn = (order, &file.path).min(*drawn);
    }
    let mut drawn = Vec::from_iter(
        of_providers
            .into_iter()
            .map(|(provider, (_, path))| (hash(arguments.seed, &provider.to_string_lossy()), path.clone())),
    );
    drawn.sort();
    drawn.into_iter().take(arguments.compile).map(|(_, path)| path).collect()
}

/// FNV-1a, which is the same everywhere and for ever.
fn hash(seed: u64, text: &str) -> u64 {
    let bytes = seed.to_le_bytes().into_iter().chain(text.bytes());
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// Where clients are compiled.
#[derive(Debug)]
pub struct Place {
    folder: PathBuf,
    target: PathBuf,
    runtime: PathBuf,
}

impl Place {
    /// Below the target folder of the workspace that this is run in, with its runtime and its lock file.
    ///
    /// # Errors
    /// A workspace without the runtime, and files that cannot be written.
    pub fn find() -> Result<Self> {
        let output = cargo::command().args(["metadata", "--format-version", "1"]).stderr(Stdio::inherit()).output()?;
        let metadata: Value = serde_json::from_slice(&output.stdout).context("cargo finds no workspace here")?;
        let path = |value: &Value| value.as_str().map(PathBuf::from);
        let mut packages = metadata["packages"].as_array().into_iter().flatten();
        let runtime = packages.find(|package| package["name"] == "perennial");
        let runtime = runtime.and_then(|package| path(&package["manifest_path"])?.parent().map(Path::to_owned));
        let runtime =
            runtime.context("the workspace does not depend on `perennial`, which clients are compiled with")?;
        let target = path(&metadata["target_directory"]).context("cargo tells of no target folder")?;
        let folder = target.join("try");
        fs::create_dir_all(folder.join("src"))?;
        fs::write(folder.join("src/lib.rs"), LIB)?;
        if let Some(root) = path(&metadata["workspace_root"])
            && root.join("Cargo.lock").is_file()
        {
            fs::copy(root.join("Cargo.lock"), folder.join("Cargo.lock"))?;
        }
        Ok(Self { folder, target, runtime })
    }

    /// Compiles the `whole` client of a document, or as much of it as rustc takes at once.
    fn compiled(&self, document: &Path, whole: &Taken, arguments: &Arguments) -> Result<Compiled> {
        let client = self.folder.join("src/generated.rs");
        let (outcome, _) = process::outcome(document, arguments.bounds, Some(&client))?;
        let taken = match outcome {
            Outcome::Taken(taken) => taken,
            Outcome::Refused(refusals) => {
                return Ok(none(refusals.into_iter().map(|refusal| refusal.reason).collect()));
            }
            Outcome::Other => return Ok(none(vec!["the document was taken, and now is none".to_owned()])),
        };
        fs::write(self.folder.join("Cargo.toml"), manifest(&self.runtime, &taken.features))?;
        let begun = Instant::now();
        let mut command = cargo::command();
        command.current_dir(&self.folder).args([
            "check",
            "--quiet",
            "--message-format=json",
            "--features=all-tags",
            "--target-dir",
        ]);
        let output = command.arg(&self.target).stdin(Stdio::null()).output().context("cargo cannot be run")?;
        let [mut warnings, mut errors] = [Vec::new(), Vec::new()];
        for line in String::from_utf8_lossy(&output.stdout).lines() {
            let line: Value = serde_json::from_str(line).unwrap_or_default();
            let (level, text) = (&line["message"]["level"], line["message"]["message"].as_str().unwrap_or_default());
            if line["reason"] != "compiler-message" || line["target"]["name"] != "tried" {
                continue;
            }
            let at = line["message"]["spans"][0]["line_start"].as_u64();
            let told = at.map_or(text.to_owned(), |at| format!("line {at}: {text}"));
            if level == "warning" { warnings.push(told) } else { errors.push(told) }
        }
        if !output.status.success() && errors.is_empty() {
            errors.extend(String::from_utf8_lossy(&output.stderr).lines().take(ERRORS).map(str::to_owned));
        }
        errors.truncate(ERRORS);
        let only = (taken.features != whole.features).then_some(taken.features);
        let (succeeded, seconds) = (output.status.success(), begun.elapsed().as_secs_f64());
        Ok(Compiled { succeeded, only, warnings, errors, seconds })
    }
}

/// No client, for these reasons.
fn none(errors: Vec<String>) -> Compiled {
    Compiled { succeeded: false, only: None, warnings: Vec::new(), errors, seconds: 0.0 }
}

/// A package with the features of these tags, in a workspace of its own.
fn manifest(runtime: &Path, tags: &[String]) -> String {
    let mut manifest = toml_edit::DocumentMut::new();
    for (key, value) in [("name", "tried"), ("version", "0.0.0"), ("edition", "2024")] {
        manifest["package"][key] = toml_edit::value(value);
    }
    manifest["workspace"] = toml_edit::table();
    manifest["dependencies"]["perennial"]["path"] = toml_edit::value(runtime.to_string_lossy().as_ref());
    manifest["features"]["all-tags"] = toml_edit::value(toml_edit::Array::from_iter(tags));
    for name in tags.iter().map(String::as_str).chain(["mock", "rate-limit"]) {
        manifest["features"][name] = toml_edit::value(toml_edit::Array::new());
    }
    manifest.to_string()
}
