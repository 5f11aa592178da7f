//! Generates a client and its public API from a document, and reports the adaptations.

use anyhow::{Context as _, Result};
use perennial_codegen::{
    Generated, Generator,
    adaptation::Adaptation,
    api::Api,
    names::file::{ClientSettings, Names},
    stack,
    surface::PublicApi,
};

use crate::{examples, readme, workspace::VendoredDocument};

const CANNOT: &str = "no client can be generated from the vendored openapi.json";

#[derive(Debug, Default)]
pub struct Client {
    /// The public API: everything that consumers can name.
    pub api: PublicApi,
    /// All names in the client, both recorded ones and those that the naming rules chose.
    pub names: Names,
    /// The generated code, which becomes `client.rs`.
    pub code: String,
    /// The table of operations for the README, in Markdown.
    pub operations: String,
    /// The deviations of the client from the document: adaptations, operations that progenitor cannot read, and
    /// examples that do not have the declared types.
    pub adaptations: Vec<Adaptation>,
}

/// The typed description of a client, in which every item has a name, and the adaptations of the document.
#[derive(Debug, Default)]
pub struct Model {
    pub api: Api,
    pub adaptations: Vec<Adaptation>,
}

impl Model {
    /// Parses a document, and builds its model with the recorded `names`.
    ///
    /// # Errors
    /// Returns the same errors as [`ParsedDocument::parse`] and [`ParsedDocument::build_model`].
    pub fn from_document(text: &str, names: &Names) -> Result<Self> {
        ParsedDocument::parse(text, &names.client)?.build_model(names)
    }
}

/// A parsed document, from which models and clients with different names can be built.
pub struct ParsedDocument(pub perennial_codegen::Document);

impl ParsedDocument {
    /// Parses a document. `own` is the `client` section of `names.json`.
    ///
    /// # Errors
    /// Returns an error if no client can be generated from the document.
    pub fn parse(text: &str, own: &ClientSettings) -> Result<Self> {
        Ok(Self(stack::with_stack(|| perennial_codegen::Document::read(text, own))??))
    }

    /// Builds the model with the recorded `names`.
    ///
    /// # Errors
    /// Returns an error if no client can be generated from the document, or if the names do not fit it.
    pub fn build_model(&self, names: &Names) -> Result<Model> {
        let (api, adaptations) = stack::with_stack(|| self.0.model(names))??;
        Ok(Model { api, adaptations })
    }

    /// Generates the client with the recorded `names`.
    ///
    /// # Errors
    /// Returns an error if no client can be generated from the document, or if the names do not fit it.
    pub fn generate_client(&self, names: &Names) -> Result<Client> {
        self.generate_with(names, |generator| generator)
    }

    fn generate_with(&self, names: &Names, set: fn(Generator<'_>) -> Generator<'_>) -> Result<Client> {
        let generate =
            || set(Generator::new(&self.0, names)).run().map(|made| examples::with_mistyped_examples(&self.0, made));
        Ok(Client::from_generated(stack::with_stack(generate)??, names))
    }

    /// Same as [`generate_client`](Self::generate_client), but treats all names as recorded, because generated code
    /// depends on whether a name is recorded. If some are not, the client is generated twice: the second time with the
    /// names that the first one got.
    ///
    /// # Errors
    /// Returns the same errors as [`generate_client`](Self::generate_client).
    pub fn generate_with_all_recorded(&self, names: &Names) -> Result<Client> {
        let client = self.generate_client(names)?;
        if client.names == *names { Ok(client) } else { self.generate_client(&client.names) }
    }
}

impl Client {
    fn from_generated(Generated { api, surface, client, adaptations }: Generated, names: &Names) -> Self {
        Self {
            names: names.recording(&api),
            operations: readme::render_operations_table(&api),
            api: surface,
            code: client,
            adaptations,
        }
    }

    /// Generates the client from a document, with the recorded `names`.
    ///
    /// # Errors
    /// Returns an error if no client can be generated from the document, or if the names do not fit it.
    pub fn generate(text: &str, names: &Names) -> Result<Self> {
        ParsedDocument::parse(text, &names.client)?.generate_client(names)
    }

    /// Generates the client from the vendored document, with all names recorded.
    ///
    /// # Errors
    /// Returns an error if the document cannot be read, or if no client can be generated from it.
    pub fn from_vendored(vendored: &VendoredDocument, names: &Names) -> Result<Self> {
        let text = vendored.document_text()?;
        let client =
            ParsedDocument::parse(text, &names.client).and_then(|document| document.generate_with_all_recorded(names));
        client.context(CANNOT)
    }

    /// Same as [`from_vendored`](Self::from_vendored), but without the code.
    ///
    /// # Errors
    /// Returns the same errors as [`from_vendored`](Self::from_vendored).
    pub fn from_vendored_without_code(vendored: &VendoredDocument, names: &Names) -> Result<Self> {
        let document = ParsedDocument::parse(vendored.document_text()?, &names.client).context(CANNOT)?;
        document.generate_with(names, |generator| generator.without_code()).context(CANNOT)
    }
}
