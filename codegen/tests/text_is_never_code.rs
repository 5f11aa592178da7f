//! No text of a document becomes code: a marker that would be code is put into every string and every key of the
//! document of `tests/kitchen-sink`, one after the other, and is nowhere in the client but inside of literals (which
//! documentation is, too).

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::{collections::BTreeSet, sync::Mutex, thread};

use monitoring_service_codegen::{former_names::FormerNames, selection::Selection};
use proc_macro2::{TokenStream, TokenTree};
use serde_json::{Map, Value, json};

/// Ends whatever text it may stand in, and defines a function.
const MARKER: &str = "x\"#)]*/}\n```\n    fn smuggled() {}\n```\n";
/// The same for keys, among them paths, which have no line breaks.
const KEY_MARKER: &str = "x\"#)]*/} fn smuggled() {} /*";

/// A string or a key of a document.
#[derive(Debug, Clone)]
struct Place {
    /// The keys and indices that lead to it.
    path: Vec<String>,
    /// Whether it is the key itself.
    is_key: bool,
}

#[test]
fn a_marker_in_any_string_or_key_is_nowhere_in_the_code() {
    let document: Value = serde_json::from_str(include_str!("../../tests/kitchen-sink/openapi.json")).unwrap();
    let mut places = Vec::new();
    collect(&document, &mut Vec::new(), &mut places);
    assert!(places.len() > 2000, "{} places", places.len());

    let open = Mutex::new(places.iter());
    let accepted = Mutex::new(0_usize);
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(2, usize::from) {
            scope.spawn(|| {
                loop {
                    let Some(place) = open.lock().unwrap().next() else { break };
                    *accepted.lock().unwrap() += usize::from(is_accepted(&document, place));
                }
            });
        }
    });
    // A test that nothing passes would show nothing.
    let accepted = accepted.into_inner().unwrap();
    assert!(accepted > places.len() / 2, "{accepted} of {} documents were accepted", places.len());
}

fn collect(value: &Value, path: &mut Vec<String>, places: &mut Vec<Place>) {
    match value {
        Value::String(_) => places.push(Place { path: path.clone(), is_key: false }),
        Value::Object(map) => {
            for (key, value) in map {
                path.push(key.clone());
                places.push(Place { path: path.clone(), is_key: true });
                collect(value, path, places);
                path.pop();
            }
        }
        Value::Array(values) => {
            for (index, value) in values.iter().enumerate() {
                path.push(index.to_string());
                collect(value, path, places);
                path.pop();
            }
        }
        _ => {}
    }
}

/// Whether the document with the marker at `place` can be generated; panics where the marker has become code.
fn is_accepted(document: &Value, place: &Place) -> bool {
    let marker = if place.is_key { KEY_MARKER } else { MARKER };
    let marked = marked(reduced(document, place), &place.path, place.is_key, marker);
    let Ok(generated) =
        monitoring_service_codegen::generate(&marked.to_string(), &FormerNames::default(), &Selection::All)
    else {
        return false;
    };
    let tokens = |code: &str| -> TokenStream { code.parse().unwrap_or_else(|error| panic!("{place:?}: {error}")) };
    assert!(!has_smuggled(tokens(&generated.client)), "{place:?}");
    // What rustdoc looks for examples in.
    let for_doctests = tokens(&generated.client_for_doctests);
    assert!(!has_documentation(for_doctests.clone()), "{place:?}");
    assert!(!has_smuggled(for_doctests), "{place:?}");
    true
}

/// `document` with the paths that matter for `place`: one that reaches the schema, or the one that it is in.
fn reduced(document: &Value, place: &Place) -> Value {
    let mut document = document.clone();
    let Some(paths) = document["paths"].as_object().cloned() else { return document };
    let kept: Map<String, Value> = match place.path.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["paths", path, ..] => paths.into_iter().filter(|(key, _)| key == path).collect(),
        ["components", "schemas", name, ..] => {
            let reaches = |item: &Value| reached(item, &document).contains(*name);
            paths.into_iter().find(|(_, item)| reaches(item)).into_iter().collect()
        }
        _ => paths,
    };
    document["paths"] = kept.into();
    document
}

/// The named schemas that `value` refers to, directly or not.
fn reached(value: &Value, document: &Value) -> BTreeSet<String> {
    let mut reached = BTreeSet::new();
    let mut open = vec![value];
    while let Some(value) = open.pop() {
        match value {
            Value::Object(map) => {
                let name = map.get("$ref").and_then(Value::as_str).and_then(|link| link.rsplit('/').next());
                if let Some(name) = name.filter(|name| reached.insert((*name).to_owned())) {
                    open.extend(document.pointer(&format!("/components/schemas/{name}")));
                }
                open.extend(map.values());
            }
            Value::Array(values) => open.extend(values),
            _ => {}
        }
    }
    reached
}

fn marked(value: Value, path: &[String], is_key: bool, marker: &str) -> Value {
    let Some((first, rest)) = path.split_first() else { return json!(marker) };
    match value {
        Value::Object(map) => {
            let change = |(key, value): (String, Value)| match key == *first {
                true if is_key && rest.is_empty() => (marker.to_owned(), value),
                true => (key, marked(value, rest, is_key, marker)),
                false => (key, value),
            };
            map.into_iter().map(change).collect::<Map<_, _>>().into()
        }
        Value::Array(values) => {
            let change = |(index, value)| {
                if usize::to_string(&index) == *first { marked(value, rest, is_key, marker) } else { value }
            };
            values.into_iter().enumerate().map(change).collect()
        }
        other => other,
    }
}

fn has_smuggled(tokens: TokenStream) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(name) => name == "smuggled",
        TokenTree::Group(group) => has_smuggled(group.stream()),
        TokenTree::Literal(_) | TokenTree::Punct(_) => false,
    })
}

/// Whether there is a `#[doc = "…"]`.
fn has_documentation(tokens: TokenStream) -> bool {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let is_name = |token: &TokenTree| matches!(token, TokenTree::Ident(name) if name == "doc");
    let is_sign = |token: &TokenTree| matches!(token, TokenTree::Punct(sign) if sign.as_char() == '=');
    tokens.windows(2).any(|pair| is_name(&pair[0]) && is_sign(&pair[1]))
        || tokens.into_iter().any(|token| matches!(token, TokenTree::Group(group) if has_documentation(group.stream())))
}

#[test]
fn the_checks_find_smuggled_functions_and_documentation() {
    assert!(has_smuggled("mod a { fn smuggled() {} }".parse().unwrap()));
    assert!(!has_smuggled("#[doc = \"fn smuggled() {}\"] struct A;".parse().unwrap()));
    assert!(has_documentation("mod a { #[doc = \"x\"] struct A; }".parse().unwrap()));
    assert!(!has_documentation("mod a { #[serde(rename = \"doc\")] struct A; }".parse().unwrap()));
}
