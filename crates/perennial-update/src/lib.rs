#![doc = include_str!("../README.md")]

#[doc = include_str!("../TASKS.md")]
pub mod tasks {}

mod address;
mod behaviour;
mod cargo;
mod changelog;
mod check_live;
mod cli;
mod client;
mod configured;
mod console;
mod derived;
mod diff;
mod diff_documents;
mod examples;
mod explain;
mod fetch;
mod format;
mod former_names;
mod git;
mod guard;
mod hosts;
mod interrupt;
mod listing;
mod lock;
mod manifest;
mod markdown;
mod names;
mod nearest;
mod new;
mod news;
mod normalise;
mod origin;
mod outline;
mod page;
mod pregenerated;
mod progress;
mod public_api;
mod readme;
mod released;
mod report;
mod rules;
mod samples;
mod scratch;
mod settings;
mod source;
mod sources;
mod text_forms;
// Public only for `benches/documents`. Other programs must not use this module, because it may change in any release.
#[doc(hidden)]
pub mod try_documents;
mod update_spec;
mod upgrade;
mod validate;
mod values;
mod verify;
mod workspace;
mod write;
mod yaml;

use std::{env, ffi::OsString, panic, process::ExitCode};

use anyhow::{Context as _, Result};

pub use settings::Settings;

impl Settings {
    /// Runs the task that this process's command line selects, and returns the exit code for the process.
    pub fn run(self) -> ExitCode {
        run_and_report(|| {
            let cli::Tasks { command } = cli::parse(env::args_os(), &self);
            run_task(&command, &self)
        })
    }
}

/// Runs `cargo perennial` with a command line, and returns the exit code for the process.
///
/// The first argument is the name of the program. The command is either `new`, or a task for the client in the current
/// folder. The settings of this client are in `[package.metadata.perennial]` of its `Cargo.toml`.
pub fn cargo_perennial(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    run_and_report(|| {
        let mut arguments = Vec::from_iter(arguments);
        let folder = env::current_dir().context("the current folder does not exist")?;
        let settings = configured::read_settings(&folder, "cargo perennial")?;
        // cargo passes its subcommand, `perennial`, as the first argument.
        if arguments.get(1).is_some_and(|argument| argument == "perennial") {
            arguments.remove(1);
        }
        match cli::parse(arguments, &settings) {
            cli::CargoPerennial { command: cli::CargoPerennialCommand::New(arguments) } => {
                new::run(&arguments, &settings)
            }
            cli::CargoPerennial { command: cli::CargoPerennialCommand::Task(command) } => run_task(&command, &settings),
        }
    })
}

fn run_task(command: &cli::TaskCommand, settings: &Settings) -> Result<ExitCode> {
    match command {
        cli::TaskCommand::CheckLive(arguments) => check_live::run(arguments, settings),
        cli::TaskCommand::Explain(arguments) => explain::run(arguments, settings),
        cli::TaskCommand::Diff(arguments) => diff_documents::run(arguments, settings),
        cli::TaskCommand::DropFormerNames(arguments) => former_names::run(arguments, settings),
        cli::TaskCommand::PublicApi(arguments) => public_api::run(arguments, settings),
        cli::TaskCommand::Samples(arguments) => samples::run(arguments.check, settings),
        cli::TaskCommand::Try(arguments) => try_documents::run(arguments),
        cli::TaskCommand::Update(arguments) => update_spec::run(arguments, settings),
    }
}

/// Runs a task, and returns its exit code. If the task fails or panics, prints why.
fn run_and_report(task: impl FnOnce() -> Result<ExitCode>) -> ExitCode {
    // The message of a panic may quote a document. Like all other output, it is therefore escaped.
    panic::set_hook(Box::new(|info| console::print_diagnostic(&format!("defect: {info}"))));
    task().unwrap_or_else(|error| {
        console::print_error(&error);
        ExitCode::FAILURE
    })
}
