//! The command line of the program, and of the processes that it starts.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum, value_parser};

/// Generates clients from any OpenAPI document, or reports which documents there can be a client for
#[derive(Debug, Parser)]
pub struct Documents {
    /// The command.
    #[command(subcommand)]
    pub command: Command,
}

/// The commands of the program.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Writes the files that the package of a client needs into a folder: `src/client.rs`, and `features` with a feature in each line
    Generate(Generate),

    /// Prints the number of untyped places, methods and pagers in the code of a client
    Count {
        /// The folder with the code
        folder: PathBuf,
    },

    /// Reports which documents a client can be generated for, and describes each client
    ///
    /// Each document is read in a process of its own, within limits of time and memory, so that a document which exceeds them or shows
    /// a defect does not affect the others. The report has the format of `cargo perennial try`. Files in folders that have neither
    /// `openapi` nor `swagger` at the top level are skipped. Nothing is fetched. Files are written only with --compile, below the target
    /// folder.
    #[command(after_help = EXIT_CODES)]
    Try(Arguments),

    /// Reads one document, for `try`
    #[command(hide = true)]
    TryOne(One),
}

const EXIT_CODES: &str = "\
Exit codes:
  0    all documents were accepted, and all compiled clients compile
  1    not all, or failed: the report or the message says why
  2    wrong usage";

/// The arguments of `generate`.
#[derive(Debug, Args)]
pub struct Generate {
    /// The generator to use
    #[arg(value_enum)]
    pub generator: Generator,

    /// The document, in JSON
    pub document: PathBuf,

    /// The folder to write to
    pub folder: PathBuf,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
pub enum Generator {
    /// The generator of this repository
    Perennial,
    /// Plain progenitor
    Progenitor,
}

/// The arguments of `try`.
#[derive(Debug, Args)]
pub struct Arguments {
    /// Documents in JSON or YAML, and folders, which are searched for files called `*.json`, `*.yaml` and `*.yml`
    #[arg(value_name = "FILE|FOLDER", required = true)]
    pub paths: Vec<PathBuf>,

    /// Compiles the clients of this many accepted documents, at most one per provider. The provider is the first folder
    /// that differs among the documents. If a client is too large for rustc, compiles only the largest of its tags that
    /// rustc can compile
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub compile: usize,

    /// The seed that selects the clients to compile: the same seed selects the same documents
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,

    /// The number of documents that are read at the same time
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub jobs: usize,

    /// The limits of time and memory for each document.
    #[command(flatten)]
    pub bounds: Bounds,

    /// The format of the report on standard output
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = ReportFormat::Text)]
    pub report: ReportFormat,
}

/// The limits of time and memory for one document.
#[derive(Debug, Clone, Copy, Args)]
pub struct Bounds {
    /// The seconds that one document may take
    #[arg(long, value_name = "S", default_value_t = 120)]
    pub seconds: u64,

    /// The MiB of address space that one document may take, which only Linux enforces
    #[arg(long, value_name = "MIB", default_value_t = 4096, value_parser = value_parser!(u64).range(64..))]
    pub memory: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ReportFormat {
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

    /// The file to which the code of the client is written, or as much of the code as rustc can compile at once.
    #[arg(long)]
    pub client: Option<PathBuf>,
}
