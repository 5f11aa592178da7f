use proptest::prelude::*;
use proptest::sample::select;
use serde_json::Value;

use super::text;

fn listed(schema: &str) -> Vec<String> {
    let document: Value = serde_json::from_str(include_str!("../../../openapi.json")).unwrap();
    let values = document["components"]["schemas"][schema]["enum"].as_array().unwrap();
    values.iter().map(|value| value.as_str().unwrap().to_owned()).collect()
}

/// Generates a listed value, a listed value with other case or white space, or any other text.
fn value(schema: &str) -> impl Strategy<Value = String> + use<> {
    let listed = select(listed(schema)).boxed();
    prop_oneof![
        2 => listed.clone(),
        1 => listed.clone().prop_map(|value| value.to_lowercase()),
        1 => (listed, text(0..2)).prop_map(|(value, more)| value + &more),
        2 => text(0..60),
    ]
}

macro_rules! open_enums {
    ($($module:ident: $name:ident),* $(,)?) => {$(
        mod $module {
            use layer::types::$name;
            use proptest::prelude::*;

            use super::{listed, value};
            use crate::properties::for_any;

            const SCHEMA: &str = stringify!($name);

            #[test]
            fn every_enum_string_survives_a_round_trip() {
                for_any(value(SCHEMA), |text| {
                    let json = serde_json::to_string(&text).unwrap();
                    for value in [
                        $name::from(text.as_str()),
                        $name::from(&text),
                        $name::from(text.clone()),
                        text.parse().unwrap(),
                        serde_json::from_str(&json).unwrap(),
                        serde_json::from_slice(json.as_bytes()).unwrap(),
                        serde_json::from_value(text.as_str().into()).unwrap(),
                    ] {
                        prop_assert_eq!(value.as_str(), text.as_str());
                        prop_assert_eq!(value.as_ref(), text.as_str());
                        prop_assert_eq!(value.to_string(), text.as_str());
                        prop_assert_eq!(serde_json::to_string(&value).unwrap(), json.as_str());
                        prop_assert_eq!(value, $name::from(text.as_str()));
                    }
                    Ok(())
                });
            }

            #[test]
            fn enum_value_is_other_exactly_if_the_document_does_not_list_it() {
                let listed = listed(SCHEMA);
                for_any(value(SCHEMA), |text| {
                    let is_other = matches!($name::from(text.as_str()), $name::Other(_));
                    prop_assert_eq!(is_other, !listed.contains(&text));
                    Ok(())
                });
            }

            #[test]
            fn enum_values_are_equal_exactly_if_their_strings_are_equal() {
                for_any((value(SCHEMA), value(SCHEMA)), |(one, other)| {
                    let is_equal = $name::from(one.as_str()) == $name::from(other.as_str());
                    prop_assert_eq!(is_equal, one == other);
                    Ok(())
                });
            }
        }
    )*};
}
open_enums! {
    incident_severity: IncidentSeverity,
    incident_update_status: IncidentUpdateStatus,
}
