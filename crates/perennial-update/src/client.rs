//! The result of reading a document: a client with its public API, and what had to be adapted on the way.

use anyhow::{Context as _, Result};
use perennial_codegen::{
    Generated, Generator,
    adaptation::Adaptation,
    api::Api,
    names::file::{Names, Own},
    stack,
    surface::PublicApi,
};

use crate::{examples, readme, workspace::Vendored};

const CANNOT: &str = "no client can be generated from the vendored openapi.json";

/// The client of one document.
#[derive(Debug, Default)]
pub struct Client {
    /// The public API: all that consumers can name.
    pub api: PublicApi,
    /// All names that are recorded, or were given.
    pub names: Names,
    /// The text of `client.rs`.
    pub code: String,
    /// The table of its operations, for the README.
    pub operations: String,
    /// The parts that had to be adapted, those that progenitor does not read, and the examples of other types than declared.
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
    /// As [`Document::read`] and [`Document::model`].
    pub fn read(text: &str, names: &Names) -> Result<Self> {
        Document::read(text, &names.client)?.model(names)
    }
}

/// A document that is read once, whatever names its things get.
pub struct Document(pub perennial_codegen::Document);

impl Document {
    /// Reads the text of a document, for a client that has `own` by hand.
    ///
    /// # Errors
    /// A document from which no client can be generated.
    pub fn read(text: &str, own: &Own) -> Result<Self> {
        Ok(Self(stack::with_stack(|| perennial_codegen::Document::read(text, own))??))
    }

    /// The model in which things get the recorded `names`.
    ///
    /// # Errors
    /// A document from which no client can be generated, and names that do not fit.
    pub fn model(&self, names: &Names) -> Result<Model> {
        let (api, adaptations) = stack::with_stack(|| self.0.model(names))??;
        Ok(Model { api, adaptations })
    }

    /// The client in which things get the recorded `names`.
    ///
    /// # Errors
    /// A document from which none can be generated, and names that do not fit.
    pub fn client(&self, names: &Names) -> Result<Client> {
        self.generated(names, |generator| generator)
    }

    fn generated(&self, names: &Names, set: fn(Generator<'_>) -> Generator<'_>) -> Result<Client> {
        let generate = || set(Generator::new(&self.0, names)).run().map(|made| examples::noted(&self.0, made));
        Ok(Client::of(stack::with_stack(generate)??, names))
    }

    /// As [`client`](Self::client), with all names recorded: the code says which are not.
    ///
    /// # Errors
    /// As [`client`](Self::client).
    pub fn with_all_recorded(&self, names: &Names) -> Result<Client> {
        let client = self.client(names)?;
        if client.names == *names { Ok(client) } else { self.client(&client.names) }
    }
}

impl Client {
    fn of(Generated { api, surface, client, adaptations }: Generated, names: &Names) -> Self {
        Self {
            names: names.recording(&api),
            operations: readme::operations(&api),
            api: surface,
            code: client,
            adaptations,
        }
    }

    /// The client that is generated from the text of a document, whose things get the recorded `names`.
    ///
    /// # Errors
    /// A document from which none can be generated, and names that do not fit.
    pub fn generate(text: &str, names: &Names) -> Result<Self> {
        Document::read(text, &names.client)?.client(names)
    }

    /// The client of the vendored document and its names.
    ///
    /// # Errors
    /// A document that cannot be read, or from which no client can be generated.
    pub fn of_vendored(vendored: &Vendored, names: &Names) -> Result<Self> {
        let text = vendored.text()?;
        let client = Document::read(text, &names.client).and_then(|document| document.with_all_recorded(names));
        client.context(CANNOT)
    }

    /// The same, but for the code.
    ///
    /// # Errors
    /// As [`of_vendored`](Self::of_vendored).
    pub fn without_code(vendored: &Vendored, names: &Names) -> Result<Self> {
        let document = Document::read(vendored.text()?, &names.client).context(CANNOT)?;
        document.generated(names, |generator| generator.without_code()).context(CANNOT)
    }
}
