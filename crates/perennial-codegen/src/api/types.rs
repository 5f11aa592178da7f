//! Types of JSON values: structs, enums, unions and scalars.

use std::collections::{BTreeMap, HashMap};

use serde_json::Value as Json;

use super::{Place, TypePath};

/// The type of a value, and whether the value may be null.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Value {
    /// The type of the value when it is not null.
    pub ty: Type,
    /// Whether the value may be null.
    pub nullable: bool,
}

/// The type of a value. Except for `Any`, it does not include null.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Type {
    /// Any JSON value, including null.
    Any,
    /// Only null, `()` in Rust.
    Null,
    /// A boolean, `bool` in Rust.
    Boolean,
    /// A signed integer of 32 bits.
    Int32,
    /// A signed integer of 64 bits.
    Int64,
    /// An unsigned integer of 64 bits.
    Uint64,
    /// Any number, represented as `f64`.
    Number,
    /// Any number. Integers are represented exactly.
    ExactNumber,
    /// Any string.
    Text,
    /// A UUID.
    Uuid,
    /// A point in time, in RFC 3339 format.
    DateTime,
    /// A calendar date or a point in time, with its original text.
    Date,
    /// A calendar date in a query, or a point in time, which is sent as a UNIX timestamp. The document declares a date,
    /// but describes it as a timestamp.
    QueryTime,
    /// A point in time in a parameter, in the format of RFC 3339.
    QueryDateTime,
    /// A part of a multipart body, such as a file.
    Part,
    /// All parts of a multipart body. The caller chooses the names of the parts.
    Parts,
    /// A list of values of one type.
    List(Box<Value>),
    /// An object with arbitrary keys, whose values are of one type.
    Map(Box<Value>),
    /// An object with arbitrary fields.
    Object,
    /// A named type, defined by a [`TypeDef`].
    Named(String),
    /// An own type (`client.types` in `names.json`): a type of the client or of one of its dependencies.
    Own(TypePath),
}

impl Type {
    /// Returns `true` if a type of the runtime's module `time` represents this type.
    pub fn is_time(&self) -> bool {
        matches!(self, Self::Date | Self::QueryTime | Self::QueryDateTime)
    }

    /// Returns `true` if the type is an own type, or a list or map of one.
    pub fn is_own(&self) -> bool {
        match self {
            Self::Own(_) => true,
            Self::List(inner) | Self::Map(inner) => inner.ty.is_own(),
            _ => false,
        }
    }

    /// Replaces the name of the named type that this type is or contains, if `names` maps it to a different name.
    pub fn rename(&mut self, names: &BTreeMap<String, String>) {
        match self {
            Self::Named(name) => {
                if let Some(new) = names.get(name) {
                    name.clone_from(new);
                }
            }
            Self::List(inner) | Self::Map(inner) => inner.ty.rename(names),
            _ => {}
        }
    }

    /// Returns the definition if this type is a struct.
    pub fn as_struct<'a>(&self, types: &TypesByName<'a>) -> Option<&'a Struct> {
        let Self::Named(name) = self else { return None };
        types.get(name.as_str())?.kind.as_struct()
    }

    /// Returns the name of the named type that this type is or contains. Returns `None` if this type contains no named
    /// type.
    pub fn type_name(&self) -> Option<&str> {
        match self {
            Self::Named(name) => Some(name),
            Self::List(inner) | Self::Map(inner) => inner.ty.type_name(),
            _ => None,
        }
    }
}

/// The named types of an API, by their Rust names.
pub type TypesByName<'a> = HashMap<&'a str, &'a TypeDef>;

/// The definition of a named type.
#[derive(Debug, Clone)]
pub struct TypeDef {
    /// The name of the type in Rust.
    pub name: String,
    /// The place of the type in the document. Inline types get their place when they are named, because it contains the
    /// name of the enclosing type or operation.
    pub place: Place,
    /// The description of the type in the document, as Markdown. Empty if there is none.
    pub docs: String,
    /// The definition as a struct, an enum, a union or a newtype.
    pub kind: Kind,
}

/// The definition of a named type.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A struct: an object with declared fields.
    Struct(Struct),
    /// An open enum: one of the listed strings or numbers, or a value that the service adds later.
    Enum(Enum),
    /// A union: a value of one of several types.
    Union(Union),
    /// A list or map that contains itself. Rust requires a named type for it.
    Newtype(Value),
}

impl Kind {
    /// Returns the struct if the type is a struct.
    pub fn as_struct(&self) -> Option<&Struct> {
        if let Self::Struct(body) = self { Some(body) } else { None }
    }

    /// Calls `visit` with each type that [`Self::types`] returns. `visit` may change the type.
    pub fn each_type_mut(&mut self, visit: &mut dyn FnMut(&mut Type)) {
        match self {
            Self::Struct(body) => {
                let values = body.fields.iter_mut().map(|field| &mut field.value).chain(&mut body.additional);
                values.for_each(|value| visit(&mut value.ty));
            }
            Self::Union(union) => union.members.iter_mut().for_each(|member| visit(&mut member.ty)),
            Self::Newtype(value) => visit(&mut value.ty),
            Self::Enum(_) => {}
        }
    }

    /// Returns the types that this definition refers to: the types of the fields, of the union members, or of the
    /// newtype's value.
    pub fn types(&self) -> Vec<&Type> {
        match self {
            Self::Struct(body) => {
                let values = body.fields.iter().map(|field| &field.value).chain(&body.additional);
                values.map(|value| &value.ty).collect()
            }
            Self::Union(union) => union.members.iter().map(|member| &member.ty).collect(),
            Self::Newtype(value) => vec![&value.ty],
            Self::Enum(_) => Vec::new(),
        }
    }

    /// Calls `visit` with the documentation of each field or union member. `visit` may change it.
    pub fn each_docs_mut(&mut self, visit: &mut dyn FnMut(&mut String)) {
        match self {
            Self::Struct(body) => body.fields.iter_mut().for_each(|field| visit(&mut field.docs)),
            Self::Union(union) => union.members.iter_mut().for_each(|member| visit(&mut member.docs)),
            Self::Newtype(_) | Self::Enum(_) => {}
        }
    }
}

/// An object with declared fields.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct Struct {
    /// The declared fields, in the document's order.
    pub fields: Vec<Field>,
    /// The type of the undeclared fields. `None` if the document does not declare one.
    pub additional: Option<Value>,
}

impl Struct {
    /// Returns `true` if no field has to be set. The struct then has a default value.
    pub fn has_default(&self) -> bool {
        self.fields.iter().all(|field| field.presence() != Presence::Always)
    }
}

/// A field of a struct.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Field {
    /// The name of the field in Rust.
    pub name: String,
    /// The name of the field in JSON.
    pub wire_name: String,
    /// The type of the field.
    pub value: Value,
    /// Whether the field is always present. If the struct is both sent and received, this means in both directions.
    pub required: bool,
    /// Whether a read-only field is in every response, or a write-only field in every request. Set only for structs
    /// that are both sent and received. For all other structs, `required` states this.
    pub required_one_way: bool,
    /// Whether the field exists in requests, in responses, or in both.
    pub direction: Direction,
    /// Whether a caller can send null, which differs from omitting the field.
    pub tells_null: bool,
    /// The value, as JSON, that the builder sets if the caller does not. `Some` only for the required fields of a union
    /// member that have a single possible value.
    pub constant: Option<String>,
    /// The description of the field in the document, as Markdown. Empty if there is none.
    pub docs: String,
}

impl Field {
    /// Returns `true` if a builder fails unless the caller sets the field.
    pub fn must_be_set(&self) -> bool {
        self.required && self.constant.is_none()
    }

    /// Returns `true` if the field is present in every response.
    pub fn is_received(&self) -> bool {
        self.required || self.required_one_way && self.direction == Direction::ReadOnly
    }

    /// Returns how the field's value is represented in Rust.
    pub fn presence(&self) -> Presence {
        if self.required && !self.value.nullable {
            return Presence::Always;
        }
        if self.tells_null { Presence::OrNull } else { Presence::Optional }
    }
}

/// The messages in which a field exists: requests, responses or both.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Direction {
    /// The field exists in requests and responses.
    Both,
    /// The field exists only in responses, because the service determines it.
    ReadOnly,
    /// The field exists only in requests, because the service does not return it.
    WriteOnly,
}

/// How the value of a field is represented in Rust.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Presence {
    /// A plain value. The field is always present and never null.
    Always,
    /// An `Option`. `None` means null, or absent if the field is not required.
    Optional,
    /// An `Option` in an `Option`. `None` means absent, and `Some(None)` means null.
    OrNull,
}

/// An open enum: a string or a number from a list of values, or any other value.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Enum {
    /// The kind of the values: strings, integers or any numbers.
    pub of: EnumOf,
    /// The listed values, in the document's order.
    pub values: Vec<EnumValue>,
    /// The name of the variant for values that the document does not list.
    pub other: String,
}

impl Enum {
    /// Returns `true` if the enum lists a string that is a number or a boolean without its quotes, such as `1` or `true`.
    /// Services also send such values as numbers or booleans.
    pub fn has_unquoted_values(&self) -> bool {
        let is_unquoted =
            |text: &str| serde_json::from_str(text).is_ok_and(|it: Json| it.is_number() || it.is_boolean());
        self.of == EnumOf::Text && self.values.iter().any(|value| is_unquoted(&value.wire_name))
    }

    /// Returns the listed values, by their JSON string or number.
    pub fn values_by_text(&self) -> HashMap<&str, &EnumValue> {
        self.values.iter().map(|value| (value.wire_name.as_str(), value)).collect()
    }
}

/// A value that the document lists for an enum.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct EnumValue {
    /// The name of the variant for this value.
    pub name: String,
    /// The JSON string or number, as the document writes it.
    pub wire_name: String,
}

/// The kind of a scalar, such as a value of an enum.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum EnumOf {
    /// A string.
    Text,
    /// An integer.
    Integer,
    /// Any number, such as a fraction.
    Number,
}

/// A union: a value of one of several types. These types are its members.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Union {
    /// The members of the union, in the document's order.
    pub members: Vec<UnionMember>,
    /// How to determine the member that a value belongs to.
    pub by: Discriminant,
    /// The name of the variant for values that belong to no member.
    pub other: String,
}

/// How to determine the member that a value belongs to.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Discriminant {
    /// The JSON kind of a value, such as string or object, determines its member.
    Kind,
    /// The string in the JSON field of this name determines the member of a value. All members are objects.
    Tag(String),
    /// The boolean or integer in the JSON field of this name determines the member of a value. All members are objects
    /// that declare the field.
    Scalar(String),
    /// The fields that a value contains determine its member. All members are objects.
    Presence,
}

/// A member of a union: one of the types that a value can have.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct UnionMember {
    /// The name of the variant for this member.
    pub name: String,
    /// The type of the member. It is never nullable, because each use of the union states whether null is allowed.
    pub ty: Type,
    /// The condition under which a value belongs to this member.
    pub case: Case,
    /// Values of the tag that also select this member, in addition to the values in `case`.
    pub also: Vec<String>,
    /// The description of the member in the document, as Markdown. Empty if there is none.
    pub docs: String,
}

/// The condition under which a value belongs to a union member. The tag is the field that distinguishes the members.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Case {
    /// The value is of this JSON kind.
    Kind(JsonKind),
    /// The tag contains one of these strings. The member declares the tag as a field.
    Tag(Vec<String>),
    /// The tag contains this string. The member does not declare the tag as a field.
    UndeclaredTag(String),
    /// The value contains the JSON field of this name.
    Field(String),
    /// The value contains the fields of several other members. The member is an object with the fields of all.
    Several,
    /// The value contains neither the tag nor a field that selects a different member.
    Absent,
    /// The value does not contain the tag, or the tag's string belongs to no other member.
    AnyTag,
}

/// The kind of a JSON value other than null.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum JsonKind {
    /// A string.
    String,
    /// A number.
    Number,
    /// A boolean, `true` or `false`.
    Boolean,
    /// An array.
    Array,
    /// An object.
    Object,
}

/// A page of a listing: a struct that contains one list, and an identifier of the next page.
#[derive(Debug, Clone)]
pub struct Page {
    /// The name of the struct that represents the page.
    pub name: String,
    /// The field that contains the list.
    pub list: PageField,
    /// The type of the elements of the list.
    pub item: Value,
    /// The field that contains the identifier of the next page.
    pub next: PageField,
}

/// A field of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageField {
    /// The name of the field in Rust.
    pub name: String,
    /// How the field's value is represented in Rust.
    pub presence: Presence,
}

/// A series: a struct of parallel lists, whose elements at the same index belong together. One of the lists contains
/// points in time.
#[derive(Debug, Clone)]
pub struct Series {
    /// The name of the struct that contains the lists.
    pub name: String,
    /// The sample: a struct with one field per list, for the elements at one index.
    pub sample: TypeDef,
    /// The fields that contain the lists, in the same order as the sample's fields.
    pub lists: Vec<Field>,
}
