//! Examples of responses that are of other types than the document declares: a service that sends such a value (or a mock
//! server, which sends the example) gets an error of the client.

use std::collections::HashMap;

use serde_json::Value as Json;

use crate::{
    adaptation::{Adaptation, Rule},
    api::{
        Api, Case, Content, Direction, Discriminant, EnumOf, JsonKind, Kind, Operation, Presence, Response, Struct,
        Type, TypesByName, Union, Value,
    },
    document::json::{array, entries},
    text::{media_type::MediaType, method},
};

/// The places that are named; the others are counted.
const NAMED: usize = 10;

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
                let several = entries(media, "examples").filter_map(|(_, example)| example.get("value"));
                check.examples(
                    &format!("{operation} response {status}"),
                    value,
                    media.get("example").into_iter().chain(several),
                );
            }
        }
    }
    let received = api.received();
    for def in api.types.iter().filter(|def| received.contains(def.name.as_str())) {
        let Some(name) = def.place.schema_name() else { continue };
        let declared = &root["components"]["schemas"][name];
        let value = Value { ty: Type::Named(def.name.clone()), nullable: true };
        check.examples(name, &value, own_examples(declared));
        for field in def.kind.as_struct().into_iter().flat_map(|body| &body.fields) {
            let property = &declared["properties"][&field.wire_name];
            let value = Value { nullable: true, ..field.value.clone() };
            check.examples(&format!("{name}.{}", field.wire_name), &value, own_examples(property));
        }
    }
    let (others, mut found) = (check.found.len().saturating_sub(NAMED), check.found);
    found.truncate(NAMED);
    found.extend((others > 0).then(|| format!("{others} others")));
    found.into_iter().map(|place| Adaptation { rule: Rule::MISTYPED_EXAMPLE, place }).collect()
}

/// The examples of a schema.
fn own_examples(declared: &Json) -> impl Iterator<Item = &Json> {
    declared.get("example").into_iter().chain(array(declared, "examples"))
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

impl<'a> Check<'a> {
    fn examples<'b>(&mut self, place: &str, declared: &Value, examples: impl Iterator<Item = &'b Json>) {
        for example in examples {
            if let Some((path, what)) = self.mismatch(declared, example) {
                let at =
                    if path.is_empty() { String::new() } else { format!(" at `{}`", path.trim_start_matches('.')) };
                self.found.push(format!("{place}{at}: {what}"));
            }
        }
    }

    /// The path of the first value that is of another type, and what is wrong with it. It goes no deeper than the JSON of a
    /// document.
    fn mismatch(&mut self, declared: &Value, value: &Json) -> Option<(String, String)> {
        self.left = self.left.checked_sub(1)?;
        if value.is_null() && declared.nullable {
            return None;
        }
        let of = |expected: &str| Some((String::new(), format!("expects {expected}, found {}", kind(value))));
        match (&declared.ty, value) {
            (Type::List(items), Json::Array(values)) => values.iter().enumerate().find_map(|(index, value)| {
                let (path, what) = self.mismatch(items, value)?;
                Some((format!("[{index}]{path}"), what))
            }),
            (Type::Map(values), Json::Object(fields)) => {
                fields.iter().find_map(|(name, value)| within(name, self.mismatch(values, value)))
            }
            (Type::Named(name), _) => match &self.types.get(name.as_str())?.kind {
                Kind::Struct(body) => self.fields(body, value),
                Kind::Enum(listed) => match listed.of {
                    EnumOf::Text => (!value.is_string()).then(|| of("a text"))?,
                    EnumOf::Integer => {
                        (!is_whole(value, i64::MIN.into(), i64::MAX.into())).then(|| of("a whole number"))?
                    }
                    EnumOf::Number => (!value.is_number()).then(|| of("a number"))?,
                },
                Kind::Union(union) => {
                    let ty = chosen(union, value)?.clone();
                    self.mismatch(&Value { ty, nullable: false }, value)
                }
                Kind::Newtype(inner) => self.mismatch(inner, value),
            },
            (ty, value) => of(expected(ty, value)?),
        }
    }

    fn fields(&mut self, body: &'a Struct, value: &Json) -> Option<(String, String)> {
        let Json::Object(fields) = value else {
            return Some((String::new(), format!("expects an object, found {}", kind(value))));
        };
        self.left = self.left.checked_sub(body.fields.len())?;
        for field in &body.fields {
            let is_required = field.required || field.required_one_way && field.direction == Direction::ReadOnly;
            let found = match fields.get(&field.wire_name) {
                Some(value) => {
                    let nullable = field.presence() != Presence::Always && !is_required || field.value.nullable;
                    within(&field.wire_name, self.mismatch(&Value { nullable, ..field.value.clone() }, value))
                }
                None => is_required.then(|| (String::new(), format!("requires `{}`", field.wire_name))),
            };
            if found.is_some() {
                return found;
            }
        }
        let values = body.additional.as_ref()?;
        let mut others = fields.iter().filter(|(name, _)| body.fields.iter().all(|field| field.wire_name != **name));
        others.find_map(|(name, value)| within(name, self.mismatch(values, value)))
    }
}

fn within(name: &str, found: Option<(String, String)>) -> Option<(String, String)> {
    found.map(|(path, what)| (format!(".{name}{path}"), what))
}

/// The member that the client decodes `value` to; none where it keeps a value that no member takes.
fn chosen<'a>(union: &'a Union, value: &Json) -> Option<&'a Type> {
    let with = |is: &dyn Fn(&Case, &[String]) -> bool| {
        union.members.iter().find(|member| is(&member.case, &member.also)).map(|member| &member.ty)
    };
    match &union.by {
        Discriminant::Kind => with(&|case, _| match case {
            Case::Kind(JsonKind::Array) => value.is_array(),
            Case::Kind(JsonKind::Object) => value.is_object(),
            _ => false,
        }),
        Discriminant::Tag(tag) => match value.as_object()?.get(tag).unwrap_or(&Json::Null) {
            Json::String(tag) => with(&|case, also| match case {
                Case::Tag(values) => values.contains(tag) || also.contains(tag),
                Case::UndeclaredTag(value) => value == tag || also.contains(tag),
                _ => false,
            })
            .or_else(|| with(&|case, _| *case == Case::AnyTag)),
            Json::Null => with(&|case, _| matches!(case, Case::Absent | Case::AnyTag)),
            _ => None,
        },
        Discriminant::Presence => {
            let fields = value.as_object()?;
            let is_there =
                |case: &Case| matches!(case, Case::Field(name) if fields.get(name).is_some_and(|it| !it.is_null()));
            match union.members.iter().filter(|member| is_there(&member.case)).count() {
                0 => with(&|case, _| *case == Case::Absent),
                1 => with(&|case, _| is_there(case)),
                _ => None,
            }
        }
    }
}

/// What a value of `ty` is, unless `value` is one.
fn expected(ty: &Type, value: &Json) -> Option<&'static str> {
    let text = value.as_str();
    let (is_it, expected) = match ty {
        Type::Boolean => (value.is_boolean(), "a boolean"),
        Type::Int32 => (is_whole(value, i32::MIN.into(), i32::MAX.into()), "a whole number of 32 bits"),
        Type::Int64 => (is_whole(value, i64::MIN.into(), i64::MAX.into()), "a whole number"),
        Type::Uint64 => (is_whole(value, 0, u64::MAX.into()), "a whole number that is not negative"),
        Type::Number | Type::ExactNumber => (value.is_number(), "a number"),
        Type::Text => (text.is_some(), "a text"),
        Type::Uuid => (text.is_some_and(is_uuid), "a UUID"),
        Type::DateTime => {
            (text.is_some_and(|text| is_date(text) && text.len() >= "2024-05-01T10:00:00Z".len()), "a point in time")
        }
        Type::Date => (text.is_some_and(is_date), "a date"),
        Type::List(_) => (false, "a list"),
        Type::Map(_) => (false, "an object"),
        Type::Object => (value.is_object(), "an object"),
        Type::Any | Type::QueryTime | Type::QueryDateTime | Type::Part | Type::Parts | Type::Named(_) => return None,
    };
    (!is_it).then_some(expected)
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

fn is_whole(value: &Json, lowest: i128, highest: i128) -> bool {
    let whole = value.as_i64().map(i128::from).or_else(|| value.as_u64().map(i128::from));
    let whole = whole.or_else(|| value.as_f64().filter(|number| number.fract() == 0.0).map(|number| number as i128));
    whole.is_some_and(|whole| (lowest..=highest).contains(&whole))
}

fn is_uuid(text: &str) -> bool {
    let text = text.trim_start_matches("urn:uuid:").trim_matches(['{', '}']);
    text.bytes().filter(u8::is_ascii_hexdigit).count() == 32
        && text.bytes().all(|byte| byte.is_ascii_hexdigit() || byte == b'-')
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
            (
                json!({ "oneOf": [{ "type": "string" }, { "type": "array", "items": { "type": "string" } }] }),
                json!(1),
                json!([1]),
            ),
            (json!({ "type": "string", "nullable": true }), json!(null), json!(1)),
            (json!({}), json!([null]), json!(null)),
        ] {
            assert_eq!(of_a(schema.clone(), fits), [""; 0], "{schema}");
            assert_eq!(of_a(schema.clone(), other).len(), usize::from(schema != json!({})), "{schema}");
        }
    }

    #[test]
    fn the_member_of_a_union_is_the_one_that_is_decoded() {
        let member = |kind: &str, of: &str| {
            json!({ "type": "object", "required": ["kind"],
                    "properties": { "kind": { "type": "string", "enum": [kind] }, "v": { "type": of } } })
        };
        let union = json!({ "oneOf": [member("a", "string"), member("b", "integer")] });
        for (example, count) in [
            (json!({ "kind": "b", "v": 1 }), 0),
            (json!({ "kind": "a", "v": 1 }), 1),
            (json!({ "kind": "c", "v": 1 }), 0),
            (json!({ "v": 1 }), 0),
        ] {
            assert_eq!(of_a(union.clone(), example.clone()).len(), count, "{example}");
        }
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
