use std::collections::BTreeSet;

use compiler::{Compiler, Crate, Message};

use crate::client::Client;

/// The numbers of the program lines with errors (`failing`) and with uses of deprecated items.
#[derive(Debug, Default)]
pub struct ProgramDiagnostics {
    pub failing: BTreeSet<usize>,
    pub deprecated: BTreeSet<usize>,
}

/// The root module of a new client. It exports all generated items.
const LIB: &str = include_str!("../../../new/templates/src/lib.rs");

/// Defines `Credentials` for a client whose credentials are not generated.
const WITHOUT_CREDENTIALS: &str = "use perennial::authenticate::Anonymous as Credentials;";

pub enum EnabledTags<'a> {
    All,
    These(&'a [&'a str]),
}

pub struct CompiledClient(Compiler);

impl CompiledClient {
    pub fn compile(client: &Client, tags: &EnabledTags<'_>) -> Self {
        let api = &client.api;
        let tags: BTreeSet<&str> = match tags {
            EnabledTags::All => api.features(),
            EnabledTags::These(features) => {
                // Each former feature also enables the features that it forwards to.
                let present =
                    features.iter().flat_map(|name| api.former.features.get(*name).into_iter().flat_map(|it| &it.0));
                features.iter().copied().chain(present.map(String::as_str)).collect()
            }
        };
        let features: Vec<&str> = tags.into_iter().chain(["mock", "rate-limit"]).collect();
        let by_hand = if client.names.client.credentials.is_some() { "" } else { WITHOUT_CREDENTIALS };
        let source = [&LIB.replace("#![doc = include_str!(\"../README.md\")]", ""), by_hand].concat();
        let mut compiler = Compiler::new();
        compiler.write_client(&client.code);
        let library = Crate { name: "monitoring_service", source: &source, features: &features };
        let messages = compiler.library(&library);
        assert!(!messages.iter().any(Message::is_error), "the client does not compile: {messages:#?}");
        Self(compiler)
    }

    pub fn check_program(&self, text: &str) -> ProgramDiagnostics {
        let mut checked = ProgramDiagnostics::default();
        for message in self.0.check(&Crate { name: "program", source: text, features: &[] }) {
            assert!(!message.is_elsewhere, "nothing is wrong with the client: {}", message.rendered);
            if message.is_error() {
                checked.failing.extend(message.lines);
            } else if message.code == "deprecated" {
                checked.deprecated.extend(message.lines);
            }
        }
        checked
    }
}
