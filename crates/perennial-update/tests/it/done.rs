//! Runs a program for a test, and returns its outcome.

use std::process::{Command, Output};

/// The exit code and the output of a program.
#[derive(Debug)]
pub struct Done {
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

impl Done {
    /// Runs a command, and waits until it ends.
    pub fn run(command: &mut Command) -> Self {
        Self::from(command.output().expect("should run"))
    }

    /// Checks that the program has succeeded.
    #[track_caller]
    pub fn succeeded(self) -> Self {
        assert_eq!(self.code, Some(0), "{self:?}");
        self
    }

    /// Checks that the program has refused something, and returns its message.
    #[track_caller]
    pub fn refused(self) -> String {
        assert_eq!((self.code, self.stdout.as_str()), (Some(1), ""), "{self:?}");
        self.stderr
    }
}

impl From<Output> for Done {
    fn from(output: Output) -> Self {
        let text = |bytes| String::from_utf8(bytes).expect("should be UTF-8");
        Self { code: output.status.code(), stdout: text(output.stdout), stderr: text(output.stderr) }
    }
}
