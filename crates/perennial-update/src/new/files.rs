//! The files of a new client: templates, with what its document says in a few places.

use anyhow::{Context as _, Result};
use perennial_codegen::{Generated, names::file::Names, text::printable::printable};
use serde_json::Value;
use toml_edit::{InlineTable, Key, Value as Toml};

use super::call::Call;
use crate::{listing, manifest, markdown, origin::Origin, readme};

const MANIFEST: &str = include_str!("templates/Cargo.toml.in");
const EXAMPLE: &str = include_str!("templates/examples/first_call.rs.in");
const TEST: &str = include_str!("templates/tests/first_call.rs.in");
const README: &str = include_str!("templates/README.md.in");
/// The same for each client.
const FIXED: [(&str, &str); 5] = [
    ("build.rs", include_str!("templates/build.rs")),
    ("src/lib.rs", include_str!("templates/src/lib.rs")),
    ("CHANGELOG.md", include_str!("templates/CHANGELOG.md")),
    (".gitignore", include_str!("templates/gitignore")),
    (".github/workflows/refresh.yml", include_str!("templates/refresh.yml")),
];
/// How a program calls the service, in the README: the sample is copied from the example once that is formatted.
const FIRST_CALL: &str = "\
<!-- examples/first_call.rs:call -->
```rust,ignore
```

`base_url` is the address of the service. Without the service, `cargo run --example first_call` calls a mock of it.
";
/// More of a title is no title.
const LONGEST: usize = 100;

/// What a client is made of.
#[derive(Debug)]
pub struct Client<'a> {
    /// The package.
    pub name: &'a str,
    /// Where the document comes from.
    pub origin: &'a Origin,
    /// The text of the document.
    pub document: &'a str,
    /// The names with which it is generated.
    pub names: &'a Names,
    /// The client that it makes.
    pub generated: &'a Generated,
    /// The feature of what its users get unless they choose.
    pub chosen: Option<&'a str>,
    /// The call that the example shows, if one can be shown.
    pub call: Option<&'a Call>,
    /// The folder with the crates that it depends on, in place of the registry.
    pub crates: Option<&'a str>,
}

impl Client<'_> {
    /// All files, by their paths in the folder of the package.
    ///
    /// # Errors
    /// None that a document can cause.
    pub fn files(&self) -> Result<Vec<(&'static str, String)>> {
        let Generated { api, surface, .. } = self.generated;
        let names = self.names.clone().recording(api).to_text().context("the names cannot be written")?;
        let mut files = vec![
            ("Cargo.toml", manifest::with_features(&self.filled(MANIFEST), surface)?),
            ("README.md", self.filled(README)),
            ("names.json", names),
            ("openapi.json", self.document.to_owned()),
            ("public-api.txt", listing::text(surface)),
        ];
        files.extend(FIXED.map(|(path, text)| (path, text.to_owned())));
        if let Some(call) = self.call {
            files.push(("examples/first_call.rs", self.filled(EXAMPLE)));
            files.push(("tests/first_call.rs", self.filled(TEST)));
            if let Some(answer) = &call.answer {
                let answer = serde_json::to_string_pretty(answer).context("the answer cannot be written")?;
                files.push(("examples/answer.json", answer + "\n"));
            }
        }
        files.sort();
        Ok(files)
    }

    fn filled(&self, template: &str) -> String {
        let mut filled = String::new();
        for (index, part) in template.split("{{").enumerate() {
            match part.split_once("}}").filter(|_| index > 0) {
                Some((name, rest)) => filled += &(self.value(name) + rest),
                None => filled += part,
            }
        }
        filled
    }

    fn value(&self, placeholder: &str) -> String {
        let call = |part: fn(&Call) -> &str| self.call.map(part).unwrap_or_default().to_owned();
        match placeholder {
            "name" => self.name.to_owned(),
            "crate" => self.name.replace('-', "_"),
            "title" => markdown::prose(&self.title()),
            "description" => Toml::from(format!("A client of {}", self.title())).to_string(),
            "settings" => self.settings(),
            "chosen" => self.chosen.map(|feature| format!("{}, ", Toml::from(feature))).unwrap_or_default(),
            "tags" => manifest::without_features(),
            "perennial" | "perennial-codegen" => self.dependency(placeholder),
            "first-call" if self.call.is_some() => FIRST_CALL.to_owned(),
            "operations" => readme::operations(&self.generated.api),
            "example-client" => self.call.map(|call| call.client("Client::builder", "base_url")).unwrap_or_default(),
            "client" => self.call.map(|call| call.client("Client::builder", "server.base_url()")).unwrap_or_default(),
            "call" => call(|call| &call.code),
            "mock" => call(|call| &call.mock),
            "status" => self.call.map(|call| call.status.to_string()).unwrap_or_default(),
            "answer" if self.call.is_some_and(|call| call.answer.is_some()) => {
                "const ANSWER: &str = include_str!(\"../examples/answer.json\");\n\n".to_owned()
            }
            "status-use" if call(|call| &call.mock).contains("StatusCode") => "http::StatusCode, ".to_owned(),
            _ => String::new(),
        }
    }

    /// What the document calls its API, in one line.
    fn title(&self) -> String {
        let document: Value = serde_json::from_str(self.document).unwrap_or_default();
        let title = document.pointer("/info/title").and_then(Value::as_str).unwrap_or_default();
        let title = title.split_whitespace().collect::<Vec<_>>().join(" ");
        let title: String = printable(&title).chars().take(LONGEST).collect();
        if title.is_empty() { self.name.to_owned() } else { title }
    }

    fn settings(&self) -> String {
        match self.origin {
            Origin::Served(address) => format!("from = {}", Toml::from(address.document.as_str())),
            Origin::File(_) => "# Where the document is served: an update follows it.\n\
                                # from = \"https://api.example.com/openapi.json\""
                .to_owned(),
        }
    }

    fn dependency(&self, name: &str) -> String {
        match self.crates {
            None => Toml::from(env!("CARGO_PKG_VERSION")).to_string(),
            Some(folder) => {
                let path = Toml::from(format!("{folder}/{name}"));
                Toml::from(InlineTable::from_iter([(Key::new("path"), path)])).to_string()
            }
        }
    }
}
