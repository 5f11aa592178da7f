//! Parameters in the few forms that progenitor takes: scalars anywhere, arrays and objects in the query.
//!
//! - The headers that the client sends by itself are no arguments: credentials, and what OpenAPI says to ignore.
//! - How a list or an object goes into the query is said in full: by `style` and `explode`.
//! - Placeholders and path parameters agree: one without the other has no meaning on the wire.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use super::{
    schema::{self, text},
    spec::{Place, Spec, array_mut},
};
use crate::{adaptation::Rule, text::path};

/// Sent by the client, whatever an operation declares: the credentials, three by the rule of OpenAPI 3.0, and those that
/// only the HTTP client can know, which callers may not set either (`src/headers.rs`).
const SENT_BY_THE_CLIENT: [&str; 13] = [
    "x-service-account",
    "authorization",
    "accept",
    "content-type",
    "host",
    "content-length",
    "connection",
    "keep-alive",
    "proxy-connection",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
];

/// Brings all parameters into form.
pub fn apply(spec: &mut Spec) {
    let components = spec.schemas();
    spec.each_operation(|place, operation, log| {
        let mut kept = Vec::new();
        for parameter in array_mut(operation, "parameters") {
            let name = text(parameter, "name").to_owned();
            let location = text(parameter, "in").to_owned();
            let here = format!("{place} parameter `{name}`");
            let in_template = placeholders(place).contains(&name.as_str());
            match location.as_str() {
                "header" if SENT_BY_THE_CLIENT.contains(&name.to_lowercase().as_str()) => {
                    log.note(Rule::CLIENT_HEADER, here);
                }
                "header" if !is_header_name(&name) => log.diagnostics.push(here, "is not a valid header name"),
                "path" if !in_template => log.note(Rule::DROPPED_PATH_PARAMETER, here),
                "path" | "header" | "query" => kept.push(formed(parameter, &location, &components)),
                "cookie" if parameter.get("required") == Some(&Value::Bool(true)) => {
                    log.diagnostics.push(here, "is a required cookie, which the client cannot send");
                }
                "cookie" => log.note(Rule::DROPPED_COOKIE, here),
                other => {
                    log.diagnostics.push(here, format!("`in` is {other:?}; known are path, query, header and cookie"))
                }
            }
        }
        for name in undeclared(place, &kept) {
            log.note(Rule::MISSING_PATH_PARAMETER, format!("{place} parameter `{name}`"));
            kept.push(json!({ "name": name, "in": "path", "required": true, "schema": { "type": "string" } }));
        }
        operation.insert("parameters".into(), kept.into());
    });
}

fn is_header_name(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&b))
}

/// The placeholders of the path that no parameter fills.
fn undeclared(place: &Place, parameters: &[Value]) -> Vec<String> {
    let declared: BTreeSet<&str> =
        parameters.iter().filter(|p| text(p, "in") == "path").map(|p| text(p, "name")).collect();
    placeholders(place).into_iter().filter(|name| !declared.contains(name)).map(str::to_owned).collect()
}

/// The names of the parameters in the path.
fn placeholders(place: &Place) -> Vec<&str> {
    let parts = path::parts(&place.path).unwrap_or_default().into_iter();
    let names = parts.filter_map(|part| match part {
        path::Part::Parameter(name) => Some(name),
        path::Part::Literal(_) => None,
    });
    names.collect()
}

fn formed(parameter: &Value, location: &str, components: &Map<String, Value>) -> Value {
    let mut schema = parameter.get("schema").cloned().unwrap_or_else(|| match parameter.get("content") {
        Some(_) => json!({ "type": "string", "description": "JSON, as text." }),
        None => schema::any(),
    });
    // The scalars of a parameter may stand in a named schema; only the query takes more than scalars.
    let shape = schema::wrapped_reference(&schema).and_then(|name| components.get(name)).unwrap_or(&schema);
    let is_scalar =
        matches!(schema::kind(shape), "string" | "integer" | "number" | "boolean") || shape.get("enum").is_some();
    if location != "query" && !is_scalar {
        schema = json!({ "type": "string" });
    }
    // A parameter is there or not: null has no form on the wire.
    if let Some(map) = schema.as_object_mut() {
        map.remove("nullable");
        for key in ["x-format", "format"] {
            if let Some(format) = parameter.get(key).filter(|_| !map.contains_key(key)) {
                map.insert(key.into(), format.clone());
            }
        }
    }
    let mut formed = json!({
        "name": parameter["name"],
        "in": location,
        "required": location == "path" || parameter.get("required") == Some(&Value::Bool(true)),
        "schema": schema,
    });
    if location == "query" {
        let style = text(parameter, "style");
        let explode = parameter.get("explode").and_then(Value::as_bool).unwrap_or(matches!(style, "" | "form"));
        // A style that is not for queries is read as the usual one.
        let known = matches!(style, "deepObject" | "spaceDelimited" | "pipeDelimited");
        formed["style"] = if known { style } else { "form" }.into();
        formed["explode"] = explode.into();
    }
    let description = parameter.get("description").or_else(|| parameter["schema"].get("description"));
    for (key, value) in
        [("description", description), ("deprecated", parameter.get("deprecated").filter(|flag| flag.is_boolean()))]
    {
        if let Some(value) = value {
            formed[key] = value.clone();
        }
    }
    formed
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::only;

    fn adapted(path: &str, parameters: Value) -> Spec {
        only(apply, json!({ "paths": { path: { "get": { "operationId": "x", "parameters": parameters } } } }))
    }

    fn parameters(path: &str, declared: Value) -> Value {
        adapted(path, declared).root["paths"][path]["get"]["parameters"].clone()
    }

    #[test]
    fn the_headers_that_the_client_sends_are_no_arguments() {
        let declared = json!([
            { "name": "X-Service-Account", "in": "header" },
            { "name": "Authorization", "in": "header" },
            { "name": "Host", "in": "header", "required": true },
            { "name": "content-length", "in": "header" },
            { "name": "Transfer-Encoding", "in": "header" },
            { "name": "x-trace", "in": "header", "schema": { "type": "string" } },
        ]);
        let left = parameters("/a", declared);
        assert_eq!(left.as_array().map(Vec::len), Some(1));
        assert_eq!(left[0]["name"], "x-trace");
    }

    #[test]
    fn a_format_beside_the_schema_counts_as_the_schemas() {
        let left = parameters(
            "/{id}",
            json!([{ "name": "id", "in": "path", "x-format": { "guid": true }, "schema": { "type": "string" } }]),
        );
        assert_eq!(left[0]["schema"]["x-format"]["guid"], true);
        assert_eq!(left[0]["required"], true);
    }

    #[test]
    fn placeholders_and_path_parameters_agree() {
        let left = parameters("/a/{id}", json!([{ "name": "other", "in": "path" }]));
        assert_eq!(left, json!([{ "name": "id", "in": "path", "required": true, "schema": { "type": "string" } }]));
        let left = parameters("/{a}b{c}", json!([{ "name": "a}b{c", "in": "path" }]));
        let names: Vec<&Value> = left.as_array().into_iter().flatten().map(|parameter| &parameter["name"]).collect();
        assert_eq!(names, ["a", "c"]);
    }

    #[test]
    fn the_way_a_list_goes_into_the_query_is_kept() {
        let style = |declared: Value| {
            let mut declared = declared;
            declared["name"] = "p".into();
            declared["in"] = "query".into();
            let left = parameters("/a", json!([declared]))[0].clone();
            (left["style"].as_str().unwrap_or_default().to_owned(), left["explode"] == true)
        };
        assert_eq!(style(json!({})), ("form".to_owned(), true));
        assert_eq!(style(json!({ "explode": false })), ("form".to_owned(), false));
        assert_eq!(style(json!({ "style": "pipeDelimited" })), ("pipeDelimited".to_owned(), false));
        assert_eq!(style(json!({ "style": "unknown" })), ("form".to_owned(), false));
        assert_eq!(style(json!({ "style": "deepObject", "explode": true })), ("deepObject".to_owned(), true));
    }

    #[test]
    fn a_path_parameter_that_is_no_scalar_is_text_and_null_is_never_sent() {
        let left = parameters(
            "/{ids}",
            json!([
                { "name": "ids", "in": "path", "schema": { "type": "array", "items": { "type": "string" } } },
                { "name": "q", "in": "query", "schema": { "type": "string", "nullable": true } },
            ]),
        );
        assert_eq!(left[0]["schema"], json!({ "type": "string" }));
        assert_eq!(left[1]["schema"], json!({ "type": "string" }));
    }

    #[test]
    fn what_cannot_be_sent_is_named() {
        let spec = adapted(
            "/a",
            json!([{ "name": "s", "in": "cookie", "required": true }, { "name": "a b", "in": "header" }]),
        );
        assert_eq!(
            spec.log.diagnostics.to_string(),
            "x (GET /a) parameter `s`: is a required cookie, which the client cannot send\n\
             x (GET /a) parameter `a b`: is not a valid header name"
        );
    }
}
