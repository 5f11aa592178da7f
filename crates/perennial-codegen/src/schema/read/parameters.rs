//! Parses parameters. Scalars, lists of scalars, and objects are supported in every location. The query supports any
//! value.
//!
//! - Parameters that the client sends by itself have already been removed from the document: credentials, and headers
//!   that OpenAPI declares to be ignored.
//! - If a placeholder in the path has no parameter, the parameter is added. If a path parameter has no placeholder, it
//!   is dropped, because no request could contain it.

use std::collections::BTreeSet;

use serde_json::Value;

use super::{
    Reader,
    formats::Format,
    kinds::{ValueKind, kinds, listed_values},
    references::reference_link,
    values::whole_number,
};
use crate::{
    adaptation::Rule,
    api::{EnumOf, Expansion, Location, QueryStyle, Style},
    document::{
        json::{array, entries, is_set, optional_string, string_or_empty},
        readable::Version,
    },
    schema::{DeclaredOperation, DeclaredParameter, IntegerKeywords, ParameterField, Scalar, Schema, Shape},
    text::{header, media_type::MediaType, path},
};

impl<'a> Reader<'a> {
    /// Parses the parameters of `operation`, and adds the path parameters that the document fails to declare.
    pub fn parameters(&mut self, operation: &DeclaredOperation, declared: &'a Value) -> Vec<DeclaredParameter> {
        let placeholders = path::placeholders(&operation.path);
        let mut parameters = Vec::new();
        for parameter in array(declared, "parameters") {
            if let Some(location) = self.location(operation, parameter, &placeholders) {
                parameters.push(self.parameter(operation, location, parameter));
            }
        }
        for name in placeholders {
            let is_filled = |it: &DeclaredParameter| it.location.is_path() && it.name == name;
            if !parameters.iter().any(is_filled) {
                self.log.note(Rule::MISSING_PATH_PARAMETER, format!("{operation} parameter `{name}`"));
                parameters.push(DeclaredParameter {
                    name: name.to_owned(),
                    location: Location::Path(Expansion::default()),
                    required: true,
                    description: None,
                    schema: Schema::one_of_strings(Vec::new()),
                    integers: IntegerKeywords::default(),
                    max_length: None,
                    fields: Vec::new(),
                });
            }
        }
        parameters
    }

    /// Returns the location of a parameter. If the parameter has to be dropped or refused, reports it and returns
    /// `None`.
    fn location(
        &mut self,
        operation: &DeclaredOperation,
        declared: &'a Value,
        placeholders: &[&str],
    ) -> Option<Location> {
        let name = string_or_empty(declared, "name");
        let here = format!("{operation} parameter `{name}`");
        match string_or_empty(declared, "in") {
            "header" if name.is_empty() => self.log.note(Rule::DROPPED_HEADER, here),
            "header" if !header::is_name(name) => self.log.diagnostics.push(here, "is not a valid header name"),
            "path" if !placeholders.contains(&name) => self.log.note(Rule::DROPPED_PATH_PARAMETER, here),
            "path" => return Some(Location::Path(self.expansion(declared))),
            "header" => return Some(Location::Header(self.expansion(declared))),
            "query" if json_content(declared).is_some() => return Some(Location::Query(QueryStyle::Json)),
            "query" => return Some(Location::Query(query_style(declared))),
            "cookie" if header::is_cookie_name(name) => return Some(Location::Cookie(self.expansion(declared))),
            "cookie" if is_set(declared, "required") => {
                self.log.diagnostics.push(here, "is not a valid cookie name");
            }
            "cookie" => self.log.note(Rule::DROPPED_COOKIE, here),
            other => {
                let reason = format!("`in` is {other:?}, but must be path, query, header or cookie");
                self.log.diagnostics.push(here, reason);
            }
        }
        None
    }

    /// Returns how a value is written in a path, a header or a cookie. A style that does not exist at this location is
    /// replaced by the default style.
    fn expansion(&mut self, declared: &'a Value) -> Expansion {
        let is_3_2 = Version::from_root(self.root) >= Some(Version::V3_2);
        let (place, schema) = (string_or_empty(declared, "in"), declared.get("schema"));
        let style = match (place, string_or_empty(declared, "style")) {
            ("path", "label") => Style::Label,
            ("path", "matrix") => Style::Matrix,
            ("cookie", "cookie") if is_3_2 => Style::Cookie,
            ("cookie", _) => Style::Form,
            _ => Style::Simple,
        };
        let explode = declared.get("explode").and_then(Value::as_bool).unwrap_or(place == "cookie");
        Expansion {
            style,
            // `explode` only affects lists and objects.
            is_exploded: explode && schema.is_some_and(|schema| self.has_elements(schema)),
            is_reserved: is_3_2 && place != "header" && style != Style::Cookie && is_set(declared, "allowReserved"),
        }
    }

    fn parameter(
        &mut self,
        operation: &DeclaredOperation,
        location: Location,
        declared: &'a Value,
    ) -> DeclaredParameter {
        let name = string_or_empty(declared, "name");
        let place = format!("{}.{name}", operation.id);
        let json = json_content(declared);
        let schema = json.filter(|_| matches!(location, Location::Query(_))).or_else(|| declared.get("schema"));
        let counts = |schema: &&Value| schema.get("$ref").is_none() || self.composes_reference(schema);
        let described = schema.filter(counts);
        let description = declared.get("description").or_else(|| described?.get("description"));
        let takes_any = matches!(location, Location::Query(_));
        let is_typed = |reader: &mut Self, schema: &'a Value| reader.is_scalar(schema) || reader.has_elements(schema);
        let integers = schema.map(|schema| self.integer_keywords(schema)).unwrap_or_default();
        let max_length = schema.and_then(|schema| self.integer_keyword(schema, "maxLength"));
        let fields = schema.map(|schema| self.fields(schema)).unwrap_or_default();
        let schema = match schema {
            None if declared.get("content").is_some() => {
                let description = json.map(|_| "JSON, as text.".to_owned());
                Schema { description, ..self.text_parameter(&place, declared) }
            }
            schema if takes_any || schema.is_some_and(|schema| is_typed(self, schema)) => {
                self.schema_with(&place, schema.unwrap_or(&Value::Null), declared, BTreeSet::new())
            }
            schema => {
                if kinds(self.effective_schema(schema.unwrap_or(&Value::Null)), false).contains(&ValueKind::List) {
                    self.log.note(Rule::NESTED_PARAMETER, format!("{operation} parameter `{name}`"));
                }
                self.text_parameter(&place, declared)
            }
        };
        DeclaredParameter {
            name: name.to_owned(),
            location,
            required: location.is_path() || is_set(declared, "required"),
            description: description.and_then(Value::as_str).map(str::to_owned),
            // Parameters cannot be null: they are either sent or absent.
            schema: Schema { nullable: false, ..schema },
            integers,
            max_length,
            fields,
        }
    }

    /// Returns the default and the limits of an integer, from the schema `declared` or its [effective
    /// schema](Self::effective_schema).
    fn integer_keywords(&mut self, declared: &'a Value) -> IntegerKeywords {
        let [default, minimum, maximum] =
            ["default", "minimum", "maximum"].map(|key| self.integer_keyword(declared, key));
        IntegerKeywords { default, minimum, maximum }
    }

    fn integer_keyword(&mut self, declared: &'a Value, key: &str) -> Option<i64> {
        declared.get(key).or_else(|| self.effective_schema(declared).get(key)).and_then(whole_number)
    }

    fn fields(&mut self, declared: &'a Value) -> Vec<ParameterField> {
        let properties = entries(self.effective_schema(declared), "properties");
        let field = |(name, declared): (&String, &'a Value)| ParameterField {
            name: name.clone(),
            description: optional_string(declared, "description"),
            integers: self.integer_keywords(declared),
        };
        properties.map(field).collect()
    }

    /// Returns a schema for strings whose format is declared beside the schema, in the parameter itself.
    fn text_parameter(&mut self, place: &str, declared: &'a Value) -> Schema {
        let of = EnumOf::Text;
        let format = self.format(place, Some(ValueKind::Scalar(of)), &Format::new(&Value::Null, declared));
        Shape::Scalar(Scalar::new(of, format, Vec::new())).into()
    }

    /// Returns `true` if all values of the schema `declared` are scalars. References are followed.
    fn is_scalar(&mut self, declared: &'a Value) -> bool {
        let effective = self.effective_schema(declared);
        // The target of a reference may combine a scalar with null.
        let only = only_member(effective).filter(|_| effective.get("type").is_none());
        let schema = only.unwrap_or(effective);
        let is_scalar = match kinds(schema, false).as_slice() {
            [] => listed_values(schema).next().is_some(),
            kinds => matches!(kinds, [ValueKind::Scalar(_) | ValueKind::Boolean]),
        };
        schema.get("$ref").is_none() && is_scalar
    }

    /// Returns `true` if the schema `declared` allows objects or lists of scalars, and otherwise only scalars.
    fn has_elements(&mut self, declared: &'a Value) -> bool {
        let effective = self.effective_schema(declared);
        let members = || ["anyOf", "oneOf"].into_iter().flat_map(|key| array(effective, key)).filter(not_null);
        self.is_flat(effective)
            || members().any(|member| self.is_flat(member)) && {
                members().all(|member| self.is_flat(member) || self.is_scalar(member))
            }
    }

    /// Returns `true` if the schema `declared` itself is an object or a list of scalars. The members of an `anyOf` or
    /// `oneOf` are not considered.
    fn is_flat(&mut self, declared: &'a Value) -> bool {
        let declared = self.effective_schema(declared);
        let kinds = kinds(declared, false);
        let is_list = kinds.contains(&ValueKind::List);
        (is_list || kinds.contains(&ValueKind::Object))
            && (!is_list || declared.get("items").is_some_and(|items| self.is_scalar(items)))
    }

    /// Returns the schema that actually describes the values of `declared`: the target of a reference, or the only
    /// member of a composition apart from null. Returns `declared` itself if it is neither.
    pub fn effective_schema(&mut self, declared: &'a Value) -> &'a Value {
        let only = only_member(declared);
        let target = reference_link(declared).or_else(|| reference_link(only?)).and_then(|link| self.target(link));
        target.or_else(|| only.filter(|_| declared.get("type").is_none())).unwrap_or(declared)
    }
}

/// Returns the only member of a composition, ignoring members for null. Returns `None` unless there is exactly one.
fn only_member(declared: &Value) -> Option<&Value> {
    let members = ["allOf", "anyOf", "oneOf"].into_iter().flat_map(|key| array(declared, key));
    let mut members = members.filter(not_null);
    members.next().filter(|_| members.next().is_none())
}

pub fn not_null(member: &&Value) -> bool {
    let restricts_more = ["$ref", "allOf", "anyOf", "oneOf"].into_iter().any(|key| member.get(key).is_some())
        || !kinds(member, false).is_empty()
        || listed_values(member).next().is_some();
    member["type"] != "null" && (restricts_more || !is_set(member, "nullable"))
}

/// Returns the schema of a parameter that is declared with `content` and sent as JSON.
fn json_content(declared: &Value) -> Option<&Value> {
    let (media_type, media) = entries(declared, "content").next()?;
    MediaType::parse(media_type).is_json().then(|| &media["schema"])
}

fn query_style(declared: &Value) -> QueryStyle {
    match list_style(string_or_empty(declared, "style"), declared) {
        QueryStyle::Exploded if is_set(declared, "allowReserved") => QueryStyle::Reserved { is_exploded: true },
        QueryStyle::Delimited(",") if is_set(declared, "allowReserved") => QueryStyle::Reserved { is_exploded: false },
        style => style,
    }
}

/// Returns the style of a list or an object in a query or a form. A style that does not exist there is replaced by the
/// default style.
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
    use crate::schema::tests::{read_operation, read_typed, reference, written};

    fn parameters(path: &str, declared: Value) -> Vec<DeclaredParameter> {
        read_operation(path, json!({ "parameters": declared })).0.parameters
    }

    #[test]
    fn a_format_declared_on_a_parameter_applies_to_its_schema() {
        let left = parameters(
            "/{id}",
            json!([{ "name": "id", "in": "path", "x-format": { "guid": true }, "schema": { "type": "string" } }]),
        );
        assert_eq!(written(&left[0].schema), json!({ "type": "string", "format": "uuid" }));
        assert!(left[0].required);
    }

    #[test]
    fn adds_missing_and_drops_unused_path_parameters() {
        let left = parameters("/a/{id}", json!([{ "name": "other", "in": "path" }]));
        assert_eq!(left.len(), 1);
        assert_eq!(
            (&*left[0].name, left[0].location, left[0].required),
            ("id", Location::Path(Expansion::default()), true)
        );
        assert_eq!(written(&left[0].schema), json!({ "type": "string" }));
        let left = parameters("/{a}b{c}", json!([{ "name": "a}b{c", "in": "path" }]));
        assert_eq!(left.iter().map(|parameter| &*parameter.name).collect::<Vec<_>>(), ["a", "c"]);
    }

    #[test]
    fn parses_the_style_of_query_parameters() {
        let style = |mut declared: Value| {
            declared["name"] = "p".into();
            declared["in"] = "query".into();
            parameters("/a", json!([declared]))[0].location
        };
        let delimited = |delimiter| Location::Query(QueryStyle::Delimited(delimiter));
        assert_eq!(style(json!({})), Location::Query(QueryStyle::Exploded));
        assert_eq!(style(json!({ "explode": false })), delimited(","));
        assert_eq!(style(json!({ "style": "pipeDelimited" })), delimited("|"));
        assert_eq!(style(json!({ "style": "spaceDelimited", "explode": false })), delimited(" "));
        assert_eq!(style(json!({ "style": "unknown" })), delimited(","));
        assert_eq!(style(json!({ "style": "deepObject", "explode": true })), Location::Query(QueryStyle::Deep));
    }

    #[test]
    fn parameters_are_never_nullable() {
        let schema = json!({ "type": "string", "nullable": true });
        let left = parameters("/a", json!([{ "name": "q", "in": "query", "schema": schema }]));
        assert_eq!(written(&left[0].schema), json!({ "type": "string" }));
    }

    #[test]
    fn path_parameters_are_strings_if_a_path_cannot_express_their_type() {
        let schema = |schema: Value| {
            let declared = json!({ "name": "p", "in": "path", "style": "label", "explode": true, "schema": schema });
            let (operation, log) = read_operation("/{p}", json!({ "parameters": [declared] }));
            let Location::Path(Expansion { is_exploded, .. }) = operation.parameters[0].location else {
                panic!("{:?}", operation.parameters[0].location)
            };
            let is_noted = log.adaptations.iter().any(|noted| noted.rule == Rule::NESTED_PARAMETER);
            let schema = &operation.parameters[0].schema;
            (written(schema)["type"].as_str().unwrap_or("several").to_owned(), is_exploded, is_noted)
        };
        let said = |ty: &str, is_exploded, is_noted| (ty.to_owned(), is_exploded, is_noted);
        let list = |items: Value| json!({ "type": "array", "items": items });
        let text = || json!({ "type": "string" });
        assert_eq!(schema(text()), said("string", false, false));
        assert_eq!(schema(list(text())), said("array", true, false));
        assert_eq!(schema(json!({ "type": "object" })), said("object", true, false));
        assert_eq!(schema(json!({ "anyOf": [text(), list(text())] })), said("several", true, false));
        assert_eq!(schema(list(list(text()))), said("string", false, true));
        assert_eq!(schema(list(json!({ "type": "object" }))), said("string", false, true));
        assert_eq!(schema(json!({})), said("string", false, false));
    }

    #[test]
    fn parameters_with_json_content_are_strings_outside_the_query() {
        let content = |media_type: &str| json!({ media_type: { "schema": { "type": "array", "items": {} } } });
        let parameter = |place: &str, media_type: &str| {
            let declared = json!({ "name": "p", "in": place, "content": content(media_type) });
            let parameter = parameters("/{p}", json!([declared])).remove(0);
            (parameter.location, written(&parameter.schema)["type"].clone(), parameter.schema.description)
        };
        let said = Some("JSON, as text.".to_owned());
        let json = Location::Query(QueryStyle::Json);
        assert_eq!(parameter("query", "application/json"), (json, json!("array"), None));
        assert_eq!(parameter("header", "application/json").2, said);
        assert_eq!(parameter("path", "application/json").1, json!("string"));
        assert_eq!(parameter("query", "text/plain"), (Location::Query(QueryStyle::Exploded), json!("string"), None));
    }

    #[test]
    fn parses_allow_reserved_and_the_cookie_style_only_since_openapi_3_2() {
        let locations = |version: &str| {
            let parameters = json!([
                { "name": "p", "in": "path", "allowReserved": true, "style": "matrix", "schema": { "type": "string" } },
                { "name": "c", "in": "cookie", "style": "cookie", "schema": { "type": "object" } },
                { "name": "q", "in": "query", "allowReserved": true, "schema": {} },
            ]);
            let (document, _) = read_typed(json!({
                "openapi": version,
                "paths": { "/{p}": { "get": { "operationId": "x", "parameters": parameters } } },
            }));
            document.operations[0].parameters.iter().map(|parameter| parameter.location).collect::<Vec<_>>()
        };
        let expansion = |style, is_exploded, is_reserved| Expansion { style, is_exploded, is_reserved };
        let query = Location::Query(QueryStyle::Reserved { is_exploded: true });
        let expected = |is_reserved, cookie| {
            let path = Location::Path(expansion(Style::Matrix, false, is_reserved));
            [path, Location::Cookie(expansion(cookie, true, false)), query]
        };
        assert_eq!(locations("3.1.1"), expected(false, Style::Form));
        assert_eq!(locations("3.2.0"), expected(true, Style::Cookie));
    }

    #[test]
    fn path_parameters_may_refer_to_a_named_scalar() {
        let (document, _) = read_typed(json!({
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
    fn rejects_parameters_whose_name_cannot_be_sent() {
        let declared = json!([{ "name": "s;", "in": "cookie", "required": true }, { "name": "a b", "in": "header" }]);
        let (_, log) = read_operation("/a", json!({ "parameters": declared }));
        assert_eq!(
            log.diagnostics.to_string(),
            "x (GET /a) parameter `s;`: is not a valid cookie name\nx (GET /a) parameter `a b`: is not a valid \
             header name"
        );
    }

    #[test]
    fn a_path_parameter_may_refer_to_a_nullable_enum() {
        for null in [json!({ "type": "null" }), json!({ "nullable": true, "title": "x" })] {
            let named = json!({ "anyOf": [{ "type": "string", "enum": ["a", "b"] }, (null)] });
            let parameter = json!({ "name": "k", "in": "path", "required": true, "schema": reference("ValueKind") });
            let (document, _) = read_typed(json!({
                "openapi": "3.1.0",
                "components": { "schemas": { "ValueKind": named } },
                "paths": { "/{k}": { "get": { "operationId": "x", "parameters": [parameter] } } },
            }));
            assert_eq!(document.operations[0].parameters[0].schema.name(), Some("ValueKind"));
        }
    }

    #[test]
    fn parses_a_default_beside_the_anyof_of_a_parameter() {
        let schema = json!({ "anyOf": [{ "type": "integer", "maximum": 50 }, { "type": "null" }], "default": 10 });
        let (operation, _) =
            read_operation("/a", json!({ "parameters": [{ "name": "limit", "in": "query", "schema": schema }] }));
        let limit = &operation.parameters[0];
        assert_eq!((limit.integers.default, limit.integers.maximum), (Some(10), Some(50)));
    }
}
