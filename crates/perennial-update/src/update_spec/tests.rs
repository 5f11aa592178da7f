//! Tests updates that are stopped after any of the files that they write. The workspace must still build, and the next
//! update must complete or undo the stopped one.

use std::{collections::BTreeSet, fs};

use perennial_codegen::generate;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::*;
use crate::pregenerated::format_code;

/// The files of a client other than the document. Its dependency `perennial-codegen` is an empty crate.
const PACKAGE: [(&str, &str); 7] = [
    (
        "Cargo.toml",
        "[workspace]\n[package]\nname = \"scratch\"\nversion = \"0.1.0\"\nedition = \
         \"2024\"\n[build-dependencies]\nperennial-codegen = { path = \"crates/perennial-codegen\" }\n[features]\n# \
         These lines are generated, and each update overwrites them. Each feature enables the operations of a tag, \
         and the types that they use.\nall-tags = []\n# End of the generated features.\n",
    ),
    ("src/lib.rs", ""),
    ("crates/perennial-codegen/Cargo.toml", "[package]\nname = \"perennial-codegen\"\n"),
    ("crates/perennial-codegen/src/lib.rs", ""),
    ("CHANGELOG.md", "# Changelog\n\n## Unreleased\n"),
    ("README.md", "<!-- operations -->\n<!-- /operations -->\n"),
    ("names.json", r#"{ "client": { "headers": ["x-tenant"] } }"#),
];

const FILES: [&str; 7] = [
    "Cargo.toml",
    "CHANGELOG.md",
    "names.json",
    "openapi.json",
    "pregenerated/client.rs",
    "public-api.txt",
    "README.md",
];

/// The temporary files that a killed update left behind.
const LEFTOVERS: [&str; 2] = [".openapi.json.x7Yz.tmp", "pregenerated/.openapi.json.x7Yz.tmp"];

struct TestOperation {
    id: &'static str,
    tag: &'static str,
    schema: &'static str,
}

impl TestOperation {
    fn new(id: &'static str, tag: &'static str, schema: &'static str) -> Self {
        Self { id, tag, schema }
    }
}

/// Returns a document with the GET operations `/a` and `/b`. Both require the header `X-Tenant`, which the client
/// itself sends.
fn document_of(operations: [TestOperation; 2]) -> Value {
    let mut document = json!({ "openapi": "3.0.0", "info": { "title": "An API", "version": "v1" } });
    for (path, TestOperation { id, tag, schema }) in ["/a", "/b"].into_iter().zip(operations) {
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

/// Returns pairs of an old and a new document. In each update from one to the other, names move between items.
fn scenarios() -> [(Value, Value); 6] {
    let first = || document_of([TestOperation::new("one", "Parts", "A"), TestOperation::new("other", "Things", "B")]);
    let merged = || document_of([TestOperation::new("one", "All", "A"), TestOperation::new("other", "All", "A")]);
    let mut gone = first();
    gone["paths"].as_object_mut().expect("should be one").remove("/b");
    let mut same_names = first();
    same_names["paths"]["/a"]["get"]["parameters"] =
        json!([{ "name": "x", "in": "query", "schema": { "type": "string" } }]);
    [
        // The operations swap their ids, tags and schemas.
        (first(), document_of([TestOperation::new("other", "Things", "B"), TestOperation::new("one", "Parts", "A")])),
        // The first operation gets all names of the second one, which gets new names.
        (first(), document_of([TestOperation::new("other", "Things", "B"), TestOperation::new("third", "Rest", "C")])),
        // Two tags become one, and so do two schemas. The next pair splits them again.
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
    /// Creates a client with this document and all derived files.
    fn with_document(document: &Value) -> Self {
        let folder = tempfile::tempdir().expect("should be made");
        let document = document.to_string();
        for (name, text) in PACKAGE.into_iter().chain([(DOCUMENT, document.as_str())]) {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().expect("should have one")).expect("should be made");
            fs::write(path, text).expect("should be written");
        }
        let settings = Settings::new("cargo xtask", "SCRATCH").pregenerated("pregenerated/client.rs");
        let workspace = Workspace::containing(Some(folder.path()), &settings).expect("should be found");
        let scratch = Self { folder, workspace };
        scratch.derived().write(None).expect("should be written");
        scratch
    }

    /// Returns the derived files as they should be for the present document.
    fn derived(&self) -> DerivedFiles {
        let vendored = self.workspace.read_vendored().expect("should be there");
        let names = vendored.select_names(self.workspace.read_names().expect("should be legal"));
        let client = Client::from_vendored(&vendored, &names).expect("should be generated");
        public_api::derive_files(&client, &self.workspace).expect("should be read")
    }

    fn prepare(&self, document: &Value) -> PreparedUpdate {
        let path = self.folder.path().join("served.json");
        fs::write(&path, document.to_string()).expect("should be written");
        let vendored = self.workspace.read_vendored().expect("should be there");
        let origin = DocumentOrigin::parse(&path.display().to_string()).expect("should be legal");
        let served = fetch_served(&origin, &vendored, &self.workspace.settings).expect("should be a document");
        let names = vendored.select_names(self.workspace.read_names().expect("should be legal"));
        let source = origin.to_string();
        let run = UpdateRun { workspace: &self.workspace, vendored, names, source, is_check: false, is_written: true };
        run.prepare(served).expect("should be prepared")
    }

    fn update(&self, document: &Value) {
        let PreparedUpdate { files, replacement, .. } = self.prepare(document);
        files.write(replacement.as_ref()).expect("should be written");
    }

    fn count_changes(&self, document: &Value) -> usize {
        let PreparedUpdate { files, replacement, .. } = self.prepare(document);
        files.changes_in_write_order(replacement.as_ref()).len()
    }

    /// Writes only the first `count` changes of an update to `document`, as if the update were killed after them.
    fn update_partly(&self, document: &Value, count: usize) {
        let PreparedUpdate { files, replacement, .. } = self.prepare(document);
        write::replace_files(&files.changes_in_write_order(replacement.as_ref())[..count]).expect("should be written");
        LEFTOVERS.iter().for_each(|name| fs::write(self.folder.path().join(name), "").expect("should be written"));
    }

    fn read_files(&self) -> [String; 7] {
        assert!(LEFTOVERS.iter().all(|name| !self.folder.path().join(name).exists()), "what was left is removed");
        FILES.map(|name| self.read_file(name))
    }

    fn read_file(&self, name: &str) -> String {
        fs::read_to_string(self.folder.path().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// Generates the code as the client's build script does, and returns it. Checks that `Cargo.toml` declares all
    /// features that the code uses.
    fn build_client(&self) -> String {
        let (manifest, document) = (self.read_file("Cargo.toml"), self.read_file(DOCUMENT));
        let names = Names::parse(&self.read_file(FILE)).expect("should be legal");
        let next = names.next.iter().map(|next| &next.names);
        assert!(
            next.chain([&names]).all(|names| names.client.headers.iter().eq(["x-tenant"])),
            "what is by hand stays"
        );
        let client = generate(&document, &names.for_document(&document)).expect("should be generated").client;
        let client = format_code(&client, self.folder.path(), "2024").expect("should be formatted");
        let declared: BTreeSet<&str> = manifest.lines().filter_map(|line| Some(line.split_once(" = ")?.0)).collect();
        for code in [&client, &self.read_file("pregenerated/client.rs")] {
            let features = code.split("feature = \"").skip(1).filter_map(|rest| rest.split('"').next());
            // The test manifest declares only features of tags, and lacks the features `mock` and `rate-limit`.
            let missing: Vec<&str> =
                features.filter(|name| !["mock", "rate-limit"].contains(name) && !declared.contains(name)).collect();
            assert!(missing.is_empty(), "{missing:?}\n{manifest}");
        }
        client
    }
}

#[test]
fn client_builds_after_an_update_that_was_stopped_at_any_file() {
    for (index, (before, after)) in scenarios().iter().enumerate() {
        let complete = Scratch::with_document(before);
        let old = complete.build_client();
        let undisturbed = complete.read_files();
        let changes = complete.count_changes(after);
        assert!(changes >= 6, "scenario {index}: {changes}");
        complete.update(after);
        let (updated, clients) = (complete.read_files(), [old, complete.build_client()]);
        assert_eq!(updated[4], clients[1]);
        for count in 0..=changes {
            let at = format!("scenario {index}, stopped after {count} files");
            let stopped = Scratch::with_document(before);
            stopped.update_partly(after, count);
            assert!(clients.contains(&stopped.build_client()), "{at}");
            let is_behind = stopped.derived().iter().any(|file| !file.is_current);
            assert_eq!(is_behind, (1..changes).contains(&count), "{at}");
            stopped.update(after);
            assert_eq!(stopped.read_files(), updated, "{at}, finished");

            let stopped = Scratch::with_document(before);
            stopped.update_partly(after, count);
            let is_replaced = stopped.read_file(DOCUMENT) == updated[3];
            stopped.update(before);
            stopped.build_client();
            if !is_replaced {
                let mut undone = stopped.read_files();
                // Undoing does not remove the stopped update's changes from the changelog. The next update does.
                undone[1].clone_from(&undisturbed[1]);
                assert_eq!(undone, undisturbed, "{at}, undone");
            }
        }
    }
}

#[test]
fn interrupted_rollback_can_be_completed_by_a_later_update() {
    let (before, after) = &scenarios()[1];
    let undisturbed = Scratch::with_document(before).read_files();
    for count in 0..4 {
        let stopped = Scratch::with_document(before);
        // The first four changes are `names.json` and `Cargo.toml` for both documents, the code, and `public-api.txt`.
        stopped.update_partly(after, 4);
        stopped.update_partly(before, count);
        stopped.build_client();
        stopped.update(before);
        assert_eq!(stopped.read_files(), undisturbed, "stopped after {count} files");
    }
}

#[test]
fn stopped_update_can_be_followed_by_an_update_to_a_third_document() {
    let (before, after) = &scenarios()[0];
    let third = document_of([TestOperation::new("third", "Rest", "C"), TestOperation::new("one", "Parts", "A")]);
    let without_changelog = |scratch: &Scratch| {
        let mut files = scratch.read_files();
        files[1].clear();
        files
    };
    let through = |documents: &[&Value]| {
        let scratch = Scratch::with_document(before);
        documents.iter().for_each(|document| scratch.update(document));
        without_changelog(&scratch)
    };
    let (vendored, expected) =
        (Scratch::with_document(before).read_file(DOCUMENT), [through(&[&third]), through(&[after, &third])]);
    for count in 0..=Scratch::with_document(before).count_changes(after) {
        let stopped = Scratch::with_document(before);
        stopped.update_partly(after, count);
        let is_replaced = stopped.read_file(DOCUMENT) != vendored;
        stopped.update(&third);
        assert_eq!(without_changelog(&stopped), expected[usize::from(is_replaced)], "stopped after {count} files");
    }
}
