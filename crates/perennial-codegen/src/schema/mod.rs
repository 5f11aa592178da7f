//! Schemas as types: what a value may be.
//!
//! `read` reads them from the document; the passes after it replace every composition, and every name that stands for a
//! list, a map or a scalar. The members of a union can then be told apart, each by the values that are its own.

mod aliases;
mod all_of;
mod bounded;
mod chains;
mod claims;
mod components;
mod composition;
mod document;
mod inheritance;
mod null;
mod one_of;
mod own_types;
mod presence;
mod prune;
mod read;
mod required;
pub mod security;
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
};
pub use document::{
    Body, Document, ErrorBody, FieldEncoding, Next, Operation, Parameter, Response, SecurityScheme, Server,
    ServerVariable, Webhook,
};
pub use own_types::Own;

/// The values that are allowed, and what is said of the field path where they stand.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct Schema {
    /// As Markdown of the document.
    pub description: Option<String>,
    /// `true` if null is a value, too.
    pub nullable: bool,
    /// `true` if the document declares no type here. As a part of an `allOf`, such a schema does not exclude null. False
    /// once compositions are replaced.
    pub untyped: bool,
    /// Set if it is only in responses.
    pub read_only: bool,
    /// Set if it is only in requests.
    pub write_only: bool,
    /// The shape of a value that is not null.
    pub shape: Shape,
}

/// The shapes of values.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub enum Shape {
    /// Anything.
    #[default]
    Any,
    /// Any value. An object has the fields with these names, which other parts of a composition declare.
    Requiring(Vec<String>),
    /// Nothing but null.
    Null,
    /// What the schema of this name says.
    Named(String),
    /// `true` or `false`; the only one of them, if the other is none.
    Boolean(Option<bool>),
    /// A text or a number.
    Scalar(Scalar),
    /// Any number, of which whole ones are exact: those of floating point are not.
    ExactNumber,
    /// A list.
    List(Box<Schema>),
    /// An object.
    Object(Box<Object>),
    /// A value of one of several schemas that can be told apart.
    Union(Box<Union>),
    /// A type of the client's own.
    Own(Box<Own>),
    /// `allOf`, `anyOf` and `oneOf`, until `composition` replaces them.
    Composed(Box<Composed>),
}

/// A text or a number.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Scalar {
    /// Which of these it is.
    pub of: EnumOf,
    /// The declared range of a number, or what is written in a text.
    pub format: Option<Type>,
    /// One of these, as they are written, if there are any.
    pub values: Vec<String>,
}

/// An object.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Object {
    /// The declared fields.
    pub properties: IndexMap<String, Schema>,
    /// Of these, the ones that are always there.
    pub required: Vec<String>,
    /// The fields that there may be beside the declared ones.
    pub additional: Additional,
}

impl Hash for Object {
    fn hash<H: Hasher>(&self, state: &mut H) {
        // Objects with the same fields are equal in whatever order these are declared.
        let mut names: Vec<&str> = self.properties.keys().map(String::as_str).collect();
        names.sort_unstable();
        names.iter().for_each(|name| (name, &self.properties[*name]).hash(state));
        self.required.hash(state);
        self.additional.hash(state);
    }
}

/// The fields of an object that are not declared.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub enum Additional {
    /// The document says nothing of them.
    #[default]
    Unsaid,
    /// The document says that there are none.
    Refused,
    /// Their values are these.
    Allowed(Box<Schema>),
}

/// A value of one of several schemas that can be told apart.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Union {
    /// The discriminant of the members.
    pub by: Discriminant,
    /// In the document's order.
    pub members: Vec<Member>,
}

/// One schema of a union.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Member {
    /// Never nullable.
    pub schema: Schema,
    /// The values that are its own.
    pub case: Case,
    /// Further values of the tag that lead to it, which the document does not list: names of schemas, and the tags of the
    /// union that it is.
    pub also: Vec<String>,
}

/// The schemas of which a document composes another.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct Composed {
    /// The schema beside the compositions.
    pub own: Schema,
    /// Schemas that a value fits all of.
    pub all_of: Vec<Schema>,
    /// Schemas that a value fits one or several of.
    pub any_of: Vec<Schema>,
    /// Schemas that a value fits one of.
    pub one_of: Vec<Schema>,
    /// The discriminator of the members of `any_of` and `one_of`.
    pub discriminator: Option<Discriminator>,
}

/// The declared discriminator of the members of a union.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct Discriminator {
    /// The field.
    pub property: String,
    /// By the name of a schema, the values that lead to it.
    pub values: BTreeMap<String, Vec<String>>,
}

/// Reads a document, whose log goes on, for a client with `own` types, and runs the passes over its schemas.
///
/// # Errors
/// What is wrong with the document, or the bound that it passes.
pub fn settle(spec: &mut Spec, own: &OwnTypes, with_errors: bool) -> Result<(Document, Log), Diagnostics> {
    let (mut document, mut log) = read::document(spec, own, with_errors);
    for pass in PASSES {
        // What is left of a document beyond a bound says nothing more, and may be too large to be looked at.
        if log.bound_exceeded {
            break;
        }
        pass(&mut document, &mut log);
    }
    if log.diagnostics.0.is_empty() { Ok((document, log)) } else { Err(log.diagnostics) }
}

/// All passes. The order matters where a comment says why.
const PASSES: &[fn(&mut Document, &mut Log)] = &[
    inheritance::replace_unions_in_members,
    // From here on, no schema is `Composed`.
    composition::compose_all,
    own_types::mark,
    aliases::write_out,
    own_types::settle,
    // Texts and lists that compositions and aliases were made of may be unused now.
    prune::keep_reached_and_objects,
    bounded::check,
];

impl Shape {
    /// Returns the shape of any value, where an object has the fields `required`.
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

impl From<Union> for Schema {
    fn from(union: Union) -> Self {
        Shape::Union(Box::new(union)).into()
    }
}

impl Schema {
    /// The schema of any value.
    pub fn any() -> Self {
        Self::default()
    }

    /// A reference to the schema called `name`.
    pub fn named(name: &str) -> Self {
        Shape::Named(name.to_owned()).into()
    }

    /// One of the texts `values`; any text if there are none.
    pub fn one_of_texts(values: Vec<String>) -> Self {
        Shape::Scalar(Scalar { of: EnumOf::Text, format: None, values }).into()
    }

    /// The schema that this one refers to.
    pub fn name(&self) -> Option<&str> {
        if let Shape::Named(name) = &self.shape { Some(name) } else { None }
    }

    /// Returns `true` if the value is left open.
    pub fn says_nothing(&self) -> bool {
        self.shape == Shape::Any
    }

    /// Returns `true` if values of all kinds fit, even if an object has to have some fields.
    pub fn is_of_any_kind(&self) -> bool {
        matches!(self.shape, Shape::Any | Shape::Requiring(_))
    }

    /// The kind of JSON that each value is, if they are all of one.
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

    /// The text or number that it is.
    pub fn scalar(&self) -> Option<&Scalar> {
        if let Shape::Scalar(scalar) = &self.shape { Some(scalar) } else { None }
    }

    /// The values of an enum; empty if it is none.
    pub fn values(&self) -> &[String] {
        self.scalar().map_or(&[], |scalar| &scalar.values)
    }

    /// The object that it is; none for a union.
    pub fn object(&self) -> Option<&Object> {
        if let Shape::Object(object) = &self.shape { Some(object) } else { None }
    }

    /// Returns the schema of the elements of a list.
    pub fn items(&self) -> Option<&Self> {
        if let Shape::List(items) = &self.shape { Some(items) } else { None }
    }

    /// Returns the names of the fields that the schema requires of objects; none for a union.
    pub fn required(&self) -> &[String] {
        match &self.shape {
            Shape::Object(object) => &object.required,
            Shape::Requiring(names) => names,
            _ => &[],
        }
    }

    /// The union that it is.
    pub fn union(&self) -> Option<&Union> {
        if let Shape::Union(union) = &self.shape { Some(union) } else { None }
    }

    /// The union of objects that it is.
    pub fn union_of_objects(&self) -> Option<&Union> {
        self.union().filter(|union| union.is_of_objects())
    }

    /// Returns `true` if it is an object with declared fields.
    pub fn has_properties(&self) -> bool {
        self.object().is_some_and(|object| !object.properties.is_empty())
    }

    /// Returns `true` if it has a type of its own in Rust: a struct, an enum or a union.
    pub fn has_type_of_its_own(&self) -> bool {
        self.has_properties() || !self.values().is_empty() || matches!(self.shape, Shape::Union(_))
    }

    /// The same, never null.
    pub fn without_null(&self) -> Self {
        Self { nullable: false, ..self.clone() }
    }

    /// `found` where this schema stands, which has the first say in how it is described.
    #[must_use]
    pub fn holding(self, found: Self) -> Self {
        Self {
            description: self.description.or(found.description),
            nullable: self.nullable || found.nullable,
            untyped: found.untyped,
            read_only: self.read_only || found.read_only,
            write_only: self.write_only || found.write_only,
            shape: found.shape,
        }
    }

    /// Adds a paragraph to the description.
    pub fn describe(&mut self, paragraph: &str) {
        self.description = Some(match self.description.as_deref().map(str::trim_end) {
            None | Some("") => paragraph.to_owned(),
            Some(old) => format!("{old}\n\n{paragraph}"),
        });
    }
}

impl Object {
    /// The schema of the fields that are not declared.
    pub fn additional(&self) -> Option<&Schema> {
        if let Additional::Allowed(schema) = &self.additional { Some(schema) } else { None }
    }

    /// Returns `true` if the field `name` is always there.
    pub fn requires(&self, name: &str) -> bool {
        self.required.iter().any(|required| required == name)
    }
}

impl Union {
    /// Returns `true` if the members are objects, which something in them tells apart; if not, they are of different
    /// kinds.
    pub fn is_of_objects(&self) -> bool {
        self.by != Discriminant::Kind
    }

    /// The field whose texts tell the members apart.
    pub fn tag(&self) -> Option<&str> {
        if let Discriminant::Tag(tag) = &self.by { Some(tag) } else { None }
    }
}

impl Member {
    /// The values of the tag that lead to it.
    pub fn tag_values(&self) -> &[String] {
        match &self.case {
            Case::Tag(values) => values,
            Case::UndeclaredTag(value) => std::slice::from_ref(value),
            _ => &[],
        }
    }

    /// All values of the tag that lead to it.
    pub fn all_tag_values(&self) -> impl Iterator<Item = &String> {
        self.tag_values().iter().chain(&self.also)
    }
}

#[cfg(test)]
mod tests;
