//! Defines the settings of the tasks for a client.

use perennial::{Authenticate, Environment, Error};

/// The settings of the tasks for one client.
///
/// Only the command and the prefix of environment variables have to be specified. The defaults of all other settings
/// suit a new client, whose build script generates it from the `openapi.json` beside its `Cargo.toml`.
///
/// All other files are in the same folder and have fixed names. `names.json` and `public-api.txt` are written for every
/// client. Other files are updated only if the client has them: a `Cargo.toml` with the two lines around the features
/// of tags, a `README.md` with the two markers around the table of operations, and a `CHANGELOG.md`.
#[derive(Debug, Clone)]
pub struct Settings {
    pub(crate) command: String,
    pub(crate) variables: String,
    pub(crate) package: Option<String>,
    pub(crate) from: Option<String>,
    pub(crate) api_version: Option<String>,
    pub(crate) retired_document: Option<String>,
    pub(crate) pregenerated: Option<String>,
    pub(crate) samples: SamplePages,
    pub(crate) verification: Vec<String>,
    pub(crate) credentials: Vec<String>,
    pub(crate) authentication: Option<Authentication>,
}

/// Creates the authentication of requests from environment variables, or reports which of them is unset or malformed.
pub(crate) type Authentication = fn(&Environment<'_>) -> Result<Box<dyn Authenticate>, Error>;

/// The pages of the documentation with samples, and the folder of the examples from which the samples are copied.
#[derive(Debug, Clone)]
pub(crate) struct SamplePages {
    /// Markdown files, and folders with Markdown files, relative to the folder of the client.
    pub pages: Vec<String>,
    /// The folder with the files from which the samples are copied.
    pub examples: String,
    /// Whether these pages are the default. A default page without a sample from the examples is left alone.
    pub is_default: bool,
}

impl Settings {
    /// Creates the settings. `command` is the command that runs the tasks, such as `cargo xtask`, for messages that
    /// recommend a task. `variables` is the prefix of the environment variables that the tasks read: `--base-url`, for
    /// example, can be set by `<VARIABLES>_URL`.
    pub fn new(command: impl Into<String>, variables: impl Into<String>) -> Self {
        Self {
            command: command.into(),
            variables: variables.into(),
            package: None,
            from: None,
            api_version: None,
            retired_document: None,
            pregenerated: None,
            samples: SamplePages {
                pages: to_strings(["README.md", "docs"]),
                examples: "examples".to_owned(),
                is_default: true,
            },
            verification: to_strings(["check", "--all-targets"]),
            credentials: Vec::new(),
            authentication: None,
        }
    }

    /// Sets the package that is the client. By default, this is the package at the root of the workspace if it is a
    /// client, which depends on `perennial-codegen` for its build. Otherwise it is the only client in the workspace.
    #[must_use]
    pub fn package(self, name: impl Into<String>) -> Self {
        Self { package: Some(name.into()), ..self }
    }

    /// Sets the document that updates use by default: a URL without secrets, or a file. If it is not set, the command
    /// line has to name a document.
    #[must_use]
    pub fn from(self, document: impl Into<String>) -> Self {
        Self { from: Some(document.into()), ..self }
    }

    /// Sets the `info.version` that each document must have. Any other document is refused. By default, any version is
    /// accepted.
    #[must_use]
    pub fn api_version(self, version: impl Into<String>) -> Self {
        Self { api_version: Some(version.into()), ..self }
    }

    /// Sets the name of the document under which the service no longer serves it, such as `swagger.json`. A base URL
    /// that ends with this name is refused with a message that suggests the correct one. By default, there is no such
    /// name.
    #[must_use]
    pub fn retired_document(self, name: impl Into<String>) -> Self {
        Self { retired_document: Some(name.into()), ..self }
    }

    /// Sets the file for the generated code, for builds without the generator, such as `pregenerated/client.rs`. The
    /// path is relative to the folder of the client. It has to be a `.rs` file in that folder or below which either
    /// does not exist or begins with `// @generated from`. By default, no such file is written.
    #[must_use]
    pub fn pregenerated(self, path: impl Into<String>) -> Self {
        Self { pregenerated: Some(path.into()), ..self }
    }

    /// Sets the pages whose samples are copied from the folder `examples`. Pages are Markdown files, or folders of
    /// Markdown files. Each Rust sample on them has to name its source. By default, the pages are `README.md` and
    /// `docs`, if any sample on them has a source in `examples`.
    #[must_use]
    pub fn samples<const N: usize>(self, pages: [&str; N], examples: impl Into<String>) -> Self {
        Self { samples: SamplePages { pages: to_strings(pages), examples: examples.into(), is_default: false }, ..self }
    }

    /// Sets the arguments with which cargo verifies a new document in the folder of the client. The default is `check
    /// --all-targets`. Compiler errors in examples, or in packages in the folder of examples, are reported and do not
    /// fail the update.
    #[must_use]
    pub fn verified_by<const N: usize>(self, arguments: [&str; N]) -> Self {
        Self { verification: to_strings(arguments), ..self }
    }

    /// Sets the authentication of `check-live`: a function that creates it from environment variables, and the names of
    /// these variables without their prefix, such as `API_KEY` for `<VARIABLES>_API_KEY`. By default, `check-live`
    /// reads the variables of the credentials that the document declares, if the client generates its credentials
    /// (`client.credentials` in `names.json`). Otherwise, requests are not authenticated.
    #[must_use]
    pub fn authentication<const N: usize>(
        self,
        variables: [&str; N],
        made: fn(&Environment<'_>) -> Result<Box<dyn Authenticate>, Error>,
    ) -> Self {
        Self { credentials: to_strings(variables), authentication: Some(made), ..self }
    }

    /// Returns the name of an environment variable: the prefix of all variables, followed by `name`.
    pub(crate) fn variable(&self, name: &str) -> String {
        format!("{}_{name}", self.variables)
    }
}

fn to_strings<const N: usize>(texts: [&str; N]) -> Vec<String> {
    texts.map(str::to_owned).into()
}
