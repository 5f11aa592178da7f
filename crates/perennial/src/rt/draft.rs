//! The builders of the generated types. A builder collects the fields that are set, and builds a value from them.

use std::fmt::{self, Debug, Display};

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::object::Object;
use crate::decode::{Decode, OfAny};
use crate::error::BuildError;
use crate::optional::IntoOptional;

/// The state of a generated builder of `T`: the fields that have been set so far.
#[derive(Clone)]
pub struct Draft<T> {
    /// The value from which the builder was created, if any. It is boxed, because every setter moves the draft.
    start: Option<Box<T>>,
    /// Whether the finished value keeps the undeclared fields of `start`.
    keeps_undeclared: bool,
    /// The values that have been set, by the fields' names on the wire.
    set: Map<String, Value>,
    /// The setters whose values were refused, with the reasons, in the order of the calls.
    refused: Vec<(&'static str, String)>,
}

/// Shows only the names of the fields that have been set, because the values may be private.
impl<T> Debug for Draft<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let set: Vec<&String> = self.set.keys().collect();
        let (start, refused) = (self.start.as_ref().map(|_| format_args!("…")), &self.refused);
        f.debug_struct("Draft").field("start", &start).field("set", &set).field("refused", refused).finish()
    }
}

impl<T> Default for Draft<T> {
    fn default() -> Self {
        Self { start: None, keeps_undeclared: false, set: Map::new(), refused: Vec::new() }
    }
}

impl<T> From<T> for Draft<T> {
    fn from(start: T) -> Self {
        Self { start: Some(Box::new(start)), ..Self::default() }
    }
}

impl<T: Object> Draft<T> {
    /// Sets the field whose JSON name is `name`. If the value is `None`, the field is not changed.
    pub fn set<V: Serialize + Decode, Form>(
        self,
        name: &'static str,
        value: impl IntoOptional<V, Form, Error: Display>,
    ) -> Self {
        self.store(name, argument_to_json(value.into_optional()))
    }

    /// Same as [`set`](Self::set), but for a field of a custom type. A custom type replaces a generated type, as
    /// configured under `client.types` in the client's `names.json`.
    pub fn set_own<V: Serialize + DeserializeOwned, Form>(
        self,
        name: &'static str,
        value: impl IntoOptional<V, Form, Error: Display>,
    ) -> Self {
        self.store(name, argument_to_json(value.into_optional().map(|value| value.map(OfAny))))
    }

    /// Sets the field whose JSON name is `name` to null.
    pub fn clear(self, name: &'static str) -> Self {
        self.store(name, Ok(Some(Value::Null)))
    }

    fn store(mut self, name: &'static str, value: Result<Option<Value>, String>) -> Self {
        match value {
            Ok(Some(value)) => drop(self.set.insert(name.to_owned(), value)),
            Ok(None) => {}
            Err(reason) => {
                let field = declared_fields::<T>().find(|field| field.name == name);
                self.refused.push((field.map_or(name, |field| field.setter), reason));
            }
        }
        self
    }

    /// Adds fields that the document does not declare. Fields that are already set keep their values. Errors contain
    /// `setter`, the name of the setter that calls this method.
    pub fn extend<V: Serialize + Decode>(
        mut self,
        setter: &'static str,
        fields: impl TryInto<V, Error: Display>,
    ) -> Self {
        match argument_to_json(fields.try_into().map(Some)) {
            Ok(Some(Value::Object(fields))) => {
                for (name, value) in fields {
                    self.set.entry(name).or_insert(value);
                }
            }
            Ok(_) => {}
            Err(reason) => self.refused.push((setter, reason)),
        }
        self
    }

    /// Keeps fields that the document does not declare, if the builder was created from a value with such fields. By
    /// default, the builder drops them.
    pub fn keep_undeclared(self) -> Self {
        Self { keeps_undeclared: true, ..self }
    }

    /// Builds the value from the fields that have been set.
    ///
    /// # Errors
    ///
    /// Fails if a required field is missing or a value was refused. The error lists all such fields.
    pub fn build(self) -> Result<T, BuildError> {
        let Self { mut start, keeps_undeclared, set, refused } = self;
        if !keeps_undeclared {
            start.clear_undeclared();
        }
        let mut errors: Vec<String> = refused.iter().map(|(setter, reason)| format!("`{setter}`: {reason}")).collect();
        let mut values = match start {
            Some(start) if set.is_empty() && refused.is_empty() => return Ok(*start),
            Some(start) => serde_json::to_value(start).map_err(BuildError::new)?,
            None => Value::Object(Map::new()),
        };
        if let Some(values) = values.as_object_mut() {
            values.extend(set);
            for (name, json) in T::CONSTANTS {
                if !values.contains_key(*name) {
                    values.insert((*name).to_owned(), serde_json::from_str(json).map_err(BuildError::new)?);
                }
            }
            let was_refused = |setter| refused.iter().any(|(refused, _)| *refused == setter);
            let missing = declared_fields::<T>()
                .filter(|field| field.is_required && !values.contains_key(field.name) && !was_refused(field.setter));
            errors.extend(missing.map(|field| format!("`{}` is required and was not set", field.setter)));
        }
        if !errors.is_empty() {
            return Err(BuildError::new(errors.join("; ")));
        }
        T::decode(values).map_err(BuildError::new)
    }
}

struct Field {
    /// The name on the wire.
    name: &'static str,
    setter: &'static str,
    is_required: bool,
}

fn declared_fields<T: Object>() -> impl Iterator<Item = Field> {
    T::SETTERS.iter().zip(T::FIELDS).filter_map(|(words, name)| {
        let (presence, names) = words.split_once(' ')?;
        Some(Field {
            name,
            setter: names.rsplit(' ').next()?,
            is_required: matches!(presence, "required" | "nullable"),
        })
    })
}

/// Converts the argument of a setter to JSON. Returns `None` if the argument is `None`.
fn argument_to_json<V: Serialize + Decode>(value: Result<Option<V>, impl Display>) -> Result<Option<Value>, String> {
    let Some(value) = value.map_err(|reason| reason.to_string())? else { return Ok(None) };
    match serde_json::to_value(&value).map_err(|reason| reason.to_string())? {
        // serde_json writes NaN and infinity as null, but the field does not accept null.
        Value::Null if V::decode(Value::Null).is_err() => Err("JSON cannot represent this number".to_owned()),
        json => Ok(Some(json)),
    }
}

#[cfg(test)]
#[allow(dead_code, reason = "not all that a type gets is called")]
mod tests {
    use std::collections::BTreeMap;

    use serde_json::json;

    use super::*;
    use crate::__private::v1::object;
    use crate::rt::object::Undeclared;

    #[derive(Clone)]
    pub struct Note {
        pub id: i32,
        pub read: Option<bool>,
        pub weight: Option<f64>,
        pub extra: BTreeMap<String, i64>,
    }

    object! { Note with builder:
        "id" => id: required i32,
        "isRead" => read: nullable bool,
        "weight" => weight: optional f64,
        _ => extra: BTreeMap<String, i64>,
    }

    pub mod builder {
        use std::collections::BTreeMap;

        use super::Draft;
        use crate::error::BuildError;

        #[derive(Clone, Debug, Default)]
        pub struct Note(pub(super) Draft<super::Note>);

        impl Note {
            pub fn id(self, value: impl TryInto<i32, Error: std::fmt::Display>) -> Self {
                Self(self.0.set("id", value))
            }

            pub fn read(self, value: bool) -> Self {
                Self(self.0.set::<bool, _>("isRead", value))
            }

            pub fn weight(self, value: impl Into<Option<f64>>) -> Self {
                Self(self.0.set::<f64, _>("weight", value.into()))
            }

            pub fn clear_read(self) -> Self {
                Self(self.0.clear("isRead"))
            }

            pub fn extra(self, fields: BTreeMap<String, i64>) -> Self {
                Self(self.0.extend::<BTreeMap<String, i64>>("extra", fields))
            }

            pub fn build(self) -> Result<super::Note, BuildError> {
                self.0.build()
            }
        }
    }

    impl Note {
        fn builder() -> builder::Note {
            builder::Note::default()
        }
    }

    #[derive(Clone)]
    pub struct Closed {
        pub id: Option<i32>,
        pub inner: Option<Box<Closed>>,
        undeclared_: Undeclared,
    }

    object! { Closed:
        "id" => id: optional i32,
        "inner" => inner: optional Box<Closed>,
        _ => undeclared_: Undeclared,
        holds objects in inner;
    }

    fn json_of(builder: builder::Note) -> Result<Value, String> {
        builder.build().map(|note| serde_json::to_value(note).unwrap()).map_err(|error| error.to_string())
    }

    #[test]
    fn built_struct_contains_exactly_the_fields_that_were_set() {
        let extra = BTreeMap::from([("more".to_owned(), 1)]);
        let full = Note::builder().id(1).read(true).weight(0.5).extra(extra);
        assert_eq!(json_of(full).unwrap(), json!({ "id": 1, "isRead": true, "weight": 0.5, "more": 1 }));
        let cleared = Note::builder().id(1).read(true).clear_read();
        assert_eq!(json_of(cleared).unwrap(), json!({ "id": 1, "isRead": null }));
    }

    #[test]
    fn builder_error_lists_all_refused_and_missing_fields() {
        let error = json_of(Note::builder().weight(f64::NAN)).unwrap_err();
        assert_eq!(
            error,
            "`weight`: JSON cannot represent this number; `id` is required and was not set; `read` is required and was not set"
        );
        let error = json_of(Note::builder().id(3_000_000_000_i64).clear_read()).unwrap_err();
        assert!(error.starts_with("`id`: out of range"), "{error}");
    }

    #[test]
    fn required_field_with_a_refused_value_is_not_reported_as_missing() {
        let error = json_of(Note::builder().id(3_000_000_000_i64).clear_read()).unwrap_err();
        assert!(!error.contains("was not set"), "{error}");
    }

    #[test]
    fn builder_setter_with_none_leaves_an_optional_field_unchanged() {
        let builder = Note::builder().id(1).read(true).weight(None::<f64>);
        assert_eq!(json_of(builder.clone()).unwrap(), json!({ "id": 1, "isRead": true }));
        let builder = builder.weight(Some(0.5)).weight(None::<f64>);
        assert_eq!(json_of(builder).unwrap(), json!({ "id": 1, "isRead": true, "weight": 0.5 }));
        let error = json_of(Note::builder().id(1).read(true).weight(Some(f64::NAN))).unwrap_err();
        assert_eq!(error, "`weight`: JSON cannot represent this number");
    }

    #[test]
    fn builder_from_an_existing_value_keeps_the_fields_that_are_not_set() {
        let note = Note::builder().id(1).read(false).build().unwrap();
        let builder = builder::Note::from(note.clone());
        assert_eq!(Note::try_from(builder.clone()).unwrap(), note);
        assert_eq!(json_of(builder.id(2)).unwrap(), json!({ "id": 2, "isRead": false }));
    }

    #[test]
    fn debug_output_of_a_builder_contains_no_values() {
        let empty = format!("{:?}", Note::builder().id(417));
        assert_eq!(empty, r#"Note(Draft { start: None, set: ["id"], refused: [] })"#);
        let note = Note::builder().id(417).read(true).build().unwrap();
        let started = format!("{:?}", builder::Note::from(note).weight(98.5));
        assert_eq!(started, r#"Note(Draft { start: Some(…), set: ["weight"], refused: [] })"#);
    }

    #[test]
    fn builder_from_a_value_drops_undeclared_fields_by_default() {
        let received = json!({ "id": 1, "inner": { "a": 2 }, "b": [3] });
        let received: Closed = serde_json::from_value(received).unwrap();
        let json_of = |draft: Draft<Closed>| serde_json::to_value(draft.build().unwrap()).unwrap();
        let draft = Draft::from(received.clone());
        assert_eq!(json_of(draft.clone()), json!({ "id": 1, "inner": {} }));
        assert_eq!(json_of(draft.clone().set::<i32, _>("id", 4)), json!({ "id": 4, "inner": {} }));
        assert_eq!(draft.clone().keep_undeclared().build().unwrap(), received);
        assert_eq!(
            json_of(draft.set::<i32, _>("id", 4).keep_undeclared()),
            json!({ "id": 4, "inner": { "a": 2 }, "b": [3] })
        );
        let holder = Draft::<Closed>::default().set::<Box<Closed>, _>("inner", received.clone());
        assert_eq!(json_of(holder), json!({ "inner": received }));
    }
}
