//! One schema for values that fit one of several schemas.

use std::collections::HashSet;

use indexmap::{IndexMap, IndexSet};

use super::{
    Additional, Discriminator, Member, Object, Scalar, Schema, Shape, Union,
    all_of::with_part,
    claims::tag_alone,
    components::{Components, Resolved},
    presence::union_by_presence,
    required,
    tags::{union_by_tag, with_part_each},
};
use crate::api::{Case, Discriminant, EnumOf, JsonKind, Type};

/// A choice as a document writes it.
pub struct Choice<'a> {
    /// The members that `oneOf` or `anyOf` lists.
    pub members: Vec<&'a Schema>,
    /// The discriminator that stands beside them.
    pub discriminator: Option<&'a Discriminator>,
    /// The object that stands beside them, too, or the fields that are required there.
    pub part: Option<&'a Schema>,
    /// Set if a value can only be of one member: `oneOf`.
    pub exclusive: bool,
}

/// The result of uniting a choice.
pub struct United {
    /// One schema, or a union.
    pub schema: Schema,
    /// `true` if each object in `schema` has the fields of [`Choice::part`].
    pub has_part: bool,
    /// Why objects became one, if they did.
    pub merged: Option<String>,
}

/// One schema if all members are of one JSON kind, else a union with one member per kind. Objects are a union if
/// something tells them apart, else one object with the fields of each.
pub fn unite(choice: &Choice, components: &Components) -> United {
    let mut united = United { schema: Schema::any(), has_part: false, merged: None };
    united.schema = components.merging(&choice.members, || union_of_kinds(choice, components, &mut united));
    united
}

/// [`unite`] for members that no document lists together.
fn merge_one_of(members: &[&Schema], components: &Components) -> Schema {
    let nullable = members.iter().any(|member| admits_null(member, components));
    let members = members.to_vec();
    let mut one = unite(&Choice { members, discriminator: None, part: None, exclusive: false }, components).schema;
    one.nullable |= nullable && !one.says_nothing();
    one
}

/// Returns the `members` of a choice without those that only add null, if there are others. A named schema with nothing
/// but `nullable: true` stays, since documents write "any value" like this.
pub fn without_null_alone<'a>(members: &'a [Schema], components: &Components) -> Vec<&'a Schema> {
    let adds_null = |member: &&Schema| member.name().is_none() && components.is_only_nullable(member);
    let (nulls, others): (Vec<_>, Vec<_>) = members.iter().partition(adds_null);
    if others.is_empty() { nulls } else { others }
}

/// Checks whether null is among the values of `member`.
pub fn admits_null(member: &Schema, components: &Components) -> bool {
    member.shape == Shape::Null || components.resolve(member).nullable
}

fn union_of_kinds(choice: &Choice, components: &Components, united: &mut United) -> Schema {
    let mut kinds: Vec<(JsonKind, Vec<Schema>)> = Vec::new();
    let mut requiring: Vec<Schema> = Vec::new();
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
            // Said by `nullable` of the whole.
            Shape::Null => {}
            Shape::Any => return Schema::any(),
            Shape::Requiring(_) => requiring.push(opened.without_null()),
            _ => return components.any_value(),
        }
    }
    match kinds.as_mut_slice() {
        _ if requiring.is_empty() => {}
        [] => return Shape::requiring(required::by_all(&requiring)).into(),
        // The schema beside the union is an object, so the members are objects, too.
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
        0 => Schema::any(),
        1 => members.remove(0).schema,
        _ => Union { members, by: Discriminant::Kind }.into(),
    }
}

/// One schema for `members`, which are all of `kind`.
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

/// One scalar for all members, with the values of all, each once, if each lists some.
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
    let format = first.format.clone().filter(|_| is_same && values.is_empty());
    Shape::Scalar(Scalar { of: first.of, format, values: values.into_iter().collect() })
}

/// The union of several objects.
fn merge_objects(members: Vec<Schema>, choice: &Choice, components: &Components, united: &mut United) -> Schema {
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
        let leaves = all_leaves(&members, components);
        let opened: Vec<Resolved<'_>> = leaves.iter().map(|member| components.resolve(member)).collect();
        let required = required::by_all(opened.iter().map(|member| &**member));
        return Shape::from(Object { required, ..Object::default() }).into();
    }
    let whole = |members: &[Schema], declared| match choice.part {
        Some(part) => with_part_each(members, part, declared, components),
        None => members.to_vec(),
    };
    let declared = choice.discriminator;
    let mut told_apart = union_by_tag(&whole(&members, declared), declared, components);
    let mut leaves = members;
    if told_apart.is_none() {
        if have_unions {
            leaves = all_leaves(&leaves, components);
            told_apart = union_by_tag(&whole(&leaves, None), None, components);
        }
        told_apart = told_apart.or_else(|| union_by_presence(&whole(&leaves, None), choice.exclusive, components));
    }
    if let Some(told_apart) = told_apart {
        united.has_part = choice.part.is_some();
        return told_apart.into();
    }
    let (mut object, why) = merge_fields(&leaves, choice.exclusive, components);
    if let Some(declared) = declared {
        add_tag(&mut object, declared);
    }
    united.merged = Some(why.clone());
    Schema { description: Some(why), ..Shape::from(object).into() }
}

/// `members` without those that stand for null, if there are others: a nullable object that has no fields, which is how
/// some generators write it. One that may have any is a member like others.
fn without_stand_ins_for_null(members: Vec<Schema>, components: &Components) -> Vec<Schema> {
    let means_null = |member: &Schema| {
        let opened = components.resolve(member);
        let is_empty = |object: &Object| object.properties.is_empty() && object.additional == Additional::Refused;
        opened.nullable && opened.object().is_some_and(is_empty)
    };
    let (nulls, others): (Vec<Schema>, Vec<Schema>) = members.into_iter().partition(means_null);
    if others.is_empty() { nulls } else { others }
}

/// The only object of a union, which has no variant of its own: its tag is a field.
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

/// Adds the declared tag to the fields of `object`: it is there, whether or not a member declares it.
fn add_tag(object: &mut Object, declared: &Discriminator) {
    object.properties.entry(declared.property.clone()).or_insert_with(|| Schema::one_of_texts(Vec::new()));
}

/// The members of `members` that are no unions of objects, and those of the others.
fn all_leaves(members: &[Schema], components: &Components) -> Vec<Schema> {
    let mut leaves = Vec::new();
    let mut seen = HashSet::new();
    let mut open: Vec<Schema> = members.iter().rev().cloned().collect();
    while let Some(member) = open.pop() {
        components.spend(1);
        if !seen.insert(member.clone()) || components.exceeded.get().is_some() {
            continue;
        }
        let opened = components.resolve(&member);
        let Some(union) = opened.union_of_objects() else {
            leaves.push(member.clone());
            continue;
        };
        let tagged = union.members.iter().rev().map(|leaf| {
            let values = leaf.tag_values();
            match union.tag().filter(|_| leaf.schema.name().is_some() && !values.is_empty()) {
                Some(tag) => with_part(&leaf.schema, &tag_alone(tag, values), Some((tag, values)), components),
                None => leaf.schema.clone(),
            }
        });
        open.extend(tagged);
    }
    leaves
}

/// One object with the fields of each of `members`, and why it is one.
fn merge_fields(members: &[Schema], exclusive: bool, components: &Components) -> (Object, String) {
    let opened: Vec<Resolved<'_>> = members.iter().map(|member| components.resolve(member)).collect();
    let objects: Vec<&Object> = opened.iter().filter_map(|member| member.object()).collect();
    let mut properties = IndexMap::new();
    for (name, variants) in variants(&objects) {
        let mut property =
            if let [only] = variants.as_slice() { (*only).clone() } else { merge_one_of(&variants, components) };
        property.nullable |= variants.iter().any(|variant| components.resolve(variant).nullable);
        let all = |is: fn(&Schema) -> bool| variants.iter().all(|it| is(it) || is(&components.resolve(it)));
        (property.read_only, property.write_only) = (all(|it| it.read_only), all(|it| it.write_only));
        properties.insert(name.to_owned(), property);
    }
    let required = required::by_all(opened.iter().map(|member| &**member));
    let is_open = objects.iter().any(|object| object.additional().is_some());
    let additional = if is_open { Additional::Allowed(Box::default()) } else { Additional::Unsaid };
    let names: Vec<&str> = members.iter().filter_map(Schema::name).collect();
    let listed = if names.len() == members.len() { format!(": {}", names.join(", ")) } else { String::new() };
    let (some, why) = if exclusive {
        ("One", "nothing reliably tells them apart")
    } else {
        ("One or more", "an object can match several at once")
    };
    let count = members.len();
    let why = format!("{some} of {count} shapes{listed}. It has the fields of each, since {why}.");
    (Object { properties, required, additional }, why)
}

/// Collects the schemas that the objects have of each field, in the order in which they name it.
fn variants<'a>(objects: &[&'a Object]) -> IndexMap<&'a str, Vec<&'a Schema>> {
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
    fn members_that_json_tells_apart_stay_a_union() {
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
    fn objects_become_one_with_the_fields_of_each_so_that_none_is_lost() {
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
            "One of 2 shapes: Cat, Dog. It has the fields of each, since nothing reliably tells them apart."
        );
    }

    #[test]
    fn a_declared_tag_that_no_member_has_is_a_field_of_the_whole() {
        let member = json!({ "type": "object", "properties": { "a": { "type": "string" } } });
        let union = composed(json!({ "A": {
            "oneOf": [member, { "type": "object", "properties": { "b": { "type": "string" } } }],
            "discriminator": { "propertyName": "kind" },
        } }));
        assert_eq!(union["properties"]["kind"], json!({ "type": "string" }));
    }

    #[test]
    fn a_nullable_object_that_has_no_fields_means_null_and_one_of_any_is_any_object() {
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
    fn a_declared_tag_is_a_field_of_the_only_member_unless_it_is_one() {
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
    fn texts_of_several_forms_are_text_and_lists_are_lists_of_either() {
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
    fn elements_and_fields_that_are_null_in_one_member_may_be() {
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
