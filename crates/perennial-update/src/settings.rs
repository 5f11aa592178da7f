use perennial::{Authenticate, Environment, Error};

/// The settings of the tasks for one client.
///
/// Only the command and the prefix of environment variables are required. The defaults of all other settings suit a new
/// client, whose build script generates it from the `openapi.json` beside its `Cargo.toml`.
///
/// All other files are in the same folder and have fixed names. `names.json` and `public-api.txt` are written for every
/// client. Three more files are updated only if the client has them: a `Cargo.toml` with the two lines around the
/// features of tags, a `README.md` with the two markers around the table of operations, and a `CHANGELOG.md`.
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

/// A function that creates the authentication of requests from environment variables. Its error names the variable that
/// is unset or malformed.
pub(crate) type Authentication = fn(&Environment<'_>) -> Result<Box<dyn Authenticate>, Error>;

/// The pages of the documentation that contain samples, and the examples from which these are copied.
#[derive(Debug, Clone)]
pub(crate) struct SamplePages {
    /// Markdown files, or folders of Markdown files, relative to the client's folder.
    pub pages: Vec<String>,
    /// The folder that contains the sources of the samples.
    pub examples: String,
    /// Whether the pages are the default ones. A default page is skipped unless a sample on it has a source in the
    /// examples.
    pub is_default: bool,
}

impl Settings {
    /// Creates the settings. `command` is the command that runs the tasks, such as `cargo xtask`, and is recommended in
    /// messages. `variables` is the prefix of the environment variables that the tasks read: for example,
    /// `<VARIABLES>_URL` sets `--base-url`.
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

    /// Sets the name of the client's package. By default, the client is the package at the root of the workspace if
    /// that package has a build dependency on `perennial-codegen`. Otherwise, it is the only package of the workspace
    /// with this build dependency.
    #[must_use]
    pub fn package(self, name: impl Into<String>) -> Self {
        Self { package: Some(name.into()), ..self }
    }

    /// Sets the document that updates use by default: a URL without secrets, or a file. Without this setting, the
    /// command line has to name a document.
    #[must_use]
    pub fn from(self, document: impl Into<String>) -> Self {
        Self { from: Some(document.into()), ..self }
    }

    /// Sets the `info.version` that each document must have. Other documents are refused. By default, any version is
    /// accepted.
    #[must_use]
    pub fn api_version(self, version: impl Into<String>) -> Self {
        Self { api_version: Some(version.into()), ..self }
    }

    /// Sets the former file name of the OpenAPI document on the service, such as `swagger.json`. A base URL that ends
    /// with this name is refused with a message that suggests the correct URL. By default, there is no former name.
    #[must_use]
    pub fn retired_document(self, name: impl Into<String>) -> Self {
        Self { retired_document: Some(name.into()), ..self }
    }

    /// Sets the file for the generated code, such as `pregenerated/client.rs`, for builds without the generator.
    ///
    /// The file must be a `.rs` file in or below the client's folder, to which the path is relative. An existing file
    /// has to begin with `// @generated from`. By default, no such file is written.
    #[must_use]
    pub fn pregenerated(self, path: impl Into<String>) -> Self {
        Self { pregenerated: Some(path.into()), ..self }
    }

    /// Sets the pages whose samples are copied from the folder `examples`. By default, the pages are `README.md` and
    /// `docs`, if any sample on them has a source in `examples`.
    ///
    /// Pages are Markdown files, or folders of Markdown files. Each Rust sample on them has to name its source.
    #[must_use]
    pub fn samples<const N: usize>(self, pages: [&str; N], examples: impl Into<String>) -> Self {
        Self { samples: SamplePages { pages: to_strings(pages), examples: examples.into(), is_default: false }, ..self }
    }

    /// Sets the arguments with which cargo verifies a new document, in the client's folder. The default is `check
    /// --all-targets`.
    ///
    /// Errors in examples, and in packages in the folder of examples, are reported and do not fail the update.
    #[must_use]
    pub fn verified_by<const N: usize>(self, arguments: [&str; N]) -> Self {
        Self { verification: to_strings(arguments), ..self }
    }

    /// Sets how `check-live` authenticates.
    ///
    /// `variables` are the names of the environment variables that `check-live` reads, without their prefix: `API_KEY`
    /// for `<VARIABLES>_API_KEY`. `made` creates the authentication from their values. Without this setting,
    /// `check-live` reads the credentials that the document declares, if the client generates its credentials
    /// (`client.credentials` in `names.json`). Otherwise, requests are not authenticated.
    #[must_use]
    pub fn authentication<const N: usize>(
        self,
        variables: [&str; N],
        made: fn(&Environment<'_>) -> Result<Box<dyn Authenticate>, Error>,
    ) -> Self {
        Self { credentials: to_strings(variables), authentication: Some(made), ..self }
    }

    /// Returns the name of an environment variable: the common prefix followed by `name`.
    pub(crate) fn variable(&self, name: &str) -> String {
        format!("{}_{name}", self.variables)
    }
}

fn to_strings<const N: usize>(texts: [&str; N]) -> Vec<String> {
    texts.map(str::to_owned).into()
}
