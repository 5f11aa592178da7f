//! Tests of own types (`client.types` in `names.json`) in each position: as parameters, fields, bodies and responses.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use std::collections::BTreeMap;
use std::net::IpAddr;

use loopback::Server;
use own_types::types::{Order, OrderFee, PutTotalResponse};
use own_types::{Cents, Client, Error, Money, Sku};

fn client(server: &Server) -> Client {
    Client::builder(server.url()).build().unwrap()
}

fn money(cents: i64) -> Money {
    Money { amount: Cents(cents), currency: "EUR".to_owned() }
}

fn via() -> IpAddr {
    [127, 0, 0, 1].into()
}

#[test]
fn generated_client_has_exactly_the_selected_operations() {
    let ids: Vec<&str> = own_types::operations().iter().map(|operation| operation.operation_id()).collect();
    assert_eq!(ids, ["listOrders", "postOrder", "getIncident", "putTotal"]);
}

#[tokio::test]
async fn parameter_of_an_own_type_is_written_as_the_type_serializes() {
    let server = Server::json(r#"[{"amount":"1.05","currency":"EUR"}]"#);
    let call = client(&server).list_orders().min(Cents(1250)).skus(vec![Sku("a b".to_owned()), Sku("c".to_owned())]);
    let listed: Vec<Money> = call.x_via(via()).send().await.unwrap().into_inner();
    assert_eq!(listed, [money(105)]);
    let sent = server.only();
    assert_eq!(sent.line(), "GET /orders?min=12.50&skus=a%20b&skus=c HTTP/1.1");
    assert_eq!(sent.header("x-via"), ["127.0.0.1"]);
}

#[tokio::test]
async fn fields_of_own_types_are_sent_and_received() {
    let body = concat!(
        r#"{"price":"12.50","left":null,"rates":["0.01",null],"byCity":{"Kyiv":{"amount":"3.00","currency":"EUR"}},"#,
        r#""sku":"a","deposit":{"amount":"0.07","currency":"EUR"},"from":"127.0.0.1","fee":"0.50"}"#
    );
    let server = Server::json(body);
    let order = Order::builder()
        .price(Cents(1250))
        .clear_left()
        .rates(vec![Some(Cents(1)), None])
        .by_city(BTreeMap::from([("Kyiv".to_owned(), money(300))]))
        .sku(Sku("a".to_owned()))
        .deposit(money(7))
        .from(via())
        .fee("0.50");
    let received = client(&server).post_order().body(order.clone()).send().await.unwrap().into_inner();
    assert_eq!(received, order.build().unwrap());
    assert_eq!((received.left, received.deposit.clone(), received.from), (None, Some(Some(money(7))), Some(via())));
    assert_eq!(received.fee, Some(OrderFee::Text("0.50".to_owned())));
    let sent: perennial::serde_json::Value = perennial::serde_json::from_str(server.only().body()).unwrap();
    assert_eq!(sent, perennial::serde_json::from_str::<perennial::serde_json::Value>(body).unwrap());
    assert!(format!("{received:?}").contains("price: Cents(1250)"), "{received:?}");
}

#[tokio::test]
async fn request_body_and_response_can_have_an_own_type() {
    let server = Server::json(r#"{"amount":"9.99","currency":"EUR"}"#);
    let received = client(&server).put_total().least(Cents(5)).body(money(123)).send().await.unwrap().into_inner();
    assert_eq!(received, PutTotalResponse::Ok(money(999)));
    let sent = server.only();
    assert_eq!(sent.line(), "PUT /total/0.05 HTTP/1.1");
    assert_eq!(sent.body(), r#"{"amount":"1.23","currency":"EUR"}"#);
}

#[tokio::test]
async fn decode_error_names_the_field_that_an_own_type_rejects() {
    let server = Server::json(r#"{"price":"12.5","left":null,"rates":[]}"#);
    let order = Order::builder().price(Cents(1)).left(Cents(2)).rates(vec![]);
    let error = client(&server).post_order().body(order).send().await.unwrap_err();
    let Error::Decode(error) = error else { panic!("{error:?}") };
    assert_eq!(error.path(), Some("price"));
    let why = std::error::Error::source(&error).map(ToString::to_string);
    assert_eq!(why.as_deref(), Some("no amount with two digits of cents at line 1 column 15"));
}

/// The attributes adapt the derive: they rename the fields as on the wire, and skip the private field.
#[test]
fn settings_derive_a_trait_of_another_crate() {
    let schema = perennial::serde_json::to_value(schemars::schema_for!(own_types::types::Incident)).unwrap();
    let properties = schema["properties"].as_object().unwrap();
    assert_eq!(properties.keys().collect::<Vec<_>>(), ["createdAt", "id", "severity"]);
    assert_eq!(schema["required"], perennial::serde_json::json!(["createdAt", "id"]));
}
