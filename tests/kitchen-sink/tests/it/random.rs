//! Random values that are valid for a schema of the served document, before the generator adapts it.

use fastrand::Rng;
use serde_json::{Map, Value, json};

pub struct Values {
    document: Value,
    rng: Rng,
}

impl Values {
    /// Creates a generator. The same seed generates the same values.
    pub fn new(document: Value, seed: u64) -> Self {
        Self { document, rng: Rng::with_seed(seed) }
    }

    pub fn value_of_schema(&mut self, pointer: &str) -> Value {
        self.value(&json!({ "$ref": pointer }), 0)
    }

    fn one_in(&mut self, n: usize) -> bool {
        self.rng.usize(..n) == 0
    }

    fn pick<'a>(&mut self, values: &'a [Value]) -> &'a Value {
        &values[self.rng.usize(..values.len())]
    }

    fn value(&mut self, schema: &Value, depth: usize) -> Value {
        if let Some(reference) = schema.get("$ref").and_then(Value::as_str) {
            let nullable = schema.get("nullable") == Some(&json!(true));
            if nullable && self.one_in(4) {
                return Value::Null;
            }
            let target = reference.strip_prefix('#').and_then(|pointer| self.document.pointer(pointer)).cloned();
            return match target {
                Some(target) => self.value(&target, depth + 1),
                None => self.anything(depth),
            };
        }
        if schema.get("nullable") == Some(&json!(true)) && self.one_in(4) {
            return Value::Null;
        }
        if let Some(values) = schema.get("enum").and_then(Value::as_array) {
            let value = self.pick(values);
            // The document may list values of a string enum without quotes. The client sends them as strings.
            let is_unquoted = schema.get("type") == Some(&json!("string")) && value.is_number();
            return if is_unquoted { value.to_string().into() } else { value.clone() };
        }
        let members = |key: &str| schema.get(key).and_then(Value::as_array).cloned().unwrap_or_default();
        let mut parts: Vec<Value> = members("allOf").iter().map(|part| self.value(part, depth)).collect();
        for key in ["anyOf", "oneOf"] {
            let members = members(key);
            let only_required =
                members.iter().all(|member| member.get("required").is_some() && member.get("properties").is_none());
            if !members.is_empty() && !only_required {
                let member = self.pick(&members).clone();
                let value = self.value(&member, depth);
                parts.push(self.tagged(value, &member, schema));
            }
        }
        if parts.is_empty() || schema.get("properties").is_some() {
            parts.push(self.plain(schema, depth));
        }
        parts.into_iter().reduce(merge_objects).unwrap_or_default()
    }

    /// Adds a tag that the discriminator of `union` maps to `member`. The tag is at a random position among the fields
    /// of `value`, which is a value of `member`.
    fn tagged(&mut self, value: Value, member: &Value, union: &Value) -> Value {
        let name = member.get("$ref").and_then(Value::as_str).and_then(|link| link.rsplit('/').next());
        let mapping = union.pointer("/discriminator/mapping").and_then(Value::as_object);
        let leads_there = |target: &Value| target.as_str().and_then(|target| target.rsplit('/').next()) == name;
        let tags = mapping.into_iter().flatten().filter(|(_, target)| leads_there(target));
        let tags: Vec<Value> = tags.map(|(tag, _)| json!(tag)).collect();
        let (Value::Object(fields), false) = (&value, tags.is_empty()) else { return value };
        let property = union["discriminator"]["propertyName"].as_str().unwrap();
        let mut entries: Vec<_> = fields.clone().into_iter().filter(|(name, _)| name != property).collect();
        let place = self.rng.usize(..=entries.len());
        entries.insert(place, (property.to_owned(), self.pick(&tags).clone()));
        entries.into_iter().collect()
    }

    fn plain(&mut self, schema: &Value, depth: usize) -> Value {
        let kind = schema.get("type").and_then(Value::as_str);
        let kind = kind
            .or_else(|| schema.get("properties").map(|_| "object"))
            .or_else(|| schema.get("items").map(|_| "array"));
        match kind {
            Some("string") => self.text(schema).into(),
            Some("integer") if schema.get("format") == Some(&json!("int32")) => self.rng.i32(..).into(),
            Some("integer") => {
                let lowest = schema.get("minimum").and_then(Value::as_i64).unwrap_or(-(1 << 53));
                self.rng.i64(lowest..1 << 53).into()
            }
            Some("number") => self.number(),
            Some("boolean") => self.rng.bool().into(),
            Some("array") => {
                let count = if depth > 6 { 0 } else { self.rng.usize(..3) };
                let items = schema.get("items").cloned().unwrap_or_default();
                (0..count).map(|_| self.value(&items, depth + 1)).collect()
            }
            Some("object") => self.object(schema, depth),
            _ => self.anything(depth),
        }
    }

    fn object(&mut self, schema: &Value, depth: usize) -> Value {
        let mut object = Map::new();
        let required = schema.get("required").and_then(Value::as_array).cloned().unwrap_or_default();
        for (name, property) in schema.get("properties").and_then(Value::as_object).cloned().unwrap_or_default() {
            if required.contains(&json!(name)) || depth < 6 && self.rng.bool() {
                let value = self.value(&property, depth + 1);
                object.insert(name, value);
            } else if self.one_in(8) {
                // The service may write null even if the document does not allow it.
                object.insert(name, Value::Null);
            }
        }
        let extra = schema.get("additionalProperties").cloned().unwrap_or(json!(true));
        if extra != json!(false) {
            for index in 0..self.rng.usize(..3) {
                let value = if extra.is_object() { self.value(&extra, depth + 1) } else { self.anything(depth) };
                object.insert(format!("undeclared{index}"), value);
            }
        }
        object.into()
    }

    fn text(&mut self, schema: &Value) -> String {
        let format = schema.get("format").and_then(Value::as_str).unwrap_or_default();
        let is_guid = schema.pointer("/x-format/guid").is_some();
        let (year, day, second) = (self.rng.u32(1990..2100), self.rng.u32(10..29), self.rng.u32(10..60));
        match format {
            "date" if self.rng.bool() => format!("{year}-02-{day}T01:02:{second}.000Z"),
            "date" => format!("{year}-02-{day}"),
            "date-time" => format!("{year}-02-{day}T01:02:{second}Z"),
            _ if is_guid => format!("{:08x}-0000-4000-8000-{:012x}", self.rng.u32(..), self.rng.u32(..)),
            _ => (0..self.rng.usize(..6)).map(|_| self.rng.char(' '..'\u{2fff}')).collect(),
        }
    }

    fn number(&mut self) -> Value {
        if self.rng.bool() { self.rng.i32(..).into() } else { (self.rng.f64() * 1e9 - 5e8).into() }
    }

    fn anything(&mut self, depth: usize) -> Value {
        let deep = depth > 5;
        match self.rng.u8(..if deep { 4 } else { 6 }) {
            0 => self.rng.bool().into(),
            1 => self.number(),
            2 | 3 => self.text(&Value::Null).into(),
            4 => vec![self.anything(depth + 2)].into(),
            _ => json!({ "any": self.anything(depth + 2) }),
        }
    }
}

/// Merges two objects. Fields that are null are left out. If one of the values is not an object, returns `b`.
fn merge_objects(a: Value, b: Value) -> Value {
    match (a, b) {
        (Value::Object(mut a), Value::Object(b)) => {
            a.retain(|_, value| !value.is_null());
            a.extend(b.into_iter().filter(|(_, value)| !value.is_null()));
            a.into()
        }
        (_, b) => b,
    }
}
