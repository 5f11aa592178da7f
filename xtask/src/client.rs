//! The result of reading a document: a client with its public API, and what had to be adapted on the way.

use anyhow::{Context as _, Result};
use perennial_codegen::{Generated, adaptation::Adaptation, api::Api, names::file::Names, stack, surface::PublicApi};

use crate::workspace::Vendored;

/// The client of one document.
#[derive(Debug, Default)]
pub struct Client {
    /// The public API: all that consumers can name.
    pub api: PublicApi,
    /// All names that are recorded, or were given.
    pub names: Names,
    /// The text of `client.rs`.
    pub code: String,
    /// The parts that had to be adapted, and those that progenitor does not read.
    pub adaptations: Vec<Adaptation>,
}

/// A document whose things have names.
#[derive(Debug, Default)]
pub struct Model {
    /// The API that the document describes.
    pub api: Api,
    /// The parts that had to be adapted.
    pub adaptations: Vec<Adaptation>,
}

impl Model {
    /// Reads the text of a document, whose things get the recorded `names`.
    ///
    /// # Errors
    /// A document from which no client can be generated, and names that do not fit.
    pub fn read(text: &str, names: &Names) -> Result<Self> {
        let (api, adaptations) = stack::with_stack(|| perennial_codegen::model(text, names))??;
        Ok(Self { api, adaptations })
    }
}

impl Client {
    /// The client that is generated from the text of a document, whose things get the recorded `names`.
    ///
    /// # Errors
    /// A document from which none can be generated, and names that do not fit.
    pub fn generate(text: &str, names: &Names) -> Result<Self> {
        let Generated { api, surface, client, adaptations } = perennial_codegen::generate(text, names)?;
        Ok(Self { names: names.recording(&api), api: surface, code: client, adaptations })
    }

    /// As [`generate`](Self::generate), with all names recorded: the code says which are not.
    ///
    /// # Errors
    /// As [`generate`](Self::generate).
    pub fn with_all_recorded(text: &str, names: &Names) -> Result<Self> {
        let client = Self::generate(text, names)?;
        if client.names == *names { Ok(client) } else { Self::generate(text, &client.names) }
    }

    /// The client of the vendored document and its names.
    ///
    /// # Errors
    /// A document that cannot be read, or from which no client can be generated.
    pub fn of_vendored(vendored: &Vendored, names: &Names) -> Result<Self> {
        let cannot = "no client can be generated from the vendored openapi.json";
        Self::with_all_recorded(vendored.text()?, names).context(cannot)
    }
}
