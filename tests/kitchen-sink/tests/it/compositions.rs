//! Tests of required fields and of null in schemas that are composed of several others.

use kitchen_sink::types::{Order, OrderCustomer2, OrderState};
use serde_json::{Value, json};

use crate::support::responding;

#[tokio::test]
async fn field_required_by_another_part_of_all_of_is_required() {
    let order = json!({ "name": "a", "note": "b", "state": "paid", "later": 1, "customer": { "email": "c" } });
    let (client, server) = responding(200, &order.to_string());
    let incomplete = client.send_order().body_map(|body| body.note("b").state(OrderState::Paid).later(1)).send().await;
    assert!(incomplete.unwrap_err().to_string().contains("`name`"));
    assert_eq!(server.received().len(), 0);
    let customer = OrderCustomer2::builder().email("c").build().unwrap();
    let sent = client
        .send_order()
        .body_map(|body| body.name("a").note("b").state(OrderState::Paid).later(1).customer(customer));
    let received = sent.send().await.unwrap().into_inner();
    assert_eq!(serde_json::from_str::<Value>(server.received()[0].body()).unwrap(), order);
    assert_eq!((received.name.as_str(), received.later), ("a", 1));
}

#[test]
fn all_of_field_accepts_null_only_if_every_part_allows_null() {
    let order = |key: &str, value: Value| {
        let mut order = json!({ "name": "a", "note": "b", "state": "paid", "later": 1, "customer": { "email": "c" } });
        order[key] = value;
        serde_json::from_value::<Order>(order)
    };
    assert_eq!(order("state", json!(null)).unwrap().state, None);
    assert!(order("note", json!(null)).is_err());
    assert!(order("name", json!(null)).is_err());
    assert!(order("customer", json!({})).is_err());
}
