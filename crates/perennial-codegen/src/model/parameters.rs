//! Builds the parameters of operations, with distinct Rust names.

use std::collections::BTreeSet;

use indexmap::IndexMap;

use super::{
    forms,
    types::{self, Types},
};
use crate::{
    adaptation::Rule,
    api::{Api, Expansion, Location, Parameter, QueryStyle, Type, Value},
    log::Log,
    names::{file::OperationNames, pins, reserved},
    schema::{self, FieldEncoding},
    text::{media_type::MediaType, naming},
};

/// The names that are used while one operation is built: its name in diagnostics (`place`), the prefix of its types,
/// and the methods that its builder already has.
pub struct Scope<'a> {
    pub place: String,
    pub prefix: String,
    pub log: &'a mut Log,
    recorded: Option<&'a OperationNames>,
    /// The method names of the builder that are unavailable. They include all recorded names, which are reserved for
    /// their parameters.
    methods: BTreeSet<String>,
}

impl<'a> Scope<'a> {
    /// Creates the scope of the operation `declared`, which is called `name` in Rust. `recorded` contains the recorded
    /// names of its parameters.
    pub fn new(
        declared: &schema::DeclaredOperation,
        name: &str,
        recorded: Option<&'a OperationNames>,
        log: &'a mut Log,
    ) -> Self {
        let mut methods: BTreeSet<String> = reserved::OF_CALLS.map(str::to_owned).into();
        if let Some(OperationNames { setters, pagers, other_setters, .. }) = recorded {
            let pagers = pagers.iter().flatten();
            methods.extend(setters.values().chain(other_setters.keys()).chain(pagers).cloned());
        }
        Self { place: declared.to_string(), prefix: naming::type_name(name), log, recorded, methods }
    }

    /// Reserves the name of a method other than a setter, and returns it. If `wanted` is unavailable, an underscore or
    /// a number is appended.
    pub fn free_method(&mut self, wanted: &str) -> String {
        let wanted = if self.methods.contains(wanted) { format!("{wanted}_") } else { wanted.to_owned() };
        naming::unique(&wanted, &mut self.methods)
    }

    /// Returns whether a date parameter is a UNIX timestamp, as recorded in `names.json`. Returns `None` if nothing is
    /// recorded.
    fn recorded_timestamp(&self, wire_name: &str, location: Location) -> Option<bool> {
        self.recorded?.timestamps.get(&pins::parameter_key(location, wire_name)).copied()
    }

    /// Returns the name of the setter of the parameter `wire_name`: its recorded name, or else a name that no other
    /// method of the builder has.
    pub fn free_name(&mut self, wire_name: &str, location: Location) -> String {
        self.free_setter(wire_name, wire_name, location)
    }

    /// Same as [`free_name`](Self::free_name), but derives a name from `wanted` if no name is recorded for `wire_name`.
    fn free_setter(&mut self, wanted: &str, wire_name: &str, location: Location) -> String {
        let recorded = self.recorded.and_then(|names| names.setters.get(&pins::parameter_key(location, wire_name)));
        if let Some(recorded) = recorded {
            return recorded.clone();
        }
        let wanted = naming::value_name(wanted);
        if self.methods.insert(wanted.clone()) {
            return wanted;
        }
        // `value_name` merges repeated underscores, so that the underscore of a keyword at the end of `wanted` is not
        // doubled.
        let other = naming::value_name(&format!("{wanted}_{}", location.name()));
        let name = naming::unique(&other, &mut self.methods);
        self.note(Rule::RENAMED_PARAMETER, &format!("parameter `{wire_name}` as {name}"));
        name
    }

    pub fn note(&mut self, rule: Rule, part: &str) {
        self.log.note(rule, format!("{} {part}", self.place));
    }
}

/// Builds a parameter for each body that callers can send instead of the usual body. Its setter is named after the media
/// type: `json_patch_body` for `application/json-patch+json`, `form_body` for a form, `any_body` for a range, and
/// `json_version_2_body` for `application/json; version=2` if another body has the same type without its parameters.
pub fn build_alternatives(declared: &schema::DeclaredBody, types: &mut Types, scope: &mut Scope<'_>) -> Vec<Parameter> {
    let parameter = |schema::AlternativeBody { kind, media_type, schema, encoding }: &schema::AlternativeBody| {
        let all = declared.alternatives.iter().map(|other| &other.media_type).chain([&declared.media_type]);
        let is_same = |other: &&String| MediaType::essence(other) == MediaType::essence(media_type);
        let wanted = body_name(media_type, all.filter(is_same).count() > 1);
        let name = scope.free_setter(&wanted, media_type, Location::Body);
        Parameter {
            ty: match kind {
                MediaType::Other => Type::Part,
                MediaType::Multipart => Type::Parts,
                _ => types.build_value(&|| scope.prefix.clone() + &naming::type_name(&name), schema).ty,
            },
            name,
            wire_name: media_type.clone(),
            location: Location::Body,
            required: false,
            media_type: None,
            part_headers: Vec::new(),
            form: form_styles(encoding),
            docs: String::new(),
        }
    };
    declared.alternatives.iter().map(parameter).collect()
}

pub fn form_styles(encoding: &IndexMap<String, FieldEncoding>) -> IndexMap<String, QueryStyle> {
    encoding.iter().filter_map(|(name, field)| Some((name.clone(), field.style?))).collect()
}

fn body_name(media_type: &str, with_parameters: bool) -> String {
    if MediaType::parse(media_type) == MediaType::Form {
        return "form-body".to_owned();
    }
    let essence = MediaType::essence(media_type).replace('*', "any");
    let name = essence.split_once('/').map_or(essence.as_str(), |(_, name)| name);
    let name = name.split_once('+').map_or(name, |(name, _)| name);
    match media_type.split_once(';').filter(|_| with_parameters) {
        Some((_, parameters)) => format!("{name}-{}-body", parameters.to_lowercase()),
        None => format!("{name}-body"),
    }
}

/// Builds the parameters of an operation, except for the parts of a multipart body.
pub fn build_parameters(
    declared: &[schema::DeclaredParameter],
    types: &mut Types,
    scope: &mut Scope<'_>,
) -> Vec<Parameter> {
    let parameter = |declared: &schema::DeclaredParameter| {
        let schema::DeclaredParameter { name: wire_name, location, required, description, schema, .. } = declared;
        let name = scope.free_name(wire_name, *location);
        let descriptions = [description.as_deref(), schema.description.as_deref()].into_iter().flatten();
        let is_described = is_unix_timestamp(&descriptions.collect::<String>().to_lowercase());
        let recorded = scope.recorded_timestamp(wire_name, *location);
        let is_timestamp = recorded.unwrap_or(is_described);
        if is_timestamp != is_described {
            scope.note(Rule::KEPT_DECISION, &format!("parameter `{wire_name}`"));
        }
        let mut ty = types.build_value(&|| scope.prefix.clone() + &naming::type_name(&name), schema).ty;
        if convert_time_type(&mut ty, *location, is_timestamp) {
            scope.note(Rule::UNIX_TIMESTAMP, &format!("parameter `{wire_name}`"));
        }
        let docs_of = |description: Option<&String>| types::docs_of_named(description, &[wire_name]);
        let docs = join_docs(docs_of(description.as_ref()), docs_of(schema.description.as_ref()));
        let wire_name = wire_name.clone();
        let (media_type, part_headers, form) = (None, Vec::new(), IndexMap::new());
        Parameter {
            name,
            wire_name,
            location: *location,
            required: *required,
            ty,
            media_type,
            part_headers,
            form,
            docs,
        }
    };
    declared.iter().map(parameter).collect()
}

/// Combines the docs of a parameter and of its schema, which contain the limits and the default. Some frameworks write
/// the description in both places.
fn join_docs(of_parameter: String, of_schema: String) -> String {
    match (of_parameter.as_str(), of_schema.as_str()) {
        (_, "") => of_parameter,
        (parameter, schema) if schema.starts_with(parameter) => of_schema,
        (parameter, schema) => format!("{parameter}\n\n{schema}"),
    }
}

/// Sets the JSON style for lists of objects in a query, because OpenAPI has no style for them. Reports all other
/// parameters with nested values that cannot be sent in their style.
pub fn send_lists_as_json(api: &mut Api, log: &mut Log) {
    let types = api.types_by_name();
    let mut as_json = Vec::new();
    for (index, operation) in api.operations.iter().enumerate() {
        for (position, parameter) in operation.parameters.iter().enumerate() {
            let place = || format!("{operation} parameter `{}`", parameter.wire_name);
            let (ty, style) = match (parameter.location, &parameter.ty) {
                (Location::Query(style), Type::List(item))
                    if style != QueryStyle::Json && forms::is_object(&item.ty, &types) =>
                {
                    log.note(Rule::JSON_IN_QUERY, place());
                    as_json.push((index, position));
                    continue;
                }
                (Location::Query(style), ty) => (ty, style),
                (Location::Cookie(Expansion { is_exploded: true, .. }), ty) => (ty, QueryStyle::Exploded),
                (Location::Path(_) | Location::Header(_) | Location::Cookie(_), ty) => (ty, QueryStyle::Delimited(",")),
                (Location::Part(_) | Location::Body, _) => continue,
            };
            if !forms::is_written(ty, style, &types) {
                log.note(Rule::NESTED_PARAMETER, place());
            }
        }
    }
    for (index, position) in as_json {
        api.operations[index].parameters[position].location = Location::Query(QueryStyle::Json);
    }
}

/// Returns whether a lower-case description is about a UNIX timestamp in seconds. If it only mentions milliseconds, the
/// parameter keeps its declared date format, which does not depend on a unit.
fn is_unix_timestamp(description: &str) -> bool {
    let in_seconds = !description.contains("millisecond") || description.replace("millisecond", "").contains("second");
    (description.contains("unix") || description.contains("epoch")) && in_seconds
}

/// Replaces the date and time types in a parameter with types that are sent in the format of the parameter. Returns
/// whether a date becomes a UNIX timestamp.
fn convert_time_type(ty: &mut Type, location: Location, is_timestamp: bool) -> bool {
    let is_query = matches!(location, Location::Query(_));
    match ty {
        Type::Date if is_query && is_timestamp => {
            *ty = Type::QueryTime;
            true
        }
        // Setters of this type accept any type that represents a point in time.
        Type::DateTime => {
            *ty = Type::QueryDateTime;
            false
        }
        // Setters do not convert the elements of lists and maps, so the elements stay `DateTime`, the type that callers
        // usually have.
        Type::List(inner) | Type::Map(inner) if inner.ty == Type::DateTime => false,
        Type::List(inner) | Type::Map(inner) => {
            let Value { ty, .. } = &mut **inner;
            convert_time_type(ty, location, is_timestamp)
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn modelled(path: &str, parameters: Value) -> Vec<Parameter> {
        let operation = json!({ "operationId": "x", "parameters": parameters });
        let root = json!({ "openapi": "3.0.0", "paths": { path: { "get": operation } } });
        let (api, _) = crate::model_of(root).expect("legal");
        api.operations.into_iter().next().expect("one operation").parameters
    }

    #[test]
    fn parameters_with_colliding_names_keep_their_names_on_the_wire() {
        let names = |path: &str, others: &[&str]| {
            let name = &path[2..path.len() - 1];
            let queries = others.iter().map(|other| json!({ "name": other, "in": "query" }));
            let declared = queries.chain([json!({ "name": name, "in": "path" })]);
            let parameters = modelled(&format!("/a{path}"), declared.collect());
            parameters.into_iter().map(|it| format!("{} {}", it.name, it.wire_name)).collect::<Vec<_>>()
        };
        assert_eq!(names("/{id}", &["id", "send"]), ["id id", "send_query send", "id_path id"]);
        let of_keyword = ["type_", "type_path"];
        assert_eq!(names("/{type}", &["type"]), of_keyword.map(|name| format!("{name} type")));
        assert!(of_keyword.iter().all(|name| naming::value_name(name) == *name));
    }

    #[test]
    fn bodies_are_named_after_parameters_of_media_types_that_differ_only_in_them() {
        let schema = |ty: &str| json!({ "schema": { "type": ty } });
        let content = json!({
            "application/json; version=1": schema("object"), "application/json; version=2": schema("array"),
            "application/vnd.a+json; q=1": schema("string"),
        });
        let operation = json!({ "operationId": "x", "requestBody": { "content": content } });
        let root = json!({ "openapi": "3.0.0", "paths": { "/a": { "post": operation } } });
        let parameters = crate::model_of(root).expect("legal").0.operations.remove(0).parameters;
        let names = parameters.iter().map(|it| (it.name.as_str(), it.wire_name.as_str())).collect::<Vec<_>>();
        let expected =
            [("json_version_2_body", "application/json; version=2"), ("vnd_a_body", "application/vnd.a+json; q=1")];
        assert_eq!(names, expected);
    }

    #[test]
    fn docs_of_a_parameter_contain_the_limits_and_the_default_of_its_schema() {
        let docs = |description: Value, schema: Value| {
            let declared = json!([{ "name": "limit", "in": "query", "description": description, "schema": schema }]);
            modelled("/a", declared)[0].docs.clone()
        };
        let limits = "Limits: at most 50.\n\nThe service's default: `10`.";
        let schema = json!({ "type": "number", "maximum": 50, "default": 10 });
        assert_eq!(docs(json!(null), schema.clone()), limits);
        assert_eq!(docs(json!("Items."), schema), format!("Items.\n\n{limits}"));
        assert_eq!(
            docs(json!("Items."), json!({ "type": "number", "description": "Items.", "title": "Limit" })),
            "Items."
        );
    }

    #[test]
    fn a_query_date_described_as_a_unix_timestamp_is_sent_as_one() {
        let ty = |description: &str| {
            let schema = json!({ "type": "string", "format": "date" });
            let declared = json!([{ "name": "at", "in": "query", "description": description, "schema": schema }]);
            modelled("/a", declared)[0].ty.clone()
        };
        assert_eq!(ty("Up to this UNIX timestamp."), Type::QueryTime);
        assert_eq!(ty("UNIX timestamp in milliseconds"), Type::Date);
        assert_eq!(ty(""), Type::Date);
    }

    #[test]
    fn date_time_parameters_have_types_that_convert_their_argument() {
        let ty = |location: &str, schema: Value| {
            let declared = json!([{ "name": "at", "in": location, "required": true, "schema": schema }]);
            modelled("/a/{at}", declared)[0].ty.clone()
        };
        let timestamp = || json!({ "type": "string", "format": "date-time" });
        for location in ["query", "header", "path", "cookie"] {
            assert_eq!(ty(location, timestamp()), Type::QueryDateTime);
            let list = ty(location, json!({ "type": "array", "items": timestamp() }));
            assert!(matches!(list, Type::List(item) if item.ty == Type::DateTime));
        }
    }

    #[test]
    fn reports_nested_values_that_no_style_can_write() {
        let list = |items: Value| json!({ "type": "array", "items": items });
        let object = |field: Value| json!({ "type": "object", "properties": { "f": field } });
        let number = || json!({ "type": "number" });
        let noted = |style: Value, schema: &Value| {
            let mut parameter = json!({ "name": "p", "in": "query", "schema": schema });
            parameter.as_object_mut().expect("an object").extend(style.as_object().expect("an object").clone());
            let encoding = json!({ "p": style });
            let form = json!({ "schema": { "type": "object", "properties": { "p": schema } }, "encoding": encoding });
            let body = json!({ "content": { "application/x-www-form-urlencoded": form } });
            let operation = json!({ "operationId": "x", "parameters": [parameter], "requestBody": body });
            let root = json!({ "openapi": "3.0.0", "paths": { "/a": { "post": operation } } });
            let noted = crate::model_of(root).expect("legal").1.into_iter();
            noted.filter(|noted| noted.rule == Rule::NESTED_PARAMETER).map(|noted| noted.place).collect::<Vec<_>>()
        };
        let both = ["x (POST /a) field `p`", "x (POST /a) parameter `p`"];
        let [exploded, joined, deep] =
            [json!({}), json!({ "explode": false }), json!({ "style": "deepObject" })].map(|style| {
                let noted = |schema: Value| noted(style.clone(), &schema);
                [
                    noted(list(number())),
                    noted(list(list(number()))),
                    noted(object(number())),
                    noted(object(list(number()))),
                    noted(object(object(number()))),
                    noted(object(list(list(number())))),
                ]
                .map(|noted| match noted.as_slice() {
                    [] => false,
                    noted => noted == both || panic!("{noted:?}"),
                })
            });
        assert_eq!(exploded, [false, true, false, false, true, true]);
        assert_eq!(joined, [false, true, false, true, true, true]);
        assert_eq!(deep, [false, true, false, false, false, true]);
    }
}
