//! Clients of any document: `documents generate` writes the files of one, and `documents try` reports which of many documents have
//! one, and what it is like.

mod all;
mod arguments;
mod compile;
mod found;
mod generate;
mod process;

use std::process::ExitCode;

use anyhow::Result;
use clap::Parser as _;

use arguments::{Command, Documents};

fn main() -> Result<ExitCode> {
    match Documents::parse().command {
        Command::Generate(arguments) => generate::run(&arguments),
        Command::Try(arguments) => all::run(&arguments),
        Command::TryOne(arguments) => process::run_one(&arguments),
    }
}
