//! Tests the notation of declared numbers: any serializer writes the numbers in a generated type as a call would send
//! them.

use kitchen_sink::types;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::{Config, TestRunner};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::support::{PLAIN, responding};

const ID: &str = "6f0e1c0e-0000-4000-8000-000000000001";

/// Numbers at the limits of each notation, and at the limits of `f64`.
const SPELLED: [&str; 22] = [
    "5",
    "5.0",
    "5e0",
    "0.5E1",
    "500e-2",
    "-5.00",
    "0",
    "0.0",
    "-0",
    "-0.0",
    "-0e5",
    "0.1",
    "1e-7",
    "-2.5",
    "9007199254740991",
    "9007199254740991.0",
    "9007199254740992",
    "9007199254740993",
    "-9007199254740993",
    "1e300",
    "1.7976931348623157e308",
    "5e-324",
];

/// Generates numbers in any notation: numbers with up to 15 digits, which serde_json reads exactly, and the numbers in
/// [`SPELLED`].
fn spelled() -> impl Strategy<Value = String> {
    let digits = -999_999_999_999_999..=999_999_999_999_999_i64;
    // The digits of `.000` count as well, so the integers before it have at most 12 digits.
    let short = -999_999_999_999..=999_999_999_999_i64;
    let integer = (short, select(vec!["", ".0", ".000", "e0", "E+0", ".0e-0"]))
        .prop_map(|(digits, end)| format!("{digits}{end}"));
    let fractional = (digits, -22..=7).prop_map(|(digits, exponent)| format!("{digits}e{exponent}"));
    prop_oneof![select(SPELLED.to_vec()).prop_map(str::to_owned), integer, fractional]
}

/// Returns a number in the notation in which calls send it.
fn on_the_wire(spelled: &str) -> String {
    let value: f64 = serde_json::from_str(spelled).unwrap();
    let is_whole = value.fract() == 0.0 && value.abs() < 9_007_199_254_740_992.0;
    if is_whole && (value != 0.0 || value.is_sign_positive()) {
        format!("{value:.0}")
    } else {
        json!(value).to_string()
    }
}

fn for_any_number(test: impl Fn(&str) -> Result<(), TestCaseError>) {
    let config = Config { failure_persistence: None, ..Config::default() };
    TestRunner::new(config).run(&spelled(), |spelled| test(&spelled)).unwrap_or_else(|error| panic!("{error}"));
}

/// Parses the JSON `template` as a `T`, with the number `spelled` in place of `#`. Checks that the number is written as
/// calls send it, and that the written JSON is parsed as an equal value.
fn check_round_trip<T: DeserializeOwned + Serialize + PartialEq>(
    template: &str,
    spelled: &str,
) -> Result<(), TestCaseError> {
    let value: T = serde_json::from_str(&template.replace('#', spelled)).unwrap();
    let text = serde_json::to_string(&value).unwrap();
    prop_assert_eq!(&text, &template.replace('#', &on_the_wire(spelled)));
    prop_assert!(serde_json::from_str::<T>(&text).unwrap() == value);
    // `to_value` does not write JSON text. The number must not depend on the serializer.
    prop_assert_eq!(serde_json::to_value(&value).unwrap(), serde_json::from_str::<serde_json::Value>(&text).unwrap());
    Ok(())
}

#[test]
fn declared_number_is_written_the_same_way_wherever_it_occurs() {
    for_any_number(|spelled| {
        check_round_trip::<types::Plain>(&format!(r#"{{"id":"{ID}","count":1,"ratio":#}}"#), spelled)?;
        check_round_trip::<types::Nullable>(r#"{"text":null,"number":#,"choice":null}"#, spelled)?;
        check_round_trip::<types::Series>(r#"{"at":[],"load":[#,#],"up":[]}"#, spelled)?;
        check_round_trip::<types::SeriesSample>(r#"{"at":"2024-05-01T10:00:00Z","load":#,"up":true}"#, spelled)?;
        check_round_trip::<types::Typed>(r#"{"known":"k","other":#}"#, spelled)?;
        check_round_trip::<types::Unions>(r#"{"textOrNumber":#}"#, spelled)?;
        check_round_trip::<types::Bound>(r#"{"min":#}"#, spelled)?;
        check_round_trip::<types::Numbers>(r#"{"interval":0,"share":#,"several":[#]}"#, spelled)
    });
}

#[test]
fn undeclared_numbers_are_written_as_they_were_read() {
    let text = r#"{"and":{"more":[5,5.0,-0.0,1e+300]},"more":5.0}"#;
    let of_no_member: types::Bound = serde_json::from_str(text).unwrap();
    assert_eq!(serde_json::to_string(&of_no_member).unwrap(), text);
    let beside_declared: types::PatchBodiesBody = serde_json::from_str(text).unwrap();
    assert_eq!(serde_json::to_string(&beside_declared).unwrap(), text);
}

#[tokio::test]
async fn sent_numbers_equal_the_output_of_serde_json() {
    for spelled in SPELLED {
        let ratio = format!(r#"{{"id":"{ID}","count":1,"ratio":{spelled}}}"#);
        let plain: types::Plain = serde_json::from_str(&ratio).unwrap();
        let (client, server) = responding(200, PLAIN);
        client.post_bodies().body(plain.clone()).send().await.unwrap();
        assert_eq!(server.only().body(), serde_json::to_string(&plain).unwrap());

        let numbers = format!(r#"{{"interval":0,"share":{spelled},"several":[{spelled}],"exact":{spelled}}}"#);
        let numbers: types::Numbers = serde_json::from_str(&numbers).unwrap();
        let (client, server) = responding(200, r#"{"interval":0}"#);
        client.put_numbers().interval(0).body(numbers.clone()).send().await.unwrap();
        assert_eq!(server.only().body(), serde_json::to_string(&numbers).unwrap());
    }
}

#[test]
fn numbers_are_written_the_same_way_in_flattened_and_untagged_types() {
    #[derive(Debug, PartialEq, Deserialize, Serialize)]
    struct Stored {
        #[serde(flatten)]
        plain: types::Plain,
        bound: Untagged,
    }

    #[derive(Debug, PartialEq, Deserialize, Serialize)]
    #[serde(untagged)]
    enum Untagged {
        Bound(types::Bound),
    }

    let read = |number: &str| format!(r#"{{"id":"{ID}","count":1,"ratio":{number},"bound":{{"max":{number}}}}}"#);
    let stored: Stored = serde_json::from_str(&read("5.0")).unwrap();
    assert_eq!(serde_json::to_string(&stored).unwrap(), read("5"));
    assert_eq!(serde_json::from_str::<Stored>(&read("5")).unwrap(), stored);
}
