//! Tests that every value that is valid for its schema survives decoding and encoding. An absent field and a null field
//! count as equal.

use kitchen_sink::types;
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;

use crate::random::Values;

const ROUNDS: usize = 300;

/// Checks that a value survives decoding and encoding as a generated type. The error describes the difference.
type Check = fn(&Value) -> Result<(), String>;

/// Every schema that occurs in a response, with the check for its generated type.
const SCHEMAS: &[(&str, Check)] = &[
    ("Plain", lossless::<types::Plain>),
    ("Tags", lossless::<Vec<String>>),
    ("Nullable", lossless::<types::Nullable>),
    ("NullableThing", lossless::<Option<types::NullableThing>>),
    ("Unions", lossless::<types::Unions>),
    ("Cat", lossless::<types::Cat>),
    ("Dog", lossless::<types::Dog>),
    ("Pet", lossless::<types::Pet>),
    ("Composed", lossless::<types::Composed>),
    ("Base", lossless::<types::Base>),
    ("Renamed", lossless::<types::Base>),
    ("Deeper", lossless::<types::Deeper>),
    ("Open", lossless::<types::Open>),
    ("Typed", lossless::<types::Typed>),
    ("MapOfThings", lossless::<std::collections::BTreeMap<String, types::Plain>>),
    ("Free", lossless::<serde_json::Map<String, Value>>),
    ("Anything", lossless::<Value>),
    ("Untyped", lossless::<types::Untyped>),
    ("Tree", lossless::<types::Tree>),
    ("Nest", lossless::<types::Nest>),
    ("Colliding", lossless::<types::Colliding>),
    ("thing", lossless::<types::GetSchemasLittleThingResponse>),
    ("Thing", lossless::<types::Thing>),
    ("t-h_ing", lossless::<types::ThIng>),
    ("String", lossless::<types::String>),
    ("Option", lossless::<types::Option>),
    ("Client", lossless::<types::Client>),
    ("Result", lossless::<types::Result>),
    ("Enums", lossless::<types::Enums>),
    ("Dangling", lossless::<types::Dangling>),
    ("Series", lossless::<types::Series>),
    ("Page", lossless::<types::Page>),
    ("GetAnswersResponse", lossless::<types::GetAnswersResponse>),
    ("Numbers", lossless::<types::Numbers>),
    ("Nulls", lossless::<types::Nulls>),
    ("Received", lossless::<types::Received>),
    ("Check", lossless::<types::Check>),
    ("Event", lossless::<types::Event>),
    ("Channel", lossless::<Option<types::Channel>>),
    ("Resource", lossless::<types::Resource>),
    ("Span", lossless::<types::Span>),
    ("Bound", lossless::<types::Bound>),
    ("AliasAction", lossless::<types::AliasAction>),
    ("AliasTarget", lossless::<types::AliasTarget>),
    ("AliasChange", lossless::<types::AliasChange>),
    ("Action", lossless::<Option<types::Action>>),
    ("Notice", lossless::<types::Notice>),
    ("Device", lossless::<types::Device>),
    ("Vague", lossless::<types::Vague>),
    ("Checks", lossless::<types::Checks>),
    ("Zoo", lossless::<types::Zoo>),
    ("GroupCheck", lossless::<types::GroupCheck>),
];

pub fn document() -> Value {
    serde_json::from_str(include_str!("../../openapi.json")).unwrap()
}

fn lossless<T: DeserializeOwned + Serialize>(value: &Value) -> Result<(), String> {
    let decoded: T = serde_json::from_value(value.clone()).map_err(|error| error.to_string())?;
    let encoded = serde_json::to_value(&decoded).map_err(|error| error.to_string())?;
    let (before, after) = (comparable(value), comparable(&encoded));
    if before == after { Ok(()) } else { Err(format!("became {after}")) }
}

/// Removes null fields, and converts all numbers to one notation, so that equivalent values are equal.
fn comparable(value: &Value) -> Value {
    match value {
        Value::Object(map) => {
            let present = map.iter().filter(|(_, value)| !value.is_null());
            present.map(|(name, value)| (name.clone(), comparable(value))).collect()
        }
        Value::Array(values) => values.iter().map(comparable).collect(),
        Value::Number(number) => number.as_f64().into(),
        other => other.clone(),
    }
}

#[test]
fn every_valid_value_of_every_schema_survives_a_round_trip() {
    for (index, (name, check)) in SCHEMAS.iter().enumerate() {
        let mut values = Values::new(document(), index as u64);
        for round in 0..ROUNDS {
            let value = values.value_of_schema(&format!("#/components/schemas/{name}"));
            if let Err(reason) = check(&value) {
                panic!("{name}, round {round}: {value}\n{reason}");
            }
        }
    }
}

#[test]
fn round_trip_test_covers_every_response_schema() {
    let document = document();
    let answered = document["paths"].as_object().unwrap().keys().filter(|path| path.starts_with("/schemas/")).count();
    assert_eq!(SCHEMAS.len(), answered);
}

#[test]
fn round_trip_check_detects_lost_fields_and_changed_values() {
    // Samples of a series are not part of a body, so their type does not retain undeclared fields. The check must
    // detect this loss.
    let sample = serde_json::json!({ "at": "2024-05-01T10:00:00Z", "load": 1.5, "up": true });
    lossless::<types::SeriesSample>(&sample).unwrap();
    for (name, value) in [("unknown", 1.into()), ("at", "2024-05-01T10:00:00.0Z".into())] {
        let mut other = sample.clone();
        other[name] = value;
        assert!(lossless::<types::SeriesSample>(&other).is_err(), "{other}");
    }
}
