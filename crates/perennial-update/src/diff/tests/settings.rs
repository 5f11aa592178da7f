//! Servers, credentials and what descriptions say: an update keeps the names of the first two, and tells what differs.

use perennial_codegen::adaptation::{Adaptation, Rule};

use super::*;

/// A document with these schemes, whose operation needs what `security` says, and fails with the schema `Fault`.
fn with_schemes(schemes: Value, security: Value) -> Value {
    let fault = json!({ "type": "object", "properties": { "text": { "type": "string" } } });
    let responses = json!({ "204": {}, "4XX": json_of(json!({ "$ref": "#/components/schemas/Fault" })) });
    let operation = json!({ "operationId": "getA", "security": security, "responses": responses });
    let mut document = document(json!({ "/a": { "get": operation } }), json!({ "Fault": fault }));
    document["components"]["securitySchemes"] = schemes;
    document
}

fn key(header: &str) -> Value {
    json!({ "type": "apiKey", "in": "header", "name": header })
}

fn bearer() -> Value {
    json!({ "type": "http", "scheme": "bearer" })
}

/// A client with the credentials and the errors of its document.
fn client(document: &Value) -> Client {
    let names = Names::parse(r#"{ "client": { "errors": true, "credentials": {} } }"#).expect("legal");
    let client = generated(&document.to_string(), &names);
    generated(&document.to_string(), &client.names)
}

/// The rules and names of what differs in servers and credentials.
fn told(old: &Client, new: &Client) -> Vec<String> {
    let Comparison { servers, credentials, .. } = Comparison::new(&old.api, &new.api);
    servers.iter().chain(&credentials).map(|it| format!("{} {}", it.rule.id, it.name)).collect()
}

#[test]
fn setters_variables_security_and_errors_are_listed() {
    let schemes = json!({ "A": key("X-A"), "B": bearer() });
    let listing = listing(&client(&with_schemes(schemes, json!([{ "A": [], "B": [] }, {}]))).api);
    for line in [
        "credentials api_key(key) as header X-A",
        "credentials bearer(token) as bearer token",
        "operation get_a has the error \"4XX\" of types::Fault",
        "operation get_a is authenticated by api_key and bearer, or nothing",
        "variable API_KEY = api_key",
        "variable TOKEN = bearer",
    ] {
        assert!(listing.lines().any(|other| other == line), "{line}\n{listing}");
    }
}

#[test]
fn a_scheme_that_only_has_another_name_keeps_its_setter_and_variables() {
    let [a, b] = [json!([{ "A": [] }]), json!([{ "B": [] }])];
    let old = client(&with_schemes(json!({ "A": key("X-A"), "C": key("X-C") }), a.clone()));
    assert_eq!(Vec::from_iter(old.api.credentials.keys()), ["a", "c"]);
    let renamed = with_schemes(json!({ "C": key("X-C"), "B": key("x-a"), "D": bearer() }), b);
    let new = refreshed(&old, &renamed);
    assert_eq!(
        told(&old, &new),
        [
            "credentials-sent-elsewhere ClientBuilder::a",
            "credentials-added ClientBuilder::bearer",
            "variable-added …_TOKEN"
        ]
    );
    assert_eq!(Comparison::new(&old.api, &new.api).verdict(), Verdict::Compatible);
    // The only one of its kind would be called by that, and has its name already.
    let alone = refreshed(&new, &with_schemes(json!({ "B": key("x-a") }), json!([])));
    assert_eq!(Vec::from_iter(alone.api.credentials.keys()), ["a"]);

    // Which of two it was, nobody knows.
    let old = client(&with_schemes(json!({ "A": bearer(), "Z": bearer() }), a));
    let new = refreshed(&old, &with_schemes(json!({ "B": bearer(), "Y": bearer() }), json!([{ "B": [] }])));
    assert_eq!(Vec::from_iter(new.api.credentials.keys()), ["b", "y"]);
}

#[test]
fn a_scheme_that_returns_after_an_update_without_it_has_the_setter_of_the_release() {
    let (with, without) = (with_schemes(json!({ "A": key("X-A") }), json!([])), with_schemes(json!({}), json!([])));
    let release = client(&with);
    let old = refreshed(&release, &without);
    let both = with_schemes(json!({ "New": key("X-N"), "A": key("X-A") }), json!([]));
    let new = refreshed_since(&release, (&old, &without), &both);
    assert_eq!(Vec::from_iter(new.api.credentials.keys()), ["api_key", "new"]);
}

fn with_servers(servers: Value) -> Value {
    let mut document = base();
    document["servers"] = servers;
    document
}

#[test]
fn servers_keep_their_names_whatever_else_is_listed_and_in_which_order() {
    let region = |values: &[&str]| json!({ "default": "eu", "enum": values, "description": "Where." });
    let templated = |host: &str, values: &[&str]| {
        let variables = json!({ "region": region(values), "default": { "default": "x" } });
        json!({ "url": format!("https://{{region}}.{{default}}.{host}"), "variables": variables })
    };
    let plain = |url: &str, described: &str| json!({ "url": url, "description": described });
    let [same, other] = ["https://a-b.example", "https://a.b.example"];
    let first = [plain(same, "One"), plain(other, "Two"), templated("c.example", &["eu", "us"])];
    let old = client(&with_servers(json!(first)));
    let names = ["A_B_EXAMPLE", "A_B_EXAMPLE2", "DEFAULT", "Region::Eu", "Region::Us", "RegionDefaultCExample"];
    assert!(names.iter().all(|name| old.api.servers.contains_key(*name)), "{:?}", old.api.servers);
    // Another server, with other values of the same variable; the rest in another order, and described in other words.
    let second =
        [plain(same, "First"), templated("d.example", &["eu", "ap"]), first[2].clone(), plain(other, "Second")];
    let new = refreshed(&old, &with_servers(json!(second)));
    let added = ["", ".default2", ".region", "Region::Ap", "Region::Eu"];
    assert_eq!(told(&old, &new), added.map(|it| format!("listed-server-added RegionDefaultDExample{it}")));
    // What goes and returns is called by the rules, which give it the name that is free.
    let without = refreshed(&new, &with_servers(json!(second[..3])));
    let new = refreshed(&without, &with_servers(json!(first)));
    assert_eq!(told(&old, &new), ["listed-server-removed A_B_EXAMPLE2"; 0]);
}

/// An operation with this description, and a date in the query with that one.
fn described(operation: &str, date: &str) -> Value {
    let schema = json!({ "type": "string", "format": "date" });
    let parameter = json!({ "name": "from", "in": "query", "description": date, "schema": schema });
    let get = json!({ "operationId": "getA", "description": operation, "parameters": [parameter] });
    document(json!({ "/a": { "get": get } }), json!({}))
}

#[test]
fn a_description_in_other_words_changes_neither_limit_nor_time_and_that_is_told() {
    let kept = |client: &Client| {
        let kept = client.adaptations.iter().filter(|it| it.rule == Rule::KEPT_DECISION);
        kept.map(|Adaptation { place, .. }| place.clone()).collect::<Vec<_>>()
    };
    let old = client(&described("At most 5 requests per minute.", "A UNIX timestamp."));
    let new = refreshed(&old, &described("Be gentle.", "The first day."));
    assert_eq!(Comparison::new(&old.api, &new.api).verdict(), Verdict::NoChange);
    assert_eq!(kept(&new), ["getA (GET /a) parameter `from`", "getA (GET /a) rate limit"]);
    // It is said once more, and another limit.
    let again = refreshed(&new, &described("At most 6 requests per minute.", "UNIX time."));
    assert_eq!(reported(&Comparison::new(&new.api, &again.api)).len(), 1);
    assert_eq!((kept(&old), kept(&again)), (vec![], vec![]));

    // A date stays one, and the file can say otherwise.
    let old = client(&described("", "The first day."));
    let new = refreshed(&old, &described("", "A UNIX timestamp."));
    assert_eq!(Comparison::new(&old.api, &new.api).verdict(), Verdict::NoChange);
    let names = new.names.text().expect("legal").replace("\"query from\": false", "\"query from\": true");
    let by_hand = generated(&described("", "").to_string(), &Names::parse(&names).expect("legal"));
    assert!(listing(&by_hand.api).contains("setter from: time::QueryTime"), "{}", listing(&by_hand.api));
}
