//! What a document becomes: a client with its public API, and what had to be adapted on the way.

use anyhow::{Context as _, Result, bail};
use monitoring_service_codegen::{
    adaptation::Adaptation, api::Api, diagnostics::Diagnostics, names::former::FormerNames, stack,
};

use crate::{surface::PublicApi, workspace::Vendored};

/// The client of one document.
#[derive(Debug, Default)]
pub struct Client {
    /// What consumers can name.
    pub api: PublicApi,
    /// The text of `client.rs`.
    pub code: String,
    /// What had to be adapted.
    pub adaptations: Vec<Adaptation>,
}

/// A document of which clients with different former names can be generated.
pub struct Document {
    model: Api,
    adaptations: Vec<Adaptation>,
}

impl Document {
    /// Reads the text of a document.
    ///
    /// # Errors
    /// A document from which no client can be generated, whatever the former names.
    pub fn read(text: &str) -> Result<Self> {
        let (model, adaptations) = stack::with_stack(|| monitoring_service_codegen::model(text))??;
        Ok(Self { model, adaptations })
    }

    /// What consumers can name with these former names.
    ///
    /// # Errors
    /// Former names that do not fit it.
    pub fn api(&self, former: &FormerNames) -> Result<PublicApi> {
        former.check(&self.model)?;
        Ok(PublicApi::new(&self.model, former))
    }

    /// What had to be adapted.
    pub fn adaptations(&self) -> &[Adaptation] {
        &self.adaptations
    }

    /// The client with these former names.
    ///
    /// # Errors
    /// A document from which none can be generated, and former names that do not fit it.
    pub fn client(&self, former: &FormerNames) -> Result<Client> {
        let api = self.api(former)?;
        // Types are as deeply nested as the schemas that they are generated from.
        let code = stack::with_stack(|| {
            let code = monitoring_service_codegen::code(&self.model, former)?;
            Ok::<_, Diagnostics>(monitoring_service_codegen::client_rs(&code, &self.adaptations))
        })??;
        Ok(Client { api, code, adaptations: self.adaptations.clone() })
    }
}

impl Client {
    /// The client that is generated from the text of a document, with these former names.
    ///
    /// # Errors
    /// A document from which none can be generated, and former names that do not fit it.
    pub fn generate(document: &str, former: &FormerNames) -> Result<Self> {
        Document::read(document)?.client(former)
    }

    /// The client of the vendored document and its former names.
    ///
    /// # Errors
    /// A document that cannot be read, or from which no client can be generated.
    pub fn of_vendored(vendored: &Vendored, former: &FormerNames) -> Result<Self> {
        match vendored {
            Vendored::Text(text) => {
                Self::generate(text, former).context("no client can be generated from the vendored openapi.json")
            }
            Vendored::Unusable(reason) => bail!(reason.clone()),
        }
    }
}

#[cfg(test)]
pub mod tests;
