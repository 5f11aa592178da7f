//! `cargo perennial` generates the client of a service from its OpenAPI document, and runs the tasks that maintain it.

use std::{env, process::ExitCode};

fn main() -> ExitCode {
    perennial_update::cargo_perennial(env::args_os())
}
