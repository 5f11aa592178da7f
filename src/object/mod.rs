//! The structs of the document as JSON objects: they are read, written and shown by the code of this module, which
//! needs a line for each field. The code of serde's derives took half the compile time of a large document.

mod read;
mod show;
mod write;

use std::collections::BTreeMap;
use std::fmt;

use serde::de::MapAccess;
use serde::ser::Serialize;

pub(crate) use read::{
    Ignored, Kept, KeptTimes, Undeclared, deserialize, missing, next, present, time, time_present, value,
};
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

/// What is done with each field of a struct.
pub(crate) trait Visitor {
    /// A field that is always written; `name` is the one on the wire.
    fn always(&mut self, field: &'static str, name: &'static str, value: &(impl Serialize + fmt::Debug));

    /// A field that is written unless it is `None`.
    fn if_some<T: Serialize + fmt::Debug>(&mut self, field: &'static str, name: &'static str, value: &Option<T>);

    /// The fields that the document does not declare.
    fn undeclared<T: Serialize + fmt::Debug>(&mut self, field: &'static str, fields: &BTreeMap<String, T>);
}

/// Implements `Debug`, `PartialEq`, `Serialize` and `Deserialize` for a struct.
///
/// ```ignore
/// object! {
///     Incident requires [id "id"] allows [name, more] {
///         0 id "id" value always String;
///         1 name "name" value if_some Option<String>;
///         2 more "moreThanThat" time if_some Option<DateTime<Utc>>;
///     } undeclared Ignored []
/// }
/// ```
/// A field has its index, its name on the wire, a function of this module that reads it, a method of [`Visitor`], and
/// its type.
#[allow(unused_macros, reason = "the document decides whether there are structs")]
macro_rules! object {
    (
        $name:ident requires [$($required:ident $required_name:literal),*] allows [$($optional:ident),*] {
            $($index:literal $field:ident $wire_name:literal $read:ident $visit:ident $ty:ty;)*
        } undeclared $undeclared:ident [$($extra:ident)?]
    ) => {
        impl $crate::object::Object for $name {
            const NAME: &'static str = stringify!($name);
            const FIELDS: &'static [&'static str] = &[$($wire_name),*];
            const UNDECLARED: &'static [&'static str] = &[$(stringify!($extra))?];

            fn index(name: &str) -> ::std::option::Option<usize> {
                match name {
                    $($wire_name => ::std::option::Option::Some($index),)*
                    _ => ::std::option::Option::None,
                }
            }

            fn read<'de, A: ::serde::de::MapAccess<'de>>(mut object: A) -> ::std::result::Result<Self, A::Error> {
                use $crate::object::Undeclared as _;

                // Not in variables: one could have the name of a tuple struct, which it cannot shadow. Type inference
                // would take time quadratic in the number of fields.
                struct Found { $($field: ::std::option::Option<$ty>,)* }

                let mut found = Found { $($field: ::std::option::Option::None,)* };
                let mut undeclared = $crate::object::$undeclared::default();
                while let ::std::option::Option::Some(index) =
                    $crate::object::next::<Self, _>(&mut object, &mut undeclared)?
                {
                    match index {
                        $(::std::option::Option::Some($index) => {
                            $crate::object::$read(&mut object, $wire_name, &mut found.$field)
                        })*
                        _ => undeclared.value(&mut object),
                    }?;
                }
                ::std::result::Result::Ok(Self {
                    $($required: match found.$required {
                        ::std::option::Option::Some(value) => value,
                        ::std::option::Option::None => {
                            return ::std::result::Result::Err($crate::object::missing($required_name));
                        }
                    },)*
                    $($optional: ::std::option::Option::flatten(found.$optional),)*
                    $($extra: undeclared.0,)?
                })
            }

            fn visit(&self, visitor: &mut impl $crate::object::Visitor) {
                $(visitor.$visit(stringify!($field), $wire_name, &self.$field);)*
                $(visitor.undeclared(stringify!($extra), &self.$extra);)?
            }
        }

        impl<'de> ::serde::Deserialize<'de> for $name {
            fn deserialize<D: ::serde::Deserializer<'de>>(deserializer: D) -> ::std::result::Result<Self, D::Error> {
                $crate::object::deserialize(deserializer)
            }
        }

        impl ::serde::Serialize for $name {
            fn serialize<S: ::serde::Serializer>(&self, serializer: S) -> ::std::result::Result<S::Ok, S::Error> {
                $crate::object::serialize(self, serializer)
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
                $crate::object::show(self, f)
            }
        }
    };
}
pub(crate) use object;

#[cfg(test)]
mod tests;
