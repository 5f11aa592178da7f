//! Unions of objects, and what tells their members apart.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use openapiv3::{Discriminator, ObjectType, ReferenceOr, Schema, SchemaKind, StringType, Type};

use super::json_kind;
use crate::{
    api::{Case, Discriminant},
    names::schemas::of_reference,
};

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
            Some(SchemaKind::OneOf { one_of }) => open.extend(one_of.iter().rev()),
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

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::{
        adaptation::Rule,
        api::{Api, Case, Discriminant, Kind, Type, Union},
        document,
    };

    fn reference(name: &str) -> Value {
        json!({ "$ref": format!("#/components/schemas/{name}") })
    }

    fn of_kind(kinds: &[&str]) -> Value {
        let kind = json!({ "type": "string", "enum": kinds });
        json!({ "type": "object", "required": ["kind"], "properties": { "kind": kind, "x": { "type": "string" } } })
    }

    /// The API with one operation that responds with `A`, and what was reported of it.
    fn lowered(schemas: Value) -> (Api, Vec<String>) {
        let content = json!({ "content": { "application/json": { "schema": reference("A") } } });
        let operation = json!({ "operationId": "getA", "responses": { "200": content } });
        let paths = json!({ "/a": { "get": operation } });
        let root = json!({ "openapi": "3.0.0", "paths": paths, "components": { "schemas": schemas } });
        let (document, mut adaptations) = document::run(root).expect("legal");
        let (api, lowered) = crate::model::run(&document).expect("legal");
        adaptations.extend(lowered);
        let of_unions = [Rule::TAGGED_UNION, Rule::UNION_BY_PRESENCE, Rule::MERGED_UNION];
        let reports = adaptations.iter().filter(|adaptation| of_unions.contains(&adaptation.rule));
        (api, reports.map(|adaptation| format!("{} {}", adaptation.rule.id, adaptation.place)).collect())
    }

    fn union<'a>(api: &'a Api, name: &str) -> &'a Union {
        match &api.types.iter().find(|def| def.name == name).expect("a type of this name").kind {
            Kind::Union(union) => union,
            other => panic!("{name} is {other:?}"),
        }
    }

    /// The variants, their types and their cases.
    fn members(union: &Union) -> Vec<(&str, &str, Case)> {
        let members = union.members.iter().map(|member| match &member.ty {
            Type::Named(ty) => (member.name.as_str(), ty.as_str(), member.case.clone()),
            other => panic!("{other:?} has no name"),
        });
        members.collect()
    }

    fn tag(values: &[&str]) -> Case {
        Case::Tag(values.iter().map(|value| (*value).to_owned()).collect())
    }

    #[test]
    fn variants_are_called_after_the_only_value_or_the_schema() {
        let inline = of_kind(&["g"]);
        let plain = json!({ "type": "object", "properties": { "y": { "type": "string" } } });
        let (api, reports) = lowered(json!({
            "A": { "oneOf": [reference("One"), reference("Several"), inline, of_kind(&["h", "i"]), plain] },
            "One": of_kind(&["IN_PROGRESS"]), "Several": of_kind(&["e", "f"]),
        }));
        let a = union(&api, "A");
        assert_eq!((&a.by, a.other.as_str()), (&Discriminant::Tag("kind".to_owned()), "Other"));
        assert_eq!(
            members(a),
            [
                ("InProgress", "One", tag(&["IN_PROGRESS"])),
                ("Several", "Several", tag(&["e", "f"])),
                ("G", "Ag", tag(&["g"])),
                ("HOrI", "AhOrI", tag(&["h", "i"])),
                ("Fallback", "AFallback", Case::Absent),
            ]
        );
        assert_eq!(reports, ["tagged-union A by `kind`"]);
    }

    #[test]
    fn a_member_with_an_open_tag_takes_every_tag_that_no_other_has() {
        let open = json!({ "type": "object", "required": ["kind"], "properties": { "kind": { "type": "string" } } });
        let (api, _) = lowered(json!({ "A": { "oneOf": [reference("Cat"), open] }, "Cat": of_kind(&["c"]) }));
        assert_eq!(members(union(&api, "A")), [("C", "Cat", tag(&["c"])), ("Fallback", "AFallback", Case::AnyTag)]);
    }

    #[test]
    fn a_value_called_other_leaves_another_name_to_the_rest() {
        let (api, _) = lowered(json!({ "A": { "oneOf": [of_kind(&["other"]), of_kind(&["Other"])] } }));
        let a = union(&api, "A");
        assert_eq!(a.members.iter().map(|member| member.name.as_str()).collect::<Vec<_>>(), ["Other", "Other2"]);
        assert_eq!(a.other, "Unlisted");
    }

    #[test]
    fn a_tag_that_a_member_does_not_declare_is_its_only_value() {
        let object = |field: &str| json!({ "type": "object", "properties": { (field): { "type": "string" } } });
        let (api, _) = lowered(json!({
            "A": { "oneOf": [reference("Cat"), reference("Dog")], "discriminator": { "propertyName": "kind", "mapping": { "c": "Cat" } } },
            "Cat": object("lives"), "Dog": object("kind"),
        }));
        let cat = ("C", "Cat", Case::UndeclaredTag("c".to_owned()));
        assert_eq!(members(union(&api, "A")), [cat, ("Dog", "Dog", tag(&["Dog"]))]);
    }

    #[test]
    fn a_member_that_is_another_name_of_a_schema_keeps_its_values() {
        let (api, _) = lowered(json!({
            "A": { "oneOf": [reference("Alias"), reference("Dog")] },
            "Alias": { "allOf": [reference("Cat")], "description": "x", "nullable": true },
            "Cat": of_kind(&["c"]), "Dog": of_kind(&["d"]),
        }));
        assert_eq!(members(union(&api, "A")), [("C", "Cat", tag(&["c"])), ("D", "Dog", tag(&["d"]))]);
    }

    #[test]
    fn members_found_by_a_field_are_called_after_it_or_the_schema() {
        let object = |field: &str| json!({ "type": "object", "required": [field], "properties": { (field): { "type": "string" } } });
        let rest = json!({ "type": "object", "properties": { "z": { "type": "string" } } });
        let (api, reports) = lowered(json!({
            "A": { "oneOf": [reference("Named"), object("notAfter"), rest] }, "Named": object("since"),
        }));
        assert_eq!(
            members(union(&api, "A")),
            [
                ("Named", "Named", Case::Field("since".to_owned())),
                ("NotAfter", "ANotAfter", Case::Field("notAfter".to_owned())),
                ("Fallback", "AFallback", Case::Absent),
            ]
        );
        assert_eq!(reports, ["union-by-presence A"]);
    }

    #[test]
    fn a_union_that_nothing_tells_apart_is_one_struct_beside_its_members() {
        let schemas = json!({
            "A": { "oneOf": [reference("Cat"), reference("Dog")], "description": "Any." },
            "Cat": of_kind(&["c"]), "Dog": of_kind(&["c", "d"]),
        });
        let (api, reports) = lowered(schemas);
        let structs = api.types.iter().filter(|def| matches!(def.kind, Kind::Struct(_)));
        assert_eq!(structs.map(|def| def.name.as_str()).collect::<Vec<_>>(), ["A", "Cat", "Dog"]);
        let docs =
            "Any.\n\nOne of 2 shapes: Cat, Dog. It has the fields of each, since nothing reliably tells them apart.";
        assert_eq!(api.types[0].docs, docs);
        assert_eq!(reports, ["merged-union A"]);
    }

    #[test]
    fn a_union_that_contains_itself_through_its_members_is_a_type() {
        let mut group = of_kind(&["group"]);
        group["properties"]["children"] = json!({ "type": "array", "items": reference("A") });
        group["properties"]["next"] = json!({ "oneOf": [reference("A"), { "type": "string" }] });
        let (api, _) = lowered(
            json!({ "A": { "oneOf": [reference("Group"), reference("Leaf")] }, "Group": group, "Leaf": of_kind(&["leaf"]) }),
        );
        assert_eq!(members(union(&api, "A")), [("Group", "Group", tag(&["group"])), ("Leaf", "Leaf", tag(&["leaf"]))]);
        assert_eq!(union(&api, "GroupNext").members[0].ty, Type::Named("A".to_owned()));
    }
}
