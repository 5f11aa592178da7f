//! What the build script does: reads `openapi.json`, writes two files to `$OUT_DIR`, and nothing else.

use std::{collections::BTreeMap, env, error::Error, fs, path::Path, process::ExitCode};

use crate::generator::{self, adaptation::Adaptation};

/// Generates the client of the package that is being built; `directory` is where the generator is.
pub fn main(directory: &str) -> ExitCode {
    println!("cargo::rerun-if-changed=openapi.json");
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed={directory}");
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
    let document = fs::read_to_string("openapi.json").map_err(|error| format!("it cannot be read: {error}"))?;
    let generated = generator::generate(&document)?;
    let directory = env::var_os("OUT_DIR").ok_or("OUT_DIR is not set: run this through cargo")?;
    let directory = Path::new(&directory);
    fs::write(directory.join("client.rs"), head(&generated.adaptations) + &generated.code.client)?;
    fs::write(directory.join("client_for_doctests.rs"), generated.code.for_doctests)?;
    Ok(())
}

/// What whoever lands in the generated file wants to know first.
fn head(adaptations: &[Adaptation]) -> String {
    let mut counts = BTreeMap::<&str, usize>::new();
    for adaptation in adaptations {
        *counts.entry(adaptation.rule.id).or_default() += 1;
    }
    let counts: String = counts.iter().map(|(id, count)| format!("//   {id}: {count}\n")).collect();
    format!("// Generated from openapi.json by build.rs. Adapted on the way, by rule and number of places:\n{counts}\n")
}
