//! The types of an API.
//!
//! Objects with fields, enums and unions have a name. Those that are declared in place are called after where they
//! stand: `Incident.severity` is `IncidentSeverity`, the body of an operation is its name with `Body`.

use std::collections::{BTreeMap, BTreeSet};

use openapiv3::{
    AdditionalProperties, IntegerFormat, ObjectType, ReferenceOr, Schema, SchemaKind, StringFormat, StringType,
    VariantOrUnknownOrEmpty,
};

use super::{Log, fields, json_kind, markdown::markdown, names::Names, variants};
use crate::{
    adaptation::Rule,
    api::{Field, Kind, Struct, Type, TypeDef, Union, UnionMember, Value},
    naming,
    repair::Document,
};

/// The name in a reference to a schema: `repair` leaves no others.
pub fn name_of_reference(reference: &str) -> &str {
    reference.strip_prefix("#/components/schemas/").unwrap_or(reference)
}

/// What is said of a schema beside its type.
fn docs_of(schema: &ReferenceOr<Schema>) -> String {
    schema.as_item().and_then(|schema| schema.schema_data.description.as_deref()).map(markdown).unwrap_or_default()
}

/// Makes types, and remembers them.
pub struct Types<'a> {
    schemas: BTreeMap<&'a str, &'a ReferenceOr<Schema>>,
    document: &'a Document,
    names: BTreeMap<String, String>,
    taken: BTreeSet<String>,
    named: Vec<TypeDef>,
    in_place: Vec<TypeDef>,
}

impl<'a> Types<'a> {
    /// Knows the named schemas of `document` by `names`.
    pub fn new(document: &'a Document, names: Names) -> Self {
        let schemas = document.schemas.iter().map(|(name, schema)| (name.as_str(), schema)).collect();
        let Names { of_schemas, taken } = names;
        Self { schemas, document, names: of_schemas, taken, named: Vec::new(), in_place: Vec::new() }
    }

    /// Makes the types of all named schemas.
    pub fn named(&mut self, log: &mut Log) {
        for (name, schema) in &self.document.schemas {
            let name = self.names.get(name).cloned().unwrap_or_default();
            let kind = self.kind(&name, schema, log);
            let def = TypeDef { name, docs: docs_of(schema), kind };
            self.named.push(def);
        }
    }

    /// All types: those with a name in the document first.
    pub fn finish(mut self) -> Vec<TypeDef> {
        self.named.append(&mut self.in_place);
        self.named
    }

    /// A name for a type that none has yet.
    pub fn unique_name(&mut self, wanted: &str) -> String {
        naming::unique(&naming::type_name(wanted), &mut self.taken)
    }

    /// What a named schema is.
    fn kind(&mut self, name: &str, schema: &ReferenceOr<Schema>, log: &mut Log) -> Kind {
        match schema.as_item().map(|schema| &schema.schema_kind) {
            Some(SchemaKind::Type(openapiv3::Type::String(text))) if !text.enumeration.is_empty() => {
                log.note(Rule::OPEN_ENUM, name);
                Kind::Enum(variants::of_values(text.enumeration.iter().flatten().map(String::as_str)))
            }
            Some(SchemaKind::Type(openapiv3::Type::Object(object))) if !object.properties.is_empty() => {
                Kind::Struct(self.fields(name, object, log))
            }
            Some(SchemaKind::OneOf { one_of }) => {
                log.note(Rule::UNION_OF_KINDS, name);
                Kind::Union(self.union(name, one_of, log))
            }
            _ => Kind::Newtype(self.value(name, schema, log)),
        }
    }

    fn fields(&mut self, name: &str, object: &ObjectType, log: &mut Log) -> Struct {
        let properties: Vec<&str> = object.properties.keys().map(String::as_str).collect();
        let additional = match &object.additional_properties {
            Some(AdditionalProperties::Schema(schema)) => Some(&**schema),
            _ => None,
        };
        let names = fields::names(name, &properties, additional.is_some(), log);
        let required: BTreeSet<&str> = object.required.iter().map(String::as_str).collect();
        let fields = object.properties.iter().zip(names).map(|((wire_name, schema), field)| {
            let schema = schema.clone().unbox();
            Field {
                value: self.value(&format!("{name}{}", naming::type_name(&format!(".{wire_name}"))), &schema, log),
                name: field,
                wire_name: wire_name.clone(),
                required: required.contains(wire_name.as_str()),
                docs: docs_of(&schema),
            }
        });
        let fields = fields.collect();
        Struct { fields, additional: additional.map(|schema| self.value(&format!("{name}Value"), schema, log)) }
    }

    fn union(&mut self, name: &str, members: &[ReferenceOr<Schema>], log: &mut Log) -> Union {
        let mut taken = BTreeSet::new();
        let members = members.iter().filter_map(|member| {
            let Some(kind) = json_kind::of(member, &self.schemas) else {
                log.diagnostics.push(name, "a member of the union takes several kinds of value");
                return None;
            };
            let ty = self.value(&format!("{name}{}", kind_name(member)), member, log).ty;
            let name = naming::unique(variants::of_kind(kind, &ty), &mut taken);
            Some(UnionMember { name, ty, kind, docs: docs_of(member) })
        });
        Union { members: members.collect() }
    }

    /// A value of `schema`; `wanted` is the name of its type, if it needs one.
    pub fn value(&mut self, wanted: &str, schema: &ReferenceOr<Schema>, log: &mut Log) -> Value {
        match schema {
            ReferenceOr::Reference { reference } => {
                let name = name_of_reference(reference);
                Value { ty: Type::Named(self.names.get(name).cloned().unwrap_or_default()), nullable: false }
            }
            ReferenceOr::Item(schema) => {
                Value { ty: self.ty(wanted, schema, log), nullable: schema.schema_data.nullable }
            }
        }
    }

    fn ty(&mut self, wanted: &str, schema: &Schema, log: &mut Log) -> Type {
        match &schema.schema_kind {
            SchemaKind::AllOf { all_of } => match all_of.first() {
                Some(only) => self.value(wanted, only, log).ty,
                None => Type::Any,
            },
            SchemaKind::OneOf { .. } => self.in_place(wanted, schema, log),
            SchemaKind::Type(ty) => match ty {
                openapiv3::Type::String(text) if !text.enumeration.is_empty() => self.in_place(wanted, schema, log),
                openapiv3::Type::String(text) => text_type(text),
                openapiv3::Type::Number(_) => Type::Number,
                openapiv3::Type::Integer(integer) => match &integer.format {
                    VariantOrUnknownOrEmpty::Item(IntegerFormat::Int32) => Type::Int32,
                    _ => Type::Int64,
                },
                openapiv3::Type::Boolean(_) => Type::Boolean,
                openapiv3::Type::Array(array) => {
                    let any = Value { ty: Type::Any, nullable: false };
                    let items = array.items.clone().map(ReferenceOr::unbox);
                    Type::List(Box::new(items.map_or(any, |items| self.value(&format!("{wanted}Item"), &items, log))))
                }
                openapiv3::Type::Object(object) if !object.properties.is_empty() => self.in_place(wanted, schema, log),
                openapiv3::Type::Object(object) => match &object.additional_properties {
                    Some(AdditionalProperties::Schema(values)) if !is_anything(values) => {
                        Type::Map(Box::new(self.value(&format!("{wanted}Value"), values, log)))
                    }
                    _ => Type::Object,
                },
            },
            _ => Type::Any,
        }
    }

    /// A type that is declared in place, and so has no name of its own.
    fn in_place(&mut self, wanted: &str, schema: &Schema, log: &mut Log) -> Type {
        let name = self.unique_name(wanted);
        let schema = ReferenceOr::Item(schema.clone());
        let kind = self.kind(&name, &schema, log);
        self.in_place.push(TypeDef { name: name.clone(), docs: docs_of(&schema), kind });
        Type::Named(name)
    }
}

fn text_type(text: &StringType) -> Type {
    match &text.format {
        VariantOrUnknownOrEmpty::Item(StringFormat::Date) => Type::Date,
        VariantOrUnknownOrEmpty::Item(StringFormat::DateTime) => Type::DateTime,
        VariantOrUnknownOrEmpty::Unknown(format) if format == "uuid" => Type::Uuid,
        _ => Type::Text,
    }
}

/// Whether `schema` says nothing at all of a value.
fn is_anything(schema: &ReferenceOr<Schema>) -> bool {
    schema.as_item().is_some_and(|schema| {
        let said = &schema.schema_data;
        matches!(schema.schema_kind, SchemaKind::Any(_)) && said.description.is_none() && !said.nullable
    })
}

/// What a type that is declared in place as a member of a union is called.
fn kind_name(member: &ReferenceOr<Schema>) -> &'static str {
    match member.as_item().map(|member| &member.schema_kind) {
        Some(SchemaKind::Type(ty)) => match ty {
            openapiv3::Type::String(_) => "String",
            openapiv3::Type::Number(_) => "Number",
            openapiv3::Type::Integer(_) => "Integer",
            openapiv3::Type::Boolean(_) => "Boolean",
            openapiv3::Type::Array(_) => "Array",
            openapiv3::Type::Object(_) => "Object",
        },
        _ => "X",
    }
}
