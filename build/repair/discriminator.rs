//! What tells the members of a union of objects apart: the values of one field, or a field that only one member has.

use std::collections::{BTreeSet, HashMap, HashSet};

use serde_json::{Map, Value, json};

use super::{
    all_of,
    components::{Components, Resolved},
    object_union::{self, is_object_union},
    schema,
};
use crate::bounds;

/// What a document says with `discriminator`.
pub struct Declared<'a> {
    property: &'a str,
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
}

/// Each of `members` with the fields of `part`, which stands beside their union.
pub fn with_part(members: &[Value], part: &Value, declared: Option<&Declared>, components: &Components) -> Vec<Value> {
    let with_part = |member: &Value| {
        let tag = declared.filter(|_| components.exceeded().is_none()).map(|declared| {
            let opened = components.resolve(member);
            let values = declared_claim(member, &opened, declared, components).values;
            let own = claim(&opened, declared.property, components).values;
            (declared.property, if values == own { Vec::new() } else { values })
        });
        let merged =
            all_of::with_part(member, part, tag.as_ref().map(|(tag, values)| (*tag, values.as_slice())), components);
        components.spend(bounds::parts(&merged));
        merged
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
}

/// How a member declares a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Field {
    Absent,
    Optional,
    Required,
}

/// The claims, if no two are to the same value and no more than one is to the rest.
fn distinct(claims: impl Iterator<Item = Claim>) -> Option<Vec<Claim>> {
    let (mut all, mut seen, mut open) = (Vec::new(), HashSet::new(), 0);
    for claim in claims {
        open += usize::from(claim.values.is_empty());
        if open > 1 || !claim.values.iter().all(|value| seen.insert(value.clone())) {
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
    let open = |field| Claim { values: Vec::new(), field };
    components.spend(1);
    if is_object_union(opened, components) {
        let members = object_union::members(opened).iter();
        let claims = components.nested(|| {
            members.map(|member| claim(&components.resolve(member), property, components)).collect::<Vec<_>>()
        });
        let claims = claims.unwrap_or_default();
        let first = claims.first().map_or(Field::Absent, |claim| claim.field);
        let field = if claims.iter().all(|claim| claim.field == first) { first } else { Field::Optional };
        if claims.iter().any(|claim| claim.values.is_empty()) {
            return open(field);
        }
        let mut seen = HashSet::new();
        let values = claims.into_iter().flat_map(|claim| claim.values);
        return Claim { values: values.filter(|value| seen.insert(value.clone())).collect(), field };
    }
    let Some(declared) = opened.get("properties").and_then(|properties| properties.get(property)) else {
        return open(Field::Absent);
    };
    let field = if schema::required(opened).contains(&property) { Field::Required } else { Field::Optional };
    let declared = components.resolve(declared);
    if schema::is_nullable(&declared) || !schema::is_enum(&declared) {
        return open(field);
    }
    let values = declared.get("enum").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str);
    let values: Vec<String> = values.map(str::to_owned).collect();
    components.spend(values.len());
    Claim { values, field }
}
