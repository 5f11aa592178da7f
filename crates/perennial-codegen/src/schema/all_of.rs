//! Merges the parts of an `allOf` into one schema. Values have to match every part.

use std::{borrow::Cow, collections::HashSet};

use indexmap::IndexSet;

use super::{
    Additional, Member, Object, Scalar, Schema, SchemaUnion, Shape, claims,
    components::{Components, Resolved},
    narrowed::{common_members, member_of_kind},
    null, walk,
};
use crate::{
    adaptation::Rule,
    api::{Case, EnumOf, JsonKind, Type},
};

/// Merges the `parts` of an `allOf` into one schema, which allows the values that all parts allow. If only one part
/// restricts the value, the result is that part. Parts that are objects become one object, which has the fields of all
/// these parts.
pub fn merge_all_of(parts: &[&Schema], components: &Components) -> Schema {
    let parts: Vec<Cow<'_, Schema>> = parts.iter().map(|part| components.composed(part)).collect();
    let restricting: Vec<&Schema> = parts.iter().map(|part| &**part).filter(|part| !part.allows_any_value()).collect();
    let mut whole = match restricting.as_slice() {
        [] => Schema::any(),
        [only] => (*only).clone(),
        // All parts refer to the same schema. Null is allowed if that schema allows it, or if every reference does.
        [first, others @ ..] if first.name().is_some() && others.iter().all(|it| it.name() == first.name()) => {
            Schema { nullable: restricting.iter().all(|part| part.nullable), ..(*first).clone() }
        }
        several => components.merging(several, || merge_restricting(several, components)),
    };
    whole.nullable |= parts.iter().any(|part| components.is_only_nullable(part));
    with_directions(whole, parts.iter().map(|part| &**part))
}

fn merge_restricting(parts: &[&Schema], components: &Components) -> Schema {
    let all: Vec<Resolved<'_>> = parts.iter().map(|part| components.resolve(part)).collect();
    let opened = || all.iter().map(|part| &**part).filter(|part| !part.allows_any_value());
    let nullable = null::fits_all(opened());
    let required: IndexSet<&String> =
        opened().filter(|part| part.is_of_any_kind()).flat_map(Schema::required).collect();
    let mut whole = if opened().any(|part| part.shape == Shape::Null) {
        if nullable { Shape::Null.into() } else { components.any_value() }
    } else {
        let kept = parts.iter().copied().zip(&all).filter(|(_, opened)| !opened.is_of_any_kind());
        let kept: Vec<_> = kept.map(|(part, opened)| (part, &**opened)).collect();
        merge_with_unions(without_placeholders(kept, components).into_iter(), components)
    };
    if !required.is_empty() {
        let required = required.into_iter().cloned().collect();
        let only = parts.iter().zip(&all).filter(|(_, opened)| !opened.is_of_any_kind()).map(|(part, _)| *part);
        let only = only.clone().next().filter(|_| only.count() == 1);
        whole = with_required(only.unwrap_or(&whole), required, components);
    }
    (whole.nullable, whole.untyped) = (nullable, opened().all(null::is_untyped));
    with_directions(whole, all.iter().map(|part| &**part))
}

/// Merges parts of an `allOf`, each paired with the schema to which it refers. Before anything else is merged, unions
/// are narrowed by each other, and by parts that are members of them. The result therefore does not depend on the order
/// of the parts.
fn merge_with_unions<'a>(parts: impl Iterator<Item = (&'a Schema, &'a Schema)>, components: &Components) -> Schema {
    let (unions, others): (Vec<_>, Vec<_>) = parts.partition(|(_, opened)| opened.union().is_some());
    let Some(((first, _), unions)) = unions.split_first() else {
        let only = others.first().filter(|_| others.len() == 1).map(|(only, _)| (*only).clone());
        return only.unwrap_or_else(|| merge_opened(others.iter().map(|(_, opened)| *opened), components));
    };
    let mut whole = (*first).clone();
    for (union, opened) in unions {
        whole = common_members(&whole, union, components, merge_pair).unwrap_or_else(|| {
            let whole = components.resolve(&whole).clone();
            merge_both(whole, opened, &mut std::iter::empty(), components)
        });
    }
    let mut separate = Vec::new();
    for (part, opened) in others {
        if let Some(member) = member_of_kind(&whole, opened.json_kind(), components) {
            whole = member;
        }
        match common_members(&whole, part, components, merge_pair) {
            Some(common) => whole = common,
            None if components.is_same(&whole, part) => {}
            None => separate.push(opened),
        }
    }
    if separate.is_empty() {
        return whole;
    }
    let whole = components.resolve(&whole);
    merge_opened(std::iter::once(&*whole).chain(separate), components)
}

/// Merges parts of an `allOf` that are not references, and of which each restricts the value.
fn merge_opened<'a>(parts: impl Iterator<Item = &'a Schema>, components: &Components) -> Schema {
    let mut parts = parts.peekable();
    let mut whole = parts.next().cloned().unwrap_or_default();
    while let Some(part) = parts.next() {
        let mut following = std::iter::from_fn(|| parts.next_if(|part| part.object().is_some()));
        whole = merge_both(whole, part, &mut following, components);
    }
    whole
}

/// Returns `schema` with `required` added to the fields that objects must contain. Returns it unchanged if its objects
/// already require these fields.
fn with_required(schema: &Schema, required: Vec<String>, components: &Components) -> Schema {
    let opened = components.resolve(schema);
    match &opened.shape {
        Shape::Any => Shape::Requiring(required).into(),
        Shape::Union(union) if !union.is_of_objects() => {
            let mut union = union.clone();
            for member in &mut union.members {
                member.schema = with_required(&member.schema, required.clone(), components);
            }
            let merged = Shape::Union(union);
            if opened.shape == merged { schema.clone() } else { merged.into() }
        }
        _ if opened.json_kind() == Some(JsonKind::Object) => {
            let part = Shape::from(Object { required, ..Object::default() }).into();
            with_part(schema, &part, None, components)
        }
        // The other schemas do not allow objects, so required fields have no effect on them.
        _ => schema.clone(),
    }
}

fn with_directions<'a>(mut whole: Schema, parts: impl Iterator<Item = &'a Schema>) -> Schema {
    for part in parts {
        whole.read_only |= part.read_only;
        whole.write_only |= part.write_only;
    }
    whole
}

/// Merges `a` and `b` into one schema, which allows the values that both allow. If both are objects, the remaining
/// `objects` of the `allOf` are merged into the result too.
fn merge_both(a: Schema, b: &Schema, objects: &mut dyn Iterator<Item = &Schema>, components: &Components) -> Schema {
    if a == *b {
        return a;
    }
    match (&a.shape, &b.shape) {
        (Shape::Object(_), Shape::Object(_)) => {
            let mut object = Merged::new(a);
            object.add(b, components);
            objects.for_each(|further| object.add(further, components));
            object.into()
        }
        (Shape::List(one), Shape::List(other)) => {
            let items = components.inside("[]", || merge_pair(one, other, components));
            Schema { shape: Shape::List(Box::new(items)), ..a }
        }
        (Shape::Scalar(one), Shape::Scalar(other)) if a.json_kind() == b.json_kind() => {
            let described = [b, &a].into_iter().find(|schema| is_narrow(schema)).unwrap_or(&a);
            Schema { shape: Shape::Scalar(intersect_scalars(one, other, components)), ..described.clone() }
        }
        (Shape::Boolean(one), Shape::Boolean(other)) => {
            if one.is_some() && other.is_some() && one != other {
                components.any_value();
            }
            let described = if other.is_some() { b } else { &a };
            Schema { shape: Shape::Boolean(other.or(*one)), ..described.clone() }
        }
        // `ExactNumber` allows any number, so a scalar for numbers is at least as restrictive.
        (Shape::Scalar(one), Shape::ExactNumber) if one.of != EnumOf::Text => a,
        (Shape::ExactNumber, Shape::Scalar(other)) if other.of != EnumOf::Text => b.clone(),
        _ => match (a.json_kind(), b.json_kind()) {
            (one, other) if one.is_some() && one == other => match (a.union_of_objects(), b.union_of_objects()) {
                (Some(_), Some(_)) => match (a.several(), b.several()) {
                    (Some(several), _) => merge_both(several.clone(), b, objects, components),
                    (None, Some(several)) => merge_both(a, several, objects, components),
                    (None, None) => components.any_value(),
                },
                (Some(union), None) => match a.several().filter(|_| is_marked_by(union, b)) {
                    Some(several) => merge_both(several.clone(), b, objects, components),
                    None => add_part_to_members(union, b, components),
                },
                (None, Some(union)) => match b.several().filter(|_| is_marked_by(union, &a)) {
                    Some(several) => merge_both(a, several, objects, components),
                    None => add_part_to_members(union, &a, components),
                },
                (None, None) => a,
            },
            _ => components.any_value(),
        },
    }
}

/// Removes the placeholders among the parts of an `allOf` that contradict another part, because their values have
/// different JSON kinds. Generators write placeholders into generic types, which other parts narrow. Each part is paired
/// with the schema to which it refers.
fn without_placeholders<'a>(
    parts: Vec<(&'a Schema, &'a Schema)>,
    components: &Components,
) -> Vec<(&'a Schema, &'a Schema)> {
    let specific: Vec<&Schema> = parts.iter().map(|(_, opened)| *opened).filter(|it| !is_placeholder(it)).collect();
    let contradicts = |opened: &Schema| specific.iter().any(|it| !allows_kind(it, opened.json_kind()));
    let (removed, kept): (Vec<_>, Vec<_>) =
        parts.into_iter().partition(|(_, opened)| is_placeholder(opened) && contradicts(opened));
    if !removed.is_empty() {
        components.note(Rule::CONFLICTING_PARTS);
    }
    kept
}

/// Returns `true` if `schema` describes only that its values are lists, lists of lists, or objects.
fn is_placeholder(schema: &Schema) -> bool {
    match &schema.shape {
        Shape::List(items) => items.allows_any_value() || is_placeholder(items),
        Shape::Object(object) => {
            object.properties.is_empty()
                && object.required.is_empty()
                && object.additional != Additional::Refused
                && object.additional().is_none_or(Schema::allows_any_value)
        }
        _ => false,
    }
}

fn allows_kind(schema: &Schema, kind: Option<JsonKind>) -> bool {
    schema.json_kind() == kind || schema.member_for_kind(kind).is_some()
}

fn merge_pair(one: &Schema, other: &Schema, components: &Components) -> Schema {
    if one == other { other.clone() } else { merge_all_of(&[one, other], components) }
}

/// Returns the scalar for strings or numbers that match both scalars. If two enums have no value in common, the
/// conflict is reported and the values of `other` are used. This is safe because every generated enum accepts unknown
/// values.
fn intersect_scalars(one: &Scalar, other: &Scalar, components: &Components) -> Scalar {
    let of = if one.of == EnumOf::Number { other.of } else { one.of };
    let is_possible = |value: &&String| of != EnumOf::Integer || value.parse::<i64>().is_ok();
    let ours: HashSet<&String> = one.values.iter().collect();
    let listed = if other.values.is_empty() { &one.values } else { &other.values };
    let is_common = |value: &&String| ours.is_empty() || ours.contains(value);
    let mut values: Vec<String> = listed.iter().filter(is_possible).filter(is_common).cloned().collect();
    if values.is_empty() && !listed.is_empty() {
        components.any_value();
        values = listed.iter().filter(is_possible).cloned().collect();
    }
    // Of two number formats, the one with the smaller range is used. Of two string formats, the second one is used.
    let mut formats = [other, one].into_iter().filter(|scalar| scalar.of == of).filter_map(|it| it.format.as_ref());
    let shortest = formats.clone().find(|format| **format == Type::Int32);
    let format = shortest.or_else(|| formats.next()).filter(|_| of != EnumOf::Text || values.is_empty());
    let names = one.names.iter().chain(&other.names).map(|(value, name)| (value.clone(), name.clone())).collect();
    Scalar { names, ..Scalar::new(of, format.cloned(), values) }
}

fn is_narrow(schema: &Schema) -> bool {
    schema.scalar().is_some_and(|scalar| scalar.format.is_some() || !scalar.values.is_empty())
}

/// Returns `true` if `part` declares a field whose presence distinguishes a member of `union`.
fn is_marked_by(union: &SchemaUnion, part: &Schema) -> bool {
    let declares = |name| part.object().is_some_and(|object| object.properties.contains_key(name));
    union.members.iter().any(|member| matches!(&member.case, Case::Field(name) if declares(name)))
}

fn add_part_to_members(union: &SchemaUnion, part: &Schema, components: &Components) -> Schema {
    if part.object().is_none() || is_marked_by(union, part) {
        return components.any_value();
    }
    let part = part.without_description();
    let mut members = Vec::new();
    for member in &union.members {
        // An inline member declares the values of the tag itself. For a named member, the values have to be added.
        let values = if member.schema.name().is_some() { member.tag_values() } else { &[] };
        let schema = with_part(&member.schema, &part, union.tag().map(|tag| (tag, values)), components);
        if components.exceeded.get().is_some() {
            return Schema::any();
        }
        let case = match union.tag() {
            Some(tag) => claims::union_case(claims::declares_field(&schema, tag, components), member.tag_values()),
            None => member.case.clone(),
        };
        members.push(Member { schema, case, also: member.also.clone() });
    }
    SchemaUnion { by: union.by.clone(), members }.into()
}

/// Adds the fields of `part` to the union member `member`. `part` must not have a description.
///
/// If `member` already declares these fields, it is returned unchanged. Otherwise, the result is an inline schema. A
/// discriminator cannot select it, because discriminators refer to schemas by name. The values that select the member
/// are therefore declared in the schema itself: as values of the field `tag`.
pub fn with_part(member: &Schema, part: &Schema, tag: Option<(&str, &[String])>, components: &Components) -> Schema {
    let opened = components.resolve(member);
    components.count_created(walk::count_parts(part));
    let merged = merge_all_of(&[&opened, part], components);
    components.count_created(walk::count_parts(&merged));
    if merged.shape == opened.shape {
        return member.clone();
    }
    match tag {
        Some((tag, values)) if !values.is_empty() => {
            let kind = claims::claim_of(&merged, tag, components).values.kind();
            merge_all_of(&[&merged, &claims::object_with_tag_of(kind, tag, values)], components)
        }
        _ => merged,
    }
}

struct Merged {
    description: Option<String>,
    object: Object,
    is_required: HashSet<String>,
}

impl Merged {
    fn new(first: Schema) -> Self {
        let object = match first.shape {
            Shape::Object(object) => *object,
            _ => Object::default(),
        };
        let is_required = object.required.iter().cloned().collect();
        let mut merged = Self { description: first.description, object, is_required };
        if merged.object.additional == Additional::Refused {
            merged.object.additional = Additional::Unspecified;
        }
        merged
    }

    fn add(&mut self, schema: &Schema, components: &Components) {
        let Some(object) = schema.object() else { return };
        for (name, theirs) in &object.properties {
            let property = match self.object.properties.get(name) {
                Some(ours) => components.inside(&format!(".{name}"), || merge_pair(ours, theirs, components)),
                None => theirs.clone(),
            };
            self.object.properties.insert(name.clone(), property);
        }
        for name in &object.required {
            if self.is_required.insert(name.clone()) {
                self.object.required.push(name.clone());
            }
        }
        if self.description.is_none() {
            self.description.clone_from(&schema.description);
        }
        if let Some(theirs) = object.additional() {
            let ours = self.object.additional();
            let merge = |ours| components.inside(".*", || merge_pair(ours, theirs, components));
            let values = ours.map_or_else(|| theirs.clone(), merge);
            self.object.additional = Additional::Allowed(Box::new(values));
        }
    }
}

impl From<Merged> for Schema {
    fn from(Merged { description, object, .. }: Merged) -> Self {
        Self { description, ..Shape::from(object).into() }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::{
        adaptation::Rule,
        schema::{
            composition::compose_all,
            tests::{after, both_ways, composed, reference},
        },
    };

    #[test]
    fn merges_the_fields_of_all_objects_in_an_allof() {
        let merged = composed(json!({
            "A": { "description": "Both.", "allOf": [
                { "$ref": "#/components/schemas/Base" },
                { "type": "object", "properties": { "b": { "type": "string" } }, "required": ["b"] },
            ] },
            "Base": { "type": "object", "properties": { "a": { "type": "string" } }, "required": ["a"] },
        }));
        assert_eq!(merged["properties"], json!({ "a": { "type": "string" }, "b": { "type": "string" } }));
        assert_eq!(merged["required"], json!(["a", "b"]));
        assert_eq!(merged["description"], "Both.");
    }

    #[test]
    fn ignores_a_part_of_an_allof_with_only_a_description() {
        let merged = composed(json!({
            "A": { "allOf": [{ "$ref": "#/components/schemas/B" }, { "description": "Told again." }] },
            "B": { "type": "string" },
        }));
        assert_eq!(merged, json!({ "$ref": "#/components/schemas/B" }));
    }

    #[test]
    fn merges_the_schemas_of_a_field_that_two_allof_parts_declare() {
        let merged = composed(json!({ "A": { "allOf": [
            { "type": "object", "properties": { "kind": { "type": "string" } } },
            { "type": "object", "properties": { "kind": { "type": "string", "enum": ["cat"] } } },
        ] } }));
        assert_eq!(merged["properties"]["kind"], json!({ "type": "string", "enum": ["cat"] }));
    }

    #[test]
    fn merges_the_schemas_of_list_elements_and_map_values() {
        let object = |field: &str| json!({ "type": "object", "properties": { (field): { "type": "string" } } });
        let list = |items: Value| json!({ "type": "array", "items": items });
        let map = |values: Value| json!({ "type": "object", "additionalProperties": values });
        let both = |one: Value, other: Value| composed(json!({ "A": { "allOf": [one, other] }, "B": object("b") }));
        let named = reference("B");
        let fields = json!({ "a": { "type": "string" }, "b": { "type": "string" } });
        for of in [list, map] {
            let merged = both(of(object("a")), of(named.clone()));
            let inner = merged.get("items").unwrap_or(&merged["additionalProperties"]);
            assert_eq!(inner["properties"], fields);
            assert_eq!(both(of(json!({})), of(named.clone())), of(named.clone()));
            let mut described = of(named.clone());
            described["description"] = "The same.".into();
            assert_eq!(both(described.clone(), of(named.clone())), described);
        }
        let of_itself = |name: &str| list(reference(name));
        let endless =
            json!({ "A": { "allOf": [reference("L"), reference("M")] }, "L": of_itself("L"), "M": of_itself("M") });
        assert_eq!(composed(endless), list(json!({})));
    }

    #[test]
    fn merged_enums_keep_only_the_values_that_all_of_them_list() {
        let both = |one: Value, other: Value| {
            let (schemas, log) = after(compose_all, json!({ "A": { "allOf": [{ "enum": one }, { "enum": other }] } }));
            (schemas["A"]["enum"].clone(), log.adaptations.len())
        };
        assert_eq!(both(json!(["a", "b", "c"]), json!(["c", "b", "d"])), (json!(["c", "b"]), 0));
        assert_eq!(both(json!([1, 2]), json!([2, 3])), (json!([2]), 0));
        assert_eq!(both(json!(["a"]), json!(["b"])), (json!(["b"]), 1));
    }

    #[test]
    fn the_order_of_allof_parts_does_not_affect_enum_values_and_formats() {
        let values = |of: &str, values: Value| json!({ "type": of, "enum": values });
        let format = |of: &str, format: &str| json!({ "type": of, "format": format });
        let plain = |of: &str| json!({ "type": of });
        for (parts, expected) in [
            (vec![values("string", json!(["a", "b"])), values("string", json!(["b", "c"]))], json!(["b"])),
            (vec![values("string", json!(["a"])), format("string", "uuid")], json!(["a"])),
            (vec![values("string", json!(["a", "b"])), plain("string"), json!({ "enum": ["b"] })], json!(["b"])),
            (vec![values("integer", json!([1, 2])), values("number", json!([2, 2.5]))], json!([2])),
            (vec![values("number", json!([1, 2.5])), plain("integer")], json!([1])),
            (vec![values("integer", json!([1, 2])), plain("number")], json!([1, 2])),
            (vec![values("integer", json!([1, 2])), format("integer", "int32")], json!([1, 2])),
            (vec![plain("boolean"), json!({ "const": true })], Value::Null),
            (vec![format("integer", "int64"), format("integer", "int32")], Value::Null),
            (vec![format("string", "uuid"), plain("string")], Value::Null),
        ] {
            let [one, other] = both_ways(&parts, &json!({}));
            assert_eq!(one, other, "{parts:?}");
            assert_eq!(one["enum"], expected, "{parts:?}");
        }
    }

    #[test]
    fn a_field_with_the_same_reference_in_two_allof_parts_keeps_it() {
        let part = |field: Value| json!({ "type": "object", "properties": { "f": field } });
        let or_null = json!({ "allOf": [reference("B")], "nullable": true });
        let others = json!({ "B": { "type": "object", "properties": { "a": {} } } });
        for whole in both_ways(&[part(or_null.clone()), part(reference("B"))], &others) {
            assert_eq!(whole["properties"]["f"], reference("B"));
        }
        for whole in both_ways(&[part(or_null.clone()), part(or_null.clone())], &others) {
            assert_eq!(whole["properties"]["f"], or_null);
        }
    }

    /// NestJS writes `type: array` as the items of a generic page, and narrows the items to objects in another part.
    #[test]
    fn a_specific_part_replaces_a_placeholder_of_another_json_kind() {
        let page =
            |data: &Value| json!({ "type": "object", "properties": { "data": data, "total": { "type": "integer" } } });
        let list = |items: &Value| json!({ "type": "array", "items": items });
        let (any_list, any_object, cat) = (json!({ "type": "array" }), json!({ "type": "object" }), reference("Cat"));
        let others = json!({ "Cat": page(&json!({ "type": "string" })) });
        for (placeholder, specific) in [
            (list(&any_list), list(&cat)),
            (list(&list(&any_object)), list(&json!({ "type": "string" }))),
            (any_object.clone(), list(&cat)),
            (any_list.clone(), cat.clone()),
            (any_object.clone(), json!({ "type": "string", "enum": ["a"] })),
            (json!({ "type": "object", "additionalProperties": true }), json!({ "type": "string" })),
            (list(&any_list), list(&json!({ "oneOf": [cat, { "type": "string" }] }))),
            (any_object.clone(), json!({ "oneOf": [list(&cat), { "type": "string" }] })),
        ] {
            for whole in both_ways(&[page(&placeholder), page(&specific)], &others) {
                assert_eq!(whole["properties"]["data"], specific, "{placeholder}");
            }
        }
        for whole in both_ways(&[page(&any_list), page(&any_object)], &others) {
            assert_eq!(whole["properties"]["data"], json!({}));
        }
        let (_, log) =
            after(compose_all, json!({ "A": { "allOf": [page(&any_list), page(&cat)] }, "Cat": any_object }));
        let noted: Vec<_> = log.adaptations.iter().map(|it| (it.rule, it.place.as_str())).collect();
        assert_eq!(noted, [(Rule::CONFLICTING_PARTS, "A.data")]);
    }

    #[test]
    fn an_allof_of_conflicting_types_accepts_any_value() {
        let merged = composed(json!({ "A": { "allOf": [{ "type": "string" }, { "type": "boolean" }] } }));
        assert_eq!(merged, json!({}));
    }
}
