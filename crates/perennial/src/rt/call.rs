//! A call of an operation that a document declares: the values that its builder holds, and the work of its setters.

use std::any::{Any, type_name};
use std::fmt::{self, Debug, Display};
use std::sync::Arc;

use reqwest::Body;
use serde::Serialize;

use super::held::{Built, Held};
use super::input::Input;
use super::request_builder::RequestBuilder;
use crate::client::Core;
use crate::encode::Encode;
use crate::error::BuildError;
use crate::multipart::{IntoParts, Parts};
use crate::operation::Operation;
use crate::optional::IntoOptional;

/// The setter of each body.
const BODY: &str = "body";

/// A call that is not sent yet. The builder of each operation wraps one.
///
/// A setter moves it, so everything is in one box: a chain of setters takes no room on the stack.
#[derive(Clone)]
pub struct Call(pub(super) Box<State>);

#[derive(Clone)]
pub(super) struct State {
    pub(super) client: Core,
    pub(super) operation: &'static Operation,
    /// In the order of the document, in which they are sent: servers may want the fields of a form before the file.
    pub(super) inputs: &'static [Input],
    /// The values that were set, by index in `inputs`.
    pub(super) set: Vec<(usize, Held)>,
    keeps_read_only: bool,
}

/// Values are not shown: they may be private.
impl Debug for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Call").field("client", &self.0.client).field("set", &format_args!("…")).finish()
    }
}

/// The methods that the generated code calls.
///
/// Those that set an input take its setter's name, and a value, a value that converts into one, or an `Option` of either.
/// `None` is sent as null if the input is nullable, and changes nothing otherwise. If a value does not convert, the reason is
/// reported when the call is sent.
impl Call {
    pub fn new(client: &Core, operation: &'static Operation, inputs: &'static [Input]) -> Self {
        Self(Box::new(State { client: client.clone(), operation, inputs, set: Vec::new(), keeps_read_only: false }))
    }

    /// Sets a parameter.
    pub fn set<T: Serialize, Form>(self, setter: &str, value: impl IntoOptional<T, Form>) -> Self {
        let value = converted(setter, value);
        self.hold(setter, value.map(|value| value.map(Held::text)))
    }

    /// Sets a point in time, in any place.
    pub fn set_time<T, Form>(self, setter: &str, value: impl IntoOptional<T, Form, Error: Display>) -> Self
    where
        T: Serialize + Clone + Send + Sync + 'static,
    {
        let value = explained(setter, value);
        self.hold(setter, value.map(|value| value.map(Held::by_serde)))
    }

    /// Sets a value that may be sent as JSON: a parameter or part, or a body of a type of the client's own.
    pub fn set_json<T, Form>(self, setter: &str, value: impl IntoOptional<T, Form>) -> Self
    where
        T: Serialize + Clone + Send + Sync + 'static,
    {
        let value = converted(setter, value);
        self.hold(setter, value.map(|value| value.map(Held::by_serde)))
    }

    /// Sets one file or several: parts, or the whole body.
    pub fn set_files<T: IntoParts, Form>(self, setter: &str, files: impl IntoOptional<T, Form>) -> Self {
        let files = converted(setter, files);
        self.hold(setter, files.map(|files: Option<T>| files.map(|files| Held::Files(files.into_parts()))))
    }

    /// Sets all parts of a body.
    pub fn set_parts<Form>(self, setter: &str, parts: impl IntoOptional<Parts, Form>) -> Self {
        let parts = converted(setter, parts);
        self.hold(setter, parts.map(|parts| parts.map(Held::Parts)))
    }

    /// Sets a body as a whole.
    pub fn set_body<T, Form>(self, body: impl IntoOptional<T, Form>) -> Self
    where
        T: Encode + Clone + Send + Sync + 'static,
    {
        let body = converted(BODY, body);
        self.hold(BODY, body.map(|body| body.map(Held::by_encode)))
    }

    /// Sets a body that has a builder, which `change_body` continues. It is sent as a whole, so `keep_undeclared` is called on
    /// the builder.
    pub fn set_built_body<T, B, Form>(
        self,
        body: impl IntoOptional<T, Form, Error: Display>,
        keep_undeclared: fn(B) -> B,
    ) -> Self
    where
        T: Encode + Clone + Send + Sync + 'static,
        B: From<T> + TryInto<T, Error = BuildError> + Clone + Send + Sync + 'static,
    {
        let body = explained(BODY, body);
        self.hold(BODY, body.map(|body| body.map(|body| Held::built::<T, B>(keep_undeclared(body.into())))))
    }

    /// Changes a body through its builder, which is empty if the body is not set. A body that was refused stays refused.
    pub fn change_body<T, B>(mut self, change: impl FnOnce(B) -> B) -> Self
    where
        T: Encode + Clone + Send + Sync + 'static,
        B: TryInto<T, Error = BuildError> + Default + Clone + Send + Sync + 'static,
    {
        let builder = match self.take(BODY) {
            Some(Held::Refused(reason)) => return self.hold(BODY, Err(reason)),
            Some(Held::Built(body)) => (body as Box<dyn Any>).downcast().map(|body: Box<Built<B>>| body.builder).ok(),
            _ => None,
        };
        self.hold(BODY, Ok(Some(Held::built::<T, B>(change(builder.unwrap_or_default())))))
    }

    /// Sets a body that is sent as it is: text, bytes or a stream.
    pub fn set_raw_body<T: Into<Body>, Form>(self, body: impl IntoOptional<T, Form>) -> Self {
        let body = converted(BODY, body);
        self.hold(BODY, body.map(|body: Option<T>| body.map(|body| Held::Raw(Arc::new(body.into())))))
    }

    /// Whether fields of the body are sent that are read-only in the document.
    pub fn keep_read_only(mut self, keep: bool) -> Self {
        self.0.keeps_read_only = keep;
        self
    }

    /// The request, for a response of one of these media types.
    pub fn accept(self, media_types: &'static str) -> RequestBuilder {
        let mut request = self.accept_anything();
        request.accept = Some(media_types);
        request
    }

    /// The request, for a response of any media type.
    pub fn accept_anything(self) -> RequestBuilder {
        let State { client, operation, inputs, mut set, keeps_read_only } = *self.0;
        let mut request = RequestBuilder::for_path(client, operation.into(), operation.path().into());
        request.keeps_read_only = keeps_read_only;
        for (index, input) in inputs.iter().enumerate() {
            let at = set.iter().position(|(set, _)| *set == index);
            request.add(input, at.map(|at| set.swap_remove(at).1));
        }
        request
    }
}

/// The parts of the methods above that do not depend on the type of a value, so that they are compiled once.
impl Call {
    fn hold(mut self, setter: &str, held: Result<Option<Held>, String>) -> Self {
        let Some((_, input)) = self.input(setter) else { return self };
        let null = || input.is_nullable.then(|| Held::by_serde(()));
        if let Some(held) = held.unwrap_or_else(|reason| Some(Held::Refused(reason))).or_else(null) {
            self.replace(setter, held);
        }
        self
    }

    pub(super) fn replace(&mut self, setter: &str, held: Held) {
        let Some((index, _)) = self.input(setter) else { return };
        match self.0.set.iter_mut().find(|(set, _)| *set == index) {
            Some((_, before)) => *before = held,
            None => self.0.set.push((index, held)),
        }
    }

    fn take(&mut self, setter: &str) -> Option<Held> {
        let (index, _) = self.input(setter)?;
        let at = self.0.set.iter().position(|(set, _)| *set == index)?;
        Some(self.0.set.swap_remove(at).1)
    }

    pub(super) fn held(&self, setter: &str) -> Option<&Held> {
        let (index, _) = self.input(setter)?;
        self.0.set.iter().find(|(set, _)| *set == index).map(|(_, held)| held)
    }

    pub(super) fn input(&self, setter: &str) -> Option<(usize, &'static Input)> {
        self.0.inputs.iter().enumerate().find(|(_, input)| input.setter == setter)
    }
}

/// The value that a setter was given.
fn converted<T, Form>(setter: &str, value: impl IntoOptional<T, Form>) -> Result<Option<T>, String> {
    value.into_optional().map_err(|_| invalid(setter, type_name::<T>()))
}

/// As [`converted`], with the reason of the conversion.
fn explained<T, Form>(setter: &str, value: impl IntoOptional<T, Form, Error: Display>) -> Result<Option<T>, String> {
    value.into_optional().map_err(|reason| format!("{}: {reason}", invalid(setter, type_name::<T>())))
}

/// The reason why a value that does not convert into `ty` is refused. The type is shown as a caller reads it: `Vec` for
/// `alloc::vec::Vec<i32>`.
fn invalid(setter: &str, ty: &str) -> String {
    let path = ty.split_once('<').map_or(ty, |(path, _)| path);
    let name = match path.rsplit("::").next() {
        // `optional::Json` stands for it.
        Some("Json") if path.starts_with("perennial::") => "Value",
        name => name.unwrap_or(path),
    };
    format!("`{setter}` is not a valid `{name}`")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::optional::Json;
    use crate::testing::builder;

    static OPERATION: Operation = Operation::new("find", "GET", "/things");
    const INPUTS: &[Input] = &[Input::query("a"), Input::query("b").required(), Input::json_body("application/json")];

    fn call() -> Call {
        Call::new(&builder("http://localhost").build().unwrap(), &OPERATION, INPUTS)
    }

    /// The query that is sent, or the reasons why none is.
    fn query(call: Call) -> Result<String, Vec<String>> {
        let request = call.accept_anything();
        if request.refused.is_empty() { Ok(request.query.as_str().to_owned()) } else { Err(request.refused) }
    }

    #[test]
    fn none_keeps_the_value_that_was_set_before() {
        let call = call().set::<i64, _>("b", 1).set::<i64, _>("a", None::<i64>);
        assert_eq!(query(call.clone()).unwrap(), "b=1");
        let call = call.set::<u8, _>("a", 2).set::<u8, _>("a", None::<u8>);
        assert_eq!(query(call.clone()).unwrap(), "a=2&b=1");
        let call = call.set::<u8, _>("a", 300).set::<u8, _>("a", None::<u8>);
        assert_eq!(query(call.clone()).unwrap_err(), ["`a` is not a valid `u8`"]);
        assert_eq!(query(call.set::<u8, _>("a", 3)).unwrap(), "a=3&b=1");
    }

    #[test]
    fn a_clone_of_a_call_changes_nothing_in_it() {
        let first = call().set::<i64, _>("b", 1);
        let second = first.clone().set::<i64, _>("b", 2);
        assert_eq!((query(first).unwrap(), query(second).unwrap()), ("b=1".to_owned(), "b=2".to_owned()));
    }

    #[test]
    fn refusals_are_reported_in_the_order_of_the_document() {
        let call = call().set_body::<String, _>("").set_time::<u8, _>("a", 300);
        let reasons = ["`a` is not a valid `u8`: out of range", "`b` is required and was not set"];
        let refused = query(call).unwrap_err();
        assert!(refused.len() == 2 && refused.iter().zip(reasons).all(|(a, b)| a.starts_with(b)), "{refused:?}");
    }

    #[test]
    fn a_refusal_names_the_type_without_its_path() {
        for (ty, name) in [
            (type_name::<uuid::Uuid>(), "Uuid"),
            (type_name::<f64>(), "f64"),
            (type_name::<Vec<uuid::Uuid>>(), "Vec"),
            (type_name::<crate::time::Date>(), "Date"),
            (type_name::<Json>(), "Value"),
            ("mine::Json", "Json"),
        ] {
            assert_eq!(invalid("id", ty), format!("`id` is not a valid `{name}`"));
        }
    }

    #[test]
    fn a_call_shows_no_values() {
        let shown = format!(
            "{:?}",
            call().set::<String, _>("a", "secret").set_json::<serde_json::Value, _>("b", json!("secret"))
        );
        assert!(shown.starts_with("Call { client: ") && !shown.contains("secret"), "{shown}");
    }
}
