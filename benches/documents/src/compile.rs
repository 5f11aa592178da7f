//! Compiles the clients generated from documents that are chosen at random, one after another, in one package below the
//! target folder.

use std::{
    collections::{BTreeMap, BTreeSet},
    env, fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    time::Instant,
};

use anyhow::{Context as _, Result};
use indicatif::ProgressBar;
use perennial_codegen::text::printable::printable;
use perennial_update::try_documents::{ClientSummary, TrialOutcome, TriedDocument};
use serde::Serialize;
use serde_json::Value;

use crate::{arguments::Arguments, found::File, process, summary::Summary};

const REPOSITORY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// For each client, at most this many errors and this many warnings are reported.
const MOST: usize = 5;

/// The root module of the package, which includes the generated code.
const LIB: &str = "//! The client of a document that is tried.
#![allow(
    confusable_idents,
    mixed_script_confusables,
    uncommon_codepoints,
    reason = \"the document decides in which scripts names are\"
)]

// Some clients leave code unused, and names follow the document. The code itself allows more, which is removed from it.
#[allow(deprecated, dead_code, missing_docs, nonstandard_style, unexpected_cfgs)]
mod generated;

static SERVICE: perennial::Service = perennial::Service::new(env!(\"CARGO_PKG_NAME\"), env!(\"CARGO_PKG_VERSION\"));

pub use generated::{Client, ClientBuilder, builder, operation, operations, servers, tags, types};
pub use perennial::*;
";

#[derive(Debug, Serialize)]
pub struct Compiled {
    pub succeeded: bool,
    /// The features of the compiled tags, if rustc cannot compile all tags at once.
    #[serde(skip_serializing_if = "Option::is_none")]
    only: Option<Vec<String>>,
    /// All warnings. Unlike `errors`, the list is not shortened.
    pub warnings: Vec<String>,
    /// The first errors, at most [`MOST`].
    errors: Vec<String>,
    seconds: f64,
}

/// Compiles the clients generated from the chosen documents, and returns the results by the path of the document.
pub fn run(
    tried: &[TriedDocument],
    files: &[File],
    arguments: &Arguments,
    progress: &ProgressBar,
) -> Result<BTreeMap<PathBuf, Compiled>> {
    let mut compiled = BTreeMap::new();
    if arguments.compile == 0 {
        return Ok(compiled);
    }
    let build_folder = BuildFolder::new()?;
    let drawn = draw(tried, files, arguments);
    for document in tried.iter().filter(|document| drawn.contains(&document.path)) {
        progress.set_message(format!("compiling {}", document.path.display()));
        let TrialOutcome::Accepted(client) = &document.outcome else { continue };
        compiled.insert(document.path.clone(), build_folder.compiled(&document.path, client, arguments)?);
    }
    Ok(compiled)
}

/// Returns the text report. The results of the compilations are inserted before its last line.
pub fn with_lines(summary: &Summary, each: &BTreeMap<PathBuf, Compiled>) -> String {
    let text = summary.text();
    let Some((before, last)) = text.rsplit_once("\n\n").filter(|_| !each.is_empty()) else { return text };
    let Summary { compile, compiled, warnings, .. } = summary;
    let mut lines = vec![format!("{compile} of {compiled} compiled clients compile, {warnings} warnings")];
    for document in &summary.each {
        let Some(compiled) = each.get(&document.path) else { continue };
        let result = if compiled.succeeded { "compiles" } else { "does not compile" };
        lines.push(format!("  {} {result} ({:.1} s)", document.path.display(), compiled.seconds));
        if let Some(only) = &compiled.only {
            let tags = if only.is_empty() {
                "only the operations without a tag".to_owned()
            } else {
                format!("`{}`", only.join("`, `"))
            };
            lines.push(format!("      only {tags}: all tags are more than rustc takes at once"));
        }
        lines.extend(compiled.errors.iter().map(|error| format!("      error: {error}")));
        lines.extend(compiled.warnings.iter().take(MOST).map(|warning| format!("      warning: {warning}")));
    }
    let lines: String = lines.iter().map(|line| printable(line) + "\n").collect();
    format!("{before}\n\n{lines}\n{last}")
}

/// Chooses the documents to compile: at most one per provider. Providers are chosen by the hash of the seed and the
/// provider. A provider's document is chosen by the hash of the seed and the path.
fn draw(tried: &[TriedDocument], files: &[File], arguments: &Arguments) -> BTreeSet<PathBuf> {
    let is_accepted: BTreeSet<&Path> =
        tried.iter().filter(|it| matches!(it.outcome, TrialOutcome::Accepted(_))).map(|it| &*it.path).collect();
    let mut of_providers = BTreeMap::new();
    for file in files.iter().filter(|file| is_accepted.contains(&*file.path)) {
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

/// Returns the FNV-1a hash of a string, which is the same on each machine and with each version of Rust.
fn hash(seed: u64, text: &str) -> u64 {
    let bytes = seed.to_le_bytes().into_iter().chain(text.bytes());
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// The folder with the package in which clients are compiled, and the target folder of cargo.
#[derive(Debug)]
struct BuildFolder {
    folder: PathBuf,
    target: PathBuf,
}

impl BuildFolder {
    /// Creates the package below the target folder of this repository, with a copy of the repository's lock file.
    ///
    /// # Errors
    /// Returns an error if a file cannot be written.
    fn new() -> Result<Self> {
        let target =
            env::var_os("CARGO_TARGET_DIR").map_or_else(|| Path::new(REPOSITORY).join("target"), PathBuf::from);
        let target = std::path::absolute(target)?;
        let folder = target.join("try");
        fs::create_dir_all(folder.join("src"))?;
        fs::write(folder.join("src/lib.rs"), LIB)?;
        fs::copy(Path::new(REPOSITORY).join("Cargo.lock"), folder.join("Cargo.lock"))?;
        Ok(Self { folder, target })
    }

    /// Compiles the client generated from `document`. If it is too large for rustc, compiles only as many of its tags
    /// as rustc can compile at once. `complete` describes the client with all tags.
    fn compiled(&self, document: &Path, complete: &ClientSummary, arguments: &Arguments) -> Result<Compiled> {
        let client = self.folder.join("src/generated.rs");
        let (outcome, _) = process::outcome(document, arguments.bounds, Some(&client))?;
        let summary = match outcome {
            TrialOutcome::Accepted(summary) => summary,
            TrialOutcome::Refused(refusals) => {
                return Ok(not_generated(refusals.into_iter().map(|refusal| refusal.reason).collect()));
            }
            TrialOutcome::Other => {
                return Ok(not_generated(vec!["the document was accepted, but is not a document now".to_owned()]));
            }
        };
        remove_allowed_lints(&client)?;
        fs::write(self.folder.join("Cargo.toml"), manifest(&summary.features))?;
        let start = Instant::now();
        let mut command = cargo();
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
            let message = at.map_or(text.to_owned(), |at| format!("line {at}: {text}"));
            if level == "warning" { warnings.push(message) } else { errors.push(message) }
        }
        if !output.status.success() && errors.is_empty() {
            errors.extend(String::from_utf8_lossy(&output.stderr).lines().take(MOST).map(str::to_owned));
        }
        errors.truncate(MOST);
        let only = (summary.features != complete.features).then_some(summary.features);
        let (succeeded, seconds) = (output.status.success(), start.elapsed().as_secs_f64());
        Ok(Compiled { succeeded, only, warnings, errors, seconds })
    }
}

/// Removes the `#![allow(…)]` attribute from generated code, so that rustc reports all warnings.
fn remove_allowed_lints(client: &Path) -> Result<()> {
    let code = fs::read_to_string(client)?;
    let (before, after) = code.split_once("#![allow(").context("the code has no list of allowed lints")?;
    let (_, after) = after.split_once('\n').unwrap_or_default();
    Ok(fs::write(client, before.to_owned() + after)?)
}

/// Creates a cargo command without the variables that `cargo run` sets for this package. Otherwise, build scripts that
/// read these variables would run again.
fn cargo() -> Command {
    let mut command = Command::new(env!("CARGO"));
    for (name, _) in env::vars_os() {
        let name = name.to_string_lossy().into_owned();
        if name.starts_with("CARGO_PKG_") || name.starts_with("CARGO_MANIFEST_") {
            command.env_remove(name);
        }
    }
    command
}

fn not_generated(errors: Vec<String>) -> Compiled {
    Compiled { succeeded: false, only: None, warnings: Vec::new(), errors, seconds: 0.0 }
}

/// Returns the manifest of the package, with a feature for each tag. The package is a workspace of its own, so that
/// cargo does not look for it in the workspace of this repository.
fn manifest(tags: &[String]) -> String {
    let mut manifest = toml_edit::DocumentMut::new();
    for (key, value) in [("name", "tried"), ("version", "0.0.0"), ("edition", "2024")] {
        manifest["package"][key] = toml_edit::value(value);
    }
    manifest["workspace"] = toml_edit::table();
    manifest["dependencies"]["perennial"]["path"] = toml_edit::value(format!("{REPOSITORY}/crates/perennial"));
    manifest["features"]["all-tags"] = toml_edit::value(toml_edit::Array::from_iter(tags));
    for name in tags.iter().map(String::as_str).chain(["mock", "rate-limit"]) {
        manifest["features"][name] = toml_edit::value(toml_edit::Array::new());
    }
    manifest.to_string()
}
