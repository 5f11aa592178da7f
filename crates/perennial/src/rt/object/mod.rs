//! Reads, writes and shows generated structs, which are JSON objects. Generated code contains one line per field.
//!
//! This module replaces serde's derives, which took half of the time to compile a client generated from a large
//! document.

mod kept;
mod one_way;
pub mod presence;
mod read;
mod show;
mod write;

use std::collections::BTreeMap;
use std::fmt;

use serde::de::MapAccess;
use serde::ser::Serialize;
use serde_json::{Map, Value};

pub use kept::{Ignored, Others, Undeclared};
pub use read::{Fields, deserialize, missing, untagged};
pub use show::show;
pub use write::{serialize, tagged};

use crate::decode::Decode;
use crate::encode::Encode;

/// Implemented by the structs that are generated from object schemas of the document.
#[doc(hidden)]
pub trait Object: Serialize + Decode {
    /// The name of the struct.
    const NAME: &'static str;
    /// The declared fields, by their names on the wire.
    const FIELDS: &'static [&'static str];
    /// A string for each declared field: a word of [`presence`], the name of the field in Rust, and the name of its
    /// setter if the setter has a different name.
    ///
    /// These are strings, because rustc compiles strings faster than structs.
    const SETTERS: &'static [&'static str];
    /// The fields that a builder sets unless the caller does, each with its value as JSON.
    const CONSTANTS: &'static [(&'static str, &'static str)] = &[];
    /// The fields that are omitted from requests.
    const READ_ONLY: &'static [&'static str] = &[];
    /// The fields that are required in responses, but not in requests.
    const RECEIVED: &'static [&'static str] = &[];
    /// The fields that are required in requests, but not in responses.
    const SENT: &'static [&'static str] = &[];

    /// An enum with a variant for each declared field.
    type DeclaredField;

    /// Returns the declared field that is called `name` on the wire. Generated code implements this with a `match`,
    /// which is faster than a search in `FIELDS`.
    fn field(name: &str) -> Option<Self::DeclaredField>;

    /// Reads the struct from the fields of an object.
    fn read<'de, A: MapAccess<'de>>(object: A) -> Result<Self, A::Error>;

    /// Passes each field to the visitor, in the order of the document.
    fn visit(&self, visitor: &mut impl Visitor);
}

pub const fn fields<T: Object>() -> &'static [&'static str] {
    T::FIELDS
}

/// The name of a field in Rust or on the wire.
pub type Name = &'static str;

/// A visitor that is called for each field of a struct. By default, it ignores the fields that the document does not
/// declare.
pub trait Visitor {
    /// Visits the field whose name on the wire is `name`. `is_written` is false if the field is omitted from JSON, such
    /// as an optional field that is `None`.
    fn declared(&mut self, field: Name, name: Name, value: &(impl Encode + fmt::Debug), is_written: bool);

    /// Visits all undeclared fields in one call.
    fn undeclared(&mut self, _fields: &Map<String, Value>) {}

    /// Visits all fields with arbitrary names in one call. The document declares the type `T` of their values.
    fn extra<T: Encode + fmt::Debug>(&mut self, _field: Name, _fields: &BTreeMap<String, T>) {}
}

/// Implements the traits with which a generated struct is read, written, compared and shown.
///
/// ```ignore
/// pub struct Note {
///     pub id: i32,
///     pub name: Option<String>,
///     pub more_than_that: Option<Option<DateTime<Utc>>>,
///     undeclared_: Undeclared,
/// }
///
/// object! { Note with builder:
///     "id" => id: required i32,
///     "name" => name: optional String,
///     "moreThanThat" => more_than_that: optional_nullable DateTime<Utc>,
///     _ => undeclared_: Undeclared,
/// }
/// ```
///
/// Each row contains a field's name on the wire, its name in Rust, a word of [`presence`], and the type of its value.
/// The last row declares the field that stores all other fields of the JSON object. Its type is [`Undeclared`],
/// [`Ignored`], or a map if the document declares the type of the values.
///
/// - `with builder`: the module `builder` contains a builder with the same name, which wraps a
///   [`Draft`](crate::rt::draft::Draft). The struct converts into the builder. The builder converts back if all
///   required fields are set.
/// - `optional Widget as own`: `Widget` is a custom type (`client.types` in `names.json`), which serde reads and
///   writes.
/// - `optional Value as any_or_null`: the field may contain any JSON value. Null counts as a value.
/// - `"build" => build set by build_: …`: the setter of the field `build` is called `build_`.
/// - `sets "kind" to "\"cat\"";`: a builder sets the required field `kind` to this JSON, unless the caller sets the
///   field.
/// - `holds objects in a, b;`: these fields contain structs that may have undeclared fields.
/// - `read only "id";`: these fields are omitted from requests.
/// - `received "id";`: these fields are required in responses, but not in requests. Their rows contain `optional`.
/// - `sent "secret";`: these fields are required in requests, but not in responses. Their rows contain `optional`.
#[doc(hidden)]
#[macro_export]
macro_rules! __object {
    (
        $name:ident $(with $builder:ident)?:
        $($wire:literal => $field:ident $(set by $setter:ident)?: $presence:ident $ty:ty $(as $how:ident)?,)*
        _ => $others:ident: $kept:ty,
        $(sets $($constant:literal to $json:literal),+;)?
        $(holds objects in $($holder:ident),+;)?
        $(read only $($read_only:literal),+;)?
        $(received $($received:literal),+;)?
        $(sent $($sent:literal),+;)?
    ) => {
        const _: () = {
            // Generated types never have lower-case names, so this name cannot shadow one.
            #[allow(non_camel_case_types, reason = "the variants are named after the fields")]
            pub enum declared_field { $($field,)* }

            impl $crate::__private::v1::object::Object for $name {
                const NAME: &'static str = ::std::stringify!($name);
                const FIELDS: &'static [&'static str] = &[$($wire),*];
                const SETTERS: &'static [&'static str] = &[$(::std::stringify!($presence $field $($setter)?)),*];
                $(const CONSTANTS: &'static [(&'static str, &'static str)] = &[$(($constant, $json)),+];)?
                $(const READ_ONLY: &'static [&'static str] = &[$($read_only),+];)?
                $(const RECEIVED: &'static [&'static str] = &[$($received),+];)?
                $(const SENT: &'static [&'static str] = &[$($sent),+];)?

                type DeclaredField = declared_field;

                fn field(name: &str) -> ::std::option::Option<declared_field> {
                    match name {
                        $($wire => ::std::option::Option::Some(declared_field::$field),)*
                        _ => ::std::option::Option::None,
                    }
                }

                fn read<'de, A: $crate::__private::v1::serde::de::MapAccess<'de>>(object: A) -> ::std::result::Result<Self, A::Error> {
                    // The values are fields of a struct rather than variables. A variable cannot have the name of a
                    // tuple struct, and the time that rustc takes to infer the types of variables is quadratic in their
                    // number.
                    struct Found { $($field: ::std::option::Option<$crate::__private::v1::object::presence::$presence::Held<$ty>>,)* }

                    #[allow(unused_mut, reason = "some structs have no fields")]
                    let mut found = Found { $($field: ::std::option::Option::None,)* };
                    let mut fields = $crate::__private::v1::object::Fields::<A, $kept>::new(object);
                    while let ::std::option::Option::Some(field) = fields.next_field::<Self>()? {
                        match field {
                            $(::std::option::Option::Some(declared_field::$field) => $crate::__private::v1::object::presence::read_value(
                                &mut fields.rest,
                                $wire,
                                &mut found.$field,
                                $crate::__private::v1::object::presence::$presence $(::$how)? ::store,
                            ),)*
                            ::std::option::Option::None => fields.other(),
                        }?;
                    }
                    // All missing fields share one exit, because rustc needs time for each exit.
                    #[allow(unreachable_code, clippy::diverging_sub_expression, reason = "some structs have no required fields")]
                    let missing: &'static str = 'missing: {
                        return ::std::result::Result::Ok(Self {
                            $($field: match $crate::__private::v1::object::presence::$presence::take(found.$field) {
                                ::std::option::Option::Some(value) => value,
                                ::std::option::Option::None => break 'missing $wire,
                            },)*
                            $others: fields.others,
                        });
                    };
                    ::std::result::Result::Err($crate::__private::v1::object::missing(missing))
                }

                fn visit(&self, visitor: &mut impl $crate::__private::v1::object::Visitor) {
                    $($crate::__private::v1::object::presence::$presence $(::$how)? ::visit(visitor, ::std::stringify!($field), $wire, &self.$field);)*
                    $crate::__private::v1::object::Others::visit(&self.$others, ::std::stringify!($others), visitor);
                }
            }
        };

        $crate::__private::v1::read_and_write! {
            $name: |from| $crate::__private::v1::object::deserialize(from);
            |object, to| $crate::__private::v1::object::serialize(object, to)
        }

        impl $crate::__private::v1::Decode for $name {
            // `inline` delays compilation until a builder or a caller uses the function.
            #[inline]
            fn clear_undeclared(&mut self) {
                $($($crate::__private::v1::Decode::clear_undeclared(&mut self.$holder);)+)?
                $crate::__private::v1::object::Others::clear(&mut self.$others);
            }
        }

        // Derived code would be a single expression, which is nested too deeply for rustc if there are thousands of
        // fields.
        impl ::std::cmp::PartialEq for $name {
            fn eq(&self, other: &Self) -> bool {
                $(if self.$field != other.$field { return false; })*
                self.$others == other.$others
            }
        }

        impl ::std::fmt::Debug for $name {
            #[inline]
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                $crate::__private::v1::object::show(self, f)
            }
        }

        $(
            impl ::std::convert::From<$name> for $builder::$name {
                #[inline]
                fn from(value: $name) -> Self {
                    Self(::std::convert::From::from(value))
                }
            }

            impl ::std::convert::TryFrom<$builder::$name> for $name {
                type Error = $crate::error::BuildError;

                #[inline]
                fn try_from(builder: $builder::$name) -> ::std::result::Result<Self, Self::Error> {
                    builder.build()
                }
            }
        )?
    };
}

/// Defines a struct with the fields that `object!` lists, as the generator does.
#[cfg(test)]
macro_rules! defined {
    (
        #[derive($($derived:ident),*)]
        $name:ident {
            $($wire:literal => $field:ident: $presence:ident $ty:ty,)*
            _ => $others:ident: $kept:ty,
        }
        $($rest:tt)*
    ) => {
        #[derive($($derived),*)]
        pub struct $name {
            $(pub $field: crate::rt::object::presence::$presence::Held<$ty>,)*
            pub $others: $kept,
        }

        crate::__private::v1::object! { $name:
            $($wire => $field: $presence $ty,)*
            _ => $others: $kept,
            $($rest)*
        }
    };
}

#[cfg(test)]
pub(super) use defined;

#[cfg(test)]
#[allow(dead_code, reason = "not all that a type gets is called")]
mod tests;
