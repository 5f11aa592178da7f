//! Combines the members of an `anyOf` or `oneOf` into one schema, possibly a union. Values have to match at least one
//! member.

use std::collections::HashSet;

use indexmap::{IndexMap, IndexSet};

use super::{
    Additional, Discriminator, Member, Object, OneObject, Scalar, Schema, SchemaUnion, Shape,
    all_of::with_part,
    claims::{FieldPresence, claim_of, object_with_tag},
    components::{Components, Resolved},
    presence::{Overlap, overlap_of, union_by_presence},
    required,
    tags::{union_by_tag, with_part_each},
};
use crate::api::{Case, Discriminant, EnumOf, JsonKind, Type};

/// The `oneOf` or `anyOf` of a schema, with the keywords beside it.
pub struct DeclaredChoice<'a> {
    pub members: Vec<&'a Schema>,
    pub discriminator: Option<&'a Discriminator>,
    /// The other keywords of the schema, if they declare or require fields.
    pub part: Option<&'a Schema>,
    /// Whether a value matches exactly one member, as in `oneOf`.
    pub exclusive: bool,
    pub one_object: OneObject,
}

pub struct United {
    pub schema: Schema,
    /// Whether each object in `schema` includes the fields of [`DeclaredChoice::part`].
    pub has_part: bool,
    /// The reason why several objects were merged into one, which becomes part of the documentation. `None` if no
    /// objects were merged.
    pub merged: Option<String>,
}

/// Combines the members of an `anyOf` or `oneOf`.
///
/// Members of the same JSON kind are combined into one schema. If there are several kinds, the result is a union with
/// one member per kind. Several objects become a union if their content distinguishes them. If not, they become one
/// object with the fields of all.
pub fn unite(choice: &DeclaredChoice, components: &Components) -> United {
    let mut united = United { schema: Schema::any(), has_part: false, merged: None };
    united.schema = components.merging(&choice.members, || union_of_kinds(choice, components, &mut united));
    united
}

/// Combines schemas from different declarations, as [`unite`] does. No discriminator applies to them.
fn merge_one_of(members: &[&Schema], components: &Components) -> Schema {
    let nullable = members.iter().any(|member| admits_null(member, components));
    let members = members.to_vec();
    let mut one = unite(
        &DeclaredChoice { members, discriminator: None, part: None, exclusive: false, one_object: OneObject::Never },
        components,
    )
    .schema;
    one.nullable |= nullable && !one.allows_any_value();
    one
}

/// Returns `members` without those that only add null. If all members only add null, returns all of them.
pub fn without_null_alone<'a>(members: &'a [Schema], components: &Components) -> Vec<&'a Schema> {
    let adds_null = |member: &&Schema| components.is_only_nullable(member);
    let (nulls, others): (Vec<_>, Vec<_>) = members.iter().partition(adds_null);
    if others.is_empty() { nulls } else { others }
}

pub fn admits_null(member: &Schema, components: &Components) -> bool {
    member.shape == Shape::Null || components.resolve(member).nullable
}

fn union_of_kinds(choice: &DeclaredChoice, components: &Components, united: &mut United) -> Schema {
    let mut kinds: Vec<(JsonKind, Vec<Schema>)> = Vec::new();
    let (mut requiring, mut has_null): (Vec<Schema>, bool) = (Vec::new(), false);
    let mut seen = HashSet::new();
    let mut open: Vec<Schema> = choice.members.iter().rev().copied().cloned().collect();
    while let Some(member) = open.pop() {
        let member = components.composed(&member).into_owned();
        let opened = components.resolve(&member);
        if let Some(kind) = opened.json_kind() {
            if !seen.insert(member.clone()) {
                continue;
            }
            match kinds.iter_mut().find(|(known, _)| *known == kind) {
                Some((_, same)) => same.push(member.clone()),
                None => kinds.push((kind, vec![member.clone()])),
            }
            continue;
        }
        match &opened.shape {
            Shape::Union(inner) => open.extend(inner.members.iter().rev().map(|member| member.schema.clone())),
            // No member is needed for null, because the caller makes the result nullable.
            Shape::Null => has_null = true,
            Shape::Any => return Schema::any(),
            Shape::Requiring(_) => requiring.push(opened.without_null()),
            _ => return components.any_value(),
        }
    }
    match kinds.as_mut_slice() {
        _ if requiring.is_empty() => {}
        [] => return Shape::requiring(required::required_by_all(&requiring)).into(),
        // The schema beside the members is an object. Members that only require fields are therefore objects too.
        [(JsonKind::Object, members)]
            if choice.part.is_some_and(|part| components.resolve(part).object().is_some()) =>
        {
            let object = |it: &Schema| Object { required: it.required().to_vec(), ..Object::default() };
            members.extend(requiring.iter().map(|it| Shape::from(object(it)).into()));
        }
        _ => return Schema::any(),
    }
    let of_kind = |(kind, members): (JsonKind, Vec<Schema>)| {
        let schema = match (kind, members.as_slice(), choice.discriminator) {
            (JsonKind::Object, [_, _, ..], _) => merge_objects(members, choice, components, united),
            (JsonKind::Object, [only], Some(declared)) => with_tag(only, declared, components),
            _ => merge_kind(kind, &members, components),
        };
        Member { schema, case: Case::Kind(kind), also: Vec::new() }
    };
    let mut members: Vec<Member> = kinds.into_iter().map(of_kind).collect();
    match members.len() {
        0 if has_null => Shape::Null.into(),
        0 => Schema::any(),
        1 => members.remove(0).schema,
        _ => SchemaUnion { members, by: Discriminant::Kind }.into(),
    }
}

/// Combines `members` of the JSON kind `kind` into one schema. Several objects are combined by `merge_objects` instead.
fn merge_kind(kind: JsonKind, members: &[Schema], components: &Components) -> Schema {
    if let [only] = members {
        return only.without_null();
    }
    let opened: Vec<Resolved<'_>> = members.iter().map(|member| components.resolve(member)).collect();
    let shape = match kind {
        JsonKind::String | JsonKind::Number => merge_scalars(&opened),
        JsonKind::Array => {
            let items: Vec<&Schema> = opened.iter().filter_map(|member| member.items()).collect();
            Shape::List(Box::new(merge_one_of(&items, components)))
        }
        JsonKind::Boolean | JsonKind::Object => Shape::Boolean(None),
    };
    shape.into()
}

/// Combines strings or numbers into one scalar. It lists the values of all members if every member lists values.
fn merge_scalars(members: &[Resolved<'_>]) -> Shape {
    let scalars: Option<Vec<&Scalar>> = members.iter().map(|member| member.scalar()).collect();
    let scalars = scalars.unwrap_or_default();
    let Some(first) = scalars.first().filter(|first| scalars.iter().all(|scalar| scalar.of == first.of)) else {
        return Shape::ExactNumber;
    };
    let mut values = IndexSet::new();
    if scalars.iter().all(|scalar| !scalar.values.is_empty()) {
        values.extend(scalars.iter().flat_map(|scalar| &scalar.values).cloned());
    }
    let is_same = scalars.iter().all(|scalar| scalar.format == first.format);
    let is_unsigned = |scalar: &&Scalar| scalar.format == Some(Type::Uint64);
    if !is_same && values.is_empty() && scalars.iter().any(is_unsigned) {
        return Shape::ExactNumber;
    }
    let is_same = is_same && (first.of == EnumOf::Text || is_unsigned(first));
    // Callers can pass a file that contains any string, but not every file is a string.
    let has_files = scalars.iter().any(|scalar| scalar.format == Some(Type::Part));
    let is_file_or_text = has_files && scalars.iter().any(|it| it.format != Some(Type::Part) || it.is_file_or_text);
    let format = if has_files { Some(Type::Part) } else { first.format.clone().filter(|_| is_same) };
    let format = format.filter(|_| values.is_empty());
    let names = scalars.iter().rev().flat_map(|scalar| scalar.names.clone()).collect();
    Shape::Scalar(Scalar { names, is_file_or_text, ..Scalar::new(first.of, format, values.into_iter().collect()) })
}

/// Combines several objects into a union if their content distinguishes them, and otherwise into one object.
fn merge_objects(
    members: Vec<Schema>,
    choice: &DeclaredChoice,
    components: &Components,
    united: &mut United,
) -> Schema {
    let members = without_stand_ins_for_null(members, components);
    if let [only] = members.as_slice() {
        return only.without_null();
    }
    let (mut have_fields, mut have_unions) = (true, false);
    for member in &members {
        let opened = components.resolve(member);
        let is_union = opened.union_of_objects().is_some();
        have_fields &= is_union || opened.has_properties();
        have_unions |= is_union;
    }
    if !have_fields {
        let leaves = flatten_unions(&members, components);
        let opened: Vec<Resolved<'_>> = leaves.iter().map(|member| components.resolve(member)).collect();
        let required = required::required_by_all(opened.iter().map(|member| &**member));
        return Shape::from(Object { required, ..Object::default() }).into();
    }
    let whole = |members: &[Schema], declared| match choice.part {
        Some(part) => with_part_each(members, part, declared, components),
        None => members.to_vec(),
    };
    let declared = choice.discriminator;
    let mut exclusive = choice.exclusive;
    let mut union = union_by_tag(&whole(&members, declared), declared, components);
    let mut leaves = members;
    // A value can match several members of an `anyOf`, also if one of them lacks the tag.
    let is_certain = |union: &SchemaUnion| choice.exclusive || declared.is_some() || is_tag_of_all(union, components);
    if !union.as_ref().is_some_and(is_certain) || choice.one_object == OneObject::Always {
        if have_unions {
            exclusive &= leaves.iter().all(|member| components.resolve(member).several().is_none());
            leaves = flatten_unions(&leaves, components);
            union = union.or_else(|| union_by_tag(&whole(&leaves, None), None, components));
        }
        if !union.as_ref().is_some_and(is_certain) {
            let is_complete = |it: &SchemaUnion| it.members.iter().all(|member| member.case != Case::Absent);
            let present = by_presence(&whole(&leaves, None), exclusive, components);
            union = present.filter(|it| union.is_none() || is_complete(it)).or(union);
        }
        let has_several = |union: &SchemaUnion| union.members.iter().any(|member| member.case == Case::Several);
        union = union.filter(|union| match choice.one_object {
            OneObject::Never => true,
            OneObject::OfAnyOf => !has_several(union),
            OneObject::Always => false,
        });
    }
    if let Some(union) = union {
        united.has_part = choice.part.is_some();
        return union.into();
    }
    let mut object = merge_fields(&leaves, components);
    if let Some(declared) = declared {
        add_tag(&mut object, declared);
    }
    let why = format!("{}{}", shapes(&leaves, exclusive), why_merged(exclusive));
    united.merged = Some(why.clone());
    Schema { description: Some(why), ..Shape::from(object).into() }
}

/// Returns whether each member of `union` declares the tag of `union`.
fn is_tag_of_all(union: &SchemaUnion, components: &Components) -> bool {
    let declares = |tag: &str, member: &Member| {
        claim_of(&components.resolve(&member.schema), tag, components).field != FieldPresence::Absent
    };
    union.tag().is_none_or(|tag| union.members.iter().all(|member| declares(tag, member)))
}

/// Returns a union of `members` by presence, if there is one. If a value can match several members, the last member of the
/// union is an object with the fields of all, for such values.
fn by_presence(members: &[Schema], exclusive: bool, components: &Components) -> Option<SchemaUnion> {
    let overlap = overlap_of(members, exclusive, components);
    let mut union = union_by_presence(members, overlap, components)?;
    if overlap == Overlap::Possible {
        let object = Shape::from(merge_fields(members, components));
        let description = Some(format!("{}It has the fields of each member.", shapes(members, false)));
        let schema = Schema { description, ..object.into() };
        union.members.push(Member { schema, case: Case::Several, also: Vec::new() });
    }
    Some(union)
}

/// Removes objects that stand for null, unless there are no other members. Some generators of documents describe null
/// as a nullable object that declares no fields and forbids undeclared ones.
fn without_stand_ins_for_null(members: Vec<Schema>, components: &Components) -> Vec<Schema> {
    let means_null = |member: &Schema| {
        let opened = components.resolve(member);
        let is_empty = |object: &Object| object.properties.is_empty() && object.additional == Additional::Refused;
        opened.nullable && opened.object().is_some_and(is_empty)
    };
    let (nulls, others): (Vec<Schema>, Vec<Schema>) = members.into_iter().partition(means_null);
    if others.is_empty() { nulls } else { others }
}

/// Adds the tag of the discriminator `declared` to `only`, the single object of an `anyOf` or `oneOf`. Because no union
/// is generated for a single object, the tag has to be one of its fields.
fn with_tag(only: &Schema, declared: &Discriminator, components: &Components) -> Schema {
    let opened = components.resolve(only);
    match opened.object() {
        Some(object) if !object.properties.is_empty() && !object.properties.contains_key(&declared.property) => {
            let mut object = object.clone();
            add_tag(&mut object, declared);
            Schema { shape: object.into(), ..opened.without_null() }
        }
        _ => only.without_null(),
    }
}

/// Adds the tag of the discriminator `declared` to the fields of `object`, unless it declares the tag itself.
fn add_tag(object: &mut Object, declared: &Discriminator) {
    object.properties.entry(declared.property.clone()).or_insert_with(|| Schema::one_of_strings(Vec::new()));
}

/// Replaces each union of objects among `members` with its own members, at any depth.
fn flatten_unions(members: &[Schema], components: &Components) -> Vec<Schema> {
    let mut leaves = Vec::new();
    let mut seen = HashSet::new();
    let mut open: Vec<Schema> = members.iter().rev().cloned().collect();
    while let Some(member) = open.pop() {
        components.count_visited(1);
        if !seen.insert(member.clone()) || components.exceeded.get().is_some() {
            continue;
        }
        let opened = components.resolve(&member);
        let Some(union) = opened.union_of_objects() else {
            leaves.push(member.clone());
            continue;
        };
        let leaves_of_union = union.members.iter().rev().filter(|leaf| leaf.case != Case::Several);
        let tagged = leaves_of_union.map(|leaf| {
            let values = leaf.tag_values();
            match union.tag().filter(|_| leaf.schema.name().is_some() && !values.is_empty()) {
                Some(tag) => with_part(&leaf.schema, &object_with_tag(tag, values), Some((tag, values)), components),
                None => leaf.schema.clone(),
            }
        });
        open.extend(tagged);
    }
    leaves
}

/// Merges `members` into one object with the fields of all.
fn merge_fields(members: &[Schema], components: &Components) -> Object {
    let opened: Vec<Resolved<'_>> = members.iter().map(|member| components.resolve(member)).collect();
    let objects: Vec<&Object> = opened.iter().filter_map(|member| member.object()).collect();
    let mut properties = IndexMap::new();
    for (name, variants) in variants_by_field(&objects) {
        let mut property =
            if let [only] = variants.as_slice() { (*only).clone() } else { merge_one_of(&variants, components) };
        property.nullable |= variants.iter().any(|variant| components.resolve(variant).nullable);
        let all = |is: fn(&Schema) -> bool| variants.iter().all(|it| is(it) || is(&components.resolve(it)));
        (property.read_only, property.write_only) = (all(|it| it.read_only), all(|it| it.write_only));
        properties.insert(name.to_owned(), property);
    }
    let required = required::required_by_all(opened.iter().map(|member| &**member));
    let is_open = objects.iter().any(|object| object.additional().is_some());
    let additional = if is_open { Additional::Allowed(Box::default()) } else { Additional::Unspecified };
    Object { properties, required, additional, ..Object::default() }
}

/// Describes an object that matches one of `members`, or possibly several if they are not `exclusive`.
fn shapes(members: &[Schema], exclusive: bool) -> String {
    let names: Vec<&str> = members.iter().filter_map(Schema::name).collect();
    let listed = if names.len() == members.len() { format!(": {}", names.join(", ")) } else { String::new() };
    let some = if exclusive { "One" } else { "One or more" };
    format!("{some} of {} shapes{listed}. ", members.len())
}

/// Explains in the documentation of a merged object why several objects were merged.
fn why_merged(exclusive: bool) -> &'static str {
    if exclusive {
        "The struct has the fields of all of them, because they cannot be distinguished reliably."
    } else {
        "The struct has the fields of all of them, because an object can match several of them."
    }
}

/// Returns the distinct schemas of each field in `objects`, in the order of their declarations.
fn variants_by_field<'a>(objects: &[&'a Object]) -> IndexMap<&'a str, Vec<&'a Schema>> {
    let mut variants: IndexMap<&str, Vec<&Schema>> = IndexMap::new();
    let mut seen = HashSet::new();
    for (name, property) in objects.iter().flat_map(|object| &object.properties) {
        if seen.insert((name, property)) {
            variants.entry(name).or_default().push(property);
        }
    }
    variants
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::schema::tests::composed;

    #[test]
    fn combines_members_of_different_json_kinds_into_a_union() {
        let union = composed(json!({
            "A": { "anyOf": [{ "$ref": "#/components/schemas/B" }, { "type": "string", "enum": ["FALLBACK"] }] },
            "B": { "type": "object", "properties": { "a": {} } },
        }));
        assert_eq!(
            union,
            json!({ "oneOf": [{ "$ref": "#/components/schemas/B" }, { "type": "string", "enum": ["FALLBACK"] }] })
        );
    }

    #[test]
    fn members_that_cannot_be_distinguished_become_one_object() {
        let union = composed(json!({
            "A": { "oneOf": [{ "$ref": "#/components/schemas/Cat" }, { "$ref": "#/components/schemas/Dog" }] },
            "Cat": { "type": "object", "required": ["kind", "lives"],
                     "properties": { "kind": { "type": "string", "enum": ["cat"] }, "lives": { "type": "integer" } } },
            "Dog": { "type": "object", "required": ["kind"],
                     "properties": { "kind": { "type": "string", "enum": ["dog", "cat"] }, "lives": { "type": "string" } } },
        }));
        assert_eq!(union["properties"]["kind"], json!({ "type": "string", "enum": ["cat", "dog"] }));
        assert_eq!(union["properties"]["lives"], json!({ "oneOf": [{ "type": "integer" }, { "type": "string" }] }));
        assert_eq!(union["required"], json!(["kind"]));
        assert_eq!(
            union["description"],
            "One of 2 shapes: Cat, Dog. The struct has the fields of all of them, because they cannot be \
             distinguished reliably."
        );
    }

    #[test]
    fn adds_the_tag_of_a_discriminator_to_the_merged_object() {
        let member = json!({ "type": "object", "properties": { "a": { "type": "string" } } });
        let union = composed(json!({ "A": {
            "oneOf": [member, { "type": "object", "properties": { "b": { "type": "string" } } }],
            "discriminator": { "propertyName": "kind" },
        } }));
        assert_eq!(union["properties"]["kind"], json!({ "type": "string" }));
    }

    #[test]
    fn a_nullable_object_that_allows_no_fields_means_null() {
        let cat = json!({ "type": "object", "properties": { "lives": { "type": "integer" } } });
        let nothing = json!({ "type": "object", "nullable": true, "additionalProperties": false });
        let union =
            composed(json!({ "A": { "anyOf": [{ "$ref": "#/components/schemas/Cat" }, nothing] }, "Cat": cat }));
        assert_eq!(union, json!({ "allOf": [{ "$ref": "#/components/schemas/Cat" }], "nullable": true }));
        let any = json!({ "type": "object", "nullable": true });
        for free in [&any, &json!({ "type": "object", "nullable": true, "additionalProperties": {} })] {
            assert_eq!(composed(json!({ "A": { "anyOf": [cat, free] } })), any);
        }
    }

    #[test]
    fn adds_the_tag_of_a_discriminator_to_the_only_union_member() {
        let union = |member: &Value| {
            composed(json!({
                "A": { "oneOf": [{ "$ref": "#/components/schemas/B" }], "discriminator": { "propertyName": "kind" } },
                "B": member,
            }))
        };
        let (text, reference) = (json!({ "type": "string" }), json!({ "$ref": "#/components/schemas/B" }));
        let tagged = json!({ "type": "object", "properties": { "a": text, "kind": text } });
        assert_eq!(union(&json!({ "type": "object", "properties": { "a": text } })), tagged);
        assert_eq!(union(&tagged), reference);
        assert_eq!(union(&json!({ "type": "object" })), reference);
    }

    #[test]
    fn combines_members_of_one_json_kind_into_one_schema() {
        let texts =
            composed(json!({ "A": { "anyOf": [{ "type": "string", "format": "date" }, { "type": "string" }] } }));
        assert_eq!(texts, json!({ "type": "string" }));
        let lists = composed(json!({ "A": { "oneOf": [
            { "type": "array", "items": { "type": "integer" } },
            { "type": "array", "items": { "type": "number" } },
        ] } }));
        assert_eq!(
            lists,
            json!({ "type": "array", "items": { "oneOf": [{ "type": "integer" }, { "type": "number" }] } })
        );
    }

    #[test]
    fn combined_list_elements_and_fields_allow_null_if_one_member_does() {
        let text = || json!({ "type": "string" });
        let list = |items: Value| json!({ "type": "array", "items": items });
        for null in [json!({ "type": "string", "format": "date", "nullable": true }), json!({ "type": "null" })] {
            let whole = composed(json!({ "A": { "oneOf": [list(text()), list(null.clone())] } }));
            assert_eq!(whole["items"], json!({ "type": "string", "nullable": true }));
            let object = |field: Value| json!({ "type": "object", "properties": { "a": field } });
            let whole = composed(json!({ "A": { "anyOf": [object(text()), object(null)] } }));
            assert_eq!(whole["properties"]["a"], json!({ "type": "string", "nullable": true }));
        }
    }
}
