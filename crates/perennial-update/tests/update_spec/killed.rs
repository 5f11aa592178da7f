//! An update that is killed after any of its files leaves a workspace that builds, and the next one finishes or undoes it.

use std::{collections::BTreeSet, fs};

use perennial_codegen::{generate, names::file::Names};
use serde_json::{Value, json};

use crate::{
    server::serve,
    workspace::{Workspace, document},
};

const FEATURES: &str = "[features]
# Written by updates: each feature brings the operations of a tag, and what they reach.
all-tags = []
# End of the features of tags.
";

/// All that an update replaces.
const FILES: [&str; 7] = [
    "Cargo.toml",
    "CHANGELOG.md",
    "names.json",
    "openapi.json",
    "pregenerated/client.rs",
    "public-api.txt",
    "README.md",
];

/// More than an update writes: it is not killed any more.
const ALL: usize = 12;

/// `GET` of two paths, with an id, a tag and a schema each.
fn of(operations: [(&str, &str, &str); 2]) -> Value {
    let mut document = document(&[]);
    for (path, (id, tag, schema)) in ["/a", "/b"].into_iter().zip(operations) {
        let reference = json!({ "$ref": format!("#/components/schemas/{schema}") });
        document["paths"][path] = json!({ "get": {
            "operationId": id,
            "tags": [tag],
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
    let first = || of([("one", "Parts", "A"), ("other", "Things", "B")]);
    let mut gone = first();
    gone["paths"].as_object_mut().expect("should be one").remove("/b");
    let mut same_names = first();
    same_names["paths"]["/a"]["get"]["parameters"] =
        json!([{ "name": "x", "in": "query", "schema": { "type": "string" } }]);
    [
        // All names swap.
        (first(), of([("other", "Things", "B"), ("one", "Parts", "A")])),
        // Each takes the name of the next.
        (first(), of([("other", "Things", "B"), ("third", "Rest", "C")])),
        // Two become one, and one two.
        (first(), of([("one", "All", "A"), ("other", "All", "A")])),
        (of([("one", "All", "A"), ("other", "All", "A")]), first()),
        (first(), gone),
        (first(), same_names),
    ]
}

fn workspace(document: &Value) -> Workspace {
    let readme = "<!-- operations -->\n<!-- /operations -->\n";
    let pages = [("CHANGELOG.md", "# Changelog\n\n## Unreleased\n"), ("README.md", readme)];
    let workspace = Workspace::with_files(document, &pages);
    let manifest = workspace.path().join("Cargo.toml");
    let text = fs::read_to_string(&manifest).expect("should be there") + FEATURES;
    fs::write(manifest, text).expect("should be written");
    workspace.with_public_api()
}

fn files(workspace: &Workspace) -> [String; 7] {
    FILES.map(|name| fs::read_to_string(workspace.path().join(name)).unwrap_or_else(|error| panic!("{name}: {error}")))
}

/// What the build script makes of the workspace as it is: the client of which document, with all features that it needs.
fn built(workspace: &Workspace) -> String {
    let [manifest, _, names, document, code, ..] = files(workspace);
    let names = Names::parse(&names).expect("should be legal").of_document(&document);
    let client = generate(&document, &names).expect("should be generated").client;
    let declared: BTreeSet<&str> = manifest.lines().filter_map(|line| Some(line.split_once(" = ")?.0)).collect();
    for code in [&client, &code] {
        let features = code.split("feature = \"").skip(1).filter_map(|rest| rest.split('"').next());
        // Those that are not of tags are no matter of the manifest of this test.
        let missing: Vec<&str> =
            features.filter(|name| !["mock", "rate-limit"].contains(name) && !declared.contains(name)).collect();
        assert!(missing.is_empty(), "{missing:?}\n{manifest}");
    }
    client
}

/// Updates `workspace` to what is served, and kills that after so many files; whether it was killed.
fn killed(workspace: &Workspace, served: &Value, files: usize) -> bool {
    let done = workspace.update(&serve(served), &["--killed-after", &files.to_string()]);
    assert!(matches!(done.code, Some(0) | None), "{done:?}");
    done.code.is_none()
}

fn update(workspace: &Workspace, served: &Value) {
    let done = workspace.update(&serve(served), &[]);
    assert_eq!(done.code, Some(0), "{done:?}");
}

fn leftovers(workspace: &Workspace) -> usize {
    let entries = ["", "pregenerated"]
        .into_iter()
        .flat_map(|folder| fs::read_dir(workspace.path().join(folder)).expect("should be read").flatten());
    entries.filter(|entry| entry.file_name().to_string_lossy().ends_with(".tmp")).count()
}

#[test]
fn whatever_is_written_so_far_builds_and_the_next_update_finishes_or_undoes_it() {
    for (index, (before, after)) in scenarios().iter().enumerate() {
        let whole = workspace(before);
        let clients = [built(&whole)];
        let undisturbed = files(&whole);
        update(&whole, after);
        let (updated, clients) = (files(&whole), [clients[0].clone(), built(&whole)]);
        let mut kills = 0;
        for count in 0..ALL {
            let stopped = workspace(before);
            if !killed(&stopped, after, count) {
                assert_eq!(files(&stopped), updated);
                break;
            }
            kills += 1;
            assert!(clients.contains(&built(&stopped)), "scenario {index}, killed after {count} files");
            update(&stopped, after);
            assert_eq!(files(&stopped), updated, "scenario {index}, killed after {count} files, finished");
            assert_eq!(leftovers(&stopped), 0);

            let stopped = workspace(before);
            assert!(killed(&stopped, after, count));
            let is_replaced = stopped.text() == updated[3];
            update(&stopped, before);
            built(&stopped);
            assert_eq!(leftovers(&stopped), 0);
            if !is_replaced {
                let mut undone = files(&stopped);
                // What was announced may stay in the changelog until the next update.
                undone[1].clone_from(&undisturbed[1]);
                assert_eq!(undone, undisturbed, "scenario {index}, killed after {count} files, undone");
            }
        }
        assert!(kills >= 5, "scenario {index}: {kills}");
    }
}

#[test]
fn an_update_that_is_undone_and_killed_at_that_is_undone_by_the_next() {
    let (before, after) = &scenarios()[1];
    let undisturbed = files(&workspace(before));
    for count in 0..4 {
        let stopped = workspace(before);
        // The names and features of both documents, the code and the list.
        assert!(killed(&stopped, after, 4));
        assert!(killed(&stopped, before, count));
        built(&stopped);
        update(&stopped, before);
        assert_eq!(files(&stopped), undisturbed, "killed after {count} files");
    }
}

#[test]
fn a_third_document_follows_the_one_that_is_there() {
    let (before, after) = &scenarios()[0];
    let third = of([("third", "Rest", "C"), ("one", "Parts", "A")]);
    let through = |documents: &[&Value]| {
        let workspace = workspace(before);
        documents.iter().for_each(|document| update(&workspace, document));
        let [manifest, _, rest @ ..] = files(&workspace);
        (manifest, rest)
    };
    let expected = [through(&[&third]), through(&[after, &third])];
    for count in 0..ALL {
        let stopped = workspace(before);
        let is_killed = killed(&stopped, after, count);
        let is_replaced = stopped.text() != files(&workspace(before))[3];
        update(&stopped, &third);
        assert_eq!(leftovers(&stopped), 0);
        let [manifest, _, rest @ ..] = files(&stopped);
        assert_eq!((manifest, rest), expected[usize::from(is_replaced)], "killed after {count} files");
        if !is_killed {
            return;
        }
    }
}
