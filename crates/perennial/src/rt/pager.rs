//! Pagination of operations: the methods of `Call` that request one page after another.

use std::str::FromStr;

use serde::Serialize;

use super::call::Call;
use super::held::InputValue;
use crate::client::at_position;
use crate::encode::{self, Value};
use crate::page::{PageSize, Steps, Urls};

/// Implemented by the numeric types of page numbers and totals in responses.
pub trait Number: Copy {
    /// Returns the number as an `i64`. Returns `None` if it is not an integer or is out of range.
    ///
    /// An `f64` is out of range if its absolute value is 2^53 or more, because it may then be rounded.
    fn whole(self) -> Option<i64>;
}

macro_rules! integers {
    ($($type:ty)*) => {$(
        impl Number for $type {
            fn whole(self) -> Option<i64> {
                self.try_into().ok()
            }
        }
    )*};
}
integers! { i64 i32 u64 }

impl Number for f64 {
    fn whole(self) -> Option<i64> {
        encode::exact_integer(self)
    }
}

/// The methods that generated code calls to request pages.
///
/// Each `begin_…` method returns the initial state of a listing, and the position of the first page to request, if it
/// is known. Each `at_…` method returns the call that requests the page at a position. `setter` may name a field of an
/// object parameter, as in `pageable[page]`.
impl Call {
    /// Begins a listing that is paged by cursor. Returns its initial state, and the cursor that the caller set with the
    /// method named `setter`, if any.
    ///
    /// Without a cursor, the listing begins at the first page.
    pub fn begin_by_cursor<C: FromStr>(&self, setter: &str) -> (Steps, Option<C>) {
        (Steps::by_cursor(), self.sent_text(setter).and_then(|cursor| cursor.parse().ok()))
    }

    pub fn at_cursor<C: Serialize + Clone + Send + Sync + 'static>(&self, setter: &str, at: Option<&C>) -> Self {
        let mut call = self.clone();
        if let Some(at) = at {
            match split_field(setter) {
                (setter, Some(field)) => call.replace_field(setter, field, at),
                (setter, None) => call.replace(setter, InputValue::by_serde(at.clone())),
            }
        }
        call
    }

    /// Replaces one field of a parameter that is an object. A value that is not an object is left unchanged; sending
    /// the call then fails.
    fn replace_field(&mut self, setter: &str, field: &str, at: &impl Serialize) {
        let mut fields = match self.set_value(setter) {
            None => Vec::new(),
            Some(Some(Value::Object(fields))) => fields,
            Some(_) => return,
        };
        fields.retain(|(name, _)| name != field);
        let value = Value::new(at).map(|at| {
            fields.push((field.to_owned(), at));
            Value::Object(fields)
        });
        self.replace(setter, InputValue::Text(value));
    }

    /// Begins a listing that is paged by page number or offset. Returns its initial state, and the number or offset of
    /// the first page to request.
    ///
    /// This is the number or offset that the caller set with the method `setter`, or else `first`.
    ///
    /// Pass `None` as `first` if each page contains its own number. The number of the first page is then read from the
    /// response.
    pub fn begin_by_number(&self, setter: &str, first: Option<i64>, steps: Steps) -> (Steps, Option<i64>) {
        match self.set_value(setter) {
            Some(_) if !self.is_refused(setter) => (steps, self.sent_number(setter)),
            _ => (steps, first),
        }
    }

    /// Returns a copy of this call that requests the page with the number or offset `at`. `setter` is the name of the
    /// method that sets the number or offset.
    ///
    /// `default` is the number or offset of the page that the service returns if a request specifies none. If `at`
    /// equals `default`, and the caller did not use the setter, the request does not contain `at`.
    pub fn at_number(&self, setter: &str, at: Option<&i64>, default: Option<i64>) -> Self {
        let is_set = !self.is_refused(setter) && self.set_value(setter).is_some();
        self.at_cursor(setter, at.filter(|at| is_set || default != Some(**at)))
    }

    /// Returns the number of items per page: the limit that the caller set with the method named `setter`, or else
    /// `default`.
    ///
    /// The size is certain ([`PageSize::is_certain`]) if it is the default, or a limit that does not exceed a known
    /// `maximum`. Otherwise, any page may have fewer items.
    ///
    /// Returns `None` if the size is unknown, in these cases:
    ///
    /// - The limit is not a valid number.
    /// - There is neither a limit nor a default.
    /// - The client adds its own limit to the query (`with_query`).
    pub fn page_size(&self, setter: &str, default: Option<i64>, maximum: Option<i64>) -> Option<PageSize> {
        let is_sent = self.set_value(setter).is_some();
        let size = if is_sent { self.sent_number(setter) } else { default };
        let is_certain = !is_sent || maximum.is_some_and(|maximum| size.is_some_and(|size| size <= maximum));
        let (setter, field) = split_field(setter);
        let input = self.input(setter)?;
        let in_brackets = field.map(|field| format!("{}[{field}]", input.name));
        let names = [field.unwrap_or(input.name), in_brackets.as_deref().unwrap_or(input.name)];
        let query = &self.0.client.settings.overrides.query;
        let items = size.filter(|_| !names.iter().any(|name| query.has_name(name)))?.try_into().ok()?;
        Some(PageSize { items, is_certain, is_sent })
    }

    /// Begins a listing whose pages contain the URL of the next page, and returns its initial state. The returned
    /// position is `None`, because the first page is requested with this call unchanged.
    pub fn begin_by_url(&self) -> (Steps, Option<String>) {
        let request = self.clone().accept_anything();
        let names = request.client.settings.authentication.query_names(&request.operation);
        let names = names.into_iter().map(str::to_owned).collect();
        let base_url = request.base_url().ok().map(|base_url| base_url.as_url().clone());
        let urls = Urls::new(base_url, request.path.into_owned(), names);
        (Steps::by_url(urls), None)
    }

    /// Returns a copy of this call that requests the page at `position`. A position is either a query, or a path with
    /// an optional query.
    ///
    /// A position that begins with `/` is a path. It replaces the path and the query of this call. Any other position
    /// is a query, and replaces only the query of this call.
    pub fn at_url(&self, position: Option<&String>) -> Self {
        let mut call = self.clone();
        if let Some(position) = position {
            call.0.client = at_position(&call.0.client, position);
        }
        call
    }

    fn is_refused(&self, setter: &str) -> bool {
        matches!(self.value_of(split_field(setter).0), Some(InputValue::Refused(_)))
    }

    fn sent_number(&self, setter: &str) -> Option<i64> {
        self.sent_text(setter)?.parse().ok()
    }

    /// Returns the text of a parameter, or `None` if the parameter is not set.
    fn sent_text(&self, setter: &str) -> Option<String> {
        match self.set_value(setter)?? {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Returns the value that the caller set for a parameter, or for a field of an object. Returns `None` if no value
    /// is set, and `Some(None)` if the value cannot be sent.
    fn set_value(&self, setter: &str) -> Option<Option<Value>> {
        let (setter, field) = split_field(setter);
        let value = match self.value_of(setter)? {
            InputValue::Text(value) => value.clone().ok(),
            InputValue::Written(value) => value.value().ok(),
            _ => None,
        };
        match (value, field) {
            (Some(Value::Object(fields)), Some(field)) => {
                let (_, value) = fields.into_iter().find(|(name, _)| name == field)?;
                Some(Some(value)).filter(|value| *value != Some(Value::Absent))
            }
            (value, _) => Some(value),
        }
    }
}

/// Splits `pageable[page]` into a setter and a field.
fn split_field(setter: &str) -> (&str, Option<&str>) {
    let fields = setter.strip_suffix(']').and_then(|setter| setter.split_once('['));
    fields.map_or((setter, None), |(setter, field)| (setter, Some(field)))
}

#[cfg(test)]
mod tests {
    use super::super::call::tests::query;
    use super::super::input::{Input, Signature};
    use super::*;
    use crate::operation::Operation;
    use crate::testing::builder;

    static OPERATION: Operation = Operation::new("list", "GET", "/things");
    const INPUTS: &[Input] = &[Input::query("page"), Input::query("Limit").set_by("limit")];

    fn call() -> Call {
        Call::new(&builder("http://localhost").build().unwrap(), Signature { operation: &OPERATION, inputs: INPUTS })
    }

    #[test]
    fn pagination_ignores_totals_that_are_not_integers() {
        assert_eq!((3.0.whole(), 2.5.whole(), f64::NAN.whole(), f64::INFINITY.whole()), (Some(3), None, None, None));
        assert_eq!((7_i64.whole(), 7_i32.whole(), 7_u64.whole(), u64::MAX.whole()), (Some(7), Some(7), Some(7), None));
    }

    #[test]
    fn default_page_number_is_omitted_from_the_query() {
        let refused = Err(vec!["`page` is not a valid `u8`".to_owned()]);
        for (call, at, expected) in [
            (call(), 1, Ok(String::new())),
            (call(), 2, Ok("page=2".to_owned())),
            (call().set::<u8, _>("page", 5), 1, Ok("page=1".to_owned())),
            (call().set::<u8, _>("page", 300), 1, refused),
            (call().set::<u8, _>("page", 300), 2, Ok("page=2".to_owned())),
        ] {
            assert_eq!(query(call.at_number("page", Some(&at), Some(1))), expected, "{at}");
        }
        assert_eq!(query(call().at_number("page", Some(&1), None)).unwrap(), "page=1");
        assert_eq!(query(call().set::<u8, _>("page", 5).at_number("page", None, Some(1))).unwrap(), "page=5");
    }

    #[test]
    fn pagination_begins_at_the_page_number_or_cursor_the_caller_set() {
        let first_page_number = |call: Call| call.begin_by_number("page", Some(1), Steps::by_number(1, None)).1;
        assert_eq!(first_page_number(call()), Some(1));
        assert_eq!(first_page_number(call().set::<f64, _>("page", 3.0)), Some(3));
        assert_eq!(first_page_number(call().set::<f64, _>("page", 3.5)), None);
        assert_eq!(first_page_number(call().set::<u8, _>("page", 300)), Some(1));
        assert_eq!(call().set::<String, _>("page", "x y").begin_by_cursor("page").1, Some("x y".to_owned()));
        assert_eq!(call().begin_by_cursor::<String>("page").1, None);
    }

    #[test]
    fn page_cursor_is_sent_as_json_if_its_parameter_is_json() {
        const INPUTS: &[Input] = &[Input::query("page").as_json()];
        let call = Call::new(
            &builder("http://localhost").build().unwrap(),
            Signature { operation: &OPERATION, inputs: INPUTS },
        );
        assert_eq!(query(call.at_cursor("page", Some(&"a".to_owned()))).unwrap(), "page=%22a%22");
        assert_eq!(query(call.at_number("page", Some(&2), Some(1))).unwrap(), "page=2");
        let call = call.set_json::<i64, _>("page", 3);
        assert_eq!(call.begin_by_number("page", Some(1), Steps::by_number(1, None)).1, Some(3));
    }

    #[test]
    fn next_page_changes_only_the_page_field_of_an_object_parameter() {
        const INPUTS: &[Input] = &[Input::query("pageable")];
        let call = Call::new(
            &builder("http://localhost").build().unwrap(),
            Signature { operation: &OPERATION, inputs: INPUTS },
        );
        let set = |fields: &str| {
            call.clone()
                .set::<serde_json::Value, _>("pageable", serde_json::from_str::<serde_json::Value>(fields).unwrap())
        };
        let at = |call: &Call, number: i64| query(call.at_number("pageable[page]", Some(&number), Some(0)));
        assert_eq!((at(&call, 0).unwrap(), at(&call, 2).unwrap()), (String::new(), "page=2".to_owned()));
        let object = set(r#"{"page":7,"size":5,"sort":null}"#);
        assert_eq!(
            (at(&object, 0).unwrap(), at(&object, 2).unwrap()),
            ("size=5&page=0".to_owned(), "size=5&page=2".to_owned())
        );
        assert_eq!(object.begin_by_number("pageable[page]", None, Steps::by_number(1, None)).1, Some(7));
        assert_eq!(set(r#"{"size":5}"#).begin_by_number("pageable[page]", None, Steps::by_number(1, None)).1, None);
        assert_eq!(
            [object.page_size("pageable[size]", Some(9), Some(9)), call.page_size("pageable[size]", Some(9), None)]
                .map(|size| size.map(|size| size.items)),
            [Some(5), Some(9)]
        );
        let refused = call.clone().set::<u8, _>("pageable", 300);
        assert!(at(&refused, 2).is_err());
    }

    #[test]
    fn page_size_is_the_default_or_a_limit_up_to_the_maximum() {
        let size = |call: Call, maximum| call.page_size("limit", Some(10), maximum);
        let sized = |items, is_certain, is_sent| Some(PageSize { items, is_certain, is_sent });
        let limit = |limit: i64| call().set::<i64, _>("limit", limit);
        assert_eq!(size(call(), Some(100)), sized(10, true, false));
        assert_eq!(size(limit(100), Some(100)), sized(100, true, true));
        assert_eq!(size(limit(101), Some(100)), sized(101, false, true));
        assert_eq!(size(limit(5), None), sized(5, false, true));
        assert_eq!(size(call().set::<u8, _>("limit", 300), Some(100)), None);
        // A limit that a derived client adds to the query is sent in addition to the call's limit, and the service may
        // use either.
        let client = builder("http://localhost").build().unwrap();
        let derived =
            |name| Call::new(&client.with_query([(name, "3")]), Signature { operation: &OPERATION, inputs: INPUTS });
        assert_eq!(size(derived("Limit"), Some(100)), None);
        assert_eq!(size(derived("limit"), Some(100)), sized(10, true, false));
    }
}
