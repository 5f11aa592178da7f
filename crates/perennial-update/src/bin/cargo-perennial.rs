//! `cargo perennial`: a client of a service from its OpenAPI document, and the tasks that maintain it.

use std::process::ExitCode;

fn main() -> ExitCode {
    perennial_update::cargo_perennial()
}
