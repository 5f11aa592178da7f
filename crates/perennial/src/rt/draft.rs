//! The builders of the generated types: they collect what is set, and build a value from it.

use std::fmt::{self, Debug, Display};

use serde::Serialize;
use serde_json::{Map, Value};

use super::object::Object;
use crate::decode::Decode;
use crate::error::BuildError;

/// A type that has a builder.
#[doc(hidden)]
pub trait Build: Object + Serialize + Decode {
    /// What `object!` says of each field: whether it must be there, its name, and that of its setter if it is another.
    /// One text for each: rustc takes longer for a struct.
    const SAID: &'static [&'static str];
}

/// Whether each field must be there, its setter, and its name on the wire.
fn fields<T: Build>() -> impl Iterator<Item = (bool, &'static str, &'static str)> {
    T::SAID.iter().zip(T::FIELDS).filter_map(|(said, name)| {
        let (need, names) = said.split_once(' ')?;
        Some((matches!(need, "required" | "nullable"), names.rsplit(' ').next()?, *name))
    })
}

/// A `T` under construction.
#[derive(Clone)]
pub struct Draft<T> {
    /// The value to start from, unless the builder started empty.
    start: Option<T>,
    /// Set if `start` hands on more than what the document declares.
    keeps_undeclared: bool,
    /// By name on the wire.
    set: Map<String, Value>,
    /// By setter, in the order of the calls.
    refused: Vec<(&'static str, String)>,
}

/// Shows only the names of what was set, and that there is a value to start from: a body may be private.
impl<T> Debug for Draft<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let set: Vec<&String> = self.set.keys().collect();
        let (start, refused) = (self.start.as_ref().map(|_| format_args!("…")), &self.refused);
        f.debug_struct("Draft").field("start", &start).field("set", &set).field("refused", refused).finish()
    }
}

impl<T: Build> Draft<T> {
    pub fn new(start: Option<T>) -> Self {
        Self { start, keeps_undeclared: false, set: Map::new(), refused: Vec::new() }
    }

    pub fn keep_undeclared(self) -> Self {
        Self { keeps_undeclared: true, ..self }
    }

    /// Sets a field, by its index, to what its setter was given; `None` changes nothing.
    pub fn set<V: Serialize + Decode>(&mut self, index: usize, value: Result<Option<V>, impl Display>) {
        let Some((_, setter, name)) = fields::<T>().nth(index) else { return };
        if let Some(value) = self.json(setter, value) {
            self.set.insert(name.to_owned(), value);
        }
    }

    /// As [`set`](Self::set), for a required field.
    pub fn require<V: Serialize + Decode>(&mut self, index: usize, value: Result<V, impl Display>) {
        self.set(index, value.map(Some));
    }

    /// Sets the field that is called `name` on the wire to null.
    pub fn clear(mut self, name: &'static str) -> Self {
        self.set.insert(name.to_owned(), Value::Null);
        self
    }

    /// Adds fields that the document does not declare.
    pub fn extend<V: Serialize + Decode>(mut self, setter: &'static str, fields: Result<V, impl Display>) -> Self {
        if let Some(Value::Object(fields)) = self.json(setter, fields.map(Some)) {
            for (name, value) in fields {
                self.set.entry(name).or_insert(value);
            }
        }
        self
    }

    /// The finished value.
    pub fn build(self) -> Result<T, BuildError> {
        let Self { mut start, keeps_undeclared, set, refused } = self;
        if !keeps_undeclared {
            start.clear_undeclared();
        }
        let mut errors: Vec<String> = refused.iter().map(|(setter, reason)| format!("`{setter}`: {reason}")).collect();
        let mut fields = match start {
            Some(start) if set.is_empty() && refused.is_empty() => return Ok(start),
            Some(start) => serde_json::to_value(start).map_err(BuildError::new)?,
            None => Value::Object(Map::new()),
        };
        if let Some(fields) = fields.as_object_mut() {
            fields.extend(set);
            let was_refused = |required: &str| refused.iter().any(|(setter, _)| *setter == required);
            let missing = self::fields::<T>()
                .filter(|(required, setter, name)| *required && !fields.contains_key(*name) && !was_refused(setter));
            errors.extend(missing.map(|(_, setter, _)| format!("`{setter}` is required and was not set")));
        }
        if !errors.is_empty() {
            return Err(BuildError::new(errors.join("; ")));
        }
        T::decode(fields).map_err(BuildError::new)
    }

    /// Converts what a setter was given to JSON, unless that is nothing or refused.
    fn json<V: Serialize + Decode>(
        &mut self,
        setter: &'static str,
        value: Result<Option<V>, impl Display>,
    ) -> Option<Value> {
        let json = value.map_err(|reason| reason.to_string()).transpose()?.and_then(|value| {
            match serde_json::to_value(&value) {
                // JSON has neither NaN nor infinity: serde_json writes null instead.
                Ok(Value::Null) if V::decode(Value::Null).is_err() => {
                    Err("JSON cannot represent this number".to_owned())
                }
                json => json.map_err(|reason| reason.to_string()),
            }
        });
        json.map_err(|reason| self.refused.push((setter, reason))).ok()
    }
}

/// Defines the builder of a struct of the module above, with the fields that `object!` has: one setter for each.
///
/// `#[inline]` leaves what a program does not call uncompiled: a document has hundreds of builders.
#[doc(hidden)]
#[macro_export]
macro_rules! __builder {
    (
        $name:ident {
            $($(#[$docs:meta])* $index:literal $need:ident $(($how:ident))? $field:ident $(as $setter:ident)?: $ty:ty;)*
        }
        $(extends $extra:ident: $values:ty;)?
        $(clears { $($clear:ident $cleared:literal;)* })?
    ) => {
        #[doc = ::std::concat!("Builder for [`", ::std::stringify!($name), "`](super::", ::std::stringify!($name), ").")]
        #[derive(Clone, Debug)]
        #[must_use]
        pub struct $name($crate::__private::v1::draft::Draft<super::$name>);

        impl $name {
            /// Builds the value.
            ///
            /// # Errors
            ///
            /// [`BuildError`](crate::error::BuildError): names each required field that was not set, and each value
            /// that could not be converted.
            #[inline]
            pub fn build(self) -> ::std::result::Result<super::$name, $crate::error::BuildError> {
                self.0.build()
            }

            /// Keeps the undeclared fields of the value that this builder was made from. Otherwise it drops them, since a
            /// service may refuse what it does not know.
            #[inline]
            pub fn keep_undeclared(self) -> Self {
                Self(self.0.keep_undeclared())
            }
            $($crate::__private::v1::field_setter! { $(#[$docs])* $index $need $(($how))? $field $(as $setter)?: $ty })*
            $($(
                /// Sets the field to null.
                #[inline]
                pub fn $clear(self) -> Self {
                    Self(self.0.clear($cleared))
                }
            )*)?
            $(
                /// Adds fields that the document does not declare.
                pub fn $extra(
                    self,
                    fields: impl ::std::convert::TryInto<$values, Error: ::std::fmt::Display>,
                ) -> Self {
                    Self(self.0.extend::<$values>(::std::stringify!($extra), fields.try_into()))
                }
            )?
        }

        impl $crate::__private::v1::draft::Build for super::$name {
            const SAID: &'static [&'static str] = &[$(::std::stringify!($need $field $($setter)?)),*];
        }

        impl super::$name {
            /// A builder with nothing set.
            #[inline]
            pub fn builder() -> $name {
                ::std::default::Default::default()
            }
        }

        impl ::std::default::Default for $name {
            #[inline]
            fn default() -> Self {
                Self($crate::__private::v1::draft::Draft::new(::std::option::Option::None))
            }
        }

        impl ::std::convert::From<super::$name> for $name {
            #[inline]
            fn from(value: super::$name) -> Self {
                Self($crate::__private::v1::draft::Draft::new(::std::option::Option::Some(value)))
            }
        }

        impl ::std::convert::TryFrom<$name> for super::$name {
            type Error = $crate::error::BuildError;

            #[inline]
            fn try_from(builder: $name) -> ::std::result::Result<Self, Self::Error> {
                builder.build()
            }
        }
    };
}

/// The setter of a field.
#[doc(hidden)]
#[macro_export]
macro_rules! __field_setter {
    ($(#[$docs:meta])* $index:literal $need:ident $(($how:ident))? $field:ident as $setter:ident: $ty:ty) => {
        $crate::__private::v1::field_setter! { $(#[$docs])* $index $need $(($how))? $setter: $ty }
    };
    ($(#[$docs:meta])* $index:literal required $((boxed))? $setter:ident: $ty:ty) => {
        $(#[$docs])*
        pub fn $setter(mut self, value: impl ::std::convert::TryInto<$ty, Error: ::std::fmt::Display>) -> Self {
            self.0.require($index, value.try_into());
            self
        }
    };
    ($(#[$docs:meta])* $index:literal required (own) $setter:ident: $ty:ty) => {
        $(#[$docs])*
        pub fn $setter(mut self, value: impl ::std::convert::TryInto<$ty, Error: ::std::fmt::Display>) -> Self {
            self.0.require($index, value.try_into().map($crate::__private::v1::OfAny));
            self
        }
    };
    ($(#[$docs:meta])* $index:literal optional (own) $setter:ident: $ty:ty) => {
        $(#[$docs])*
        pub fn $setter<Form>(
            mut self,
            value: impl $crate::optional::IntoOptional<$ty, Form, Error: ::std::fmt::Display>,
        ) -> Self {
            let value = value.into_optional().map(|value| value.map($crate::__private::v1::OfAny));
            self.0.set($index, value);
            self
        }
    };
    ($(#[$docs:meta])* $index:literal nullable (own) $setter:ident: $ty:ty) => {
        $crate::__private::v1::field_setter! { $(#[$docs])* $index required (own) $setter: $ty }
    };
    ($(#[$docs:meta])* $index:literal nullable $(($how:ident))? $setter:ident: $ty:ty) => {
        $crate::__private::v1::field_setter! { $(#[$docs])* $index required $setter: $ty }
    };
    ($(#[$docs:meta])* $index:literal optional $((boxed))? $setter:ident: $ty:ty) => {
        $(#[$docs])*
        pub fn $setter<Form>(
            mut self,
            value: impl $crate::optional::IntoOptional<$ty, Form, Error: ::std::fmt::Display>,
        ) -> Self {
            self.0.set($index, value.into_optional());
            self
        }
    };
    ($(#[$docs:meta])* $index:literal optional ($any:ident) $setter:ident: $ty:ty) => {
        $crate::__private::v1::field_setter! { $(#[$docs])* $index optional $setter: $crate::optional::Json }
    };
    ($(#[$docs:meta])* $index:literal optional_nullable $(($how:ident))? $setter:ident: $ty:ty) => {
        $crate::__private::v1::field_setter! { $(#[$docs])* $index optional $(($how))? $setter: $ty }
    };
}

#[cfg(test)]
#[allow(dead_code, reason = "not all that a type gets is called")]
mod tests {
    use std::collections::BTreeMap;

    use serde_json::json;

    use super::*;

    crate::__private::v1::object! {
        #[derive(Clone)]
        pub struct Note built in builder {
            0 required id: i32 = "id";
            1 nullable read: bool = "isRead";
            2 optional weight: f64 = "weight";
        }
        keeps extra: std::collections::BTreeMap<String, i64>;
        clears { clear_read "isRead"; }
    }

    mod closed {
        crate::__private::v1::object! {
            #[derive(Clone)]
            pub struct Note built in build_note {
                0 optional id: i32 = "id";
                1 optional(boxed) inner: crate::rt::draft::tests::closed::Note = "inner";
            }
            nests { inner }
        }

        pub use build_note::Note as Builder;
    }

    fn json_of(builder: builder::Note) -> Result<Value, String> {
        builder.build().map(|note| serde_json::to_value(note).unwrap()).map_err(|error| error.to_string())
    }

    #[test]
    fn what_was_set_is_in_the_value_and_nothing_else() {
        let extra = BTreeMap::from([("more".to_owned(), 1)]);
        let full = Note::builder().id(1).read(true).weight(0.5).extra(extra);
        assert_eq!(json_of(full).unwrap(), json!({ "id": 1, "isRead": true, "weight": 0.5, "more": 1 }));
        let cleared = Note::builder().id(1).read(true).clear_read();
        assert_eq!(json_of(cleared).unwrap(), json!({ "id": 1, "isRead": null }));
    }

    #[test]
    fn one_error_names_everything_that_is_wrong() {
        let error = json_of(Note::builder().weight(f64::NAN)).unwrap_err();
        assert_eq!(
            error,
            "`weight`: JSON cannot represent this number; `id` is required and was not set; `read` is required and was not set"
        );
        let error = json_of(Note::builder().id(3_000_000_000_i64).clear_read()).unwrap_err();
        assert!(error.starts_with("`id`: out of range"), "{error}");
    }

    #[test]
    fn a_required_field_with_a_refused_value_is_not_called_unset() {
        let error = json_of(Note::builder().id(3_000_000_000_i64).clear_read()).unwrap_err();
        assert!(!error.contains("was not set"), "{error}");
    }

    #[test]
    fn none_for_an_optional_field_changes_nothing() {
        let builder = Note::builder().id(1).read(true).weight(None::<f64>);
        assert_eq!(json_of(builder.clone()).unwrap(), json!({ "id": 1, "isRead": true }));
        let builder = builder.weight(Some(0.5)).weight(None::<f64>);
        assert_eq!(json_of(builder).unwrap(), json!({ "id": 1, "isRead": true, "weight": 0.5 }));
        let error = json_of(Note::builder().id(1).read(true).weight(Some(f64::NAN))).unwrap_err();
        assert_eq!(error, "`weight`: JSON cannot represent this number");
    }

    #[test]
    fn a_builder_of_a_value_changes_what_is_set_and_keeps_the_rest() {
        let note = Note::builder().id(1).read(false).build().unwrap();
        let builder = builder::Note::from(note.clone());
        assert_eq!(Note::try_from(builder.clone()).unwrap(), note);
        assert_eq!(json_of(builder.id(2)).unwrap(), json!({ "id": 2, "isRead": false }));
    }

    #[test]
    fn a_builder_shows_neither_what_was_set_nor_what_it_starts_from() {
        let empty = format!("{:?}", Note::builder().id(417));
        assert_eq!(empty, r#"Note(Draft { start: None, set: ["id"], refused: [] })"#);
        let note = Note::builder().id(417).read(true).build().unwrap();
        let started = format!("{:?}", builder::Note::from(note).weight(98.5));
        assert_eq!(started, r#"Note(Draft { start: Some(…), set: ["weight"], refused: [] })"#);
    }

    #[test]
    fn a_builder_of_a_value_hands_on_what_is_not_declared_if_it_is_told_to() {
        let received = json!({ "id": 1, "inner": { "a": 2 }, "b": [3] });
        let received: closed::Note = serde_json::from_value(received).unwrap();
        let json_of = |builder: closed::Builder| serde_json::to_value(builder.build().unwrap()).unwrap();
        let builder = closed::Builder::from(received.clone());
        assert_eq!(json_of(builder.clone()), json!({ "id": 1, "inner": {} }));
        assert_eq!(json_of(builder.clone().id(4)), json!({ "id": 4, "inner": {} }));
        assert_eq!(builder.clone().keep_undeclared().build().unwrap(), received);
        assert_eq!(json_of(builder.id(4).keep_undeclared()), json!({ "id": 4, "inner": { "a": 2 }, "b": [3] }));
        let holder = closed::Note::builder().inner(received.clone());
        assert_eq!(json_of(holder), json!({ "inner": received }));
    }
}
