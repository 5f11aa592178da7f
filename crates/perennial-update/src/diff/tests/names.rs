//! Tests that names are kept in updates unless a maintainer changes them.

use std::collections::BTreeMap;

use perennial_codegen::api::{FormerName, FormerNames, former::ByOwner};

use super::*;

/// Generates a client from the first document, and updates it to the others in turn. Returns the last client, and the
/// comparison with the client before it.
pub fn apply_updates(documents: &[Value]) -> (Client, Comparison) {
    let mut old = client(&documents[0]);
    let mut last = Comparison::new(&old.api, &old.api);
    for document in &documents[1..] {
        let new = update_client(&old, document);
        last = Comparison::new(&old.api, &new.api);
        old = new;
    }
    (old, last)
}

/// Returns the former names and aliases in a client, each with its present name. For aliases, which the document still
/// contains, the present name begins with `=`.
pub fn former_names(client: &Client) -> Value {
    let FormerNames { types, operations, short_names, operation_setters, variants, features } = &client.api.former;
    let present = |FormerName { present, since }: &FormerName| match since {
        Some(_) => json!(present),
        None => json!(format!("={present}")),
    };
    let flat = |names: &BTreeMap<String, FormerName>| -> Value {
        names.iter().map(|(name, of)| (name.clone(), present(of))).collect()
    };
    let owned =
        |names: &ByOwner| -> Value { names.iter().map(|(owner, names)| (owner.clone(), flat(names))).collect() };
    let parts = [
        ("types", flat(types)),
        ("operations", flat(operations)),
        ("short_names", owned(short_names)),
        ("operation_setters", owned(operation_setters)),
        ("variants", owned(variants)),
        ("features", serde_json::to_value(features).expect("should be JSON")),
    ];
    parts.into_iter().filter(|(_, names)| *names != json!({})).map(|(part, names)| (part.to_owned(), names)).collect()
}

/// Returns [`base`] with the schema `Thing` renamed to `name`.
fn base_with_schema(name: &str) -> Value {
    let text = base().to_string();
    let text =
        text.replace("schemas/Thing\"", &format!("schemas/{name}\"")).replace("\"Thing\":", &format!("\"{name}\":"));
    serde_json::from_str(&text).expect("should be JSON")
}

fn with_changes(mut document: Value, changes: &[(&str, Value)]) -> Value {
    changes.iter().for_each(|(place, value)| edit(&mut document, place, value.clone()));
    document
}

pub fn types(client: &Client) -> Vec<&str> {
    client.api.types.keys().map(String::as_str).collect()
}

/// Creates a document with a GET operation for each path and response schema in `responses`. `schemas` are the named
/// schemas.
pub fn responses(responses: &[(&str, Value)], schemas: Value) -> Value {
    let paths = responses.iter().map(|(path, schema)| {
        let id = format!("get{}", path.replace('/', " "));
        ((*path).to_owned(), json!({ "get": { "operationId": id, "responses": { "200": json_of(schema.clone()) } } }))
    });
    document(paths.collect::<serde_json::Map<_, _>>().into(), schemas)
}

pub fn object(fields: &[&str]) -> Value {
    let fields = fields.iter().map(|name| ((*name).to_owned(), json!({ "type": "string" })));
    json!({ "type": "object", "properties": fields.collect::<serde_json::Map<_, _>>() })
}

pub fn reference(name: &str) -> Value {
    json!({ "$ref": format!("#/components/schemas/{name}") })
}

#[test]
fn items_renamed_in_the_document_keep_their_names_and_get_aliases() {
    let mut new = with_changes(base_with_schema("Item"), &[(&join_place(PUT, "operationId"), json!("replaceThing"))]);
    let mut item = new["paths"]["/things/{id}"].take();
    item["put"]["parameters"][0]["name"] = "thingId".into();
    new["paths"] = json!({ "/things/{thingId}": item });
    let (client, comparison) = apply_updates(&[base(), new]);
    assert_eq!(comparison.verdict(), Verdict::Compatible, "{:?}", report_lines(&comparison));
    assert_eq!(types(&client), ["Thing", "ThingKind", "ThingPut"]);
    assert_eq!(
        former_names(&client),
        json!({
            "types": { "Item": "=Thing" },
            "operations": { "replace_thing": "=put_thing" },
            "operation_setters": { "put_thing": { "thing_id": "=id" } },
        })
    );
    let listing = listing(&client.api);
    for line in [
        "other name of operation replace_thing = put_thing\n",
        "other name of operation put_thing.setter thing_id = id\n",
        "other name of type Item = Thing\n",
    ] {
        assert!(listing.contains(line), "{listing}");
    }
    assert!(
        !report_lines(&comparison).iter().any(|line| line.contains("deprecated")),
        "{:?}",
        report_lines(&comparison)
    );
}

#[test]
fn names_used_only_by_an_intermediate_document_become_former_names() {
    let (client, comparison) = apply_updates(&[base_with_schema("A"), base_with_schema("B"), base_with_schema("C")]);
    assert_eq!(comparison.verdict(), Verdict::Compatible);
    assert_eq!(types(&client), ["A", "AKind", "ThingPut"]);
    assert_eq!(former_names(&client)["types"], json!({ "B": "A", "C": "=A" }));
    let (client, comparison) = apply_updates(&[base_with_schema("A"), base_with_schema("B"), base_with_schema("A")]);
    assert_eq!(comparison.verdict(), Verdict::Compatible);
    assert_eq!(former_names(&client)["types"], json!({ "B": "A" }));
}

#[test]
fn former_names_are_kept_in_a_breaking_update() {
    let breaking =
        with_changes(base_with_schema("C"), &[(&join_place(PUT, "parameters/1/schema/type"), json!("string"))]);
    let (client, comparison) = apply_updates(&[base_with_schema("A"), base_with_schema("B"), breaking]);
    assert_eq!(former_names(&client)["types"], json!({ "B": "A", "C": "=A" }));
    assert_eq!(
        report_lines(&comparison),
        [
            "! put_thing: setter `limit` takes `String`, took `i64`",
            "+ A: `B` is deprecated, because the document no longer contains this name",
            "+ A: has the additional name `C`, because the document now uses this name",
        ]
    );
}

#[test]
fn removing_an_item_removes_its_former_names() {
    let gone = with_changes(base_with_schema("B"), &[(&join_place(PUT, "responses"), json!({ "204": {} }))]);
    let (client, comparison) = apply_updates(&[base_with_schema("A"), base_with_schema("B"), gone]);
    assert_eq!(comparison.verdict(), Verdict::Breaking);
    assert_eq!(former_names(&client), json!({}));
    assert!(report_lines(&comparison).contains(&"! A Removed".to_owned()), "{:?}", report_lines(&comparison));
}

#[test]
fn types_keep_their_names_if_schema_names_swap() {
    let document = |first: &str, second: &str| {
        responses(
            &[("/a", reference(first)), ("/b", reference(second))],
            json!({ first: object(&["x", "y"]), second: object(&["u", "v"]) }),
        )
    };
    let (client, comparison) = apply_updates(&[document("One", "Two"), document("Two", "One")]);
    assert_eq!(report_lines(&comparison), Vec::<String>::new());
    assert_eq!(
        client.names.types["One"].place.as_ref().map(ToString::to_string).as_deref(),
        Some("#/components/schemas/Two")
    );
    let (_, comparison) = apply_updates(&[document("One", "Two"), document("Two", "Three")]);
    assert_eq!(
        report_lines(&comparison),
        ["+ Two: has the additional name `Three`, because the document now uses this name"]
    );
}

#[test]
fn a_type_keeps_its_name_when_its_inline_schema_becomes_a_named_one() {
    let inline = object(&["attempts", "delay"]);
    let outer = |inner: &Value| json!({ "type": "object", "properties": { "retry": inner } });
    let old = responses(&[("/a", reference("A"))], json!({ "A": outer(&inline) }));
    let new = responses(
        &[("/a", reference("A"))],
        json!({ "A": outer(&reference("RetryStrategy")), "RetryStrategy": inline }),
    );
    let (client, comparison) = apply_updates(&[old, new]);
    assert_eq!(comparison.verdict(), Verdict::Compatible);
    assert_eq!(
        (types(&client), former_names(&client)),
        (vec!["A", "ARetry"], json!({ "types": { "RetryStrategy": "=ARetry" } }))
    );
}

#[test]
fn type_keeps_its_name_if_a_shorter_path_to_it_or_a_schema_is_added() {
    let (inner, other) = (object(&["x", "y"]), object(&["u", "v"]));
    let outer = |fields: Value| json!({ "type": "object", "properties": fields });
    let old = responses(&[("/long", reference("Long"))], json!({ "Long": outer(json!({ "part": inner })) }));
    let new = responses(
        &[("/long", reference("Long")), ("/b", reference("B")), ("/c", reference("LongPart"))],
        json!({ "Long": outer(json!({ "part": inner })), "B": outer(json!({ "p": inner })), "LongPart": other }),
    );
    let (client, comparison) = apply_updates(&[old, new]);
    assert_eq!(comparison.verdict(), Verdict::Compatible, "{:?}", report_lines(&comparison));
    assert_eq!(types(&client), ["B", "GetCResponse", "Long", "LongPart"]);
    assert_eq!(client.names.types["LongPart"].place.as_ref().map(ToString::to_string).as_deref(), Some("Long.part"));
}

#[test]
fn two_types_that_become_one_type_keep_both_names() {
    let both = |first: &str, second: &str| {
        responses(
            &[("/a", reference(first)), ("/b", reference(second))],
            json!({ first: object(&["a"]), second: object(&["a"]) }),
        )
    };
    let (client, comparison) = apply_updates(&[both("A", "B"), both("C", "C")]);
    assert_eq!(comparison.verdict(), Verdict::Compatible);
    assert_eq!(former_names(&client), json!({ "types": { "B": "A", "C": "=A" } }));
    let (client, comparison) = apply_updates(&[both("A", "B"), both("B", "B")]);
    assert_eq!(comparison.verdict(), Verdict::Compatible);
    assert_eq!((types(&client), former_names(&client)), (vec!["B"], json!({ "types": { "A": "B" } })));
}

#[test]
fn type_found_at_its_recorded_path_keeps_its_name_after_a_split() {
    let uses = |first: &str, others: &str| {
        let others = ["/b", "/c"].map(|path| (path, reference(others)));
        let uses = [[("/a", reference(first))].as_slice(), others.as_slice()].concat();
        responses(&uses, json!({ "A": object(&["x", "y"]), "New": object(&["x", "y", "z"]) }))
    };
    let (client, comparison) = apply_updates(&[uses("A", "A"), uses("A", "New")]);
    assert_eq!(types(&client), ["A", "New"]);
    let expected = "! get_b: the response of `send` is `types::New`, was `types::A`";
    assert!(report_lines(&comparison).contains(&expected.to_owned()), "{:?}", report_lines(&comparison));
    let (client, _) = apply_updates(&[
        uses("A", "A"),
        uses("Other", "New").to_string().replace("\"A\"", "\"Other\"").parse().expect("JSON"),
    ]);
    assert_eq!(types(&client), ["A", "Other"]);
    assert_eq!(former_names(&client)["types"], json!({ "New": "=A" }));
}

#[test]
fn type_keeps_its_name_although_it_is_also_used_in_a_new_type() {
    let status = |values: &[&str]| json!({ "type": "string", "enum": values });
    let all = status(&["INVESTIGATING", "RESOLVED"]);
    let update = |own: &str, status: &str| json!({ "type": "object", "properties": { "text": { "type": "string" }, own: {}, "status": reference(status) } });
    let incident = |fields: Value| json!({ "type": "object", "properties": fields });
    let text = json!({ "type": "string" });
    let old = responses(
        &[("/incidents", reference("Incident")), ("/updates", reference("Update"))],
        json!({
            "Incident": incident(json!({ "id": text, "name": text, "last": reference("Status") })),
            "Update": update("own", "Status"),
            "Status": status(&["INVESTIGATING"]),
        }),
    );
    let list = json!({ "type": "array", "items": reference("Model2") });
    let new = responses(
        &[("/incidents", reference("Model1")), ("/updates", reference("Model3"))],
        json!({
            "Model1": incident(json!({ "id": text, "name": text, "last": reference("lastStatus"), "all": list })),
            "Model2": update("other", "Model4"),
            "Model3": update("own", "Model5"),
            "Model4": all, "Model5": all, "lastStatus": all,
        }),
    );
    let (client, comparison) = apply_updates(&[old, new]);
    assert_eq!(types(&client), ["Incident", "IncidentAllItem", "LastStatus", "Status", "Update"]);
    let expected = "! Incident: field `last` is `Option<types::LastStatus>`, was `Option<types::Status>`";
    let breaking: Vec<String> = report_lines(&comparison).into_iter().filter(|line| line.starts_with('!')).collect();
    assert_eq!(breaking, [expected]);
}

#[test]
fn a_type_named_after_its_operation_is_not_merged_with_an_equal_schema() {
    let severity = json!({ "type": "string", "enum": ["MINOR"] });
    let holder = |name: &str| json!({ "type": "object", "properties": { "severity": reference(name) } });
    let old = responses(&[("/a", holder("severity"))], json!({ "severity": severity }));
    let new = responses(
        &[("/a", holder("Model1")), ("/b", holder("severity"))],
        json!({ "Model1": severity, "severity": severity }),
    );
    let (client, comparison) = apply_updates(&[old, new.clone()]);
    assert_eq!(comparison.verdict(), Verdict::Compatible, "{:?}", report_lines(&comparison));
    assert_eq!(types(&client), ["GetAResponse", "GetBResponse", "GetBResponseSeverity", "Severity"]);
    assert_eq!(update_client(&client, &new).names, client.names);
}

#[test]
fn former_type_name_refers_to_the_type_that_most_of_its_uses_have_now() {
    let holder = |own: &str, name: &str| json!({ "type": "object", "properties": { "settings": reference(name), own: { "type": "string" } } });
    let settings = |own: &str| object(&["amount", "interval", own]);
    let document = |names: [&str; 5]| {
        let uses = ["/a", "/b", "/c", "/long", "/longer"].into_iter().zip(names);
        let uses: Vec<_> = uses.map(|(path, name)| (path, holder(path, name))).collect();
        responses(
            &uses,
            json!({ "One": settings("one"), "Other": settings("other"), "Model1": object(&["amount", "interval"]) }),
        )
    };
    let (client, comparison) = apply_updates(&[
        document(["Model1", "Model1", "Model1", "One", "Other"]),
        document(["One", "Other", "Other", "One", "Other"]),
    ]);
    assert_eq!(client.api.former.types["GetAResponseSettings"].present, "Other");
    let expected =
        "! GetAResponse: field `settings` is `Option<types::One>`, was `Option<types::GetAResponseSettings>`";
    let breaking: Vec<String> = report_lines(&comparison).into_iter().filter(|line| line.starts_with('!')).collect();
    assert_eq!(breaking, [expected]);
}

#[test]
fn inner_types_keep_their_names_if_the_types_around_them_swap() {
    let thing = |own: &str, next: &str| {
        let part =
            json!({ "type": "object", "properties": { own: { "type": "string" }, "kind": { "type": "string" } } });
        json!({ "type": "object", "properties": { "part": part, "next": reference(next), "name": { "type": "string" } } })
    };
    let document = |next: &str| {
        let things = ["A", "B", "C"].map(|name| (format!("/{name}"), reference(name)));
        let things: Vec<_> = things.iter().map(|(path, schema)| (path.as_str(), schema.clone())).collect();
        responses(&things, json!({ "A": thing("a", "A"), "B": thing("b", next), "C": thing("c", "C") }))
    };
    let (_, comparison) = apply_updates(&[document("C"), document("A")]);
    let expected = "! B: field `next` is `Option<Box<types::A>>`, was `Option<Box<types::C>>`";
    let expected =
        [expected.to_owned(), expected.replace("Box<types::A>", "types::A").replace("Box<types::C>", "types::C")];
    let lines = report_lines(&comparison);
    assert!(lines.len() == 1 && expected.contains(&lines[0]), "{lines:?}");
}

#[test]
fn types_that_contain_each_other_keep_their_names() {
    let holding = |field: &str, name: &str| json!({ "type": "object", "properties": { field: reference(name), "own": { "type": "string" } } });
    let document = |first: &str, second: &str| {
        responses(
            &[("/a", reference(first))],
            json!({ first: holding("other", second), second: holding("back", first) }),
        )
    };
    for documents in [[("First", "Second"), ("Model1", "Model2")], [("A", "A2"), ("Model1", "Z")]] {
        let (client, comparison) = apply_updates(&documents.map(|(first, second)| document(first, second)));
        assert_ne!(comparison.verdict(), Verdict::Breaking, "{:?}", report_lines(&comparison));
        assert_eq!(types(&client), [documents[0].0, documents[0].1]);
    }
}

#[test]
fn name_that_returns_to_the_document_is_no_longer_deprecated() {
    let (client, comparison) =
        apply_updates(&[base_with_schema("A"), base_with_schema("B"), base_with_schema("C"), base_with_schema("B")]);
    assert_eq!(former_names(&client)["types"], json!({ "B": "=A", "C": "A" }));
    assert_eq!(
        report_lines(&comparison),
        [
            "+ A: has the additional name `B`, because the document now uses this name",
            "+ A: `C` is deprecated, because the document no longer contains this name"
        ]
    );
}

#[test]
fn an_unchanged_item_gets_no_alias_when_its_document_name_becomes_free() {
    let thing = |path: &str, id: &str, schema: &str| {
        let mut document = responses(&[(path, reference(schema))], json!({}));
        document["paths"][path]["get"]["operationId"] = id.into();
        document["paths"][path].take()
    };
    let document = |things: &[(&str, &str, &str)]| {
        let paths = things.iter().map(|(path, id, schema)| ((*path).to_owned(), thing(path, id, schema)));
        let schemas = things.iter().map(|(path, _, schema)| ((*schema).to_owned(), object(&[path])));
        document(paths.collect(), schemas.collect())
    };
    let new = document(&[("/b", "first", "One")]);
    let (client, _) = apply_updates(&[document(&[("/a", "first", "One"), ("/b", "second", "Two")]), new.clone()]);
    assert_eq!((types(&client), former_names(&client)), (vec!["Two"], json!({})));
    let again = update_client(&client, &new);
    assert_eq!(again.names, client.names);
}

#[test]
fn new_item_does_not_get_a_name_that_is_or_was_in_use() {
    let other = json!({ "type": "string", "enum": ["X"] });
    let used_again = with_changes(
        base_with_schema("C"),
        &[
            ("/components/schemas/B", other),
            ("/components/schemas/A", json!({ "type": "string", "enum": ["Y"] })),
            (&join_place(PUT, "parameters/-"), json!({ "name": "x", "in": "query", "schema": reference("B") })),
            (&join_place(PUT, "parameters/-"), json!({ "name": "y", "in": "query", "schema": reference("A") })),
        ],
    );
    let (client, comparison) = apply_updates(&[base_with_schema("A"), base_with_schema("B"), used_again]);
    assert_eq!(comparison.verdict(), Verdict::Compatible, "{:?}", report_lines(&comparison));
    assert_eq!(types(&client), ["A", "AKind", "PutThingX", "PutThingY", "ThingPut"]);
    assert_eq!(former_names(&client)["types"], json!({ "B": "A", "C": "=A" }));
}

#[test]
fn a_renamed_tuple_struct_keeps_its_name() {
    let nest = |name: &str| {
        let array = json!({ "type": "array", "items": reference(name) });
        responses(&[("/nest", reference(name))], json!({ name: array }))
    };
    let (client, comparison) = apply_updates(&[nest("Nest"), nest("Pile")]);
    assert_eq!(comparison.verdict(), Verdict::Compatible);
    assert_eq!((types(&client), former_names(&client)), (vec!["Nest"], json!({ "types": { "Pile": "=Nest" } })));
}

#[test]
fn two_tuple_structs_that_become_one_keep_both_names() {
    let nests = |first: &str, second: &str| {
        let nest = |name: &str| json!({ "type": "array", "items": reference(name) });
        responses(
            &[("/nest", reference(first)), ("/heap", reference(second))],
            json!({ first: nest(first), second: nest(second) }),
        )
    };
    let (client, comparison) = apply_updates(&[nests("Nest", "Heap"), nests("Pile", "Pile")]);
    assert_eq!(comparison.verdict(), Verdict::Compatible, "{:?}", report_lines(&comparison));
    assert_eq!(former_names(&client), json!({ "types": { "Nest": "Heap", "Pile": "=Heap" } }));
}

#[test]
fn fields_keep_their_names_when_fields_with_similar_names_are_added() {
    let put = |fields: &[&str]| {
        let fields: serde_json::Map<String, Value> =
            fields.iter().map(|name| ((*name).to_owned(), json!({ "type": "boolean", "nullable": true }))).collect();
        with_changes(base(), &[("/components/schemas/ThingPut/properties", fields.into())])
    };
    for (old, new) in [
        (&["isNew"][..], &["isNew", "is_new", "is-new"][..]),
        (&["is_new", "isNew"], &["isNew"]),
        (&["name"], &["name", "clear_name", "build"]),
        (&["build", "extra"], &["extra", "build_", "build"]),
    ] {
        let (_, comparison) = apply_updates(&[put(old), put(new)]);
        let renamed =
            report_lines(&comparison).into_iter().filter(|line| line.starts_with('!') && !line.contains("is removed"));
        assert_eq!(renamed.collect::<Vec<_>>(), Vec::<String>::new(), "{old:?} {new:?}");
    }
}

#[test]
fn variants_keep_their_names_when_similar_enum_values_are_added() {
    let values = |values: &[&str]| with_changes(base(), &[(&join_place(THING, "properties/kind/enum"), json!(values))]);
    for (old, new) in [
        (&["a", "A"][..], &["A", "a"][..]),
        (&["a", "A"], &["A"]),
        (&["A"], &["a", "A"]),
        (&["GOOD"], &["GOOD", "OTHER", "UNLISTED"]),
        (&["OTHER"], &["GOOD"]),
    ] {
        let (_, comparison) = apply_updates(&[values(old), values(new)]);
        assert_ne!(comparison.verdict(), Verdict::Breaking, "{old:?} {new:?} {:?}", report_lines(&comparison));
    }
}

#[test]
fn setters_and_pager_methods_keep_their_names() {
    let parameters = |names: &[(&str, &str)]| {
        let parameter = |(name, place): &(&str, &str)| json!({ "name": name, "in": place, "schema": { "type": "integer", "default": 1 } });
        let parameters: Vec<Value> = names.iter().map(parameter).collect();
        let mut document = responses(&[("/a", json!({ "type": "array", "items": object(&["x"]) }))], json!({}));
        document["paths"]["/a"]["get"]["parameters"] = parameters.into();
        document
    };
    for (old, new) in [
        (&[("id", "query")][..], &[("id", "header"), ("id", "query")][..]),
        (&[("page", "query")], &[("page", "query"), ("items", "query"), ("pages", "query")]),
        (&[("page", "query"), ("items", "query")], &[("page", "query")]),
    ] {
        let (client, comparison) = apply_updates(&[parameters(old), parameters(new)]);
        let lines = report_lines(&comparison);
        let renamed: Vec<&String> =
            lines.iter().filter(|line| line.starts_with('!') && !line.ends_with("`items` is removed")).collect();
        assert!(renamed.is_empty(), "{old:?} {new:?} {lines:?}\n{}", listing(&client.api));
    }
}

#[test]
fn types_of_responses_by_status_and_of_samples_keep_their_names() {
    let list = |item: Value| json!({ "type": "array", "items": item });
    let series = json!({ "type": "object", "properties": {
        "times": list(json!({ "type": "string", "format": "date-time" })), "sizes": list(json!({ "type": "number" })) } });
    let mut old = responses(&[("/a", reference("Series"))], json!({ "Series": series }));
    old["paths"]["/a"]["get"]["responses"]["202"] = json!({});
    let mut new = old.clone();
    for name in ["SeriesSample", "GetAResponse"] {
        new["paths"][format!("/{name}")] = responses(&[("/b", reference(name))], json!({}))["paths"]["/b"].take();
        new["paths"][format!("/{name}")]["get"]["operationId"] = name.into();
        new["components"]["schemas"][name] = object(&["x"]);
    }
    let (client, comparison) = apply_updates(&[old, new]);
    assert_eq!(comparison.verdict(), Verdict::Compatible, "{:?}", report_lines(&comparison));
    assert!(client.api.types["Series"].samples.is_some(), "{:?}", types(&client));
}

#[test]
fn operations_keep_their_names_when_their_operation_ids_are_moved() {
    let document = |ids: &[(&str, &str)]| {
        let paths = ids.iter().map(|(path, id)| {
            (
                (*path).to_owned(),
                json!({ "get": { "operationId": id, "tags": ["Things"], "responses": { "204": {} } } }),
            )
        });
        document(paths.collect::<serde_json::Map<_, _>>().into(), json!({}))
    };
    let old = document(&[("/a", "first"), ("/b", "second"), ("/c/{id}", "third")]);
    for new in [
        [("/a", "second"), ("/b", "first"), ("/c/{id}", "third")],
        [("/a", "second"), ("/b", "third"), ("/c/{key}", "first")],
        [("/a", "things"), ("/b", "First"), ("/c/{id}", "first2")],
    ] {
        let (client, comparison) = apply_updates(&[old.clone(), document(&new)]);
        assert_eq!(comparison.verdict(), Verdict::Compatible, "{new:?} {:?}", report_lines(&comparison));
        let called: Vec<_> = client.api.operations.iter().map(|(name, of)| (name.as_str(), of.path.as_str())).collect();
        assert_eq!(called[..2], [("first", "/a"), ("second", "/b")], "{new:?}");
    }
}

#[test]
fn a_variant_is_deprecated_while_its_value_is_not_listed() {
    let values = |values: Value| with_changes(base(), &[(&join_place(THING, "properties/kind/enum"), values)]);
    let documents = [values(json!(["GOOD", "BAD"])), values(json!(["GOOD"])), values(json!(["BAD", "GOOD"]))];
    let (client, comparison) = apply_updates(&documents[..2]);
    assert_eq!(comparison.verdict(), Verdict::Compatible);
    assert_eq!(former_names(&client), json!({ "variants": { "ThingKind": { "Bad": "BAD" } } }));
    assert!(listing(&client.api).contains("deprecated type ThingKind::Bad = \"BAD\"\n"), "{}", listing(&client.api));
    assert_eq!(report_lines(&comparison), [r#"+ ThingKind: variant `Bad` ("BAD") is deprecated"#]);
    let (client, comparison) = apply_updates(&documents);
    assert_eq!(report_lines(&comparison), [r#"+ ThingKind: variant `Bad` ("BAD") is listed again"#]);
    assert_eq!(former_names(&client), json!({}));
}

#[test]
fn making_a_field_optional_is_breaking_in_responses_not_in_requests() {
    let both = |required: Value, nullable: bool| {
        with_changes(
            base(),
            &[
                ("/components/schemas/ThingPut/required", required),
                ("/components/schemas/ThingPut/properties/name/nullable", json!(nullable)),
                ("/components/schemas/ThingPut/properties/kept", json!({ "type": "string" })),
            ],
        )
    };
    let (_, comparison) = apply_updates(&[both(json!(["name"]), false), both(json!([]), false)]);
    assert_eq!(comparison.verdict(), Verdict::Compatible, "{:?}", report_lines(&comparison));
    let (_, comparison) = apply_updates(&[both(json!(["name"]), false), both(json!(["name"]), true)]);
    assert_eq!(comparison.verdict(), Verdict::Compatible, "{:?}", report_lines(&comparison));
    let received =
        |nullable: bool| with_changes(base(), &[(&join_place(THING, "properties/name/nullable"), json!(nullable))]);
    let (_, comparison) = apply_updates(&[received(false), received(true)]);
    assert_eq!(comparison.verdict(), Verdict::Breaking);
}

#[test]
fn name_used_only_since_the_release_is_reported_as_deprecated() {
    let release = client(&base_with_schema("A"));
    let back = update_client(&update_client(&release, &base_with_schema("B")), &base_with_schema("A"));
    let comparison = Comparison::new(&release.api, &back.api);
    assert_eq!(comparison.verdict(), Verdict::Compatible);
    assert_eq!(report_lines(&comparison), ["+ A: has the additional name `B`, which is deprecated"]);
}
