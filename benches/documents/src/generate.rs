//! Writes the files that the package of a client needs.

use std::{collections::BTreeSet, fs, process::ExitCode};

use anyhow::Result;
use perennial_codegen::names::file::Names;

use crate::arguments::{Generate, Generator};

/// Runs the command `generate`.
///
/// # Errors
/// Returns an error if the document cannot be read, if no client can be generated from it, or if a file cannot be
/// written.
pub fn run(Generate { generator, document, folder }: &Generate) -> Result<ExitCode> {
    let text = fs::read_to_string(document)?;
    let code = match generator {
        Generator::Perennial => perennial_codegen::generate(&text, &Names::default())?.client,
        Generator::Progenitor => {
            let tokens = progenitor_impl::Generator::default().generate_tokens(&serde_json::from_str(&text)?)?;
            prettyplease::unparse(&syn::parse2(tokens)?)
        }
    };
    let features: BTreeSet<&str> =
        code.split("feature = \"").skip(1).filter_map(|rest| rest.split_once('"')).map(|(name, _)| name).collect();
    fs::create_dir_all(folder.join("src"))?;
    fs::write(folder.join("features"), features.into_iter().map(|name| format!("{name}\n")).collect::<String>())?;
    fs::write(folder.join("src/client.rs"), code)?;
    Ok(ExitCode::SUCCESS)
}
