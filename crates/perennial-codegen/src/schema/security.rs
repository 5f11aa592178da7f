//! What a document says that authenticates its operations.

use serde_json::{Map, Value};

use super::SecurityScheme;
use crate::{
    api::{Carrier, SchemeKind},
    bounds::{Bound, Budget},
    document::{
        Spec,
        json::{entries, optional_text, text},
        targets::Targets,
    },
    text::{header, path},
};

/// The security schemes of the document `root`, in its order, which refer to parts of `source`.
pub fn schemes(root: &Value, source: &Value) -> Vec<SecurityScheme> {
    let mut targets = Targets::new(source, Budget::new(Bound::Parts));
    let declared = entries(&root["components"], "securitySchemes");
    let schemes = declared.map(|(name, declared)| {
        let reference = declared.get("$ref").and_then(Value::as_str);
        let declared = reference.map_or(Some(declared), |reference| targets.resolve(reference));
        scheme(name, declared.unwrap_or(&Value::Null))
    });
    schemes.collect()
}

fn scheme(name: &str, declared: &Value) -> SecurityScheme {
    let key = text(declared, "name").to_owned();
    let (kind, carrier) = match (text(declared, "type"), text(declared, "in")) {
        ("apiKey", "header") => {
            (SchemeKind::Key, Some(Carrier::Header(key)).filter(|_| header::is_name(text(declared, "name"))))
        }
        ("apiKey", "query") => (SchemeKind::Key, Some(Carrier::Query(key))),
        ("apiKey", "cookie") => (SchemeKind::Key, Some(Carrier::Cookie(key))),
        ("http", _) => match &*text(declared, "scheme").to_ascii_lowercase() {
            "basic" => (SchemeKind::Basic, Some(Carrier::Basic)),
            "bearer" => (SchemeKind::Bearer, Some(Carrier::Token(None))),
            _ => (SchemeKind::Other, Some(Carrier::Header("Authorization".to_owned()))),
        },
        ("oauth2", _) => (SchemeKind::OAuth, Some(Carrier::Token(token_url(declared)))),
        ("openIdConnect", _) => (SchemeKind::OAuth, Some(Carrier::Token(None))),
        // `mutualTLS` is a matter of the connection.
        _ => (SchemeKind::Other, None),
    };
    SecurityScheme { name: name.to_owned(), description: optional_text(declared, "description"), kind, carrier }
}

/// The URL where client credentials get tokens; a relative one is resolved against the base URL of the client.
fn token_url(declared: &Value) -> Option<String> {
    let url = text(&declared["flows"]["clientCredentials"], "tokenUrl").trim();
    let is_http = |scheme: &str| ["https", "http"].iter().any(|known| scheme.eq_ignore_ascii_case(known));
    let is_usable = !url.is_empty() && path::scheme(url).is_none_or(|scheme| is_http(scheme) && url.contains("://"));
    is_usable.then(|| url.to_owned())
}

/// The alternatives of what stands at `security`, each with the schemes that it takes together; `None` if nothing is said.
pub fn alternatives(security: Option<&Value>) -> Option<Vec<Vec<String>>> {
    let alternatives = security?.as_array()?.iter();
    let names = |one: &Value| one.as_object().map(|one| one.keys().cloned().collect()).unwrap_or_default();
    Some(alternatives.map(names).collect())
}

/// Says where an operation may send what authenticates it, beside `Authorization`: places of parameters, and the name there.
/// Where nothing is said anywhere of what operations need, that is any scheme.
pub fn carriers(whole: &mut Spec) -> impl Fn(&Map<String, Value>) -> Vec<(&'static str, String)> + use<> {
    let schemes = schemes(&whole.root, &whole.source);
    let mut said = alternatives(whole.root.get("security"));
    whole.each_operation(&mut |_, operation, _| {
        said = said.take().or_else(|| alternatives(operation.get("security")).map(|_| Vec::new()));
    });
    move |operation| {
        let said = alternatives(operation.get("security")).or_else(|| said.clone());
        let is_asked =
            |name: &String| said.as_ref().is_none_or(|said| said.iter().flatten().any(|asked| asked == name));
        let carried = schemes.iter().filter(|scheme| is_asked(&scheme.name)).filter_map(|scheme| {
            Some(match scheme.carrier.clone()? {
                Carrier::Header(name) => ("header", name),
                Carrier::Query(name) => ("query", name),
                Carrier::Cookie(name) => ("cookie", name),
                Carrier::Basic | Carrier::Token(_) => return None,
            })
        });
        carried.collect()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn each_kind_of_scheme_is_read_with_where_its_value_is_sent() {
        let flows = |url: &str| json!({ "type": "oauth2", "flows": { "clientCredentials": { "tokenUrl": url } } });
        let carried = |name: &str| Some(Carrier::Header(name.to_owned()));
        for (declared, kind, carrier) in [
            (json!({ "type": "apiKey", "in": "header", "name": "X-Key" }), SchemeKind::Key, carried("X-Key")),
            (json!({ "type": "apiKey", "in": "header", "name": "X Key" }), SchemeKind::Key, None),
            (
                json!({ "type": "apiKey", "in": "query", "name": "a b" }),
                SchemeKind::Key,
                Some(Carrier::Query("a b".to_owned())),
            ),
            (
                json!({ "type": "apiKey", "in": "cookie", "name": "sid" }),
                SchemeKind::Key,
                Some(Carrier::Cookie("sid".to_owned())),
            ),
            (json!({ "type": "http", "scheme": "Basic" }), SchemeKind::Basic, Some(Carrier::Basic)),
            (json!({ "type": "http", "scheme": "bearer" }), SchemeKind::Bearer, Some(Carrier::Token(None))),
            (json!({ "type": "http", "scheme": "digest" }), SchemeKind::Other, carried("Authorization")),
            (flows("https://a/token"), SchemeKind::OAuth, Some(Carrier::Token(Some("https://a/token".to_owned())))),
            (flows("HTTPS://a"), SchemeKind::OAuth, Some(Carrier::Token(Some("HTTPS://a".to_owned())))),
            (flows(" token "), SchemeKind::OAuth, Some(Carrier::Token(Some("token".to_owned())))),
            (flows("../a:b"), SchemeKind::OAuth, Some(Carrier::Token(Some("../a:b".to_owned())))),
            (flows("//a/token"), SchemeKind::OAuth, Some(Carrier::Token(Some("//a/token".to_owned())))),
            (flows(" "), SchemeKind::OAuth, Some(Carrier::Token(None))),
            (flows("ftp://a/token"), SchemeKind::OAuth, Some(Carrier::Token(None))),
            (flows("localhost:80/token"), SchemeKind::OAuth, Some(Carrier::Token(None))),
            (
                json!({ "type": "openIdConnect", "openIdConnectUrl": "https://a" }),
                SchemeKind::OAuth,
                Some(Carrier::Token(None)),
            ),
            (json!({ "type": "mutualTLS" }), SchemeKind::Other, None),
            (json!(7), SchemeKind::Other, None),
            (json!({ "$ref": "#/x/1" }), SchemeKind::Basic, Some(Carrier::Basic)),
            (json!({ "$ref": "#/x/2" }), SchemeKind::Other, None),
        ] {
            let root = json!({ "components": { "securitySchemes": { "A": declared } },
                "x": { "1": { "type": "http", "scheme": "basic" }, "2": { "$ref": "#/x/2" } } });
            let SecurityScheme { kind: read, carrier: sent, .. } = schemes(&root, &root).remove(0);
            assert_eq!((read, sent), (kind, carrier), "{declared}");
        }
    }

    #[test]
    fn no_alternative_is_something_else_than_nothing_said() {
        let read = |security: Value| alternatives(Some(&security));
        assert_eq!(
            read(json!([{ "a": [], "b": ["x"] }, {}])),
            Some(vec![vec!["a".to_owned(), "b".to_owned()], vec![]])
        );
        assert_eq!(read(json!([])), Some(vec![]));
        assert_eq!([read(json!("a")), alternatives(None)], [None, None]);
    }
}
