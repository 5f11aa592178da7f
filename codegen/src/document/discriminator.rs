//! What tells the members of a union of objects apart: the values of one field, or a field that only one member has.

use std::collections::{BTreeSet, HashMap, HashSet};

use serde_json::{Map, Value, json};

use super::{
    all_of,
    components::{Components, Resolved},
    object_union::{self, is_object_union},
    schema,
};

/// What a `discriminator` declares.
pub struct Declared<'a> {
    /// The name of the field.
    pub property: &'a str,
    /// By the name of the schema.
    values: HashMap<&'a str, Vec<&'a str>>,
}

impl<'a> Declared<'a> {
    /// The discriminator of `map`, if it has one.
    pub fn of(map: &'a Map<String, Value>) -> Option<Self> {
        let discriminator = map.get("discriminator")?;
        let property = discriminator.get("propertyName")?.as_str()?;
        let mut values: HashMap<&str, Vec<&str>> = HashMap::new();
        for (value, target) in discriminator.get("mapping").and_then(Value::as_object).into_iter().flatten() {
            let target = target.as_str().unwrap_or_default();
            // `#/components/schemas/Cat`, or the bare name.
            values.entry(target.rsplit('/').next().unwrap_or_default()).or_default().push(value);
        }
        Some(Self { property, values })
    }

    /// The schemas that values are mapped to.
    pub fn names(&self) -> impl Iterator<Item = &'a str> {
        self.values.keys().copied()
    }
}

/// Each of `members` with the fields of `part`, which stands beside their union.
pub fn with_part(members: &[Value], part: &Value, declared: Option<&Declared>, components: &Components) -> Vec<Value> {
    let part = all_of::undescribed(&components.resolve(part));
    let with_part = |member: &Value| {
        if components.exceeded().is_some() {
            return schema::any();
        }
        let tag = declared.map(|declared| {
            let opened = components.resolve(member);
            let values = declared_claim(member, &opened, declared, components).values;
            let own = claim(&opened, declared.property, components).values;
            (declared.property, if values == own { Vec::new() } else { values })
        });
        all_of::with_part(member, &part, tag.as_ref().map(|(tag, values)| (*tag, values.as_slice())), components)
    };
    members.iter().map(with_part).collect()
}

/// The `oneOf` of `members`, all of them objects, with the field whose values tell them apart; `None` if none does.
///
/// One member may leave the values open, or not have the field: it takes what no other does.
pub fn by_tag(members: &[Value], declared: Option<&Declared>, components: &Components) -> Option<Value> {
    let opened: Vec<Resolved<'_>> = members.iter().map(|member| components.resolve(member)).collect();
    let declared = declared.and_then(|declared| {
        let claims =
            members.iter().zip(&opened).map(|(member, opened)| declared_claim(member, opened, declared, components));
        Some((declared.property.to_owned(), distinct(claims)?))
    });
    let (tag, claims) = declared.or_else(|| inferred(&opened, components))?;
    let mut mapping = Map::new();
    let members = members.iter().zip(&opened).zip(claims).map(|((member, opened), claim)| {
        let mut member = without_null(member);
        let can_be_written = claim.values.len() <= 1
            && opened.get("additionalProperties").is_none_or(Value::is_boolean)
            && !is_object_union(opened, components);
        if claim.field == Field::Absent && !can_be_written {
            member = all_of::merge_all_of(&[&object_union::tag_alone(&tag, &claim.values), opened], components);
        }
        if let Some(name) = schema::wrapped_reference(&member) {
            mapping.extend(claim.values.into_iter().map(|value| (value, (schema::COMPONENT.to_owned() + name).into())));
        }
        member
    });
    let members = members.collect();
    Some(object_union::tagged(&tag, mapping, members))
}

/// The `oneOf` of `members`, all of them objects without unions, if all but one have a field that no other declares.
/// `exclusive` if an object cannot be of several members that are open to further fields.
pub fn by_presence(members: &[Value], exclusive: bool, components: &Components) -> Option<Value> {
    let opened: Vec<Resolved<'_>> = members.iter().map(|member| components.resolve(member)).collect();
    let is_closed = |member: &Resolved<'_>| member.get("additionalProperties") == Some(&Value::Bool(false));
    if !exclusive && !opened.iter().all(is_closed) {
        return None;
    }
    let mut declared = HashMap::<&str, usize>::new();
    for (name, _) in opened.iter().flat_map(|member| schema::properties(member)) {
        *declared.entry(name).or_default() += 1;
    }
    let is_marked = |member: &Resolved<'_>| {
        let mut required = schema::required(member).into_iter();
        required.any(|name| {
            let property = member.get("properties").and_then(|properties| properties.get(name));
            let is_never_null = |property| !schema::is_nullable(&components.resolve(property));
            declared.get(name) == Some(&1) && property.is_some_and(is_never_null)
        })
    };
    let unmarked = opened.iter().filter(|member| !is_marked(member)).count();
    (unmarked <= 1).then(|| json!({ "oneOf": members.iter().map(without_null).collect::<Vec<_>>() }))
}

fn without_null(member: &Value) -> Value {
    let mut member = member.clone();
    if let Some(map) = member.as_object_mut() {
        map.remove("nullable");
    }
    member
}

/// What one member says of the field that may tell it apart.
struct Claim {
    /// Which values are its own; none for a member that takes what no other does.
    values: Vec<String>,
    field: Field,
    /// Whether the field may be text, which is all that tells members apart.
    is_text: bool,
}

/// How a member declares a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Field {
    Absent,
    Optional,
    Required,
}

/// The claims, if all are to text, no two to the same value, and no more than one to the rest.
fn distinct(claims: impl Iterator<Item = Claim>) -> Option<Vec<Claim>> {
    let (mut all, mut seen, mut open) = (Vec::new(), HashSet::new(), 0);
    for claim in claims {
        open += usize::from(claim.values.is_empty());
        if !claim.is_text || open > 1 || !claim.values.iter().all(|value| seen.insert(value.clone())) {
            return None;
        }
        all.push(claim);
    }
    (!seen.is_empty()).then_some(all)
}

fn declared_claim(member: &Value, opened: &Value, declared: &Declared, components: &Components) -> Claim {
    let own = claim(opened, declared.property, components);
    let Some(name) = schema::wrapped_reference(member) else { return own };
    let values = match declared.values.get(name) {
        Some(mapped) => mapped.iter().map(|value| (*value).to_owned()).collect(),
        None if own.values.is_empty() => vec![name.to_owned()],
        None => return own,
    };
    Claim { values, ..own }
}

/// The field of all members whose values are distinct: one of which no member leaves them open, if there is one.
fn inferred(opened: &[Resolved<'_>], components: &Components) -> Option<(String, Vec<Claim>)> {
    // One member may not have it, so that one of the first two does.
    let mut candidates = BTreeSet::new();
    opened.iter().take(2).for_each(|member| required_names(member, components, &mut candidates));
    let mut found = None;
    for candidate in candidates {
        let claims = opened.iter().map(|member| {
            let claim = claim(member, &candidate, components);
            if claim.field == Field::Required { claim } else { Claim { values: Vec::new(), ..claim } }
        });
        let Some(claims) = distinct(claims) else { continue };
        let is_complete = claims.iter().all(|claim| !claim.values.is_empty());
        if is_complete {
            return Some((candidate, claims));
        }
        found = found.or(Some((candidate, claims)));
    }
    found
}

fn required_names(opened: &Value, components: &Components, names: &mut BTreeSet<String>) {
    names.extend(schema::required(opened).into_iter().map(str::to_owned));
    if let (true, Some(first)) = (is_object_union(opened, components), object_union::members(opened).first()) {
        components.nested(|| required_names(&components.resolve(first), components, names));
    }
}

/// What an object, or all of a union of objects, say of `property`.
fn claim(opened: &Value, property: &str, components: &Components) -> Claim {
    let open = |field| Claim { values: Vec::new(), field, is_text: true };
    components.spend(1);
    if is_object_union(opened, components) {
        let members = object_union::members(opened).iter();
        let claims = components.nested(|| {
            members.map(|member| claim(&components.resolve(member), property, components)).collect::<Vec<_>>()
        });
        let claims = claims.unwrap_or_default();
        let first = claims.first().map_or(Field::Absent, |claim| claim.field);
        let field = if claims.iter().all(|claim| claim.field == first) { first } else { Field::Optional };
        let is_text = claims.iter().all(|claim| claim.is_text);
        if claims.iter().any(|claim| claim.values.is_empty()) {
            return Claim { is_text, ..open(field) };
        }
        let mut seen = HashSet::new();
        let values = claims.into_iter().flat_map(|claim| claim.values);
        return Claim { values: values.filter(|value| seen.insert(value.clone())).collect(), field, is_text };
    }
    let Some(declared) = opened.get("properties").and_then(|properties| properties.get(property)) else {
        return open(Field::Absent);
    };
    let field = if schema::required(opened).contains(&property) { Field::Required } else { Field::Optional };
    let declared = components.resolve(declared);
    let is_text = matches!(schema::kind(&declared), "string" | "");
    if schema::is_nullable(&declared) || !schema::is_enum(&declared) {
        return Claim { is_text, ..open(field) };
    }
    let values = declared.get("enum").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str);
    let values: Vec<String> = values.map(str::to_owned).collect();
    components.spend(values.len());
    Claim { values, field, is_text }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        bounds::Bound,
        document::{composed, composition, only, schema::reference_to},
    };

    /// An object with a field `kind` of these values, and a field of its own.
    fn of_kind(kinds: &[&str], field: &str) -> Value {
        json!({
            "type": "object", "required": ["kind"],
            "properties": { "kind": { "type": "string", "enum": kinds }, (field): { "type": "string" } },
        })
    }

    fn object(field: &str, required: &[&str]) -> Value {
        let mut object = json!({ "type": "object", "properties": { (field): { "type": "string" } } });
        if !required.is_empty() {
            object["required"] = json!(required);
        }
        object
    }

    #[test]
    fn values_of_a_required_field_that_differ_tell_members_apart() {
        let (cat, dog) = (of_kind(&["cat"], "lives"), of_kind(&["dog", "wolf"], "good"));
        for key in ["oneOf", "anyOf"] {
            let union = composed(json!({ "A": { key: [cat, reference_to("Dog")] }, "Dog": dog }));
            let mapping = json!({ "dog": "#/components/schemas/Dog", "wolf": "#/components/schemas/Dog" });
            let discriminator = json!({ "propertyName": "kind", "mapping": mapping });
            assert_eq!(union, json!({ "oneOf": [cat, reference_to("Dog")], "discriminator": discriminator }));
        }
        let mut optional = dog;
        optional["required"].take();
        let merged =
            composed(json!({ "A": { "oneOf": [of_kind(&["wolf"], "x"), of_kind(&["wolf"], "y"), optional] } }));
        assert_eq!(merged.get("oneOf"), None);
    }

    #[test]
    fn a_field_that_tells_all_apart_comes_before_one_that_leaves_a_rest() {
        let member = |a: Value, b: Value, c: Value| json!({ "type": "object", "required": ["a", "b", "c"], "properties": { "a": a, "b": b, "c": c } });
        let text = || json!({ "type": "string" });
        let only = |value: &str| json!({ "type": "string", "enum": [value] });
        let tag = |members: [Value; 2]| {
            composed(json!({ "A": { "oneOf": members } }))["discriminator"]["propertyName"].clone()
        };
        assert_eq!(tag([member(only("x"), only("x"), only("x")), member(text(), only("y"), only("y"))]), "b");
        assert_eq!(tag([member(only("x"), text(), text()), member(text(), text(), only("y"))]), "a");
    }

    #[test]
    fn only_one_member_may_leave_the_tag_open() {
        let (cat, plain) = (of_kind(&["cat"], "lives"), object("x", &[]));
        let union = composed(json!({ "A": { "anyOf": [plain, cat] } }));
        assert_eq!(union, json!({ "oneOf": [plain, cat], "discriminator": { "propertyName": "kind" } }));
        let merged = composed(json!({ "A": { "anyOf": [plain, cat, object("y", &[])] } }));
        assert_eq!(merged["properties"].as_object().map(Map::len), Some(4));
    }

    #[test]
    fn a_declared_discriminator_counts_by_its_mapping_then_values_then_names() {
        let members = ["Mapped", "Bare", "Listed", "Named"].map(reference_to);
        let union = composed(json!({
            "A": {
                "oneOf": members,
                "discriminator": { "propertyName": "kind", "mapping": { "m": "#/components/schemas/Mapped", "b": "Bare" } },
            },
            "Mapped": object("w", &[]), "Bare": of_kind(&["other"], "x"), "Listed": of_kind(&["l"], "y"), "Named": object("kind", &[]),
        }));
        let mapping = ["Mapped", "Bare", "Listed", "Named"].map(|name| format!("#/components/schemas/{name}"));
        let [mapped, bare, listed, named] = mapping;
        let mapping = json!({ "m": mapped, "b": bare, "l": listed, "Named": named });
        assert_eq!(union["discriminator"], json!({ "propertyName": "kind", "mapping": mapping }));
        assert_eq!(union["oneOf"].as_array().map(Vec::len), Some(4));
    }

    #[test]
    fn a_field_that_is_no_text_tells_no_members_apart() {
        let member =
            |kind: Value| json!({ "type": "object", "required": ["kind"], "properties": { "kind": kind, "x": {} } });
        let number = |value: i64| member(json!({ "type": "integer", "enum": [value] }));
        let union = composed(json!({
            "A": {
                "oneOf": [reference_to("One"), reference_to("Two")],
                "discriminator": { "propertyName": "kind", "mapping": { "1": "One", "2": "Two" } },
            },
            "One": number(1), "Two": number(2),
        }));
        assert_eq!(union["properties"]["kind"], json!({ "type": "integer", "enum": [1, 2] }));
        let text = member(json!({ "type": "string", "enum": ["a"] }));
        let union = composed(json!({ "A": { "oneOf": [text, number(1)] } }));
        assert_eq!(union.get("oneOf"), None);
    }

    #[test]
    fn several_values_of_a_tag_that_is_no_field_become_a_field() {
        let union = composed(json!({
            "A": {
                "oneOf": [reference_to("One"), reference_to("Two")],
                "discriminator": { "propertyName": "kind", "mapping": { "a": "One", "b": "Two", "c": "Two" } },
            },
            "One": object("x", &[]), "Two": object("y", &[]),
        }));
        assert_eq!(union["oneOf"][0], reference_to("One"));
        assert_eq!(union["oneOf"][1]["properties"]["kind"], json!({ "type": "string", "enum": ["b", "c"] }));
        assert_eq!(union["discriminator"]["mapping"], json!({ "a": "#/components/schemas/One" }));
    }

    #[test]
    fn fields_beside_a_union_are_in_each_member_and_can_tell_them_apart() {
        let member =
            |value: &str| json!({ "type": "object", "properties": { "kind": { "type": "string", "enum": [value] } } });
        let beside =
            json!({ "type": "object", "required": ["id", "kind"], "properties": { "id": { "type": "string" } } });
        let mut whole = beside.clone();
        whole["oneOf"] = json!([member("a"), reference_to("B")]);
        let union = composed(json!({ "A": whole, "B": member("b") }));
        assert_eq!(union["discriminator"], json!({ "propertyName": "kind" }));
        for member in object_union::members(&union) {
            assert_eq!(schema::properties(member).count(), 2);
            assert_eq!(schema::required(member), ["id", "kind"]);
        }
        let part = json!({ "oneOf": [of_kind(&["a"], "x"), reference_to("B")] });
        let union = composed(
            json!({ "A": { "allOf": [reference_to("Base"), part] }, "Base": beside, "B": of_kind(&["b"], "y") }),
        );
        let names: Vec<usize> =
            object_union::members(&union).iter().map(|member| schema::properties(member).count()).collect();
        assert_eq!(names, [3, 3]);
        assert_eq!(union["oneOf"][1]["properties"]["kind"]["enum"], json!(["b"]));
    }

    #[test]
    fn a_member_that_has_the_fields_beside_the_union_keeps_its_name() {
        let union = composed(json!({
            "A": { "type": "object", "properties": { "x": { "type": "string" } }, "oneOf": [reference_to("B"), reference_to("C")] },
            "B": of_kind(&["b"], "x"), "C": of_kind(&["c"], "y"),
        }));
        assert_eq!(union["oneOf"][0], reference_to("B"));
        assert_eq!(schema::properties(&union["oneOf"][1]).count(), 3);
    }

    #[test]
    fn a_union_in_a_union_stays_one_if_its_values_are_its_own() {
        let schemas = |outer: &str| {
            json!({
                "A": { "oneOf": [reference_to("Inner"), of_kind(&[outer], "z")] },
                "Inner": { "oneOf": [of_kind(&["a"], "x"), of_kind(&["b"], "y")] },
            })
        };
        let nested = composed(schemas("c"));
        let mapping = json!({ "a": "#/components/schemas/Inner", "b": "#/components/schemas/Inner" });
        assert_eq!(nested["discriminator"]["mapping"], mapping);
        assert_eq!(nested["oneOf"].as_array().map(Vec::len), Some(2));
        let merged = composed(schemas("b"));
        assert_eq!(schema::properties(&merged).count(), 4);
    }

    #[test]
    fn fields_of_their_own_tell_members_apart_where_they_exclude_each_other() {
        let members = [object("a", &["a"]), object("b", &["b"]), object("c", &[])];
        let union = composed(json!({ "A": { "oneOf": members } }));
        assert_eq!(union, json!({ "oneOf": members }));
        let open = composed(json!({ "A": { "anyOf": members } }));
        assert_eq!(schema::properties(&open).count(), 3);
        let closed = members.clone().map(|mut member| {
            member["additionalProperties"] = false.into();
            member
        });
        assert_eq!(composed(json!({ "A": { "anyOf": closed } })), json!({ "oneOf": members }));
        let merged = composed(json!({ "A": { "oneOf": [object("a", &["a"]), object("c", &[]), object("d", &[])] } }));
        assert_eq!(schema::properties(&merged).count(), 3);
    }

    #[test]
    fn objects_among_other_kinds_are_a_union_of_their_own() {
        let union =
            composed(json!({ "A": { "oneOf": [{ "type": "string" }, of_kind(&["a"], "x"), of_kind(&["b"], "y")] } }));
        assert_eq!(union["oneOf"][0], json!({ "type": "string" }));
        assert_eq!(union["oneOf"][1]["discriminator"], json!({ "propertyName": "kind" }));
    }

    #[test]
    fn a_union_that_is_a_member_of_itself_takes_any_value() {
        let discriminator = json!({ "propertyName": "kind" });
        let union = |member: &str| json!({ "oneOf": [reference_to(member), of_kind(&[member], "x")], "discriminator": discriminator });
        for other in ["A", "B"] {
            let root = json!({ "components": { "schemas": { "A": union(other), "B": union("A") } } });
            assert_eq!(only(composition::apply, root).schemas()["A"], json!({}));
        }
    }

    fn refused(schemas: Value) -> String {
        only(composition::apply, json!({ "components": { "schemas": schemas } })).diagnostics.to_string()
    }

    #[test]
    fn unions_that_grow_with_each_level_are_refused() {
        let level = |n: usize| {
            let member = |kind: &str| json!({ "allOf": [reference_to(&format!("A{}", n + 1)), of_kind(&[kind], "x")] });
            let tag = format!("k{n}");
            let with_tag = |kind: &str| {
                let mut member = member(kind);
                member["properties"] = json!({ (tag.clone()): { "type": "string", "enum": [kind] } });
                member["required"] = json!([tag]);
                member["type"] = "object".into();
                member
            };
            json!({ "type": "object", "properties": { (format!("p{n}")): {} }, "oneOf": [with_tag("a"), with_tag("b")] })
        };
        let mut schemas: Map<String, Value> = (0..40).map(|n| (format!("A{n}"), level(n))).collect();
        schemas.insert("A40".into(), object("end", &[]));
        let diagnostics = refused(schemas.into());
        assert_eq!(diagnostics.lines().count(), 1, "{diagnostics}");
    }

    #[test]
    fn many_fields_beside_many_members_are_refused() {
        let fields: Map<String, Value> = (0..1_000).map(|n| (format!("f{n}"), json!({}))).collect();
        let members: Vec<Value> = (0..1_000).map(|n| of_kind(&[&n.to_string()], "x")).collect();
        let diagnostics = refused(json!({ "A": { "type": "object", "properties": fields, "oneOf": members } }));
        assert!(diagnostics.contains(&Bound::Composition.to_string()), "{diagnostics}");
    }
}
