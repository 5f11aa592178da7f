//! The methods of a union of objects that read what all its members have, each under the name of the field.

use std::collections::HashMap;

use crate::api::{Discriminant, Field, Struct, TypesByName, Union};

/// The names of methods that would hide or repeat others: methods and functions of traits, and the method of each
/// union.
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

/// The fields that all members of a union of objects have, with the same type: each has a method.
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
    use super::*;
    use crate::api::{Case, Direction, Kind, Type, TypeDef, UnionMember, Value};

    #[test]
    fn a_shared_field_has_no_method_where_each_union_has_one_of_its_name() {
        let field = |name: &str| Field {
            name: name.to_owned(),
            wire_name: name.to_owned(),
            value: Value { ty: Type::Text, nullable: false },
            required: true,
            required_one_way: false,
            direction: Direction::Both,
            tells_null: false,
            docs: String::new(),
        };
        let fields = vec![field("clear_undeclared"), field("clone"), field("name")];
        let kind = Kind::Struct(Struct { fields, additional: None });
        let def = TypeDef { name: "A".to_owned(), place: Default::default(), docs: String::new(), kind };
        let member = |name: &str| UnionMember {
            also: Vec::new(),
            name: name.to_owned(),
            ty: Type::Named("A".to_owned()),
            case: Case::Field(name.to_owned()),
            docs: String::new(),
        };
        let members = vec![member("First"), member("Second")];
        let union = Union { members, by: Discriminant::Presence, other: "Other".to_owned() };
        let types = HashMap::from([("A", &def)]);
        let shared: Vec<&str> = shared_fields(&union, &types).iter().map(|field| field.name.as_str()).collect();
        assert_eq!(shared, ["name"]);
    }
}
