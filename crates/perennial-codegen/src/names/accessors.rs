//! Finds the fields that all members of a union of objects have in common. The union gets an accessor for each of these
//! fields: a method with the name of the field.

use std::collections::HashMap;

use crate::api::{Discriminant, Field, Struct, TypesByName, Union};

/// Names that are reserved on unions. An accessor with one of these names would shadow a trait method, or collide with
/// `clear_undeclared`, which every union has.
const RESERVED: [&str; 17] = [
    "borrow",
    "borrow_mut",
    "clear_undeclared",
    "clone",
    "clone_from",
    "clone_into",
    "deserialize",
    "eq",
    "fmt",
    "from",
    "into",
    "ne",
    "serialize",
    "to_owned",
    "try_from",
    "try_into",
    "type_id",
];

/// Returns the fields that all members of a union of objects declare with the same type. Fields with a reserved name
/// are omitted.
pub fn shared_fields<'a>(body: &Union, types: &TypesByName<'a>) -> Vec<&'a Field> {
    if body.by == Discriminant::Kind {
        return Vec::new();
    }
    let structs: Option<Vec<&Struct>> = body.members.iter().map(|member| member.ty.as_struct(types)).collect();
    let structs = structs.unwrap_or_default();
    let Some((first, others)) = structs.split_first() else { return Vec::new() };
    let others: Vec<HashMap<&str, &Field>> =
        others.iter().map(|other| other.fields.iter().map(|field| (field.name.as_str(), field)).collect()).collect();
    let is_shared = |field: &&Field| {
        let is_same = |other: &Field| other.value == field.value && other.presence() == field.presence();
        others.iter().all(|other| other.get(field.name.as_str()).is_some_and(|other| is_same(other)))
    };
    first.fields.iter().filter(|field| !RESERVED.contains(&field.name.as_str())).filter(is_shared).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    #[test]
    fn union_has_no_accessor_for_a_common_field_with_a_reserved_name() {
        let member = |own: &str| {
            let names = ["clear_undeclared", "clone", "name", own];
            let properties =
                serde_json::Map::from_iter(names.map(|name| (name.to_owned(), json!({ "type": "string" }))));
            json!({ "type": "object", "required": names, "properties": properties })
        };
        let content = json!({ "application/json": { "schema": { "oneOf": [member("first"), member("second")] } } });
        let operation = json!({ "operationId": "getA", "responses": { "200": { "content": content } } });
        let document = json!({ "openapi": "3.0.0", "paths": { "/a": { "get": operation } } }).to_string();
        let types = crate::generate(&document, &Default::default()).expect("legal").surface.types;
        assert_eq!(types["GetAResponse"].accessors.keys().collect::<Vec<_>>(), ["name"]);
    }
}
