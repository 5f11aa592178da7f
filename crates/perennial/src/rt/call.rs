//! The type `Call`, which collects the values of a call to a declared operation, and the code of the generated setters.

use std::any::type_name;
use std::fmt::{self, Debug, Display};
use std::sync::Arc;

use reqwest::Body;
use serde::Serialize;

use super::held::InputValue;
use super::input::{Input, Signature};
use super::request_builder::RequestBuilder;
use crate::client::Core;
use crate::multipart::{IntoParts, Parts};
use crate::optional::IntoOptional;

/// The name of the setter that sets the body, for every operation.
pub(super) const BODY: &str = "body";

/// A call that has not been sent yet. The generated builder of an operation wraps a `Call`.
///
/// Setters take and return the call by value. The content of a call is in one box, so that a chain of setters only
/// moves a pointer.
#[derive(Clone)]
#[must_use]
pub struct Call(pub(super) Box<CallState>);

#[derive(Clone)]
pub(super) struct CallState {
    pub(super) client: Core,
    pub(super) signature: Signature,
    /// The values that have been set, with the names of their setters.
    pub(super) set: Vec<(&'static str, InputValue)>,
    pub(super) keeps_read_only: bool,
}

/// Shows the client, but omits the values, which may be private.
impl Debug for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Call").field("client", &self.0.client).field("set", &format_args!("…")).finish()
    }
}

/// The methods that generated code calls.
///
/// `setter` is the name of the generated setter, which identifies the input to set. The value may have the input's type
/// or any type that converts into it, or be an `Option` of either. `None` is sent as null if the input is nullable;
/// otherwise, it changes nothing. If a value cannot be converted, sending the call reports the reason.
impl Call {
    pub fn new(client: &Core, signature: Signature) -> Self {
        Self(Box::new(CallState { client: client.clone(), signature, set: Vec::new(), keeps_read_only: false }))
    }

    pub fn set<T: Serialize, Form>(self, setter: &str, value: impl IntoOptional<T, Form>) -> Self {
        let value = convert_argument(setter, value);
        self.store(setter, value.map(|value| value.map(InputValue::parameter)))
    }

    /// Sets a parameter, or a part of a multipart body, whose value is a point in time.
    pub fn set_time<T, Form>(self, setter: &str, value: impl IntoOptional<T, Form, Error: Display>) -> Self
    where
        T: Serialize + Clone + Send + Sync + 'static,
    {
        let value = convert_argument_with_reason(setter, value);
        self.store(setter, value.map(|value| value.map(InputValue::by_serde)))
    }

    /// Sets a part of a multipart body, an alternative body, or a query parameter that is sent as JSON.
    ///
    /// An alternative body has a different media type from the operation's usual body. The value is converted to JSON,
    /// text or a form when the call is sent.
    pub fn set_json<T, Form>(self, setter: &str, value: impl IntoOptional<T, Form>) -> Self
    where
        T: Serialize + Clone + Send + Sync + 'static,
    {
        let value = convert_argument(setter, value);
        self.store(setter, value.map(|value| value.map(InputValue::by_serde)))
    }

    /// Sets the files to send. In a multipart body, each file is sent as a part. Otherwise, a single file is the whole
    /// body.
    pub fn set_files<T: IntoParts, Form>(self, setter: &str, files: impl IntoOptional<T, Form>) -> Self {
        let files = convert_argument(setter, files);
        self.store(setter, files.map(|files: Option<T>| files.map(|files| InputValue::Files(files.into_parts()))))
    }

    /// Sets all parts of a multipart body. Used if the document does not declare the parts.
    pub fn set_parts<Form>(self, setter: &str, parts: impl IntoOptional<Parts, Form>) -> Self {
        let parts = convert_argument(setter, parts);
        self.store(setter, parts.map(|parts| parts.map(InputValue::Parts)))
    }

    /// Sets a body of text, bytes or a stream, which is sent unchanged.
    pub fn set_raw_body<T: Into<Body>, Form>(self, body: impl IntoOptional<T, Form>) -> Self {
        let body = convert_argument(BODY, body);
        self.store(BODY, body.map(|body: Option<T>| body.map(|body| InputValue::Raw(Arc::new(body.into())))))
    }

    /// Sets whether the body's read-only fields are sent.
    pub fn keep_read_only(mut self, keep: bool) -> Self {
        self.0.keeps_read_only = keep;
        self
    }

    /// Converts the call into a request whose `Accept` header contains `media_types`.
    pub fn accept(self, media_types: &'static str) -> RequestBuilder {
        let mut request = self.accept_anything();
        request.accept = Some(media_types);
        request
    }

    pub fn accept_anything(self) -> RequestBuilder {
        let CallState { client, signature: Signature { operation, inputs }, mut set, keeps_read_only } = *self.0;
        let mut request = RequestBuilder::for_path(client, operation.into(), operation.path().into());
        request.keeps_read_only = keeps_read_only;
        let is_set = |input: &&Input| set.iter().any(|(setter, _)| *setter == input.setter);
        let bodies: Vec<&Input> = inputs.iter().filter(|input| input.is_body()).filter(is_set).collect();
        if let [body, other, ..] = &*bodies {
            let reason =
                format!("`{}` and `{}` are both set, but a request has only one body", body.setter, other.setter);
            request.refused.push(reason);
        }
        let body = bodies.first().map(|body| body.setter);
        for input in inputs.iter().filter(|input| !input.is_body() || body.is_none_or(|body| input.setter == body)) {
            let at = set.iter().position(|(setter, _)| *setter == input.setter);
            request.add(input, at.map(|at| set.swap_remove(at).1));
        }
        request
    }
}

/// The parts of the methods above that do not depend on the type of a value, so that they are compiled only once.
impl Call {
    fn store(mut self, setter: &str, held: Result<Option<InputValue>, String>) -> Self {
        let Some(input) = self.input(setter) else { return self };
        let null = || input.is_nullable.then(|| InputValue::by_serde(()));
        if let Some(held) = held.unwrap_or_else(|reason| Some(InputValue::Refused(reason))).or_else(null) {
            self.replace(setter, held);
        }
        self
    }

    pub(super) fn replace(&mut self, setter: &str, held: InputValue) {
        let Some(input) = self.input(setter) else { return };
        self.0.set.retain(|(other, _)| *other != setter);
        self.0.set.push((input.setter, held));
    }

    /// Returns whether a body is set that replaces the usual one.
    pub(super) fn has_alternative_body(&self) -> bool {
        self.0.set.iter().any(|(setter, _)| *setter != BODY && self.input(setter).is_some_and(Input::is_body))
    }

    pub(super) fn value_of(&self, setter: &str) -> Option<&InputValue> {
        self.0.set.iter().find(|(other, _)| *other == setter).map(|(_, held)| held)
    }

    pub(super) fn input(&self, setter: &str) -> Option<&'static Input> {
        self.0.signature.inputs.iter().find(|input| input.setter == setter)
    }
}

/// Converts the argument of a setter. Fails with the reason why the argument is refused.
pub(super) fn convert_argument<T, Form>(setter: &str, value: impl IntoOptional<T, Form>) -> Result<Option<T>, String> {
    value.into_optional().map_err(|_| conversion_refusal(setter, type_name::<T>()))
}

/// Same as [`convert_argument`], but the reason includes the error of the conversion.
pub(super) fn convert_argument_with_reason<T, Form>(
    setter: &str,
    value: impl IntoOptional<T, Form, Error: Display>,
) -> Result<Option<T>, String> {
    value.into_optional().map_err(|reason| format!("{}: {reason}", conversion_refusal(setter, type_name::<T>())))
}

/// Returns the reason for refusing a value that cannot be converted into `ty`, the full name of a type. The reason
/// contains only the short name: `Vec` for `alloc::vec::Vec<i32>`.
fn conversion_refusal(setter: &str, ty: &str) -> String {
    let path = ty.split_once('<').map_or(ty, |(path, _)| path);
    let name = match path.rsplit("::").next() {
        // The setter takes `optional::Json` where callers pass `serde_json::Value`, so the message names `Value`.
        Some("Json") if path.starts_with("perennial::") => "Value",
        name => name.unwrap_or(path),
    };
    format!("`{setter}` is not a valid `{name}`")
}

#[cfg(test)]
pub(super) mod tests {
    use serde_json::json;

    use super::*;
    use crate::operation::Operation;
    use crate::optional::Json;
    use crate::testing::builder;

    static OPERATION: Operation = Operation::new("find", "GET", "/things");
    const INPUTS: &[Input] = &[Input::query("a"), Input::query("b").required(), Input::json_body("application/json")];

    fn call() -> Call {
        Call::new(&builder("http://localhost").build().unwrap(), Signature { operation: &OPERATION, inputs: INPUTS })
    }

    pub(in crate::rt) fn query(call: Call) -> Result<String, Vec<String>> {
        let request = call.accept_anything();
        if request.refused.is_empty() { Ok(request.query.as_str().to_owned()) } else { Err(request.refused) }
    }

    #[test]
    fn setting_a_parameter_to_none_keeps_its_earlier_value() {
        let call = call().set::<i64, _>("b", 1).set::<i64, _>("a", None::<i64>);
        assert_eq!(query(call.clone()).unwrap(), "b=1");
        let call = call.set::<u8, _>("a", 2).set::<u8, _>("a", None::<u8>);
        assert_eq!(query(call.clone()).unwrap(), "a=2&b=1");
        let call = call.set::<u8, _>("a", 300).set::<u8, _>("a", None::<u8>);
        assert_eq!(query(call.clone()).unwrap_err(), ["`a` is not a valid `u8`"]);
        assert_eq!(query(call.set::<u8, _>("a", 3)).unwrap(), "a=3&b=1");
    }

    #[test]
    fn changing_a_clone_of_a_call_does_not_change_the_call() {
        let first = call().set::<i64, _>("b", 1);
        let second = first.clone().set::<i64, _>("b", 2);
        assert_eq!((query(first).unwrap(), query(second).unwrap()), ("b=1".to_owned(), "b=2".to_owned()));
    }

    #[test]
    fn errors_of_parameters_are_reported_in_the_order_of_the_document() {
        let call = call().set_time::<u8, _>("a", 300);
        let reasons = ["`a` is not a valid `u8`: out of range", "`b` is required and was not set"];
        let refused = query(call).unwrap_err();
        assert!(refused.len() == 2 && refused.iter().zip(reasons).all(|(a, b)| a.starts_with(b)), "{refused:?}");
    }

    #[test]
    fn conversion_error_names_the_rust_type_without_its_path() {
        for (ty, name) in [
            (type_name::<uuid::Uuid>(), "Uuid"),
            (type_name::<f64>(), "f64"),
            (type_name::<Vec<uuid::Uuid>>(), "Vec"),
            (type_name::<crate::time::Date>(), "Date"),
            (type_name::<Json>(), "Value"),
            ("mine::Json", "Json"),
        ] {
            assert_eq!(conversion_refusal("id", ty), format!("`id` is not a valid `{name}`"));
        }
    }

    #[test]
    fn debug_output_of_a_call_contains_no_values() {
        let shown = format!(
            "{:?}",
            call().set::<String, _>("a", "secret").set_json::<serde_json::Value, _>("b", json!("secret"))
        );
        assert!(shown.starts_with("Call { client: ") && !shown.contains("secret"), "{shown}");
    }
}
