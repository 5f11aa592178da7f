use serde_json::{Value, json};

use super::expect_found;

const ALL: &str = "all operations that do not declare their own security";

fn general(security: Value) -> Value {
    json!({ "security": security, "paths": { "/a": { "get": {} }, "/b": { "get": {} } } })
}

#[test]
fn reports_credentials_that_no_longer_suffice_for_a_call() {
    let key = || json!({ "Key": [] });
    let bearer = |scopes: &[&str]| json!({ "Bearer": scopes });
    for (old, new, expected) in [
        (json!([key()]), json!([bearer(&[]), key()]), &[][..]),
        (json!([key()]), json!([key(), {}]), &[]),
        (json!([bearer(&["r"]), key()]), json!([key(), bearer(&["r"])]), &[]),
        (json!([{}]), json!([]), &[]),
        (json!([{ "Key": [], "Bearer": [] }]), json!([key()]), &[]),
        (
            json!([bearer(&["r"]), key()]),
            json!([key()]),
            &[["security-alternative-removed", "Bearer and scope `r` of Bearer alone is no longer sufficient"]],
        ),
        (json!([key()]), json!([{ "Key": [], "Bearer": [] }]), &[["security-scheme-added", "Bearer is required"]]),
        (json!([]), json!([key()]), &[["security-scheme-added", "Key is required"]]),
        (
            json!([bearer(&["r"])]),
            json!([bearer(&["w", "x"])]),
            &[["scope-added", "scope `w` of Bearer is required"], ["scope-added", "scope `x` of Bearer is required"]],
        ),
        (
            json!([key()]),
            json!([{ "Key": [], "A": [], "B": [] }, { "Key": [], "C": [] }]),
            &[["security-scheme-added", "C is required"]],
        ),
    ] {
        let expected: Vec<_> = expected.iter().map(|[rule, expected]| [*rule, ALL, *expected]).collect();
        expect_found(&general(old), &general(new), &expected);
    }
}

#[test]
fn security_change_of_an_operation_names_the_operation() {
    let with = |general: Value, own: Option<Value>| {
        let operation = own.map_or(json!({}), |own| json!({ "security": own }));
        json!({ "security": general, "paths": { "/a": { "get": operation } } })
    };
    let (key, none) = (json!([{ "Key": [] }]), json!([]));
    let expected = [["security-scheme-added", "GET /a", "Key is required"]];
    expect_found(&with(key.clone(), None), &with(none.clone(), Some(key.clone())), &[]);
    expect_found(&with(none.clone(), None), &with(none.clone(), Some(key.clone())), &expected);
    expect_found(&with(none, Some(key.clone())), &with(key.clone(), Some(key)), &[]);
}

#[test]
fn renamed_security_scheme_is_not_a_behaviour_change() {
    let with = |name: &str, scheme: Value| {
        let mut document = general(json!([{ name: [] }]));
        document["components"]["securitySchemes"][name] = scheme;
        document
    };
    let (key, bearer) =
        (json!({ "type": "apiKey", "in": "header", "name": "X-Key" }), json!({ "type": "http", "scheme": "bearer" }));
    let described = json!({ "type": "http", "scheme": "Bearer", "bearerFormat": "JWT", "description": "A key." });
    expect_found(&with("Bearer", bearer.clone()), &with("Bearer", described.clone()), &[]);
    expect_found(&with("Old", bearer.clone()), &with("New", described), &[]);
    let expected = [["security-alternative-removed", ALL, "Key alone is no longer sufficient"]];
    expect_found(&with("Key", key), &with("Key", bearer), &expected);
}

#[test]
fn changed_oauth_url_is_not_reported_as_a_behaviour_change() {
    let oauth = |url: &str| json!({ "type": "oauth2", "flows": { "clientCredentials": { "tokenUrl": url } } });
    let mut old = general(json!([{ "A": [] }]));
    old["components"]["securitySchemes"] = json!({ "A": oauth("https://a"), "B": oauth("https://b") });
    let mut moved = old.clone();
    moved["components"]["securitySchemes"]["A"] = oauth("https://c");
    expect_found(&old, &moved, &[]);
    let mut new = old.clone();
    new["security"] = json!([{ "B": [] }]);
    expect_found(&old, &new, &[["security-alternative-removed", ALL, "A alone is no longer sufficient"]]);
}
