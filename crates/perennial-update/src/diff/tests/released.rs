//! Tests that the names of the last release are kept, whatever updates followed it.

use super::{
    names::{former_names, object, reference, responses, types},
    *,
};

/// Generates a client from the first document, which counts as released, and updates it to the others in turn. Returns
/// the released and the last client.
fn apply_updates_since_release(documents: &[Value]) -> (Client, Client) {
    let release = client(&documents[0]);
    let mut present = (update_client(&release, &documents[0]), &documents[0]);
    for document in &documents[1..] {
        present = (update_released_client(&release, (&present.0, present.1), document), document);
    }
    (release, present.0)
}

/// Releases the first of `documents`, updates it to the others in turn, and returns the last client. Checks that
/// programs written for the release still compile with this client. Also checks that a direct update from the first to
/// the last document results in an equal client.
fn apply_updates_keeping_all_names(documents: &[Value]) -> Client {
    let (release, client) = apply_updates_since_release(documents);
    let since = Comparison::new(&release.api, &client.api);
    assert_ne!(since.verdict(), Verdict::Breaking, "{:?}", report_lines(&since));
    let direct = update_client(&release, documents.last().expect("should be one"));
    for name in direct.api.types.keys() {
        assert_eq!(client.api.types.get(name), direct.api.types.get(name), "{name}");
    }
    assert!(direct.api.operations == client.api.operations);
    client
}

fn incidents(list: &str, fields: &Value, schemas: Value) -> Value {
    let mut document = responses(&[("/incidents", reference(list))], schemas);
    document["components"]["schemas"][list] = json!({ "type": "object", "properties": fields });
    document
}

#[test]
fn released_type_names_are_restored_after_an_unreleased_removal() {
    let list = |item: &str| json!({ "entries": { "type": "array", "items": reference(item) }, "length": {} });
    let release = incidents("IncidentList", &list("Incident"), json!({ "Incident": object(&["id", "severity"]) }));
    // No type of this document is similar enough to be matched with one of the old types.
    let between = incidents("Model1", &json!({ "total": { "type": "integer" } }), json!({}));
    let other = incidents("Model1", &list("Model2"), json!({ "Model2": object(&["id", "severity", "title"]) }));
    let client = apply_updates_keeping_all_names(&[release.clone(), between.clone(), other.clone()]);
    assert_eq!(types(&client), ["Incident", "IncidentList"]);
    // A name that was only in an unreleased update becomes a former name, like the names of the release.
    let mut wider = between;
    wider["paths"]["/latest"] = responses(&[("/latest", reference("Latest"))], json!({}))["paths"]["/latest"].take();
    wider["components"]["schemas"]["Latest"] = object(&["id", "severity", "title"]);
    let mut both = other;
    both["paths"]["/latest"] = responses(&[("/latest", reference("Model2"))], json!({}))["paths"]["/latest"].take();
    let client = apply_updates_keeping_all_names(&[release, wider, both]);
    assert_eq!(former_names(&client)["types"], json!({ "GetIncidentsResponse": "IncidentList", "Latest": "Incident" }));
}

#[test]
fn released_types_keep_their_names_if_updates_merge_and_split_them() {
    let both = |first: &str, second: &str| {
        responses(
            &[("/a", reference(first)), ("/b", reference(second))],
            json!({ first: object(&["a", "x"]), second: object(&["a", "y"]) }),
        )
    };
    let client = apply_updates_keeping_all_names(&[both("A", "B"), both("A", "A"), both("A", "B")]);
    assert_eq!((types(&client), former_names(&client)), (vec!["A", "B"], json!({})));
}

#[test]
fn released_name_returns_to_its_item_after_another_item_used_it() {
    let document = |operations: &[(&str, &str, &str)]| {
        let uses: Vec<_> = operations.iter().map(|(path, _, schema)| (*path, reference(schema))).collect();
        let schemas = operations.iter().map(|(path, _, schema)| ((*schema).to_owned(), object(&[path])));
        let mut document = responses(&uses, schemas.collect());
        for (path, id, _) in operations {
            document["paths"][path]["get"]["operationId"] = (*id).into();
        }
        document
    };
    let client = apply_updates_keeping_all_names(&[
        document(&[("/a", "first", "Thing")]),
        document(&[("/b", "first", "Thing")]),
        document(&[("/b", "first", "Thing"), ("/a", "other", "Other")]),
    ]);
    assert_eq!(client.api.operations["first"].path, "/a");
    assert_eq!(former_names(&client), json!({ "types": { "Other": "=Thing" }, "operations": { "other": "=first" } }));
}

#[test]
fn operation_that_returns_gets_its_short_names_and_features_back() {
    let tagged = |operations: &[(&str, &str)]| {
        let paths = operations.iter().map(|(path, tag)| {
            let id = format!("get{}", path.replace('/', " "));
            ((*path).to_owned(), json!({ "get": { "operationId": id, "tags": [tag], "responses": { "204": {} } } }))
        });
        document(paths.collect::<serde_json::Map<_, _>>().into(), json!({}))
    };
    let release = tagged(&[("/things/{id}/size", "Things"), ("/b", "Rest")]);
    let between = tagged(&[("/b", "Rest")]);
    let client = apply_updates_keeping_all_names(&[release.clone(), between.clone(), release.clone()]);
    assert_eq!(former_names(&client), json!({}));
    let renamed = tagged(&[("/things/{id}/size", "Items"), ("/b", "Rest")]);
    let client = apply_updates_keeping_all_names(&[release.clone(), between.clone(), renamed.clone()]);
    let formers =
        json!({ "short_names": { "things": { "size": "get_things_id_size" } }, "features": { "things": "items" } });
    assert_eq!(former_names(&client), formers);
    // Former names of the release are restored too.
    let release = update_client(&self::client(&release), &renamed);
    let lost = update_released_client(&release, (&release, &renamed), &between);
    assert_eq!(former_names(&lost), json!({}));
    assert_eq!(former_names(&update_released_client(&release, (&lost, &between), &renamed)), formers);
}

#[test]
fn keeps_names_that_a_maintainer_changed_since_the_release() {
    let document = |fields: &[&str]| {
        responses(
            &[("/a", reference("A")), ("/b", reference("B"))],
            json!({ "A": object(fields), "B": object(&["y"]) }),
        )
    };
    let (vendored, served) = (document(&["x"]), document(&["x", "z"]));
    let release = client(&vendored);
    // A maintainer has swapped the names A and B, and has renamed an operation without keeping its released name.
    let text = serde_json::to_string(&release.names).expect("should be written");
    let text = text
        .replace("\"get_a\"", "\"fetch\"")
        .replace("\"A\":{\"place\":\"#/components/schemas/A\"}", "\"A\":{\"place\":\"#/components/schemas/B\"}");
    let text =
        text.replace("\"B\":{\"place\":\"#/components/schemas/B\"}", "\"B\":{\"place\":\"#/components/schemas/A\"}");
    let decided = generate_client(&vendored.to_string(), &Names::parse(&text).expect("should be legal"));
    assert_eq!(decided.api.operations["fetch"].result.to_string(), "types::B");
    let updated = update_released_client(&release, (&decided, &vendored), &served);
    assert_eq!(updated.names, decided.names);
}
