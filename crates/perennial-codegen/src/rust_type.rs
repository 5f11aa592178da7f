//! Rust types, which are written with full paths in code and with short names in reports.

use std::{collections::BTreeMap, fmt};

use crate::api::{
    Body, Content, Discriminant, Encoding, Enum, EnumOf, Field, Framing, Kind, Presence, Response, Type, TypesByName,
    Union, UnionMember, Value,
};

/// A Rust type: an innermost type, with any number of generic wrappers around it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct RustType {
    /// The innermost type.
    pub inner: Inner,
    /// The wrappers around the innermost type, from the inside out.
    pub wrappers: Vec<Wrapper>,
}

/// The innermost type, which is not generic.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Inner {
    /// A type that does not depend on the document: its full path and its short name.
    Known(&'static str, &'static str),
    /// An own type (`client.types` in `names.json`), by its path.
    Own(String),
    /// A generated type: its name in the module `types`.
    Named(String),
    /// A closure that changes the builder of a generated type: the type's name.
    Change(String),
}

/// A generic type with one type parameter, `T`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Wrapper {
    /// The type `Option<T>`.
    Option,
    /// The type `Box<T>`.
    Box,
    /// The type `Vec<T>`.
    Vec,
    /// The type `BTreeMap<String, T>`.
    Map,
    /// The type `stream::EventStream<T>`.
    Events,
    /// The type `stream::JsonLines<T>`.
    JsonLines,
    /// The type `&T`.
    Reference,
    /// The type `&[T]`.
    Slice,
}

/// Returns the Rust type of `value`, which is an `Option` if the value is nullable.
pub fn value_type(value: &Value) -> RustType {
    let plain = plain(&value.ty);
    if value.nullable { plain.wrapped_in(Wrapper::Option) } else { plain }
}

/// Returns the type to which a setter converts its argument.
pub fn setter(ty: &Type, is_required: bool) -> RustType {
    match ty {
        Type::Any if !is_required => RustType::known("::perennial::optional::Json", "serde_json::Value"),
        other => plain(other),
    }
}

/// Returns the type of an object with arbitrary keys, such as the undeclared fields of a struct.
pub fn map(values: &Value) -> RustType {
    value_type(values).wrapped_in(Wrapper::Map)
}

/// Returns the Rust type of a value that is not null.
pub fn plain(ty: &Type) -> RustType {
    let (path, name) = match ty {
        Type::List(item) => return value_type(item).wrapped_in(Wrapper::Vec),
        Type::Map(values) => return map(values),
        Type::Named(name) => return RustType::named(name),
        Type::Own(path) => return RustType::own(path.as_str()),
        Type::Any => ("::perennial::serde_json::Value", "serde_json::Value"),
        Type::Null => return RustType::UNIT,
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

/// Returns the Rust type of a struct field. `is_boxed` states whether the type has to be boxed, because it contains the
/// struct itself.
pub fn field(field: &Field, is_boxed: bool) -> RustType {
    let plain = plain(&field.value.ty);
    let stored = if is_boxed { plain.wrapped_in(Wrapper::Box) } else { plain };
    match field.presence() {
        Presence::Always => stored,
        Presence::Optional => stored.wrapped_in(Wrapper::Option),
        Presence::OrNull => stored.wrapped_in(Wrapper::Option).wrapped_in(Wrapper::Option),
    }
}

/// Returns the return type of a union's accessor: the method that reads a field of type `ty` that all members declare.
pub fn accessor(ty: &Type) -> RustType {
    let returned = match ty {
        Type::Text => RustType::STR.wrapped_in(Wrapper::Reference),
        Type::List(item) => value_type(item).wrapped_in(Wrapper::Slice),
        copied if is_copied(copied) => plain(copied),
        other => plain(other).wrapped_in(Wrapper::Reference),
    };
    returned.wrapped_in(Wrapper::Option)
}

/// Returns `true` if a union's accessor for a field of type `ty` returns a copy in place of a reference.
pub fn is_copied(ty: &Type) -> bool {
    use Type::{Boolean, DateTime, Int32, Int64, Null, Number, Uint64, Uuid};
    matches!(ty, Null | Boolean | Int32 | Int64 | Uint64 | Number | Uuid | DateTime)
}

/// Returns the type in the variant for a union member of type `ty`. The type is boxed if it may contain the union
/// itself.
pub fn member(by: &Discriminant, ty: &Type, types: &TypesByName<'_>) -> RustType {
    let is_enum = |name: &str| types.get(name).is_some_and(|def| matches!(def.kind, Kind::Enum(_)));
    let is_boxed = match ty {
        Type::Named(name) => *by != Discriminant::Kind || !is_enum(name),
        _ => *by != Discriminant::Kind,
    };
    if is_boxed { plain(ty).wrapped_in(Wrapper::Box) } else { plain(ty) }
}

/// Returns the types from which a union implements `From`, each with the member to which a value of that type belongs.
/// They are the types of exactly one member, and `&str` for each member that accepts any string.
pub fn conversions<'a>(body: &'a Union, types: &TypesByName<'_>) -> Vec<(RustType, &'a UnionMember)> {
    let types_of_members: Vec<_> = body.members.iter().map(|member| (plain(&member.ty), member)).collect();
    let mut times: BTreeMap<&RustType, usize> = BTreeMap::new();
    types_of_members.iter().for_each(|(ty, _)| *times.entry(ty).or_default() += 1);
    let is_string = |member: &UnionMember| body.by == Discriminant::Kind && accepts_any_string(&member.ty, types);
    let texts = body.members.iter().filter(|member| is_string(member));
    let texts = texts.map(|member| (RustType::STR.wrapped_in(Wrapper::Reference), member));
    types_of_members.iter().filter(|(ty, _)| times[ty] == 1).cloned().chain(texts).collect()
}

/// Returns `true` if every string is a value of the type.
fn accepts_any_string(ty: &Type, types: &TypesByName<'_>) -> bool {
    match ty {
        Type::Text => true,
        Type::Named(name) => {
            let kind = types.get(name.as_str()).map(|def| &def.kind);
            matches!(kind, Some(Kind::Enum(Enum { of: EnumOf::Text, .. })))
        }
        _ => false,
    }
}

/// Returns the Rust type of a response's content, or `None` if the response has no body.
pub fn content(content: &Content) -> Option<RustType> {
    match content {
        Content::Json { value, .. } => Some(value_type(value)),
        Content::Stream { framing: Framing::Events | Framing::EventsToDone | Framing::TextEvents, value, .. } => {
            Some(value_type(value).wrapped_in(Wrapper::Events))
        }
        Content::Stream { framing: Framing::JsonLines, value, .. } => {
            Some(value_type(value).wrapped_in(Wrapper::JsonLines))
        }
        Content::Bytes { .. } => Some(RustType::known("::perennial::ByteStream", "ByteStream")),
        Content::Empty => None,
    }
}

/// Returns the type that a successful call returns, which is `()` if no response has a body.
pub fn response(response: &Response) -> RustType {
    match response {
        Response::One(one) => content(one).unwrap_or(RustType::UNIT),
        Response::ByStatus(several) => RustType::named(&several.name),
    }
}

/// Returns the type to which the setter of a request body converts its argument, without the `Option` of a nullable
/// body.
pub fn body(body: &Body) -> RustType {
    match body.encoding {
        Encoding::Text => plain(&Type::Text),
        Encoding::Json | Encoding::Form | Encoding::Bytes | Encoding::Typed => stored_body(body),
    }
}

/// Returns the type of the builder's field for a request body.
pub fn stored_body(body: &Body) -> RustType {
    match body.encoding {
        Encoding::Json | Encoding::Form => plain(&body.value.ty),
        Encoding::Typed => plain(&Type::Part),
        Encoding::Text | Encoding::Bytes => RustType::known("::perennial::reqwest::Body", "reqwest::Body"),
    }
}

impl RustType {
    /// The unit type, `()`.
    pub const UNIT: Self = Self::known("()", "()");
    /// The type `str`.
    pub const STR: Self = Self::known("str", "str");

    const fn known(path: &'static str, name: &'static str) -> Self {
        Self { inner: Inner::Known(path, name), wrappers: Vec::new() }
    }

    /// Returns the type `name` in the module `types`.
    pub fn named(name: &str) -> Self {
        Self { inner: Inner::Named(name.to_owned()), wrappers: Vec::new() }
    }

    fn own(path: &str) -> Self {
        Self { inner: Inner::Own(path.to_owned()), wrappers: Vec::new() }
    }

    /// Returns the type of a closure that changes the builder of the generated type `name`.
    pub fn change(name: &str) -> Self {
        Self { inner: Inner::Change(name.to_owned()), wrappers: Vec::new() }
    }

    /// Returns whether setters of this type also accept a borrowed form: `&Uuid` for a UUID, and `[&str; N]` for a list
    /// of strings.
    pub fn has_borrowed_form(&self) -> bool {
        *self == plain(&Type::Uuid) || *self == plain(&Type::Text).wrapped_in(Wrapper::Vec)
    }

    /// Wraps this type in `wrapper`.
    pub fn wrapped_in(mut self, wrapper: Wrapper) -> Self {
        self.wrappers.push(wrapper);
        self
    }

    /// Formats the type for generated code, with full paths.
    pub fn code(&self) -> String {
        self.render(true)
    }

    fn render(&self, is_code: bool) -> String {
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

    /// Returns the name of the innermost type if it is generated, and `None` otherwise.
    pub fn type_name(&self) -> Option<&str> {
        match &self.inner {
            Inner::Named(name) => Some(name),
            Inner::Known(..) | Inner::Own(_) | Inner::Change(_) => None,
        }
    }

    /// Returns this type with the name of the generated type replaced by `rename`.
    pub fn renamed<'a>(&'a self, rename: impl Fn(&'a str) -> &'a str) -> Self {
        let inner = match &self.inner {
            Inner::Named(name) => Inner::Named(rename(name).to_owned()),
            Inner::Change(name) => Inner::Change(rename(name).to_owned()),
            known @ (Inner::Known(..) | Inner::Own(_)) => known.clone(),
        };
        Self { inner, wrappers: self.wrappers.clone() }
    }
}

/// Formats the type with short names, such as `Option<types::Thing>`.
impl fmt::Display for RustType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.render(false))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_have_full_paths_in_code_and_short_names_in_reports() {
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
