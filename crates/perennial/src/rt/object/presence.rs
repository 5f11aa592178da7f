//! The types with which a struct contains its fields, by the words that `object!` accepts. Each word is a module that
//! contains the type of the field, and the functions that read, take and visit it, so that no macro has to choose
//! between them.

use std::fmt::Debug;

use serde::de::{DeserializeOwned, Error, MapAccess};
use serde::ser::Serialize;

use super::Visitor;
use crate::decode::{Decode, Decoded, OfAny};
use crate::encode::Encode;

/// Defines the modules of a word. Each module contains the type of the field, and re-exports its functions under the
/// names that `object!` uses.
macro_rules! words {
    ($(
        $(#[$docs:meta])*
        $word:ident: $held:ty, $take:ident {
            as_declared: $read:ident $visit:ident, own: $read_own:ident $visit_own:ident, any: $read_any:ident
        }
    )*) => {$(
        $(#[$docs])*
        pub mod $word {
            pub type Held<T> = $held;
            pub use super::{$read as read, $take as take, $visit as visit};

            /// The functions for an own type, which serde reads and writes.
            pub mod own {
                pub use super::super::{$read_own as read, $take as take, $visit_own as visit};
                pub use super::Held;
            }

            /// The functions for a value that is any JSON. Null is a value like any other.
            pub mod any_or_null {
                pub use super::super::{$read_any as read, $take as take, $visit as visit};
                pub use super::Held;
            }
        }
    )*};
}

words! {
    /// The field is always present and never null.
    required: T, required_value {
        as_declared: read_value visit_always, own: read_own visit_own_always, any: read_value
    }
    /// The field is always present. `None` is null.
    nullable: Option<T>, optional_value {
        as_declared: read_value visit_always, own: read_own visit_own_always, any: read_present
    }
    /// The field may be absent. `None` omits it, and null is read as `None`.
    optional: Option<T>, optional_value {
        as_declared: read_value visit_present, own: read_own visit_own_present, any: read_present
    }
    /// The field may be absent or null. `None` omits it, and `Some(None)` is null.
    optional_nullable: Option<Option<T>>, optional_value {
        as_declared: read_present visit_present, own: read_own_present visit_own_present, any: read_present
    }
}

/// Reads the value of the field called `name`, which comes next in `object`.
#[inline]
pub fn read_value<'de, A: MapAccess<'de>, T: Decode>(
    object: &mut A,
    name: &'static str,
    found: &mut Option<T>,
) -> Result<(), A::Error> {
    store_once(name, found, || object.next_value().map(|Decoded(value)| value))
}

/// Same as [`read_value`], but for an optional field that distinguishes null from absence: a value that is present is
/// `Some`, even if it is null.
#[inline]
pub fn read_present<'de, A: MapAccess<'de>, T: Decode>(
    object: &mut A,
    name: &'static str,
    found: &mut Option<Option<T>>,
) -> Result<(), A::Error> {
    store_once(name, found, || object.next_value().map(|Decoded(value)| Some(value)))
}

/// Same as [`read_value`], but for an own type.
pub fn read_own<'de, A: MapAccess<'de>, T: DeserializeOwned>(
    object: &mut A,
    name: &'static str,
    found: &mut Option<T>,
) -> Result<(), A::Error> {
    store_once(name, found, || object.next_value())
}

/// Same as [`read_present`], but for an own type.
pub fn read_own_present<'de, A: MapAccess<'de>, T: DeserializeOwned>(
    object: &mut A,
    name: &'static str,
    found: &mut Option<Option<T>>,
) -> Result<(), A::Error> {
    store_once(name, found, || object.next_value().map(Some))
}

#[inline]
fn store_once<T, E: Error>(
    name: &'static str,
    found: &mut Option<T>,
    read: impl FnOnce() -> Result<T, E>,
) -> Result<(), E> {
    if found.is_some() {
        return Err(E::duplicate_field(name));
    }
    *found = Some(read()?);
    Ok(())
}

/// Returns the value of a required field, or `None` if the field was not found.
#[inline]
pub fn required_value<T>(found: Option<T>) -> Option<T> {
    found
}

/// Returns the value of an optional field. A field that was not found is `None`.
#[inline]
pub fn optional_value<T>(found: Option<Option<T>>) -> Option<Option<T>> {
    Some(found.flatten())
}

impl<T: Serialize> Encode for OfAny<T> {}

/// Visits a field that is always written.
#[inline]
pub fn visit_always<V: Visitor>(
    visitor: &mut V,
    field: &'static str,
    name: &'static str,
    value: &(impl Encode + Debug),
) {
    visitor.declared(field, name, value, true);
}

/// Visits a field that is omitted if it is `None`.
#[inline]
pub fn visit_present<V: Visitor, T: Encode + Debug>(
    visitor: &mut V,
    field: &'static str,
    name: &'static str,
    value: &Option<T>,
) {
    visitor.declared(field, name, value, value.is_some());
}

/// Same as [`visit_always`], but for an own type.
pub fn visit_own_always<V: Visitor>(
    visitor: &mut V,
    field: &'static str,
    name: &'static str,
    value: &(impl Serialize + Debug),
) {
    visitor.declared(field, name, &OfAny(value), true);
}

/// Same as [`visit_present`], but for an own type.
pub fn visit_own_present<V: Visitor, T: Serialize + Debug>(
    visitor: &mut V,
    field: &'static str,
    name: &'static str,
    value: &Option<T>,
) {
    visitor.declared(field, name, &value.as_ref().map(OfAny), value.is_some());
}
