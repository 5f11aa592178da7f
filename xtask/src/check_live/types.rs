//! Values of a body, against the types that the document declares.

use std::collections::{BTreeSet, HashMap};

use monitoring_service_codegen::api::{
    Case, Discriminant, Enum, EnumOf, JsonKind, Kind, Struct, Type, TypeDef, Union, Value as Declared,
};
use serde_json::{Map, Value};

use super::{
    findings::{Deviation, Findings, Place, member},
    shown,
    text_forms::{is_date, is_date_time, is_uuid},
};

/// Called with the path, the name and the value of each declared field.
pub type EachField<'a> = dyn FnMut(&str, &str, &Value) + 'a;

/// Goes through values by their types.
pub struct Walk<'a> {
    pub types: &'a HashMap<&'a str, &'a TypeDef>,
    pub findings: &'a mut Findings,
    pub each_field: &'a mut EachField<'a>,
}

impl Walk<'_> {
    /// Compares the value at `path` with what is declared.
    pub fn value(&mut self, path: &str, declared: &Declared, value: &Value) {
        self.findings.see(Place::Body(path.to_owned()));
        self.inner(path, declared, value, None);
    }

    /// A value that is counted already; `tag` is the field that its union is told apart by.
    fn inner(&mut self, path: &str, Declared { ty, nullable }: &Declared, value: &Value, tag: Option<&str>) {
        let is_free = matches!(ty, Type::Any) || self.is_nullable(ty);
        match value {
            Value::Null if *nullable || is_free => {}
            Value::Null => self.note(path, Deviation::UndeclaredNull),
            _ => self.present(path, ty, value, tag),
        }
    }

    fn is_nullable(&self, ty: &Type) -> bool {
        let Type::Named(name) = ty else { return false };
        matches!(
            self.types.get(name.as_str()).map(|def| &def.kind),
            Some(Kind::Newtype(Declared { nullable: true, .. }))
        )
    }

    fn present(&mut self, path: &str, ty: &Type, value: &Value, tag: Option<&str>) {
        match (ty, value) {
            (Type::List(item), Value::Array(items)) => {
                let path = format!("{path}[]");
                items.iter().for_each(|value| self.value(&path, item, value));
            }
            (Type::Map(declared), Value::Object(fields)) => {
                let path = format!("{path}{{}}");
                fields.values().for_each(|value| self.value(&path, declared, value));
            }
            (Type::Named(name), _) => self.named(path, name, value, tag),
            _ => {
                if let Some(expected) = expected(ty, value) {
                    self.note(path, Deviation::OtherType { expected, found: kind(value) });
                }
            }
        }
    }

    fn named(&mut self, path: &str, name: &str, value: &Value, tag: Option<&str>) {
        let types = self.types;
        match types.get(name).map(|def| &def.kind) {
            Some(Kind::Struct(declared)) => match value {
                Value::Object(fields) => self.object(path, declared, fields, tag),
                _ => self.note(path, Deviation::OtherType { expected: "an object", found: kind(value) }),
            },
            Some(Kind::Enum(declared)) => self.listed(path, declared, value),
            Some(Kind::Union(union)) => match chosen(union, value) {
                Some(ty) => {
                    let own_tag = match &union.by {
                        Discriminant::Tag(tag) => Some(tag.as_str()),
                        Discriminant::Kind | Discriminant::Presence => tag,
                    };
                    self.present(path, ty, value, own_tag);
                }
                None => self.note(path, Deviation::NoMember { found: kind(value) }),
            },
            Some(Kind::Newtype(declared)) => self.inner(path, declared, value, tag),
            None => {}
        }
    }

    fn object(&mut self, path: &str, declared: &Struct, fields: &Map<String, Value>, tag: Option<&str>) {
        for field in &declared.fields {
            match fields.get(&field.wire_name) {
                Some(value) => {
                    let path = member(path, &field.wire_name);
                    self.value(&path, &field.value, value);
                    (self.each_field)(&path, &field.wire_name, value);
                }
                None if field.required => self.note(path, Deviation::AbsentField(field.wire_name.clone())),
                None => {}
            }
        }
        let is_declared = |name: &str| Some(name) == tag || declared.fields.iter().any(|it| it.wire_name == name);
        let others = fields.iter().filter(|(name, _)| !is_declared(name));
        if let Some(values) = &declared.additional {
            let path = format!("{path}{{}}");
            others.for_each(|(_, value)| self.value(&path, values, value));
            return;
        }
        let names: BTreeSet<String> = others.map(|(name, _)| shown::name(name)).collect();
        if !names.is_empty() {
            self.findings.note_undeclared(path, names);
        }
    }

    fn listed(&mut self, path: &str, Enum { of, values, .. }: &Enum, value: &Value) {
        let mut listed = values.iter().map(|listed| listed.wire_name.as_str());
        match (of, value) {
            (EnumOf::Text, Value::String(text)) => {
                if !listed.any(|listed| listed == text) {
                    self.findings.note_text(Place::Body(path.to_owned()), text.len());
                }
            }
            (EnumOf::Integer | EnumOf::Number, Value::Number(number)) => {
                // As the client compares them.
                if !listed.any(|listed| listed.parse().ok() == number.as_f64()) {
                    self.note(path, Deviation::UnlistedValue { found: "a number" });
                }
            }
            (of, value) => {
                let expected = if *of == EnumOf::Text { "a text" } else { "a number" };
                self.note(path, Deviation::OtherType { expected, found: kind(value) });
            }
        }
    }

    fn note(&mut self, path: &str, deviation: Deviation) {
        self.findings.note(Place::Body(path.to_owned()), deviation);
    }
}

/// The member that a value is of.
fn chosen<'a>(union: &'a Union, value: &Value) -> Option<&'a Type> {
    let member = |is: &dyn Fn(&Case) -> bool| union.members.iter().find(|member| is(&member.case)).map(|it| &it.ty);
    match (&union.by, value) {
        (Discriminant::Kind, _) => member(&|case| *case == Case::Kind(json_kind(value))),
        (Discriminant::Tag(tag), Value::Object(fields)) => match fields.get(tag) {
            Some(Value::String(tag)) => member(&|case| match case {
                Case::Tag(tags) => tags.contains(tag),
                Case::UndeclaredTag(other) => other == tag,
                _ => false,
            })
            .or_else(|| member(&|case| *case == Case::AnyTag)),
            Some(_) => None,
            None => member(&|case| matches!(case, Case::Absent | Case::AnyTag)),
        },
        (Discriminant::Presence, Value::Object(fields)) => {
            let is_present = |case: &Case| matches!(case, Case::Field(name) if fields.contains_key(name));
            match union.members.iter().filter(|member| is_present(&member.case)).count() {
                0 => member(&|case| *case == Case::Absent),
                1 => member(&is_present),
                _ => None,
            }
        }
        _ => None,
    }
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

/// What a value should be, if it is something else.
fn expected(ty: &Type, value: &Value) -> Option<&'static str> {
    let is_text = |is: fn(&str) -> bool| value.as_str().is_some_and(is);
    let (is, expected) = match ty {
        Type::Any | Type::Part | Type::Parts | Type::Named(_) => return None,
        Type::Boolean => (value.is_boolean(), "a boolean"),
        Type::Int32 => (whole(value).is_some_and(|it| i32::try_from(it).is_ok()), "a whole number of 32 bits"),
        Type::Int64 => (whole(value).is_some_and(|it| i64::try_from(it).is_ok()), "a whole number"),
        Type::Uint64 => (whole(value).is_some_and(|it| u64::try_from(it).is_ok()), "a whole number, not negative"),
        Type::Number | Type::ExactNumber => (value.is_number(), "a number"),
        Type::Text => (value.is_string(), "a text"),
        Type::Uuid => (is_text(is_uuid), "a UUID"),
        Type::DateTime | Type::QueryDateTime => (is_text(is_date_time), "a point in time"),
        Type::Date | Type::QueryTime => (is_text(|text| is_date(text) || is_date_time(text)), "a date"),
        Type::List(_) => (value.is_array(), "a list"),
        Type::Map(_) | Type::Object => (value.is_object(), "an object"),
    };
    (!is).then_some(expected)
}

/// A whole number, which may be written with a fraction.
fn whole(value: &Value) -> Option<i128> {
    let whole = value.as_i64().map(i128::from).or_else(|| value.as_u64().map(i128::from));
    #[allow(clippy::cast_possible_truncation, reason = "it is whole, and not as large")]
    whole.or_else(|| value.as_f64().filter(|it| it.fract() == 0.0 && it.abs() < 2_f64.powi(64)).map(|it| it as i128))
}

/// The kind of a JSON value.
fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(number) if number.is_f64() => "a number with a fraction",
        Value::Number(_) => "a whole number",
        Value::String(_) => "a text",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}

#[cfg(test)]
mod tests;
