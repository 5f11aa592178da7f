//! Checks that no text in a document becomes code.
//!
//! The tests put a marker into every string and every key of a document, such as the one in `tests/kitchen-sink`. A
//! marker tries to end the literal or comment around it, and then defines a function. In the generated client, markers
//! may appear only in literals, including documentation.
//!
//! Generating one client per marker would take minutes. Strings and keys that do not affect each other are therefore
//! marked in the same document.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt, mem,
    sync::Mutex,
    thread,
};

use perennial_codegen::names::file::Names;
use proc_macro2::{TokenStream, TokenTree};
use serde_json::{Value, json};

/// A place in a document where a marker can be put: a string or a key.
struct Place {
    /// The number of the place. It is part of the marker, and so shows which marker became code.
    number: usize,
    /// The keys and indices that lead to the place from the root of the document.
    path: Vec<String>,
    /// Whether the marker replaces the last key in `path`, rather than the string at that key.
    is_key: bool,
}

impl Place {
    /// Returns the marker for this place. It ends any string or comment around it, and then defines a function whose
    /// name contains the number of the place.
    fn marker(&self) -> String {
        let function = format!("fn {SMUGGLED}{}() {{}}", self.number);
        match self.is_key {
            // A key may be the path of an operation, which must not contain line breaks.
            true => format!("x\"#)]*/}} {function} /*"),
            false => format!("x\"#)]*/}}\n```\n    {function}\n```\n"),
        }
    }
}

impl fmt::Debug for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the {} at {}", if self.is_key { "key" } else { "text" }, self.path.join("."))
    }
}

/// The beginning of the function names in markers. The number of the place follows.
const SMUGGLED: &str = "smuggled_";

#[test]
fn a_marker_in_any_string_or_key_does_not_become_code() {
    let text = include_str!("../../../../tests/kitchen-sink/openapi.json");
    assert_no_marker_is_code(Document::new(serde_json::from_str(text).unwrap(), Names::default()), 2000);
}

#[test]
fn a_marker_in_security_schemes_does_not_become_code() {
    let text = include_str!("../../../../tests/credentials/openapi.json");
    let names = Names::parse(r#"{ "client": { "credentials": {} } }"#).unwrap();
    assert_no_marker_is_code(Document::new(serde_json::from_str(text).unwrap(), names), 200);
}

/// Returns texts that try to end a string, a comment, a code fence, an attribute or a table row. Some are very long,
/// and some consist only of characters that are allowed in a URL.
fn hostile_texts() -> Vec<String> {
    let short = [
        "\";mod/**/smuggled_1;/*",
        "\\\";mod/**/smuggled_2;//",
        "'`*/mod/**/smuggled_3;/**",
        "\"#)]mod/**/smuggled_4;#[doc=\"",
        "\n```\nmod smuggled_5;\n```\n",
        "\r\nmod smuggled_6;\r",
        "\u{2028}mod\u{b}smuggled_7;\u{202e}",
        "```rust\n#![doc = \"x\"]\nmod smuggled_8;",
        "| `|` \\| ]] }} mod smuggled_9;",
        "{} {0} {region} $url $crate::smuggled_10!()",
    ];
    let large = format!("{}*/mod smuggled_11;", "x\n".repeat(20_000));
    short.into_iter().map(str::to_owned).chain([large, "y".repeat(40_000), "\u{1f980}".repeat(400)]).collect()
}

#[test]
fn hostile_texts_in_servers_and_security_do_not_become_code() {
    let at = |place: &str, text: &str| {
        let text_at = |here: &str, otherwise: &str| if here == place { text } else { otherwise }.to_owned();
        let variable = text_at("variable", "region");
        let url = format!("https://{{{variable}}}.a.example/{{base}}");
        let variables = json!({
            variable: { "default": "eu", "enum": ["eu", text_at("value", "us")],
                "description": text_at("variable docs", "x") },
            "base": { "default": text_at("default", "v1") },
        });
        let servers = json!([
            { "url": url, "description": text_at("server docs", "x"), "variables": variables },
            { "url": format!("https://b.example/{}", text_at("url", "v1")),
                "description": text_at("server docs", "x") },
        ]);
        let key = json!({ "type": "apiKey", "in": "header", "name": text_at("header", "X-Key"),
            "description": text_at("docs", "x") });
        let query = json!({ "type": "apiKey", "in": text_at("in", "query"), "name": text_at("query", "key") });
        let flow =
            json!({ "tokenUrl": text_at("token URL", "https://c.example"), "scopes": { text_at("scope", "s"): "x" } });
        let oauth = json!({ "type": "oauth2", "flows": { "clientCredentials": flow } });
        let other = json!({ "type": "http", "scheme": text_at("kind", "digest") });
        let schemes = json!({ text_at("scheme", "Key"): key, "Query": query, "OAuth": oauth, "Other": other });
        let operation = json!({ "operationId": "getA", "security": [{ text_at("scheme", "Key"): [], "Query": [] }] });
        json!({ "openapi": "3.1.0", "servers": servers, "paths": { "/a": { "get": operation } },
            "components": { "securitySchemes": schemes } })
    };
    let names = Names::parse(r#"{ "client": { "credentials": {} } }"#).unwrap();
    let free = ["server docs", "variable docs", "docs", "default", "token URL", "kind"];
    let bound = ["variable", "value", "url", "header", "query", "in", "scheme", "scope"];
    for text in hostile_texts() {
        let excerpt: String = text.chars().take(40).collect();
        for place in free.iter().chain(&bound) {
            match perennial_codegen::generate(&at(place, &text).to_string(), &names) {
                Ok(generated) => {
                    let tokens: TokenStream = generated.client.parse().unwrap();
                    assert_eq!(find_smuggled(tokens), [].into(), "{excerpt:?} as {place}");
                    let longest = generated.surface.servers.keys().chain(generated.surface.credentials.keys());
                    assert!(longest.map(String::len).max() < Some(4_000), "{excerpt:?} as {place}");
                }
                Err(refused) => assert!(bound.contains(place), "{excerpt:?} as {place}: {refused}"),
            }
        }
    }
}

fn assert_no_marker_is_code(document: Document, at_least: usize) {
    let groups = group_places(&document);
    let places: usize = groups.iter().map(Vec::len).sum();
    assert!(places > at_least, "{places} places");

    let open = Mutex::new(groups.iter());
    let accepted = Mutex::new(0_usize);
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(2, usize::from) {
            scope.spawn(|| {
                loop {
                    let Some(group) = open.lock().unwrap().next() else { break };
                    let of_group = accepted_places(&document, group);
                    *accepted.lock().unwrap() += of_group;
                }
            });
        }
    });
    // If most marked documents were refused, the test would hardly check anything.
    let accepted = accepted.into_inner().unwrap();
    assert!(accepted > places / 2, "{accepted} of {places} places are in documents that were accepted");
}

/// Groups the places in a document so that the places in a group do not affect each other, and can be marked together.
///
/// A group does not contain both a key and a place in its value. Nor does it contain two places in the same object, in
/// the same schema, or in two schemas one of which refers to the other. Keys that are independent names, such as
/// property names, are an exception: they may be in one group, as may the places in their values.
fn group_places(document: &Document) -> Vec<Vec<Place>> {
    let mut places = Vec::new();
    collect_places(&document.value, &mut Vec::new(), &BTreeSet::new(), &mut places);
    let ranks = document.ranks();
    let mut groups: BTreeMap<_, Vec<Place>> = BTreeMap::new();
    for (round, place) in places {
        let path: Vec<&str> = place.path.iter().map(String::as_str).collect();
        let rank = match *path {
            ["components", "schemas", name, ..] => ranks.get(name).copied(),
            _ => document.path_to(&place).map(|_| (0, 0)),
        };
        // A marker in one of these places makes the generator refuse the document, or ignore much of it. Such a place
        // is therefore marked alone.
        let alone = match *path {
            ["openapi" | "paths"] | ["x-paths", ..] | ["paths", _] | ["paths", _, _] => true,
            ["paths", .., "in"] | ["paths", .., "parameters", _, "$ref"] => true,
            // Header names may contain only a few characters, so a marker in one of them is always refused.
            ["paths", .., "name"] => place.is_key || document.value_beside(&place, "in") == "header",
            _ => false,
        };
        groups.entry((rank, round, alone.then_some(place.number))).or_default().push(place);
    }
    groups.into_values().collect()
}

/// Adds the places in `value` to `places`, each with the first round that is not in `taken`. Places in the same round
/// may be marked together. Returns all rounds that were assigned.
fn collect_places(
    value: &Value,
    path: &mut Vec<String>,
    taken: &BTreeSet<usize>,
    places: &mut Vec<(usize, Place)>,
) -> BTreeSet<usize> {
    let free = |taken: &BTreeSet<usize>| (0..).find(|round| !taken.contains(round)).unwrap_or_default();
    let is_schema = path.iter().any(|key| key == "schema" || key == "schemas");
    let mut assigned = BTreeSet::new();
    match value {
        Value::String(_) => {
            places.push((free(taken), Place { number: places.len(), path: path.clone(), is_key: false }));
            assigned.insert(free(taken));
        }
        Value::Object(map) => {
            // The keys of an object are independent names if all its values are objects, as in `properties`. The places
            // in different entries then do not affect each other.
            let is_map = map.values().all(Value::is_object);
            let mut taken_here = taken.clone();
            for (key, value) in map {
                path.push(key.clone());
                let round = free(if is_map { taken } else { &taken_here });
                places.push((round, Place { number: places.len(), path: path.clone(), is_key: true }));
                taken_here.insert(round);
                let affects_others = value.is_string() || is_schema && !is_map;
                let mut taken_below = if affects_others { taken_here.clone() } else { taken.clone() };
                taken_below.insert(round);
                let assigned_below = collect_places(value, path, &taken_below, places);
                if affects_others {
                    taken_here.extend(&assigned_below);
                }
                assigned.insert(round);
                assigned.extend(assigned_below);
                path.pop();
            }
        }
        Value::Array(values) => {
            for (index, value) in values.iter().enumerate() {
                path.push(index.to_string());
                let affects_others = is_schema && !value.is_string();
                let taken = if affects_others { taken | &assigned } else { taken.clone() };
                assigned.extend(collect_places(value, path, &taken, places));
                path.pop();
            }
        }
        _ => {}
    }
    assigned
}

/// Returns the number of places in `group` whose markers the generator accepts. If it refuses the document with all of
/// them, each half of the group is tried separately.
fn accepted_places(document: &Document, group: &[Place]) -> usize {
    if is_accepted(document, group) {
        return group.len();
    }
    if group.len() == 1 {
        return 0;
    }
    let (first, second) = group.split_at(group.len() / 2);
    accepted_places(document, first) + accepted_places(document, second)
}

/// Returns `true` if the generator accepts the document with markers in the places of `group`. Panics if a marker
/// became code.
fn is_accepted(document: &Document, group: &[Place]) -> bool {
    let mut marked = document.reduced(group);
    group.iter().for_each(|place| mark(&mut marked, place));
    let Ok(generated) = perennial_codegen::generate(&marked.to_string(), &document.names) else {
        return false;
    };
    let tokens = |code: &str| -> TokenStream { code.parse().unwrap_or_else(|error| panic!("{error}: {group:?}")) };
    let smuggled = find_smuggled(tokens(&generated.client));
    let guilty: Vec<&Place> = group.iter().filter(|place| smuggled.contains(&place.number)).collect();
    assert!(smuggled.is_empty(), "code from {guilty:?}");
    true
}

/// A document to be marked, with the references in each path and schema.
struct Document {
    value: Value,
    names: Names,
    /// The document without any paths and schemas.
    without_entries: Value,
    links_of_paths: BTreeMap<String, BTreeSet<String>>,
    links_of_schemas: BTreeMap<String, BTreeSet<String>>,
}

impl Document {
    fn new(value: Value, names: Names) -> Self {
        let links = |part: &Value| -> BTreeMap<_, _> {
            let entries = part.as_object().unwrap().iter();
            entries.map(|(name, part)| (name.clone(), references_in(part, &value))).collect()
        };
        let links_of_paths = links(&value["paths"]);
        let mut links_of_schemas = links(&value["components"]["schemas"]);
        for (name, links) in &mut links_of_schemas {
            links.insert(reference_to_schema(name));
        }
        let mut without_entries = value.clone();
        without_entries["paths"] = json!({});
        without_entries["components"]["schemas"] = json!({});
        Self { value, names, without_entries, links_of_paths, links_of_schemas }
    }

    /// Returns the value of `key` in the object that contains `place`.
    fn value_beside(&self, place: &Place, key: &str) -> &Value {
        let mut object = &self.value;
        for key in &place.path[..place.path.len() - 1] {
            object = match object {
                Value::Array(values) => &values[key.parse::<usize>().unwrap()],
                _ => &object[key],
            };
        }
        &object[key]
    }

    /// Returns a rank for each schema. If one schema refers to another, directly or indirectly, their ranks differ.
    fn ranks(&self) -> BTreeMap<&str, (usize, usize)> {
        let mut same = BTreeMap::new();
        let ranks = self.links_of_schemas.iter().map(|(name, links)| {
            // The first number counts the schema's direct and indirect references. A schema has more of them than any
            // schema that it refers to, except on a cycle, where all schemas have the same ones. The second number
            // distinguishes these.
            let before: &mut usize = same.entry(links).or_default();
            *before += 1;
            (name.as_str(), (links.len(), *before))
        });
        ranks.collect()
    }

    /// Returns the first path that refers, directly or indirectly, to the part of the document around `place`.
    fn path_to(&self, place: &Place) -> Option<&str> {
        let place = format!("#/{}/", place.path.join("/"));
        let leads_there = |link: &String| place.strip_prefix(link).is_some_and(|rest| rest.starts_with('/'));
        let leads = |path: &&String| self.links_of_paths[*path].iter().any(leads_there);
        self.value["paths"].as_object().unwrap().keys().find(leads).map(String::as_str)
    }

    /// Returns the document reduced to the paths and schemas that are needed to test the places in `group`.
    ///
    /// These are the paths that contain or refer to one of the places, or all paths for a place to which none refers.
    /// They also include the schemas related to these paths. A path without markers is added, so that the document
    /// always contains an operation.
    fn reduced(&self, group: &[Place]) -> Value {
        let mut paths = BTreeSet::new();
        let mut schemas = BTreeSet::new();
        for place in group {
            match *place.path.iter().map(String::as_str).collect::<Vec<_>>() {
                ["paths", path, ..] => paths.extend([path]),
                ["components", "schemas", name, ..] => {
                    paths.extend(self.path_to(place));
                    schemas.extend(&self.links_of_schemas[name]);
                }
                _ => match self.path_to(place) {
                    Some(path) => paths.extend([path]),
                    None => paths.extend(self.links_of_paths.keys().map(String::as_str)),
                },
            }
        }
        let links_of_paths: BTreeSet<_> = paths.iter().flat_map(|path| &self.links_of_paths[*path]).collect();
        // Subtypes refer to their base schema, so schemas that refer to a needed schema are also needed.
        let related =
            self.links_of_schemas.values().filter(|links| links.iter().any(|link| links_of_paths.contains(link)));
        schemas.extend(related.flatten());

        let mut reduced = self.without_entries.clone();
        reduced["paths"] = entries(&self.value["paths"], |path| paths.contains(path));
        reduced["components"]["schemas"] =
            entries(&self.value["components"]["schemas"], |name| schemas.contains(&reference_to_schema(name)));
        reduced["paths"]["/unmarked"] = json!({ "get": { "responses": { "204": { "description": "" } } } });
        reduced
    }
}

fn entries(map: &Value, is_kept: impl Fn(&str) -> bool) -> Value {
    let entries = map.as_object().into_iter().flatten();
    entries.filter(|(name, _)| is_kept(name)).map(|(name, entry)| (name.clone(), entry.clone())).collect()
}

fn reference_to_schema(schema: &str) -> String {
    format!("#/components/schemas/{schema}")
}

/// Returns the references in `value`, and the references in their targets, at any depth.
fn references_in(value: &Value, document: &Value) -> BTreeSet<String> {
    let mut links = BTreeSet::new();
    let mut open = vec![value];
    while let Some(value) = open.pop() {
        match value {
            Value::Object(map) => {
                let link = map.get("$ref").and_then(Value::as_str);
                if let Some(link) = link.filter(|link| links.insert((*link).to_owned())) {
                    open.extend(link.strip_prefix('#').and_then(|pointer| document.pointer(pointer)));
                }
                open.extend(map.values());
            }
            Value::Array(values) => open.extend(values),
            _ => {}
        }
    }
    links
}

fn mark(document: &mut Value, place: &Place) {
    let Some((key, path)) = place.path.split_last() else { return };
    let parent = path.iter().fold(document, child);
    match parent {
        Value::Object(map) if place.is_key => {
            let renamed = |(name, value)| if name == *key { (place.marker(), value) } else { (name, value) };
            *map = mem::take(map).into_iter().map(renamed).collect();
        }
        _ => *child(parent, key) = place.marker().into(),
    }
}

fn child<'a>(value: &'a mut Value, key: &String) -> &'a mut Value {
    match value {
        Value::Array(values) => &mut values[key.parse::<usize>().unwrap()],
        _ => &mut value[key],
    }
}

/// Returns the numbers of the places whose markers became code.
fn find_smuggled(tokens: TokenStream) -> BTreeSet<usize> {
    let mut found = BTreeSet::new();
    for token in tokens {
        match token {
            TokenTree::Ident(name) => {
                found.extend(name.to_string().strip_prefix(SMUGGLED).and_then(|number| number.parse::<usize>().ok()))
            }
            TokenTree::Group(group) => found.extend(find_smuggled(group.stream())),
            TokenTree::Literal(_) | TokenTree::Punct(_) => {}
        }
    }
    found
}

#[test]
fn find_smuggled_finds_functions_in_code_but_not_in_literals() {
    assert_eq!(find_smuggled("mod a { fn smuggled_1() {} } fn smuggled_23() {}".parse().unwrap()), [1, 23].into());
    assert_eq!(find_smuggled("#[doc = \"fn smuggled_1() {}\"] struct A;".parse().unwrap()), [].into());
}
