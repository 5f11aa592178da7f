//! Turns the schemas of a document into typed schemas, which describe the allowed values.
//!
//! The module `read` parses the schemas. Passes then replace all compositions, and all references to named lists, maps
//! and scalars. In the result, the members of each union can be distinguished by their values.

mod aliases;
mod all_of;
mod bounded;
mod chains;
mod claims;
mod common_presence;
mod common_tags;
mod components;
mod composition;
mod document;
mod filters;
mod inheritance;
mod narrowed;
mod null;
mod one_of;
mod own_types;
mod presence;
mod prune;
mod read;
mod required;
pub mod security;
mod shared_discriminators;
mod tags;
mod walk;

use std::{
    collections::BTreeMap,
    hash::{Hash, Hasher},
};

use indexmap::IndexMap;

use crate::{
    api::{Case, Discriminant, EnumOf, JsonKind, OwnTypes, Type},
    diagnostics::Diagnostics,
    document::Spec,
    log::Log,
    text::naming,
};
pub use document::{
    AlternativeBody, DeclaredBody, DeclaredErrorBody, DeclaredOperation, DeclaredParameter, DeclaredResponse,
    DeclaredServer, DeclaredWebhook, FieldEncoding, IntegerKeywords, NextPageHints, ParameterField, SecurityScheme,
    ServerVariable, TypedDocument,
};
pub use own_types::OwnTypeReference;

/// A schema: the allowed values, and keywords such as `description` that apply only where this schema is used.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct Schema {
    /// Markdown from the document.
    pub description: Option<String>,
    pub nullable: bool,
    /// Whether the schema declares no type. Such a part of an `allOf` does not exclude null. Always `false` after
    /// compositions have been replaced.
    pub untyped: bool,
    /// Whether the value occurs only in responses (`readOnly`).
    pub read_only: bool,
    /// Whether the value occurs only in requests (`writeOnly`).
    pub write_only: bool,
    pub shape: Shape,
}

/// The values that a schema allows, apart from null.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub enum Shape {
    #[default]
    Any,
    /// Any value, except that objects must contain the fields with these names. Other parts of a composition declare
    /// these fields.
    Requiring(Vec<String>),
    Null,
    Named(String),
    /// Only this boolean, or any boolean if it is `None`.
    Boolean(Option<bool>),
    /// A string or a number, possibly restricted to listed values.
    Scalar(Scalar),
    /// Any number. Integers are represented exactly, unlike in a floating-point number.
    ExactNumber,
    List(Box<Schema>),
    Object(Box<Object>),
    Union(Box<SchemaUnion>),
    /// An own type (`client.types` in `names.json`), which replaces the declared schema.
    Own(Box<OwnTypeReference>),
    /// A composition, until the pass `composition` replaces it.
    Composed(Box<Composed>),
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Scalar {
    /// The name that `x-ms-enum` declares for the enum.
    pub title: Title,
    pub of: EnumOf,
    pub format: Option<Type>,
    /// Whether the value is a file or a string, such as the URL of the file. The format is then [`Type::Part`].
    pub is_file_or_text: bool,
    /// The allowed values, as in JSON but without quotes. Empty if any value is allowed.
    pub values: Vec<String>,
    /// The names that an extension in the document assigns to values.
    pub names: BTreeMap<String, String>,
}

impl Scalar {
    pub fn new(of: EnumOf, format: Option<Type>, values: Vec<String>) -> Self {
        Self { title: Title(None), of, format, is_file_or_text: false, values, names: BTreeMap::new() }
    }
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Object {
    pub title: Title,
    pub properties: IndexMap<String, Schema>,
    /// The names of the fields that are always present. Until compositions have been replaced, some of these fields may
    /// be declared in another part of the composition.
    pub required: Vec<String>,
    pub additional: Additional,
}

/// The title of a schema. All titles compare equal, so that schemas are equal if they differ only in their titles.
#[derive(Debug, Clone, Default)]
pub struct Title(pub Option<String>);

impl Title {
    /// Returns the title as the name of a type. Returns `None` if the title contains no letter or digit, or is too long
    /// for a name.
    pub fn type_name(&self) -> Option<String> {
        let is_name = |title: &&str| title.len() <= naming::READABLE && title.contains(char::is_alphanumeric);
        self.0.as_deref().filter(is_name).map(naming::type_name)
    }
}

impl PartialEq for Title {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Title {}

impl Hash for Title {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

impl Hash for Object {
    fn hash<H: Hasher>(&self, state: &mut H) {
        // Objects with the same fields are equal, so the order of the fields must not affect the hash.
        let mut names: Vec<&str> = self.properties.keys().map(String::as_str).collect();
        names.sort_unstable();
        names.iter().for_each(|name| (name, &self.properties[*name]).hash(state));
        self.required.hash(state);
        self.additional.hash(state);
    }
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub enum Additional {
    #[default]
    Unspecified,
    Refused,
    /// The document allows undeclared fields, and declares this schema for their values.
    Allowed(Box<Schema>),
}

/// A union: a value that matches one of several distinguishable schemas.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct SchemaUnion {
    pub by: Discriminant,
    pub members: Vec<Member>,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Member {
    /// The schema of the member, which is never nullable.
    pub schema: Schema,
    /// The condition under which a value belongs to this member.
    pub case: Case,
    /// Values of the tag that also select this member, although the document does not list them. They are the name of
    /// the member's schema, or the values that select the members of a nested union.
    pub also: Vec<String>,
}

/// A composition: a schema that contains `allOf`, `anyOf` or `oneOf`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct Composed {
    /// The schema without the keywords `allOf`, `anyOf` and `oneOf`.
    pub own: Schema,
    pub all_of: Vec<Schema>,
    pub any_of: Vec<Schema>,
    pub one_of: Vec<Schema>,
    pub discriminator: Option<Discriminator>,
    pub one_object: OneObject,
}

/// Which compositions of objects become one object with the fields of all members, even if a union could distinguish the
/// members.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum OneObject {
    #[default]
    Never,
    /// An `anyOf` of which a value can match several members.
    OfAnyOf,
    Always,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct Discriminator {
    pub property: String,
    /// The values of the field `property`, by the name of the schema that they select.
    pub values: BTreeMap<String, Vec<String>>,
}

/// Parses the schemas of a document, and runs all passes over them.
///
/// `own` contains the own types (`client.types` in `names.json`). If `with_errors` is set, the result includes the
/// bodies of error responses. The returned log begins with the log of `spec`.
///
/// # Errors
/// Lists the defects of the document. If the document exceeds a bound, the list includes that bound.
pub fn read_typed_document(
    spec: &mut Spec,
    own: &OwnTypes,
    with_errors: bool,
) -> Result<(TypedDocument, Log), Diagnostics> {
    let (mut document, mut log) = read::read_document(spec, own, with_errors);
    for pass in PASSES {
        // After a bound is exceeded, the document may be incomplete or too large for further passes.
        if log.bound_exceeded {
            break;
        }
        pass(&mut document, &mut log);
    }
    if log.diagnostics.0.is_empty() { Ok((document, log)) } else { Err(log.diagnostics) }
}

/// All passes, in the order in which they run. Comments explain where the order matters.
const PASSES: &[fn(&mut TypedDocument, &mut Log)] = &[
    filters::mark_filters,
    inheritance::replace_unions_in_members,
    // Copies of union members would not be changed by the pass above.
    filters::open_multipart_bodies,
    // Later passes rely on schemas without `Shape::Composed`.
    composition::compose_all,
    own_types::mark_references,
    aliases::inline_aliases,
    own_types::decide_support,
    // Composition and inlining leave some named schemas unused.
    prune::retain_reached_and_objects,
    bounded::check,
];

impl Shape {
    pub fn requiring(required: Vec<String>) -> Self {
        if required.is_empty() { Self::Any } else { Self::Requiring(required) }
    }
}

impl From<Shape> for Schema {
    fn from(shape: Shape) -> Self {
        Self { shape, ..Self::default() }
    }
}

impl From<Object> for Shape {
    fn from(object: Object) -> Self {
        Self::Object(Box::new(object))
    }
}

impl From<SchemaUnion> for Schema {
    fn from(union: SchemaUnion) -> Self {
        Shape::Union(Box::new(union)).into()
    }
}

impl Schema {
    pub fn any() -> Self {
        Self::default()
    }

    pub fn named(name: &str) -> Self {
        Shape::Named(name.to_owned()).into()
    }

    /// Creates a schema for the strings in `values`, or for any string if `values` is empty.
    pub fn one_of_strings(values: Vec<String>) -> Self {
        Shape::Scalar(Scalar::new(EnumOf::Text, None, values)).into()
    }

    pub fn name(&self) -> Option<&str> {
        if let Shape::Named(name) = &self.shape { Some(name) } else { None }
    }

    pub fn allows_any_value(&self) -> bool {
        self.shape == Shape::Any
    }

    /// Returns `true` if values of every JSON kind are allowed. Objects may be required to contain certain fields.
    pub fn is_of_any_kind(&self) -> bool {
        matches!(self.shape, Shape::Any | Shape::Requiring(_))
    }

    /// Returns the JSON kind of the allowed values. Returns `None` if there are several kinds, or if the schema is a
    /// reference.
    pub fn json_kind(&self) -> Option<JsonKind> {
        Some(match &self.shape {
            Shape::Boolean(_) => JsonKind::Boolean,
            Shape::Scalar(Scalar { of: EnumOf::Text, .. }) => JsonKind::String,
            Shape::Scalar(_) | Shape::ExactNumber => JsonKind::Number,
            Shape::List(_) => JsonKind::Array,
            Shape::Object(_) => JsonKind::Object,
            Shape::Union(union) if union.is_of_objects() => JsonKind::Object,
            _ => return None,
        })
    }

    pub fn scalar(&self) -> Option<&Scalar> {
        if let Shape::Scalar(scalar) = &self.shape { Some(scalar) } else { None }
    }

    /// Returns the listed values if the schema is for strings or numbers. The result is empty if any value is allowed.
    pub fn values(&self) -> &[String] {
        self.scalar().map_or(&[], |scalar| &scalar.values)
    }

    /// Returns `None` for a union of objects.
    pub fn object(&self) -> Option<&Object> {
        if let Shape::Object(object) = &self.shape { Some(object) } else { None }
    }

    pub fn items(&self) -> Option<&Self> {
        if let Shape::List(items) = &self.shape { Some(items) } else { None }
    }

    /// Returns the names of the fields that an object must contain. Empty for a union.
    pub fn required(&self) -> &[String] {
        match &self.shape {
            Shape::Object(object) => &object.required,
            Shape::Requiring(names) => names,
            _ => &[],
        }
    }

    pub fn union(&self) -> Option<&SchemaUnion> {
        if let Shape::Union(union) = &self.shape { Some(union) } else { None }
    }

    pub fn union_of_objects(&self) -> Option<&SchemaUnion> {
        self.union().filter(|union| union.is_of_objects())
    }

    /// Returns the members of a union. Empty for any other schema.
    pub fn members(&self) -> &[Member] {
        self.union().map_or(&[], |union| &union.members)
    }

    /// Returns the member for values of `kind`, if the schema is a union by JSON kind with such a member.
    pub fn member_for_kind(&self, kind: Option<JsonKind>) -> Option<&Member> {
        let case = Case::Kind(kind?);
        self.members().iter().find(|member| member.case == case)
    }

    /// Returns the object for values that match several members, if the schema is a union with such a member.
    pub fn several(&self) -> Option<&Self> {
        self.members().iter().find(|member| member.case == Case::Several).map(|member| &member.schema)
    }

    pub fn has_properties(&self) -> bool {
        self.object().is_some_and(|object| !object.properties.is_empty())
    }

    /// Returns `true` if the schema becomes a named Rust type: a struct, an enum or a union.
    pub fn has_type_of_its_own(&self) -> bool {
        self.has_properties() || !self.values().is_empty() || matches!(self.shape, Shape::Union(_))
    }

    /// Returns a copy without the description, which describes the schema only where it is declared.
    pub fn without_description(&self) -> Self {
        Self { description: None, ..self.clone() }
    }

    pub fn without_null(&self) -> Self {
        Self { nullable: false, ..self.clone() }
    }

    /// Replaces this schema with `target`, but keeps the keywords that apply where this schema is used. If this schema
    /// has a description, it replaces the description of `target`. The result is nullable, read-only or write-only if
    /// either schema is.
    #[must_use]
    pub fn replaced_by(self, target: Self) -> Self {
        Self {
            description: self.description.or(target.description),
            nullable: self.nullable || target.nullable,
            untyped: target.untyped,
            read_only: self.read_only || target.read_only,
            write_only: self.write_only || target.write_only,
            shape: target.shape,
        }
    }

    /// Appends a paragraph to the description of the schema.
    pub fn describe(&mut self, paragraph: &str) {
        self.description = Some(match self.description.as_deref().map(str::trim_end) {
            None | Some("") => paragraph.to_owned(),
            Some(old) => format!("{old}\n\n{paragraph}"),
        });
    }
}

impl Object {
    pub fn additional(&self) -> Option<&Schema> {
        if let Additional::Allowed(schema) = &self.additional { Some(schema) } else { None }
    }

    pub fn requires(&self, name: &str) -> bool {
        self.required.iter().any(|required| required == name)
    }
}

impl Composed {
    /// Returns `true` if no keyword other than `allOf` restricts the value.
    pub fn is_only_all_of(&self) -> bool {
        self.own.allows_any_value() && !self.is_union()
    }

    pub fn is_union(&self) -> bool {
        !(self.any_of.is_empty() && self.one_of.is_empty())
    }
}

impl SchemaUnion {
    /// Returns `true` if all members are objects. If not, the members have different JSON kinds.
    pub fn is_of_objects(&self) -> bool {
        self.by != Discriminant::Kind
    }

    /// Returns `true` if the values of a field select the members.
    pub fn is_by_tag(&self) -> bool {
        matches!(self.by, Discriminant::Tag(_) | Discriminant::Scalar(_))
    }

    pub fn tag(&self) -> Option<&str> {
        if let Discriminant::Tag(tag) = &self.by { Some(tag) } else { None }
    }
}

impl Member {
    /// Returns the values of the tag that the document lists for this member.
    pub fn tag_values(&self) -> &[String] {
        match &self.case {
            Case::Tag(values) => values,
            Case::UndeclaredTag(value) => std::slice::from_ref(value),
            _ => &[],
        }
    }

    /// Returns all values of the tag that select this member, including those that the document does not list.
    pub fn all_tag_values(&self) -> impl Iterator<Item = &String> {
        self.tag_values().iter().chain(&self.also)
    }
}

#[cfg(test)]
mod tests;
