//! Tests that names in a document cannot collide with the names of items in the runtime, in generated code and in the
//! prelude. The tested names belong to schemas, fields, values, parameters, operations and tags.

use std::{collections::BTreeSet, fs, path::Path};

use compiler::{Compiler, Crate};
use perennial_codegen::{generate, names::file::Names};
use serde_json::{Value, json};

/// Names from the prelude, names of primitive types, keywords, and some names that every client contains.
const PRELUDE: &str = "AsRef Box Clone Copy Debug Default Drop Eq Err Extend FnOnce From FromIterator Hash Into \
                       Iterator None Ok Option Ord PartialEq Result Send Sized Some String Sync ToOwned ToString TryFrom \
                       TryInto Vec bool char f64 i64 new settings extras str u8 undeclared_ usize withExtras Self self super crate";

/// Names about which rustc warns by default: one contains an uncommon character, and two look the same.
const UNCOMMON: &str = "\u{1e9b} \u{455}\u{441}\u{43e}\u{440}\u{435} scope";

/// Pairs of names that are equal in Rust, because rustc compares names in NFC. Each pair consists of a composed and a
/// decomposed form, or of two equivalent characters.
const EQUAL_IN_NFC: &str = "\u{ac01} \u{1100}\u{1161}\u{11a8} \u{c5} \u{212b} \u{3a9} \u{2126}";

/// The variables and methods in the code that requests an operation's pages.
const PAGER: &str = "at begin call client fetch into_items items limit page pages send starting_at steps total";

/// Names at the root of a client, and names that generated code imports or uses as parameters.
const CLIENT: &str = "Client ClientBuilder Core CoreBuilder Credentials Duration Environment HeaderName Interceptor Method \
                      Operation OPERATIONS Perennial RequestBuilder RetryPolicy SERVICE core fmt generated perennial \
                      reqwest serde serde_json std v1 __private";

/// The folders whose source code declares all other names, each with the minimum number of names to be found there. If
/// fewer are found, the code has moved to a different folder, and this list is out of date.
const SOURCES: [(&str, usize); 2] =
    [("crates/perennial/src", 500), ("crates/perennial-codegen/src/emit/templates", 40)];

#[test]
fn client_compiles_with_document_names_equal_to_generated_names() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut names = BTreeSet::new();
    for (folder, at_least) in SOURCES {
        let mut declared = BTreeSet::new();
        collect_names(&root.join(folder), &mut declared).expect("should be readable");
        let count = declared.len();
        assert!(count >= at_least, "{folder} declares {count} names, and {at_least} are expected: are they there?");
        names.append(&mut declared);
    }
    names.extend([PRELUDE, CLIENT, UNCOMMON, EQUAL_IN_NFC].join(" ").split_whitespace().map(str::to_owned));
    let generated = generate(&document(&names).to_string(), &Names::default()).expect("should be generated");
    let mut compiler = Compiler::new();
    compiler.write_client(&generated.client);
    let tags = generated.api.groups.iter().map(|group| group.feature.as_str());
    let features: Vec<&str> = tags.chain(["mock", "rate-limit"]).collect();
    let client = Crate { name: "names", source: include_str!("client_root.rs"), features: &features };
    let messages = compiler.library(&client);
    assert!(messages.is_empty(), "{messages:#?}");
}

/// Collects the names declared in `folder` with which the code of a client could collide: public names, and private
/// names of macros and templates.
fn collect_names(folder: &Path, names: &mut BTreeSet<String>) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect_names(&path, names)?;
        } else {
            let text = fs::read_to_string(&path)?;
            // Macros and templates declare even their private names in the client.
            let is_met =
                path.components().any(|part| ["rt", "templates"].contains(&&*part.as_os_str().to_string_lossy()));
            let code = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
            for line in code.lines().map(str::trim_start).filter(|line| !line.starts_with("//")) {
                let words: Vec<&str> = line.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
                // `fn` may follow another keyword, as in `const fn name`, so the name is the word after the last
                // keyword.
                let is_declared = |pair: &&[&str]| DECLARATIONS.contains(&pair[0]) && !DECLARATIONS.contains(&pair[1]);
                let declared = words.windows(2).find(is_declared).map(|pair| pair[1]);
                let is_private = !is_met && !line.starts_with("pub");
                names.extend(declared.filter(|name| !is_private && !name.is_empty()).map(str::to_owned));
            }
        }
    }
    Ok(())
}

const DECLARATIONS: [&str; 9] = ["fn", "struct", "enum", "trait", "type", "mod", "const", "static", "macro_rules"];

fn document(names: &BTreeSet<String>) -> Value {
    let text = json!({ "type": "string" });
    let all = |value: &Value| -> Value { names.iter().map(|name| (name.clone(), value.clone())).collect() };
    let values = json!({ "type": "string", "enum": names });
    let reference = |name: &str| json!({ "$ref": format!("#/components/schemas/{name}") });
    let content = |schema: Value| json!({ "content": { "application/json": { "schema": schema } } });
    let schema = json!({ "type": "object", "required": ["own"], "properties": { "own": text } });
    let mut schemas: serde_json::Map<String, Value> = names.iter().map(|name| (name.clone(), schema.clone())).collect();
    let used: Value = names.iter().map(|name| (format!("{name} used"), reference(name))).collect();
    let nullable = json!({ "type": "string", "nullable": true });
    schemas.insert("Values".into(), values);
    schemas.insert("Used".into(), json!({ "type": "object", "properties": used }));
    schemas.insert("Named".into(), json!({ "type": "object", "properties": all(&nullable) }));
    let parameters: Vec<Value> =
        names.iter().map(|name| json!({ "name": name, "in": "query", "schema": reference("Values") })).collect();
    let empty = json!({ "responses": { "204": {} } });
    let mut paths: serde_json::Map<String, Value> = names
        .iter()
        .map(|name| {
            let mut operation = empty.clone();
            operation["operationId"] = name.as_str().into();
            // In its first tag, a GET operation with one path segment gets this segment as its short name. Each of the
            // names therefore becomes a short name in the tag `Names`.
            operation["tags"] = json!(["Names", name]);
            (format!("/{name}"), json!({ "get": operation }))
        })
        .collect();
    paths.insert(
        "/all".into(),
        json!({ "put": {
            "operationId": "putAll",
            "parameters": parameters,
            "requestBody": content(reference("Named")),
            "responses": { "200": content(reference("Used")) },
        } }),
    );
    for (pager, schema) in [("page", json!({ "type": "integer", "default": 1 })), ("next", json!({ "type": "string" }))]
    {
        let others = PAGER.split_whitespace().filter(|name| *name != pager).map(|name| (name, text.clone()));
        let named: Vec<(&str, Value)> = others.chain([(pager, schema)]).collect();
        let parameter = |(name, schema): &(&str, Value)| json!({ "name": name, "in": "query", "schema": schema });
        let mut page: Value = named.iter().map(|(name, schema)| ((*name).to_owned(), schema.clone())).collect();
        page["a list"] = json!({ "type": "array", "items": reference("Items") });
        paths.insert(
            format!("/pages/{pager}"),
            json!({ "get": {
                "operationId": format!("{pager} paged"),
                "parameters": named.iter().map(parameter).collect::<Vec<Value>>(),
                "responses": { "200": content(json!({ "type": "object", "properties": page })) },
            } }),
        );
    }
    // In a script without case, a type and a variable can have the same name. A list that contains itself becomes a
    // tuple struct, whose constructor could collide with the variable.
    let name = "\u{65e5}\u{672c}";
    schemas.insert(name.into(), json!({ "type": "array", "items": reference(name) }));
    let list = |items: Value| json!({ "type": "array", "items": items });
    let times = list(json!({ "type": "string", "format": "date-time" }));
    let series = json!({ "type": "object", "properties": { "times": times, name: list(json!({ "type": "number" })) } });
    let caseless = json!({ "type": "object", "properties": { "list": reference(name), "series": series } });
    paths.insert(
        format!("/caseless/{{{name}}}"),
        json!({ "get": {
            "operationId": "caseless",
            "tags": [name],
            "parameters": [{ "name": name, "in": "path", "required": true, "schema": text }],
            "responses": { "200": content(caseless) },
        } }),
    );
    paths.insert("/many".into(), json!({ "get": operation_with_many_parameters("query"), "head": operation_with_many_parameters("header"), "post": operation_with_many_parts() }));
    json!({ "openapi": "3.0.0", "info": { "title": "Names", "version": "v1" }, "paths": paths, "components": { "schemas": schemas } })
}

/// The number of parameters of a large operation. If compilation took more than linear time, rustc would need minutes
/// for them.
const MANY: usize = 300;

fn operation_with_many_parameters(place: &str) -> Value {
    let parameter = |index| json!({ "name": format!("p{index}"), "in": place, "schema": { "type": "string" } });
    let parameters: Vec<Value> = (0..MANY).map(parameter).collect();
    json!({ "operationId": format!("many {place}"), "parameters": parameters, "responses": { "204": {} } })
}

fn operation_with_many_parts() -> Value {
    let file = json!({ "type": "string", "format": "binary" });
    let parts: Value = (0..MANY).map(|index| (format!("p{index}"), file.clone())).collect();
    let content = json!({ "multipart/form-data": { "schema": { "type": "object", "properties": parts } } });
    json!({ "operationId": "many parts", "requestBody": { "content": content }, "responses": { "204": {} } })
}
