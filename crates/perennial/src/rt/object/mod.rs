//! The structs of the document as JSON objects: they are read, written and shown by the code of this module, which
//! needs a line for each field. The code of serde's derives took half the compile time of a large document.

mod kept;
mod one_way;
mod read;
mod show;
pub mod visit;
mod write;

use std::collections::BTreeMap;
use std::fmt;

use serde::de::MapAccess;
use serde_json::{Map, Value};

pub use kept::{Kept, Nothing, Undeclared};
pub use read::{deserialize, missing, next, untagged, value};
pub use show::show;
pub use write::{serialize, tagged};

use crate::encode::Encode;

/// A struct of the document.
#[doc(hidden)]
pub trait Object: Sized {
    const NAME: &'static str;
    /// The fields that the document declares, by their names on the wire.
    const FIELDS: &'static [&'static str];
    /// The fields that a request leaves out.
    const READ_ONLY: &'static [&'static str] = &[];
    /// Of these, the ones that are `None` in a request, and always in a response.
    const RECEIVED: &'static [&'static str] = &[];
    /// The fields that are `None` in a response, and always in a request.
    const SENT: &'static [&'static str] = &[];

    /// The index of the field that is called `name` on the wire.
    fn index(name: &str) -> Option<usize>;

    fn read<'de, A: MapAccess<'de>>(object: A) -> Result<Self, A::Error>;

    /// Visits the fields in the order of the document.
    fn visit(&self, visitor: &mut impl Visitor);
}

/// The fields that the document declares for `T`, by their names on the wire.
pub const fn fields<T: Object>() -> &'static [&'static str] {
    T::FIELDS
}

/// A visitor of each field of a struct.
pub trait Visitor {
    /// A field that is called `name` on the wire, and whether it is written: an optional one is not if it is `None`.
    fn declared(
        &mut self,
        field: &'static str,
        name: &'static str,
        value: &(impl Encode + fmt::Debug),
        is_written: bool,
    );

    /// The fields that the document does not declare.
    fn undeclared(&mut self, fields: &Map<String, Value>);

    /// The fields that may have any name, where the document says of what type they are.
    fn extra<T: Encode + fmt::Debug>(&mut self, field: &'static str, fields: &BTreeMap<String, T>);
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
/// `Box`, `optional(any)` is any JSON, `optional(any_or_null)` is one that keeps null, `required(own)` is of
/// a type of the client's own, which serde reads and writes, and `build as build_` has a setter of another name.
///
/// Undeclared fields are kept behind a private pointer; where the document says of what type they are, in a field, by
/// `keeps extra: BTreeMap<String, T>;`. `forgets undeclared;` is for a struct that no body has. `nests { a b }` lists
/// the fields that have other structs in them, which keep undeclared fields, too. `read_only { "id" }` are left out of
/// requests; `received { "id" }` and `sent { "secret" }` are required in one direction, and `optional` here.
#[doc(hidden)]
#[macro_export]
macro_rules! __object {
    (
        $(#[$meta:meta])*
        pub struct $name:ident built in $module:ident {
            $(
                $(#[$docs:meta])*
                $index:literal $need:ident $(($how:ident))? $field:ident $(as $setter:ident)?: $ty:ty = $wire:literal;
            )*
        }
        $(keeps $extra:ident: $values:ty;)?
        $(forgets $undeclared:ident;)?
        $(nests { $($nested:ident)* })?
        $(read_only { $($read_only:literal)* })?
        $(received { $($received:literal)* })?
        $(sent { $($sent:literal)* })?
        $(clears { $($clear:ident $cleared:literal;)* })?
    ) => {
        $(#[$meta])*
        #[allow(clippy::empty_docs, reason = "of most fields, null says nothing")]
        #[non_exhaustive]
        pub struct $name {
            $($(#[$docs])* #[doc = $crate::__private::v1::said_of_null!($need)] pub $field: $crate::__private::v1::field_type!($need $($how)?: $ty),)*
            $(
                /// The fields that the document does not declare, by name.
                pub $extra: $values,
            )?
            // No field of a document is called like that.
            undeclared_: $crate::__private::v1::undeclared!($($extra)? $($undeclared)?),
        }

        impl $crate::__private::v1::object::Object for $name {
            const NAME: &'static str = ::std::stringify!($name);
            const FIELDS: &'static [&'static str] = &[$($wire),*];
            $(const READ_ONLY: &'static [&'static str] = &[$($read_only),*];)?
            $(const RECEIVED: &'static [&'static str] = &[$($received),*];)?
            $(const SENT: &'static [&'static str] = &[$($sent),*];)?

            fn index(name: &str) -> ::std::option::Option<usize> {
                match name {
                    $($wire => ::std::option::Option::Some($index),)*
                    _ => ::std::option::Option::None,
                }
            }

            #[allow(unused, clippy::diverging_sub_expression, reason = "where no field is required")]
            fn read<'de, A: $crate::__private::v1::serde::de::MapAccess<'de>>(mut object: A) -> ::std::result::Result<Self, A::Error> {
                // Not in variables: one could have the name of a tuple struct, which it cannot shadow. Type inference
                // would take time quadratic in the number of fields.
                struct Found { $($field: ::std::option::Option<$crate::__private::v1::field_type!($need $($how)?: $ty)>,)* }

                let mut found = Found { $($field: ::std::option::Option::None,)* };
                let mut undeclared = $crate::__private::v1::keep!($($values)? $($undeclared)?);
                while let ::std::option::Option::Some(index) =
                    $crate::__private::v1::object::next::<Self, _>(&mut object, &mut undeclared)?
                {
                    match index {
                        $(::std::option::Option::Some($index) => {
                            $crate::__private::v1::object::value::$need $(::$how)? (&mut object, $wire, &mut found.$field)
                        })*
                        _ => undeclared.value(&mut object),
                    }?;
                }
                // One way out for all fields: rustc takes time for each.
                let name: &'static str = 'missing: {
                    return ::std::result::Result::Ok(Self {
                        $($field: $crate::__private::v1::take_field!($need: found.$field, 'missing $wire),)*
                        $($extra: undeclared.fields,)?
                        undeclared_: $crate::__private::v1::take_undeclared!(undeclared $($extra)?),
                    });
                };
                ::std::result::Result::Err($crate::__private::v1::object::missing(name))
            }

            fn visit(&self, visitor: &mut impl $crate::__private::v1::object::Visitor) {
                $($crate::__private::v1::object::visit::$need $(::$how)? (visitor, ::std::stringify!($field), $wire, &self.$field);)*
                $(visitor.extra(::std::stringify!($extra), &self.$extra);)?
                visitor.undeclared(self.undeclared_.fields());
            }
        }

        $crate::__private::v1::read_and_write! {
            $name: |from| $crate::__private::v1::object::deserialize(from);
            |object, to| $crate::__private::v1::object::serialize(object, to)
        }

        impl $crate::__private::v1::Decode for $name {
            // Uncompiled where no builder and no caller needs it.
            #[inline]
            fn clear_undeclared(&mut self) {
                $($($crate::__private::v1::Decode::clear_undeclared(&mut self.$nested);)*)?
                $($crate::__private::v1::Decode::clear_undeclared(&mut self.$extra);)?
                self.undeclared_.clear();
            }
        }

        impl $name {
            /// The fields that came with the value and that the document does not declare, by name: they are written
            /// with the others. Where the document says of what type they are, they are in a field of the struct instead;
            /// so is one that a later document declares.
            #[inline]
            pub fn undeclared(&self) -> &$crate::__private::v1::serde_json::Map<::std::string::String, $crate::__private::v1::serde_json::Value> {
                self.undeclared_.fields()
            }

            /// Drops the [undeclared](Self::undeclared) fields, also those of the values in this one.
            #[inline]
            pub fn clear_undeclared(&mut self) {
                $crate::__private::v1::Decode::clear_undeclared(self);
            }
        }

        // The derived code is one expression with nested fields, which overflows rustc's stack after thousands of them.
        impl ::std::cmp::PartialEq for $name {
            fn eq(&self, other: &Self) -> bool {
                $(if self.$field != other.$field { return false; })*
                $(if self.$extra != other.$extra { return false; })?
                self.undeclared_ == other.undeclared_
            }
        }

        impl ::std::fmt::Debug for $name {
            #[inline]
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                $crate::__private::v1::object::show(self, f)
            }
        }

        mod $module {
            $crate::__private::v1::builder! {
                $name {
                    $($(#[$docs])* $index $need $(($how))? $field $(as $setter)?: $ty;)*
                }
                $(extends $extra: $values;)?
                $(clears { $($clear $cleared;)* })?
            }
        }
    };
}

/// The type of a field.
#[doc(hidden)]
#[macro_export]
macro_rules! __field_type {
    (required boxed: $ty:ty) => { ::std::boxed::Box<$ty> };
    (required $($how:ident)?: $ty:ty) => { $ty };
    // Most fields, in one step.
    (optional: $ty:ty) => { ::std::option::Option<$ty> };
    (optional_nullable $($how:ident)?: $ty:ty) => {
        ::std::option::Option<$crate::__private::v1::field_type!(optional $($how)?: $ty)>
    };
    ($need:ident $($how:ident)?: $ty:ty) => { ::std::option::Option<$crate::__private::v1::field_type!(required $($how)?: $ty)> };
}

/// The sentence that says which value of a field is null.
#[doc(hidden)]
#[macro_export]
macro_rules! __said_of_null {
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

/// The value of a field of which `$found` was read.
#[doc(hidden)]
#[macro_export]
macro_rules! __take_field {
    (required: $found:expr, $missing:lifetime $wire:literal) => {
        match $found {
            ::std::option::Option::Some(value) => value,
            ::std::option::Option::None => break $missing $wire,
        }
    };
    ($need:ident: $found:expr, $missing:lifetime $wire:literal) => {
        match $found {
            ::std::option::Option::Some(value) => value,
            ::std::option::Option::None => ::std::option::Option::None,
        }
    };
}

/// The type behind the private pointer.
#[doc(hidden)]
#[macro_export]
macro_rules! __undeclared {
    () => {
        $crate::__private::v1::object::Undeclared
    };
    ($elsewhere:ident) => {
        $crate::__private::v1::object::Nothing
    };
}

/// The value that collects what is read beside the declared fields. Its type is explicit: inferred, it would be an open
/// question at each field.
#[doc(hidden)]
#[macro_export]
macro_rules! __keep {
    () => {
        $crate::__private::v1::object::Kept::<$crate::__private::v1::object::Undeclared>::default()
    };
    (undeclared) => {
        $crate::__private::v1::object::Kept::<$crate::__private::v1::object::Nothing>::default()
    };
    ($values:ty) => {
        $crate::__private::v1::object::Kept::<$values>::default()
    };
}

/// That, after `$kept` was read: where the fields are public, nothing is left.
#[doc(hidden)]
#[macro_export]
macro_rules! __take_undeclared {
    ($kept:ident) => {
        $kept.fields
    };
    ($kept:ident $extra:ident) => {
        $crate::__private::v1::object::Nothing
    };
}

#[cfg(test)]
#[allow(dead_code, reason = "not all that a type gets is called")]
mod tests;
