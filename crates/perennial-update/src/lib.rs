#![doc = include_str!("../README.md")]

mod address;
mod behaviour;
mod cargo;
mod changelog;
mod check_live;
mod cli;
mod client;
mod console;
mod derived;
mod diff;
mod diff_documents;
mod explain;
mod fetch;
mod format;
mod former_names;
mod git;
mod guard;
mod interrupt;
mod listing;
mod lock;
mod manifest;
mod markdown;
mod names;
mod news;
mod normalise;
mod outline;
mod progress;
mod public_api;
mod release;
mod released;
mod replace;
mod report;
mod rules;
mod samples;
mod scratch;
mod settings;
mod source;
mod text_forms;
mod try_documents;
mod update_spec;
mod validate;
mod verify;
mod workspace;
mod write;

use std::{panic, process::ExitCode};

pub use settings::Settings;

impl Settings {
    /// Runs the task that the command line of this process names.
    pub fn run(self) -> ExitCode {
        // The message of a panic may quote a document, and is printed like everything else.
        panic::set_hook(Box::new(|info| console::diagnostic(&format!("defect: {info}"))));
        let result = match cli::parsed(&self) {
            cli::Command::CheckLive(arguments) => check_live::run(&arguments, &self),
            cli::Command::Explain(arguments) => explain::run(&arguments, &self),
            cli::Command::Diff(arguments) => diff_documents::run(&arguments, &self),
            cli::Command::DropFormerNames(arguments) => former_names::drop(&arguments, &self),
            cli::Command::PublicApi(arguments) => public_api::run(&arguments, &self),
            cli::Command::Release(arguments) => release::run(&arguments, &self),
            cli::Command::Samples(arguments) => samples::run(&arguments, &self),
            cli::Command::Try(arguments) => try_documents::run(&arguments),
            cli::Command::TryOne(arguments) => try_documents::run_one(&arguments),
            cli::Command::UpdateSpec(arguments) => update_spec::run(&arguments, &self),
        };
        result.unwrap_or_else(|error| {
            console::error(&error);
            ExitCode::FAILURE
        })
    }
}
