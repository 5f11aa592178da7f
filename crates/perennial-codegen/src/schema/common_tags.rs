//! Merges unions that select their members by the same tag. A value must match a member of each union.

use std::collections::{HashMap, HashSet};

use indexmap::IndexMap;

use super::{
    Member, Schema, SchemaUnion,
    claims::{claim_of, declares_field, object_with_tag, union_case},
    components::Components,
    walk,
};
use crate::{
    adaptation::Rule,
    api::{Case, Discriminant, JsonKind},
};

/// A function that merges two schemas into one, which allows the values that both allow.
pub type MergePair = fn(&Schema, &Schema, &Components) -> Schema;

/// Merges two schemas, of which at least one is a union by tag. `merge_pair` merges each pair of members that have
/// values of the tag in common. All other members are removed, because no value can match both schemas through them.
///
/// A schema that is not a union, but lists values of the tag, counts as a union whose only member is the schema itself.
///
/// Returns `None` in these cases:
/// - The schemas do not select their members by the same tag.
/// - The schemas have no value of the tag in common.
/// - One of the schemas is a single object that allows every member of the other.
/// - Two members do not merge into an object.
pub fn merge_by_tag(one: &Schema, other: &Schema, components: &Components, merge_pair: MergePair) -> Option<Schema> {
    let opened = [one, other].map(|schema| components.resolve(schema));
    let by = &opened.iter().find_map(|schema| schema.union())?.by;
    let (Discriminant::Tag(tag) | Discriminant::Scalar(tag)) = by else { return None };
    let merger = TagMerger { by, tag, components, merge_pair };
    let ours = merger.members_of(one, &opened[0])?;
    let theirs = merger.members_of(other, &opened[1])?;
    components.count_visited(ours.len() + theirs.len());
    let pairs = pair_members(&ours, &theirs);
    // A schema that is not a union has one member, so each pair contains a different member of the union.
    for (schema, members) in [(&opened[0], &theirs), (&opened[1], &ours)] {
        if schema.union().is_none() && pairs.len() == members.len() {
            return None;
        }
    }
    let mut members = merger.merge(&pairs)?;
    if members.is_empty() {
        return None;
    }
    remove_duplicate_values(&mut members);
    let kept: HashSet<&String> = members.iter().flat_map(Member::tag_values).collect();
    let has_rest = |members: &[Member]| members.iter().any(|member| member.tag_values().is_empty());
    let keeps_all = |all: &[Member]| {
        all.iter().flat_map(Member::tag_values).all(|value| kept.contains(value))
            && (has_rest(&members) || !has_rest(all))
    };
    if !(keeps_all(&ours) && keeps_all(&theirs)) {
        components.note(Rule::NARROWED_UNION);
    }
    let known: HashSet<(&Schema, usize)> =
        members.iter().map(|member| (&member.schema, member.tag_values().len())).collect();
    let is_same = |all: &[Member]| {
        let is_known = |member: &Member| known.contains(&(&member.schema, member.tag_values().len()));
        all.len() == members.len() && all.iter().all(is_known)
    };
    Some(if is_same(&ours) {
        one.clone()
    } else if is_same(&theirs) {
        other.clone()
    } else {
        union_of_tagged(members, by, components, merge_pair)
    })
}

/// Returns the union of `members`, which a tag selects. If there is only one member, returns its schema with the tag,
/// which the caller has to send even if the member does not declare it.
pub fn union_of_tagged(
    mut members: Vec<Member>,
    by: &Discriminant,
    components: &Components,
    merge_pair: MergePair,
) -> Schema {
    match (members.as_slice(), by) {
        ([Member { schema, case: Case::UndeclaredTag(value), .. }], Discriminant::Tag(tag)) => {
            merge_pair(schema, &object_with_tag(tag, std::slice::from_ref(value)), components)
        }
        ([_], _) => members.remove(0).schema,
        _ => SchemaUnion { by: by.clone(), members }.into(),
    }
}

/// Members of two unions that have values of the tag in common.
struct Pair<'a> {
    ours: &'a Member,
    theirs: &'a Member,
    /// The tag values that both members accept. Empty if neither member lists any values.
    values: Vec<String>,
}

/// Finds the pairs of members with common values of the tag. A member that lists no values accepts all values that no
/// other member of its union lists.
fn pair_members<'a>(ours: &'a [Member], theirs: &'a [Member]) -> Vec<Pair<'a>> {
    let index = |members: &'a [Member]| -> HashMap<&'a String, usize> {
        let values = |(at, member): (usize, &'a Member)| member.tag_values().iter().map(move |value| (value, at));
        members.iter().enumerate().flat_map(values).collect()
    };
    let (our_index, their_index) = (index(ours), index(theirs));
    let their_rest = theirs.iter().position(|member| member.tag_values().is_empty());
    let mut pairs = Vec::new();
    for our_member in ours {
        let mut partners = IndexMap::<usize, Vec<String>>::new();
        for value in our_member.tag_values() {
            if let Some(at) = their_index.get(value).copied().or(their_rest) {
                partners.entry(at).or_default().push(value.clone());
            }
        }
        if our_member.tag_values().is_empty() {
            for (at, their_member) in theirs.iter().enumerate() {
                let is_free = |value: &&String| !our_index.contains_key(*value);
                let free: Vec<String> = their_member.tag_values().iter().filter(is_free).cloned().collect();
                if Some(at) == their_rest || !free.is_empty() {
                    partners.insert(at, free);
                }
            }
        }
        pairs.extend(partners.into_iter().map(|(at, values)| Pair { ours: our_member, theirs: &theirs[at], values }));
    }
    pairs
}

/// Removes each value in [`Member::also`] that any member lists, or that the `also` of an earlier member contains.
fn remove_duplicate_values(members: &mut [Member]) {
    let mut known: HashSet<String> = members.iter().flat_map(Member::tag_values).cloned().collect();
    members.iter_mut().for_each(|member| member.also.retain(|value| known.insert(value.clone())));
}

struct TagMerger<'a> {
    by: &'a Discriminant,
    tag: &'a str,
    components: &'a Components,
    merge_pair: MergePair,
}

impl TagMerger<'_> {
    /// Returns the members of `schema`, if the tag selects them. `opened` is the target of `schema`.
    fn members_of(&self, schema: &Schema, opened: &Schema) -> Option<Vec<Member>> {
        if opened.union().is_some() {
            return self.union_by_tag(opened).map(|union| union.members.clone());
        }
        opened.object()?;
        let claim = claim_of(opened, self.tag, self.components);
        let values = claim.values.listed();
        let is_text = claim.values.kind() == Some(JsonKind::String);
        if values.is_empty() || is_text != matches!(self.by, Discriminant::Tag(_)) {
            return None;
        }
        let case = union_case(claim.is_declared, values);
        Some(vec![Member { schema: schema.without_null(), case, also: Vec::new() }])
    }

    /// Returns the union, if `schema` is one that selects its members by the tag.
    fn union_by_tag<'s>(&self, schema: &'s Schema) -> Option<&'s SchemaUnion> {
        schema.union().filter(|union| union.by == *self.by)
    }

    /// Merges each pair. Nested unions by the same tag are replaced with their own members, unless both members of the
    /// pair are equal. Returns `None` if the result of a pair is not an object.
    fn merge(&self, pairs: &[Pair<'_>]) -> Option<Vec<Member>> {
        let is_nested = |member: &Member| self.union_by_tag(&self.components.resolve(&member.schema)).is_some();
        let mut merged = Vec::new();
        for pair in pairs {
            if !self.components.is_same(&pair.ours.schema, &pair.theirs.schema)
                && [pair.ours, pair.theirs].into_iter().any(is_nested)
            {
                merged.extend(self.merge_nested(pair)?);
            } else {
                merged.push(self.merge_one(pair)?);
            }
        }
        Some(merged)
    }

    /// Merges a pair of which at least one member is a nested union by the same tag. If the nested members have no value
    /// in common, the pair is merged as it is.
    fn merge_nested(&self, pair: &Pair<'_>) -> Option<Vec<Member>> {
        let members_within = |member: &Member| match self.union_by_tag(&self.components.resolve(&member.schema)) {
            Some(union) => union.members.clone(),
            None => vec![member.clone()],
        };
        let (ours, theirs) = (members_within(pair.ours), members_within(pair.theirs));
        self.components.count_visited(ours.len() + theirs.len());
        let mut pairs = pair_members(&ours, &theirs);
        if !pair.values.is_empty() {
            let outer: HashSet<&String> = pair.values.iter().collect();
            pairs.iter_mut().for_each(|inner| inner.values.retain(|value| outer.contains(value)));
            pairs.retain(|inner| !inner.values.is_empty());
        }
        if pairs.is_empty() {
            return self.merge_one(pair).map(|member| vec![member]);
        }
        self.components.nested(|| self.merge(&pairs)).flatten()
    }

    fn merge_one(&self, pair: &Pair<'_>) -> Option<Member> {
        let Pair { ours, theirs, values } = pair;
        let mut schema = merge_members(&ours.schema, &theirs.schema, self.components, self.merge_pair);
        // An inline member has to declare the values that select it, because a mapping refers to schemas by name.
        let is_new = schema != ours.schema && schema != theirs.schema && schema.name().is_none();
        if is_new && !values.is_empty() && matches!(self.by, Discriminant::Tag(_)) {
            schema = (self.merge_pair)(&schema, &object_with_tag(self.tag, values), self.components).without_null();
        }
        if self.components.resolve(&schema).json_kind() != Some(JsonKind::Object) {
            return None;
        }
        let case = union_case(declares_field(&schema, self.tag, self.components), values);
        let also = ours.also.iter().chain(&theirs.also).cloned().collect();
        Some(Member { schema, case, also })
    }
}

/// Merges the schemas of two members. If one of them is a reference, and the other does not restrict its target, the
/// result is that reference.
pub fn merge_members(ours: &Schema, theirs: &Schema, components: &Components, merge_pair: MergePair) -> Schema {
    if components.is_same(ours, theirs) {
        let is_alias = ours.name().is_some_and(|name| components.end_of_aliases(name) != name);
        return if is_alias { theirs } else { ours }.clone();
    }
    for schema in [ours, theirs] {
        components.count_created(walk::count_parts(&components.resolve(schema)));
    }
    let merged = merge_pair(ours, theirs, components).without_null();
    components.count_created(walk::count_parts(&merged));
    let is_kept = |schema: &&Schema| schema.name().is_some() && components.resolve(schema).shape == merged.shape;
    [ours, theirs].into_iter().find(is_kept).cloned().unwrap_or(merged)
}

#[cfg(test)]
mod tests {
    use serde_json::{Map, Value, json};

    use crate::{
        adaptation::Rule,
        schema::{
            composition::compose_all,
            tests::{after, reference},
        },
    };

    /// Returns an object schema that requires the tag `kind`, which has one of `kinds`, and the string `field`.
    fn tagged(kinds: &[&str], field: &str) -> Value {
        json!({
            "type": "object", "required": ["kind", field],
            "properties": { "kind": { "type": "string", "enum": kinds }, (field): { "type": "string" } },
        })
    }

    fn one_of(members: &[Value]) -> Value {
        json!({ "oneOf": members })
    }

    /// Composes an `allOf` of `one` and `other`. Returns the result, and whether it was reported as a narrowed union.
    /// No other rule may be reported.
    fn merged(one: &Value, other: &Value) -> (Value, bool) {
        let [a, b, c] = [("a", "x"), ("b", "y"), ("c", "z")].map(|(kind, field)| tagged(&[kind], field));
        let (mut schemas, log) = after(
            compose_all,
            json!({
                "Whole": { "allOf": [one, other] },
                "A": a, "B": b, "C": c, "Alias": { "allOf": [reference("A")] },
                "AB": one_of(&[reference("A"), reference("B")]),
                "Mapped": { "type": "object", "properties": { "m": { "type": "string" } } },
            }),
        );
        assert!(log.adaptations.iter().all(|it| it.rule == Rule::NARROWED_UNION), "{:?}", log.adaptations);
        (schemas["Whole"].take(), !log.adaptations.is_empty())
    }

    /// Merges `one` and `other` in both orders. Returns for each order the members of the union, and whether the union
    /// was reported as narrowed.
    fn both_ways(one: &Value, other: &Value) -> [(Value, bool); 2] {
        [(one, other), (other, one)].map(|(one, other)| {
            let (mut union, is_narrowed) = merged(one, other);
            (union["oneOf"].take(), is_narrowed)
        })
    }

    #[test]
    fn an_alias_or_copy_of_a_member_counts_as_the_member() {
        let [a, b] = ["A", "B"].map(reference);
        let described = json!({ "allOf": [a], "description": "Described." });
        for same in [reference("Alias"), tagged(&["a"], "x"), json!({ "allOf": [a] })] {
            for whole in both_ways(&one_of(&[a.clone(), b.clone()]), &one_of(&[same.clone(), b.clone()])) {
                assert_eq!(whole, (json!([a, b]), false), "{same}");
            }
            // One of the two parts may be a single object instead of a union.
            let (whole, is_narrowed) = merged(&reference("AB"), &same);
            assert!(is_narrowed && [&a, &reference("Alias")].contains(&&whole), "{whole}");
        }
        let described_union = one_of(&[described.clone(), b.clone()]);
        let [ours, theirs] = both_ways(&one_of(&[a.clone(), b.clone()]), &described_union);
        assert_eq!(ours, (json!([a, b]), false));
        assert_eq!(theirs, (json!([described, b]), false));
    }

    #[test]
    fn members_of_nested_unions_are_compared() {
        let [a, b, c, ab] = ["A", "B", "C", "AB"].map(reference);
        let nested = one_of(&[ab.clone(), c.clone()]);
        for whole in both_ways(&nested, &one_of(&[a.clone(), c.clone()])) {
            assert_eq!(whole, (json!([a, c]), true));
        }
        for whole in both_ways(&nested, &one_of(&[tagged(&["a"], "x"), c.clone()])) {
            assert_eq!(whole, (json!([a, c]), true));
        }
        for whole in both_ways(&nested, &one_of(&[b.clone(), a.clone(), c.clone()])) {
            assert!(!whole.1);
            assert_eq!(whole.0.as_array().map(Vec::len), Some(3));
        }
        for whole in both_ways(&nested, &one_of(&[ab.clone(), tagged(&["d"], "w")])) {
            assert_eq!(whole, (Value::Null, true));
        }
        assert_eq!(merged(&nested, &one_of(&[ab.clone(), tagged(&["d"], "w")])).0, ab);
    }

    #[test]
    fn different_members_with_the_same_tag_values_are_merged() {
        let whole = |kind: &str, fields: [&str; 2]| {
            let mut both = tagged(&[kind], fields[0]);
            both["properties"][fields[1]] = json!({ "type": "string" });
            both["required"] = json!(["kind", fields[0], fields[1]]);
            both
        };
        let one = one_of(&[tagged(&["a"], "x"), tagged(&["b"], "y")]);
        let other = one_of(&[tagged(&["a"], "z"), tagged(&["b"], "w")]);
        assert_eq!(
            merged(&one, &other),
            (
                json!({
                    "oneOf": [whole("a", ["x", "z"]), whole("b", ["y", "w"])],
                    "discriminator": { "propertyName": "kind" },
                }),
                false
            )
        );
        let wide = one_of(&[tagged(&["a", "c"], "z"), tagged(&["d"], "w")]);
        assert_eq!(merged(&one, &wide), (whole("a", ["x", "z"]), true));
    }

    #[test]
    fn a_member_without_listed_values_accepts_those_of_no_other_member() {
        let rest = json!({ "type": "object", "properties": { "r": { "type": "string" } } });
        let [a, b] = ["A", "B"].map(reference);
        let one = one_of(&[a.clone(), rest.clone()]);
        for (whole, is_narrowed) in both_ways(&one, &one_of(&[a.clone(), b.clone()])) {
            assert_eq!(whole[0], a);
            assert_eq!(whole[1]["properties"].as_object().map(Map::len), Some(3));
            assert!(is_narrowed);
        }
        for whole in both_ways(&one, &one) {
            assert_eq!(whole, (json!([a, rest]), false));
        }
    }

    #[test]
    fn inline_members_declare_the_values_of_a_mapping() {
        let mapped = json!({
            "oneOf": [reference("Mapped"), reference("B")],
            "discriminator": { "propertyName": "kind", "mapping": { "m": "#/components/schemas/Mapped" } },
        });
        for (whole, is_narrowed) in both_ways(&mapped, &one_of(&[tagged(&["m"], "n"), reference("B")])) {
            assert_eq!(whole[0]["properties"]["kind"]["enum"], json!(["m"]));
            assert_eq!(whole[0]["properties"]["m"], json!({ "type": "string" }));
            assert_eq!(whole[1], reference("B"));
            assert!(!is_narrowed);
        }
        assert_eq!(merged(&mapped, &mapped).0["discriminator"]["mapping"]["m"], reference("Mapped")["$ref"]);
    }

    #[test]
    fn members_can_be_paired_by_integers_and_booleans() {
        let member = |version: Value, field: &str| json!({ "type": "object", "required": ["v"], "properties": { "v": { "const": version }, (field): {} } });
        for [first, second] in [[json!(1), json!(2)], [json!(true), json!(false)]] {
            let one = one_of(&[member(first.clone(), "x"), member(second.clone(), "y")]);
            let other = one_of(&[member(second, "w"), member(first, "z")]);
            for (whole, is_narrowed) in both_ways(&one, &other) {
                let fields = |at: usize| whole[at]["properties"].as_object().map(Map::len);
                assert_eq!((fields(0), fields(1), is_narrowed), (Some(3), Some(3), false));
            }
        }
    }

    #[test]
    fn unions_without_a_common_tag_value_become_any_value() {
        let (schemas, log) = after(
            compose_all,
            json!({ "Whole": { "allOf": [
                one_of(&[tagged(&["a"], "x"), tagged(&["b"], "y")]), one_of(&[tagged(&["c"], "x"), tagged(&["d"], "y")]),
            ] } }),
        );
        assert_eq!(schemas["Whole"], json!({}));
        let rules: Vec<Rule> = log.adaptations.iter().map(|it| it.rule).collect();
        assert_eq!(rules, [Rule::CONFLICTING_PARTS]);
    }

    #[test]
    fn rejects_large_fields_merged_into_a_thousand_members() {
        // A long string counts as many parts of a document. Merging it is faster than merging as many fields, so the
        // test is faster.
        let text = json!({ "type": "string", "description": "x".repeat(10_000) });
        let members: Vec<Value> = (0..1000).map(|at| tagged(&[&format!("k{at}")], "x")).collect();
        let fields: Map<String, Value> = (0..20).map(|at| (format!("f{at}"), text.clone())).collect();
        let rest = json!({ "type": "object", "properties": fields });
        let (_, log) = after(
            compose_all,
            json!({ "Whole": { "allOf": [one_of(&members), one_of(&[tagged(&["other"], "x"), rest])] } }),
        );
        assert!(log.bound_exceeded);
    }
}
