//! Examples of responses that are of other types than the document declares: a service that sends such a value (or a mock
//! server, which sends the example) gets an error of the client.

use std::collections::{HashMap, HashSet};

use serde_json::Value as Json;

use crate::{
    adaptation::{Adaptation, Rule},
    api::{Api, Content, EnumOf, Kind, Operation, Response, Struct, Type, TypesByName, Value},
    document::json::{array, entries},
    text::{media_type::MediaType, method},
};

/// The places that are named; the others are counted.
const NAMED: usize = 10;

/// The characters of a place, whose names are the document's.
const LONG: usize = 400;

/// The values that are looked at in a document.
const LOOKED_AT: usize = 1_000_000;

/// Those of the operations and named schemas of `root`.
pub fn mistyped(root: &Json, api: &Api) -> Vec<Adaptation> {
    let mut check = Check { types: api.types_by_name(), left: LOOKED_AT, found: Vec::new() };
    let operations: HashMap<&str, &Operation> = api.operations.iter().map(|it| (it.id.as_str(), it)).collect();
    let declared = entries(root, "paths").flat_map(|(_, item)| method::operations(item)).map(|(_, declared)| declared);
    for declared in declared {
        let Some(operation) = declared["operationId"].as_str().and_then(|id| operations.get(id)) else { continue };
        for (status, response) in entries(declared, "responses") {
            let Some(value) = answer(&operation.response, status) else { continue };
            let json = entries(response, "content").filter(|(media_type, _)| MediaType::parse(media_type).is_json());
            for (_, media) in json {
                check.examples(&format!("{operation} response {status}"), value, media);
            }
        }
    }
    let received = api.received();
    for def in api.types.iter().filter(|def| received.contains(def.name.as_str())) {
        let Some(name) = def.place.schema_name() else { continue };
        let declared = &root["components"]["schemas"][name];
        let value = Value { ty: Type::Named(def.name.clone()), nullable: true };
        check.examples(name, &value, declared);
        for field in def.kind.as_struct().into_iter().flat_map(|body| &body.fields) {
            let property = &declared["properties"][&field.wire_name];
            let value = Value { nullable: true, ..field.value.clone() };
            check.examples(&format!("{name}.{}", field.wire_name), &value, property);
        }
    }
    let (others, mut found) = (check.found.len().saturating_sub(NAMED), check.found);
    found.truncate(NAMED);
    found.extend((others > 0).then(|| format!("{others} others")));
    found.into_iter().map(|place| Adaptation { rule: Rule::MISTYPED_EXAMPLE, place }).collect()
}

/// The type of the body of a success with this status.
fn answer<'a>(response: &'a Response, status: &str) -> Option<&'a Value> {
    let content = match response {
        Response::One(content) if status.starts_with('2') => content,
        Response::ByStatus(several) => {
            &several.contents.iter().find(|it| it.status.is_some() && it.status == status.parse().ok())?.content
        }
        Response::One(_) => return None,
    };
    if let Content::Json { value, .. } = content { Some(value) } else { None }
}

struct Check<'a> {
    types: TypesByName<'a>,
    /// The values that may still be looked at.
    left: usize,
    /// The place of each example that does not fit, and why.
    found: Vec<String>,
}

/// The path of a value that is of another type, and what is wrong with it.
type Mismatch = (String, String);

impl<'a> Check<'a> {
    /// Looks at the examples of `shown`: a schema has a list of them, and a media type has each under a name.
    fn examples(&mut self, place: &str, ty: &Value, shown: &Json) {
        let named = entries(shown, "examples").filter_map(|(_, example)| example.get("value"));
        for example in shown.get("example").into_iter().chain(array(shown, "examples")).chain(named) {
            if let Err((path, what)) = self.fits(ty, example) {
                let at = if path.is_empty() { path } else { format!(" at `{}`", path.trim_start_matches('.')) };
                self.found.push(format!("{place}{at}: {what}").chars().take(LONG).collect());
            }
        }
    }

    /// Looks at the values within `value` up to the first that does not fit, and no deeper than the JSON of a document. Which
    /// member of a union a value is, the client finds out: any fits.
    fn fits(&mut self, declared: &Value, value: &Json) -> Result<(), Mismatch> {
        if self.left == 0 || value.is_null() && declared.nullable {
            return Ok(());
        }
        self.left -= 1;
        match (&declared.ty, value) {
            (Type::List(items), Json::Array(values)) => values.iter().enumerate().try_for_each(|(index, value)| {
                self.fits(items, value).map_err(|(path, what)| (format!("[{index}]{path}"), what))
            }),
            (Type::Map(values), Json::Object(fields)) => {
                fields.iter().try_for_each(|(name, value)| self.within(name, values, value))
            }
            (Type::Named(name), _) => match self.types.get(name.as_str()).map(|def| &def.kind) {
                Some(Kind::Struct(body)) => self.fields(body, value),
                Some(Kind::Newtype(inner)) => self.fits(inner, value),
                Some(Kind::Enum(listed)) => match listed.of {
                    EnumOf::Text => is(&Type::Text, value),
                    EnumOf::Integer => is(&Type::Int64, value),
                    EnumOf::Number => is(&Type::Number, value),
                },
                Some(Kind::Union(_)) | None => Ok(()),
            },
            (ty, value) => is(ty, value),
        }
    }

    fn within(&mut self, name: &str, declared: &Value, value: &Json) -> Result<(), Mismatch> {
        self.fits(declared, value).map_err(|(path, what)| (format!(".{name}{path}"), what))
    }

    fn fields(&mut self, body: &'a Struct, value: &Json) -> Result<(), Mismatch> {
        is(&Type::Object, value)?;
        self.left = self.left.saturating_sub(body.fields.len());
        for field in &body.fields {
            match value.get(&field.wire_name) {
                Some(value) => {
                    let nullable = !field.is_received() || field.value.nullable;
                    self.within(&field.wire_name, &Value { nullable, ..field.value.clone() }, value)?;
                }
                None if field.is_received() => {
                    return Err((String::new(), format!("requires `{}`", field.wire_name)));
                }
                None => {}
            }
        }
        let Some(values) = &body.additional else { return Ok(()) };
        let declared: HashSet<&str> = body.fields.iter().map(|field| field.wire_name.as_str()).collect();
        let mut others = value.as_object().into_iter().flatten().filter(|(name, _)| !declared.contains(name.as_str()));
        others.try_for_each(|(name, value)| self.within(name, values, value))
    }
}

/// Fails unless `value` is one of `ty`, which is not looked into.
fn is(ty: &Type, value: &Json) -> Result<(), Mismatch> {
    let is_text = |is: fn(&str) -> bool| value.as_str().is_some_and(is);
    let is_whole = |lowest: f64, highest: f64| {
        value.as_f64().is_some_and(|number| number.fract() == 0.0 && (lowest..=highest).contains(&number))
    };
    let (is_it, expected) = match ty {
        Type::Boolean => (value.is_boolean(), "a boolean"),
        Type::Int32 => (is_whole(i32::MIN.into(), i32::MAX.into()), "a whole number of 32 bits"),
        Type::Int64 => (is_whole(i64::MIN as f64, i64::MAX as f64), "a whole number"),
        Type::Uint64 => (is_whole(0.0, u64::MAX as f64), "a whole number that is not negative"),
        Type::Number | Type::ExactNumber => (value.is_number(), "a number"),
        Type::Text => (value.is_string(), "a text"),
        Type::Uuid => (is_text(|text| text.bytes().filter(u8::is_ascii_hexdigit).count() == 32), "a UUID"),
        Type::DateTime => {
            (is_text(|text| is_date(text) && text.len() >= "2024-05-01T10:00:00Z".len()), "a point in time")
        }
        Type::Date => (is_text(is_date), "a date"),
        Type::List(_) => (value.is_array(), "a list"),
        Type::Map(_) | Type::Object => (value.is_object(), "an object"),
        Type::Any
        | Type::QueryTime
        | Type::QueryDateTime
        | Type::Part
        | Type::Parts
        | Type::Named(_)
        | Type::Own(_) => (true, ""),
    };
    let mismatch = || (String::new(), format!("expects {expected}, found {}", kind(value)));
    if is_it { Ok(()) } else { Err(mismatch()) }
}

fn kind(value: &Json) -> &'static str {
    match value {
        Json::Null => "null",
        Json::Bool(_) => "a boolean",
        Json::Number(_) => "a number",
        Json::String(_) => "a text",
        Json::Array(_) => "a list",
        Json::Object(_) => "an object",
    }
}

/// `true` if a text begins with a calendar date.
fn is_date(text: &str) -> bool {
    let is_like = |(byte, form): (u8, u8)| if form == b'0' { byte.is_ascii_digit() } else { byte == form };
    text.len() >= 10 && text.bytes().zip(*b"0000-00-00").all(is_like)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// The examples that do not fit in a document with an operation that responds with `media`, and with named `schemas`.
    fn found(media: Json, schemas: Json) -> Vec<String> {
        let responses = json!({ "200": { "content": { "application/json": media } } });
        let paths = json!({ "/a": { "get": { "operationId": "getA", "responses": responses } } });
        let root = json!({ "openapi": "3.0.0", "paths": paths, "components": { "schemas": schemas } });
        let (api, _) = crate::model_of(root.clone()).expect("legal");
        mistyped(&root, &api).into_iter().map(|adaptation| adaptation.place).collect()
    }

    fn of_a(schema: Json, example: Json) -> Vec<String> {
        found(json!({ "schema": schema, "example": example }), json!({}))
    }

    #[test]
    fn an_example_of_another_type_is_told_with_its_place_and_what_is_expected() {
        let item = json!({ "type": "object", "required": ["id"], "properties": {
            "id": { "type": "string" }, "n": { "type": "integer" }, "at": { "type": "string", "format": "date-time" } } });
        let list = json!({ "type": "object", "properties": { "items": { "type": "array", "items": item } } });
        let at = |item: Json| of_a(list.clone(), json!({ "items": [{ "id": "a", "n": 1.0, "other": 1 }, item] }));
        assert_eq!(
            at(json!({ "id": 5 })),
            ["getA (GET /a) response 200 at `items[1].id`: expects a text, found a number"]
        );
        assert_eq!(at(json!({ "n": 5 })), ["getA (GET /a) response 200 at `items[1]`: requires `id`"]);
        assert_eq!(at(json!({ "id": "a", "n": 0.5 })).len(), 1);
        assert_eq!(at(json!({ "id": "a", "at": "2024-05-01" })).len(), 1);
        assert_eq!(at(json!({ "id": "a", "n": null, "at": "2024-05-01T10:00:00Z" })), [""; 0]);
    }

    #[test]
    fn examples_of_each_scalar_and_kind_fit_or_are_told() {
        let of = |ty: &str, format: &str| json!({ "type": ty, "format": format });
        for (schema, fits, other) in [
            (of("string", "uuid"), json!("6ba7b810-9dad-11d1-80b4-00c04fd430c8"), json!("an-id")),
            (of("string", "date"), json!("2024-05-01"), json!("1 May 2024")),
            (of("integer", "int32"), json!(5), json!(5_000_000_000_i64)),
            (of("integer", "uint64"), json!(u64::MAX), json!(-1)),
            (json!({ "type": "boolean" }), json!(true), json!("true")),
            (json!({ "enum": ["a"] }), json!("later"), json!(1)),
            (json!({ "enum": [1] }), json!(2), json!("1")),
            (
                json!({ "type": "object", "additionalProperties": { "type": "number" } }),
                json!({ "a": 1 }),
                json!({ "a": "1" }),
            ),
            (json!({ "type": "string", "nullable": true }), json!(null), json!(1)),
            (json!({}), json!([null]), json!(null)),
        ] {
            assert_eq!(of_a(schema.clone(), fits), [""; 0], "{schema}");
            assert_eq!(of_a(schema.clone(), other).len(), usize::from(schema != json!({})), "{schema}");
        }
    }

    #[test]
    fn any_value_fits_a_union() {
        let union = json!({ "oneOf": [{ "type": "string" }, { "type": "array", "items": { "type": "string" } }] });
        assert_eq!([json!([1]), json!({})].map(|example| of_a(union.clone(), example)), [[""; 0]; 2]);
    }

    #[test]
    fn several_examples_and_those_of_schemas_and_fields_are_looked_at() {
        let a = json!({ "type": "object", "example": { "b": 1 }, "properties": { "b": { "type": "string", "example": 2 } } });
        let several =
            json!({ "x": { "value": { "b": "fits" } }, "y": { "value": { "b": 3 } }, "z": { "externalValue": "u" } });
        let media = json!({ "schema": { "$ref": "#/components/schemas/A" }, "examples": several });
        let unused = json!({ "type": "string", "example": 1 });
        let found = found(media, json!({ "A": a, "Unused": unused }));
        assert_eq!(
            found,
            [
                "getA (GET /a) response 200 at `b`: expects a text, found a number",
                "A at `b`: expects a text, found a number",
                "A.b: expects a text, found a number"
            ]
        );
    }

    #[test]
    fn many_are_counted_and_large_and_deep_ones_end() {
        let fields: serde_json::Map<String, Json> =
            (0..200).map(|n| (format!("f{n}"), json!({ "type": "string", "example": n }))).collect();
        let reference = json!({ "$ref": "#/components/schemas/A" });
        let told = found(json!({ "schema": reference }), json!({ "A": { "type": "object", "properties": fields } }));
        assert_eq!((told.len(), told.last().map(String::as_str)), (11, Some("190 others")));

        let tree = json!({ "type": "object", "properties": { "next": reference } });
        let deep = (0..120).fold(json!(1), |inner, _| json!({ "next": inner }));
        let told = found(json!({ "schema": reference, "example": deep }), json!({ "A": tree }));
        assert_eq!(told.len(), 1);

        let empty: Vec<Json> = vec![json!({}); 100_000];
        let listed = json!({ "type": "array", "items": reference });
        let fields: serde_json::Map<String, Json> = (0..1_000).map(|n| (format!("f{n}"), json!({}))).collect();
        let wide = json!({ "A": { "type": "object", "properties": fields } });
        assert_eq!(found(json!({ "schema": listed, "example": empty }), wide), [""; 0]);
    }
}
