//! The field types of generated structs: `T`, `Option<T>` or `Option<Option<T>>`, depending on whether a field may be
//! absent or null.
//!
//! For each word that `object!` accepts, such as `optional`, there is a module. The module contains the field type, and
//! the functions that store, take and visit a field of this type, so that no macro has to select them.

pub use std::convert::identity as unchanged;
use std::fmt::Debug;
/// Wraps the value of a field in `Some`, even if the value is null.
pub use std::option::Option::Some as as_present;

use serde::de::{Error, MapAccess};
use serde::ser::Serialize;

use super::{Name, Visitor};
use crate::decode::{Decode, Decoded, OfAny};
use crate::encode::Encode;

/// Defines the modules of each word, which export the type of the field and its functions under the names that
/// `object!` uses.
macro_rules! words {
    ($(
        $(#[$docs:meta])*
        $word:ident: $held:ty, $take:ident {
            as_declared: $store:ident $visit:ident, own: $store_own:ident $visit_own:ident, any: $store_any:ident
        }
    )*) => {$(
        $(#[$docs])*
        pub mod $word {
            pub type Held<T> = $held;
            pub use super::{$store as store, $take as take, $visit as visit};

            /// Functions that use serde to read and write fields of a custom type. A custom type replaces a generated
            /// type, as configured under `client.types` in the client's `names.json`.
            pub mod own {
                pub use super::super::{$store_own as store, $take as take, $visit_own as visit};
                pub use super::Held;
            }

            /// Functions that read and write fields that may contain any JSON value, including null.
            pub mod any_or_null {
                pub use super::super::{$store_any as store, $take as take, $visit as visit};
                pub use super::Held;
            }
        }
    )*};
}

words! {
    /// The field is always present and never null.
    required: T, unchanged {
        as_declared: unchanged visit_always, own: unwrap_own visit_own_always, any: unchanged
    }
    /// The field is always present, but may be null (`None`).
    nullable: Option<T>, optional_value {
        as_declared: unchanged visit_always, own: unwrap_own visit_own_always, any: as_present
    }
    /// The field may be absent (`None`). Null is also read as `None`.
    optional: Option<T>, optional_value {
        as_declared: unchanged visit_present, own: unwrap_own visit_own_present, any: as_present
    }
    /// The field may be absent (`None`) or null (`Some(None)`).
    optional_nullable: Option<Option<T>>, optional_value {
        as_declared: as_present visit_present, own: own_as_present visit_own_present, any: as_present
    }
}

/// Reads the value of the field `name` from `object`, converts it with `store` into the type of the struct field, and
/// writes the result to `found`.
///
/// Fails if the field has been read before.
#[inline]
pub fn read_value<'de, A: MapAccess<'de>, V: Decode, T>(
    object: &mut A,
    name: &'static str,
    found: &mut Option<T>,
    store: impl FnOnce(V) -> T,
) -> Result<(), A::Error> {
    if found.is_some() {
        return Err(A::Error::duplicate_field(name));
    }
    let Decoded(value) = object.next_value()?;
    *found = Some(store(value));
    Ok(())
}

/// Unwraps the value of a custom type from `OfAny`. Custom types do not implement `Decode`, so their values are read
/// through this wrapper.
#[inline]
pub fn unwrap_own<T>(OfAny(value): OfAny<T>) -> T {
    value
}

/// Same as [`unwrap_own`], but wraps the value in `Some`. Used for fields in which `None` means absent, and
/// `Some(None)` means null.
#[inline]
pub fn own_as_present<T>(OfAny(value): OfAny<T>) -> Option<T> {
    Some(value)
}

/// Converts `None` (an optional field was not found) into `Some(None)`, because `None` would be reported as a missing
/// required field. Otherwise returns `found` unchanged.
///
/// An absent field has the value `None`. A null field also has the value `None`, unless the type of the field
/// distinguishes null from absence.
#[inline]
pub fn optional_value<T>(found: Option<Option<T>>) -> Option<Option<T>> {
    Some(found.flatten())
}

impl<T: Serialize> Encode for OfAny<T> {}

#[inline]
pub fn visit_always(visitor: &mut impl Visitor, field: Name, name: Name, value: &(impl Encode + Debug)) {
    visitor.declared(field, name, value, true);
}

/// Visits a field that is omitted from JSON if its value is `None`.
#[inline]
pub fn visit_present<T: Encode + Debug>(visitor: &mut impl Visitor, field: Name, name: Name, value: &Option<T>) {
    visitor.declared(field, name, value, value.is_some());
}

/// Same as [`visit_always`], but for a field of a custom type.
pub fn visit_own_always(visitor: &mut impl Visitor, field: Name, name: Name, value: &(impl Serialize + Debug)) {
    visitor.declared(field, name, &OfAny(value), true);
}

/// Same as [`visit_present`], but for a field of a custom type.
pub fn visit_own_present<T: Serialize + Debug>(visitor: &mut impl Visitor, field: Name, name: Name, value: &Option<T>) {
    visitor.declared(field, name, &value.as_ref().map(OfAny), value.is_some());
}
