//! The command line of the task, and of the process that it starts for each document.

use std::path::PathBuf;

use clap::{Args, ValueEnum, value_parser};

/// The arguments of `try`.
#[derive(Debug, Args)]
pub struct Arguments {
    /// Documents in JSON or YAML, and folders, in which all files called `*.json`, `*.yaml` and `*.yml` are looked at
    #[arg(value_name = "FILE|FOLDER", required = true)]
    pub paths: Vec<PathBuf>,

    /// Compiles the clients of this many documents that were taken, at most one of a provider: of a folder below what
    /// they have in common. Of one that is too large for rustc, the largest tag that is not
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub compile: usize,

    /// The number that decides which are compiled: the same number, the same documents
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,

    /// How many documents are read at the same time
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub jobs: usize,

    #[command(flatten)]
    pub bounds: Bounds,

    /// The format of the report on standard output
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = Report::Text)]
    pub report: Report,
}

/// What one document may take.
#[derive(Debug, Clone, Copy, Args)]
pub struct Bounds {
    /// The seconds that one document may take
    #[arg(long, value_name = "S", default_value_t = 120)]
    pub seconds: u64,

    /// The MiB of address space that one document may take; only Linux keeps to it
    #[arg(long, value_name = "MIB", default_value_t = 4096, value_parser = value_parser!(u64).range(64..))]
    pub memory: u64,
}

/// The formats of this report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Report {
    /// For people
    Text,
    /// For machines
    Json,
}

/// The arguments of the process for one document.
#[derive(Debug, Args)]
pub struct One {
    /// The document.
    pub path: PathBuf,

    /// The MiB of address space that it may take.
    #[arg(long)]
    pub memory: u64,

    /// The file that gets the code of the client, or of as much of it as rustc takes at once.
    #[arg(long)]
    pub client: Option<PathBuf>,
}
