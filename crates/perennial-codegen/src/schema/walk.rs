//! Visits the schemas that are nested in a schema.

use std::collections::HashSet;

use indexmap::IndexMap;

use super::{Additional, Schema, Shape};
use crate::bounds::count_values_in_text;

/// Calls `visit(place, schema)` for `schema` and each schema inside it, at any depth. Inner schemas are visited before
/// those that contain them.
pub fn innermost_first(place: &str, schema: &mut Schema, visit: &mut dyn FnMut(&str, &mut Schema)) {
    each_child_mut(schema, &mut |step, child| innermost_first(&place_inside(place, step), child, visit));
    visit(place, schema);
}

/// Returns the place of a schema inside the schema at `place`. `step` leads to that schema, such as `.name`.
pub fn place_inside(place: &str, step: &str) -> String {
    /// Places of this many bytes or more are not extended any further, to keep reports readable.
    const LONG: usize = 200;
    if place.len() < LONG { format!("{place}{step}") } else { place.to_owned() }
}

/// Calls `visit(step, child)` for each schema directly inside `schema`. The step leads from `schema` to the child, such
/// as `.name`.
pub fn each_child_mut(schema: &mut Schema, visit: &mut dyn FnMut(&str, &mut Schema)) {
    match &mut schema.shape {
        Shape::List(items) => visit("[]", items),
        Shape::Object(object) => {
            object.properties.iter_mut().for_each(|(name, property)| visit(&format!(".{name}"), property));
            if let Additional::Allowed(additional) = &mut object.additional {
                visit(".*", additional);
            }
        }
        Shape::Union(union) => {
            let members = union.members.iter_mut().enumerate();
            members.for_each(|(index, member)| visit(&format!(".oneOf[{index}]"), &mut member.schema));
        }
        Shape::Own(own) => visit("", &mut own.declared),
        Shape::Composed(composed) => {
            each_child_mut(&mut composed.own, visit);
            let members =
                [("allOf", &mut composed.all_of), ("anyOf", &mut composed.any_of), ("oneOf", &mut composed.one_of)];
            for (key, members) in members {
                let members = members.iter_mut().enumerate();
                members.for_each(|(index, member)| visit(&format!(".{key}[{index}]"), member));
            }
        }
        _ => {}
    }
}

pub fn children(schema: &Schema) -> Vec<&Schema> {
    match &schema.shape {
        Shape::List(items) => vec![items],
        Shape::Object(object) => object.properties.values().chain(object.additional()).collect(),
        Shape::Union(union) => union.members.iter().map(|member| &member.schema).collect(),
        Shape::Own(own) => vec![&own.declared],
        Shape::Composed(composed) => {
            let members = composed.all_of.iter().chain(&composed.any_of).chain(&composed.one_of);
            children(&composed.own).into_iter().chain(members).collect()
        }
        _ => Vec::new(),
    }
}

pub fn descendants(schema: &Schema) -> impl Iterator<Item = &Schema> {
    let mut open = vec![schema];
    std::iter::from_fn(move || {
        let next = open.pop()?;
        open.extend(children(next));
        Some(next)
    })
}

/// Returns the names of the schemas to which `schema`, or any schema inside it, refers.
pub fn references(schema: &Schema) -> impl Iterator<Item = &str> {
    descendants(schema).filter_map(Schema::name)
}

/// Returns `names`, and the names of all schemas in `schemas` that they refer to, directly or through other schemas.
pub fn reached(names: Vec<String>, schemas: &IndexMap<String, Schema>) -> HashSet<String> {
    let (mut open, mut reached) = (names, HashSet::new());
    while let Some(name) = open.pop() {
        if let Some(schema) = schemas.get(&name)
            && reached.insert(name)
        {
            open.extend(references(schema).map(str::to_owned));
        }
    }
    reached
}

/// Returns the maximum nesting depth of `schema`, which is 1 if it contains no other schema.
pub fn depth(schema: &Schema) -> usize {
    let (mut deepest, mut open) = (1, vec![(schema, 1)]);
    while let Some((schema, depth)) = open.pop() {
        deepest = deepest.max(depth);
        open.extend(children(schema).into_iter().map(|child| (child, depth + 1)));
    }
    deepest
}

/// Estimates the number of JSON values that describe a schema in a document. Long strings count as several values.
pub fn count_parts(schema: &Schema) -> usize {
    let text = |text: &String| 1 + count_values_in_text(text);
    let own = |schema: &Schema| {
        let names = match &schema.shape {
            Shape::Object(object) => {
                let names = object.properties.keys().map(|name| count_values_in_text(name));
                2 + names.sum::<usize>() + object.required.iter().map(text).sum::<usize>()
            }
            Shape::Union(union) => union.members.iter().flat_map(|member| member.tag_values()).map(text).sum(),
            Shape::Named(name) => text(name),
            _ => schema.values().iter().map(text).sum(),
        };
        2 + schema.description.as_ref().map_or(0, text) + names
    };
    descendants(schema).map(own).sum()
}
