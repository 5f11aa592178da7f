//! Tests verdicts with a program that uses every item of the old API. It compiles with the new API if and only if the
//! verdict is compatible.

pub mod package;
mod program;

use super::{super::matched_apis::MatchedApis, *};
use package::{CompiledClient, EnabledTags, ProgramDiagnostics};
use program::{CallerProgram, ProgramLine};

fn document_with_all_items() -> Value {
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
    // The later documents rename one of these tags, split one, and move operations between them.
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

/// Replaces strings in the JSON of a document. Every string must occur in it.
fn replace_texts(document: &Value, texts: &[(&str, &str)]) -> Value {
    let text = texts.iter().fold(document.to_string(), |text, (old, new)| {
        assert!(text.contains(old), "{old}");
        text.replace(old, new)
    });
    serde_json::from_str(&text).expect("should be JSON")
}

/// Returns a document with only compatible changes: renames, additions, and changes to types that callers only send.
fn document_with_renames() -> Value {
    let mut document = replace_texts(
        &document_with_all_items(),
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

/// Returns a document that renames the items of [`document_with_renames`] a second time.
fn document_with_second_renames() -> Value {
    let mut document = replace_texts(
        &document_with_renames(),
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

fn document_with_breaks() -> Value {
    let mut document = replace_texts(
        &document_with_second_renames(),
        &[
            ("schemas/Left\"", "schemas/Right\""),
            ("\"listThings\"", "\"browseThings\""),
            // The tuple structs `Nest` and `Heap` become the same type `Pile`. It must still be possible to construct
            // it under both old names.
            ("schemas/Nest\"", "schemas/Pile\""),
            ("\"Nest\":", "\"Pile\":"),
            ("schemas/Heap\"", "schemas/Pile\""),
        ],
    );
    let put = "/paths/~1things~1{key}/put";
    for (place, value) in [
        // A field may now be null, and parts of renamed types change.
        ("/components/schemas/Entry/properties/name/nullable", json!(true)),
        ("/components/schemas/Entry/properties/size", Value::Null),
        ("/components/schemas/Entry/properties/when/oneOf", json!([{ "type": "string" }, { "type": "boolean" }])),
        ("/components/schemas/Left", Value::Null),
        (
            "/components/schemas/Measurements/properties/names",
            json!({ "type": "array", "items": { "type": "string" } }),
        ),
        ("/components/schemas/ThingPage/properties/nextId", Value::Null),
        // The schema name `Moved` now belongs to a different type.
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
        // The variant for `OTHER` would have the same name as the variant for all other values.
        ("/components/schemas/Entry/properties/kind/enum", json!(["GOOD", "OTHER"])),
        ("/components/schemas/Note/required", json!(["text"])),
        ("/components/schemas/Note/properties/weight/type", json!("number")),
        // Removes a field that only one member of the union declares, and removes another member from the union.
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

/// Generates a client from `document` as an update of `old`, and compares it with `old`.
fn update_client(old: &Client, document: &Value) -> (Client, Comparison) {
    let new = super::update_client(old, document);
    let comparison = Comparison::new(&old.api, &new.api);
    (new, comparison)
}

/// Returns the names that are deprecated in `new` but not in `old`. Setters and variants are listed without their
/// builder or enum.
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

fn check_program(program: &CallerProgram, new: &Client) -> ProgramDiagnostics {
    CompiledClient::compile(new, &EnabledTags::All).check_program(&program.source_code())
}

#[test]
fn program_compiles_after_an_update_exactly_if_the_verdict_is_compatible() {
    let mut old = client(&document_with_all_items());
    for document in [document_with_renames(), document_with_second_renames()] {
        let (new, comparison) = update_client(&old, &document);
        assert_eq!(comparison.verdict(), Verdict::Compatible, "{:#?}", report_lines(&comparison));
        let program = CallerProgram::for_api(&old.api);
        let ProgramDiagnostics { failing, deprecated } = check_program(&program, &new);
        let failing: Vec<&ProgramLine> = failing.into_iter().map(|line| program.line_at(line)).collect();
        assert!(failing.is_empty(), "{failing:#?}");
        let warned: Vec<&ProgramLine> = deprecated.into_iter().map(|line| program.line_at(line)).collect();
        let deprecated_names = deprecated_since(&old.api, &new.api);
        assert!(deprecated_names.len() > 2, "{deprecated_names:?}");
        for name in deprecated_names {
            let is_warned = |line: &&ProgramLine| [&line.item, &line.part].contains(&&name);
            assert!(warned.iter().any(is_warned), "{name}: {warned:#?}");
        }
        old = new;
    }

    let document = document_with_breaks();
    let (new, comparison) = update_client(&old, &document);
    assert_eq!(comparison.verdict(), Verdict::Breaking);
    let program = CallerProgram::for_api(&old.api);
    let failing = check_program(&program, &new).failing;
    let failing: Vec<&ProgramLine> = failing.into_iter().map(|line| program.line_at(line)).collect();
    let breaking = ReportedBreaks::find(&comparison);
    // If two types became one, a consumer's trait cannot be implemented for both of their names. The documentation
    // states this limit, so it does not count as a break.
    let apis = MatchedApis::new(&old.api, &new.api);
    let is_merged = |name: &str| apis.types.values().filter(|other| **other == apis.new_type_name(name)).count() > 1;
    let failing: Vec<&ProgramLine> = failing
        .into_iter()
        .filter(|line| !line.code.starts_with("impl ClientSettings ") || !is_merged(&line.item))
        .collect();
    for line in &failing {
        assert!(breaking.explain(line), "{line:#?}\n{:#?}", report_lines(&comparison));
    }
    let unseen: Vec<&ReportedBreak> =
        breaking.0.iter().filter(|reported_break| !failing.iter().any(|line| reported_break.concerns(line))).collect();
    // Calls without a required setter still compile, and fail only at run time.
    assert!(
        unseen.iter().all(|reported_break| reported_break.is_required),
        "{unseen:#?}\n{:#?}",
        report_lines(&comparison)
    );
    assert_eq!(unseen.iter().map(|reported_break| reported_break.item).collect::<Vec<_>>(), ["Note", "ThingPut"]);
}

#[derive(Debug)]
struct ReportedBreak<'a> {
    /// The name of the changed item in the old API.
    item: &'a str,
    /// The names in the description of the change, such as setters. `None` if the item itself was removed.
    parts: Option<Vec<&'a str>>,
    /// Whether callers only have to set one more value. Their code still compiles, and fails at run time.
    is_required: bool,
}

impl ReportedBreak<'_> {
    /// Returns whether a line uses the item or part that changed.
    fn concerns(&self, line: &ProgramLine) -> bool {
        let is_of_part = |parts: &Vec<&str>| {
            // If a builder is removed, so are all its setters. If `body` is removed, so is `body_map`.
            let is_of_builder = || line.code.contains(&format!("types::builder::{}", line.item));
            parts.contains(&line.part.as_str())
                || parts.contains(&"builder") && is_of_builder()
                || parts.contains(&"body") && line.part == "body_map"
        };
        self.item == line.item && self.parts.as_ref().is_none_or(is_of_part)
    }
}

struct ReportedBreaks<'a>(Vec<ReportedBreak<'a>>);

impl<'a> ReportedBreaks<'a> {
    fn find(comparison: &'a Comparison) -> Self {
        let items = comparison.operations.items.iter().chain(&comparison.types.items);
        let reported_break = items.flat_map(|item| {
            let name = item.was.as_ref().unwrap_or(&item.name);
            let is_gone = item.kind != DifferenceKind::Changed && item.effect == Effect::Breaking;
            let whole = is_gone.then_some(ReportedBreak { item: name, parts: None, is_required: false });
            let changes = item.changes.iter().filter(|change| change.rule.effect == Effect::Breaking && !is_gone);
            let parts = changes.map(|Change { rule, description, .. }| ReportedBreak {
                item: name,
                parts: Some(quoted_names(description)),
                is_required: rule.fails_at_run_time,
            });
            whole.into_iter().chain(parts).collect::<Vec<_>>()
        });
        Self(reported_break.collect())
    }

    /// Returns whether the report explains why a line does not compile: a reported change affects the item that the
    /// line uses, or a type that the line mentions.
    fn explain(&self, line: &ProgramLine) -> bool {
        let mentioned = mentioned_types(&line.code);
        self.0.iter().any(|reported_break| {
            reported_break.concerns(line)
                || reported_break.parts.is_none() && mentioned.contains(&reported_break.item)
                || reported_break.parts.is_some() && reported_break.item == line.item && line.part.starts_with("From<")
        })
    }
}

/// Returns the types that a line of code names: `A` for `types::A` and for `types::builder::A`.
fn mentioned_types(code: &str) -> Vec<&str> {
    let mentioned = code.split("types::").skip(1).map(|rest| rest.strip_prefix("builder::").unwrap_or(rest));
    mentioned.filter_map(|name| name.split(|c: char| !c.is_alphanumeric() && c != '_').next()).collect()
}

/// Returns the names in backticks in a description, without arguments: `Text` for `Text(String)`, and `things().get`
/// for `things().get(String)`.
fn quoted_names(description: &str) -> Vec<&str> {
    let quoted = description.split('`').skip(1).step_by(2);
    let named = quoted.map(|text| {
        let tag = text.find("().").map_or(0, |end| end + 3);
        text[tag..].find(|c: char| !c.is_alphanumeric() && c != '_').map_or(text, |end| &text[..tag + end])
    });
    named.collect()
}
