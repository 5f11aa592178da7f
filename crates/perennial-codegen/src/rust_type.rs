//! Types in Rust: in code, where they have full paths, and as a caller reads them.

use std::{collections::BTreeMap, fmt};

use crate::api::{
    Body, Content, Discriminant, Encoding, Enum, EnumOf, Field, Framing, Kind, Presence, Response, Type, TypesByName,
    Union, UnionMember, Value,
};

/// A type in Rust. None has more than one parameter that says something.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct RustType {
    /// What has the parameter.
    pub inner: Inner,
    /// The wrappers that it is in, from the inside.
    pub wrappers: Vec<Wrapper>,
}

/// A type without parameters.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Inner {
    /// One that is there for each document: its path, and as a caller reads it.
    Known(&'static str, &'static str),
    /// One of the client, or of what it depends on, by its path.
    Own(String),
    /// One of the document, in `types`.
    Named(String),
    /// What changes the builder of one of the document.
    Change(String),
}

/// A type with a parameter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Wrapper {
    /// `Option<T>`
    Option,
    /// `Box<T>`
    Box,
    /// `Vec<T>`
    Vec,
    /// `BTreeMap<String, T>`
    Map,
    /// `stream::EventStream<T>`
    Events,
    /// `stream::JsonLines<T>`
    JsonLines,
    /// `&T`
    Reference,
    /// `&[T]`
    Slice,
}

/// The type of `value`.
pub fn value_type(value: &Value) -> RustType {
    let plain = plain(&value.ty);
    if value.nullable { plain.within(Wrapper::Option) } else { plain }
}

/// The type that the setter of an optional value converts into.
pub fn optional(ty: &Type) -> RustType {
    match ty {
        Type::Any => RustType::known("::perennial::optional::Json", "serde_json::Value"),
        other => plain(other),
    }
}

/// The type of an object with any names: of undeclared fields, among others.
pub fn map(values: &Value) -> RustType {
    value_type(values).within(Wrapper::Map)
}

/// The type of a value that is not null.
pub fn plain(ty: &Type) -> RustType {
    let (path, name) = match ty {
        Type::List(item) => return value_type(item).within(Wrapper::Vec),
        Type::Map(values) => return map(values),
        Type::Named(name) => return RustType::named(name),
        Type::Own(path) => return RustType::own(path.as_str()),
        Type::Any => ("::perennial::serde_json::Value", "serde_json::Value"),
        Type::Boolean => ("bool", "bool"),
        Type::Int32 => ("i32", "i32"),
        Type::Int64 => ("i64", "i64"),
        Type::Uint64 => ("u64", "u64"),
        Type::Number => ("f64", "f64"),
        Type::ExactNumber => ("::perennial::serde_json::Number", "serde_json::Number"),
        Type::Text => ("::std::string::String", "String"),
        Type::Uuid => ("::perennial::uuid::Uuid", "Uuid"),
        Type::DateTime => ("::perennial::chrono::DateTime<::perennial::chrono::Utc>", "DateTime<Utc>"),
        Type::Date => ("::perennial::time::Date", "time::Date"),
        Type::QueryTime => ("::perennial::time::QueryTime", "time::QueryTime"),
        Type::QueryDateTime => ("::perennial::time::QueryDateTime", "time::QueryDateTime"),
        Type::Part => ("::perennial::multipart::Part", "multipart::Part"),
        Type::Parts => ("::perennial::multipart::Parts", "multipart::Parts"),
        Type::Object => (
            "::perennial::serde_json::Map<::std::string::String, ::perennial::serde_json::Value>",
            "serde_json::Map<String, serde_json::Value>",
        ),
    };
    RustType::known(path, name)
}

/// The type of the field of a struct; it `is_boxed` where it leads back to its struct.
pub fn field(field: &Field, is_boxed: bool) -> RustType {
    let plain = plain(&field.value.ty);
    let held = if is_boxed { plain.within(Wrapper::Box) } else { plain };
    match field.presence() {
        Presence::Always => held,
        Presence::Optional => held.within(Wrapper::Option),
        Presence::OrNull => held.within(Wrapper::Option).within(Wrapper::Option),
    }
}

/// Returns the type that a method gives that reads a value of this type, which may be missing.
pub fn accessor(ty: &Type) -> RustType {
    let given = match ty {
        Type::Text => RustType::STR.within(Wrapper::Reference),
        Type::List(item) => value_type(item).within(Wrapper::Slice),
        copied if is_copied(copied) => plain(copied),
        other => plain(other).within(Wrapper::Reference),
    };
    given.within(Wrapper::Option)
}

/// Returns `true` if a value that is read is copied.
pub fn is_copied(ty: &Type) -> bool {
    use Type::{Boolean, DateTime, Int32, Int64, Number, Uint64, Uuid};
    matches!(ty, Boolean | Int32 | Int64 | Uint64 | Number | Uuid | DateTime)
}

/// Returns the type that the variant of a union for members of this type holds: in a box what may contain the union
/// again.
pub fn member(by: &Discriminant, ty: &Type, types: &TypesByName<'_>) -> RustType {
    let is_enum = |name: &str| types.get(name).is_some_and(|def| matches!(def.kind, Kind::Enum(_)));
    let is_boxed = match ty {
        Type::Named(name) => *by != Discriminant::Kind || !is_enum(name),
        _ => *by != Discriminant::Kind,
    };
    if is_boxed { plain(ty).within(Wrapper::Box) } else { plain(ty) }
}

/// What a union is made from, and the member that it becomes: the types that are those of one member only, and text where
/// any is a value.
pub fn conversions<'a>(body: &'a Union, types: &TypesByName<'_>) -> Vec<(RustType, &'a UnionMember)> {
    let held: Vec<_> = body.members.iter().map(|member| (plain(&member.ty), member)).collect();
    let mut times: BTreeMap<&RustType, usize> = BTreeMap::new();
    held.iter().for_each(|(ty, _)| *times.entry(ty).or_default() += 1);
    let is_text = |member: &UnionMember| body.by == Discriminant::Kind && is_text(&member.ty, types);
    let texts = body.members.iter().filter(|member| is_text(member));
    let texts = texts.map(|member| (RustType::STR.within(Wrapper::Reference), member));
    held.iter().filter(|(ty, _)| times[ty] == 1).cloned().chain(texts).collect()
}

/// `true` if each text is a value.
fn is_text(ty: &Type, types: &TypesByName<'_>) -> bool {
    match ty {
        Type::Text => true,
        Type::Named(name) => {
            let kind = types.get(name.as_str()).map(|def| &def.kind);
            matches!(kind, Some(Kind::Enum(Enum { of: EnumOf::Text, .. })))
        }
        _ => false,
    }
}

/// Returns the type of what a response carries, if it carries something.
pub fn content(content: &Content) -> Option<RustType> {
    match content {
        Content::Json { value, .. } => Some(value_type(value)),
        Content::Stream { framing: Framing::Events | Framing::TextEvents, value, .. } => {
            Some(value_type(value).within(Wrapper::Events))
        }
        Content::Stream { framing: Framing::JsonLines, value, .. } => {
            Some(value_type(value).within(Wrapper::JsonLines))
        }
        Content::Bytes { .. } => Some(RustType::known("::perennial::ByteStream", "ByteStream")),
        Content::Empty => None,
    }
}

/// Returns the type of what a success carries; `()` if it carries nothing.
pub fn response(response: &Response) -> RustType {
    match response {
        Response::One(one) => content(one).unwrap_or(RustType::UNIT),
        Response::ByStatus(several) => RustType::named(&several.name),
    }
}

/// Returns the type that the setter of a request body converts into, which is not null.
pub fn body(body: &Body) -> RustType {
    match body.encoding {
        Encoding::Text => plain(&Type::Text),
        Encoding::Json | Encoding::Form | Encoding::Bytes | Encoding::Typed => held_body(body),
    }
}

/// Returns the type as which a request body is held.
pub fn held_body(body: &Body) -> RustType {
    match body.encoding {
        Encoding::Json | Encoding::Form => plain(&body.value.ty),
        Encoding::Typed => plain(&Type::Part),
        Encoding::Text | Encoding::Bytes => RustType::known("::perennial::reqwest::Body", "reqwest::Body"),
    }
}

impl RustType {
    /// `()`
    pub const UNIT: Self = Self::known("()", "()");
    /// `str`
    pub const STR: Self = Self::known("str", "str");

    const fn known(path: &'static str, name: &'static str) -> Self {
        Self { inner: Inner::Known(path, name), wrappers: Vec::new() }
    }

    /// A type of the document.
    pub fn named(name: &str) -> Self {
        Self { inner: Inner::Named(name.to_owned()), wrappers: Vec::new() }
    }

    fn own(path: &str) -> Self {
        Self { inner: Inner::Own(path.to_owned()), wrappers: Vec::new() }
    }

    /// What changes the builder of a type of the document.
    pub fn change(name: &str) -> Self {
        Self { inner: Inner::Change(name.to_owned()), wrappers: Vec::new() }
    }

    /// The type with this one as its parameter.
    pub fn within(mut self, wrapper: Wrapper) -> Self {
        self.wrappers.push(wrapper);
        self
    }

    /// As it stands in code, where it has its full path.
    pub fn code(&self) -> String {
        self.written(true)
    }

    fn written(&self, is_code: bool) -> String {
        let types = if is_code { "crate::types" } else { "types" };
        let stream = if is_code { "::perennial::stream" } else { "stream" };
        let std = |module: &str, name: &str| if is_code { format!("::std::{module}::{name}") } else { name.to_owned() };
        let inner = match &self.inner {
            Inner::Known(path, name) => (if is_code { *path } else { *name }).to_owned(),
            Inner::Own(path) => path.clone(),
            Inner::Named(name) => format!("{types}::{name}"),
            Inner::Change(name) => {
                format!("{}({types}::builder::{name}) -> {types}::builder::{name}", std("ops", "FnOnce"))
            }
        };
        self.wrappers.iter().fold(inner, |inner, wrapper| match wrapper {
            Wrapper::Option => format!("{}<{inner}>", std("option", "Option")),
            Wrapper::Box => format!("{}<{inner}>", std("boxed", "Box")),
            Wrapper::Vec => format!("{}<{inner}>", std("vec", "Vec")),
            Wrapper::Map => format!("{}<{}, {inner}>", std("collections", "BTreeMap"), std("string", "String")),
            Wrapper::Events => format!("{stream}::EventStream<{inner}>"),
            Wrapper::JsonLines => format!("{stream}::JsonLines<{inner}>"),
            Wrapper::Reference => format!("&{inner}"),
            Wrapper::Slice => format!("&[{inner}]"),
        })
    }

    /// The type of the document that is in it.
    pub fn mentioned(&self) -> Option<&str> {
        match &self.inner {
            Inner::Named(name) => Some(name),
            Inner::Known(..) | Inner::Own(_) | Inner::Change(_) => None,
        }
    }

    /// The type with another type of the document in the place of the one that is in it.
    pub fn renamed<'a>(&'a self, rename: impl Fn(&'a str) -> &'a str) -> Self {
        let inner = match &self.inner {
            Inner::Named(name) => Inner::Named(rename(name).to_owned()),
            Inner::Change(name) => Inner::Change(rename(name).to_owned()),
            known @ (Inner::Known(..) | Inner::Own(_)) => known.clone(),
        };
        Self { inner, wrappers: self.wrappers.clone() }
    }
}

/// As a caller reads it: `Option<types::Thing>`.
impl fmt::Display for RustType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.written(false))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_type_has_full_paths_in_code_and_the_names_that_people_use_in_text() {
        let value = |ty, nullable| Value { ty, nullable };
        let list = Type::List(Box::new(value(Type::Named("Thing".to_owned()), true)));
        let map = Type::Map(Box::new(value(Type::DateTime, false)));
        for (ty, text, code) in [
            (
                value_type(&value(list.clone(), true)),
                "Option<Vec<Option<types::Thing>>>",
                "::std::option::Option<::std::vec::Vec<::std::option::Option<crate::types::Thing>>>",
            ),
            (
                plain(&map),
                "BTreeMap<String, DateTime<Utc>>",
                "::std::collections::BTreeMap<::std::string::String, ::perennial::chrono::DateTime<::perennial::chrono::Utc>>",
            ),
            (
                accessor(&list),
                "Option<&[Option<types::Thing>]>",
                "::std::option::Option<&[::std::option::Option<crate::types::Thing>]>",
            ),
            (accessor(&Type::Text), "Option<&str>", "::std::option::Option<&str>"),
        ] {
            assert_eq!((ty.to_string().as_str(), ty.code().as_str()), (text, code));
        }
    }
}
