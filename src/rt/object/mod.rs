//! The structs of the document as JSON objects: they are read, written and shown by the code of this module, which
//! needs a line for each field. The code of serde's derives took half the compile time of a large document.

mod read;
mod show;
mod write;

use std::collections::BTreeMap;
use std::fmt;

use serde::de::MapAccess;
use serde::ser::Serialize;

pub(crate) use read::{Ignored, Kept, Undeclared, deserialize, missing, next, present, value};
pub(crate) use show::show;
pub(crate) use write::serialize;

/// A struct of the document.
pub(crate) trait Object: Sized {
    const NAME: &'static str;
    /// The fields that the document declares, by their names on the wire.
    const FIELDS: &'static [&'static str];
    /// The field that keeps what the document does not declare, if there is one.
    const UNDECLARED: &'static [&'static str];

    /// The index of the field that is called `name` on the wire.
    fn index(name: &str) -> Option<usize>;

    fn read<'de, A: MapAccess<'de>>(object: A) -> Result<Self, A::Error>;

    /// Visits the fields in the order of the document.
    fn visit(&self, visitor: &mut impl Visitor);
}

/// The fields that the document declares for `T`, by their names on the wire.
pub(crate) const fn fields<T: Object>() -> &'static [&'static str] {
    T::FIELDS
}

/// What is done with each field of a struct.
pub(crate) trait Visitor {
    /// A field that is always written; `name` is the one on the wire.
    fn always(&mut self, field: &'static str, name: &'static str, value: &(impl Serialize + fmt::Debug));

    /// A field that is written unless it is `None`.
    fn if_some<T: Serialize + fmt::Debug>(&mut self, field: &'static str, name: &'static str, value: &Option<T>);

    /// The fields that the document does not declare.
    fn undeclared<T: Serialize + fmt::Debug>(&mut self, field: &'static str, fields: &BTreeMap<String, T>);
}

/// Defines a struct, and its builder in a module of its own, which `types::builder` exports.
///
/// ```ignore
/// object! {
///     /// A note.
///     #[derive(Clone)]
///     pub struct Note built in build_Note {
///         /// Its id.
///         0 required id: String = "id";
///         1 optional name: String = "name";
///         2 optional_nullable more: DateTime<Utc> = "moreThanThat";
///     }
///     clears { clear_more "moreThanThat"; }
/// }
/// ```
/// A field has its index; whether it must be there and may be null: `required`, `nullable`, `optional`, or
/// `optional_nullable`; its name; the type of a value that is there; and its name on the wire. `required(boxed)` is in a
/// `Box`, `optional(any)` is any JSON, `optional(any_or_null)` is one that keeps null, and `build as build_` has a setter
/// of another name. What is not declared is kept by `keeps extra: BTreeMap<String, T>;`.
macro_rules! object {
    (
        $(#[$meta:meta])*
        pub struct $name:ident built in $module:ident {
            $(
                $(#[$docs:meta])*
                $index:literal $need:ident $(($how:ident))? $field:ident $(as $setter:ident)?: $ty:ty = $wire:literal;
            )*
        }
        $(keeps $extra:ident: $values:ty;)?
        $(clears { $($clear:ident $cleared:literal;)* })?
    ) => {
        $(#[$meta])*
        #[allow(clippy::empty_docs, reason = "of most fields, null says nothing")]
        #[non_exhaustive]
        pub struct $name {
            $($(#[$docs])* #[doc = $crate::rt::said_of_null!($need)] pub $field: $crate::rt::field_type!($need $($how)?: $ty),)*
            $(
                /// The fields that the document does not declare, by name.
                pub $extra: $values,
            )?
        }

        impl $crate::rt::object::Object for $name {
            const NAME: &'static str = stringify!($name);
            const FIELDS: &'static [&'static str] = &[$($wire),*];
            const UNDECLARED: &'static [&'static str] = &[$(stringify!($extra))?];

            fn index(name: &str) -> ::std::option::Option<usize> {
                match name {
                    $($wire => ::std::option::Option::Some($index),)*
                    _ => ::std::option::Option::None,
                }
            }

            fn read<'de, A: ::serde::de::MapAccess<'de>>(mut object: A) -> ::std::result::Result<Self, A::Error> {
                use $crate::rt::object::Undeclared as _;

                // Not in variables: one could have the name of a tuple struct, which it cannot shadow. Type inference
                // would take time quadratic in the number of fields.
                struct Found { $($field: ::std::option::Option<$crate::rt::field_type!($need $($how)?: $ty)>,)* }

                let mut found = Found { $($field: ::std::option::Option::None,)* };
                let mut undeclared = $crate::rt::undeclared!($($extra)?);
                while let ::std::option::Option::Some(index) =
                    $crate::rt::object::next::<Self, _>(&mut object, &mut undeclared)?
                {
                    match index {
                        $(::std::option::Option::Some($index) => {
                            $crate::rt::read_field!($need $($how)?)(&mut object, $wire, &mut found.$field)
                        })*
                        _ => undeclared.value(&mut object),
                    }?;
                }
                ::std::result::Result::Ok(Self {
                    $($field: $crate::rt::take_field!($need: found.$field, $wire),)*
                    $($extra: undeclared.0,)?
                })
            }

            fn visit(&self, visitor: &mut impl $crate::rt::object::Visitor) {
                $($crate::rt::visit_field!($need: visitor, $field, $wire, self);)*
                $(visitor.undeclared(stringify!($extra), &self.$extra);)?
            }
        }

        impl<'de> ::serde::Deserialize<'de> for $name {
            fn deserialize<D: ::serde::Deserializer<'de>>(deserializer: D) -> ::std::result::Result<Self, D::Error> {
                $crate::rt::object::deserialize(deserializer)
            }
        }

        impl $crate::rt::Decode for $name {}

        impl ::serde::Serialize for $name {
            fn serialize<S: ::serde::Serializer>(&self, serializer: S) -> ::std::result::Result<S::Ok, S::Error> {
                $crate::rt::object::serialize(self, serializer)
            }
        }

        // The derived code is one expression with nested fields, which overflows rustc's stack after thousands of them.
        impl ::std::cmp::PartialEq for $name {
            fn eq(&self, other: &Self) -> bool {
                $(if self.$field != other.$field { return false; })*
                $(if self.$extra != other.$extra { return false; })?
                true
            }
        }

        impl ::std::fmt::Debug for $name {
            #[inline]
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                $crate::rt::object::show(self, f)
            }
        }

        mod $module {
            $crate::rt::builder! {
                $name {
                    $($(#[$docs])* $need $(($how))? $field $(as $setter)?: $ty = $wire;)*
                }
                $(extends $extra: $values;)?
                $(clears { $($clear $cleared;)* })?
            }
        }
    };
}
pub(crate) use object;

/// The type of a field.
macro_rules! field_type {
    (required: $ty:ty) => { $ty };
    (required boxed: $ty:ty) => { ::std::boxed::Box<$ty> };
    (required any: $ty:ty) => { $ty };
    (required any_or_null: $ty:ty) => { $ty };
    (nullable $($how:ident)?: $ty:ty) => { ::std::option::Option<$crate::rt::field_type!(required $($how)?: $ty)> };
    (optional $($how:ident)?: $ty:ty) => { ::std::option::Option<$crate::rt::field_type!(required $($how)?: $ty)> };
    (optional_nullable $($how:ident)?: $ty:ty) => {
        ::std::option::Option<::std::option::Option<$crate::rt::field_type!(required $($how)?: $ty)>>
    };
}
pub(crate) use field_type;

/// Which value of a field is null.
macro_rules! said_of_null {
    (nullable) => {
        "\n`None` is `null`."
    };
    (optional_nullable) => {
        "\n`Some(None)` is `null`, `None` leaves the field out."
    };
    ($need:ident) => {
        ""
    };
}
pub(crate) use said_of_null;

/// The function that reads a field.
macro_rules! read_field {
    (optional_nullable $($how:ident)?) => {
        $crate::rt::object::present
    };
    ($need:ident any_or_null) => {
        $crate::rt::object::present
    };
    ($need:ident $($how:ident)?) => {
        $crate::rt::object::value
    };
}
pub(crate) use read_field;

/// The value of a field of which `$found` was read.
macro_rules! take_field {
    (required: $found:expr, $wire:literal) => {
        match $found {
            ::std::option::Option::Some(value) => value,
            ::std::option::Option::None => {
                return ::std::result::Result::Err($crate::rt::object::missing($wire));
            }
        }
    };
    ($need:ident: $found:expr, $wire:literal) => {
        ::std::option::Option::flatten($found)
    };
}
pub(crate) use take_field;

/// Visits a field.
macro_rules! visit_field {
    (required: $visitor:ident, $field:ident, $wire:literal, $object:expr) => {
        $visitor.always(stringify!($field), $wire, &$object.$field)
    };
    (nullable: $visitor:ident, $field:ident, $wire:literal, $object:expr) => {
        $visitor.always(stringify!($field), $wire, &$object.$field)
    };
    ($need:ident: $visitor:ident, $field:ident, $wire:literal, $object:expr) => {
        $visitor.if_some(stringify!($field), $wire, &$object.$field)
    };
}
pub(crate) use visit_field;

/// What becomes of fields that the document does not declare.
macro_rules! undeclared {
    () => {
        $crate::rt::object::Ignored
    };
    ($extra:ident) => {
        $crate::rt::object::Kept::default()
    };
}
pub(crate) use undeclared;

#[cfg(test)]
mod tests;
