use kitchen_sink::types;
use serde_json::json;

use crate::support::{PLAIN, responding};

#[tokio::test]
async fn optional_request_body_is_omitted_if_it_is_none() {
    let (client, server) = responding(200, PLAIN);
    client.put_bodies().body(Some("plain text")).send().await.unwrap();
    assert_eq!(server.only().body(), "plain text");

    let (client, server) = responding(200, "{}");
    client.patch_nulls().body(Some(types::Nulls::builder().owner("o"))).send().await.unwrap();
    assert_eq!(server.only().body(), r#"{"owner":"o"}"#);

    let (client, server) = responding(200, "{}");
    client.patch_nulls().body(None::<types::Nulls>).send().await.unwrap();
    let request = server.only();
    assert_eq!((request.header("content-type"), request.body()), (vec![], ""));

    let (client, server) = responding(200, PLAIN);
    client.post_any().body(Some(json!([1]))).send().await.unwrap();
    assert_eq!(server.only().body(), "[1]");
}

#[tokio::test]
async fn optional_body_can_be_omitted_or_null() {
    let (client, server) = responding(200, "{}");
    client.patch_nulls().send().await.unwrap();
    let request = server.only();
    assert_eq!((request.header("content-type"), request.body()), (vec![], ""));

    let (client, server) = responding(200, "{}");
    let call = client.patch_nulls().body_map(|nulls| nulls.clear_owner());
    call.body_map(|nulls| nulls.clear_description()).send().await.unwrap();
    assert_eq!(server.only().body(), r#"{"owner":null,"description":null}"#);

    let (client, server) = responding(200, PLAIN);
    client.put_bodies().send().await.unwrap();
    assert_eq!(server.only().body(), "");
}

#[tokio::test]
async fn read_only_fields_are_not_required_in_requests() {
    let response = r#"{"id":"1","name":"n","owner":{"kind":"k"}}"#;
    let (client, server) = responding(200, response);
    let account = client.post_account().body_map(|account| account.name("n").secret("s")).send().await.unwrap();
    assert_eq!(server.only().body(), r#"{"name":"n","secret":"s"}"#);
    assert_eq!((account.id.as_deref(), account.secret.as_deref()), (Some("1"), None));
    assert_eq!(account.owner.as_ref().map(|owner| owner.kind.as_str()), Some("k"));
    let error = client.post_account().body_map(|account| account.secret("s")).send().await.unwrap_err();
    assert_eq!(error.to_string(), "post_account: `body`: `name` is required and was not set");
}

/// The JSON of a team in a response, with all read-only fields.
const TEAM: &str = r#"{"id":"t1","name":"n","members":[{"id":"m1","nick":"a"}],"lead":{"kind":"robot","version":2},"byName":{"b":{"id":"m2"}},"later":1}"#;

#[tokio::test]
async fn request_body_omits_the_read_only_fields_of_a_received_value() {
    const SENT: &str = r#"{"name":"n","members":[{"nick":"a"}],"lead":{"kind":"robot"},"byName":{"b":{}},"later":1}"#;
    let (client, server) = responding(200, TEAM);
    let team: types::Team = serde_json::from_str(TEAM).unwrap();
    let received = client.put_team().body(team.clone()).send().await.unwrap().into_inner();
    assert_eq!(server.only().body(), SENT);
    assert_eq!((&received, received.id.as_deref()), (&team, Some("t1")));
    assert_eq!(serde_json::to_string(&received).unwrap(), TEAM);

    let (client, server) = responding(200, TEAM);
    let renamed = types::builder::Team::from(team.clone()).name("m").keep_undeclared();
    client.put_team().body(renamed).send().await.unwrap();
    assert_eq!(server.only().body(), SENT.replace(r#""name":"n""#, r#""name":"m""#));

    let (client, server) = responding(200, &format!("[{TEAM}]"));
    client.patch_teams().body(vec![team.clone()]).send().await.unwrap();
    assert_eq!(server.only().body(), format!("[{SENT}]"));

    let (client, server) = responding(200, TEAM);
    client.request("PUT", "/teams").json(&team).send::<types::Team>().await.unwrap();
    assert_eq!(server.only().body(), SENT);
}

#[tokio::test]
async fn keep_read_only_sends_read_only_fields() {
    let (client, server) = responding(200, TEAM);
    let team: types::Team = serde_json::from_str(TEAM).unwrap();
    client.put_team().body(team).keep_read_only(true).send().await.unwrap();
    assert_eq!(server.only().body(), TEAM);

    for (keep, sent) in [(false, "name=n&nick=a"), (true, "id=t1&name=n&id=m1&nick=a")] {
        let (client, server) = responding(204, "");
        let member = types::Member::builder().id("m1").nick("a").build().unwrap();
        let call = client.post_team_form().body_map(|form| form.id("t1").name("n").member(member));
        call.keep_read_only(keep).send().await.unwrap();
        assert_eq!(server.only().body(), sent);
    }
}

#[tokio::test]
async fn required_read_only_fields_are_required_only_in_responses() {
    for (answer, missing) in [
        (TEAM.replace(r#""id":"t1","#, ""), "missing field `id`"),
        (TEAM.replace(r#"{"id":"m2"}"#, "{}"), "`byName.b`: missing field `id`"),
        (TEAM.replace(r#"{"kind":"robot","version":2}"#, r#"{"kind":"person"}"#), "`lead`: missing field `since`"),
    ] {
        let (client, _server) = responding(200, &answer);
        let error = client.put_team().body_map(|team| team.name("n")).send().await.unwrap_err();
        assert!(error.to_string().contains(missing), "{error}");
    }

    let (client, server) = responding(200, TEAM);
    let person = types::Person::builder().kind("person").build().unwrap();
    let call = client.put_team().body_map(|team| team.name("n").lead(person.clone()));
    let error = call.send().await.unwrap_err();
    assert!(error.to_string().contains("`pin` is required in a request and was not set"), "{error}");
    assert_eq!(server.received(), []);

    let (client, server) = responding(200, TEAM);
    let person = types::builder::Person::from(person).pin("1").build().unwrap();
    client.put_team().body_map(|team| team.name("n").lead(person)).send().await.unwrap();
    assert_eq!(server.only().body(), r#"{"name":"n","lead":{"kind":"person","pin":"1"}}"#);
}

#[tokio::test]
async fn large_integers_are_sent_and_received_exactly() {
    const EXACT: &str = r#"{"interval":0,"exact":9007199254740993,"unsigned":18446744073709551615,"wide":18446744073709551614,"amount":0.5,"amounts":[-9007199254740993,18446744073709551615],"exactOrText":9007199254740993}"#;
    let (client, server) = responding(200, EXACT);
    let numbers: types::Numbers = serde_json::from_str(EXACT).unwrap();
    assert_eq!(numbers.exact, Some(9_007_199_254_740_993_i64.into()));
    assert_eq!((numbers.unsigned, numbers.wide.clone()), (Some(u64::MAX), Some((u64::MAX - 1).into())));
    let received =
        client.put_numbers().interval(5).amount(9_007_199_254_740_993_i64).body(numbers.clone()).send().await.unwrap();
    let request = server.only();
    assert_eq!(request.line(), "PUT /numbers/5?amount=9007199254740993 HTTP/1.1");
    assert_eq!(request.body(), EXACT);
    assert_eq!(received.into_inner(), numbers);
}
