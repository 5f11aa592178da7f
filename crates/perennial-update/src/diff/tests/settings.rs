//! Tests updates that affect servers, credentials, or the rate limits and date formats in descriptions: names are kept,
//! and changes are reported.

use perennial_codegen::adaptation::{Adaptation, Rule};

use super::*;

/// Creates a document with these security schemes, and with an operation that requires `security`. All error bodies
/// have the schema `Fault`.
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

/// Generates a client with the credentials and the error type that its document declares.
fn client(document: &Value) -> Client {
    let names = Names::parse(r#"{ "client": { "errors": true, "credentials": {} } }"#).expect("legal");
    let client = generate_client(&document.to_string(), &names);
    generate_client(&document.to_string(), &client.names)
}

/// Returns the changes to servers and credentials, each as the id of its rule and the name of the setting.
fn setting_changes(old: &Client, new: &Client) -> Vec<String> {
    let Comparison { servers, credentials, .. } = Comparison::new(&old.api, &new.api);
    servers.iter().chain(&credentials).map(|it| format!("{} {}", it.rule.id, it.name)).collect()
}

#[test]
fn public_api_lists_credential_setters_and_environment_variables() {
    let schemes = json!({ "A": key("X-A"), "B": bearer() });
    let listing = listing(&client(&with_schemes(schemes, json!([{ "A": [], "B": [] }, {}]))).api);
    for line in [
        "credentials api_key(key) as header X-A",
        "credentials bearer(token) as bearer token",
        "operation get_a has the error body types::Fault for the status \"4XX\"",
        "operation get_a is authenticated by api_key and bearer, or nothing",
        "variable API_KEY = api_key",
        "variable TOKEN = bearer",
    ] {
        assert!(listing.lines().any(|other| other == line), "{line}\n{listing}");
    }
}

#[test]
fn renamed_security_scheme_keeps_its_setter_and_variables() {
    let [a, b] = [json!([{ "A": [] }]), json!([{ "B": [] }])];
    let old = client(&with_schemes(json!({ "A": key("X-A"), "C": key("X-C") }), a.clone()));
    assert_eq!(Vec::from_iter(old.api.credentials.keys()), ["a", "c"]);
    let renamed = with_schemes(json!({ "C": key("X-C"), "B": key("x-a"), "D": bearer() }), b);
    let new = update_client(&old, &renamed);
    assert_eq!(
        setting_changes(&old, &new),
        [
            "credentials-sent-elsewhere ClientBuilder::a",
            "credentials-added ClientBuilder::bearer",
            "variable-added …_TOKEN"
        ]
    );
    assert_eq!(Comparison::new(&old.api, &new.api).verdict(), Verdict::Compatible);
    // A document's only API key would get the setter `api_key` by default. This one keeps its recorded name.
    let alone = update_client(&new, &with_schemes(json!({ "B": key("x-a") }), json!([])));
    assert_eq!(Vec::from_iter(alone.api.credentials.keys()), ["a"]);

    // Two schemes of the same kind were renamed at once. It is unclear which new scheme corresponds to which old one,
    // so neither name is kept.
    let old = client(&with_schemes(json!({ "A": bearer(), "Z": bearer() }), a));
    let new = update_client(&old, &with_schemes(json!({ "B": bearer(), "Y": bearer() }), json!([{ "B": [] }])));
    assert_eq!(Vec::from_iter(new.api.credentials.keys()), ["b", "y"]);
}

#[test]
fn security_scheme_that_returns_gets_its_released_setter_back() {
    let (with, without) = (with_schemes(json!({ "A": key("X-A") }), json!([])), with_schemes(json!({}), json!([])));
    let release = client(&with);
    let old = update_client(&release, &without);
    let both = with_schemes(json!({ "New": key("X-N"), "A": key("X-A") }), json!([]));
    let new = update_released_client(&release, (&old, &without), &both);
    assert_eq!(Vec::from_iter(new.api.credentials.keys()), ["api_key", "new"]);
}

fn oauth(flows: Value) -> Value {
    json!({ "type": "oauth2", "flows": flows })
}

/// Returns the changes that are reported if a security scheme changes: first for a client that generates its
/// credentials from the document, then for a client with hand-written credentials.
fn scheme_changes(old: Value, new: Value) -> [Vec<String>; 2] {
    let [old, new] = [old, new].map(|scheme| with_schemes(json!({ "A": scheme }), json!([{ "A": [] }])));
    let by_document = client(&old);
    let by_hand = generate_client(&old.to_string(), &Names::default());
    [by_document, by_hand].map(|client| setting_changes(&client, &update_client(&client, &new)))
}

#[test]
fn moving_a_token_url_to_another_host_is_breaking_and_reported_once() {
    let with = |url: &str| oauth(json!({ "clientCredentials": { "tokenUrl": url } }));
    let setter = |rule: &str| vec![format!("{rule} ClientBuilder::oauth")];
    let url = |rule: &str| vec![format!("{rule} A clientCredentials.tokenUrl")];
    for (new, of_setter, of_url) in [
        ("https://b.example/token", "endpoint-moved", "endpoint-moved"),
        ("https://a.example:8443/token", "endpoint-moved", "endpoint-moved"),
        ("http://a.example/token", "endpoint-moved", "endpoint-moved"),
        ("https://a.example/v2/token", "credentials-sent-elsewhere", "endpoint-changed"),
        ("https://A.example:443/token", "credentials-sent-elsewhere", "endpoint-changed"),
        ("/token", "endpoint-moved", "endpoint-moved"),
    ] {
        let changes = scheme_changes(with("https://a.example/token"), with(new));
        assert_eq!(changes, [setter(of_setter), url(of_url)], "{new}");
    }
    let [of_setter, of_url] = scheme_changes(with("/token"), with("/v2/token"));
    assert_eq!([of_setter, of_url], [setter("credentials-sent-elsewhere"), url("endpoint-changed")]);
}

#[test]
fn moving_a_token_or_login_url_to_another_host_is_breaking() {
    let with = |key: &str, url: &str| oauth(json!({ "authorizationCode": { key: url } }));
    for key in ["authorizationUrl", "tokenUrl", "refreshUrl", "deviceAuthorizationUrl"] {
        for (new, rule) in [("https://b.example/x", "endpoint-moved"), ("https://a.example/y", "endpoint-changed")] {
            let expected = vec![format!("{rule} A authorizationCode.{key}")];
            let changes = scheme_changes(with(key, "https://a.example/x"), with(key, new));
            assert_eq!(changes, [expected.clone(), expected], "{key}");
        }
    }
    let openid = |url: &str| json!({ "type": "openIdConnect", "openIdConnectUrl": url });
    let changes = scheme_changes(openid("https://a.example/.well-known"), openid("https://b.example/.well-known"));
    assert_eq!(changes, [const { "endpoint-moved A openIdConnectUrl" }; 2].map(|it| vec![it.to_owned()]));
    // Adding a flow is not breaking, because existing programs do not use its URLs.
    let both = oauth(
        json!({ "authorizationCode": { "tokenUrl": "https://a.example/x" }, "password": { "tokenUrl": "https://b.example" } }),
    );
    assert_eq!(scheme_changes(with("tokenUrl", "https://a.example/x"), both), [const { Vec::<String>::new() }; 2]);
}

#[test]
fn moving_the_token_url_of_a_renamed_scheme_is_breaking() {
    let with = |name: &str, url: &str| {
        let flows = json!({ "clientCredentials": { "tokenUrl": url } });
        with_schemes(json!({ name: oauth(flows) }), json!([{ name: [] }]))
    };
    let old = with("A", "https://a.example/token");
    for names in ["{}", r#"{ "client": { "credentials": {} } }"#] {
        let client = generate_client(&old.to_string(), &Names::parse(names).expect("legal"));
        let client = generate_client(&old.to_string(), &client.names);
        let verdict = |new: &Value| Comparison::new(&client.api, &update_client(&client, new).api).verdict();
        assert_eq!(verdict(&with("B", "https://a.example/token")), Verdict::NoChange, "{names}");
        assert_eq!(verdict(&with("B", "https://b.example/token")), Verdict::Breaking, "{names}");
    }
}

#[test]
fn moving_an_api_key_into_the_query_is_breaking() {
    let key = |place: &str, name: &str| json!({ "type": "apiKey", "in": place, "name": name });
    for (old, new, rule) in [
        (key("header", "X-Key"), key("query", "key"), "credentials-in-query"),
        (key("cookie", "key"), key("query", "key"), "credentials-in-query"),
        (key("query", "key"), key("header", "X-Key"), "credentials-sent-elsewhere"),
        (key("query", "key"), key("query", "api_key"), "credentials-sent-elsewhere"),
        (key("header", "X-Key"), key("cookie", "key"), "credentials-sent-elsewhere"),
        (key("header", "X-Key"), key("header", "X-Other"), "credentials-sent-elsewhere"),
    ] {
        let [by_document, _] = scheme_changes(old.clone(), new.clone());
        assert_eq!(by_document, [format!("{rule} ClientBuilder::api_key")], "{old} {new}");
    }
}

#[test]
fn moving_a_server_to_another_host_is_breaking() {
    let verdict = |old: Value, new: Value| {
        let old = client(&with_servers(old));
        Comparison::new(&old.api, &update_client(&old, &with_servers(new)).api).verdict()
    };
    let plain = |url: &str| json!([{ "url": url }]);
    for new in ["https://b.example/v1", "https://a.example:8443/v1", "http://a.example/v1", "/v1"] {
        assert_eq!(verdict(plain("https://a.example/v1"), plain(new)), Verdict::Breaking, "{new}");
    }
    for new in ["https://A.Example/v1", "https://a.example:443/v1", "HTTPS://a.example/v1"] {
        assert_eq!(verdict(plain("https://a.example/v1"), plain(new)), Verdict::NoChange, "{new}");
    }
    let region = |default: &str, values: &[&str]| {
        let region = json!({ "default": default, "enum": values });
        json!([{ "url": "https://{region}.a.example", "variables": { "region": region } }])
    };
    let old = || region("eu", &["eu", "us"]);
    assert_eq!(verdict(old(), region("us", &["eu", "us"])), Verdict::Breaking);
    assert_eq!(verdict(old(), region("eu", &["eu"])), Verdict::Breaking);
    assert_eq!(verdict(old(), region("eu", &["eu", "us", "ap"])), Verdict::Compatible);
    let two = |urls: [&str; 2]| json!(urls.map(|url| json!({ "url": url })));
    assert_eq!(
        verdict(two(["https://a.example", "https://b.example"]), two(["https://b.example", "https://a.example"])),
        Verdict::Breaking
    );
    assert_eq!(verdict(plain("/v1"), plain("https://a.example")), Verdict::Compatible);
}

#[test]
fn moving_the_server_of_an_operation_to_another_host_is_breaking() {
    let old = json!("https://a.example/v1");
    for (new, rule) in [
        (json!("https://b.example/v1"), Some("server-to-allow")),
        (json!("http://a.example/v1"), Some("server-to-allow")),
        (json!("https://a.example:8443/v1"), Some("server-to-allow")),
        (json!("https://a.example/v2"), Some("server-changed")),
        (json!("https://A.example:443/v1"), Some("server-changed")),
        (json!("https://a.example/v1"), None),
    ] {
        for place in ["/paths/~1a/servers", "/paths/~1a/get/servers"] {
            let [old, new] = [&old, &new].map(|url| {
                let mut document = document(json!({ "/a": { "get": { "operationId": "getA" } } }), json!({}));
                edit(&mut document, place, json!([{ "url": url }, { "url": "https://second.example" }]));
                client(&document)
            });
            let comparison = Comparison::new(&old.api, &new.api);
            let rules = comparison.operations.items.iter().flat_map(|item| &item.changes).map(|change| change.rule.id);
            assert_eq!(Vec::from_iter(rules), Vec::from_iter(rule), "{place} {new:?}");
        }
    }
}

fn with_servers(servers: Value) -> Value {
    let mut document = base();
    document["servers"] = servers;
    document
}

#[test]
fn listed_servers_keep_their_names_in_any_order() {
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
    // Adds a server that differs in the values of a variable. The other servers are reordered and get new descriptions.
    let second =
        [plain(same, "First"), templated("d.example", &["eu", "ap"]), first[2].clone(), plain(other, "Second")];
    let new = update_client(&old, &with_servers(json!(second)));
    let added = ["", ".default2", ".region", "Region::Ap", "Region::Eu"];
    assert_eq!(setting_changes(&old, &new), added.map(|it| format!("listed-server-added RegionDefaultDExample{it}")));
    // A server that is removed and added again is named by the naming rules, as if it were new.
    let without = update_client(&new, &with_servers(json!(second[..3])));
    let new = update_client(&without, &with_servers(json!(first)));
    assert_eq!(setting_changes(&old, &new), ["listed-server-removed A_B_EXAMPLE2"; 0]);
}

/// Creates a document with an operation that has a date parameter in the query. `operation` and `date` are the
/// descriptions of the operation and of the parameter.
fn described(operation: &str, date: &str) -> Value {
    let schema = json!({ "type": "string", "format": "date" });
    let parameter = json!({ "name": "from", "in": "query", "description": date, "schema": schema });
    let get = json!({ "operationId": "getA", "description": operation, "parameters": [parameter] });
    document(json!({ "/a": { "get": get } }), json!({}))
}

#[test]
fn rate_limit_is_kept_if_the_description_no_longer_states_it() {
    let kept_decisions = |client: &Client| {
        let kept_decisions = client.adaptations.iter().filter(|it| it.rule == Rule::KEPT_DECISION);
        kept_decisions.map(|Adaptation { place, .. }| place.clone()).collect::<Vec<_>>()
    };
    let old = client(&described("At most 5 requests per minute.", "A UNIX timestamp."));
    let new = update_client(&old, &described("Be gentle.", "The first day."));
    assert_eq!(Comparison::new(&old.api, &new.api).verdict(), Verdict::NoChange);
    assert_eq!(kept_decisions(&new), ["getA (GET /a) parameter `from`", "getA (GET /a) rate limit"]);
    // The new descriptions state a different rate limit, and the same date format as before.
    let again = update_client(&new, &described("At most 6 requests per minute.", "UNIX time."));
    assert_eq!(report_lines(&Comparison::new(&new.api, &again.api)).len(), 1);
    assert_eq!((kept_decisions(&old), kept_decisions(&again)), (vec![], vec![]));

    // The parameter remains a date, even though its description now mentions a UNIX timestamp. Only an edit of
    // `names.json` can change that.
    let old = client(&described("", "The first day."));
    let new = update_client(&old, &described("", "A UNIX timestamp."));
    assert_eq!(Comparison::new(&old.api, &new.api).verdict(), Verdict::NoChange);
    let names = new.names.to_text().expect("legal").replace("\"query from\": false", "\"query from\": true");
    let by_hand = generate_client(&described("", "").to_string(), &Names::parse(&names).expect("legal"));
    assert!(listing(&by_hand.api).contains("setter from: time::QueryTime"), "{}", listing(&by_hand.api));
}

#[test]
fn added_derives_and_attributes_are_listed_and_compared() {
    let plain = client(&base());
    let mut names = plain.names.clone();
    names.client = serde_json::from_value(json!({
        "derive": { "Thing": ["schemars::JsonSchema"] },
        "attributes": { "Thing": ["#[a]"], "*.undeclared_": ["#[b]"], "ThingKind.Good": ["#[c]"] },
    }))
    .expect("legal");
    let added = generate_client(&base().to_string(), &names);
    assert_eq!(added.names, names);
    let lines = listing(&added.api);
    let lines: Vec<&str> = lines.lines().filter(|line| line.contains("attribute")).collect();
    assert_eq!(
        lines,
        [
            "type Thing has the attribute #[a]",
            "type Thing has the attribute #[derive(schemars::JsonSchema)]",
            "type Thing.undeclared_ has the attribute #[b]",
            "type ThingKind::Good has the attribute #[c]",
            "type ThingPut.undeclared_ has the attribute #[b]",
        ]
    );
    let lost = report_lines(&Comparison::new(&added.api, &plain.api));
    assert!(
        lost.contains(&"! Thing: no longer has the attribute `#[derive(schemars::JsonSchema)]`".to_owned()),
        "{lost:#?}"
    );
    assert_eq!(lost.len(), 5, "{lost:#?}");
    assert_eq!(report_lines(&Comparison::new(&plain.api, &added.api)).len(), 5);
}

/// An update also generates the client without recorded names, in which types that were renamed have other names.
#[test]
fn update_keeps_additions_to_a_renamed_type() {
    let mut names = client(&base()).names;
    let thing = names.types.remove("Thing").expect("should be recorded");
    names.types.insert("Item".to_owned(), thing);
    names.client.derive = serde_json::from_value(json!({ "Item": ["Hash"] })).expect("legal");
    let renamed = generate_client(&base().to_string(), &names);
    let updated = update_client(&renamed, &base());
    assert_eq!(updated.names.client, names.client);
    assert!(updated.code.contains(", Hash)]"), "{}", updated.code);
}
