//! Compares values with the types that a document declares for them.

mod findings;
pub mod redact;

use std::collections::{BTreeSet, HashMap};

use perennial_codegen::api::{
    Case, Content, Discriminant, Enum, EnumOf, JsonKind, Kind, Operation, Response, Struct, Type, TypeDef, Union,
    Value as Declared,
};
use serde_json::{Map, Value};

pub use self::findings::{Finding, Findings};
use crate::text_forms::{is_date, is_date_time, is_uuid};

/// A function that is called for each declared field of an object, with its path, its name and its value.
pub type EachField<'a> = dyn FnMut(&str, &str, &Value) + 'a;

/// The kinds of deviations for which the client refuses a value.
pub const UNREADABLE: [&str; 3] = ["absent field", "other type", "undeclared null"];

/// The comparison of values, and of the values inside them, with their declared types.
pub struct ValueWalk<'a, 'b> {
    types: &'a HashMap<&'a str, &'a TypeDef>,
    pub findings: &'a mut Findings,
    each_field: &'a mut EachField<'b>,
    /// The number of values and fields that may still be compared. It limits the time.
    left: usize,
    /// Whether every optional field may be null, as in the client, and not only fields whose schema allows null.
    takes_null: bool,
}

impl<'a, 'b> ValueWalk<'a, 'b> {
    pub fn new(
        types: &'a HashMap<&'a str, &'a TypeDef>,
        findings: &'a mut Findings,
        each_field: &'a mut EachField<'b>,
    ) -> Self {
        Self { types, findings, each_field, left: usize::MAX, takes_null: false }
    }

    /// Accepts the same values as the client, and limits the comparison to `left` values and declared fields.
    pub fn with_rules_of_client(self, left: usize) -> Self {
        Self { left, takes_null: true, ..self }
    }

    pub fn compare_value(&mut self, path: &str, declared: &Declared, value: &Value) {
        if self.left == 0 {
            return;
        }
        self.left -= 1;
        self.findings.count_value(Some(path));
        self.compare_with_type(path, &declared.ty, declared.nullable, value, None);
    }

    /// Compares a value with its declared type without counting it. For a union member, `tag` is the name of the field
    /// that contains its tag.
    fn compare_with_type(&mut self, path: &str, ty: &Type, nullable: bool, value: &Value, tag: Option<&str>) {
        let types = self.types;
        let named = if let Type::Named(name) = ty { types.get(name.as_str()).map(|def| &def.kind) } else { None };
        match (ty, named, value) {
            (_, Some(Kind::Newtype(inner)), _) => {
                self.compare_with_type(path, &inner.ty, nullable || inner.nullable, value, tag);
            }
            (Type::Any, ..) => {}
            (_, _, Value::Null) if nullable || *ty == Type::Null => {}
            (_, _, Value::Null) => self.count_deviation(path, "undeclared null", "null, which is not declared"),
            (Type::List(item), _, Value::Array(items)) => {
                let path = format!("{path}[]");
                items.iter().for_each(|value| self.compare_value(&path, item, value));
            }
            (Type::Map(declared), _, Value::Object(fields)) => {
                let path = format!("{path}{{}}");
                fields.values().for_each(|value| self.compare_value(&path, declared, value));
            }
            (_, Some(Kind::Struct(declared)), Value::Object(fields)) => {
                self.compare_object(path, declared, fields, tag)
            }
            (_, Some(Kind::Struct(_)), _) => self.count_other_type(path, "an object", value),
            (_, Some(Kind::Enum(declared)), _) => self.compare_enum_value(path, declared, value),
            (_, Some(Kind::Union(union)), _) => match matching_member(union, value) {
                Some(ty) => {
                    let tag = if let Discriminant::Tag(own) = &union.by { Some(own.as_str()) } else { tag };
                    self.compare_with_type(path, ty, false, value, tag);
                }
                None => self.count_deviation(
                    path,
                    "no member",
                    &format!("{} that matches no member of the union", describe_kind(value)),
                ),
            },
            // For a date, the client accepts a timestamp as well.
            (Type::Date, _, Value::String(text)) if is_date_time(text) => {
                self.count_deviation(path, "timestamp", "a timestamp, where the document declares a date");
            }
            _ => {
                if let Some(expected) = expected_type(ty, value) {
                    self.count_other_type(path, expected, value);
                }
            }
        }
    }

    fn compare_object(&mut self, path: &str, declared: &Struct, fields: &Map<String, Value>, tag: Option<&str>) {
        self.left = self.left.saturating_sub(declared.fields.len());
        for field in &declared.fields {
            match fields.get(&field.wire_name) {
                Some(value) => {
                    let path =
                        if path.is_empty() { field.wire_name.clone() } else { format!("{path}.{}", field.wire_name) };
                    if !(self.takes_null && value.is_null() && !field.is_received()) {
                        self.compare_value(&path, &field.value, value);
                    }
                    (self.each_field)(&path, &field.wire_name, value);
                }
                None if field.is_received() => {
                    self.count_deviation(
                        path,
                        "absent field",
                        &format!("the required field `{}` is absent", field.wire_name),
                    );
                }
                None => {}
            }
        }
        let is_declared = |name: &str| Some(name) == tag || declared.fields.iter().any(|it| it.wire_name == name);
        let others = fields.iter().filter(|(name, _)| !is_declared(name));
        if let Some(values) = &declared.additional {
            let path = format!("{path}{{}}");
            others.for_each(|(_, value)| self.compare_value(&path, values, value));
            return;
        }
        let names: BTreeSet<String> = others.map(|(name, _)| redact::redact_field_name(name)).collect();
        if !names.is_empty() {
            self.findings.count_undeclared_fields(path, names);
        }
    }

    fn compare_enum_value(&mut self, path: &str, Enum { of, values, .. }: &Enum, value: &Value) {
        let (mut listed, json) = (values.iter().map(|listed| listed.wire_name.as_str()), value.to_string());
        match (of, value) {
            (EnumOf::Text, Value::String(text)) if listed.any(|listed| listed == text) => {}
            (EnumOf::Text, Value::Number(_) | Value::Bool(_)) if listed.any(|listed| listed == json) => {}
            (EnumOf::Text, Value::String(_)) => {
                self.count_deviation(path, "unlisted value", "a string that is not one of the declared values")
            }
            (EnumOf::Text, _) => self.count_other_type(path, "a string", value),
            // Numbers are compared as the client compares them, so `1.0` equals `1`.
            (_, Value::Number(number)) if listed.any(|listed| listed.parse().ok() == number.as_f64()) => {}
            (_, Value::Number(_)) => {
                self.count_deviation(path, "unlisted value", "a number that is not one of the declared values")
            }
            _ => self.count_other_type(path, "a number", value),
        }
    }

    fn count_other_type(&mut self, path: &str, expected: &str, value: &Value) {
        self.count_deviation(path, "other type", &format!("expects {expected}, found {}", describe_kind(value)));
    }

    fn count_deviation(&mut self, path: &str, kind: &'static str, says: &str) {
        self.findings.count_deviation(Some(path), kind, says.to_owned());
    }
}

/// Returns the declared type of the body of a successful response, if the client always reads the body as JSON.
pub fn success_type(operation: &Operation, status: u16) -> Option<&Declared> {
    let content = match &operation.response {
        Response::One(content) => content,
        Response::ByStatus(several) => {
            let with_status = |status| several.contents.iter().find(|each| each.status == status);
            &with_status(Some(status)).or_else(|| with_status(None)).or(several.contents.first())?.content
        }
    };
    if let Content::Json { value, or_text: false, .. } = content { Some(value) } else { None }
}

fn matching_member<'a>(union: &'a Union, value: &Value) -> Option<&'a Type> {
    let tag = match &union.by {
        Discriminant::Tag(tag) | Discriminant::Scalar(tag) => value.get(tag),
        Discriminant::Kind | Discriminant::Presence => None,
    };
    let matches_case = |case: &Case| match case {
        Case::Kind(kind) => *kind == json_kind(value),
        Case::Tag(tags) => match (&union.by, tag) {
            (Discriminant::Scalar(_), Some(tag)) => !tag.is_string() && tags.contains(&tag.to_string()),
            _ => tag.and_then(Value::as_str).is_some_and(|tag| tags.iter().any(|other| other == tag)),
        },
        Case::UndeclaredTag(other) => tag.and_then(Value::as_str) == Some(other),
        Case::Field(name) => value.get(name).is_some(),
        Case::Several | Case::Absent | Case::AnyTag => false,
    };
    // If no other member accepts the value, it may belong to one of two kinds of members: a member that is recognised
    // by a missing field, or a member that accepts any tag.
    let is_fallback = |case: &Case| match case {
        Case::Absent => value.is_object() && tag.is_none(),
        Case::AnyTag => value.is_object() && tag.is_none_or(Value::is_string),
        _ => false,
    };
    let has_other_tag =
        |also: &[String]| tag.and_then(Value::as_str).is_some_and(|tag| also.iter().any(|other| other == tag));
    let mut matching = union.members.iter().filter(|member| matches_case(&member.case) || has_other_tag(&member.also));
    let member = match (matching.next(), matching.next()) {
        (None, _) => union.members.iter().find(|member| is_fallback(&member.case)),
        (member, None) => member,
        _ => union.members.iter().find(|member| member.case == Case::Several),
    };
    member.map(|member| &member.ty)
}

fn json_kind(value: &Value) -> JsonKind {
    match value {
        Value::String(_) => JsonKind::String,
        Value::Number(_) => JsonKind::Number,
        Value::Bool(_) => JsonKind::Boolean,
        Value::Array(_) => JsonKind::Array,
        Value::Object(_) | Value::Null => JsonKind::Object,
    }
}

/// Returns a description of the expected type if a value does not have this type, and `None` otherwise.
fn expected_type(ty: &Type, value: &Value) -> Option<&'static str> {
    let is_text = |is: fn(&str) -> bool| value.as_str().is_some_and(is);
    // Whole numbers may have a fraction of zero, such as `1.0`.
    let is_whole = |from: f64, to: f64| value.as_f64().is_some_and(|it| it.fract() == 0.0 && (from..to).contains(&it));
    let (is, expected) = match ty {
        Type::Any | Type::Part | Type::Parts | Type::Named(_) | Type::Own(_) => return None,
        Type::Null => (value.is_null(), "null"),
        Type::Boolean => (value.is_boolean(), "a boolean"),
        Type::Int32 => (is_whole(-(2_f64.powi(31)), 2_f64.powi(31)), "a 32-bit integer"),
        Type::Int64 => (value.is_i64() || is_whole(-(2_f64.powi(63)), 2_f64.powi(63)), "an integer"),
        Type::Uint64 => (value.is_u64() || is_whole(0.0, 2_f64.powi(64)), "a non-negative integer"),
        Type::Number | Type::ExactNumber => (value.is_number(), "a number"),
        Type::Text => (value.is_string(), "a string"),
        Type::Uuid => (is_text(is_uuid), "a UUID"),
        Type::DateTime | Type::QueryDateTime => (is_text(is_date_time), "a point in time"),
        Type::Date | Type::QueryTime => (is_text(is_date), "a date"),
        Type::List(_) => (value.is_array(), "a list"),
        Type::Map(_) | Type::Object => (value.is_object(), "an object"),
    };
    (!is).then_some(expected)
}

fn describe_kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(number) if number.is_f64() => "a number with a fractional part",
        Value::Number(_) => "an integer",
        Value::String(_) => "a string",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}
