//! Generates clients from any OpenAPI document. `documents generate` writes the files of one client. `documents count`
//! counts the untyped places in the code of a client. `documents try` tries many documents, and reports which of them a
//! client can be generated from, and what each client contains.

mod all;
mod arguments;
mod compile;
mod count;
mod found;
mod generate;
mod process;
mod reasons;
mod summary;

use std::process::ExitCode;

use anyhow::Result;
use clap::Parser as _;

use arguments::{Command, Documents};

fn main() -> Result<ExitCode> {
    match Documents::parse().command {
        Command::Generate(arguments) => generate::run(&arguments),
        Command::Count { folder } => count::run(&folder),
        Command::Try(arguments) => all::run(&arguments),
        Command::TryOne(arguments) => process::run_one(&arguments),
    }
}
