//! Tests of values that a program builds in order to send, store or compare them.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use kitchen_sink::types;
use serde_json::{Value, json};

fn moment() -> DateTime<Utc> {
    "2024-05-01T10:00:00Z".parse().unwrap()
}

fn to_json(value: &impl serde::Serialize) -> Value {
    serde_json::to_value(value).unwrap()
}

#[test]
fn request_fields_distinguish_absent_null_and_value() {
    let absent = types::Nulls::builder().owner("o").build().unwrap();
    assert_eq!(to_json(&absent), json!({ "owner": "o" }));
    assert_eq!(absent.description, None);

    let cleared = types::Nulls::builder().clear_owner().clear_description().clear_until().build().unwrap();
    assert_eq!(to_json(&cleared), json!({ "owner": null, "description": null, "until": null }));
    assert_eq!((&cleared.owner, &cleared.description), (&None, &Some(None)));

    let set = types::Nulls::builder().owner("o").description("d").until(moment()).build().unwrap();
    assert_eq!(to_json(&set), json!({ "owner": "o", "description": "d", "until": "2024-05-01T10:00:00Z" }));
    assert_eq!(set.description, Some(Some("d".to_owned())));
    for value in [absent, cleared, set] {
        assert_eq!(serde_json::from_value::<types::Nulls>(to_json(&value)).unwrap(), value);
    }
}

#[test]
fn last_call_of_a_setter_or_its_clear_method_wins() {
    let builder = types::Nulls::builder().clear_owner();
    assert_eq!(
        to_json(&builder.clone().description("d").clear_description().build().unwrap())["description"],
        json!(null)
    );
    assert_eq!(to_json(&builder.clear_description().description("d").build().unwrap())["description"], "d");
}

#[test]
fn absent_and_null_response_fields_are_decoded_as_none() {
    for text in ["{}", r#"{"description":null,"until":null}"#] {
        let received: types::Received = serde_json::from_str(text).unwrap();
        assert_eq!((received.description, received.until), (None, None));
    }
}

#[test]
fn field_without_a_declared_type_can_be_set_to_null() {
    let value = types::Nulls::builder().clear_owner().anything(Value::Null).build().unwrap();
    assert_eq!(to_json(&value), json!({ "owner": null, "anything": null }));
}

#[test]
fn optional_field_set_to_none_stays_unset() {
    let unset = types::Nulls::builder().owner("o").description(None::<&str>).until(None::<DateTime<Utc>>);
    let unset = unset.anything(None::<Value>).self_(None::<types::Nulls>).build().unwrap();
    assert_eq!(unset, types::Nulls::builder().owner("o").build().unwrap());

    let inner = || types::Nulls::builder().owner("inner");
    let set = types::Nulls::builder().owner("o").description(Some("d")).until(Some(moment()));
    let set = set.anything(Some(Value::Null)).self_(Some(inner())).build().unwrap();
    let plain = types::Nulls::builder().owner("o").description("d").until(moment());
    assert_eq!(set, plain.anything(Value::Null).self_(inner()).build().unwrap());
    assert_eq!(to_json(&set)["anything"], Value::Null);
    assert!(to_json(&set).as_object().unwrap().contains_key("anything"));
}

#[test]
fn setter_with_none_retains_the_earlier_value_of_a_field() {
    let cleared = types::Nulls::builder().owner("o").clear_description().description(None::<String>).build().unwrap();
    assert_eq!(cleared.description, Some(None));
    let received = types::Nulls::builder().owner("o").description("d").build().unwrap();
    let changed = types::builder::Nulls::from(received.clone()).description(None::<String>).owner("p").build().unwrap();
    assert_eq!((changed.owner.as_deref(), changed.description), (Some("p"), received.description));
}

#[test]
fn setters_are_renamed_if_their_names_collide() {
    let value = types::Nulls::builder().owner("o").build_("b").clear_build("c");
    assert_eq!(to_json(&value.clone().build().unwrap()), json!({ "owner": "o", "build": "b", "clear_build": "c" }));
    assert_eq!(to_json(&value.clear_build_().build().unwrap())["build"], json!(null));
}

#[test]
fn map_of_extra_fields_is_written_beside_declared_fields() {
    let more = BTreeMap::from([("more".to_owned(), "m".to_owned())]);
    let value = types::Nulls::builder().owner("o").extra(more.clone()).build().unwrap();
    assert_eq!(to_json(&value), json!({ "owner": "o", "more": "m" }));
    assert_eq!(value.extra, more);
}

#[test]
fn field_can_contain_a_struct_of_the_same_type() {
    let inner = types::Nulls::builder().owner("inner").build().unwrap();
    let outer = types::Nulls::builder().owner("outer").self_(inner).build().unwrap();
    assert_eq!(to_json(&outer), json!({ "owner": "outer", "self": { "owner": "inner" } }));
}

#[test]
fn numeric_enum_retains_numbers_that_are_not_listed() {
    let value = types::Numbers::builder().interval(5).share(0.25).several(vec![1.into(), 7.into()]).build().unwrap();
    assert_eq!(value.interval, types::NumbersInterval::N5);
    assert_eq!(value.share, Some(Some(types::NumbersShare::Other(0.25))));
    assert_eq!(types::NumbersInterval::Minus1.value(), -1);
    assert_eq!(to_json(&value), json!({ "interval": 5, "share": 0.25, "several": [1, 7] }));
}

#[test]
fn response_types_and_series_samples_have_builders() {
    let series = types::Series::builder().at(vec![moment()]).load(vec![0.5]).up(vec![true]).build().unwrap();
    let sample = types::SeriesSample::builder().at(moment()).load(0.5).up(true).build().unwrap();
    assert_eq!(series.samples().unwrap().collect::<Vec<_>>(), [sample]);
    assert_eq!(to_json(&sample), json!({ "at": "2024-05-01T10:00:00Z", "load": 0.5, "up": true }));
    assert_eq!(serde_json::from_value::<types::SeriesSample>(to_json(&sample)).unwrap(), sample);
}

#[test]
fn builder_reports_all_missing_and_malformed_fields_at_once() {
    let error = types::Plain::builder().made("yesterday").build().unwrap_err().to_string();
    assert!(error.starts_with("`made`: "), "{error}");
    assert!(error.ends_with("; `id` is required and was not set; `count` is required and was not set"), "{error}");
}
