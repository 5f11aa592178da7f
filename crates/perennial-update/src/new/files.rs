//! Renders the files of a new client. Facts about the document replace the placeholders of templates.

use std::path::Path;

use anyhow::{Context as _, Result};
use perennial_codegen::{Generated, names::file::Names, text::printable::printable};
use serde_json::Value;
use toml_edit::{InlineTable, Key, Value as Toml};

use super::{call::ExampleCall, usage};
use crate::{listing, manifest, markdown, origin::DocumentOrigin, readme};

const MANIFEST: &str = include_str!("templates/Cargo.toml.in");
const EXAMPLE: &str = include_str!("templates/examples/first_call.rs.in");
const TEST: &str = include_str!("templates/tests/first_call.rs.in");
const WORKFLOW: &str = include_str!("templates/refresh.yml.in");
const README: &str = include_str!("templates/README.md.in");
/// The files that are the same for every client.
const FIXED: [(&str, &str); 4] = [
    ("build.rs", include_str!("templates/build.rs")),
    ("src/lib.rs", include_str!("templates/src/lib.rs")),
    ("CHANGELOG.md", include_str!("templates/CHANGELOG.md")),
    (".gitignore", include_str!("templates/gitignore")),
];
/// The README's section with the first call. The task `samples` inserts the code from the example, once rustfmt has
/// formatted it.
const FIRST_CALL: &str = "<!-- examples/first_call.rs:call -->
```rust,ignore
```

`base_url` is the address of the service.
To try the client without the service, run `cargo run --example first_call`, which calls a mock.
";
/// The maximum number of characters of a title.
const LONGEST: usize = 100;

#[derive(Debug)]
pub struct NewPackage<'a> {
    pub name: &'a str,
    pub origin: &'a DocumentOrigin,
    pub document: &'a str,
    pub names: &'a Names,
    pub generated: &'a Generated,
    /// The feature that is enabled by default. `None` if the client has no features of tags.
    pub chosen: Option<&'a str>,
    /// The call in the README, the example and the test. `None` if no operation is suitable.
    pub call: Option<&'a ExampleCall>,
    /// The folder that contains the crates `perennial` and `perennial-codegen`. `None` if the package depends on their
    /// published releases.
    pub crates: Option<&'a str>,
    /// The path of the package within an existing repository. `None` if the package gets a repository of its own.
    pub folder_in_repository: Option<&'a Path>,
}

#[derive(Debug)]
pub struct NewFile {
    /// The path, relative to the folder of the package.
    pub path: &'static str,
    pub text: String,
}

impl NewFile {
    fn new(path: &'static str, text: String) -> Self {
        Self { path, text }
    }
}

impl NewPackage<'_> {
    /// Renders all files, sorted by path.
    ///
    /// # Errors
    /// Returns an error if serialization fails, which no document causes.
    pub fn render_files(&self) -> Result<Vec<NewFile>> {
        let Generated { api, surface, .. } = self.generated;
        let names = self.names.clone().recording(api).to_text().context("names.json cannot be serialized")?;
        let mut files = vec![
            NewFile::new("Cargo.toml", manifest::with_features(&self.fill_template(MANIFEST), surface)?),
            NewFile::new("README.md", self.fill_template(README)),
            NewFile::new("names.json", names),
            NewFile::new("openapi.json", self.document.to_owned()),
            NewFile::new("public-api.txt", listing::render_listing(surface)),
        ];
        files.extend(FIXED.map(|(path, text)| NewFile::new(path, text.to_owned())));
        // GitHub only runs the workflows at the root of a repository, so a package below the root gets no workflow.
        if self.folder_in_repository.is_none() {
            files.push(NewFile::new(".github/workflows/refresh.yml", self.render_workflow()));
        }
        if let Some(call) = self.call {
            files.push(NewFile::new("examples/first_call.rs", self.fill_template(EXAMPLE)));
            files.push(NewFile::new("tests/first_call.rs", self.fill_template(TEST)));
            if let Some(answer) = &call.answer {
                let answer = serde_json::to_string_pretty(answer).context("answer.json cannot be serialized")?;
                files.push(NewFile::new("examples/answer.json", answer + "\n"));
            }
        }
        files.sort_by_key(|file| file.path);
        Ok(files)
    }

    /// Renders the workflow that updates the client each week.
    pub fn render_workflow(&self) -> String {
        self.fill_template(WORKFLOW)
    }

    /// Replaces the placeholders of a template, such as `{{name}}`.
    fn fill_template(&self, template: &str) -> String {
        let mut filled = String::new();
        for (index, part) in template.split("{{").enumerate() {
            match part.split_once("}}").filter(|_| index > 0) {
                Some((name, rest)) => filled += &(self.placeholder_value(name) + rest),
                None => filled += part,
            }
        }
        filled
    }

    fn placeholder_value(&self, placeholder: &str) -> String {
        let call = |part: fn(&ExampleCall) -> &str| self.call.map(part).unwrap_or_default().to_owned();
        match placeholder {
            "name" => self.name.to_owned(),
            "crate" => self.name.replace('-', "_"),
            "title" => markdown::render_prose(&self.api_title()),
            "description" => Toml::from(format!("A client for {}", self.api_title())).to_string(),
            "settings" => self.settings_lines(),
            "chosen" => self.chosen.map(|feature| format!("{}, ", Toml::from(feature))).unwrap_or_default(),
            "tags" => manifest::empty_feature_lines(),
            "perennial" | "perennial-codegen" => self.dependency_value(placeholder),
            "first-call" if self.call.is_some() => FIRST_CALL.to_owned(),
            "usage" => usage::render_usage(self.name, &self.generated.api, self.call.is_some()),
            "operations" => readme::render_operations_table(&self.generated.api),
            "example-client" => {
                self.call.map(|call| call.client_code("Client::builder", "base_url")).unwrap_or_default()
            }
            "client" => {
                self.call.map(|call| call.client_code("Client::builder", "server.base_url()")).unwrap_or_default()
            }
            "github-token" => "${{ github.token }}".to_owned(),
            // JSON strings are valid YAML strings.
            "working-directory" => self.folder_in_repository.map_or_else(String::new, |folder| {
                let folder = Value::from(folder.to_string_lossy().replace('\\', "/"));
                format!("    defaults:\n      run:\n        working-directory: {folder}\n")
            }),
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

    /// Returns the title of the document as a single line, or the name of the package if the document has no title. A
    /// title such as `Books API` is preceded by an article.
    fn api_title(&self) -> String {
        let document: Value = serde_json::from_str(self.document).unwrap_or_default();
        let title = document.pointer("/info/title").and_then(Value::as_str).unwrap_or_default();
        let title = title.split_whitespace().collect::<Vec<_>>().join(" ");
        let title: String = printable(&title).chars().take(LONGEST).collect();
        match title.as_str() {
            "" => self.name.to_owned(),
            title if title.ends_with(" API") && !title.to_lowercase().starts_with("the ") => format!("the {title}"),
            _ => title,
        }
    }

    /// Returns the line of `[package.metadata.perennial]` with the document's URL. For a document from a file, the line
    /// is commented out.
    fn settings_lines(&self) -> String {
        match self.origin {
            DocumentOrigin::Served(address) => format!("from = {}", Toml::from(address.document.as_str())),
            DocumentOrigin::File(_) => "# The URL from which updates download the document.\n# from = \
                                        \"https://api.example.com/openapi.json\""
                .to_owned(),
        }
    }

    /// Returns the value of a dependency in `Cargo.toml`: a version, or a table with a path.
    fn dependency_value(&self, name: &str) -> String {
        match self.crates {
            None => Toml::from(env!("CARGO_PKG_VERSION")).to_string(),
            Some(folder) => {
                let path = Toml::from(format!("{folder}/{name}"));
                Toml::from(InlineTable::from_iter([(Key::new("path"), path)])).to_string()
            }
        }
    }
}
