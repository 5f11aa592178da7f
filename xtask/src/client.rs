//! What a document becomes: a client with its public API, and what had to be adapted on the way.

use anyhow::{Context as _, Result, bail};
use generator::{adaptation::Adaptation, former_names::FormerNames};

use crate::{api::PublicApi, isolate, workspace::Vendored};

/// The client of one document.
#[derive(Debug, Default)]
pub struct Client {
    /// What consumers can name.
    pub api: PublicApi,
    /// What had to be adapted.
    pub adaptations: Vec<Adaptation>,
}

impl Client {
    /// The client that is generated from the text of a document, with these former names.
    ///
    /// # Errors
    /// A document from which none can be generated, and former names that do not fit it.
    pub fn of(document: &str, former: &FormerNames) -> Result<Self> {
        let generated = isolate::generate(document, former)?;
        let mut api = PublicApi::read(&generated.code.client)?;
        // They are in `Cargo.toml`, not in the code.
        api.former.features.clone_from(&former.features);
        Ok(Self { api, adaptations: generated.adaptations })
    }

    /// The client of the vendored document and its former names.
    ///
    /// # Errors
    /// A document that cannot be read, or from which no client can be generated.
    pub fn of_vendored(vendored: &Vendored, former: &FormerNames) -> Result<Self> {
        match vendored {
            Vendored::Text(text) => {
                Self::of(text, former).context("no client can be generated from the vendored openapi.json")
            }
            Vendored::Unusable(reason) => bail!(reason.clone()),
        }
    }
}
