//! The command line.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

/// Maintenance tasks of the workspace.
#[derive(Debug, Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
pub struct Cli {
    /// The task.
    #[command(subcommand)]
    pub command: Command,
}

/// A task.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Updates openapi.json to the OpenAPI document that the service serves now
    ///
    /// Fetches `<URL>/openapi.json`, checks that a client can be generated from it and that the client compiles in a copy
    /// of the workspace, with the tests, the examples and the samples of the documentation; writes the document to
    /// `openapi.json`, the former names that the client keeps as deprecated to `former-names.json`, and the client's
    /// public API to `public-api.txt`; `Cargo.toml` gets a feature for each tag. Reports what changed for consumers, and
    /// which lines of the examples and samples have to change with a breaking document: they are code of a consumer, and
    /// do not fail the update. Commit the files together. Whatever fails, and whenever, `openapi.json` is left as it was.
    #[command(name = "update-spec", after_help = EXIT_CODES)]
    UpdateSpec(UpdateSpec),

    /// Updates public-api.txt, and the features of tags in Cargo.toml, to the client that is generated from openapi.json
    ///
    /// Needed after a change of the generator; `update-spec` does it with each new document. Nothing is fetched.
    #[command(name = "public-api", after_help = PUBLIC_API_EXIT_CODES)]
    PublicApi(PublicApi),
}

const EXIT_CODES: &str = "\
Exit codes:
  0    up to date: openapi.json was replaced or did not differ (--dry-run: it could be replaced)
  1    refused or failed: openapi.json was left as it was (--check: openapi.json, public-api.txt or the features in Cargo.toml are behind)
  2    wrong usage
  130  stopped by SIGINT: openapi.json was left as it was
  143  stopped by SIGTERM: openapi.json was left as it was

A report that cannot be printed is a failure (1) only with --dry-run, and not even there if its reader has closed the \
pipe. Otherwise the exit code still says what became of openapi.json, and standard error says that the report is \
missing. A signal that comes after openapi.json was replaced ends the task with 0.";

const PUBLIC_API_EXIT_CODES: &str = "\
Exit codes:
  0    up to date: public-api.txt was replaced or did not differ
  1    refused or failed: nothing was written (--check: public-api.txt or the features in Cargo.toml are behind)
  2    wrong usage
  130  stopped by SIGINT: public-api.txt was left as it was
  143  stopped by SIGTERM: public-api.txt was left as it was";

/// The arguments of `update-spec`.
#[derive(Debug, Args)]
pub struct UpdateSpec {
    /// The base URL of the service: scheme, host, and a path prefix if there is one, without `/v1`
    #[arg(long, env = "MONITORING_SERVICE_URL", hide_env_values = true, value_name = "URL")]
    pub base_url: String,

    /// Does everything except writing openapi.json, former-names.json, Cargo.toml and public-api.txt
    #[arg(long, conflicts_with = "check")]
    pub dry_run: bool,

    /// Only compares: exits 1 if openapi.json is behind what the service serves, or public-api.txt or the features in
    /// Cargo.toml are behind openapi.json, and writes nothing
    #[arg(long)]
    pub check: bool,

    /// Does not compile the generated client, the examples and the samples
    #[arg(long)]
    pub no_verify: bool,

    /// How long compiling may take, in seconds; after that nothing is written
    #[arg(long, value_name = "SECONDS", default_value_t = 1800, value_parser = clap::value_parser!(u32).range(1..))]
    pub verify_timeout: u32,

    /// The format of the report on standard output
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = Format::Text)]
    pub report: Format,

    /// The workspace, for the tests of this task
    #[arg(long, value_name = "PATH", hide = true)]
    pub workspace: Option<PathBuf>,

    /// What to run instead of `cargo`, for the tests of this task: words with spaces between them
    #[arg(long, value_name = "COMMAND", hide = true)]
    pub verify_with: Option<String>,
}

/// The arguments of `public-api`.
#[derive(Debug, Args)]
pub struct PublicApi {
    /// Only compares: exits 1 if public-api.txt or the features in Cargo.toml are behind openapi.json, and writes nothing
    #[arg(long)]
    pub check: bool,

    /// The workspace, for the tests of this task
    #[arg(long, value_name = "PATH", hide = true)]
    pub workspace: Option<PathBuf>,
}

/// A format of the report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people
    Text,
    /// For machines
    Json,
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;

    #[test]
    fn the_arguments_do_not_contradict_each_other() {
        Cli::command().debug_assert();
    }
}
