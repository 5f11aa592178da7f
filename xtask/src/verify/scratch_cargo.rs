//! Runs cargo in the copy.

use std::{
    ffi::OsString,
    io::{self, BufRead as _, BufReader, IsTerminal as _, Read},
    path::Path,
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context as _, Result, bail};

use super::{Verification, print};
use crate::{
    cargo::{self, Copied},
    console,
    interrupt::{Ended, Interrupt, Output},
    workspace::Workspace,
};

/// cargo in a copy of the workspace, with a time limit for all runs together.
pub struct ScratchCargo<'a> {
    folder: &'a Path,
    workspace: &'a Workspace,
    verification: &'a Verification,
    interrupt: &'a Interrupt,
    begun: Instant,
}

/// What a run did.
pub struct Done {
    /// What was run, for messages.
    pub name: String,
    /// Whether it succeeded.
    pub is_success: bool,
    /// The lines of standard output.
    pub stdout: Vec<String>,
    /// The lines of standard error from the first error on; those before were printed.
    pub errors: Vec<String>,
}

impl<'a> ScratchCargo<'a> {
    /// In the copy at `folder`; the time starts now.
    pub fn new(
        folder: &'a Path,
        workspace: &'a Workspace,
        verification: &'a Verification,
        interrupt: &'a Interrupt,
    ) -> Self {
        let limit = verification.limit;
        console::diagnostic(&format!(
            "verifying: compiling the client, the examples and the samples, for at most {} (--verify-timeout)",
            duration(limit)
        ));
        Self { folder, workspace, verification, interrupt, begun: Instant::now() }
    }

    /// The copy.
    pub fn folder(&self) -> &Path {
        self.folder
    }

    /// Runs cargo with these arguments.
    ///
    /// # Errors
    /// The program cannot be run, or takes too long.
    pub fn run(&self, arguments: &[&str]) -> Result<Done> {
        let (mut command, program) = match &self.verification.instead_of_cargo {
            None => (self.cargo(), "cargo"),
            Some(words) => (of_words(words), words.as_str()),
        };
        let first: Vec<&str> = arguments.iter().copied().take(2).collect();
        let name = format!("{program} {}", first.join(" "));
        command.args(arguments).args(self.options());
        // What a compiler prints may quote the document.
        command.current_dir(self.folder).stdout(Stdio::piped()).stderr(Stdio::piped());
        let (mut stdout, mut errors) = (Vec::new(), Vec::new());
        let deadline = self.begun + self.verification.limit;
        let ended = self.interrupt.run(&mut command, deadline, |output| (stdout, errors) = forwarded(output));
        match ended.with_context(|| format!("`{name}` cannot be run"))? {
            Ended::InTime(status) => Ok(Done { name, is_success: status.success(), stdout, errors }),
            Ended::TooLate => bail!(
                "the verification took longer than {} and was stopped at `{name}`, so openapi.json was left as it was: \
                 `--verify-timeout` gives it more time",
                duration(self.verification.limit)
            ),
        }
    }

    /// Tells how long all runs took: the first verification compiles what later ones find.
    pub fn tell_time(&self) {
        console::diagnostic(&format!("verified in {}", duration(self.begun.elapsed())));
    }

    /// The message for a run that failed.
    pub fn failure(&self, done: &Done) -> String {
        format!(
            "the client of the new document does not compile, so openapi.json was left as it was: see the output of \
             `{}` above, and fix `codegen/` or `src/` (the copy that was compiled is in {})",
            done.name,
            self.folder.display()
        )
    }

    fn cargo(&self) -> Command {
        let mut command = cargo::command();
        command.env("CARGO_TERM_COLOR", "never").env("CARGO_TERM_PROGRESS_WHEN", "never").stdin(Stdio::null());
        command
    }

    fn options(&self) -> Vec<OsString> {
        let mut options = vec!["--target-dir".into(), self.workspace.target().into()];
        options.extend(self.workspace.package().map(|package| Copied::ToVerify.option(package).into()));
        if !io::stderr().is_terminal() {
            options.push("--quiet".into());
        }
        options
    }
}

fn of_words(words: &str) -> Command {
    let mut words = words.split_whitespace();
    let mut command = Command::new(words.next().unwrap_or_default());
    command.args(words);
    command
}

fn duration(time: Duration) -> String {
    match time.as_secs() {
        seconds if seconds > 0 && seconds % 60 == 0 => format!("{} min", seconds / 60),
        seconds => format!("{seconds} s"),
    }
}

/// The lines of standard output, and those of standard error from the first error on. The others are printed.
fn forwarded((stdout, stderr): Output) -> (Vec<String>, Vec<String>) {
    thread::scope(|scope| {
        let stdout = scope.spawn(|| stdout.into_iter().flat_map(lines).collect());
        let mut errors = Vec::new();
        for line in stderr.into_iter().flat_map(lines) {
            if errors.is_empty() && !line.starts_with("error") {
                print(&line);
            } else {
                errors.push(line);
            }
        }
        (stdout.join().unwrap_or_default(), errors)
    })
}

fn lines(output: impl Read) -> impl Iterator<Item = String> {
    let lines = BufReader::new(output).split(b'\n').map_while(Result::ok);
    lines.map(|line| String::from_utf8_lossy(&line).trim_end_matches('\r').to_owned())
}
