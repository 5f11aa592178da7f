//! Who may call.

use serde_json::{Value, json};

use super::is_found;

const ALL: &str = "all operations without security of their own";

fn general(security: Value) -> Value {
    json!({ "security": security, "paths": { "/a": { "get": {} }, "/b": { "get": {} } } })
}

#[test]
fn alternatives_are_compared_by_who_has_what_they_ask_for() {
    let key = || json!({ "Key": [] });
    let bearer = |scopes: &[&str]| json!({ "Bearer": scopes });
    for (old, new, expected) in [
        (json!([key()]), json!([bearer(&[]), key()]), &[["security-alternative-added", "Bearer suffices"]][..]),
        (
            json!([bearer(&["r"]), key()]),
            json!([key()]),
            &[["security-alternative-removed", "Bearer (r) no longer suffices"]],
        ),
        (json!([key()]), json!([{ "Key": [], "Bearer": ["r"] }]), &[["security-scheme-added", "Bearer is needed"]]),
        (
            json!([{ "Key": [], "Bearer": [] }]),
            json!([key()]),
            &[["security-scheme-removed", "Bearer is no longer needed"]],
        ),
        (json!([]), json!([key()]), &[["security-scheme-added", "Key is needed"]]),
        (json!([key()]), json!([key(), {}]), &[["security-scheme-removed", "Key is no longer needed"]]),
        (
            json!([bearer(&[])]),
            json!([bearer(&["r", "w"])]),
            &[["scope-added", "scope `r` of Bearer is needed"], ["scope-added", "scope `w` of Bearer is needed"]],
        ),
        (
            json!([bearer(&["r"])]),
            json!([bearer(&["w"])]),
            &[
                ["scope-added", "scope `w` of Bearer is needed"],
                ["scope-removed", "scope `r` of Bearer is no longer needed"],
            ],
        ),
        (
            json!([key()]),
            json!([{ "Key": [], "A": [], "B": [] }, { "Key": [], "C": [] }]),
            &[["security-scheme-added", "C is needed"]],
        ),
        (json!([bearer(&["r"]), key()]), json!([key(), bearer(&["r"])]), &[]),
        (json!([{}]), json!([]), &[]),
    ] {
        let expected: Vec<_> = expected.iter().map(|[rule, told]| [*rule, ALL, *told]).collect();
        is_found(&general(old), &general(new), &expected);
    }
}

#[test]
fn what_an_operation_asks_for_itself_is_told_there() {
    let with = |general: Value, own: Option<Value>| {
        let operation = own.map_or(json!({}), |own| json!({ "security": own }));
        json!({ "security": general, "paths": { "/a": { "get": operation } } })
    };
    let (key, none) = (json!([{ "Key": [] }]), json!([]));
    is_found(&with(key.clone(), None), &with(none.clone(), Some(key.clone())), &[]);
    is_found(
        &with(key.clone(), None),
        &with(key.clone(), Some(none.clone())),
        &[["security-scheme-removed", "GET /a", "Key is no longer needed"]],
    );
    is_found(&with(none, Some(key.clone())), &with(key.clone(), Some(key)), &[]);
}

#[test]
fn a_scheme_is_told_if_it_works_differently_and_not_if_it_is_renamed() {
    let with = |name: &str, scheme: Value| {
        let mut document = general(json!([{ name: [] }]));
        document["components"]["securitySchemes"][name] = scheme;
        document
    };
    let (key, bearer) =
        (json!({ "type": "apiKey", "in": "header", "name": "X-Key" }), json!({ "type": "http", "scheme": "bearer" }));
    let described = json!({ "type": "http", "scheme": "Bearer", "bearerFormat": "JWT", "description": "A key." });
    is_found(
        &with("Key", key.clone()),
        &with("Key", bearer.clone()),
        &[["security-scheme-changed", "security scheme Key", "is http bearer, was apiKey header X-Key"]],
    );
    is_found(&with("Bearer", bearer.clone()), &with("Bearer", described.clone()), &[]);
    is_found(&with("Old", bearer), &with("New", described), &[]);
    is_found(
        &with("Old", key.clone()),
        &with("New", json!({ "type": "apiKey" })),
        &[
            ["security-alternative-removed", ALL, "Old no longer suffices"],
            ["security-alternative-added", ALL, "New suffices"],
        ],
    );
}
