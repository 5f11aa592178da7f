//! Determines which values of a tag belong to which member of a union. A tag is a field whose value may show to which
//! member an object belongs.

use indexmap::IndexSet;

use super::{Member, Object, Scalar, Schema, SchemaUnion, Shape, components::Components};
use crate::api::{Case, EnumOf, JsonKind};

/// The values of a tag that belong to a union member, and how the member declares the tag.
pub struct Claim {
    pub values: TagValues,
    /// Additional values of the tag. They belong to the member unless another member claims them.
    pub also: Vec<String>,
    pub field: FieldPresence,
    /// Whether the member declares the tag as a field. For a nested union: whether all of its objects do.
    pub is_declared: bool,
}

pub enum TagValues {
    /// The listed values, which are all of this JSON kind.
    Listed(JsonKind, Vec<String>),
    /// All values of this JSON kind that no other member claims.
    Rest(JsonKind),
    /// Values by which members cannot be distinguished: objects, lists, or values of several JSON kinds.
    Incomparable,
}

impl TagValues {
    fn new(kind: JsonKind, values: Vec<String>) -> Self {
        if values.is_empty() { Self::Rest(kind) } else { Self::Listed(kind, values) }
    }

    pub fn kind(&self) -> Option<JsonKind> {
        match self {
            Self::Listed(kind, _) | Self::Rest(kind) => Some(*kind),
            Self::Incomparable => None,
        }
    }

    pub fn listed(&self) -> &[String] {
        if let Self::Listed(_, values) = self { values } else { &[] }
    }

    /// Replaces a list of values with all values of the same JSON kind that no other member claims.
    pub fn without_listed(self) -> Self {
        self.kind().map_or(Self::Incomparable, Self::Rest)
    }
}

/// Whether a union member declares a field, and whether it requires the field.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum FieldPresence {
    Absent,
    /// The member declares the field, but does not require it in all of its objects.
    Optional,
    Required,
}

/// Returns the claim of a union member to values of the field `property`. The member is an object or a union of
/// objects.
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
        // Numbers other than integers are ignored, because they can be written in several ways, such as `1.0` and
        // `1.00`.
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
    // If this field is the tag of the nested union, it is present in all of its objects.
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

/// Returns the values that a nested union claims. `claims` are the claims of its members.
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

/// Returns the condition under which a value belongs to a member. `values` are the values of the tag that select the
/// member. `is_declared` states whether the member declares the tag as a field.
pub fn union_case(is_declared: bool, values: &[String]) -> Case {
    match (is_declared, values) {
        (true, []) => Case::AnyTag,
        (false, []) => Case::Absent,
        (false, [only]) => Case::UndeclaredTag(only.clone()),
        _ => Case::Tag(values.to_vec()),
    }
}

pub fn declares_field(member: &Schema, tag: &str, components: &Components) -> bool {
    claim_of(&components.resolve(member), tag, components).is_declared
}

/// Creates an object schema whose only field is `tag`. The field is required and has one of the strings `values`.
pub fn object_with_tag(tag: &str, values: &[String]) -> Schema {
    object_with_tag_of(None, tag, values)
}

/// Same as [`object_with_tag`], but the field is an integer if `kind` is a number.
pub fn object_with_tag_of(kind: Option<JsonKind>, tag: &str, values: &[String]) -> Schema {
    let of = if kind == Some(JsonKind::Number) { EnumOf::Integer } else { EnumOf::Text };
    let values = Shape::Scalar(Scalar::new(of, None, values.to_vec()));
    let properties = [(tag.to_owned(), values.into())].into();
    Shape::from(Object { properties, required: vec![tag.to_owned()], ..Object::default() }).into()
}
