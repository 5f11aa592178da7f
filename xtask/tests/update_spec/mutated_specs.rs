//! Documents with random damage are taken over or refused with a reason: never a panic, never a changed file.
//!
//! The damage is the same in each run. `PROPTEST_CASES` says how many documents there are of each kind (20).

use std::{cell::Cell, collections::BTreeSet, env, fs};

use proptest::{
    collection::vec,
    prelude::*,
    sample::{Index, select},
    test_runner::{Config, TestCaseResult, TestRng, TestRunner},
};
use serde_json::{Value, json};

use crate::{
    server::Server,
    workspace::{Done, Workspace},
};

/// The vendored document, and one with every trait that the generator knows.
#[derive(Debug, Clone, Copy)]
enum Document {
    Vendored,
    EveryTrait,
}

impl Document {
    fn text(self) -> &'static str {
        match self {
            Self::Vendored => include_str!("../../../openapi.json"),
            Self::EveryTrait => include_str!("../../../tests/kitchen-sink/openapi.json"),
        }
    }
}

fn documents() -> impl Strategy<Value = Document> {
    select(vec![Document::Vendored, Document::EveryTrait])
}

/// Damage to the value at a place.
#[derive(Debug, Clone)]
enum Damage {
    Remove,
    Rename(String),
    Replace(Value),
    /// The value becomes that of another place.
    Repeat(Index),
}

fn damage() -> impl Strategy<Value = Damage> {
    let name = select(vec!["", "$ref", "/", "a b", "é", "properties", "allOf", "type", "SCHEMAS"]);
    let value = select(vec![
        Value::Null,
        json!(true),
        json!(-1),
        json!(1.5e300),
        json!(""),
        json!("string"),
        json!("{"),
        json!("../\\\u{0}é{x}"),
        json!("a\nb\u{1b}[31m\u{202e}"),
        json!([]),
        json!({}),
        json!([null, 1, "a"]),
        json!({ "$ref": "#/components/schemas/Tree" }),
        json!({ "$ref": "#/paths" }),
        json!({ "$ref": "elsewhere.json#/a" }),
        json!({ "type": "object", "properties": { "a": 1 }, "allOf": 3, "enum": {}, "required": "a" }),
        json!({ "allOf": [{ "$ref": "#/components/schemas/Pet" }, { "oneOf": [{ "type": "array" }] }] }),
    ]);
    prop_oneof![
        Just(Damage::Remove),
        name.prop_map(|name| Damage::Rename(name.to_owned())),
        value.prop_map(Damage::Replace),
        any::<Index>().prop_map(Damage::Repeat),
    ]
}

/// The JSON pointers of everything in `value`.
fn places(value: &Value, at: &str, found: &mut Vec<String>) {
    let children: Vec<(String, &Value)> = match value {
        Value::Object(map) => {
            map.iter().map(|(key, child)| (key.replace('~', "~0").replace('/', "~1"), child)).collect()
        }
        Value::Array(values) => values.iter().enumerate().map(|(index, child)| (index.to_string(), child)).collect(),
        _ => Vec::new(),
    };
    for (key, child) in children {
        let place = format!("{at}/{key}");
        places(child, &place, found);
        found.push(place);
    }
}

fn apply(document: &mut Value, at: Index, damage: Damage) {
    let mut all = Vec::new();
    places(document, "", &mut all);
    let place = at.get(&all);
    let (parent, key) = place.rsplit_once('/').expect("should have a parent");
    let key = key.replace("~1", "/").replace("~0", "~");
    let value = match damage {
        Damage::Remove => return drop(take(document, parent, &key)),
        Damage::Rename(name) => {
            let value = take(document, parent, &key);
            if let Some(map) = document.pointer_mut(parent).and_then(Value::as_object_mut) {
                map.insert(name, value);
            }
            return;
        }
        Damage::Replace(value) => value,
        Damage::Repeat(other) => document.pointer(other.get::<String>(&all)).expect("should be there").clone(),
    };
    *document.pointer_mut(place).expect("should be there") = value;
}

fn take(document: &mut Value, parent: &str, key: &str) -> Value {
    match document.pointer_mut(parent).expect("should be there") {
        Value::Object(map) => map.remove(key).expect("should be there"),
        Value::Array(values) => values.remove(key.parse().expect("should be an index")),
        _ => panic!("{parent} should have children"),
    }
}

fn for_any<S: Strategy>(values: S, test: impl Fn(S::Value) -> TestCaseResult) {
    let cases = env::var("PROPTEST_CASES").map_or(20, |cases| cases.parse().expect("should be a number"));
    // Shrinking takes a run of the task for each step.
    let config = Config { cases, failure_persistence: None, max_shrink_iters: 50, ..Config::default() };
    let rng = TestRng::deterministic_rng(config.rng_algorithm);
    if let Err(error) = TestRunner::new_with_rng(config, rng).run(&values, test) {
        panic!("{error}");
    }
}

/// Runs the task without writing, and checks that what it did is one of the two things that it may do.
fn update(vendored: Document, served: &str) -> Result<Done, TestCaseError> {
    let workspace = Workspace::of_text(vendored.text());
    let files = || -> BTreeSet<_> {
        let entries = fs::read_dir(workspace.path()).expect("should be readable");
        entries.map(|entry| entry.expect("should be readable").file_name()).collect()
    };
    let mut before = files();
    let done = workspace.update(&Server::of_body(served), &["--dry-run"]);
    prop_assert_eq!(workspace.text(), vendored.text());
    // What cargo and the task build and lock is there.
    before.insert("target".into());
    prop_assert_eq!(files(), before);
    prop_assert!(!done.stderr.contains("panicked"), "{}", done.stderr);
    match done.code {
        Some(0) => prop_assert!(!done.stdout.is_empty()),
        Some(1) => prop_assert!(done.stdout.is_empty() && done.stderr.contains("error: "), "{done:?}"),
        _ => prop_assert!(false, "{done:?}"),
    }
    let is_control = |c: char| c.is_control() && c != '\n';
    prop_assert!(!format!("{}{}", done.stdout, done.stderr).contains(is_control), "{done:?}");
    Ok(done)
}

#[test]
fn a_document_with_damaged_values_is_taken_over_or_refused() {
    let taken = Cell::new(0_i32);
    let damages = vec((any::<Index>(), damage()), 1..4);
    for_any((documents(), damages), |(vendored, damages)| {
        let mut served: Value = serde_json::from_str(vendored.text()).expect("should be JSON");
        for (at, damage) in damages {
            apply(&mut served, at, damage);
        }
        let done = update(vendored, &served.to_string())?;
        taken.set(taken.get() + if done.code == Some(0) { 1 } else { -1 });
        Ok(())
    });
    // Damage in a corner must not refuse the rest.
    assert!(taken.get() > 0, "{}", taken.get());
}

#[test]
fn a_document_with_damaged_text_is_taken_over_or_refused() {
    let piece = prop_oneof![
        select(vec!["", "\"", "}", "]", ",", "null", "\\u0000", "\u{feff}", "\n"]).prop_map(str::to_owned),
        any::<char>().prop_map(String::from),
    ];
    for_any((documents(), any::<Index>(), 0..9_usize, piece), |(vendored, at, length, piece)| {
        let mut served: Vec<char> = vendored.text().chars().collect();
        let start = at.index(served.len());
        let end = served.len().min(start + length);
        served.splice(start..end, piece.chars());
        update(vendored, &String::from_iter(served)).map(drop)
    });
}

#[test]
fn a_document_that_is_cut_off_is_refused() {
    for_any((documents(), any::<Index>()), |(vendored, at)| {
        let whole = vendored.text().trim_end();
        let served: String = whole.chars().take(at.index(whole.chars().count())).collect();
        prop_assert_eq!(update(vendored, &served)?.code, Some(1));
        Ok(())
    });
}
