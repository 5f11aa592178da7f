//! Types: what values are made of.

use std::collections::{BTreeMap, HashMap};

use super::{Place, TypePath};

/// A value where it is used: of a type, and perhaps null.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Value {
    /// The type of a value that is not null.
    pub ty: Type,
    /// `true` if null is a value, too.
    pub nullable: bool,
}

/// The type of a value.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Type {
    /// Any JSON value.
    Any,
    /// A boolean.
    Boolean,
    /// A whole number of 32 bits.
    Int32,
    /// A whole number.
    Int64,
    /// A whole number of 64 bits that is never negative.
    Uint64,
    /// Any number.
    Number,
    /// Any number; whole ones are exact.
    ExactNumber,
    /// Any text.
    Text,
    /// A UUID.
    Uuid,
    /// A point in time, in RFC 3339.
    DateTime,
    /// A calendar date or a point in time, as it was written.
    Date,
    /// A UNIX timestamp in a query, declared as a date.
    QueryTime,
    /// A point in time as a parameter in a query, in RFC 3339.
    QueryDateTime,
    /// The content of one part of a body: a file.
    Part,
    /// Any parts of a body, by name.
    Parts,
    /// A list.
    List(Box<Value>),
    /// An object with any names, and values of one type.
    Map(Box<Value>),
    /// An object with any fields.
    Object,
    /// A [`TypeDef`].
    Named(String),
    /// A type of the client, or of what it depends on.
    Own(TypePath),
}

impl Type {
    /// Returns `true` if the values are points in time, in a type of the runtime's module `time`.
    pub fn is_time(&self) -> bool {
        matches!(self, Self::Date | Self::QueryTime | Self::QueryDateTime)
    }

    /// Returns `true` if it is made of a type of the client's own.
    pub fn is_own(&self) -> bool {
        match self {
            Self::Own(_) => true,
            Self::List(inner) | Self::Map(inner) => inner.ty.is_own(),
            _ => false,
        }
    }

    /// Gives the named types that this one is made of their names in `names`; those without one there keep theirs.
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

    /// The struct that it is, one of `types`.
    pub fn as_struct<'a>(&self, types: &TypesByName<'a>) -> Option<&'a Struct> {
        let Self::Named(name) = self else { return None };
        types.get(name.as_str())?.kind.as_struct()
    }

    /// The name of the named type that is in it.
    pub fn mentioned(&self) -> Option<&str> {
        match self {
            Self::Named(name) => Some(name),
            Self::List(inner) | Self::Map(inner) => inner.ty.mentioned(),
            _ => None,
        }
    }
}

/// The types of an API by name.
pub type TypesByName<'a> = HashMap<&'a str, &'a TypeDef>;

/// A type with a name.
#[derive(Debug, Clone)]
pub struct TypeDef {
    /// In Rust.
    pub name: String,
    /// Where it stands. A type that is declared in place gets it with its name.
    pub place: Place,
    /// The description in the document, as Markdown; empty if there is none.
    pub docs: String,
    /// The kind of the type.
    pub kind: Kind,
}

/// The kinds of types with a name.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Kind {
    /// An object with declared fields.
    Struct(Struct),
    /// Text or a number of a list of values that may grow.
    Enum(Enum),
    /// One of several types.
    Union(Union),
    /// A list or map that contains itself, and so needs a name.
    Newtype(Value),
}

impl Kind {
    /// The struct that it is.
    pub fn as_struct(&self) -> Option<&Struct> {
        if let Self::Struct(body) = self { Some(body) } else { None }
    }

    /// Calls `visit` with each of [`Self::types`], which it may change.
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

    /// The types that this one is made of.
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

    /// Calls `visit` with the description of each field or member, which it may change.
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
    /// In the document's order.
    pub fields: Vec<Field>,
    /// The values of fields that are not declared, where the document allows some.
    pub additional: Option<Value>,
}

impl Struct {
    /// Returns `true` if it can be made of nothing: no field must be there.
    pub fn has_default(&self) -> bool {
        self.fields.iter().all(|field| field.presence() != Presence::Always)
    }
}

/// One field of a struct.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Field {
    /// In Rust.
    pub name: String,
    /// In JSON.
    pub wire_name: String,
    /// The value of the field.
    pub value: Value,
    /// Set if it is always there.
    pub required: bool,
    /// Set if it is always there in its only direction, and its struct is used in the other one, too.
    pub required_one_way: bool,
    /// The direction in which it is there, if it is only there in one.
    pub direction: Direction,
    /// Set if a caller can say null, which is another thing than leaving the field out.
    pub tells_null: bool,
    /// The description in the document, as Markdown; empty if there is none.
    pub docs: String,
}

impl Field {
    /// Returns `true` if each response has it.
    pub fn is_received(&self) -> bool {
        self.required || self.required_one_way && self.direction == Direction::ReadOnly
    }

    /// Returns the way in which the field is held in Rust.
    pub fn presence(&self) -> Presence {
        if self.required && !self.value.nullable {
            return Presence::Always;
        }
        if self.tells_null { Presence::OrNull } else { Presence::Optional }
    }
}

/// Where a field is there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Direction {
    /// In requests and responses.
    Both,
    /// In responses: the service sets it.
    ReadOnly,
    /// In requests: the service does not give it back.
    WriteOnly,
}

/// The ways to hold a field in Rust.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Presence {
    /// As it is: always present, and never null.
    Always,
    /// As an `Option`: `None` is null, or absent where the field is not required.
    Optional,
    /// As an `Option` in an `Option`: `None` is absent, `Some(None)` is null.
    OrNull,
}

/// A string or a number from a list of values.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Enum {
    /// The kind of the values.
    pub of: EnumOf,
    /// In the document's order.
    pub values: Vec<EnumValue>,
    /// The variant for every other value.
    pub other: String,
}

impl Enum {
    /// The values, by how they are written on the wire.
    pub fn by_value(&self) -> HashMap<&str, &EnumValue> {
        self.values.iter().map(|value| (value.wire_name.as_str(), value)).collect()
    }
}

/// One value of an enum.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct EnumValue {
    /// The variant.
    pub name: String,
    /// The string in JSON, or the number as it is written there.
    pub wire_name: String,
}

/// The kinds of texts and numbers, those of an enum among them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum EnumOf {
    /// Strings.
    Text,
    /// Whole numbers.
    Integer,
    /// Any numbers.
    Number,
}

/// One of several types.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Union {
    /// In the document's order.
    pub members: Vec<UnionMember>,
    /// The discriminant of the members.
    pub by: Discriminant,
    /// The variant for every other value.
    pub other: String,
}

/// The means by which the members of a union are distinguished.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Discriminant {
    /// The kind of JSON value.
    Kind,
    /// The string in the field of this name in JSON. All members are objects.
    Tag(String),
    /// The boolean or whole number in the field of this name in JSON. All members are objects that declare it.
    Scalar(String),
    /// Which field is present. All members are objects.
    Presence,
}

/// One type of a union.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct UnionMember {
    /// The variant.
    pub name: String,
    /// Never null: whether there may be null depends on where the union is used.
    pub ty: Type,
    /// Which values belong to this member.
    pub case: Case,
    /// Further strings in the tag that lead to this member.
    pub also: Vec<String>,
    /// The description in the document, as Markdown; empty if there is none.
    pub docs: String,
}

/// Which values belong to one member of a union.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Case {
    /// Those of one kind.
    Kind(JsonKind),
    /// Those with one of these strings in the tag, which the member declares as a field.
    Tag(Vec<String>),
    /// Those with this string in the tag, which the member does not declare.
    UndeclaredTag(String),
    /// Those with this field, by its name in JSON.
    Field(String),
    /// Those without the tag, or without any of the fields.
    Absent,
    /// Those without the tag, and those with a string in it that belongs to no other member.
    AnyTag,
}

/// The kinds of values that JSON itself distinguishes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum JsonKind {
    /// A text.
    String,
    /// A number.
    Number,
    /// `true` or `false`.
    Boolean,
    /// A list.
    Array,
    /// An object.
    Object,
}

/// A page of a listing: a struct with one list, and the identifier of what comes next.
#[derive(Debug, Clone)]
pub struct Page {
    /// The struct.
    pub name: String,
    /// The list.
    pub list: PageField,
    /// The elements of the list.
    pub item: Value,
    /// The identifier.
    pub next: PageField,
}

/// A field of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageField {
    /// In Rust.
    pub name: String,
    /// The way in which it is held.
    pub presence: Presence,
}

/// A struct of parallel lists that are indexed together, one of them the points in time.
#[derive(Debug, Clone)]
pub struct Series {
    /// The struct.
    pub name: String,
    /// The struct of the elements at one index, with a field for each list.
    pub sample: TypeDef,
    /// In the order of the fields of the sample.
    pub lists: Vec<Field>,
}
