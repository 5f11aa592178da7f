//! Parameters: scalars anywhere, lists and objects in the query.
//!
//! - The headers that the client sends by itself are no arguments: credentials, and what OpenAPI says to ignore.
//! - Placeholders and path parameters agree: one without the other has no meaning on the wire.

use std::collections::BTreeSet;

use serde_json::Value;

use super::{
    Reader,
    formats::Format,
    kinds::{Kind, kinds, listed},
    values::whole_number,
};
use crate::{
    adaptation::Rule,
    api::{EnumOf, Location, QueryStyle},
    document::json::{array, is_set, text},
    schema::{Operation, Parameter, Scalar, Schema, Shape},
    text::{header, path},
};

impl<'a> Reader<'a> {
    /// The parameters of `operation`.
    pub fn parameters(&mut self, operation: &Operation, declared: &Value) -> Vec<Parameter> {
        let placeholders = path::placeholders(&operation.path);
        let mut parameters = Vec::new();
        for parameter in array(declared, "parameters") {
            if let Some(location) = self.location(operation, parameter, &placeholders) {
                parameters.push(self.parameter(operation, location, parameter));
            }
        }
        for name in placeholders {
            let is_filled = |it: &Parameter| it.location == Location::Path && it.name == name;
            if !parameters.iter().any(is_filled) {
                self.log.note(Rule::MISSING_PATH_PARAMETER, format!("{operation} parameter `{name}`"));
                parameters.push(Parameter {
                    name: name.to_owned(),
                    location: Location::Path,
                    required: true,
                    description: None,
                    schema: Schema::one_of_texts(Vec::new()),
                    default: None,
                    maximum: None,
                });
            }
        }
        parameters
    }

    /// Where a parameter goes, if it is one that a caller sets.
    fn location(&mut self, operation: &Operation, declared: &Value, placeholders: &[&str]) -> Option<Location> {
        let name = text(declared, "name");
        let here = format!("{operation} parameter `{name}`");
        match text(declared, "in") {
            "header" if name.is_empty() => self.log.note(Rule::DROPPED_HEADER, here),
            "header" if !header::is_name(name) => self.log.diagnostics.push(here, "is not a valid header name"),
            "path" if !placeholders.contains(&name) => self.log.note(Rule::DROPPED_PATH_PARAMETER, here),
            "path" => return Some(Location::Path),
            "header" => return Some(Location::Header),
            "query" => return Some(Location::Query(list_style(text(declared, "style"), declared))),
            "cookie" if is_set(declared, "required") => {
                self.log.diagnostics.push(here, "is a required cookie, which the client cannot send");
            }
            "cookie" => self.log.note(Rule::DROPPED_COOKIE, here),
            other => {
                let reason = format!("`in` is {other:?}; known are path, query, header and cookie");
                self.log.diagnostics.push(here, reason);
            }
        }
        None
    }

    fn parameter(&mut self, operation: &Operation, location: Location, declared: &Value) -> Parameter {
        let name = text(declared, "name");
        let place = format!("{}.{name}", operation.id);
        let schema = declared.get("schema");
        let counts = |schema: &&Value| schema.get("$ref").is_none() || self.composes_reference(schema);
        let described = schema.filter(counts);
        let description = declared.get("description").or_else(|| described?.get("description"));
        let takes_any = matches!(location, Location::Query(_));
        let [default, maximum] = ["default", "maximum"].map(|key| self.number(schema?, key));
        let schema = match schema {
            None if declared.get("content").is_some() => {
                let description = Some("JSON, as text.".to_owned());
                Schema { description, ..self.text_parameter(&place, declared) }
            }
            schema if takes_any || schema.is_some_and(|schema| self.is_scalar(schema)) => {
                self.schema_with(&place, schema.unwrap_or(&Value::Null), declared, BTreeSet::new())
            }
            _ => self.text_parameter(&place, declared),
        };
        Parameter {
            name: name.to_owned(),
            location,
            required: location == Location::Path || is_set(declared, "required"),
            description: description.and_then(Value::as_str).map(str::to_owned),
            // A parameter is there or not: null has no form on the wire.
            schema: Schema { nullable: false, ..schema },
            default,
            maximum,
        }
    }

    /// The whole number at `key` of a schema, or of the named schema or the alternative to null that it is.
    fn number(&mut self, declared: &Value, key: &str) -> Option<i64> {
        declared.get(key).or_else(|| self.said(declared).get(key)).and_then(whole_number)
    }

    /// A text in the format that is said of the parameter.
    fn text_parameter(&mut self, place: &str, declared: &Value) -> Schema {
        let of = EnumOf::Text;
        let format = self.format(place, Some(Kind::Scalar(of)), &Format::new(&Value::Null, declared));
        Shape::Scalar(Scalar { of, format, values: Vec::new() }).into()
    }

    /// Checks whether the values of a schema are scalars; a named schema may say that for it.
    fn is_scalar(&mut self, declared: &Value) -> bool {
        let said = self.said(declared);
        // A named schema may have null beside its values, too.
        let only = only_member(said).filter(|_| said.get("type").is_none());
        let schema = only.unwrap_or(said);
        let is_scalar = match kinds(schema, false).as_slice() {
            [] => listed(schema).next().is_some(),
            kinds => matches!(kinds, [Kind::Scalar(_) | Kind::Boolean]),
        };
        schema.get("$ref").is_none() && is_scalar
    }

    /// A schema, or the named schema or the alternative to null that it is.
    pub fn said<'b>(&mut self, declared: &'b Value) -> &'b Value
    where
        'a: 'b,
    {
        let only = only_member(declared);
        let reference = declared.get("$ref").or_else(|| only?.get("$ref"));
        let target = reference.and_then(Value::as_str).and_then(|link| self.target(link));
        target.or_else(|| only.filter(|_| declared.get("type").is_none())).unwrap_or(declared)
    }
}

/// The member that a composition has beside null, where it has one.
fn only_member(declared: &Value) -> Option<&Value> {
    let members = ["allOf", "anyOf", "oneOf"].into_iter().flat_map(|key| array(declared, key));
    let mut members = members.filter(|member| member["type"] != "null");
    members.next().filter(|_| members.next().is_none())
}

/// Returns the style of a list or an object in a query or a form; a style that is for neither is read as the usual one.
pub fn list_style(style: &str, declared: &Value) -> QueryStyle {
    match declared.get("explode").and_then(Value::as_bool).unwrap_or(matches!(style, "" | "form")) {
        _ if style == "deepObject" => QueryStyle::Deep,
        true => QueryStyle::Exploded,
        false => QueryStyle::Delimited(match style {
            "spaceDelimited" => " ",
            "pipeDelimited" => "|",
            _ => ",",
        }),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::schema::tests::{read, read_operation, reference, written};

    fn parameters(path: &str, declared: Value) -> Vec<Parameter> {
        read_operation(path, json!({ "parameters": declared })).0.parameters
    }

    #[test]
    fn a_format_beside_the_schema_counts_as_the_schemas() {
        let left = parameters(
            "/{id}",
            json!([{ "name": "id", "in": "path", "x-format": { "guid": true }, "schema": { "type": "string" } }]),
        );
        assert_eq!(written(&left[0].schema), json!({ "type": "string", "format": "uuid" }));
        assert!(left[0].required);
    }

    #[test]
    fn placeholders_and_path_parameters_agree() {
        let left = parameters("/a/{id}", json!([{ "name": "other", "in": "path" }]));
        assert_eq!(left.len(), 1);
        assert_eq!((&*left[0].name, left[0].location, left[0].required), ("id", Location::Path, true));
        assert_eq!(written(&left[0].schema), json!({ "type": "string" }));
        let left = parameters("/{a}b{c}", json!([{ "name": "a}b{c", "in": "path" }]));
        assert_eq!(left.iter().map(|parameter| &*parameter.name).collect::<Vec<_>>(), ["a", "c"]);
    }

    #[test]
    fn the_way_a_list_goes_into_the_query_is_kept() {
        let style = |mut declared: Value| {
            declared["name"] = "p".into();
            declared["in"] = "query".into();
            parameters("/a", json!([declared]))[0].location
        };
        let delimited = |delimiter| Location::Query(QueryStyle::Delimited(delimiter));
        assert_eq!(style(json!({})), Location::Query(QueryStyle::Exploded));
        assert_eq!(style(json!({ "explode": false })), delimited(","));
        assert_eq!(style(json!({ "style": "pipeDelimited" })), delimited("|"));
        assert_eq!(style(json!({ "style": "unknown" })), delimited(","));
        assert_eq!(style(json!({ "style": "deepObject", "explode": true })), Location::Query(QueryStyle::Deep));
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
        assert_eq!(written(&left[0].schema), json!({ "type": "string" }));
        assert_eq!(written(&left[1].schema), json!({ "type": "string" }));
    }

    #[test]
    fn a_scalar_of_a_path_parameter_may_be_said_by_a_named_schema() {
        let (document, _) = read(json!({
            "components": { "schemas": { "Id": { "type": "integer" }, "Ids": { "type": "array" } } },
            "paths": { "/{a}/{b}/{c}": { "get": { "operationId": "x", "parameters": [
                { "name": "a", "in": "path", "schema": { "$ref": "#/components/schemas/Id" } },
                { "name": "b", "in": "path", "schema": { "allOf": [{ "$ref": "#/components/schemas/Id" }] } },
                { "name": "c", "in": "path", "schema": { "$ref": "#/components/schemas/Ids" } },
            ] } } },
        }));
        let left = &document.operations[0].parameters;
        assert_eq!(
            left.iter().map(|parameter| parameter.schema.name()).collect::<Vec<_>>(),
            [Some("Id"), Some("Id"), None]
        );
        assert_eq!(document.schemas.keys().collect::<Vec<_>>(), ["Id"]);
    }

    #[test]
    fn what_cannot_be_sent_is_named() {
        let declared = json!([{ "name": "s", "in": "cookie", "required": true }, { "name": "a b", "in": "header" }]);
        let (_, log) = read_operation("/a", json!({ "parameters": declared }));
        assert_eq!(
            log.diagnostics.to_string(),
            "x (GET /a) parameter `s`: is a required cookie, which the client cannot send\n\
             x (GET /a) parameter `a b`: is not a valid header name"
        );
    }

    #[test]
    fn a_named_enum_with_null_beside_it_is_that_enum_in_a_path() {
        let named = json!({ "anyOf": [{ "type": "string", "enum": ["a", "b"] }, { "type": "null" }] });
        let parameter = json!({ "name": "k", "in": "path", "required": true, "schema": reference("Kind") });
        let (document, _) = read(json!({
            "openapi": "3.1.0",
            "components": { "schemas": { "Kind": named } },
            "paths": { "/{k}": { "get": { "operationId": "x", "parameters": [parameter] } } },
        }));
        assert_eq!(document.operations[0].parameters[0].schema.name(), Some("Kind"));
    }

    #[test]
    fn a_default_beside_the_alternatives_of_a_parameter_counts() {
        let schema = json!({ "anyOf": [{ "type": "integer", "maximum": 50 }, { "type": "null" }], "default": 10 });
        let (operation, _) =
            read_operation("/a", json!({ "parameters": [{ "name": "limit", "in": "query", "schema": schema }] }));
        let limit = &operation.parameters[0];
        assert_eq!((limit.default, limit.maximum), (Some(10), Some(50)));
    }
}
