use std::borrow::Cow;
use std::collections::HashSet;
use std::mem;

use percent_encoding::percent_decode_str;

use super::component;
use super::style::Style;
use super::value::{Unsupported, Value};

/// The query of a URL: `name=value` pairs, percent-encoded and joined by `&`.
///
/// A space is written as `%20`, which every server understands. `+` would be read as a space only by form decoders.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Query(String);

impl Query {
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }

    pub(crate) fn append(&mut self, other: &Self) {
        if !other.0.is_empty() {
            self.push_separator();
            self.0.push_str(&other.0);
        }
    }

    pub(crate) fn from_encoded(text: &str) -> Self {
        Self(text.to_owned())
    }

    /// Appends the pairs of `other` whose names this query does not contain.
    pub(crate) fn append_missing(&mut self, other: &Self) {
        fn pair_name(pair: &str) -> Cow<'_, [u8]> {
            percent_decode_str(pair.split_once('=').map_or(pair, |(name, _)| name)).into()
        }
        let text = mem::take(&mut self.0);
        let present: HashSet<_> = text.split('&').map(pair_name).collect();
        let missing = other.0.split('&').filter(|pair| !present.contains(&pair_name(pair)));
        let all = [&*text].into_iter().chain(missing).filter(|pairs| !pairs.is_empty());
        self.0 = all.collect::<Vec<_>>().join("&");
    }

    pub(crate) fn has_name(&self, name: &str) -> bool {
        let name = component(name).to_string();
        self.0.split('&').any(|pair| pair.split_once('=').is_some_and(|(other, _)| other == name))
    }

    pub(crate) fn push(&mut self, name: &str, value: &str) {
        /// The initial capacity in bytes. Most queries fit, and so are allocated only once.
        const LENGTH: usize = 64;
        if self.0.capacity() == 0 {
            self.0.reserve(LENGTH);
        }
        self.push_separator();
        self.0.extend(component(name));
        self.0.push('=');
        self.0.extend(component(value));
    }

    /// Adds a value in this style. Adds nothing if the value is absent or an empty list.
    pub(crate) fn add_value(&mut self, name: &str, value: &Value, style: Style) -> Result<(), Unsupported> {
        if let Some(pairs) = style.expand(name, value)? {
            self.append(&Self(pairs));
        }
        Ok(())
    }

    /// Adds a value in OpenAPI's `style: deepObject`: `name[key]=value`, and `name[key][inner]=value` for nested
    /// objects. For a list, the pair is repeated for each element.
    pub(crate) fn add_deep_object(&mut self, name: &str, value: &Value) -> Result<(), Unsupported> {
        let Value::Object(fields) = value else { return self.add_value(name, value, Style::FORM.exploded()) };
        fields.iter().try_for_each(|(key, field)| {
            if key.is_empty() || key.contains(['[', ']']) {
                return Err(Unsupported::KEY_TEXT);
            }
            self.add_deep_object(&format!("{name}[{key}]"), field)
        })
    }

    fn push_separator(&mut self) {
        if !self.0.is_empty() {
            self.0.push('&');
        }
    }
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

    const FORM: Add = |query, name, value| query.add_value(name, value, Style::FORM.exploded());
    const JOINED: Add = |query, name, value| query.add_value(name, value, Style::FORM);

    fn form_query(value: impl Serialize) -> String {
        query(FORM, "n", value)
    }

    fn joined_query(value: impl Serialize) -> String {
        query(JOINED, "n", value)
    }

    #[test]
    fn append_missing_skips_a_name_that_the_query_contains_encoded() {
        let joined = |text: &str, other: &str| {
            let mut query = Query::from_encoded(text);
            query.append_missing(&Query::from_encoded(other));
            query.0
        };
        assert_eq!(joined("%24skip=2&a", "$skip=1&a=2&b=3&b=4"), "%24skip=2&a&b=3&b=4");
        assert_eq!((joined("", "b=3"), joined("b=3", "")), ("b=3".to_owned(), "b=3".to_owned()));
    }

    #[test]
    fn absent_values_add_nothing_to_the_query() {
        assert_eq!(form_query(None::<&str>), "");
        assert_eq!(form_query(Vec::<&str>::new()), "");
        assert_eq!(form_query(vec![None, Some("a")]), "n=a");
        assert_eq!(joined_query(Vec::<&str>::new()), "");
        assert_eq!(query(Query::add_deep_object, "n", json!({"a": null})), "");
    }

    #[test]
    fn list_in_form_style_repeats_the_query_name() {
        assert_eq!(form_query(vec!["a b", "c&d=é"]), "n=a%20b&n=c%26d%3D%C3%A9");
        assert_eq!(query(FORM, "tag[]", vec!["a"]), "tag%5B%5D=a");
    }

    #[test]
    fn null_elements_of_a_list_are_left_out_of_a_query() {
        assert_eq!(form_query(json!(["a", null, "b"])), "n=a&n=b");
        assert_eq!(joined_query(json!(["a", null, "b"])), "n=a,b");
        assert_eq!(form_query(json!([null])), "");
    }

    #[test]
    fn object_in_form_style_becomes_one_query_pair_per_field() {
        assert_eq!(form_query(json!({"a": 1, "b": ["x", "y"]})), "a=1&b=x&b=y");
    }

    #[test]
    fn delimiter_inside_an_element_of_a_joined_list_is_encoded() {
        assert_eq!(joined_query(vec!["a", "b,c"]), "n=a,b%2Cc");
        let piped: Add = |query, name, value| query.add_value(name, value, Style::delimited("|"));
        assert_eq!(query(piped, "n", vec!["a", "b"]), "n=a%7Cb");
        assert_eq!(joined_query(json!({"a": 1, "b": 2})), "n=a,1,b,2");
    }

    #[test]
    fn deep_object_style_writes_the_field_path_in_brackets() {
        assert_eq!(
            query(Query::add_deep_object, "f", json!({"a": 1, "b": {"c": ["x", "y"]}})),
            "f%5Ba%5D=1&f%5Bb%5D%5Bc%5D=x&f%5Bb%5D%5Bc%5D=y"
        );
    }

    #[test]
    fn query_rejects_nested_objects_and_lists() {
        let refused = |add: Add, value: &serde_json::Value| {
            add(&mut Query::default(), "n", &Value::new(value).unwrap()).unwrap_err().to_string()
        };
        for add in [FORM, JOINED] {
            for (value, reason) in [
                (json!([{"a": 1}]), "it contains an object"),
                (json!({"a": {"b": 1}}), "it contains an object"),
                (json!([[1], [2]]), "it contains a list within a list or an object"),
            ] {
                assert_eq!(refused(add, &value), reason);
            }
        }
        assert!(refused(JOINED, &json!({"a": [1]})).contains("list within"));
        assert!(refused(Query::add_deep_object, &json!({"a": [[1]]})).contains("list within"));
        assert!(refused(Query::add_deep_object, &json!({"a": [{"b": 1}]})).contains("an object"));
        for key in ["", "a]", "a][b"] {
            assert!(refused(Query::add_deep_object, &json!({ key: 1 })).contains("a key"), "{key}");
        }
    }

    #[test]
    fn query_pairs_are_joined_with_an_ampersand() {
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
