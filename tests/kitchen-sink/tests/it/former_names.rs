//! Tests that code with former names of `names.json` still works.

use kitchen_sink::{Client, builder, tags, types};
use uuid::Uuid;

use crate::support::{PLAIN, responding};

#[allow(deprecated)]
fn counted(builder: types::builder::Simple) -> types::builder::Simple {
    builder.count(3)
}

/// This test uses only current names. The tests are compiled with `-D warnings`, so a deprecated name would not
/// compile.
#[tokio::test]
async fn current_names_are_not_deprecated() {
    let (client, server) = responding(200, PLAIN);
    let call: builder::SendFlat = client.send_flat();
    let flat: types::builder::Flat = types::Flat::builder().id(Uuid::nil()).count(3);
    let response: types::Flat = call.body(flat).send().await.unwrap().into_inner();
    assert_eq!(response.count, 1);
    assert_eq!(server.only().body(), r#"{"id":"00000000-0000-0000-0000-000000000000","count":3}"#);

    let (client, server) = responding(204, "");
    client.get_odd_path().odd_key("x").send().await.unwrap();
    assert_eq!(server.only().line(), "GET /odd%20path/%C3%9F/%22quoted%22/100%25/x HTTP/1.1");
}

#[allow(deprecated)]
#[tokio::test]
async fn former_names_of_operations_setters_and_types_still_work() {
    let (client, server) = responding(200, PLAIN);
    let call: builder::SendPlain = client.send_plain();
    let response: types::Simple =
        call.body_map(|plain| counted(plain.id(Uuid::nil()))).send().await.unwrap().into_inner();
    assert_eq!(response.count, 1);
    assert_eq!(server.only().body(), r#"{"id":"00000000-0000-0000-0000-000000000000","count":3}"#);

    let (client, server) = responding(204, "");
    client.get_odd_path().key("x").send().await.unwrap();
    assert_eq!(server.only().line(), "GET /odd%20path/%C3%9F/%22quoted%22/100%25/x HTTP/1.1");
}

#[allow(deprecated)]
#[tokio::test]
async fn former_tags_and_short_names_still_call_their_operations() {
    let (client, server) = responding(204, "");
    client.reports().upload("path").file("x").labels(vec![]).send().await.unwrap();
    assert_eq!(server.only().line(), "POST /uploads/path HTTP/1.1");

    let (client, server) = responding(200, PLAIN);
    let archive: tags::Archive = client.archive().clone();
    let call: builder::GetDownload = archive.load();
    call.send().await.unwrap();
    assert_eq!(server.only().line(), "GET /answers/download HTTP/1.1");

    let (client, server) = responding(204, "");
    client.archive().get("x").send().await.unwrap();
    assert_eq!(server.only().line(), "GET /odd%20path/%C3%9F/%22quoted%22/100%25/x HTTP/1.1");
}

#[allow(deprecated)]
#[tokio::test]
async fn enum_value_removed_from_the_document_keeps_its_variant() {
    let (client, _server) = responding(200, r#"{"list":["up","sideways","down"]}"#);
    let enums = client.get_schema_enums().send().await.unwrap().into_inner();
    let list = enums.list.unwrap();
    assert_eq!(list, [types::ListDirection::Up, types::ListDirection::Sideways, types::EnumsListItem::Down]);
    assert_eq!(serde_json::to_string(&list).unwrap(), r#"["up","sideways","down"]"#);
}

#[allow(deprecated)]
#[test]
fn former_enum_variant_name_matches_the_same_value_in_patterns() {
    let is_up = |value: &str| matches!(types::ListDirection::from(value), types::ListDirection::Upwards);
    assert!(is_up("up") && !is_up("down"));
    assert_eq!(types::EnumsListItem::Upwards.as_str(), "up");
}

#[allow(deprecated)]
#[cfg(feature = "mock")]
#[test]
fn former_mock_method_mocks_the_renamed_operation() {
    use kitchen_sink::httpmock::MockServer;
    use kitchen_sink::mock::MockServerExt as _;
    let server = MockServer::start();
    let value: types::Simple = serde_json::from_str(PLAIN).unwrap();
    let mock = server.send_plain().respond(&value);
    let client = Client::builder(server.base_url()).api_key("any").account_id(Uuid::nil()).build().unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let response = runtime.block_on(client.post_bodies().body_map(|plain| plain.id(Uuid::nil()).count(1)).send());
    assert_eq!(response.unwrap().into_inner(), value);
    mock.assert();
}
