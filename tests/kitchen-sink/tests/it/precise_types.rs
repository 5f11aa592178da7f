//! Tests of values that documents describe in several ways: null, dates and times, values that are integers or strings,
//! enum values without quotes, and unions in parts of an `allOf`.

use kitchen_sink::chrono::{DateTime, NaiveDate, Utc};
use kitchen_sink::types::{PutSettingsResponse, Settings, SettingsLevel, SettingsPet, SettingsPort};
use serde_json::{Value, json};

use crate::support::responding;

fn settings(value: Value) -> Result<Settings, serde_json::Error> {
    serde_json::from_value(value)
}

/// Sends `body`, and returns the path and the body that the server received.
async fn send(body: Settings) -> (String, Value) {
    let (client, server) = responding(202, "null");
    let since: DateTime<Utc> = "2024-05-01T10:00:00Z".parse().unwrap();
    let received = client.put_settings().since(since).body(body).send().await.unwrap().into_inner();
    assert!(matches!(received, PutSettingsResponse::Accepted(())));
    let request = server.only();
    (request.target().to_owned(), serde_json::from_str(request.body()).unwrap())
}

#[tokio::test]
async fn path_parameter_of_a_timestamp_is_sent_in_rfc_3339() {
    let (target, body) = send(Settings::default()).await;
    assert_eq!((target.as_str(), body), ("/settings/2024-05-01T10%3A00%3A00Z", json!({})));
    let (client, server) = responding(202, "null");
    let error = client.put_settings().since("2024-05-01").body(Settings::default()).send().await.unwrap_err();
    assert!(error.to_string().contains("`since` is not a valid `QueryDateTime`"), "{error}");
    assert_eq!(server.received(), []);
}

#[tokio::test]
async fn date_time_for_a_declared_date_is_sent_as_a_date() {
    let at: DateTime<Utc> = "2024-05-01T10:00:00Z".parse().unwrap();
    for body in [
        Settings::builder().day(at).build().unwrap(),
        Settings::builder().day(NaiveDate::from_ymd_opt(2024, 5, 1).unwrap()).build().unwrap(),
        Settings::builder().day(at.timestamp()).build().unwrap(),
    ] {
        assert_eq!(send(body).await.1, json!({ "day": "2024-05-01" }));
    }
}

#[tokio::test]
async fn received_date_is_written_as_it_was_read_and_a_timestamp_in_utc() {
    let read = settings(json!({ "day": "2024-05-01T12:00+0200", "at": "2024-05-01T12:00+02" })).unwrap();
    assert_eq!(send(read).await.1, json!({ "day": "2024-05-01T12:00+0200", "at": "2024-05-01T10:00:00Z" }));
}

#[tokio::test]
async fn int_or_string_is_read_and_sent_as_either() {
    for (value, port) in [(json!(80), SettingsPort::Integer(80)), (json!("http"), SettingsPort::Text("http".into()))] {
        let read = settings(json!({ "port": value })).unwrap();
        assert_eq!(read.port, Some(port));
        assert_eq!(send(read).await.1, json!({ "port": value }));
    }
}

#[tokio::test]
async fn enum_values_without_quotes_are_read_in_both_spellings() {
    for (value, level, text) in [
        (json!(1), SettingsLevel::X1, "1"),
        (json!("1"), SettingsLevel::X1, "1"),
        (json!(true), SettingsLevel::True, "true"),
        (json!("auto"), SettingsLevel::Auto, "auto"),
        (json!(7), SettingsLevel::from("7"), "7"),
    ] {
        let read = settings(json!({ "level": value })).unwrap();
        assert_eq!(read.level, Some(level), "{value}");
        assert_eq!(send(read).await.1, json!({ "level": text }));
    }
}

#[tokio::test]
async fn member_with_only_nullable_means_null() {
    let cat = json!({ "kind": "cat", "lives": 9 });
    let value = json!({ "owner": null, "owners": [cat, null] });
    let read = settings(value.clone()).unwrap();
    assert_eq!(read.owner, Some(None));
    assert_eq!(read.owners.as_ref().unwrap()[0].as_ref().unwrap().lives, Some(9));
    assert_eq!(send(read).await.1, value);
}

#[tokio::test]
async fn field_that_can_only_be_null_is_sent_as_null() {
    let body = Settings::builder().nothing(()).build().unwrap();
    assert_eq!(send(body).await.1, json!({ "nothing": null }));
    assert_eq!(settings(json!({ "nothing": null })).unwrap().nothing, Some(None));
    assert_eq!(settings(json!({})).unwrap().nothing, None);
    assert!(settings(json!({ "nothing": 1 })).is_err());
}

#[test]
fn union_in_two_parts_of_an_all_of_has_the_common_members() {
    let pet = |kind: &str| settings(json!({ "pet": { "kind": kind, "good": true } })).unwrap().pet.unwrap();
    assert!(matches!(pet("dog"), SettingsPet::Dog(_)));
    assert!(matches!(pet("wolf"), SettingsPet::Wolf(_)));
    assert!(matches!(pet("cat"), SettingsPet::Other(_)));
}
