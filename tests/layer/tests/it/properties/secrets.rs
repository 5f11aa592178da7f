use loopback::{Response, Server};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use proptest::prelude::*;

use super::for_any_call;
use crate::support::{Operation, api, builder, client};

/// Returns `key` in each form in which a response may repeat it.
fn repeated(key: &str) -> [String; 7] {
    let json = serde_json::to_string(key).unwrap();
    let json = &json[1..json.len() - 1];
    [
        key.to_owned(),
        json.to_owned(),
        json.replace('/', r"\/"),
        key.encode_utf16().map(|unit| format!("\\u{unit:04x}")).collect(),
        key.encode_utf16().map(|unit| format!("\\u{unit:04X}")).collect(),
        // The JSON that Python and PHP write by default: only non-ASCII characters are escaped.
        key.chars().map(|c| if c.is_ascii() { c.to_string() } else { json_escape(c) }).collect(),
        utf8_percent_encode(key, NON_ALPHANUMERIC).to_string(),
    ]
}

/// Escapes a character as in JSON, with one escape for each UTF-16 code unit.
fn json_escape(character: char) -> String {
    character.encode_utf16(&mut [0; 2]).iter().map(|unit| format!("\\u{unit:04x}")).collect()
}

#[test]
fn redacts_a_non_ascii_key_in_every_escaped_form() {
    for_any_call("[a-zÀ-ž€α-ω가-힣🔐-🔓]{8,20}", async |key| {
        for repeated in repeated(&key) {
            let server = Server::start([Response::new(401, format!("\t{repeated}\t"))]);
            let client = client(server.url()).with_headers([("authorization", format!("Token {key}"))]);
            let error = api(Operation::Incidents.fails(&client).await);
            prop_assert_eq!(error.body(), format!("\t{}\t", "*".repeat(repeated.len())));
        }
        Ok(())
    });
}

#[test]
fn redacts_the_key_in_every_escaped_form() {
    // The keys contain neither `\` nor `%`, because a key with an escape sequence would be ambiguous.
    for_any_call("[!-$&-\\[\\]-~]{8,40}", async |key| {
        for repeated in repeated(&key) {
            let server = Server::start([Response::new(401, format!("\t{repeated}\t"))]);
            let client = builder(server.url()).api_key(key.as_str()).build().unwrap();
            let error = api(Operation::Incidents.fails(&client).await);
            prop_assert_eq!(error.body(), format!("\t{}\t", "*".repeat(repeated.len())));
        }
        Ok(())
    });
}
