//! Generates the client from `openapi.json` into `OUT_DIR`; the work is in `build/`.

#[path = "build/mod.rs"]
mod generator;

use std::{env, fs, path::Path, process::ExitCode};

fn main() -> ExitCode {
    println!("cargo::rerun-if-changed=openapi.json");
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=build");
    match generate() {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            for line in problem.to_string().lines() {
                println!("cargo::error=openapi.json cannot be generated: {line}");
            }
            ExitCode::FAILURE
        }
    }
}

fn generate() -> Result<(), Box<dyn std::error::Error>> {
    let document = fs::read_to_string("openapi.json").map_err(|error| format!("openapi.json cannot be read: {error}"))?;
    let output = generator::run(&document)?;
    let directory = env::var_os("OUT_DIR").ok_or("OUT_DIR is not set: run this through cargo")?;
    fs::write(Path::new(&directory).join("client.rs"), output.client)?;
    Ok(())
}
