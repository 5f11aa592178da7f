//! Tests of the names that mocks accept.

use std::panic::{AssertUnwindSafe, catch_unwind};

use kitchen_sink::httpmock::MockServer;
use kitchen_sink::mock::MockServerExt as _;
use kitchen_sink::types;
use serde_json::json;

use crate::support::{PLAIN, client};

fn is_refused<T>(define: impl FnOnce() -> T) -> bool {
    catch_unwind(AssertUnwindSafe(define)).is_err()
}

#[test]
fn mock_accepts_former_setter_names_and_object_fields() {
    let server = MockServer::start();
    let _ = server.get_odd_path().path("the_id", 1);
    #[allow(deprecated)]
    let _ = server.get_odd_path().path("key", 1);
    let _ = server.get_params().query("filter[gt]", 1).query("piped", "a|b");
    assert!(is_refused(|| server.get_odd_path().path("the id", 1)));
    assert!(is_refused(|| server.put_nullable().query("r[gt]", 1)));
}

#[test]
fn mock_accepts_any_name_if_a_parameter_is_any_object() {
    let server = MockServer::start();
    let _ = server.get_checks().query("after", 1);
    let _ = server.get_params().query("any", 1);
    assert!(is_refused(|| server.put_numbers().query("any", 1)));
}

#[test]
fn mock_refuses_body_fields_that_are_not_declared() {
    let server = MockServer::start();
    let _ = server.post_bodies().body_includes(json!({ "count": 1 }));
    assert!(is_refused(|| server.post_bodies().body_includes(json!({ "counts": 1 }))));
}

#[tokio::test]
async fn mock_of_a_path_with_a_fragment_matches_the_request() {
    let server = MockServer::start_async().await;
    let mock = server.cancel_job().path("id", "x").respond(&());
    let client = client(&server.base_url()).build().unwrap();
    client.cancel_job().id("x").send().await.unwrap();
    mock.assert();
}

#[tokio::test]
async fn mock_matches_a_path_parameter_in_its_declared_style() {
    let server = MockServer::start_async().await;
    let colors = |list: &[&str]| list.iter().map(|color| (*color).to_owned()).collect::<Vec<_>>();
    let other = server.style_path_matrix_exploded().path("color", ";color=blue").respond(&());
    let mock = server.style_path_matrix_exploded().path("color", ";color=blue;color=a/b").respond(&());
    let client = client(&server.base_url()).build().unwrap();
    client.style_path_matrix_exploded().color(colors(&["blue", "a/b"])).send().await.unwrap();
    assert_eq!((mock.calls(), other.calls()), (1, 0));
    let any = server.style_path_label_joined().respond(&());
    client.style_path_label_joined().color(colors(&["a", "b"])).send().await.unwrap();
    any.assert();
}

#[tokio::test]
async fn mock_matches_whole_floats_that_are_sent_as_integers() {
    let server = MockServer::start_async().await;
    let body = || json!({ "list": [500.0, 0.5] });
    let plain: types::Plain = serde_json::from_str(PLAIN).unwrap();
    let mock = server.post_any().body(body()).respond(&plain);
    let client = client(&server.base_url()).build().unwrap();
    client.post_any().body(body()).send().await.unwrap();
    mock.assert();
}

#[tokio::test]
async fn mock_of_a_typed_body_ignores_read_only_fields() {
    let server = MockServer::start_async().await;
    let team: types::Team = serde_json::from_str(r#"{"id":"t1","name":"n","members":[{"id":"m1"}]}"#).unwrap();
    let mock = server.put_team().body(&team).respond(&team);
    let client = client(&server.base_url()).build().unwrap();
    let received = client.put_team().body(team.clone()).send().await.unwrap();
    mock.assert();
    assert_eq!(received.into_inner(), team);
}

#[tokio::test]
async fn mock_of_an_untyped_json_body_expects_read_only_fields() {
    let server = MockServer::start_async().await;
    let team: types::Team = serde_json::from_str(r#"{"id":"t1","name":"n","members":[{"id":"m1"}]}"#).unwrap();
    let mock = server.put_team().body(serde_json::to_value(&team).unwrap()).respond(&team);
    let client = client(&server.base_url()).build().unwrap();
    client.put_team().body(team.clone()).send().await.unwrap_err();
    client.put_team().body(team).keep_read_only(true).send().await.unwrap();
    mock.assert();
}
