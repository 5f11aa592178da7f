use std::ffi::OsString;

use clap::{ArgGroup, Args, CommandFactory, Parser, Subcommand};

use crate::{check_live, format::ReportFormat, new, settings::Settings, try_documents};

/// Maintenance tasks for the checkout in which this command is run
#[derive(Debug, Parser)]
#[command(name = "tasks")]
pub struct Tasks {
    /// The task.
    #[command(subcommand)]
    pub command: TaskCommand,
}

/// Creates the Rust client of a service from its OpenAPI document, and maintains it
///
/// The settings of a client are in `[package.metadata.perennial]` of its Cargo.toml.
#[derive(Debug, Parser)]
#[command(version, after_help = FIRST)]
pub struct CargoPerennial {
    /// The subcommand to run.
    #[command(subcommand)]
    pub command: CargoPerennialCommand,
}

const FIRST: &str = "First steps:
  cargo perennial new bookshelf --from https://api.example.com/openapi.json
  cd bookshelf
  cargo test";

/// The subcommands of `cargo perennial`.
#[derive(Debug, Subcommand)]
pub enum CargoPerennialCommand {
    /// Creates the package of a client from a document
    ///
    /// The package compiles without changes. Its example and its test call the first operation of the service, which a
    /// mock answers. If the folder exists already, nothing is written.
    #[command(name = "new", after_help = EXIT_CODES_OF_NEW)]
    New(new::NewArguments),

    /// A task for an existing client.
    #[command(flatten)]
    Task(TaskCommand),
}

const EXIT_CODES_OF_NEW: &str = "Exit codes:
  0    the package was created
  1    the command refused to run or failed, and wrote nothing
  2    the arguments are invalid";

/// Parses a command line. If an argument is wrong, prints the reason and ends this process.
pub fn parse<C: Parser>(arguments: impl IntoIterator<Item = OsString>, settings: &Settings) -> C {
    let parsed = C::from_arg_matches(&build_command::<C>(settings).get_matches_from(arguments));
    parsed.unwrap_or_else(|error| error.exit())
}

/// Builds the command line. The names of the command and of environment variables come from `settings`.
fn build_command<C: CommandFactory>(settings: &Settings) -> clap::Command {
    let url = || settings.variable("URL");
    let command = C::command().name(settings.command.clone()).bin_name(settings.command.clone());
    let command = ["update", "check-live"].into_iter().fold(command, |command, task| {
        command.mut_subcommand(task, |task| task.mut_arg("base_url", |argument| argument.env(url())))
    });
    // An argument that names the document is required, unless the settings name a document.
    let document =
        ArgGroup::new("document").args(["from", "base_url"]).multiple(true).required(settings.from.is_none());
    let command = command.mut_subcommand("update", |task| task.group(document));
    command.mut_subcommand("check-live", |task| task.after_help(credentials_help(settings) + check_live::EXIT_CODES))
}

fn credentials_help(settings: &Settings) -> String {
    if settings.credentials.is_empty() {
        return String::new();
    }
    let variables: String =
        settings.credentials.iter().map(|name| format!("  {}\n", settings.variable(name))).collect();
    format!("Environment variables that contain the credentials, which are sent only to the base URL:\n{variables}\n")
}

/// A task.
#[derive(Debug, Subcommand)]
pub enum TaskCommand {
    /// Updates openapi.json to the OpenAPI document that the service serves now
    ///
    /// Fetches the document, or reads it from a file. Checks that a client can be generated from the document, and that
    /// this client compiles in a copy of the workspace, including tests and examples. Then writes the document to
    /// `openapi.json`, present and former names to `names.json`, the client's public API to `public-api.txt`, a feature
    /// for each tag to `Cargo.toml`, a table of the operations to `README.md`, and the changes for consumers to
    /// `CHANGELOG.md`. If the settings name a file for pregenerated code, this file is written as well. Commit these
    /// files together. If anything fails, `openapi.json` is unchanged.
    ///
    /// Reports the changes for consumers in this update, and those since the last release: the git tag with the version
    /// of the package. Names of that release are kept even if an unreleased update removed them. If public-api.txt is
    /// not what openapi.json and names.json generate, the update is refused, because one of these files was edited or
    /// the generator has changed; the task `public-api` applies such a change. After a breaking change, the report also
    /// lists the lines of the examples that have to change. Examples are consumer code, so they do not fail the update.
    ///
    /// A report that cannot be printed is a failure only with --dry-run, and not even then if the reader has closed the
    /// pipe. Otherwise, the exit code still states what happened to openapi.json, and a message on standard error
    /// states that the report is missing.
    #[command(name = "update", visible_alias = "update-spec", after_help = EXIT_CODES)]
    Update(UpdateArguments),

    /// Updates public-api.txt, the features of tags in Cargo.toml, the table in README.md, and any pregenerated code
    /// from openapi.json
    ///
    /// `public-api.txt` lists the client's public API. Run this task after a change to the generator or an edit of
    /// names.json; for a new document, `update` writes these files. Nothing is fetched.
    ///
    /// If the public API changes, the differences from the last release are reported and written to CHANGELOG.md.
    /// Without a release, these are the differences from the last commit. If names would be lost, the task lists what
    /// breaks and writes nothing.
    ///
    /// With --upgrade, the task also writes the version of the generator to Cargo.toml. It reports which lines of
    /// public-api.txt differ only because of the generator, and writes them to CHANGELOG.md. For this, openapi.json,
    /// names.json and public-api.txt must not have changed since the last commit.
    #[command(name = "public-api", after_help = EXIT_CODES)]
    PublicApi(PublicApiArguments),

    /// Lists the deprecated names that updates keep, or removes them
    ///
    /// Without --all and --before, nothing is written. Removing a name breaks the callers who still use it. If this
    /// task is killed while it writes, run the task `public-api` to update the files that depend on names.json.
    #[command(name = "drop-former-names", visible_alias = "names", after_help = EXIT_CODES)]
    DropFormerNames(DropFormerNamesArguments),

    /// Copies the samples of the documentation from the examples, where they are compiled and run
    ///
    /// The line above each sample names its source: `<!-- examples/a.rs -->` names a complete file, and `<!--
    /// examples/a.rs:part -->` the lines between `// ANCHOR: part` and `// ANCHOR_END: part`.
    #[command(name = "samples", after_help = EXIT_CODES)]
    Samples(SamplesArguments),

    /// Checks whether the service behaves as openapi.json declares
    ///
    /// Calls each GET operation that needs no id, then those whose ids were in earlier responses, at most one request a
    /// second. The credentials are in the environment variables that `from_env` of the client reads.
    ///
    /// Reports the deviations of each operation: undeclared fields, values, statuses and media types, values of another
    /// type than declared, and missing required fields. Limits such as `maxLength` are not checked. The report shows no
    /// value that the service sent, and no file is written.
    #[command(name = "check-live")]
    CheckLive(check_live::CheckLiveArguments),

    /// Explains an id that a report shows in brackets, or lists all ids
    ///
    /// An id belongs to a kind of change, to an adaptation of the document, to a reason why a value can be any JSON
    /// value, or to a rule that detects how to request the next page. For a kind of change, the task prints what
    /// happened, and how it affects the version and callers. If the change affects the Rust API, the task also prints a
    /// witness: part of a document before and after the change, and a caller's code. The code compiles before the
    /// change, and after a compatible change. After a breaking change, it does not compile, or it fails at run time.
    #[command(name = "explain", after_help = READ_EXIT_CODES)]
    Explain(ExplainArguments),

    /// Reports the differences between two documents for consumers
    ///
    /// Nothing is fetched, compiled or written. An argument that is the path of a file denotes this file, and `./NAME`
    /// is always a path. Any other argument denotes a revision of this workspace, such as a tag, a branch or `HEAD~3`.
    /// Recorded names are read from the names.json beside the document if the document is in a revision, or in a file
    /// called `openapi.json`. A new document without recorded names gets the names that an update would assign.
    #[command(name = "diff", after_help = READ_EXIT_CODES)]
    Diff(DiffArguments),

    /// Reports whether clients can be generated from OpenAPI documents in JSON or YAML, and describes the clients
    ///
    /// Reports the reason and the JSON pointer if a document is refused. For other documents, reports the adaptations
    /// and the untyped values: values that can be any JSON value, and why. Nothing is fetched or written.
    #[command(name = "try", after_help = try_documents::EXIT_CODES)]
    Try(try_documents::TryArguments),
}

/// The exit codes of tasks that write files.
const EXIT_CODES: &str = "Exit codes:
  0    the files were replaced, or were already up to date
  1    the command refused to run or failed, and replaced nothing (--check: a file is out of date)
  2    the arguments are invalid
  129, 130, 131, 143
       stopped by SIGHUP, SIGINT, SIGQUIT or SIGTERM: if files were replaced, run the command again";

/// The exit codes of tasks that only read files.
const READ_EXIT_CODES: &str = "Exit codes:
  0    the report was printed
  1    the command failed: the message contains the reason
  2    the arguments are invalid";

/// The arguments of `update`.
#[derive(Debug, Args)]
pub struct UpdateArguments {
    /// The document in JSON or YAML: a file, or a URL without secrets. By default, the document in the settings
    #[arg(long, value_name = "URL|FILE")]
    pub from: Option<String>,

    /// The base URL of a service that serves its document as `<URL>/openapi.json`: scheme, host, and an optional path
    /// prefix, without the paths of the operations. Ignored if `--from` is specified
    #[arg(long, hide_env_values = true, value_name = "URL")]
    pub base_url: Option<String>,

    /// Does everything except writing files
    #[arg(long, conflicts_with = "check")]
    pub dry_run: bool,

    /// Writes nothing, and exits with 1 if openapi.json differs from what the service serves, or if a file that depends
    /// on openapi.json is out of date
    #[arg(long)]
    pub check: bool,

    /// Compiles neither the generated client nor the examples
    #[arg(long)]
    pub no_verify: bool,

    /// The format of the report on standard output
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = ReportFormat::Text)]
    pub report: ReportFormat,
}

/// The arguments of `public-api`.
#[derive(Debug, Args)]
pub struct PublicApiArguments {
    /// Writes nothing, and exits with 1 if a file that depends on openapi.json is out of date
    #[arg(long)]
    pub check: bool,

    /// Removes names of the last release, or of the last commit if there is no release. This breaks the callers who use
    /// these names
    #[arg(long, conflicts_with = "check")]
    pub accept_breaking: bool,

    /// Updates the versions of `perennial` and `perennial-codegen` in Cargo.toml to the version of this program, which
    /// always uses the generator of its own version. With --check, only reports the changes
    #[arg(long, conflicts_with = "accept_breaking")]
    pub upgrade: bool,
}

/// The arguments of `samples`.
#[derive(Debug, Args)]
pub struct SamplesArguments {
    /// Writes nothing, and exits with 1 if a sample differs from its source in the examples
    #[arg(long)]
    pub check: bool,
}

/// The arguments of `drop-former-names`.
#[derive(Debug, Args)]
#[command(group = ArgGroup::new("which").args(["before", "all"]))]
pub struct DropFormerNamesArguments {
    /// Removes the former names that were deprecated in a version before this one
    #[arg(long, value_name = "VERSION", value_parser = parse_version)]
    pub before: Option<String>,

    /// Removes all former names
    #[arg(long)]
    pub all: bool,

    /// Writes nothing
    #[arg(long)]
    pub dry_run: bool,

    /// The format of the report on standard output
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = ReportFormat::Text)]
    pub report: ReportFormat,
}

fn parse_version(text: &str) -> Result<String, &'static str> {
    crate::names::version_numbers(text).map(|_| text.to_owned()).ok_or("a version of three numbers, such as 1.4.0")
}

/// The arguments of `explain`.
#[derive(Debug, Args)]
pub struct ExplainArguments {
    /// An id from the brackets at the end of a line in a report, such as `field-removed`. Without it, all ids are
    /// listed
    #[arg(value_name = "ID")]
    pub id: Option<String>,
}

/// The arguments of `diff`.
#[derive(Debug, Args)]
pub struct DiffArguments {
    /// The old document: a path or a revision
    #[arg(value_name = "OLD")]
    pub before: String,

    /// The new document: a path or a revision
    #[arg(value_name = "NEW")]
    pub after: String,

    /// The format of the report on standard output
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = ReportFormat::Text)]
    pub report: ReportFormat,
}

#[cfg(test)]
mod tests {

    use super::*;

    #[test]
    fn command_line_arguments_are_defined_without_contradictions() {
        let settings = Settings::new("cargo tasks", "SCRATCH");
        build_command::<Tasks>(&settings).debug_assert();
        build_command::<CargoPerennial>(&settings).debug_assert();
    }
}
