//! A program that uses all of an old API compiles with the new one exactly if the verdict says so.

pub mod package;
mod program;

use super::{super::pairs::Pairs, *};
use package::{Checked, Package, Tags};
use program::{Line, Program};

/// A document with each kind of thing that a public API has.
fn first() -> Value {
    let reference = |name: &str| json!({ "$ref": format!("#/components/schemas/{name}") });
    let get =
        |id: &str, schema: Value| json!({ "get": { "operationId": id, "responses": { "200": json_of(schema) } } });
    let object = |properties: Value| json!({ "type": "object", "properties": properties });
    let texts = json!({ "type": "array", "items": { "type": "string" } });
    let times = json!({ "type": "array", "items": { "type": "string", "format": "date-time" } });
    let numbers = json!({ "type": "array", "items": { "type": "number" } });
    let mut document = base();
    let paths = &mut document["paths"];
    paths["/things"] = get("listThings", reference("ThingPage"));
    paths["/things"]["get"]["parameters"] =
        json!([{ "name": "nextId", "in": "query", "schema": { "type": "string" } }]);
    paths["/series"] = get("getSeries", reference("Series"));
    paths["/placed"] = get("getPlaced", reference("Model7"));
    paths["/left"] = get("getLeft", reference("Left"));
    paths["/right"] = get("getRight", reference("Right"));
    paths["/gone"] = get("getGone", reference("Gone"));
    paths["/text"] = get("getText", reference("Moved"));
    paths["/nest"] = get("getNest", reference("Nest"));
    paths["/heap"] = get("getHeap", reference("Heap"));
    paths["/several"] = get("getSeveral", reference("Right"));
    paths["/several"]["get"]["responses"]["202"] = json!({ "description": "" });
    paths["/notes"] = json!({ "post": {
        "operationId": "postNote",
        "requestBody": { "content": { "application/json": { "schema": reference("Note") } } },
        "responses": { "204": {} },
    } });
    paths["/both"] = json!({ "post": get("postBoth", reference("Both"))["get"] });
    paths["/both"]["post"]["requestBody"] = json_of(reference("Both"));
    let schemas = &mut document["components"]["schemas"];
    schemas["Both"] = object(json!({ "a": { "type": "string" } }));
    schemas["Thing"]["properties"]["when"] = json!({ "oneOf": [{ "type": "string" }, { "type": "integer" }] });
    schemas["ThingPut"] = object(json!({ "name": { "type": "string" }, "note": { "type": "string" } }));
    schemas["ThingPut"]["required"] = json!(["name"]);
    schemas["ThingPage"] =
        object(json!({ "entries": { "type": "array", "items": reference("Thing") }, "nextId": { "type": "string" } }));
    schemas["Series"] = object(json!({ "times": times, "sizes": numbers }));
    schemas["Model7"] = object(json!({ "place": object(json!({ "x": { "type": "number" } })), "names": texts }));
    schemas["Left"] = object(json!({ "a": { "type": "string" } }));
    schemas["Right"] = object(json!({ "a": { "type": "string" }, "b": { "type": "string" } }));
    schemas["Gone"] = object(json!({ "a": { "type": "string" } }));
    schemas["Moved"] = object(json!({ "a": { "type": "string" }, "b": { "type": "boolean" } }));
    schemas["Nest"] = json!({ "type": "array", "items": reference("Nest") });
    schemas["Heap"] = json!({ "type": "array", "items": reference("Heap") });
    schemas["Note"] = object(json!({ "text": { "type": "string" }, "weight": { "type": "integer", "enum": [1, 2] } }));
    let kind = |kind: &str| json!({ "type": "string", "enum": [kind] });
    for (name, tag) in [("Ping", "PING"), ("Beat", "BEAT")] {
        schemas[name] =
            object(json!({ "kind": kind(tag), "name": { "type": "string" }, "every": { "type": "integer" } }));
        schemas[name]["required"] = json!(["kind"]);
    }
    schemas["Check"] = json!({ "oneOf": [reference("Ping"), reference("Beat")] });
    schemas["Right"]["properties"]["check"] = reference("Check");
    // A tag with another name, one in two parts, and operations that are somewhere else.
    let mut tag = |path: &str, method: &str, tags: &[&str]| document["paths"][path][method]["tags"] = json!(tags);
    tag("/things", "get", &["Things"]);
    tag("/things/{id}", "put", &["Things"]);
    tag("/left", "get", &["Sides"]);
    tag("/right", "get", &["Sides", "Hands"]);
    tag("/series", "get", &["Numbers"]);
    tag("/placed", "get", &["Numbers"]);
    tag("/notes", "post", &["Numbers"]);
    document
}

fn replaced(document: &Value, texts: &[(&str, &str)]) -> Value {
    let text = texts.iter().fold(document.to_string(), |text, (old, new)| {
        assert!(text.contains(old), "{old}");
        text.replace(old, new)
    });
    serde_json::from_str(&text).expect("should be JSON")
}

/// Nothing but renames and additions, and what does not matter to callers that only send.
fn second() -> Value {
    let mut document = replaced(
        &first(),
        &[
            ("schemas/Thing\"", "schemas/Item\""),
            ("\"Thing\":", "\"Item\":"),
            ("schemas/Series\"", "schemas/Measurements\""),
            ("\"Series\":", "\"Measurements\":"),
            ("Model7", "Model9"),
            ("\"putThing\"", "\"replaceThing\""),
            ("\"getPlaced\"", "\"readPlaced\""),
            ("\"getSeveral\"", "\"readSeveral\""),
            ("/things/{id}", "/things/{thingId}"),
            ("\"name\":\"id\"", "\"name\":\"thingId\""),
            ("\"GOOD\",\"BAD\"", "\"GOOD\",\"FAIR\""),
        ],
    );
    let added = json!({ "type": "string" });
    for (place, value) in [
        ("/components/schemas/Item/properties/colour", added.clone()),
        (
            "/components/schemas/Measurements/properties/weights",
            json!({ "type": "array", "items": { "type": "number" } }),
        ),
        ("/components/schemas/ThingPut/properties/name/nullable", json!(true)),
        ("/components/schemas/Note/properties/text/nullable", json!(true)),
        ("/components/schemas/Note/properties/weight/enum", json!([1, 2, 3])),
        (
            "/components/schemas/Check/oneOf/-",
            json!({ "type": "object", "required": ["kind"], "properties": {
                "kind": { "type": "string", "enum": ["PONG"] },
                "name": { "type": "string" },
                "every": { "type": "integer" },
            } }),
        ),
        ("/components/schemas/ThingPut/properties/colour", added.clone()),
        ("/components/schemas/Item/properties/when/oneOf/-", json!({ "type": "boolean" })),
        ("/paths/~1things~1{thingId}/put/parameters/-", json!({ "name": "colour", "in": "query", "schema": added })),
        ("/paths/~1more", json!({ "get": { "operationId": "getMore", "responses": { "204": {} } } })),
        ("/paths/~1things/get/tags", json!(["Item"])),
        ("/paths/~1things~1{thingId}/put/tags", json!(["Item"])),
        ("/paths/~1left/get/tags", json!(["Left"])),
        ("/paths/~1right/get/tags", json!(["Hands"])),
        ("/paths/~1placed/get/tags", json!(["Hands", "Numbers"])),
        ("/paths/~1notes/post/tags", json!(["Hands", "Numbers"])),
    ] {
        edit(&mut document, place, value);
    }
    document
}

/// The same things have other names again.
fn third() -> Value {
    let mut document = replaced(
        &second(),
        &[
            ("schemas/Item\"", "schemas/Entry\""),
            ("\"Item\":", "\"Entry\":"),
            ("\"replaceThing\"", "\"storeThing\""),
            ("/things/{thingId}", "/things/{key}"),
            ("\"name\":\"thingId\"", "\"name\":\"key\""),
            ("\"FAIR\"", "\"BEST\""),
        ],
    );
    for (place, value) in
        [("/paths/~1things/get/tags", json!(["Left"])), ("/paths/~1things~1{key}/put/tags", json!(["Left"]))]
    {
        edit(&mut document, place, value);
    }
    document
}

/// Something of each kind that breaks.
fn fourth() -> Value {
    let mut document = replaced(
        &third(),
        &[
            ("schemas/Left\"", "schemas/Right\""),
            ("\"listThings\"", "\"browseThings\""),
            // Tuple structs that become one: each name makes it.
            ("schemas/Nest\"", "schemas/Pile\""),
            ("\"Nest\":", "\"Pile\":"),
            ("schemas/Heap\"", "schemas/Pile\""),
        ],
    );
    let put = "/paths/~1things~1{key}/put";
    for (place, value) in [
        // A response that may be absent, and one that was renamed.
        ("/components/schemas/Entry/properties/name/nullable", json!(true)),
        ("/components/schemas/Entry/properties/size", Value::Null),
        ("/components/schemas/Entry/properties/when/oneOf", json!([{ "type": "string" }, { "type": "boolean" }])),
        ("/components/schemas/Left", Value::Null),
        (
            "/components/schemas/Measurements/properties/names",
            json!({ "type": "array", "items": { "type": "string" } }),
        ),
        ("/components/schemas/ThingPage/properties/nextId", Value::Null),
        // A name that means something else.
        ("/components/schemas/Moved", json!({ "type": "object", "properties": { "c": { "type": "integer" } } })),
        (
            "/components/schemas/Moved2",
            json!({ "type": "object", "properties": { "a": { "type": "string" }, "b": { "type": "boolean" } } }),
        ),
        ("/paths/~1text/get/responses/200", json_of(json!({ "$ref": "#/components/schemas/Moved2" }))),
        (
            "/paths/~1other",
            json!({ "get": { "operationId": "getOther", "responses": {
            "200": json_of(json!({ "$ref": "#/components/schemas/Moved" })) } } }),
        ),
        ("/paths/~1gone", Value::Null),
        ("/paths/~1both/post/requestBody", Value::Null),
        // A value with the name of the variant for all others.
        ("/components/schemas/Entry/properties/kind/enum", json!(["GOOD", "OTHER"])),
        ("/components/schemas/Note/required", json!(["text"])),
        ("/components/schemas/Note/properties/weight/type", json!("number")),
        // A field that only some members of a union have, and a schema that is a member no longer.
        ("/components/schemas/Ping/properties/every", Value::Null),
        (
            "/components/schemas/Check/oneOf",
            json!([{ "$ref": "#/components/schemas/Ping" }, { "$ref": "#/components/schemas/Beat" }]),
        ),
        ("/components/schemas/ThingPut/properties/size", json!({ "type": "integer" })),
        ("/components/schemas/ThingPut/required", json!(["name", "size"])),
    ] {
        edit(&mut document, place, value);
    }
    edit(&mut document, &format!("{put}/parameters/1/schema/type"), json!("string"));
    document
}

/// The client of a document that replaces that of `old`, and the comparison with that.
fn refreshed(old: &Client, document: &Value) -> (Client, Comparison) {
    let new = super::refreshed(old, document);
    let comparison = Comparison::new(&old.api, &new.api);
    (new, comparison)
}

/// The names that are deprecated in the new API, and were not in the old one: of setters and variants without their owner.
fn deprecated_since(old: &PublicApi, new: &PublicApi) -> Vec<String> {
    let [old, new] = [old, new].map(listing);
    let lines = new.lines().filter(|line| !old.lines().any(|other| other == *line));
    let names = lines.filter_map(|line| {
        let (name, _) = line.strip_prefix("deprecated ")?.split_once(" = ")?;
        let (kind, name) = name.split_once(' ')?;
        (kind != "feature")
            .then(|| name.trim_start_matches("name ").rsplit([':', ' ']).next().unwrap_or(name).to_owned())
    });
    names.collect()
}

fn checked(program: &Program, new: &Client) -> Checked {
    Package::of(new, &Tags::All).check(&program.text())
}

#[test]
fn a_program_compiles_with_the_new_client_where_the_verdict_says_so() {
    let mut old = client(&first());
    for document in [second(), third()] {
        let (new, comparison) = refreshed(&old, &document);
        assert_eq!(comparison.verdict(), Verdict::Compatible, "{:#?}", reported(&comparison));
        let program = Program::of(&old.api);
        let Checked { failing, deprecated } = checked(&program, &new);
        let failing: Vec<&Line> = failing.into_iter().map(|line| program.at(line)).collect();
        assert!(failing.is_empty(), "{failing:#?}");
        let warned: Vec<&Line> = deprecated.into_iter().map(|line| program.at(line)).collect();
        let deprecated_names = deprecated_since(&old.api, &new.api);
        assert!(deprecated_names.len() > 2, "{deprecated_names:?}");
        for name in deprecated_names {
            let is_warned = |line: &&Line| [&line.item, &line.part].contains(&&name);
            assert!(warned.iter().any(is_warned), "{name}: {warned:#?}");
        }
        old = new;
    }

    let document = fourth();
    let (new, comparison) = refreshed(&old, &document);
    assert_eq!(comparison.verdict(), Verdict::Breaking);
    let program = Program::of(&old.api);
    let failing = checked(&program, &new).failing;
    let failing: Vec<&Line> = failing.into_iter().map(|line| program.at(line)).collect();
    let breaking = Breaking::of(&comparison);
    // Of two types that became one, one implements a trait of the consumer's: that is documented, and no break.
    let pairs = Pairs::new(&old.api, &new.api);
    let is_merged = |name: &str| pairs.types.values().filter(|other| **other == pairs.new_name(name)).count() > 1;
    let failing: Vec<&Line> =
        failing.into_iter().filter(|line| !line.code.starts_with("impl Own ") || !is_merged(&line.item)).collect();
    for line in &failing {
        assert!(breaking.is_told(line), "{line:#?}\n{:#?}", reported(&comparison));
    }
    let unseen: Vec<&Told> = breaking.0.iter().filter(|told| !failing.iter().any(|line| told.is_of(line))).collect();
    // A setter that is required and missing is only found when a request is made.
    assert!(unseen.iter().all(|told| told.is_required), "{unseen:#?}\n{:#?}", reported(&comparison));
    assert_eq!(unseen.iter().map(|told| told.item).collect::<Vec<_>>(), ["Note", "ThingPut"]);
}

/// Something that breaks, according to the report.
#[derive(Debug)]
struct Told<'a> {
    /// By its name in the old API.
    item: &'a str,
    /// The names in the report of it; `None` if the item itself is gone.
    parts: Option<Vec<&'a str>>,
    /// Set if callers have to set something.
    is_required: bool,
}

impl Told<'_> {
    fn is_of(&self, line: &Line) -> bool {
        let is_of_part = |parts: &Vec<&str>| {
            // With a builder go its setters, and with `body` goes `body_map`.
            let is_of_builder = || line.code.contains(&format!("types::builder::{}", line.item));
            parts.contains(&line.part.as_str())
                || parts.contains(&"builder") && is_of_builder()
                || parts.contains(&"body") && line.part == "body_map"
        };
        self.item == line.item && self.parts.as_ref().is_none_or(is_of_part)
    }
}

/// All that breaks.
struct Breaking<'a>(Vec<Told<'a>>);

impl<'a> Breaking<'a> {
    fn of(comparison: &'a Comparison) -> Self {
        let items = comparison.operations.items.iter().chain(&comparison.types.items);
        let told = items.flat_map(|item| {
            let name = item.was.as_ref().unwrap_or(&item.name);
            let is_gone = item.kind != Kind::Changed && item.effect == Effect::Breaking;
            let whole = is_gone.then_some(Told { item: name, parts: None, is_required: false });
            let changes = item.changes.iter().filter(|change| change.rule.effect == Effect::Breaking && !is_gone);
            let parts = changes.map(|Change { rule, description, .. }| Told {
                item: name,
                parts: Some(named(description)),
                is_required: rule.fails_at_run_time,
            });
            whole.into_iter().chain(parts).collect::<Vec<_>>()
        });
        Self(told.collect())
    }

    /// Checks whether the report says that a line cannot compile: by what it uses, or by a type that it mentions.
    fn is_told(&self, line: &Line) -> bool {
        let mentioned = mentioned(&line.code);
        self.0.iter().any(|told| {
            told.is_of(line)
                || told.parts.is_none() && mentioned.contains(&told.item)
                || told.parts.is_some() && told.item == line.item && line.part.starts_with("From<")
        })
    }
}

/// The types that a line mentions: `A` of `types::A` and of `types::builder::A`.
fn mentioned(code: &str) -> Vec<&str> {
    let mentioned = code.split("types::").skip(1).map(|rest| rest.strip_prefix("builder::").unwrap_or(rest));
    mentioned.filter_map(|name| name.split(|c: char| !c.is_alphanumeric() && c != '_').next()).collect()
}

/// Returns the names that a description has between backticks: `Text` of `Text(String)`, `things().get` of
/// `things().get(String)`.
fn named(description: &str) -> Vec<&str> {
    let quoted = description.split('`').skip(1).step_by(2);
    let named = quoted.map(|text| {
        let tag = text.find("().").map_or(0, |end| end + 3);
        text[tag..].find(|c: char| !c.is_alphanumeric() && c != '_').map_or(text, |end| &text[..tag + end])
    });
    named.collect()
}
