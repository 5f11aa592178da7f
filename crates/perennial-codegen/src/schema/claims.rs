//! The claims of objects about the field whose values may tell them apart.

use std::collections::HashSet;

use super::{Member, Object, Scalar, Schema, Shape, Union, components::Components};
use crate::api::{Case, EnumOf, JsonKind};

/// The claim of one member about the field that may tell it apart.
#[derive(Default)]
pub struct Claim {
    /// Which values are its own; none for the member of all values that are no other's.
    pub values: Vec<String>,
    /// The values that are its own if no other member claims them.
    pub also: Vec<String>,
    /// The declaration of the field.
    pub field: Field,
    /// `true` if each object has the field, all of those of a union.
    pub is_declared: bool,
    /// The kind of its values, if that tells members apart.
    pub of: Option<JsonKind>,
}

/// The ways in which a member declares a field.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Field {
    /// Not at all.
    #[default]
    Absent,
    /// It may be absent, or some objects of a union do not have it.
    Optional,
    /// It is always there.
    Required,
}

/// Returns the claim of an object, or of all of a union of objects, about `property`.
pub fn claim(opened: &Schema, property: &str, components: &Components) -> Claim {
    components.spend(1);
    if let Some(union) = opened.union_of_objects() {
        return claim_of_all(union, property, components);
    }
    let object = opened.object();
    let Some(declared) = object.and_then(|object| object.properties.get(property)) else {
        return Claim { of: Some(JsonKind::String), ..Claim::default() };
    };
    let is_required = object.is_some_and(|object| object.requires(property));
    let declared = components.resolve(declared);
    let values = match &declared.shape {
        _ if declared.nullable => Vec::new(),
        Shape::Boolean(only) => only.iter().map(bool::to_string).collect(),
        // A number that is written in several ways is none that can be compared.
        Shape::Scalar(Scalar { of: EnumOf::Text | EnumOf::Integer, values, .. }) => values.clone(),
        _ => Vec::new(),
    };
    components.spend(values.len());
    Claim {
        values,
        also: Vec::new(),
        field: if is_required { Field::Required } else { Field::Optional },
        is_declared: true,
        of: match declared.json_kind() {
            None => Some(JsonKind::String),
            of => of.filter(|of| !matches!(of, JsonKind::Array | JsonKind::Object)),
        },
    }
}

fn claim_of_all(union: &Union, property: &str, components: &Components) -> Claim {
    let claim = |member: &Member| claim(&components.resolve(&member.schema), property, components);
    let claims = components.nested(|| union.members.iter().map(claim).collect::<Vec<_>>()).unwrap_or_default();
    // It tells its own members apart by the field.
    let writes_it = union.tag() == Some(property);
    let first = claims.first().map_or(Field::Absent, |claim| claim.field);
    let is_open = claims.iter().any(|claim| claim.values.is_empty());
    let mut seen = HashSet::new();
    Claim {
        also: Vec::new(),
        field: match first {
            Field::Absent if writes_it => Field::Optional,
            _ if claims.iter().all(|claim| claim.field == first) => first,
            _ => Field::Optional,
        },
        is_declared: writes_it || claims.iter().all(|claim| claim.is_declared),
        of: claims.first().and_then(|first| first.of).filter(|of| claims.iter().all(|claim| claim.of == Some(*of))),
        values: match is_open {
            true => Vec::new(),
            false => {
                let values = claims.into_iter().flat_map(|claim| claim.values);
                values.filter(|value| seen.insert(value.clone())).collect()
            }
        },
    }
}

/// Which values belong to a member that `values` of a tag lead to; `is_declared` if it has the tag as a field.
pub fn case(is_declared: bool, mut values: Vec<String>) -> Case {
    match (is_declared, values.len()) {
        (true, 0) => Case::AnyTag,
        (false, 0) => Case::Absent,
        (false, 1) => Case::UndeclaredTag(values.remove(0)),
        _ => Case::Tag(values),
    }
}

/// Checks whether `member` has the field `tag`.
pub fn declares(member: &Schema, tag: &str, components: &Components) -> bool {
    claim(&components.resolve(member), tag, components).is_declared
}

/// An object with nothing but the required field `tag`, which has one of `values`.
pub fn tag_alone(tag: &str, values: &[String]) -> Schema {
    let properties = [(tag.to_owned(), Schema::one_of_texts(values.to_vec()))].into();
    Shape::from(Object { properties, required: vec![tag.to_owned()], ..Object::default() }).into()
}
