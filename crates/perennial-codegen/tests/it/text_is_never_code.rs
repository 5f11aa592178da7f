//! No text of a document becomes code: a marker that would be code is put into every string and every key of the
//! document of `tests/kitchen-sink`, and is nowhere in the client but inside of literals (which documentation is, too).
//!
//! One document per marker would take minutes, so places that leave one another alone are marked in one document.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt, mem,
    sync::Mutex,
    thread,
};

use perennial_codegen::names::file::Names;
use proc_macro2::{TokenStream, TokenTree};
use serde_json::{Value, json};

/// A string or a key of a document.
struct Place {
    /// Tells the markers of a document apart.
    number: usize,
    /// The keys and indices that lead to it.
    path: Vec<String>,
    /// Whether it is the key itself.
    is_key: bool,
}

impl Place {
    /// Ends whatever text it may stand in, and defines a function that says by its name where it is from.
    fn marker(&self) -> String {
        let function = format!("fn {SMUGGLED}{}() {{}}", self.number);
        match self.is_key {
            // Keys, among them paths, have no line breaks.
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

/// What the names of the functions in the markers begin with.
const SMUGGLED: &str = "smuggled_";

#[test]
fn a_marker_in_any_string_or_key_is_nowhere_in_the_code() {
    let text = include_str!("../../../../tests/kitchen-sink/openapi.json");
    no_marker_is_code(Document::new(serde_json::from_str(text).unwrap(), Names::default()), 2000);
}

#[test]
fn a_marker_in_what_is_said_of_credentials_is_nowhere_in_the_code() {
    let text = include_str!("../../../../tests/credentials/openapi.json");
    let names = Names::parse(r#"{ "client": { "credentials": {} } }"#).unwrap();
    no_marker_is_code(Document::new(serde_json::from_str(text).unwrap(), names), 200);
}

/// What ends a string, a comment, a fence, an attribute or a row, in ways that a URL may have, too; and what is large.
fn hostile() -> Vec<String> {
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
fn hostile_servers_and_security_schemes_are_text_or_refused() {
    let at = |place: &str, text: &str| {
        let said = |here: &str, otherwise: &str| if here == place { text } else { otherwise }.to_owned();
        let variable = said("variable", "region");
        let url = format!("https://{{{variable}}}.a.example/{{base}}");
        let variables = json!({
            variable: { "default": "eu", "enum": ["eu", said("value", "us")], "description": said("variable docs", "x") },
            "base": { "default": said("default", "v1") },
        });
        let servers = json!([
            { "url": url, "description": said("server docs", "x"), "variables": variables },
            { "url": format!("https://b.example/{}", said("url", "v1")), "description": said("server docs", "x") },
        ]);
        let key = json!({ "type": "apiKey", "in": "header", "name": said("header", "X-Key"), "description": said("docs", "x") });
        let query = json!({ "type": "apiKey", "in": said("in", "query"), "name": said("query", "key") });
        let flow = json!({ "tokenUrl": said("token URL", "https://c.example"), "scopes": { said("scope", "s"): "x" } });
        let oauth = json!({ "type": "oauth2", "flows": { "clientCredentials": flow } });
        let other = json!({ "type": "http", "scheme": said("kind", "digest") });
        let schemes = json!({ said("scheme", "Key"): key, "Query": query, "OAuth": oauth, "Other": other });
        let operation = json!({ "operationId": "getA", "security": [{ said("scheme", "Key"): [], "Query": [] }] });
        json!({ "openapi": "3.1.0", "servers": servers, "paths": { "/a": { "get": operation } },
            "components": { "securitySchemes": schemes } })
    };
    let names = Names::parse(r#"{ "client": { "credentials": {} } }"#).unwrap();
    let free = ["server docs", "variable docs", "docs", "default", "token URL", "kind"];
    let bound = ["variable", "value", "url", "header", "query", "in", "scheme", "scope"];
    for text in hostile() {
        let shown: String = text.chars().take(40).collect();
        for place in free.iter().chain(&bound) {
            match perennial_codegen::generate(&at(place, &text).to_string(), &names) {
                Ok(generated) => {
                    let tokens: TokenStream = generated.client.parse().unwrap();
                    assert_eq!(smuggled(tokens), [].into(), "{shown:?} as {place}");
                    let longest = generated.surface.servers.keys().chain(generated.surface.credentials.keys());
                    assert!(longest.map(String::len).max() < Some(4_000), "{shown:?} as {place}");
                }
                Err(refused) => assert!(bound.contains(place), "{shown:?} as {place}: {refused}"),
            }
        }
    }
}

fn no_marker_is_code(document: Document, at_least: usize) {
    let groups = groups(&document);
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
    // A test that nothing passes would show nothing.
    let accepted = accepted.into_inner().unwrap();
    assert!(accepted > places / 2, "{accepted} of {places} places are in documents that were accepted");
}

/// All places, in groups whose places leave one another alone: none is below a marked key, and no two are in the same
/// object, in the same schema, or in a schema and one that refers to it. Different names, such as those of properties,
/// and what is below them, may be marked together.
fn groups(document: &Document) -> Vec<Vec<Place>> {
    let mut places = Vec::new();
    collect(&document.value, &mut Vec::new(), &BTreeSet::new(), &mut places);
    let ranks = document.ranks();
    let mut groups: BTreeMap<_, Vec<Place>> = BTreeMap::new();
    for (round, place) in places {
        let path: Vec<&str> = place.path.iter().map(String::as_str).collect();
        let rank = match *path {
            ["components", "schemas", name, ..] => ranks.get(name).copied(),
            _ => document.path_to(&place).map(|_| (0, 0)),
        };
        // Refused, mostly, and so would be all that is marked together with it.
        let alone = match *path {
            ["openapi" | "paths"] | ["x-paths", ..] | ["paths", _] | ["paths", _, _] => true,
            ["paths", .., "in"] | ["paths", .., "parameters", _, "$ref"] => true,
            // The names of headers are bound to their alphabet.
            ["paths", .., "name"] => place.is_key || document.value_beside(&place, "in") == "header",
            _ => false,
        };
        groups.entry((rank, round, alone.then_some(place.number))).or_default().push(place);
    }
    groups.into_values().collect()
}

/// Numbers the places of `value` and gives each a round, the first that is not `taken`. Returns the rounds given.
fn collect(
    value: &Value,
    path: &mut Vec<String>,
    taken: &BTreeSet<usize>,
    places: &mut Vec<(usize, Place)>,
) -> BTreeSet<usize> {
    let free = |taken: &BTreeSet<usize>| (0..).find(|round| !taken.contains(round)).unwrap_or_default();
    let is_schema = path.iter().any(|key| key == "schema" || key == "schemas");
    let mut given = BTreeSet::new();
    match value {
        Value::String(_) => {
            places.push((free(taken), Place { number: places.len(), path: path.clone(), is_key: false }));
            given.insert(free(taken));
        }
        Value::Object(map) => {
            // An object of objects is a map of names, such as `properties`, whose entries do not affect one another.
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
                let given_below = collect(value, path, &taken_below, places);
                if affects_others {
                    taken_here.extend(&given_below);
                }
                given.insert(round);
                given.extend(given_below);
                path.pop();
            }
        }
        Value::Array(values) => {
            for (index, value) in values.iter().enumerate() {
                path.push(index.to_string());
                let affects_others = is_schema && !value.is_string();
                let taken = if affects_others { taken | &given } else { taken.clone() };
                given.extend(collect(value, path, &taken, places));
                path.pop();
            }
        }
        _ => {}
    }
    given
}

/// How many of the places are marked in a document that can be generated: in the one of all of them, or in those of
/// smaller groups where that one is refused.
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

/// Whether the document with these places marked can be generated; panics where a marker has become code.
fn is_accepted(document: &Document, group: &[Place]) -> bool {
    let mut marked = document.reduced(group);
    group.iter().for_each(|place| mark(&mut marked, place));
    let Ok(generated) = perennial_codegen::generate(&marked.to_string(), &document.names) else {
        return false;
    };
    let tokens = |code: &str| -> TokenStream { code.parse().unwrap_or_else(|error| panic!("{error}: {group:?}")) };
    let smuggled = smuggled(tokens(&generated.client));
    let guilty: Vec<&Place> = group.iter().filter(|place| smuggled.contains(&place.number)).collect();
    assert!(smuggled.is_empty(), "code from {guilty:?}");
    true
}

/// A document, and what each of its paths and schemas refers to.
struct Document {
    value: Value,
    names: Names,
    /// Without paths and schemas.
    without_entries: Value,
    links_of_paths: BTreeMap<String, BTreeSet<String>>,
    links_of_schemas: BTreeMap<String, BTreeSet<String>>,
}

impl Document {
    fn new(value: Value, names: Names) -> Self {
        let links = |part: &Value| -> BTreeMap<_, _> {
            let entries = part.as_object().unwrap().iter();
            entries.map(|(name, part)| (name.clone(), links(part, &value))).collect()
        };
        let links_of_paths = links(&value["paths"]);
        let mut links_of_schemas = links(&value["components"]["schemas"]);
        for (name, links) in &mut links_of_schemas {
            links.insert(link(name));
        }
        let mut without_entries = value.clone();
        without_entries["paths"] = json!({});
        without_entries["components"]["schemas"] = json!({});
        Self { value, names, without_entries, links_of_paths, links_of_schemas }
    }

    /// What has `key` in the object of the place.
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

    /// For each schema, a rank that neither those that it refers to nor those that refer to it have.
    fn ranks(&self) -> BTreeMap<&str, (usize, usize)> {
        let mut same = BTreeMap::new();
        let ranks = self.links_of_schemas.iter().map(|(name, links)| {
            // In a circle, all have the same links; otherwise, a schema has more than those that it refers to.
            let before: &mut usize = same.entry(links).or_default();
            *before += 1;
            (name.as_str(), (links.len(), *before))
        });
        ranks.collect()
    }

    /// The first path that refers to what the place is in, directly or not.
    fn path_to(&self, place: &Place) -> Option<&str> {
        let place = format!("#/{}/", place.path.join("/"));
        let leads_there = |link: &String| place.strip_prefix(link).is_some_and(|rest| rest.starts_with('/'));
        let leads = |path: &&String| self.links_of_paths[*path].iter().any(leads_there);
        self.value["paths"].as_object().unwrap().keys().find(leads).map(String::as_str)
    }

    /// The document with what matters for the places: the path that each is in, or one that refers to it, or else
    /// all; the schemas that have to do with these paths; and one more path, so that there always is an operation.
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
        // With those that refer to a schema that is used: its subtypes do.
        let related =
            self.links_of_schemas.values().filter(|links| links.iter().any(|link| links_of_paths.contains(link)));
        schemas.extend(related.flatten());

        let mut reduced = self.without_entries.clone();
        reduced["paths"] = entries(&self.value["paths"], |path| paths.contains(path));
        reduced["components"]["schemas"] =
            entries(&self.value["components"]["schemas"], |name| schemas.contains(&link(name)));
        reduced["paths"]["/unmarked"] = json!({ "get": { "responses": { "204": { "description": "" } } } });
        reduced
    }
}

fn entries(map: &Value, is_kept: impl Fn(&str) -> bool) -> Value {
    let entries = map.as_object().into_iter().flatten();
    entries.filter(|(name, _)| is_kept(name)).map(|(name, entry)| (name.clone(), entry.clone())).collect()
}

fn link(schema: &str) -> String {
    format!("#/components/schemas/{schema}")
}

/// What `value` refers to, directly or not.
fn links(value: &Value, document: &Value) -> BTreeSet<String> {
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

/// The numbers of the places whose markers have become code.
fn smuggled(tokens: TokenStream) -> BTreeSet<usize> {
    let mut found = BTreeSet::new();
    for token in tokens {
        match token {
            TokenTree::Ident(name) => {
                found.extend(name.to_string().strip_prefix(SMUGGLED).and_then(|number| number.parse::<usize>().ok()))
            }
            TokenTree::Group(group) => found.extend(smuggled(group.stream())),
            TokenTree::Literal(_) | TokenTree::Punct(_) => {}
        }
    }
    found
}

#[test]
fn the_check_finds_smuggled_functions() {
    assert_eq!(smuggled("mod a { fn smuggled_1() {} } fn smuggled_23() {}".parse().unwrap()), [1, 23].into());
    assert_eq!(smuggled("#[doc = \"fn smuggled_1() {}\"] struct A;".parse().unwrap()), [].into());
}
