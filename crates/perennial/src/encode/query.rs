//! The query of a URL.

use super::component;
use super::value::{Unsupported, Value};

/// `name=value` pairs, percent-encoded and joined by `&`.
///
/// A space is `%20`, which every server understands; `+` is a space only to form decoders.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Query(String);

impl Query {
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }

    pub(crate) fn append(&mut self, other: &Self) {
        if !other.0.is_empty() {
            self.separate();
            self.0.push_str(&other.0);
        }
    }

    /// `true` if there is a pair with this name.
    pub(crate) fn has(&self, name: &str) -> bool {
        let name = component(name).to_string();
        self.0.split('&').any(|pair| pair.split_once('=').is_some_and(|(other, _)| other == name))
    }

    pub(crate) fn push(&mut self, name: &str, value: &str) {
        /// Room for a few pairs, so that most queries are allocated once.
        const LENGTH: usize = 64;
        if self.0.capacity() == 0 {
            self.0.reserve(LENGTH);
        }
        self.separate();
        self.0.extend(component(name));
        self.0.push('=');
        self.0.extend(component(value));
    }

    /// OpenAPI's `style: form, explode: true`: the name once per element; for an object, each
    /// field under its own name.
    pub(crate) fn form(&mut self, name: &str, value: &Value) -> Result<(), Unsupported> {
        match value {
            Value::Absent => Ok(()),
            Value::Text(text) => {
                self.push(name, text);
                Ok(())
            }
            Value::List(elements) => elements.iter().try_for_each(|element| self.form_unless_nested(name, element)),
            Value::Object(fields) => fields.iter().try_for_each(|(name, field)| self.form_unless_nested(name, field)),
        }
    }

    fn form_unless_nested(&mut self, name: &str, value: &Value) -> Result<(), Unsupported> {
        match value {
            Value::Object(_) => Err(Unsupported::NESTED),
            value => self.form(name, value),
        }
    }

    /// OpenAPI's `explode: false`: one pair, with `delimiter` between the elements. A comma as the delimiter is not
    /// encoded, so that it differs from one within an element.
    pub(crate) fn joined(&mut self, name: &str, delimiter: &str, value: &Value) -> Result<(), Unsupported> {
        let delimiter = match delimiter {
            "," => delimiter.to_owned(),
            other => component(other).to_string(),
        };
        let mut parts = Vec::new();
        joined_parts(value, &mut parts)?;
        if !parts.is_empty() {
            let (name, value) = (component(name), parts.join(&delimiter));
            self.append(&Self(format!("{name}={value}")));
        }
        Ok(())
    }

    /// OpenAPI's `style: deepObject`: `name[key]=value`, nested as deep as the object is.
    pub(crate) fn deep(&mut self, name: &str, value: &Value) -> Result<(), Unsupported> {
        match value {
            Value::Object(fields) => {
                fields.iter().try_for_each(|(key, field)| self.deep(&format!("{name}[{key}]"), field))
            }
            Value::List(elements) => elements.iter().try_for_each(|element| self.deep(name, element)),
            Value::Absent | Value::Text(_) => self.form(name, value),
        }
    }

    fn separate(&mut self) {
        if !self.0.is_empty() {
            self.0.push('&');
        }
    }
}

/// The elements of a list, or alternating keys and values of an object.
fn joined_parts(value: &Value, parts: &mut Vec<String>) -> Result<(), Unsupported> {
    match value {
        Value::Absent => {}
        Value::Text(text) => parts.push(component(text).to_string()),
        Value::List(elements) => elements.iter().try_for_each(|element| joined_parts(element, parts))?,
        Value::Object(fields) => {
            for (key, field) in fields {
                let Value::Text(text) = field else { return Err(Unsupported::NESTED) };
                parts.extend([key, text].map(|text| component(text).to_string()));
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use serde::Serialize;
    use serde_json::json;

    use super::*;

    type Add = fn(&mut Query, &str, &Value) -> Result<(), Unsupported>;

    fn query(add: Add, name: &str, value: impl Serialize) -> String {
        let mut query = Query::default();
        add(&mut query, name, &Value::new(&value).unwrap()).unwrap();
        query.0
    }

    fn form(value: impl Serialize) -> String {
        query(Query::form, "n", value)
    }

    fn joined(value: impl Serialize) -> String {
        query(|query, name, value| query.joined(name, ",", value), "n", value)
    }

    #[test]
    fn what_is_not_set_adds_nothing() {
        assert_eq!(form(None::<&str>), "");
        assert_eq!(form(Vec::<&str>::new()), "");
        assert_eq!(form(vec![None, Some("a")]), "n=a");
        assert_eq!(joined(Vec::<&str>::new()), "");
        assert_eq!(query(Query::deep, "n", json!({"a": null})), "");
    }

    #[test]
    fn a_whole_number_goes_out_without_a_fraction() {
        assert_eq!(form(10.0), "n=10");
        assert_eq!(form(0.1_f32), "n=0.1");
        assert_eq!(form(Some(-1.5)), "n=-1.5");
        assert_eq!(form(u64::MAX), format!("n={}", u64::MAX));
    }

    #[test]
    fn a_list_repeats_the_name() {
        assert_eq!(form(vec!["a b", "c&d=é"]), "n=a%20b&n=c%26d%3D%C3%A9");
        assert_eq!(form(vec![vec![1.0, 2.0], vec![3.0]]), "n=1&n=2&n=3");
        assert_eq!(query(Query::form, "tag[]", vec!["a"]), "tag%5B%5D=a");
    }

    #[test]
    fn the_fields_of_an_object_go_out_under_their_names() {
        assert_eq!(form(json!({"a": 1, "b": ["x", "y"]})), "a=1&b=x&b=y");
    }

    #[test]
    fn a_joined_list_keeps_the_delimiter_apart_from_the_elements() {
        assert_eq!(joined(vec!["a", "b,c"]), "n=a,b%2Cc");
        let piped: Add = |query, name, value| query.joined(name, "|", value);
        assert_eq!(query(piped, "n", vec!["a", "b"]), "n=a%7Cb");
        assert_eq!(joined(json!({"a": 1, "b": 2})), "n=a,1,b,2");
    }

    #[test]
    fn a_deep_object_names_the_way_to_each_value() {
        assert_eq!(
            query(Query::deep, "f", json!({"a": 1, "b": {"c": ["x", "y"]}})),
            "f%5Ba%5D=1&f%5Bb%5D%5Bc%5D=x&f%5Bb%5D%5Bc%5D=y"
        );
    }

    #[test]
    fn an_object_where_the_form_has_no_place_for_it_is_an_error() {
        for value in [json!([{"a": 1}]), json!({"a": {"b": 1}})] {
            let value = Value::new(&value).unwrap();
            assert!(Query::default().form("n", &value).is_err());
            assert!(Query::default().joined("n", ",", &value).is_err() || matches!(value, Value::List(_)));
        }
    }

    #[test]
    fn pairs_are_joined_by_an_ampersand() {
        let mut query = Query::default();
        query.append(&Query::default());
        query.push("a", "1");
        query.push("b", "");
        let mut other = Query::default();
        other.push("c", "3");
        query.append(&other);
        query.append(&Query::default());
        assert_eq!(query.as_str(), "a=1&b=&c=3");
    }
}
