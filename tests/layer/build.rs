//! Generates the client of this folder's `openapi.json`.

#[path = "../../build/lib.rs"]
mod generator;
#[path = "../../build/script.rs"]
mod script;

// The generator is a library of its own for its tests and for xtask: its files say `crate` for its root.
use generator::*;

fn main() -> std::process::ExitCode {
    script::main("../../build")
}
