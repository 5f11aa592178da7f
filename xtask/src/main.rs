//! Maintenance tasks of the workspace: `cargo xtask --help`.

mod address;
mod behaviour;
mod cargo;
mod cli;
mod client;
mod console;
mod derived;
mod diff;
mod fetch;
mod interrupt;
mod listing;
mod manifest;
mod normalise;
mod progress;
mod public_api;
mod report;
mod scratch;
mod surface;
mod update_spec;
mod validate;
mod verify;
mod workspace;
mod write;

use std::{panic, process::ExitCode};

use clap::Parser as _;

fn main() -> ExitCode {
    // The message of a panic may quote a document, and is printed like everything else.
    panic::set_hook(Box::new(|info| console::diagnostic(&format!("defect: {info}"))));
    let result = match cli::Cli::parse().command {
        cli::Command::PublicApi(arguments) => public_api::run(&arguments),
        cli::Command::UpdateSpec(arguments) => update_spec::run(&arguments),
    };
    result.unwrap_or_else(|error| {
        console::error(&error);
        ExitCode::FAILURE
    })
}
