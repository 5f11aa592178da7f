//! Parses the security schemes and security requirements of a document.

use serde_json::{Map, Value};

use super::SecurityScheme;
use crate::{
    api::{Carrier, Endpoint, SchemeKind},
    document::{
        Spec,
        json::{entries, optional_string, string_or_empty},
    },
    text::{header, path},
};

pub fn schemes(root: &Value) -> Vec<SecurityScheme> {
    entries(&root["components"], "securitySchemes").map(|(name, declared)| parse_scheme(name, declared)).collect()
}

fn parse_scheme(name: &str, declared: &Value) -> SecurityScheme {
    let (kind, carrier) = kind_and_carrier(declared);
    let (carrier, defect) = match carrier {
        Ok(carrier) => (carrier, None),
        Err(defect) => (None, Some(defect)),
    };
    SecurityScheme {
        name: name.to_owned(),
        description: optional_string(declared, "description"),
        kind,
        carrier,
        defect,
        endpoints: endpoints(name, declared),
    }
}

/// Returns the kind of value that a security scheme needs, and the part of a request that carries the value. The latter
/// is `None` if there is no such part, and an error if the declaration has a defect.
fn kind_and_carrier(declared: &Value) -> (SchemeKind, Result<Option<Carrier>, &'static str>) {
    match string_or_empty(declared, "type") {
        "apiKey" => (SchemeKind::Key, key_carrier(declared).map(Some)),
        "http" => match &*string_or_empty(declared, "scheme").to_ascii_lowercase() {
            "basic" => (SchemeKind::Basic, Ok(Some(Carrier::Basic))),
            "bearer" => (SchemeKind::Bearer, Ok(Some(Carrier::Token(None)))),
            scheme if scheme.contains(char::is_control) => {
                (SchemeKind::Other, Err("its `scheme` contains a control character"))
            }
            _ => (SchemeKind::Other, Ok(Some(Carrier::Header("Authorization".to_owned())))),
        },
        "oauth2" => (SchemeKind::OAuth, Ok(Some(Carrier::Token(token_url(declared))))),
        "openIdConnect" => (SchemeKind::OAuth, Ok(Some(Carrier::Token(None)))),
        // A client certificate is part of the connection, not of a request.
        "mutualTLS" => (SchemeKind::Other, Ok(None)),
        _ if declared.is_object() => (SchemeKind::Other, Err("its `type` is not defined by OpenAPI")),
        // An earlier pass has replaced a dangling reference with null. It is reported if an operation requires the
        // scheme.
        _ => (SchemeKind::Other, Ok(None)),
    }
}

fn key_carrier(declared: &Value) -> Result<Carrier, &'static str> {
    let name = string_or_empty(declared, "name").to_owned();
    match string_or_empty(declared, "in") {
        "header" if !header::is_name(&name) => Err("its `name` is not a valid header name"),
        "header" if header::is_sent_by_each_client(&name) && !name.eq_ignore_ascii_case("authorization") => {
            Err("its `name` is a header that the client sets itself")
        }
        "header" => Ok(Carrier::Header(name)),
        "query" if name.is_empty() => Err("it has no `name`"),
        "query" => Ok(Carrier::Query(name)),
        "cookie" if !header::is_name(&name) => Err("its `name` is not a valid cookie name"),
        "cookie" => Ok(Carrier::Cookie(name)),
        _ => Err("its `in` is neither `header` nor `query` nor `cookie`"),
    }
}

/// Returns all URLs that a security scheme declares. The keys of URLs in a flow begin with the flow's name, as in
/// `clientCredentials.tokenUrl`.
fn endpoints(scheme: &str, declared: &Value) -> Vec<Endpoint> {
    const OF_FLOWS: [&str; 4] = ["authorizationUrl", "deviceAuthorizationUrl", "refreshUrl", "tokenUrl"];
    let stated = |declared: &Value, prefix: &str, key: &str| {
        let url = optional_string(declared, key)?;
        Some(Endpoint { scheme: scheme.to_owned(), key: format!("{prefix}{key}"), url })
    };
    let own = ["openIdConnectUrl", "oauth2MetadataUrl"].into_iter().filter_map(|key| stated(declared, "", key));
    let of_flows = entries(declared, "flows").flat_map(|(flow, declared)| {
        OF_FLOWS.into_iter().filter_map(move |key| stated(declared, &format!("{flow}."), key))
    });
    own.chain(of_flows).collect()
}

/// Returns the URL of the token endpoint in the flow `clientCredentials`, if that URL is usable. It may be relative to
/// the base URL of the client.
fn token_url(declared: &Value) -> Option<String> {
    let url = string_or_empty(&declared["flows"]["clientCredentials"], "tokenUrl").trim();
    let is_http = |scheme: &str| ["https", "http"].iter().any(|known| scheme.eq_ignore_ascii_case(known));
    let is_usable = !url.is_empty() && path::scheme(url).is_none_or(|scheme| is_http(scheme) && url.contains("://"));
    is_usable.then(|| url.to_owned())
}

/// Parses the value of the keyword `security`: a list of security requirements. Each is returned as the names of the
/// schemes that a request needs together. Returns `None` if the keyword is absent.
pub fn alternatives(security: Option<&Value>) -> Option<Vec<Vec<String>>> {
    let alternatives = security?.as_array()?.iter();
    let names = |one: &Value| one.as_object().map(|one| one.keys().cloned().collect()).unwrap_or_default();
    Some(alternatives.map(names).collect())
}

/// Returns a function that lists the parameters that carry an operation's credentials, such as `("header", "X-Key")`.
/// Basic and bearer authentication use none. If the document contains no security requirements at all, every operation
/// may use any scheme.
pub fn carriers(whole: &mut Spec) -> impl Fn(&Map<String, Value>) -> Vec<(&'static str, String)> + use<> {
    let schemes = schemes(&whole.root);
    let mut requirements = alternatives(whole.root.get("security"));
    whole.each_operation(&mut |_, operation, _| {
        requirements = requirements.take().or_else(|| alternatives(operation.get("security")).map(|_| Vec::new()));
    });
    move |operation| {
        let requirements = alternatives(operation.get("security")).or_else(|| requirements.clone());
        let is_required = |name: &String| {
            requirements
                .as_ref()
                .is_none_or(|requirements| requirements.iter().flatten().any(|required| required == name))
        };
        let carried = schemes.iter().filter(|scheme| is_required(&scheme.name)).filter_map(|scheme| {
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
    fn parses_the_kind_and_the_carrier_of_each_security_scheme() {
        let key = |place: &str, name: &str| json!({ "type": "apiKey", "in": place, "name": name });
        let http = |scheme: &str| json!({ "type": "http", "scheme": scheme });
        let open_id = json!({ "type": "openIdConnect", "openIdConnectUrl": "https://a" });
        let header = |name: &str| Some(Carrier::Header(name.to_owned()));
        for (declared, kind, carrier) in [
            (key("header", "X-Key"), SchemeKind::Key, header("X-Key")),
            (key("header", "X Key"), SchemeKind::Key, None),
            (key("query", "a b"), SchemeKind::Key, Some(Carrier::Query("a b".to_owned()))),
            (key("cookie", "sid"), SchemeKind::Key, Some(Carrier::Cookie("sid".to_owned()))),
            (http("Basic"), SchemeKind::Basic, Some(Carrier::Basic)),
            (http("bearer"), SchemeKind::Bearer, Some(Carrier::Token(None))),
            (http("digest"), SchemeKind::Other, header("Authorization")),
            (open_id, SchemeKind::OAuth, Some(Carrier::Token(None))),
            (json!({ "type": "mutualTLS" }), SchemeKind::Other, None),
            (json!(7), SchemeKind::Other, None),
        ] {
            let root = json!({ "components": { "securitySchemes": { "A": declared } } });
            let SecurityScheme { kind: read, carrier: sent, .. } = schemes_of(&root);
            assert_eq!((read, sent), (kind, carrier), "{declared}");
        }
    }

    #[test]
    fn accepts_http_and_relative_token_urls() {
        for (declared, url) in [
            ("https://a/token", Some("https://a/token")),
            ("HTTPS://a", Some("HTTPS://a")),
            (" token ", Some("token")),
            ("../a:b", Some("../a:b")),
            ("//a/token", Some("//a/token")),
            (" ", None),
            ("ftp://a/token", None),
            ("localhost:80/token", None),
        ] {
            let flows = json!({ "clientCredentials": { "tokenUrl": declared } });
            let schemes = json!({ "A": { "type": "oauth2", "flows": flows } });
            let scheme = schemes_of(&json!({ "components": { "securitySchemes": schemes } }));
            let carrier = Some(Carrier::Token(url.map(str::to_owned)));
            assert_eq!((scheme.kind, scheme.carrier), (SchemeKind::OAuth, carrier), "{declared}");
        }
    }

    #[test]
    fn reports_why_no_request_can_carry_a_security_scheme() {
        let key = |place: &str, name: &str| json!({ "type": "apiKey", "in": place, "name": name });
        for (defect, schemes) in [
            (
                Some("its `name` is not a valid header name"),
                vec![
                    key("header", "X\r\nY"),
                    key("header", ""),
                    key("header", "X Y"),
                    key("header", ":path"),
                    key("header", "é"),
                    json!({ "type": "apiKey", "in": "header" }),
                    json!({ "type": "apiKey", "in": "header", "name": 7 }),
                ],
            ),
            (
                Some("its `name` is a header that the client sets itself"),
                ["Host", "content-length", "Transfer-Encoding", "CONNECTION", "Upgrade", "TE", "Trailer", "Keep-Alive"]
                    .into_iter()
                    .chain(["Proxy-Connection", "Content-Type", "Accept"])
                    .map(|name| key("header", name))
                    .collect(),
            ),
            (
                Some("its `name` is not a valid cookie name"),
                vec![key("cookie", ""), key("cookie", "a;b"), key("cookie", "a=b")],
            ),
            (Some("it has no `name`"), vec![key("query", ""), json!({ "type": "apiKey", "in": "query" })]),
            (
                Some("its `in` is neither `header` nor `query` nor `cookie`"),
                vec![key("body", "a"), key("Header", "a"), json!({ "type": "apiKey", "name": "a" })],
            ),
            (Some("its `scheme` contains a control character"), vec![json!({ "type": "http", "scheme": "a\r\nb" })]),
            (
                Some("its `type` is not defined by OpenAPI"),
                vec![json!({}), json!({ "type": "basic" }), json!({ "type": ["http"] })],
            ),
            (
                None,
                vec![
                    key("header", "Authorization"),
                    key("header", "Cookie"),
                    key("header", "Proxy-Authorization"),
                    key("cookie", "a+b"),
                    json!({ "type": "http", "scheme": "Bearer JWT" }),
                    json!({ "type": "http" }),
                    json!({ "type": "mutualTLS" }),
                    json!(null),
                ],
            ),
        ] {
            for declared in schemes {
                let root = json!({ "components": { "securitySchemes": { "A": declared } } });
                let scheme = schemes_of(&root);
                assert_eq!(
                    (scheme.defect, scheme.carrier.is_some() && defect.is_some()),
                    (defect, false),
                    "{declared}"
                );
            }
        }
    }

    fn schemes_of(root: &Value) -> SecurityScheme {
        schemes(root).remove(0)
    }

    #[test]
    fn parses_the_urls_of_a_security_scheme_with_their_keys() {
        let flow =
            json!({ "tokenUrl": "/t", "refreshUrl": "https://a/r", "authorizationUrl": "https://a/l", "scopes": {} });
        let device = json!({ "tokenUrl": 7, "deviceAuthorizationUrl": "https://a/d" });
        let declared = json!({ "type": "oauth2", "oauth2MetadataUrl": "https://a/m",
            "flows": { "authorizationCode": flow, "deviceAuthorization": device } });
        let root = json!({ "components": { "securitySchemes": { "A": declared } } });
        let found =
            schemes_of(&root).endpoints.into_iter().map(|endpoint| format!("{} {}", endpoint.key, endpoint.url));
        let expected = [
            "oauth2MetadataUrl https://a/m",
            "authorizationCode.authorizationUrl https://a/l",
            "authorizationCode.refreshUrl https://a/r",
            "authorizationCode.tokenUrl /t",
            "deviceAuthorization.deviceAuthorizationUrl https://a/d",
        ];
        assert_eq!(found.collect::<Vec<_>>(), expected);
    }

    #[test]
    fn distinguishes_empty_security_requirements_from_absent_ones() {
        let read_alternatives = |security: Value| alternatives(Some(&security));
        assert_eq!(
            read_alternatives(json!([{ "a": [], "b": ["x"] }, {}])),
            Some(vec![vec!["a".to_owned(), "b".to_owned()], vec![]])
        );
        assert_eq!(read_alternatives(json!([])), Some(vec![]));
        assert_eq!([read_alternatives(json!("a")), alternatives(None)], [None, None]);
    }
}
