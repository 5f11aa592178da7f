//! Unions of objects, and what tells their members apart.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use openapiv3::{Discriminator, ObjectType, ReferenceOr, Schema, SchemaKind, StringType, Type};

use super::{json_kind, names::of_reference};
use crate::api::{Case, Discriminant};

type Schemas<'a> = BTreeMap<&'a str, &'a ReferenceOr<Schema>>;

/// The members of a union of objects.
pub struct OfObjects<'a> {
    pub members: Vec<Member<'a>>,
    pub by: Discriminant,
}

/// One member.
pub struct Member<'a> {
    pub schema: &'a ReferenceOr<Schema>,
    pub case: Case,
}

/// The members of `schema`, if it is a union of objects.
pub fn of_objects<'a>(schema: &'a Schema, schemas: &Schemas<'a>) -> Option<OfObjects<'a>> {
    let SchemaKind::OneOf { one_of } = &schema.schema_kind else { return None };
    if !json_kind::is_of_objects(schema, schemas) {
        return None;
    }
    Some(match &schema.schema_data.discriminator {
        Some(discriminator) => by_tag(one_of, discriminator, schemas),
        None => by_presence(one_of, schemas),
    })
}

/// The name that a member has in the document.
pub fn name(member: &ReferenceOr<Schema>) -> Option<&str> {
    match member {
        ReferenceOr::Reference { reference } => Some(of_reference(reference)),
        ReferenceOr::Item(item) => match &item.schema_kind {
            SchemaKind::AllOf { all_of } => all_of.first().and_then(name),
            _ => None,
        },
    }
}

fn by_tag<'a>(
    members: &'a [ReferenceOr<Schema>],
    discriminator: &Discriminator,
    schemas: &Schemas<'a>,
) -> OfObjects<'a> {
    let tag = &discriminator.property_name;
    let mut values: HashMap<&str, Vec<String>> = HashMap::new();
    for (value, target) in &discriminator.mapping {
        values.entry(of_reference(target)).or_default().push(value.clone());
    }
    let members = members.iter().map(|schema| {
        let values = match name(schema) {
            Some(name) => values.remove(name).unwrap_or_default(),
            None => allowed(schema, tag, schemas),
        };
        let case = match (declares(schema, tag, schemas), values.as_slice()) {
            (true, []) => Case::AnyTag,
            (false, []) => Case::Absent,
            (false, [only]) => Case::UndeclaredTag(only.clone()),
            _ => Case::Tag(values),
        };
        Member { schema, case }
    });
    OfObjects { members: members.collect(), by: Discriminant::Tag(tag.clone()) }
}

/// Whether an object, or each of a union of objects, has the field `tag`.
fn declares(schema: &ReferenceOr<Schema>, tag: &str, schemas: &Schemas) -> bool {
    objects(schema, schemas).iter().all(|object| object.properties.contains_key(tag))
}

/// The values that an object, or those of a union of objects, list for the field `tag`.
fn allowed(schema: &ReferenceOr<Schema>, tag: &str, schemas: &Schemas) -> Vec<String> {
    let values = objects(schema, schemas).into_iter().filter_map(|object| {
        let property = object.properties.get(tag)?.clone().unbox();
        match &json_kind::opened(&property, schemas)?.schema_kind {
            SchemaKind::Type(Type::String(StringType { enumeration, .. })) => Some(enumeration.clone()),
            _ => None,
        }
    });
    let mut seen = BTreeSet::new();
    values.flatten().flatten().filter(|value| seen.insert(value.clone())).collect()
}

/// The object that a schema is, or those of a union in which others may stand.
fn objects<'a>(schema: &'a ReferenceOr<Schema>, schemas: &Schemas<'a>) -> Vec<&'a ObjectType> {
    let mut seen = BTreeSet::new();
    let (mut found, mut open) = (Vec::new(), vec![schema]);
    while let Some(schema) = open.pop() {
        if name(schema).is_some_and(|name| !seen.insert(name)) {
            continue;
        }
        match json_kind::opened(schema, schemas).map(|schema| &schema.schema_kind) {
            Some(SchemaKind::OneOf { one_of }) => open.extend(one_of),
            Some(SchemaKind::Type(Type::Object(object))) => found.push(object),
            _ => {}
        }
    }
    found
}

fn by_presence<'a>(members: &'a [ReferenceOr<Schema>], schemas: &Schemas<'a>) -> OfObjects<'a> {
    let objects: Vec<Option<&ObjectType>> = members.iter().map(|member| json_kind::object(member, schemas)).collect();
    let mut declared: HashMap<&str, usize> = HashMap::new();
    for name in objects.iter().flatten().flat_map(|object| object.properties.keys()) {
        *declared.entry(name).or_default() += 1;
    }
    let is_never_null = |property: &ReferenceOr<Box<Schema>>| match property {
        ReferenceOr::Reference { .. } => true,
        ReferenceOr::Item(schema) => !schema.schema_data.nullable,
    };
    let members = members.iter().zip(&objects).map(|(schema, object)| {
        let mut required = object.iter().flat_map(|object| object.required.iter().map(|name| (name, *object)));
        let marker = required.find(|(name, object)| {
            declared.get(name.as_str()) == Some(&1) && object.properties.get(*name).is_some_and(is_never_null)
        });
        Member { schema, case: marker.map_or(Case::Absent, |(name, _)| Case::Field(name.clone())) }
    });
    OfObjects { members: members.collect(), by: Discriminant::Presence }
}
