//! Reads lines that consist of the number of a type and of JSON. Decodes the JSON of each line as that type, encodes
//! the value again, and prints the result.
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
