//! Determines which values of a tag each member of a union claims. A tag is the field that may distinguish the members.

use indexmap::IndexSet;

use super::{Member, Object, Scalar, Schema, SchemaUnion, Shape, components::Components};
use crate::api::{Case, EnumOf, JsonKind};

/// The values of a tag that one member claims, and how the member declares the tag.
pub struct Claim {
    /// The values that belong to the member.
    pub values: TagValues,
    /// The strings that belong to the member unless another member claims them.
    pub also: Vec<String>,
    /// How the member declares the tag.
    pub field: FieldPresence,
    /// Whether every object of the member declares the tag. If the member is a union, all its objects must.
    pub is_declared: bool,
}

/// The values of a tag that select one member of a union.
pub enum TagValues {
    /// These values, which all have the same JSON kind.
    Listed(JsonKind, Vec<String>),
    /// All values of one JSON kind that belong to no other member.
    Rest(JsonKind),
    /// Values that cannot distinguish members: objects, lists, or values of several kinds.
    Incomparable,
}

impl TagValues {
    /// Creates the claim to `values`, or to all values of the kind that belong to no other member if `values` is empty.
    fn new(kind: JsonKind, values: Vec<String>) -> Self {
        if values.is_empty() { Self::Rest(kind) } else { Self::Listed(kind, values) }
    }

    /// Returns the JSON kind of the values, or `None` if they cannot distinguish members.
    pub fn kind(&self) -> Option<JsonKind> {
        match self {
            Self::Listed(kind, _) | Self::Rest(kind) => Some(*kind),
            Self::Incomparable => None,
        }
    }

    /// Returns the values that are listed.
    pub fn listed(&self) -> &[String] {
        if let Self::Listed(_, values) = self { values } else { &[] }
    }

    /// Returns a claim to the same kind of values, without the listed ones.
    pub fn without_listed(self) -> Self {
        self.kind().map_or(Self::Incomparable, Self::Rest)
    }
}

/// How a member declares a field.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum FieldPresence {
    /// The field is not declared.
    Absent,
    /// The field may be absent. If the member is a union, some of its objects may lack the field.
    Optional,
    /// The field is always present.
    Required,
}

/// Returns the claim of an object, or of all objects of a union, to the values of `property`.
pub fn claim_of(opened: &Schema, property: &str, components: &Components) -> Claim {
    components.count_visited(1);
    if let Some(union) = opened.union_of_objects() {
        return claim_of_union(union, property, components);
    }
    let object = opened.object();
    let Some(declared) = object.and_then(|object| object.properties.get(property)) else {
        let values = TagValues::Rest(JsonKind::String);
        return Claim { values, also: Vec::new(), field: FieldPresence::Absent, is_declared: false };
    };
    let is_required = object.is_some_and(|object| object.requires(property));
    let declared = components.resolve(declared);
    let values = match &declared.shape {
        _ if declared.nullable => Vec::new(),
        Shape::Boolean(only) => only.iter().map(bool::to_string).collect(),
        // Numbers that can be written in several ways cannot be compared.
        Shape::Scalar(Scalar { of: EnumOf::Text | EnumOf::Integer, values, .. }) => values.clone(),
        _ => Vec::new(),
    };
    components.count_visited(values.len());
    Claim {
        values: match declared.json_kind().unwrap_or(JsonKind::String) {
            JsonKind::Array | JsonKind::Object => TagValues::Incomparable,
            kind => TagValues::new(kind, values),
        },
        also: Vec::new(),
        field: if is_required { FieldPresence::Required } else { FieldPresence::Optional },
        is_declared: true,
    }
}

fn claim_of_union(union: &SchemaUnion, property: &str, components: &Components) -> Claim {
    let claim = |member: &Member| claim_of(&components.resolve(&member.schema), property, components);
    let claims = components.nested(|| union.members.iter().map(claim).collect::<Vec<_>>()).unwrap_or_default();
    // The union distinguishes its own members by this field.
    let has_it_as_tag = union.tag() == Some(property);
    let first = claims.first().map_or(FieldPresence::Absent, |claim| claim.field);
    Claim {
        also: Vec::new(),
        field: match first {
            FieldPresence::Absent if has_it_as_tag => FieldPresence::Optional,
            _ if claims.iter().all(|claim| claim.field == first) => first,
            _ => FieldPresence::Optional,
        },
        is_declared: has_it_as_tag || claims.iter().all(|claim| claim.is_declared),
        values: combine_values(&claims),
    }
}

/// Returns the values that any of `claims` contains.
fn combine_values(claims: &[Claim]) -> TagValues {
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

/// Returns the case of a member that is selected by `values` of a tag. `is_declared` states whether the member declares
/// the tag as a field.
pub fn union_case(is_declared: bool, values: &[String]) -> Case {
    match (is_declared, values) {
        (true, []) => Case::AnyTag,
        (false, []) => Case::Absent,
        (false, [only]) => Case::UndeclaredTag(only.clone()),
        _ => Case::Tag(values.to_vec()),
    }
}

/// Returns `true` if `member` declares the field `tag`.
pub fn declares_field(member: &Schema, tag: &str, components: &Components) -> bool {
    claim_of(&components.resolve(member), tag, components).is_declared
}

/// Returns an object whose only field is the required `tag`, with one of `values`.
pub fn object_with_tag(tag: &str, values: &[String]) -> Schema {
    let properties = [(tag.to_owned(), Schema::one_of_strings(values.to_vec()))].into();
    Shape::from(Object { properties, required: vec![tag.to_owned()], ..Object::default() }).into()
}
