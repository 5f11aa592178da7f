//! Tests updates to documents with random damage. An update must either accept a damaged document, or refuse the
//! document and state why. It must never panic or change a file.
//!
//! The random damage is the same in each run. `PROPTEST_CASES` sets the number of documents per test, which is 20 by
//! default.

use std::{cell::Cell, collections::BTreeSet, env, fs};

use proptest::{
    collection::vec,
    prelude::*,
    sample::{Index, select},
    test_runner::{Config, TestCaseResult, TestRng, TestRunner},
};
use serde_json::{Value, json};

use crate::update_spec::{
    server::serve_text,
    workspace::{Done, Workspace, assert_no_forgery, document},
};

/// The document that is damaged. `Layer` has three operations, and `KitchenSink` contains every construct that the
/// generator supports.
#[derive(Debug, Clone, Copy)]
enum BaseDocument {
    Layer,
    KitchenSink,
}

impl BaseDocument {
    fn json_text(self) -> &'static str {
        match self {
            Self::Layer => include_str!("../../../../../tests/layer/openapi.json"),
            Self::KitchenSink => include_str!("../../../../../tests/kitchen-sink/openapi.json"),
        }
    }
}

fn documents() -> impl Strategy<Value = BaseDocument> {
    select(vec![BaseDocument::Layer, BaseDocument::KitchenSink])
}

/// Damage to a value in a document. The value is chosen by its JSON pointer.
#[derive(Debug, Clone)]
enum Damage {
    Remove,
    Rename(String),
    Replace(Value),
    /// Replaces the value with a copy of another value in the document.
    Repeat(Index),
    /// Adds a member to the value if it is an object, or else to the object that contains it.
    Insert(String, Value),
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

/// Generates damage that inserts strings. If they are not escaped, they become code in Rust, its documentation, a
/// macro, a doctest, a terminal or a log.
fn code() -> impl Strategy<Value = Damage> {
    let text = select(vec![
        "```\ncompile_error!(\"x\");\n```",
        "~~~rust\nstd::process::exit(3);\n~~~",
        "````\n```\nloop {}\n```\n````",
        "- item\n\n      std::process::exit(3);\n\n1. item\n\n       panic!();",
        "    std::process::exit(3);\n\tpanic!();",
        "> ```\n> panic!();\n> ```",
        "*/ fn main() {} /*",
        "\"] fn f() {} #[doc = \"",
        "a\"b'c`d\\",
        "x\"#; fn f() {} r#\"",
        "a\nVerdict: no change\n::error::x\ncargo::error=x\r##[error]y",
        "{}{0}{x}{{",
        "r#type",
        "crate",
        "Self",
        "_",
        "fn() -> !",
        "#![feature(x)]",
        "include_str!(\"/etc/passwd\")",
        "[link](http://h) <script>alert(1)</script>",
        "\u{202e}\u{2066}x\u{2069}\u{feff}\u{200b}",
        "$(touch x)`touch x`; touch x",
    ]);
    let rust_type = select(vec![
        json!({ "crate": "std", "version": "*", "path": "std::process::Command" }),
        json!({ "crate": "monitoring-service", "version": "*", "path": "monitoring_service::types::Pet" }),
        json!({ "crate": "x", "version": "1", "path": "x::<{ panic!() }>", "parameters": [{ "$ref": "#" }] }),
        json!("std::process::Command"),
        json!([]),
    ]);
    let text = text.prop_map(str::to_owned);
    prop_oneof![
        text.clone().prop_map(|text| Damage::Replace(text.into())),
        text.clone().prop_map(Damage::Rename),
        (
            select(vec![
                "description",
                "title",
                "default",
                "example",
                "pattern",
                "format",
                "operationId",
                "x-template"
            ]),
            text
        )
            .prop_map(|(key, text)| Damage::Insert(key.to_owned(), text.into())),
        rust_type.prop_map(|value| Damage::Insert("x-rust-type".to_owned(), value)),
    ]
}

fn collect_pointers(value: &Value, at: &str, found: &mut Vec<String>) {
    let children: Vec<(String, &Value)> = match value {
        Value::Object(map) => {
            map.iter().map(|(key, child)| (key.replace('~', "~0").replace('/', "~1"), child)).collect()
        }
        Value::Array(values) => values.iter().enumerate().map(|(index, child)| (index.to_string(), child)).collect(),
        _ => Vec::new(),
    };
    for (key, child) in children {
        let place = format!("{at}/{key}");
        collect_pointers(child, &place, found);
        found.push(place);
    }
}

fn apply(document: &mut Value, at: Index, damage: Damage) {
    let mut all = Vec::new();
    collect_pointers(document, "", &mut all);
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
        Damage::Insert(name, value) => {
            // If the value is not an object, the member is added to the object around it. This is usually a schema, a
            // parameter or an operation.
            let is_object = document.pointer(place).is_some_and(Value::is_object);
            let object = document.pointer_mut(if is_object { place } else { parent });
            if let Some(map) = object.and_then(Value::as_object_mut) {
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
    // Limits the number of shrinking steps, because each of them runs the task.
    let config = Config { cases, failure_persistence: None, max_shrink_iters: 50, ..Config::default() };
    let rng = TestRng::deterministic_rng(config.rng_algorithm);
    if let Err(error) = TestRunner::new_with_rng(config, rng).run(&values, test) {
        panic!("{error}");
    }
}

/// Runs an update that writes nothing, and checks that it accepts the document or refuses it and states why.
fn update(vendored: &str, served: &str) -> Result<Done, TestCaseError> {
    let workspace = Workspace::with_text(vendored);
    let files = || -> BTreeSet<_> {
        let entries = fs::read_dir(workspace.path()).expect("should be readable");
        entries.map(|entry| entry.expect("should be readable").file_name()).collect()
    };
    let before = files();
    let done = workspace.update_from(&serve_text(served), &["--dry-run"]);
    prop_assert_eq!(workspace.read_document(), vendored);
    prop_assert_eq!(files(), before);
    prop_assert!(!done.stderr.contains("panicked"), "{}", done.stderr);
    match done.code {
        Some(0) => {
            // The workspace lacks `public-api.txt`, so the report calls it out of date.
            let is_unchanged = "; public-api.txt is out of date, and was left unchanged";
            let is_own = |line: &&str| line.starts_with("Verdict: ") || line.ends_with(is_unchanged);
            prop_assert_eq!(done.stdout.lines().filter(is_own).count(), 1, "{}", done.stdout);
        }
        Some(1) => {
            prop_assert!(done.stdout.is_empty(), "{done:?}");
            let mut lines = done.stderr.lines();
            prop_assert!(lines.next().is_some_and(|line| line.starts_with("error: ")), "{}", done.stderr);
            prop_assert!(lines.all(|line| line.starts_with("  ")), "{}", done.stderr);
        }
        _ => prop_assert!(false, "{done:?}"),
    }
    assert_no_forgery(&done.stdout);
    assert_no_forgery(&done.stderr);
    Ok(done)
}

#[test]
fn update_accepts_or_refuses_documents_with_damaged_values() {
    let (accepted, refused) = (Cell::new(0), Cell::new(0));
    let damages = vec((any::<Index>(), damage()), 1..4);
    for_any((documents(), damages), |(vendored, damages)| {
        let mut served: Value = serde_json::from_str(vendored.json_text()).expect("should be JSON");
        for (at, damage) in damages {
            apply(&mut served, at, damage);
        }
        let done = update(vendored.json_text(), &served.to_string())?;
        let count = if done.code == Some(0) { &accepted } else { &refused };
        count.set(count.get() + 1);
        Ok(())
    });
    // The damage is small, so many documents must be accepted.
    assert!(accepted.get() * 2 >= refused.get(), "{accepted:?} {refused:?}");
}

#[test]
fn update_accepts_or_refuses_documents_with_damaged_text() {
    let piece = prop_oneof![
        select(vec!["", "\"", "}", "]", ",", "null", "\\u0000", "\u{feff}", "\n"]).prop_map(str::to_owned),
        any::<char>().prop_map(String::from),
    ];
    for_any((documents(), any::<Index>(), 0..9_usize, piece), |(vendored, at, length, piece)| {
        let mut served: Vec<char> = vendored.json_text().chars().collect();
        let start = at.index(served.len());
        let end = served.len().min(start + length);
        served.splice(start..end, piece.chars());
        update(vendored.json_text(), &String::from_iter(served)).map(drop)
    });
}

#[test]
fn update_refuses_a_truncated_document() {
    for_any((documents(), any::<Index>()), |(vendored, at)| {
        let complete = vendored.json_text().trim_end();
        let served: String = complete.chars().take(at.index(complete.chars().count())).collect();
        prop_assert_eq!(update(vendored.json_text(), &served)?.code, Some(1));
        Ok(())
    });
}

#[test]
fn update_accepts_or_refuses_documents_with_code_in_strings() {
    for_any((documents(), vec((any::<Index>(), code()), 1..9)), |(vendored, damages)| {
        let mut served: Value = serde_json::from_str(vendored.json_text()).expect("should be JSON");
        for (at, damage) in damages {
            apply(&mut served, at, damage);
        }
        update(vendored.json_text(), &served.to_string()).map(drop)
    });
}

/// The maximum length of a chain of named schemas, each of which refers to the next.
const CHAIN_LENGTH: usize = 150;
/// The maximum nesting of inline schemas. An inline schema takes up to three of the 128 levels that JSON may have.
const NESTING: usize = 120;
/// The maximum nesting of compositions that contain a schema twice. A document with this nesting contains at least
/// `2^DOUBLINGS` paths.
const DOUBLINGS: usize = 24;

/// How a schema contains the next one.
#[derive(Debug, Clone, Copy)]
enum Link {
    Alone,
    Property,
    Items,
    Values,
    Only(&'static str),
    /// In a composition of two schemas, each of which combines the next schema with a property.
    Twice(&'static str),
}

const COMPOSITIONS: [&str; 3] = ["allOf", "anyOf", "oneOf"];

impl Link {
    fn around(self, inner: Value, level: usize) -> Value {
        let own =
            |name: &str| json!({ "type": "object", "properties": { format!("{name}{level}"): { "type": "string" } } });
        match self {
            Self::Alone => inner,
            Self::Property => {
                json!({ "type": "object", "properties": { "next": inner, "name": { "type": "string" } } })
            }
            Self::Items => json!({ "type": "array", "items": inner }),
            Self::Values => json!({ "type": "object", "additionalProperties": inner }),
            Self::Only(keyword) => json!({ keyword: [inner], "description": format!("Level {level}.") }),
            Self::Twice(keyword) => json!({ keyword: [
                { "allOf": [inner.clone(), own("a")] },
                { "allOf": [own("b"), inner] },
            ] }),
        }
    }
}

fn any_link() -> impl Strategy<Value = Link> {
    let plain = select(vec![Link::Property, Link::Items, Link::Values, Link::Alone]);
    prop_oneof![3 => plain, 1 => select(COMPOSITIONS.to_vec()).prop_map(Link::Only)]
}

fn twice() -> impl Strategy<Value = Link> {
    select(COMPOSITIONS.to_vec()).prop_map(Link::Twice)
}

/// Returns a document with these schemas, which are called `S0`, `S1` and so on. An operation sends and returns `S0`.
fn with_schemas(schemas: impl IntoIterator<Item = Value>) -> String {
    let mut served = document(&["a"]);
    let content = json!({ "application/json": { "schema": { "$ref": "#/components/schemas/S0" } } });
    served["paths"]["/a"] = json!({ "post": {
        "operationId": "geta",
        "requestBody": { "content": content },
        "responses": { "200": { "description": "", "content": content } },
    } });
    for (index, schema) in schemas.into_iter().enumerate() {
        served["components"]["schemas"][format!("S{index}")] = schema;
    }
    served.to_string()
}

/// Returns a schema for each link, followed by a string. Each schema contains the next one, and the last link contains
/// the schema with the index `end`.
fn chain(links: &[Link], end: usize) -> impl Iterator<Item = Value> {
    let last = links.len() - 1;
    let next = move |index| if index == last { end } else { index + 1 };
    let scalar = json!({ "type": "string" });
    let linked = links.iter().enumerate().map(move |(index, link)| {
        link.around(json!({ "$ref": format!("#/components/schemas/S{}", next(index)) }), index)
    });
    linked.chain([scalar])
}

/// Checks an update to the document, which may be accepted or refused, and an update back from it, which must succeed.
fn check_in_both_directions(served: &str) -> TestCaseResult {
    let vendored = document(&["a"]).to_string();
    let forward = update(&vendored, served)?;
    // An update must be able to replace a vendored document from which no client can be generated.
    let backward = update(served, &vendored)?;
    prop_assert_eq!(backward.code, Some(0), "{:?}", backward);
    let is_compared = !backward.stdout.contains("nothing to compare with");
    prop_assert_eq!(forward.code == Some(0), is_compared, "{:?} {:?}", forward, backward);
    Ok(())
}

#[test]
fn update_accepts_or_refuses_a_long_chain_of_references() {
    for_any(vec(any_link(), 1..CHAIN_LENGTH), |links| {
        check_in_both_directions(&with_schemas(chain(&links, links.len())))
    });
}

#[test]
fn update_accepts_or_refuses_a_cycle_of_references() {
    for_any((vec(any_link(), 1..CHAIN_LENGTH), any::<Index>()), |(links, back)| {
        check_in_both_directions(&with_schemas(chain(&links, back.index(links.len()))))
    });
}

#[test]
fn update_accepts_or_refuses_deeply_nested_inline_schemas() {
    for_any(vec(any_link(), 1..NESTING), |links| {
        let scalar = json!({ "type": "string" });
        let nested = links.iter().enumerate().fold(scalar, |inner, (level, link)| link.around(inner, level));
        check_in_both_directions(&with_schemas([nested]))
    });
}

#[test]
fn update_survives_compositions_that_double_exponentially() {
    for_any(vec(twice(), 1..DOUBLINGS), |links| check_in_both_directions(&with_schemas(chain(&links, links.len()))));
}
