//! Compiles the client of a document, and programs that use it.

use std::collections::BTreeSet;

use compiler::{Compiler, Crate, Message};

use crate::client::Client;

/// The compiler's messages about the lines of a program.
#[derive(Debug, Default)]
pub struct Checked {
    /// Those that do not compile.
    pub failing: BTreeSet<usize>,
    /// Those that use what is deprecated.
    pub deprecated: BTreeSet<usize>,
}

/// The root module of a new client, which exports all that is generated.
const LIB: &str = include_str!("../../../new/templates/src/lib.rs");

/// What a client without generated credentials has by hand.
const WITHOUT_CREDENTIALS: &str = "use perennial::authenticate::Anonymous as Credentials;";

/// The features of tags that are on.
pub enum Tags<'a> {
    /// All of them.
    All,
    /// Just these.
    These(&'a [&'a str]),
}

/// A client that is compiled.
pub struct Package(Compiler);

impl Package {
    /// Compiles the client.
    pub fn of(client: &Client, tags: &Tags<'_>) -> Self {
        let api = &client.api;
        let tags: BTreeSet<&str> = match tags {
            Tags::All => api.features(),
            Tags::These(features) => {
                // A former feature enables the present ones.
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

    /// Compiles a program with this `text` beside the client.
    pub fn check(&self, text: &str) -> Checked {
        let mut checked = Checked::default();
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
