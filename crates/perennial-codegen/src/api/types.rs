//! Describes the types of values.

use std::collections::{BTreeMap, HashMap};

use super::{Place, TypePath};

/// The type of a value where it is used, and whether the value may be null.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Value {
    /// The type of the value if it is not null.
    pub ty: Type,
    /// Whether the value may be null.
    pub nullable: bool,
}

/// The type of a value.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Type {
    /// Any JSON value.
    Any,
    /// A boolean.
    Boolean,
    /// An integer of 32 bits.
    Int32,
    /// An integer of 64 bits.
    Int64,
    /// An integer of 64 bits that is never negative.
    Uint64,
    /// Any number.
    Number,
    /// Any number. Integers are exact.
    ExactNumber,
    /// Any string.
    Text,
    /// A UUID.
    Uuid,
    /// A point in time in the format of RFC 3339.
    DateTime,
    /// A calendar date or a point in time, whose text is preserved.
    Date,
    /// A UNIX timestamp in a query, which the document declares as a date.
    QueryTime,
    /// A point in time in a query, in the format of RFC 3339.
    QueryDateTime,
    /// The content of one part of a body, as a file.
    Part,
    /// Any number of parts of a body, by name.
    Parts,
    /// A list.
    List(Box<Value>),
    /// An object with any keys, whose values have one type.
    Map(Box<Value>),
    /// An object with any fields.
    Object,
    /// A named type, defined by a [`TypeDef`].
    Named(String),
    /// An own type: a type of the client or of one of its dependencies.
    Own(TypePath),
}

impl Type {
    /// Returns `true` if values of the type are points in time, in a type of the runtime's module `time`.
    pub fn is_time(&self) -> bool {
        matches!(self, Self::Date | Self::QueryTime | Self::QueryDateTime)
    }

    /// Returns `true` if the type is, or contains, an own type.
    pub fn is_own(&self) -> bool {
        match self {
            Self::Own(_) => true,
            Self::List(inner) | Self::Map(inner) => inner.ty.is_own(),
            _ => false,
        }
    }

    /// Replaces the names of all named types in this type by the ones in `names`. Types that `names` does not contain
    /// keep their name.
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

    /// Returns the struct in `types` that this type names, if it is one.
    pub fn as_struct<'a>(&self, types: &TypesByName<'a>) -> Option<&'a Struct> {
        let Self::Named(name) = self else { return None };
        types.get(name.as_str())?.kind.as_struct()
    }

    /// Returns the name of the named type that this type contains or is.
    pub fn type_name(&self) -> Option<&str> {
        match self {
            Self::Named(name) => Some(name),
            Self::List(inner) | Self::Map(inner) => inner.ty.type_name(),
            _ => None,
        }
    }
}

/// The types of an API by name.
pub type TypesByName<'a> = HashMap<&'a str, &'a TypeDef>;

/// The definition of a named type.
#[derive(Debug, Clone)]
pub struct TypeDef {
    /// The name in Rust.
    pub name: String,
    /// The place of the type. A type that is declared inline gets its place together with its name.
    pub place: Place,
    /// The description in the document, as Markdown; empty if there is none.
    pub docs: String,
    /// The kind of the type.
    pub kind: Kind,
}

/// The kinds of named types.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Kind {
    /// An object with declared fields.
    Struct(Struct),
    /// A string or number from a list of values that may grow.
    Enum(Enum),
    /// A value of one of several types.
    Union(Union),
    /// A list or map that contains itself, which requires a name.
    Newtype(Value),
}

impl Kind {
    /// Returns the struct, if the type is one.
    pub fn as_struct(&self) -> Option<&Struct> {
        if let Self::Struct(body) = self { Some(body) } else { None }
    }

    /// Calls `visit` with each of [`Self::types`]. `visit` may change the type.
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

    /// Returns the types that this type is made of.
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

    /// Calls `visit` with the description of each field or member. `visit` may change the description.
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
    /// The type of undeclared fields; `None` if the document does not allow any.
    pub additional: Option<Value>,
}

impl Struct {
    /// Returns `true` if no field is required, so that the struct has a default value.
    pub fn has_default(&self) -> bool {
        self.fields.iter().all(|field| field.presence() != Presence::Always)
    }
}

/// A field of a struct.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Field {
    /// The name in Rust.
    pub name: String,
    /// The name in JSON.
    pub wire_name: String,
    /// The value of the field.
    pub value: Value,
    /// Whether the field is always present.
    pub required: bool,
    /// Whether the field, which exists in only one direction, is always present there, while its struct is used in
    /// both.
    pub required_one_way: bool,
    /// The direction in which the field exists.
    pub direction: Direction,
    /// Whether a caller can set the field to null, which differs from omitting it.
    pub tells_null: bool,
    /// The description in the document, as Markdown; empty if there is none.
    pub docs: String,
}

impl Field {
    /// Returns `true` if the field is present in every response.
    pub fn is_received(&self) -> bool {
        self.required || self.required_one_way && self.direction == Direction::ReadOnly
    }

    /// Returns how the field is represented in Rust.
    pub fn presence(&self) -> Presence {
        if self.required && !self.value.nullable {
            return Presence::Always;
        }
        if self.tells_null { Presence::OrNull } else { Presence::Optional }
    }
}

/// The direction in which a field exists.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Direction {
    /// Requests and responses.
    Both,
    /// Responses only: the service sets the field.
    ReadOnly,
    /// Requests only: the service does not return the field.
    WriteOnly,
}

/// How a field is represented in Rust.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Presence {
    /// A plain value, which is always present and never null.
    Always,
    /// An `Option`. `None` means null, or absent if the field is not required.
    Optional,
    /// An `Option` in an `Option`. `None` means absent, and `Some(None)` means null.
    OrNull,
}

/// A string or a number from a list of values.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Enum {
    /// The kind of the values.
    pub of: EnumOf,
    /// The values, in the document's order.
    pub values: Vec<EnumValue>,
    /// The name of the variant for all other values.
    pub other: String,
}

impl Enum {
    /// Returns the values by their text on the wire.
    pub fn values_by_text(&self) -> HashMap<&str, &EnumValue> {
        self.values.iter().map(|value| (value.wire_name.as_str(), value)).collect()
    }
}

/// A value of an enum.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct EnumValue {
    /// The name of the variant.
    pub name: String,
    /// The string in JSON, or the number as it is written there.
    pub wire_name: String,
}

/// The kinds of strings and numbers, including the values of enums.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum EnumOf {
    /// Strings.
    Text,
    /// Integers.
    Integer,
    /// Any numbers.
    Number,
}

/// A value of one of several types.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Union {
    /// The types, in the document's order.
    pub members: Vec<UnionMember>,
    /// How the members are distinguished.
    pub by: Discriminant,
    /// The name of the variant for all other values.
    pub other: String,
}

/// How the members of a union are distinguished.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Discriminant {
    /// By the kind of JSON value.
    Kind,
    /// By the string in the field with this name in JSON. All members are objects.
    Tag(String),
    /// By the boolean or integer in the field with this name in JSON. All members are objects and declare the field.
    Scalar(String),
    /// By which field is present. All members are objects.
    Presence,
}

/// A member of a union.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct UnionMember {
    /// The name of the variant.
    pub name: String,
    /// The type, which is never null: whether null is allowed depends on where the union is used.
    pub ty: Type,
    /// The values that belong to this member.
    pub case: Case,
    /// Further strings in the tag that select this member.
    pub also: Vec<String>,
    /// The description in the document, as Markdown; empty if there is none.
    pub docs: String,
}

/// The values that belong to a member of a union.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Case {
    /// Values of this kind.
    Kind(JsonKind),
    /// Values with one of these strings in the tag, which the member declares as a field.
    Tag(Vec<String>),
    /// Values with this string in the tag, which the member does not declare as a field.
    UndeclaredTag(String),
    /// Values with this field, named as in JSON.
    Field(String),
    /// Values without the tag, or without any of the distinguishing fields.
    Absent,
    /// Values without the tag, and values whose tag contains a string that belongs to no other member.
    AnyTag,
}

/// The kinds of values that JSON distinguishes.
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

/// A page of a listing: a struct with one list, and an identifier of the next page.
#[derive(Debug, Clone)]
pub struct Page {
    /// The name of the struct.
    pub name: String,
    /// The field with the list.
    pub list: PageField,
    /// The type of the elements of the list.
    pub item: Value,
    /// The field with the identifier of the next page.
    pub next: PageField,
}

/// A field of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageField {
    /// The name in Rust.
    pub name: String,
    /// How the field is represented.
    pub presence: Presence,
}

/// A struct of parallel lists that are indexed together, one of which contains points in time.
#[derive(Debug, Clone)]
pub struct Series {
    /// The name of the struct.
    pub name: String,
    /// The sample: the struct of the elements at one index, with a field for each list.
    pub sample: TypeDef,
    /// The lists, in the order of the fields of the sample.
    pub lists: Vec<Field>,
}
