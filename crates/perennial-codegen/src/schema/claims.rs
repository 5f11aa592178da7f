//! The claims of objects about the field whose values may tell them apart.

use indexmap::IndexSet;

use super::{Member, Object, Scalar, Schema, Shape, Union, components::Components};
use crate::api::{Case, EnumOf, JsonKind};

/// The claim of one member about the field that may tell it apart.
pub struct Claim {
    /// Which values are its own.
    pub values: TagValues,
    /// The texts that are its own if no other member claims them.
    pub also: Vec<String>,
    /// The declaration of the field.
    pub field: Field,
    /// `true` if each object has the field, all of those of a union.
    pub is_declared: bool,
}

/// The values of a tag that identify one member of a union.
pub enum TagValues {
    /// These values, which are of one kind.
    Listed(JsonKind, Vec<String>),
    /// All values of one kind that belong to no other member.
    Rest(JsonKind),
    /// Values that do not distinguish members: objects, lists, or values of several kinds.
    Incomparable,
}

impl TagValues {
    /// The `values` of this `kind`; if none are listed, all that belong to no other member.
    fn new(kind: JsonKind, values: Vec<String>) -> Self {
        if values.is_empty() { Self::Rest(kind) } else { Self::Listed(kind, values) }
    }

    /// The JSON kind of the values, or `None` if they are incomparable.
    pub fn kind(&self) -> Option<JsonKind> {
        match self {
            Self::Listed(kind, _) | Self::Rest(kind) => Some(*kind),
            Self::Incomparable => None,
        }
    }

    /// The values that are listed.
    pub fn listed(&self) -> &[String] {
        if let Self::Listed(_, values) = self { values } else { &[] }
    }

    /// The same kind, without the values that are listed.
    pub fn without_listed(self) -> Self {
        self.kind().map_or(Self::Incomparable, Self::Rest)
    }
}

/// The ways in which a member declares a field.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Field {
    /// Not at all.
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
        let values = TagValues::Rest(JsonKind::String);
        return Claim { values, also: Vec::new(), field: Field::Absent, is_declared: false };
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
        values: match declared.json_kind().unwrap_or(JsonKind::String) {
            JsonKind::Array | JsonKind::Object => TagValues::Incomparable,
            kind => TagValues::new(kind, values),
        },
        also: Vec::new(),
        field: if is_required { Field::Required } else { Field::Optional },
        is_declared: true,
    }
}

fn claim_of_all(union: &Union, property: &str, components: &Components) -> Claim {
    let claim = |member: &Member| claim(&components.resolve(&member.schema), property, components);
    let claims = components.nested(|| union.members.iter().map(claim).collect::<Vec<_>>()).unwrap_or_default();
    // It tells its own members apart by the field.
    let writes_it = union.tag() == Some(property);
    let first = claims.first().map_or(Field::Absent, |claim| claim.field);
    Claim {
        also: Vec::new(),
        field: match first {
            Field::Absent if writes_it => Field::Optional,
            _ if claims.iter().all(|claim| claim.field == first) => first,
            _ => Field::Optional,
        },
        is_declared: writes_it || claims.iter().all(|claim| claim.is_declared),
        values: all_of(&claims),
    }
}

/// The values that belong to any of the members with these `claims`.
fn all_of(claims: &[Claim]) -> TagValues {
    let kind = claims.first().and_then(|first| first.values.kind());
    match kind.filter(|kind| claims.iter().all(|claim| claim.values.kind() == Some(*kind))) {
        None => TagValues::Incomparable,
        Some(kind) if claims.iter().any(|claim| claim.values.listed().is_empty()) => TagValues::Rest(kind),
        Some(kind) => {
            let values: IndexSet<&String> = claims.iter().flat_map(|claim| claim.values.listed()).collect();
            TagValues::Listed(kind, values.into_iter().cloned().collect())
        }
    }
}

/// Which values belong to a member that `values` of a tag lead to; `is_declared` if it has the tag as a field.
pub fn case(is_declared: bool, values: &[String]) -> Case {
    match (is_declared, values) {
        (true, []) => Case::AnyTag,
        (false, []) => Case::Absent,
        (false, [only]) => Case::UndeclaredTag(only.clone()),
        _ => Case::Tag(values.to_vec()),
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
