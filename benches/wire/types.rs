//! Reads lines, each of which contains the number of a type and JSON. Decodes the JSON as this type, encodes the value
//! again, and prints the result.
#![allow(warnings)]

mod api;

use api::*;

fn again<T: serde::Serialize + serde::de::DeserializeOwned>(text: &str) -> Result<serde_json::Value, String> {
    let value: T = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let text = serde_json::to_string(&value).map_err(|error| error.to_string())?;
    serde_json::from_str(&text).map_err(|error| error.to_string())
}

fn main() {
    for line in std::io::stdin().lines() {
        let line = line.expect("text");
        let (ty, text) = line.split_once(' ').expect("a type and a text");
        let result = match by_type(ty.parse().expect("a number"), text) {
            Ok(came) => serde_json::json!({ "came": came }),
            Err(reason) => serde_json::json!({ "failed": reason }),
        };
        println!("{result}");
    }
}
