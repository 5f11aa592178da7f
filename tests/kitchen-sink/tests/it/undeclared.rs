//! Tests of fields that the service sends although the document does not declare them. They are retained, and sent
//! back.

use kitchen_sink::types;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::lossless::document;
use crate::random::Values;
use crate::support::{PLAIN, responding};

fn parse_json<T: DeserializeOwned>(text: &str) -> T {
    serde_json::from_str(text).unwrap()
}

fn to_json(value: &impl Serialize) -> Value {
    serde_json::to_value(value).unwrap()
}

const BODY: &str = r#"{"inner":{"x":"a","y":{"z":[null]}},"list":[],"more":1}"#;
const DECLARED: &str = r#"{"inner":{"x":"a"},"list":[]}"#;

#[tokio::test]
async fn received_value_is_sent_back_with_its_undeclared_fields() {
    let text = r#"{"id":"6f0e1c0e-0000-4000-8000-000000000001","checkType":"GROUP","owner":{"kind":"k","since":[{"a":null}]},"more":{"b":[1,-2,0.5]}}"#;
    let (client, _server) = responding(200, &format!(r#"{{"check":{text},"next":null}}"#));
    let checks = client.get_checks().send().await.unwrap().into_inner();
    assert_eq!(checks.undeclared(), json!({ "next": null }).as_object().unwrap());
    let received = checks.check.unwrap();
    let types::Check::Group(group) = &received else { panic!("{received:?}") };
    assert_eq!(group.undeclared()["more"]["b"][2], 0.5);
    assert_eq!(group.owner.as_ref().unwrap().undeclared()["since"], json!([{ "a": null }]));

    let (client, server) = responding(200, text);
    client.post_checks().body(received).send().await.unwrap();
    // Declared fields are sent in the order of the document. The order of undeclared fields depends on serde_json's
    // feature `preserve_order`, so only the values and the length are compared.
    let request = server.only();
    assert_eq!((parse_json::<Value>(request.body()), request.body().len()), (parse_json(text), text.len()));
}

#[test]
fn clear_undeclared_of_a_union_retains_unknown_members() {
    let mut group: types::Check = parse_json(
        r#"{"id":"6f0e1c0e-0000-4000-8000-000000000001","checkType":"GROUP","owner":{"kind":"k","since":1},"more":2}"#,
    );
    group.clear_undeclared();
    let declared =
        json!({ "id": "6f0e1c0e-0000-4000-8000-000000000001", "checkType": "GROUP", "owner": { "kind": "k" } });
    assert_eq!(to_json(&group), declared);

    let unknown = json!({ "checkType": "TELEPATHIC", "more": 2 });
    let mut check: types::Check = serde_json::from_value(unknown.clone()).unwrap();
    check.clear_undeclared();
    assert_eq!(to_json(&check), unknown);
}

#[tokio::test]
async fn body_map_keeps_the_undeclared_fields_of_the_body() {
    let received: types::PatchBodiesBody = parse_json(BODY);
    let (client, server) = responding(200, PLAIN);
    client.patch_bodies().body(received.clone()).send().await.unwrap();
    assert_eq!(server.only().body(), BODY);

    let (client, server) = responding(200, PLAIN);
    let call = client.patch_bodies().body(received).body_map(|body| body.list(vec!["b".to_owned()]));
    call.send().await.unwrap();
    assert_eq!(server.only().body(), BODY.replace("[]", "[\"b\"]"));
}

#[tokio::test]
async fn builder_retains_undeclared_fields_after_keep_undeclared() {
    let received: types::PatchBodiesBody = parse_json(BODY);
    for (builder, expected) in [
        (types::builder::PatchBodiesBody::from(received.clone()), DECLARED),
        (types::builder::PatchBodiesBody::from(received.clone()).keep_undeclared(), BODY),
    ] {
        let (client, server) = responding(200, PLAIN);
        client.patch_bodies().body(builder.clone()).send().await.unwrap();
        assert_eq!(server.only().body(), expected);

        let (client, server) = responding(200, PLAIN);
        client.patch_bodies().body_map(|_| builder.list(Vec::new())).send().await.unwrap();
        assert_eq!(server.only().body(), expected);
    }
}

#[test]
fn received_value_set_as_a_field_retains_its_undeclared_fields() {
    let inner: types::UntypedObject = parse_json(r#"{"x":"a","y":{"z":[null]}}"#);
    let body = types::PatchBodiesBody::builder().inner(inner.clone()).build().unwrap();
    assert_eq!(to_json(&body), json!({ "inner": { "x": "a", "y": { "z": [null] } } }));
    let body = types::PatchBodiesBody::builder().inner(types::builder::UntypedObject::from(inner)).build().unwrap();
    assert_eq!(to_json(&body), json!({ "inner": { "x": "a" } }));
}

#[test]
fn clear_undeclared_reaches_into_lists_maps_unions_and_boxes() {
    let check = |more: bool| {
        let mut check = json!({
            "id": "6f0e1c0e-0000-4000-8000-000000000001", "checkType": "GROUP", "owner": { "kind": "k" },
        });
        if more {
            check["more"] = json!([1]);
            check["owner"]["more"] = json!({});
        }
        check
    };
    let event = |more: bool| {
        if more {
            json!({ "event": "created", "at": "a", "more": 1 })
        } else {
            json!({ "event": "created", "at": "a" })
        }
    };
    let checks = |more: bool| {
        json!({
            "list": [check(more), { "checkType": "NEW", "more": 1 }], "map": { "a": event(more) },
            "check": check(more), "either": check(more), "event": event(more),
        })
    };
    let mut received: types::Checks = serde_json::from_value(checks(true)).unwrap();
    assert_eq!(to_json(&received), checks(true));
    received.clear_undeclared();
    // The value has no schema, so none of its fields counts as undeclared, and `clear_undeclared` removes nothing.
    assert_eq!(to_json(&received), checks(false));
}

/// Checks that `clear_undeclared` and builders remove all undeclared fields from random values of these types. This
/// does not hold for types that contain a map of undeclared fields, or a union that retains unknown members.
macro_rules! cleared {
    ($($name:ident)*) => {$(
        let mut values = Values::new(document(), 1);
        for _ in 0..300 {
            let value = values.value_of_schema(concat!("#/components/schemas/", stringify!($name)));
            let received: types::$name = serde_json::from_value(value).unwrap();
            let mut cleared = received.clone();
            cleared.clear_undeclared();
            let text = serde_json::to_string(&cleared).unwrap();
            assert!(!text.contains("\"undeclared"), "{text}");
            let builder = types::builder::$name::from(received.clone());
            assert_eq!(builder.clone().build().unwrap(), cleared);
            assert_eq!(builder.keep_undeclared().build().unwrap(), received);
        }
    )*};
}

#[test]
fn builder_of_every_type_drops_undeclared_fields_by_default() {
    cleared!(Plain Nullable Unions Composed Base Deeper Untyped Thing Enums Series Page Numbers Received);
}

#[test]
fn union_tag_is_not_an_undeclared_field_of_the_union_member() {
    let types::Event::Created(created) = parse_json(r#"{"event":"created","at":"a"}"#) else {
        panic!("should be created")
    };
    assert!(created.undeclared().is_empty());
    assert_eq!(*created, types::CreatedEvent::builder().at("a").build().unwrap());
    // An object that was received outside of the union retains the tag as an undeclared field. The union must not write
    // the tag twice.
    let alone: types::CreatedEvent = parse_json(r#"{"event":"created","at":"a","more":1}"#);
    let event = serde_json::to_string(&types::Event::from(alone)).unwrap();
    assert_eq!(event, r#"{"event":"created","at":"a","more":1}"#);
}

#[test]
fn structs_with_different_undeclared_fields_are_not_equal() {
    let body = |text| parse_json::<types::PatchBodiesBody>(text);
    assert_ne!(body(BODY), body(DECLARED));
    assert_ne!(body(r#"{"inner":{"y":1}}"#), body(r#"{"inner":{"y":2}}"#));
    assert_eq!(body(r#"{"a":1,"b":2}"#), body(r#"{"b":2,"a":1}"#));
}

#[test]
fn debug_output_of_builders_omits_undeclared_values() {
    let received: types::PatchBodiesBody = parse_json(r#"{"inner":{"token":"unseen"},"secret":"unseen"}"#);
    let builder = types::builder::PatchBodiesBody::from(received.clone()).keep_undeclared();
    let builder = builder.inner(received.inner.clone().unwrap());
    let shown = format!("{received:?} {builder:?} {builder:#?}");
    assert!(shown.contains("token") && shown.contains("secret") && !shown.contains("unseen"), "{shown}");
}

#[tokio::test]
async fn form_body_contains_undeclared_fields() {
    let (client, server) = responding(200, PLAIN);
    client.post_form().body(parse_json::<types::PostFormBody>(r#"{"a":"x","more":["y",2]}"#)).send().await.unwrap();
    assert_eq!(server.only().body(), "a=x&more=y&more=2");

    let (client, server) = responding(200, PLAIN);
    let received: types::PostFormBody = parse_json(r#"{"a":"x","more":[{"b":1}]}"#);
    client.post_form().body(received.clone()).send().await.unwrap();
    assert_eq!(server.only().body(), "a=x&more=%5B%7B%22b%22%3A1%7D%5D");

    let (client, server) = responding(200, PLAIN);
    client.post_form().body(types::builder::PostFormBody::from(received)).send().await.unwrap();
    assert_eq!(server.only().body(), "a=x");
}

#[tokio::test]
async fn object_in_a_query_contains_its_undeclared_fields() {
    let (client, server) = responding(200, r#"{"id":"6f0e1c0e-0000-4000-8000-000000000001","checkType":"GROUP"}"#);
    let event: types::Event = parse_json(r#"{"event":"created","at":"a","more":1}"#);
    client.get_checks().event(event).send().await.unwrap();
    assert_eq!(server.only().line(), "GET /checks?event%5Bevent%5D=created&event%5Bat%5D=a&event%5Bmore%5D=1 HTTP/1.1");
}
