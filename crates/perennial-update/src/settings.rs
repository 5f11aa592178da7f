//! What the tasks have to know of a client.

use perennial::{Authenticate, Environment, Error};

/// A client and its tasks: what they work on, and what they are called.
///
/// Only the first two have to be told. Each other one has a default that suits a client made from scratch: a package whose
/// build script generates it from the `openapi.json` beside its `Cargo.toml`.
///
/// The other files have the names that they always have, and are in that folder, too: `names.json` and `public-api.txt` are
/// written for each client, the features of tags into a `Cargo.toml` that has the two lines between which they stand, a
/// table of the operations into a `README.md` that has such lines, and what changed into a `CHANGELOG.md` that is there.
#[derive(Debug, Clone)]
pub struct Settings {
    pub(crate) command: String,
    pub(crate) variables: String,
    pub(crate) package: Option<String>,
    pub(crate) from: Option<String>,
    pub(crate) api_version: Option<String>,
    pub(crate) retired_document: Option<String>,
    pub(crate) pregenerated: Option<String>,
    pub(crate) samples: Samples,
    pub(crate) verification: Vec<String>,
    pub(crate) credentials: Vec<String>,
    pub(crate) authentication: Option<Authentication>,
}

/// Makes what authenticates requests, from variables of the environment, or says which is unset or malformed.
pub(crate) type Authentication = fn(&Environment<'_>) -> Result<Box<dyn Authenticate>, Error>;

/// The pages that show samples, and where these come from.
#[derive(Debug, Clone)]
pub(crate) struct Samples {
    /// Files, and folders with files, from the folder of the client.
    pub pages: Vec<String>,
    /// The folder with the files that are shown.
    pub examples: String,
    /// Set if nobody said which pages: those without samples are none.
    pub is_default: bool,
}

impl Settings {
    /// The settings of tasks that are called as `command`, such as `cargo xtask`: texts that advise one call it so. What
    /// environment variables tell them begins with `variables`: `<VARIABLES>_URL` stands for `--base-url`.
    pub fn new(command: impl Into<String>, variables: impl Into<String>) -> Self {
        Self {
            command: command.into(),
            variables: variables.into(),
            package: None,
            from: None,
            api_version: None,
            retired_document: None,
            pregenerated: None,
            samples: Samples { pages: owned(["README.md", "docs"]), examples: "examples".to_owned(), is_default: true },
            verification: owned(["check", "--all-targets"]),
            credentials: Vec::new(),
            authentication: None,
        }
    }

    /// The package that is the client. By default it is the package at the root of the workspace if that is a client, which
    /// depends on `perennial-codegen` for its build, or else the only client in the workspace.
    #[must_use]
    pub fn package(self, name: impl Into<String>) -> Self {
        Self { package: Some(name.into()), ..self }
    }

    /// The document that an update follows if its command line names none: a URL without secrets, or a
    /// file. By default none is.
    #[must_use]
    pub fn from(self, document: impl Into<String>) -> Self {
        Self { from: Some(document.into()), ..self }
    }

    /// The `info.version` of each document that the client can follow: any other is refused. By default any will do.
    #[must_use]
    pub fn api_version(self, version: impl Into<String>) -> Self {
        Self { api_version: Some(version.into()), ..self }
    }

    /// The name under which the service served its document once, such as `swagger.json`: a base URL that ends with it is
    /// refused with the remedy. By default there is none.
    #[must_use]
    pub fn retired_document(self, name: impl Into<String>) -> Self {
        Self { retired_document: Some(name.into()), ..self }
    }

    /// The file for the generated code, from the folder of the client, for builds without a generator, such as
    /// `pregenerated/client.rs`: a `.rs` file in that folder or below, which does not exist or begins with
    /// `// @generated from`. By default none is written.
    #[must_use]
    pub fn pregenerated(self, path: impl Into<String>) -> Self {
        Self { pregenerated: Some(path.into()), ..self }
    }

    /// The pages whose samples are copies of `examples`, a folder: Markdown files, and folders of such. Each Rust sample on
    /// them has to name its source. By default these are `README.md` and `docs`, if any sample on them has a source in
    /// `examples`.
    #[must_use]
    pub fn samples<const N: usize>(self, pages: [&str; N], examples: impl Into<String>) -> Self {
        Self { samples: Samples { pages: owned(pages), examples: examples.into(), is_default: false }, ..self }
    }

    /// The arguments of cargo that verify a new document, in the folder of the client. By default `check --all-targets`.
    /// What fails to compile in examples, or in packages in the folder of these, is told, and does not fail the update.
    #[must_use]
    pub fn verified_by<const N: usize>(self, arguments: [&str; N]) -> Self {
        Self { verification: owned(arguments), ..self }
    }

    /// What authenticates the requests of `check-live`, and the ends of the names of the variables that it is made from,
    /// such as `API_KEY` for `<VARIABLES>_API_KEY`. By default these are the variables of the credentials that the document
    /// declares, where the client takes these (`client.credentials` in `names.json`), and else nothing does.
    #[must_use]
    pub fn authentication<const N: usize>(
        self,
        variables: [&str; N],
        made: fn(&Environment<'_>) -> Result<Box<dyn Authenticate>, Error>,
    ) -> Self {
        Self { credentials: owned(variables), authentication: Some(made), ..self }
    }

    /// The variable whose name ends so.
    pub(crate) fn variable(&self, name: &str) -> String {
        format!("{}_{name}", self.variables)
    }
}

fn owned<const N: usize>(texts: [&str; N]) -> Vec<String> {
    texts.map(str::to_owned).into()
}
