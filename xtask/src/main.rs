//! Maintenance tasks of the workspace: `cargo xtask --help`.

mod address;
mod api;
mod cargo;
mod cli;
mod diff;
mod fetch;
#[path = "../../build/mod.rs"]
mod generator;
mod normalise;
mod progress;
mod report;
mod scratch;
mod update_spec;
mod validate;
mod verify;
mod workspace;
mod write;

use std::process::ExitCode;

use clap::Parser as _;

fn main() -> ExitCode {
    let done = match cli::Cli::parse().command {
        cli::Command::UpdateSpec(arguments) => update_spec::run(&arguments),
    };
    done.unwrap_or_else(|error| {
        eprintln!("error: {}", report::printable(&format!("{error:#}")));
        ExitCode::FAILURE
    })
}
