//! What the build script does: reads `openapi.json` and `names.json`, writes `client.rs` to `$OUT_DIR`, names it to
//! the crate, and nothing else.

use std::{env, error::Error, fs, io, path::Path, process::ExitCode};

use crate::names::file::Names;

/// Generates the client of the package whose build script this is.
pub fn main() -> ExitCode {
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
    let document = fs::read_to_string("openapi.json").map_err(|error| format!("it cannot be read: {error}"))?;
    let generated = crate::generate(&document, &names()?.of_document(&document))?;
    let directory = env::var_os("OUT_DIR").ok_or("OUT_DIR is not set: run this through cargo")?;
    let path = Path::new(&directory).join("client.rs");
    fs::write(&path, generated.client)?;
    let path = path.to_str().ok_or("OUT_DIR is not UTF-8")?;
    println!("cargo::rustc-env=MONITORING_SERVICE_CLIENT={path}");
    Ok(())
}

/// None without the file.
fn names() -> Result<Names, Box<dyn Error>> {
    match fs::read_to_string("names.json") {
        Ok(text) => Ok(Names::parse(&text)?),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Names::default()),
        Err(error) => Err(format!("names.json cannot be read: {error}").into()),
    }
}
