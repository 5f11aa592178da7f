//! An update that is stopped after any of its files leaves a workspace that builds, and the next one finishes or undoes it.

use std::{collections::BTreeSet, fs};

use perennial_codegen::generate;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::*;

/// The files of a client, whose generator does nothing.
const PACKAGE: [(&str, &str); 7] = [
    (
        "Cargo.toml",
        "[workspace]\n[package]\nname = \"scratch\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\
         [build-dependencies]\nperennial-codegen = { path = \"crates/perennial-codegen\" }\n\
         [features]\n# Written by updates: each feature brings the operations of a tag, and what they reach.\n\
         all-tags = []\n# End of the features of tags.\n",
    ),
    ("src/lib.rs", ""),
    ("crates/perennial-codegen/Cargo.toml", "[package]\nname = \"perennial-codegen\"\n"),
    ("crates/perennial-codegen/src/lib.rs", ""),
    ("CHANGELOG.md", "# Changelog\n\n## Unreleased\n"),
    ("README.md", "<!-- operations -->\n<!-- /operations -->\n"),
    ("names.json", r#"{ "client": { "headers": ["x-tenant"] } }"#),
];

/// Everything that an update replaces.
const FILES: [&str; 7] = [
    "Cargo.toml",
    "CHANGELOG.md",
    "names.json",
    "openapi.json",
    "pregenerated/client.rs",
    "public-api.txt",
    "README.md",
];

/// Temporary files of an update that was killed.
const LEFTOVERS: [&str; 2] = [".openapi.json.x7Yz.tmp", "pregenerated/.openapi.json.x7Yz.tmp"];

/// An operation with an id, a tag and a schema.
struct Operation(&'static str, &'static str, &'static str);

/// `GET` of two paths. They take the header that the client sends by itself.
fn of(operations: [Operation; 2]) -> Value {
    let mut document = json!({ "openapi": "3.0.0", "info": { "title": "An API", "version": "v1" } });
    for (path, Operation(id, tag, schema)) in ["/a", "/b"].into_iter().zip(operations) {
        let reference = json!({ "$ref": format!("#/components/schemas/{schema}") });
        document["paths"][path] = json!({ "get": {
            "operationId": id,
            "tags": [tag],
            "parameters": [{ "name": "X-Tenant", "in": "header", "required": true, "schema": { "type": "string" } }],
            "responses": { "200": { "content": { "application/json": { "schema": reference } } } },
        } });
        let field = format!("of {path}");
        document["components"]["schemas"][schema]["type"] = "object".into();
        document["components"]["schemas"][schema]["properties"][field] = json!({ "type": "string", "enum": ["X"] });
    }
    document
}

/// Documents before and after in which names move.
fn scenarios() -> [(Value, Value); 6] {
    let first = || of([Operation("one", "Parts", "A"), Operation("other", "Things", "B")]);
    let merged = || of([Operation("one", "All", "A"), Operation("other", "All", "A")]);
    let mut gone = first();
    gone["paths"].as_object_mut().expect("should be one").remove("/b");
    let mut same_names = first();
    same_names["paths"]["/a"]["get"]["parameters"] =
        json!([{ "name": "x", "in": "query", "schema": { "type": "string" } }]);
    [
        // All names swap.
        (first(), of([Operation("other", "Things", "B"), Operation("one", "Parts", "A")])),
        // Each takes the name of the next.
        (first(), of([Operation("other", "Things", "B"), Operation("third", "Rest", "C")])),
        // Two become one, and one two.
        (first(), merged()),
        (merged(), first()),
        (first(), gone),
        (first(), same_names),
    ]
}

struct Scratch {
    folder: TempDir,
    workspace: Workspace,
}

impl Scratch {
    /// A client of this document, and everything that follows from it.
    fn of(document: &Value) -> Self {
        let folder = tempfile::tempdir().expect("should be made");
        let document = document.to_string();
        for (name, text) in PACKAGE.into_iter().chain([(DOCUMENT, document.as_str())]) {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().expect("should have one")).expect("should be made");
            fs::write(path, text).expect("should be written");
        }
        let settings = Settings::new("cargo xtask", "SCRATCH").pregenerated("pregenerated/client.rs");
        let workspace = Workspace::around(Some(folder.path()), &settings).expect("should be found");
        let scratch = Self { folder, workspace };
        scratch.derived().write(None).expect("should be written");
        scratch
    }

    /// The files that follow from the document as it is.
    fn derived(&self) -> DerivedFiles {
        let vendored = self.workspace.vendored().expect("should be there");
        let names = vendored.names(self.workspace.names().expect("should be legal"));
        let client = Client::of_vendored(&vendored, &names).expect("should be generated");
        public_api::files(&client, &self.workspace).expect("should be read")
    }

    fn prepared(&self, document: &Value) -> Prepared {
        let path = self.folder.path().join("served.json");
        fs::write(&path, document.to_string()).expect("should be written");
        let vendored = self.workspace.vendored().expect("should be there");
        let origin = Origin::named(&path.display().to_string()).expect("should be legal");
        let served = served(&origin, &vendored, &self.workspace.settings).expect("should be a document");
        let names = vendored.names(self.workspace.names().expect("should be legal"));
        let source = origin.to_string();
        let run = Run { workspace: &self.workspace, vendored, names, source, is_check: false, is_written: true };
        run.prepared(served).expect("should be prepared")
    }

    fn update(&self, document: &Value) {
        let Prepared { files, replacement, .. } = self.prepared(document);
        files.write(replacement.as_ref()).expect("should be written");
    }

    /// Returns how many files an update writes.
    fn changes(&self, document: &Value) -> usize {
        let Prepared { files, replacement, .. } = self.prepared(document);
        files.in_write_order(replacement.as_ref()).len()
    }

    /// Replaces the first files of an update, as if it were killed then.
    fn stop(&self, document: &Value, count: usize) {
        let Prepared { files, replacement, .. } = self.prepared(document);
        write::atomically(&files.in_write_order(replacement.as_ref())[..count]).expect("should be written");
        LEFTOVERS.iter().for_each(|name| fs::write(self.folder.path().join(name), "").expect("should be written"));
    }

    fn files(&self) -> [String; 7] {
        assert!(LEFTOVERS.iter().all(|name| !self.folder.path().join(name).exists()), "what was left is removed");
        FILES.map(|name| self.text(name))
    }

    fn text(&self, name: &str) -> String {
        fs::read_to_string(self.folder.path().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// What the build script makes of the workspace as it is: the client of which document, with all features that it needs.
    fn built(&self) -> String {
        let (manifest, document) = (self.text("Cargo.toml"), self.text(DOCUMENT));
        let names = Names::parse(&self.text(FILE)).expect("should be legal");
        let next = names.next.iter().map(|next| &next.names);
        assert!(
            next.chain([&names]).all(|names| names.client.headers.iter().eq(["x-tenant"])),
            "what is by hand stays"
        );
        let client = generate(&document, &names.of_document(&document)).expect("should be generated").client;
        let declared: BTreeSet<&str> = manifest.lines().filter_map(|line| Some(line.split_once(" = ")?.0)).collect();
        for code in [&client, &self.text("pregenerated/client.rs")] {
            let features = code.split("feature = \"").skip(1).filter_map(|rest| rest.split('"').next());
            // Those that are not of tags are no matter of the manifest of this test.
            let missing: Vec<&str> =
                features.filter(|name| !["mock", "rate-limit"].contains(name) && !declared.contains(name)).collect();
            assert!(missing.is_empty(), "{missing:?}\n{manifest}");
        }
        client
    }
}

#[test]
fn every_stopped_update_builds_and_the_next_one_finishes_or_undoes_it() {
    for (index, (before, after)) in scenarios().iter().enumerate() {
        let whole = Scratch::of(before);
        let old = whole.built();
        let undisturbed = whole.files();
        let changes = whole.changes(after);
        assert!(changes >= 6, "scenario {index}: {changes}");
        whole.update(after);
        let (updated, clients) = (whole.files(), [old, whole.built()]);
        assert_eq!(updated[4], clients[1]);
        for count in 0..=changes {
            let at = format!("scenario {index}, stopped after {count} files");
            let stopped = Scratch::of(before);
            stopped.stop(after, count);
            assert!(clients.contains(&stopped.built()), "{at}");
            let is_behind = stopped.derived().iter().any(|file| !file.is_current);
            assert_eq!(is_behind, (1..changes).contains(&count), "{at}");
            stopped.update(after);
            assert_eq!(stopped.files(), updated, "{at}, finished");

            let stopped = Scratch::of(before);
            stopped.stop(after, count);
            let is_replaced = stopped.text(DOCUMENT) == updated[3];
            stopped.update(before);
            stopped.built();
            if !is_replaced {
                let mut undone = stopped.files();
                // What was announced may stay in the changelog until the next update.
                undone[1].clone_from(&undisturbed[1]);
                assert_eq!(undone, undisturbed, "{at}, undone");
            }
        }
    }
}

#[test]
fn an_update_that_is_stopped_while_it_undoes_another_is_undone_by_the_next() {
    let (before, after) = &scenarios()[1];
    let undisturbed = Scratch::of(before).files();
    for count in 0..4 {
        let stopped = Scratch::of(before);
        // The names and features of both documents, the code and the list.
        stopped.stop(after, 4);
        stopped.stop(before, count);
        stopped.built();
        stopped.update(before);
        assert_eq!(stopped.files(), undisturbed, "stopped after {count} files");
    }
}

#[test]
fn a_third_document_follows_the_one_that_is_there() {
    let (before, after) = &scenarios()[0];
    let third = of([Operation("third", "Rest", "C"), Operation("one", "Parts", "A")]);
    let without_changelog = |scratch: &Scratch| {
        let mut files = scratch.files();
        files[1].clear();
        files
    };
    let through = |documents: &[&Value]| {
        let scratch = Scratch::of(before);
        documents.iter().for_each(|document| scratch.update(document));
        without_changelog(&scratch)
    };
    let (vendored, expected) = (Scratch::of(before).text(DOCUMENT), [through(&[&third]), through(&[after, &third])]);
    for count in 0..=Scratch::of(before).changes(after) {
        let stopped = Scratch::of(before);
        stopped.stop(after, count);
        let is_replaced = stopped.text(DOCUMENT) != vendored;
        stopped.update(&third);
        assert_eq!(without_changelog(&stopped), expected[usize::from(is_replaced)], "stopped after {count} files");
    }
}
