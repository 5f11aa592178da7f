//! Generates the client of this folder's `openapi.json`.

#[path = "../../build/mod.rs"]
mod generator;

use std::process::ExitCode;

fn main() -> ExitCode {
    generator::script::main("../../build")
}
