//! Which former names are kept, and what the verdict makes of those that are not.

use super::*;

/// The APIs of these documents, one after the other, each with the former names that it keeps of the one before; and the
/// last comparison.
pub fn refreshed(documents: &[Value]) -> (PublicApi, Comparison) {
    let mut old = public_api(&documents[0]);
    let mut last = Comparison::new(&old, &old);
    for document in &documents[1..] {
        let mut new = public_api(document);
        keep_former_names(&old, &mut new);
        last = Comparison::new(&old, &new);
        old = read_back(document, &new.former);
        assert_eq!(old, new);
    }
    (old, last)
}

/// The API of the code that is generated with these former names.
pub fn read_back(document: &Value, former: &FormerNames) -> PublicApi {
    client_as_in_code(&document.to_string(), former).api
}

fn former(api: &PublicApi) -> Value {
    serde_json::to_value(&api.former).expect("should be JSON")
}

/// [`base`] with another name for the schema `Thing`.
fn called(name: &str) -> Value {
    let text = base().to_string();
    let text =
        text.replace("schemas/Thing\"", &format!("schemas/{name}\"")).replace("\"Thing\":", &format!("\"{name}\":"));
    serde_json::from_str(&text).expect("should be JSON")
}

fn with(mut document: Value, changes: &[(&str, Value)]) -> Value {
    changes.iter().for_each(|(place, value)| edit(&mut document, place, value.clone()));
    document
}

#[test]
fn nothing_but_renames_is_compatible_and_each_former_name_is_listed() {
    let mut new = with(called("Item"), &[(&at(PUT, "operationId"), json!("replaceThing"))]);
    let mut item = new["paths"]["/things/{id}"].take();
    item["put"]["parameters"][0]["name"] = "thingId".into();
    new["paths"] = json!({ "/things/{thingId}": item });
    let (api, comparison) = refreshed(&[base(), new]);
    assert_eq!(comparison.verdict(), Verdict::Compatible);
    assert_eq!(
        former(&api),
        json!({
            "types": { "Thing": "Item", "ThingKind": "ItemKind" },
            "operations": { "put_thing": "replace_thing" },
            "operation_setters": { "replace_thing": { "id": "thing_id" } },
        })
    );
    let listing = listing(&api);
    for line in [
        "deprecated operation put_thing = replace_thing\n",
        "deprecated operation replace_thing.setter id = thing_id\n",
        "deprecated type Thing = Item\n",
    ] {
        assert!(listing.contains(line), "{listing}");
    }
    let kept: Vec<&str> = comparison.deprecations.renamed.iter().map(|rename| rename.former.as_str()).collect();
    assert_eq!(kept, ["put_thing", "id", "Thing", "ThingKind"]);
}

#[test]
fn former_names_lead_to_the_last_name_over_several_refreshes() {
    let (api, comparison) = refreshed(&[called("A"), called("B"), called("C")]);
    assert_eq!(comparison.verdict(), Verdict::Compatible);
    assert_eq!(former(&api)["types"], json!({ "A": "C", "AKind": "CKind", "B": "C", "BKind": "CKind" }));
    let (api, comparison) = refreshed(&[called("A"), called("B"), called("A")]);
    assert_eq!(comparison.verdict(), Verdict::Compatible);
    assert_eq!(former(&api)["types"], json!({ "B": "A", "BKind": "AKind" }));
}

#[test]
fn a_breaking_refresh_keeps_its_own_former_names_and_drops_earlier_ones() {
    let breaking = with(called("C"), &[(&at(PUT, "parameters/1/schema/type"), json!("string"))]);
    let (api, comparison) = refreshed(&[called("A"), called("B"), breaking]);
    assert_eq!(comparison.verdict(), Verdict::Breaking);
    assert_eq!(former(&api), json!({ "types": { "B": "C", "BKind": "CKind" } }));
    assert_eq!(
        reported(&comparison),
        [
            "! put_thing: setter `limit` takes `String`, took `i64`",
            "! A Dropped",
            "! AKind Dropped",
            "+ B -> C Renamed",
            "+ BKind -> CKind Renamed",
        ]
    );
}

#[test]
fn a_former_name_of_something_that_is_gone_is_gone_and_breaks() {
    let gone = with(called("B"), &[(&at(PUT, "responses"), json!({ "204": {} }))]);
    let (api, comparison) = refreshed(&[called("A"), called("B"), gone]);
    assert_eq!(comparison.verdict(), Verdict::Breaking);
    assert_eq!(former(&api), json!({}));
    assert!(reported(&comparison).contains(&"! A Dropped".to_owned()), "{:?}", reported(&comparison));
}

#[test]
fn a_dropped_former_name_is_reported_with_the_present_one() {
    let renamed = |name: &str| {
        let mut document = called(name);
        let mut item = document["paths"]["/things/{id}"].take();
        item["put"]["parameters"][0]["name"] = "thingId".into();
        document["paths"] = json!({ "/things/{thingId}": item });
        document
    };
    let put = "/paths/~1things~1{thingId}/put";
    let breaking = with(renamed("C"), &[(&format!("{put}/parameters/1/schema/type"), json!("string"))]);
    let (_, comparison) = refreshed(&[called("A"), renamed("B"), breaking]);
    let dropped = comparison.types.items.iter().filter(|item| item.kind == Kind::Dropped);
    let dropped: Vec<_> = dropped.map(|item| (item.name.as_str(), item.present.as_deref())).collect();
    assert_eq!(dropped, [("A", Some("C")), ("AKind", Some("CKind"))]);
    let changes: Vec<&Change> = comparison.operations.items.iter().flat_map(|item| &item.changes).collect();
    let lost = changes.iter().find(|change| change.description == "the former name `id` of a setter is gone");
    assert_eq!(lost.map(|lost| lost.action.as_str()), Some("call `.thing_id(…)` instead"), "{changes:?}");

    let gone = with(renamed("B"), &[(&format!("{put}/responses"), json!({ "204": {} }))]);
    let (_, comparison) = refreshed(&[called("A"), renamed("B"), gone]);
    let dropped = comparison.types.items.iter().filter(|item| item.kind == Kind::Dropped);
    let dropped: Vec<_> = dropped.map(|item| (item.name.as_str(), item.present.as_deref())).collect();
    assert_eq!(dropped, [("A", None), ("AKind", None)]);
}

#[test]
fn a_type_that_changed_as_well_keeps_its_former_name_only_if_compatibly() {
    let more = with(called("Item"), &[("/components/schemas/Item/properties/colour", json!({ "type": "string" }))]);
    let (api, comparison) = refreshed(&[base(), more]);
    assert_eq!(comparison.verdict(), Verdict::Compatible);
    assert_eq!(former(&api)["types"]["Thing"], "Item");
    let less = with(called("Item"), &[("/components/schemas/Item/properties/size", Value::Null)]);
    let (api, comparison) = refreshed(&[base(), less]);
    assert_eq!(comparison.verdict(), Verdict::Breaking);
    assert_eq!(former(&api)["types"], json!({ "ThingKind": "ItemKind" }));
}

#[test]
fn a_name_that_means_something_else_now_is_no_former_name() {
    let other = json!({ "type": "object", "properties": { "other": { "type": "string" } } });
    let new = with(
        called("Item"),
        &[
            ("/components/schemas/Thing", other),
            (
                "/paths/~1other",
                json!({ "get": { "operationId": "getOther", "responses": {
                "200": json_of(json!({ "$ref": "#/components/schemas/Thing" })) } } }),
            ),
        ],
    );
    let (api, comparison) = refreshed(&[base(), new]);
    assert_eq!(comparison.verdict(), Verdict::Breaking);
    assert_eq!(former(&api)["types"], json!({ "ThingKind": "ItemKind" }));
    assert!(
        reported(&comparison).contains(&"! Thing -> Item Renamed (reused)".to_owned()),
        "{:?}",
        reported(&comparison)
    );
    // A former name is taken just so.
    let (_, comparison) = refreshed(&[
        base(),
        called("Item"),
        with(
            called("Item"),
            &[
                ("/components/schemas/Thing", json!({ "type": "string", "enum": ["X"] })),
                (
                    &at(PUT, "parameters/-"),
                    json!({ "name": "x", "in": "query", "schema": { "$ref": "#/components/schemas/Thing" } }),
                ),
            ],
        ),
    ]);
    assert!(reported(&comparison).contains(&"! Thing Dropped (reused)".to_owned()), "{:?}", reported(&comparison));
}

#[test]
fn two_types_that_become_one_keep_no_former_name() {
    let object = |fields: Value| json!({ "type": "object", "properties": fields });
    let both = |first: &str, second: &str| {
        let get = |id: &str, name: &str| {
            json!({ "get": { "operationId": id, "responses": {
            "200": json_of(json!({ "$ref": format!("#/components/schemas/{name}") })) } } })
        };
        let fields = json!({ "a": { "type": "string" } });
        document(
            json!({ "/a": get("getA", first), "/b": get("getB", second) }),
            json!({ first: object(fields.clone()), second: object(fields) }),
        )
    };
    let (api, comparison) = refreshed(&[both("A", "B"), both("C", "C")]);
    assert_eq!(comparison.verdict(), Verdict::Breaking);
    assert_eq!(former(&api), json!({}));
}

#[test]
fn a_tuple_struct_keeps_no_former_name_since_an_alias_cannot_construct_it() {
    let nest = |name: &str| {
        let reference = json!({ "$ref": format!("#/components/schemas/{name}") });
        let array = json!({ "type": "array", "items": reference });
        let get = json!({ "get": { "operationId": "getNest", "responses": { "200": json_of(reference) } } });
        document(json!({ "/nest": get }), json!({ name: array }))
    };
    let (api, comparison) = refreshed(&[nest("Nest"), nest("Pile")]);
    assert_eq!(reported(&comparison), ["! Nest -> Pile Renamed"]);
    assert_eq!(former(&api), json!({}));
}

#[test]
fn an_operation_that_changed_as_well_keeps_its_former_name_only_if_compatibly() {
    let renamed = (at(PUT, "operationId"), json!("replaceThing"));
    let retyped = (at(PUT, "parameters/1/schema/type"), json!("string"));
    let (api, comparison) = refreshed(&[base(), with(base(), &[(&renamed.0, renamed.1), (&retyped.0, retyped.1)])]);
    assert_eq!(comparison.verdict(), Verdict::Breaking);
    assert_eq!(former(&api), json!({}));
}

#[test]
fn a_value_that_is_no_longer_listed_is_kept_until_it_is_listed_again() {
    let values = |values: Value| with(base(), &[(&at(THING, "properties/kind/enum"), values)]);
    let documents = [values(json!(["GOOD", "BAD"])), values(json!(["GOOD"])), values(json!(["BAD", "GOOD"]))];
    let (api, comparison) = refreshed(&documents[..2]);
    assert_eq!(comparison.verdict(), Verdict::Compatible);
    assert_eq!(former(&api), json!({ "variants": { "ThingKind": { "Bad": "BAD" } } }));
    assert!(listing(&api).contains("deprecated type ThingKind::Bad = \"BAD\"\n"), "{}", listing(&api));
    assert_eq!(comparison.deprecations.values[0].variant, "Bad");
    let (api, comparison) = refreshed(&documents);
    assert_eq!(reported(&comparison), [r#"+ ThingKind: variant `Bad` ("BAD") is listed again"#]);
    assert_eq!(former(&api), json!({}));
}

#[test]
fn a_variant_with_another_name_for_its_value_is_kept_as_a_constant_and_breaks() {
    let values = |values: Value| with(base(), &[(&at(THING, "properties/kind/enum"), values)]);
    let (api, comparison) = refreshed(&[values(json!(["a", "A"])), values(json!(["A", "a"]))]);
    assert_eq!(comparison.verdict(), Verdict::Compatible, "{:?}", reported(&comparison));
    assert_eq!(former(&api), json!({}));
    let (api, comparison) = refreshed(&[values(json!(["a", "A"])), values(json!(["A"]))]);
    assert_eq!(comparison.verdict(), Verdict::Breaking);
    assert_eq!(former(&api), json!({ "variants": { "ThingKind": { "A2": "A" } } }));
}

#[test]
fn a_setter_with_another_name_for_its_field_is_kept() {
    let put = |fields: &[&str]| {
        let fields: serde_json::Map<String, Value> =
            fields.iter().map(|name| ((*name).to_owned(), json!({ "type": "boolean" }))).collect();
        with(base(), &[("/components/schemas/ThingPut/properties", fields.into())])
    };
    let (api, comparison) = refreshed(&[put(&["is_new", "isNew"]), put(&["isNew"])]);
    assert_eq!(comparison.verdict(), Verdict::Breaking);
    assert_eq!(former(&api), json!({ "type_setters": { "ThingPut": { "is_new2": "is_new" } } }));
}

#[test]
fn an_optional_field_breaks_only_where_responses_have_it() {
    let both = |required: Value, nullable: bool| {
        with(
            base(),
            &[
                ("/components/schemas/ThingPut/required", required),
                ("/components/schemas/ThingPut/properties/name/nullable", json!(nullable)),
                ("/components/schemas/ThingPut/properties/kept", json!({ "type": "string" })),
            ],
        )
    };
    let (_, comparison) = refreshed(&[both(json!(["name"]), false), both(json!([]), false)]);
    assert_eq!(comparison.verdict(), Verdict::Compatible, "{:?}", reported(&comparison));
    let (_, comparison) = refreshed(&[both(json!(["name"]), false), both(json!(["name"]), true)]);
    assert_eq!(comparison.verdict(), Verdict::Compatible, "{:?}", reported(&comparison));
    let received = |nullable: bool| with(base(), &[(&at(THING, "properties/name/nullable"), json!(nullable))]);
    let (_, comparison) = refreshed(&[received(false), received(true)]);
    assert_eq!(comparison.verdict(), Verdict::Breaking);
}
