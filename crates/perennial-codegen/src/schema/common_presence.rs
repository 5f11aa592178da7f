//! Merges unions of which at least one distinguishes its members by presence. A value must match a member of each union.

use std::collections::HashMap;

use indexmap::IndexSet;

use super::{
    Member, Schema, Shape,
    common_tags::{MergePair, merge_members},
    components::{Components, Resolved},
    presence::{Overlap, union_by_presence},
};
use crate::{
    adaptation::Rule,
    api::{Case, Discriminant},
};

/// Merges two unions of objects, or a union of objects with an object, which counts as a union with one member.
///
/// The result contains a member for each pair of members that are equal, or that share a field which no other member of
/// their unions declares. Parts of an `allOf` add fields to all members of a union, so a field like this shows that both
/// members originate from the same schema.
///
/// Returns `None` if there is no such pair, or if presence does not distinguish the merged members.
pub fn merge_by_presence(
    one: &Schema,
    other: &Schema,
    components: &Components,
    merge_pair: MergePair,
) -> Option<Schema> {
    let opened = [one, other].map(|schema| components.resolve(schema));
    let several = [opened[0].several(), opened[1].several()];
    if opened.iter().any(|schema| schema.object().is_some()) && several != [None, None] {
        return None;
    }
    let (ours, theirs) = (Members::new(one, &opened[0], components)?, Members::new(other, &opened[1], components)?);
    let mut merged = IndexSet::new();
    for (our_member, their_member) in ours.pairs_with(&theirs, components) {
        merged.insert(merge_members(our_member, their_member, components, merge_pair).without_null());
    }
    let mut merged: Vec<Schema> = merged.into_iter().collect();
    if !merged.is_empty() && merged.len() < ours.all.len().max(theirs.all.len()) {
        components.note(Rule::NARROWED_UNION);
    }
    if merged.len() <= 1 {
        return merged.pop();
    }
    let overlap = if let [Some(_), Some(_)] = several { Overlap::Possible } else { Overlap::Never };
    let mut union = union_by_presence(&merged, overlap, components)?;
    if let [Some(ours), Some(theirs)] = several {
        let schema = merge_pair(ours, theirs, components);
        union.members.push(Member { schema, case: Case::Several, also: Vec::new() });
    }
    Some(union.into())
}

/// The members of a union by presence, or a single object.
struct Members<'a> {
    all: Vec<&'a Schema>,
    opened: Vec<Resolved<'a>>,
    by_key: HashMap<Schema, usize>,
    /// The position of the only member that declares a field, by the name of the field. `None` if several members declare
    /// the field.
    by_field: HashMap<String, Option<usize>>,
    /// The position of the member that lacks a required field of its own.
    rest: Option<usize>,
}

impl<'a> Members<'a> {
    /// Returns `None` if `opened`, the target of `schema`, is neither an object nor a union by presence.
    fn new(schema: &'a Schema, opened: &'a Schema, components: &Components) -> Option<Self> {
        let union = opened.union().filter(|union| union.by == Discriminant::Presence);
        let listed = || union.into_iter().flat_map(|union| &union.members).filter(|it| it.case != Case::Several);
        let all: Vec<&Schema> = match (union, opened.object()) {
            (Some(_), _) => listed().map(|member| &member.schema).collect(),
            (None, Some(_)) => vec![schema],
            (None, None) => return None,
        };
        components.count_visited(all.len());
        let opened: Vec<Resolved<'_>> = all.iter().map(|member| components.resolve(member)).collect();
        let mut by_field = HashMap::new();
        for (at, name) in opened.iter().enumerate().flat_map(|(at, member)| field_names(member).map(move |it| (at, it)))
        {
            by_field.entry(name.clone()).and_modify(|only| *only = None).or_insert(Some(at));
        }
        let by_key = all.iter().enumerate().map(|(at, member)| (comparison_key(member, components), at)).collect();
        let rest = listed().position(|member| member.case == Case::Absent);
        Some(Self { all, opened, by_key, by_field, rest })
    }

    /// Returns the pairs of members that have to be merged.
    fn pairs_with<'b>(&'b self, others: &'b Self, components: &Components) -> Vec<(&'b Schema, &'b Schema)> {
        let mut pairs = Vec::new();
        for (at, member) in self.opened.iter().enumerate() {
            let own_fields = field_names(member).filter(|name| self.by_field.get(*name) == Some(&Some(at)));
            let similar = own_fields.filter_map(|name| {
                let other = others.by_field.get(name).copied().flatten()?;
                let are_required = [member, &others.opened[other]].iter().all(|it| it.required().contains(name));
                (are_required || self.rest == Some(at) && others.rest == Some(other)).then_some(other)
            });
            let equal = others.by_key.get(&comparison_key(self.all[at], components)).copied();
            let partners: IndexSet<usize> = equal.into_iter().chain(similar).collect();
            pairs.extend(partners.into_iter().map(|other| (self.all[at], others.all[other])));
        }
        pairs
    }
}

fn field_names(object: &Schema) -> impl Iterator<Item = &String> {
    object.object().into_iter().flat_map(|object| object.properties.keys())
}

/// Returns a copy of `schema` that equals the copies of all schemas with the same values. Descriptions and null are
/// ignored.
pub fn comparison_key(schema: &Schema, components: &Components) -> Schema {
    let key = Schema { untyped: false, ..schema.without_description().without_null() };
    match schema.name() {
        Some(name) => Schema { shape: Shape::Named(components.end_of_aliases(name).to_owned()), ..key },
        None => key,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Map, Value, json};

    use crate::schema::tests::{composed, reference};

    fn requiring(field: &str) -> Value {
        let text = json!({ "type": "string" });
        json!({ "type": "object", "required": [field], "properties": { (field): text, "note": text } })
    }

    /// Composes an `allOf` of `parts` in both orders. The parts may refer to the objects `X`, `Y`, `Z` and `W`, which
    /// require a field, to `Rest`, which does not, and to the unions `XY` and `YZ`. Returns the sorted names of the
    /// fields of each member, and the same for a single object.
    fn members(parts: &[Value]) -> Vec<Vec<String>> {
        let union = |names: [&str; 2]| json!({ "oneOf": names.map(reference) });
        let mut reversed = parts.to_vec();
        reversed.reverse();
        let [one, other] = [parts, &reversed].map(|parts| {
            let rest = json!({ "type": "object", "properties": { "rest": { "type": "string" } } });
            let objects = json!({ "X": requiring("x"), "Y": requiring("y"), "Z": requiring("z"), "W": requiring("w"), "Rest": rest });
            let mut schemas = objects.clone();
            schemas["A"] = json!({ "allOf": parts });
            schemas["XY"] = union(["X", "Y"]);
            schemas["YZ"] = union(["Y", "Z"]);
            let whole = composed(schemas);
            let members = whole["oneOf"].as_array().map_or_else(|| vec![whole.clone()], Clone::clone);
            let names = members.iter().map(|member| {
                let name = member["$ref"].as_str().and_then(|link| link.rsplit('/').next()).unwrap_or_default();
                let object = if name.is_empty() { member } else { &objects[name] };
                let fields = object["properties"].as_object().into_iter().flat_map(Map::keys);
                let mut fields: Vec<String> = fields.cloned().chain([name.to_owned()]).filter(|it| it != "note" && !it.is_empty()).collect();
                fields.sort_unstable();
                fields
            });
            names.collect::<Vec<_>>()
        });
        let sorted = |mut members: Vec<Vec<String>>| {
            members.sort_unstable();
            members
        };
        let (one, other) = (sorted(one), sorted(other));
        assert_eq!(one, other, "{parts:?}");
        one
    }

    fn choice(key: &str, members: &[Value]) -> Value {
        json!({ key: members })
    }

    fn beside(field: &str, mut union: Value) -> Value {
        union["type"] = "object".into();
        union["properties"] = json!({ field: { "type": "string" } });
        union
    }

    #[test]
    fn unions_by_presence_have_the_members_that_all_parts_list() {
        let [x, y, z, w, rest] = ["X", "Y", "Z", "W", "Rest"].map(reference);
        let only = [["Y", "y"]];
        for key in ["oneOf", "anyOf"] {
            let of = |members: &[&Value]| choice(key, &members.iter().map(|it| (*it).clone()).collect::<Vec<_>>());
            let (xy, yz) = (of(&[&x, &y]), of(&[&y, &z]));
            assert_eq!(members(&[xy.clone(), yz.clone()]), only, "{key}");
            assert_eq!(members(&[xy.clone(), yz.clone(), of(&[&w, &y])]), only, "{key}");
            assert_eq!(members(&[json!({ "allOf": [xy] }), yz.clone()]), only, "{key}");
            assert_eq!(members(&[xy.clone(), of(&[&requiring("y"), &z])]), only, "an equal inline member: {key}");
            assert_eq!(members(&[reference("XY"), yz.clone()]), only, "{key}");
            let inline = of(&[&requiring("x"), &requiring("y")]);
            assert_eq!(members(&[inline, of(&[&requiring("y"), &requiring("z")])]), [["y"]], "{key}");
            let (xyz, yzw) = (of(&[&x, &y, &z]), of(&[&y, &z, &w]));
            let several = if key == "anyOf" { vec![vec!["w", "x", "y", "z"]] } else { vec![] };
            let both = [vec![vec!["Y", "y"], vec!["Z", "z"]], several].concat();
            assert_eq!(members(&[xyz.clone(), yzw.clone()]), both, "{key}");
            assert_eq!(members(&[xyz, yzw, of(&[&w, &x, &z])]), [["Z", "z"]], "{key}");
        }
        assert_eq!(members(&[reference("XY"), reference("YZ")]), only);
        assert_eq!(
            members(&[choice("oneOf", &[x.clone(), y.clone()]), choice("anyOf", &[y.clone(), z.clone()])]),
            only
        );
        let with_rest = |other: &Value| choice("oneOf", &[other.clone(), rest.clone()]);
        assert_eq!(members(&[with_rest(&x), with_rest(&z)]), [["Rest", "rest"]]);
    }

    #[test]
    fn members_of_unions_with_fields_beside_them_are_merged() {
        let [x, y, z, w, rest] = ["X", "Y", "Z", "W", "Rest"].map(reference);
        let of = |key: &str, [one, other]: [&Value; 2]| choice(key, &[one.clone(), other.clone()]);
        for key in ["oneOf", "anyOf"] {
            let (p, q) = (beside("p", of(key, [&x, &y])), beside("q", of(key, [&y, &z])));
            assert_eq!(members(&[p.clone(), q.clone()]), [["p", "q", "y"]], "{key}");
            assert_eq!(members(&[p.clone(), of(key, [&y, &z])]), [["p", "y"]], "{key}");
            let nested = json!({ "allOf": [of(key, [&x, &y]), { "type": "object", "properties": { "p": {} } }] });
            assert_eq!(members(&[nested, q.clone()]), [["p", "q", "y"]], "{key}");
            assert_eq!(members(&[beside("p", json!({ "allOf": [reference("XY")] })), q]), [["p", "q", "y"]], "{key}");
        }
        let third = beside("r", of("oneOf", [&y, &w]));
        let (p, q) = (beside("p", of("oneOf", [&x, &y])), beside("q", of("oneOf", [&y, &z])));
        assert_eq!(members(&[p, q, third]), [["p", "q", "r", "y"]]);
        let (p, q) = (beside("p", of("oneOf", [&x, &rest])), beside("q", of("oneOf", [&rest, &z])));
        assert_eq!(members(&[p, q]), [["p", "q", "rest"]]);
    }
}
