//! Defines the command line.

use std::ffi::OsString;

use clap::{ArgGroup, Args, CommandFactory, Parser, Subcommand};

use crate::{check_live, format::ReportFormat, new, settings::Settings, try_documents};

/// Maintenance tasks of the checkout that this is run in.
#[derive(Debug, Parser)]
#[command(name = "tasks")]
pub struct Tasks {
    /// The task.
    #[command(subcommand)]
    pub command: TaskCommand,
}

/// A Rust client of a service, from its OpenAPI document: makes it, and maintains it
///
/// Settings of a client stand in `[package.metadata.perennial]` of its Cargo.toml.
#[derive(Debug, Parser)]
#[command(version, after_help = FIRST)]
pub struct CargoPerennial {
    /// What to do.
    #[command(subcommand)]
    pub command: CargoPerennialCommand,
}

const FIRST: &str = "\
The first steps:
  cargo perennial new bookshelf --from https://api.example.com/openapi.json
  cd bookshelf
  cargo test";

/// What the binary does.
#[derive(Debug, Subcommand)]
pub enum CargoPerennialCommand {
    /// Makes the package of a client from a document
    ///
    /// The package compiles as it is, and has an example and a test, which call the first operation of a mock of the service.
    /// A folder that exists is left as it is.
    #[command(name = "new", after_help = EXIT_CODES_OF_NEW)]
    New(new::NewArguments),

    /// A task that each client has.
    #[command(flatten)]
    Task(TaskCommand),
}

const EXIT_CODES_OF_NEW: &str = "\
Exit codes:
  0    the package is there
  1    refused or failed: nothing was written
  2    wrong usage";

/// Parses a command line. If the command line is wrong, prints the reason and ends this process.
pub fn parse<C: Parser>(arguments: impl IntoIterator<Item = OsString>, settings: &Settings) -> C {
    let parsed = C::from_arg_matches(&build_command::<C>(settings).get_matches_from(arguments));
    parsed.unwrap_or_else(|error| error.exit())
}

/// Builds the commands, with the names of the command and of environment variables from `settings`.
fn build_command<C: CommandFactory>(settings: &Settings) -> clap::Command {
    let url = || settings.variable("URL");
    let command = C::command().name(settings.command.clone()).bin_name(settings.command.clone());
    let command = ["update", "check-live"].into_iter().fold(command, |command, task| {
        command.mut_subcommand(task, |task| task.mut_arg("base_url", |argument| argument.env(url())))
    });
    // An argument that names the document is required unless the settings name it.
    let document =
        ArgGroup::new("document").args(["from", "base_url"]).multiple(true).required(settings.from.is_none());
    let command = command.mut_subcommand("update", |task| task.group(document));
    command.mut_subcommand("check-live", |task| task.after_help(credentials_help(settings) + check_live::EXIT_CODES))
}

/// Renders the part of the help that lists the variables of the credentials.
fn credentials_help(settings: &Settings) -> String {
    if settings.credentials.is_empty() {
        return String::new();
    }
    let variables: String =
        settings.credentials.iter().map(|name| format!("  {}\n", settings.variable(name))).collect();
    format!("Credentials, from the environment, which are sent to the base URL alone:\n{variables}\n")
}

/// A task.
#[derive(Debug, Subcommand)]
pub enum TaskCommand {
    /// Updates openapi.json to the OpenAPI document that the service serves now
    ///
    /// Fetches the document, or reads it from a file, and checks that a client can be generated from it and that the client compiles in a
    /// copy of the workspace, with the tests and the examples. Then writes the document
    /// to `openapi.json`, the names that its things have and had to `names.json`, the client's public API to
    /// `public-api.txt`, its code to `pregenerated/client.rs`, a feature for each tag to `Cargo.toml`, a
    /// table of the operations to `README.md`, and what changed for consumers to `CHANGELOG.md`. Commit these files together. If anything fails, `openapi.json` is left as it was.
    ///
    /// Reports what changed for consumers, in this update and since the release of the package's version, if that is a git
    /// tag, whose names stay whatever was updated since. What no document explains is refused: if public-api.txt does not
    /// list what openapi.json and names.json make, one of them was edited, or the generator, and the task `public-api`
    /// applies that. After a breaking change it also reports which lines of the examples have to change: these are consumer
    /// code, and do not fail the update.
    ///
    /// If the report cannot be printed, that is a failure only with --dry-run, and not even then if the reader has closed
    /// the pipe. Otherwise the exit code still says what happened to openapi.json, and standard error says that the report
    /// is missing.
    #[command(name = "update", visible_alias = "update-spec", after_help = EXIT_CODES)]
    Update(UpdateArguments),

    /// Updates public-api.txt, pregenerated/client.rs, the features of tags in Cargo.toml, and the table in README.md, from openapi.json
    ///
    /// The first lists the client's public API, the second is its code, for builds without the feature `generate`.
    /// Needed after a change to the generator, or an edit of names.json; `update` does it for each new document, and
    /// refuses what none explains. Nothing is fetched.
    ///
    /// If the list changes, this reports what is different since the last release, or without one since the last commit,
    /// and writes it to CHANGELOG.md. If names are lost, it lists what breaks, and writes nothing.
    ///
    /// With --upgrade, it also writes the version of the generator to Cargo.toml, and reports and writes to CHANGELOG.md which lines of
    /// the list differ only because of the generator. So openapi.json, names.json and public-api.txt have to be as they were committed.
    #[command(name = "public-api", after_help = EXIT_CODES)]
    PublicApi(PublicApiArguments),

    /// Lists deprecated names, which updates keep, or removes them
    ///
    /// Without --all and --before, nothing is written. To remove them breaks callers who still use them. If this is killed while it writes, the task
    /// `public-api` finishes what follows from names.json.
    #[command(name = "drop-former-names", visible_alias = "names", after_help = EXIT_CODES)]
    DropFormerNames(DropFormerNamesArguments),

    /// Copies the samples of the documentation from the examples, where they are compiled and run
    ///
    /// Above each sample stands its source: `<!-- examples/a.rs -->` is all of a file, `<!-- examples/a.rs:part -->` what is
    /// between its lines `// ANCHOR: part` and `// ANCHOR_END: part`.
    #[command(name = "samples", after_help = EXIT_CODES)]
    Samples(SamplesArguments),

    /// Compares the responses of the service with openapi.json: is the document true?
    ///
    /// Calls each GET that needs no id, then those whose ids were seen in responses, at most one request a second. Credentials
    /// that the document declares are those of the variables that `from_env` of the client reads.
    ///
    /// Reports by operation what the document does not declare: fields, values, statuses and media types; values of
    /// another type, and required fields that are absent. No value that the service sent is shown, and nothing is
    /// written. Bounds such as `maxLength` are not checked.
    #[command(name = "check-live")]
    CheckLive(check_live::CheckLiveArguments),

    /// Explains what a report names by an id in brackets, or lists all of that
    ///
    /// An id is that of a kind of change, of an adaptation of the document, or of a reason why a value is any JSON. Of a change,
    /// this prints what happened, what that does to the version and to callers, and a witness: a part of a document before and
    /// after, and code of a caller, which compiles before, and after only if the change is compatible.
    #[command(name = "explain", after_help = READ_EXIT_CODES)]
    Explain(ExplainArguments),

    /// Reports what differs between two documents for consumers
    ///
    /// Nothing is fetched, compiled or written. An argument that names a file is that file, and `./NAME` always is a path;
    /// anything else is a revision of this workspace, such as a tag, a branch or `HEAD~3`. With the document of a revision,
    /// and with a file called `openapi.json`, the names.json beside it is read. A new document without one gets the names
    /// that an update to it would give.
    #[command(name = "diff", after_help = READ_EXIT_CODES)]
    Diff(DiffArguments),

    /// Tries OpenAPI documents, in JSON or YAML: is there a client of each, and what is it like?
    ///
    /// Reports which are refused, where and why, what was adapted, and what stayed untyped: values that are any JSON, and the
    /// reasons. Nothing is fetched or written.
    #[command(name = "try", after_help = try_documents::EXIT_CODES)]
    Try(try_documents::TryArguments),
}

/// The exit codes of tasks that write files.
const EXIT_CODES: &str = "\
Exit codes:
  0    done: the files were replaced, or nothing was to be done
  1    refused or failed: nothing was replaced (--check: a file is out of date)
  2    wrong usage
  129, 130, 131, 143
       stopped by SIGHUP, SIGINT, SIGQUIT or SIGTERM: run it again if files were replaced";

/// The exit codes of tasks that only read files.
const READ_EXIT_CODES: &str = "\
Exit codes:
  0    printed, whatever it says
  1    failed: the message says why
  2    wrong usage";

/// The arguments of `update`.
#[derive(Debug, Args)]
pub struct UpdateArguments {
    /// The document, in JSON or YAML: its URL, without secrets, or a file. By default it is the one of the settings
    #[arg(long, value_name = "URL|FILE")]
    pub from: Option<String>,

    /// The base URL of a service that has its document at `<URL>/openapi.json`: scheme, host, and an optional path prefix,
    /// without the paths of the API. `--from` comes before it
    #[arg(long, hide_env_values = true, value_name = "URL")]
    pub base_url: Option<String>,

    /// Does everything except writing openapi.json, names.json, Cargo.toml, public-api.txt, pregenerated/client.rs, README.md
    /// and CHANGELOG.md
    #[arg(long, conflicts_with = "check")]
    pub dry_run: bool,

    /// Writes nothing, and exits with 1 if openapi.json differs from what the service serves, or if public-api.txt,
    /// pregenerated/client.rs, the features in Cargo.toml or the table in README.md do not match openapi.json
    #[arg(long)]
    pub check: bool,

    /// Does not compile the generated client and the examples
    #[arg(long)]
    pub no_verify: bool,

    /// The format of the report on standard output
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = ReportFormat::Text)]
    pub report: ReportFormat,
}

/// The arguments of `public-api`.
#[derive(Debug, Args)]
pub struct PublicApiArguments {
    /// Writes nothing, and exits with 1 if public-api.txt, pregenerated/client.rs, the features in Cargo.toml or the
    /// table in README.md do not match openapi.json
    #[arg(long)]
    pub check: bool,

    /// Drops names of the last release, or where there is none, of the last commit: that breaks those who use them
    #[arg(long, conflicts_with = "check")]
    pub accept_breaking: bool,

    /// Changes the versions of `perennial` and `perennial-codegen` in Cargo.toml to that of this program, whose generator is used in
    /// any case. With --check, only reports what that changes
    #[arg(long, conflicts_with = "accept_breaking")]
    pub upgrade: bool,
}

/// The arguments of `samples`.
#[derive(Debug, Args)]
pub struct SamplesArguments {
    /// Writes nothing, and exits with 1 if a sample is not as in the examples
    #[arg(long)]
    pub check: bool,
}

/// The arguments of `drop-former-names`.
#[derive(Debug, Args)]
#[command(group = ArgGroup::new("which").args(["before", "all"]))]
pub struct DropFormerNamesArguments {
    /// Removes those that are deprecated since a version before this one
    #[arg(long, value_name = "VERSION", value_parser = parse_version)]
    pub before: Option<String>,

    /// Removes all of them
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
    crate::names::version_numbers(text).map(|_| text.to_owned()).ok_or("three numbers, such as 1.4.0")
}

/// The arguments of `explain`.
#[derive(Debug, Args)]
pub struct ExplainArguments {
    /// What stands in brackets at the end of a line of the report, such as `field-removed`; without it, all are listed
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
