//! Generates the client from `openapi.json` into `OUT_DIR`; the work is in `build/`.

#[path = "build/mod.rs"]
mod generator;

use std::process::ExitCode;

fn main() -> ExitCode {
    generator::script::main("build")
}
