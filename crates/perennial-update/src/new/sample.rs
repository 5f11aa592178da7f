//! Creates samples: values of declared types that a service might send.

use perennial_codegen::api::{
    Case, Discriminant, Enum, EnumOf, Kind, Presence, Struct, Type, TypesByName, Union, UnionMember, Value as Declared,
};
use serde_json::{Map, Value, json};

/// The maximum depth of a sample. A limit is needed because types may contain themselves.
const DEEPEST: usize = 16;
/// The depth down to which samples contain optional fields.
const RICH: usize = 3;
/// The maximum number of values in a sample. Nobody would read more.
const MOST: usize = 400;

pub struct SampleMaker<'a> {
    types: &'a TypesByName<'a>,
    /// The number of values that may still be added to the sample.
    left: usize,
    /// Whether the sample contains optional fields, down to the depth [`RICH`].
    is_rich: bool,
}

impl<'a> SampleMaker<'a> {
    pub fn new(types: &'a TypesByName<'a>) -> Self {
        Self { types, left: MOST, is_rich: true }
    }

    /// Creates a sample of a declared value. It contains optional fields unless it would then be too large. Returns
    /// `None` if it is too large even without them.
    pub fn create_sample(&mut self, declared: &Declared) -> Option<Value> {
        [true, false].into_iter().find_map(|is_rich| {
            (self.left, self.is_rich) = (MOST, is_rich);
            self.declared_sample(declared, 0)
        })
    }

    fn declared_sample(&mut self, declared: &Declared, depth: usize) -> Option<Value> {
        let value = self.type_sample(&declared.ty, depth);
        if value.is_none() && declared.nullable && self.left > 0 { Some(Value::Null) } else { value }
    }

    fn type_sample(&mut self, ty: &Type, depth: usize) -> Option<Value> {
        self.left = self.left.checked_sub(1)?;
        let below = depth + 1;
        if depth > DEEPEST {
            return None;
        }
        Some(match ty {
            Type::Any | Type::Text => json!("text"),
            Type::Null => Value::Null,
            Type::Boolean => json!(true),
            Type::Int32 | Type::Int64 | Type::Uint64 | Type::ExactNumber => json!(1),
            Type::Number => json!(1.5),
            Type::Uuid => json!("6ba7b810-9dad-11d1-80b4-00c04fd430c8"),
            Type::DateTime | Type::QueryDateTime => json!("2024-05-01T12:00:00Z"),
            Type::Date | Type::QueryTime => json!("2024-05-01"),
            Type::Object => json!({}),
            Type::Part | Type::Parts | Type::Own(_) => return None,
            // If no element fits into the limits, the list is empty.
            Type::List(item) => Value::Array(self.declared_sample(item, below).into_iter().collect()),
            Type::Map(item) => Value::Object(
                self.declared_sample(item, below).map(|value| ("key".to_owned(), value)).into_iter().collect(),
            ),
            Type::Named(name) => match &self.types.get(name.as_str())?.kind {
                Kind::Struct(body) => Value::Object(self.struct_sample(body, below)?),
                Kind::Enum(listed) => enum_sample(listed)?,
                Kind::Union(union) => {
                    union.members.iter().find_map(|member| self.member_sample(union, member, below))?
                }
                Kind::Newtype(inner) => self.declared_sample(inner, below)?,
            },
        })
    }

    /// Creates an object with all required fields, and with optional ones as far as the limits allow.
    fn struct_sample(&mut self, body: &Struct, depth: usize) -> Option<Map<String, Value>> {
        let mut fields = Map::new();
        for field in &body.fields {
            let is_needed = field.is_received() || field.presence() == Presence::Always;
            if is_needed || self.is_rich && (depth <= RICH || self.is_simple(&field.value.ty)) {
                match self.declared_sample(&field.value, depth) {
                    Some(value) => drop(fields.insert(field.wire_name.clone(), value)),
                    None if is_needed => return None,
                    None => {}
                }
            }
        }
        Some(fields)
    }

    fn is_simple(&self, ty: &Type) -> bool {
        match ty {
            Type::Any | Type::List(_) | Type::Map(_) => false,
            Type::Named(name) => self.types.get(name.as_str()).is_some_and(|def| matches!(def.kind, Kind::Enum(_))),
            _ => true,
        }
    }

    /// Creates a value that belongs to `member`, and to no other member of the union.
    fn member_sample(&mut self, union: &Union, member: &UnionMember, depth: usize) -> Option<Value> {
        let mut value = self.type_sample(&member.ty, depth)?;
        let (Discriminant::Tag(name) | Discriminant::Scalar(name)) = &union.by else {
            if let (Case::Field(name), Some(fields)) = (&member.case, value.as_object_mut()) {
                let declared = member.ty.as_struct(self.types)?.fields.iter().find(|it| it.wire_name == *name)?;
                if !fields.contains_key(name) {
                    fields.insert(name.clone(), self.declared_sample(&declared.value, depth + 1)?);
                }
                // Removes the fields by which other members are recognised, so that the value belongs only to this
                // member.
                let others = union.members.iter().filter_map(|other| match &other.case {
                    Case::Field(other) if other != name => Some(other),
                    _ => None,
                });
                others.for_each(|other| drop(fields.remove(other)));
            }
            return Some(value);
        };
        let tag = match (&member.case, &union.by) {
            (Case::Tag(tags), Discriminant::Scalar(_)) => serde_json::from_str(tags.first()?).ok()?,
            (Case::Tag(tags), _) => Value::from(tags.first()?.as_str()),
            (Case::UndeclaredTag(tag), _) => Value::from(tag.as_str()),
            _ => return Some(value),
        };
        value.as_object_mut()?.insert(name.clone(), tag);
        Some(value)
    }
}

fn enum_sample(Enum { of, values, .. }: &Enum) -> Option<Value> {
    let first = values.first()?.wire_name.as_str();
    match of {
        EnumOf::Text => Some(first.into()),
        EnumOf::Integer | EnumOf::Number => serde_json::from_str(first).ok(),
    }
}
