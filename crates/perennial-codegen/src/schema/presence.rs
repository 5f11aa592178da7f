//! Builds unions by presence: unions of objects that differ in which fields are present.

use std::collections::HashMap;

use super::{
    Additional, Member, Schema, SchemaUnion,
    components::{Components, Resolved},
};
use crate::api::{Case, Discriminant};

/// Returns a union of the objects `members` if the presence of fields distinguishes them. Each member except one has to
/// require a field that is never null and that no other member declares. `exclusive` states that a value matches only
/// one member. If it is `false`, the members must also forbid undeclared fields.
pub fn union_by_presence(members: &[Schema], exclusive: bool, components: &Components) -> Option<SchemaUnion> {
    let opened: Vec<Resolved<'_>> = members.iter().map(|member| components.resolve(member)).collect();
    let objects = || opened.iter().filter_map(|member| member.object());
    if !exclusive && !objects().all(|object| object.additional == Additional::Refused) {
        return None;
    }
    let mut declared = HashMap::<&str, usize>::new();
    for name in objects().flat_map(|object| object.properties.keys()) {
        *declared.entry(name).or_default() += 1;
    }
    let case = |member: &Schema| {
        let object = member.object()?;
        let is_never_null = |name| object.properties.get(name).is_some_and(|it| !components.resolve(it).nullable);
        let marker =
            object.required.iter().find(|name| declared.get(name.as_str()) == Some(&1) && is_never_null(*name));
        marker.map(|name| Case::Field(name.clone()))
    };
    let members = members.iter().zip(&opened).map(|(schema, opened)| Member {
        schema: schema.without_null(),
        case: case(opened).unwrap_or(Case::Absent),
        also: Vec::new(),
    });
    let members: Vec<Member> = members.collect();
    let unmarked = members.iter().filter(|member| member.case == Case::Absent).count();
    (unmarked <= 1).then_some(SchemaUnion { members, by: Discriminant::Presence })
}
