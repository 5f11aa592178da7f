//! Prints a program that uses each item of a crate's public API, but for those that are generated from the document:
//! `public-items JSON...`, where each `JSON` is what rustdoc writes about a crate: first that one, then those whose items
//! it exports as its own.

mod paths;
mod program;
mod rust;

use std::{env, fs, path::Path, process::ExitCode};

use anyhow::{Context as _, Result, ensure};
use rustdoc_types::{Crate, FORMAT_VERSION};

fn main() -> ExitCode {
    match program() {
        Ok(program) => {
            print!("{program}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn program() -> Result<String> {
    let paths: Vec<_> = env::args_os().skip(1).collect();
    ensure!(!paths.is_empty(), "usage: public-items JSON...");
    let crates = paths.iter().map(|path| docs(Path::new(path))).collect::<Result<Vec<Crate>>>()?;
    program::of(&crates)
}

fn docs(path: &Path) -> Result<Crate> {
    let json = fs::read(path).with_context(|| format!("{} cannot be read", path.display()))?;
    let docs: Crate = serde_json::from_slice(&json).context("the documentation has another format")?;
    let version = docs.format_version;
    ensure!(
        version == FORMAT_VERSION,
        "the documentation has format {version}, and rustdoc-types knows {FORMAT_VERSION}"
    );
    Ok(docs)
}
