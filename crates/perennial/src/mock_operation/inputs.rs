//! The names of parameters and fields that a mock accepts. A misspelt name fails the test immediately.

use std::fmt;

use crate::operation::Operation;

/// The names of an operation's parameters and body fields, as declared in the document. The default value contains no
/// names.
#[derive(Clone, Debug, Default)]
pub struct Inputs {
    path: WireNames,
    /// The query parameters with a fixed value, which every call sends.
    pub(super) fixed: WireNames,
    query: WireNames,
    /// Whether a mock accepts query parameters of any name, because the operation sends an object with arbitrary fields
    /// as query parameters.
    is_query_open: bool,
    body: JsonBody,
}

/// The names of parameters. Each pair contains the name of the setter and the name in the request.
pub(crate) type WireNames = Vec<(&'static str, &'static str)>;

#[derive(Clone, Copy, Debug, Default)]
enum JsonBody {
    #[default]
    None,
    /// A JSON object with these field names.
    Fields(&'static [&'static str]),
    Any,
}

/// The name of a query parameter that a mock checks.
///
/// For a parameter that the document declares, pass the name of its setter (the builder's method that sets the
/// parameter) as a `&str`. For any other parameter, call [`undeclared`].
#[derive(Debug, Clone, Copy)]
pub struct ParameterName<'a> {
    name: &'a str,
    is_declared: bool,
}

impl<'a> From<&'a str> for ParameterName<'a> {
    fn from(name: &'a str) -> Self {
        Self { name, is_declared: true }
    }
}

/// Creates the name of a query parameter that the document does not declare, such as a parameter that
/// `Client::with_query` adds.
///
/// `name` is the name of the parameter in the URL. The name is not checked against the document.
///
/// ```text
/// server.books().list().query(undeclared("preview"), true).respond(&books)
/// ```
pub fn undeclared(name: &str) -> ParameterName<'_> {
    ParameterName { name, is_declared: false }
}

impl Inputs {
    pub(crate) fn path(self, path: WireNames) -> Self {
        Self { path, ..self }
    }

    pub(crate) fn fixed(self, fixed: WireNames) -> Self {
        Self { fixed, ..self }
    }

    pub(crate) fn query(self, query: WireNames) -> Self {
        Self { query, ..self }
    }

    /// Declares that a setter is now named `present`, and was formerly named `former`. A test can then use either name
    /// for the parameter.
    pub fn former(mut self, former: &'static str, present: &str) -> Self {
        for names in [&mut self.path, &mut self.query] {
            let entry = names.iter().enumerate().find(|(_, (setter, _))| *setter == present);
            if let Some((index, (_, wire))) = entry.map(|(index, entry)| (index, *entry)) {
                names.insert(index + 1, (former, wire));
            }
        }
        self
    }

    /// Declares that an object parameter is sent as one query parameter for each of its `fields`. `setter` is the name
    /// of the method that sets the object parameter.
    pub fn object(mut self, setter: &str, fields: &'static [&'static str]) -> Self {
        if let Some(index) = self.query.iter().position(|(name, _)| *name == setter) {
            self.query.splice(index..=index, fields.iter().map(|field| (*field, *field)));
        }
        self
    }

    /// Allows any names of query parameters. Used for an operation that sends the fields of an arbitrary object as
    /// query parameters.
    pub fn any_query(self) -> Self {
        Self { is_query_open: true, ..self }
    }

    /// Declares the fields of the JSON body, by name.
    pub fn body(self, fields: &'static [&'static str]) -> Self {
        Self { body: JsonBody::Fields(fields), ..self }
    }

    /// Declares a JSON body of any kind. If the body is an object, its fields may have any name.
    pub fn any_body(self) -> Self {
        Self { body: JsonBody::Any, ..self }
    }

    /// Returns a path parameter's name in the path template. `name` is the name of its setter.
    ///
    /// # Panics
    /// Panics if the operation has no such parameter.
    #[track_caller]
    pub(super) fn path_parameter(&self, name: &str, operation: &Operation) -> &'static str {
        match self.path.iter().find(|(setter, _)| *setter == name) {
            Some((_, wire)) => wire,
            None => panic_for_unknown_name(name, "path parameter", operation, &self.path),
        }
    }

    /// Returns the name that a query parameter has in the URL. `filter[status]` stands for the field `status` of the
    /// object that the setter `filter` sets.
    ///
    /// # Panics
    /// Panics if the operation has no such parameter.
    #[track_caller]
    pub(super) fn query_parameter(&self, parameter: ParameterName<'_>, operation: &Operation) -> String {
        let ParameterName { name, is_declared } = parameter;
        if !is_declared {
            return name.to_owned();
        }
        let (object, field) = name.split_at(name.find('[').unwrap_or(name.len()));
        let wire_of = |name: &str| self.query.iter().find(|(setter, _)| *setter == name).map(|(_, wire)| *wire);
        match (wire_of(name), wire_of(object)) {
            (Some(wire), _) => wire.to_owned(),
            (None, Some(wire)) => format!("{wire}{field}"),
            (None, None) if self.is_query_open => name.to_owned(),
            (None, None) => panic_for_unknown_name(name, "query parameter", operation, &self.query),
        }
    }

    /// Checks the name of a field of the body.
    ///
    /// # Panics
    /// Panics if the body has no such field, or if the operation has no JSON body.
    #[track_caller]
    pub(super) fn check_field(&self, name: &str, operation: &Operation) {
        match self.body {
            JsonBody::None => panic_for_unknown_name(name, "field of a JSON body", operation, &[]),
            JsonBody::Fields(fields) if !fields.contains(&name) => {
                let declared: Vec<_> = fields.iter().map(|name| (*name, *name)).collect();
                panic_for_unknown_name(name, "field of the body", operation, &declared)
            }
            JsonBody::Fields(_) | JsonBody::Any => {}
        }
    }

    /// Checks that the operation has a JSON body.
    ///
    /// # Panics
    /// Panics if the operation has no JSON body.
    #[track_caller]
    pub(super) fn check_body(&self, operation: &Operation) {
        assert!(!matches!(self.body, JsonBody::None), "{} has no JSON body", operation.operation_id());
    }
}

#[track_caller]
#[expect(clippy::panic, reason = "only tests call this function, and a panic makes them fail")]
fn panic_for_unknown_name(name: &str, kind: &str, operation: &Operation, declared: &[(&str, &str)]) -> ! {
    let declared: Vec<String> = declared.iter().map(|(name, _)| format!("`{name}`")).collect();
    let declared: &dyn fmt::Display = if declared.is_empty() { &"none" } else { &declared.join(", ") };
    panic!("`{name}` is not a {kind} of {} ({operation}), which has {declared}", operation.operation_id())
}

#[cfg(test)]
mod tests {
    use super::*;

    static OPERATION: Operation = Operation::new("getThing", "GET", "/things/{thingId}");

    fn inputs() -> Inputs {
        let query = vec![("next_id", "nextId"), ("filter", "filter")];
        Inputs::default().path(vec![("thing_id", "thingId")]).query(query).body(&["name"])
    }

    #[test]
    fn mock_converts_setter_names_to_parameter_names_on_the_wire() {
        assert_eq!(inputs().path_parameter("thing_id", &OPERATION), "thingId");
        assert_eq!(inputs().query_parameter("next_id".into(), &OPERATION), "nextId");
        assert_eq!(inputs().query_parameter("filter[status]".into(), &OPERATION), "filter[status]");
    }

    #[test]
    fn mock_accepts_former_parameter_names_and_object_fields() {
        let inputs = inputs().former("id", "thing_id").former("next", "next_id").object("filter", &["page", "size"]);
        assert_eq!(inputs.path_parameter("id", &OPERATION), "thingId");
        assert_eq!(inputs.query, [("next_id", "nextId"), ("next", "nextId"), ("page", "page"), ("size", "size")]);
    }

    #[test]
    fn mock_accepts_any_name_if_the_document_allows_any_field() {
        let open = inputs().any_query();
        assert_eq!(open.query_parameter("any".into(), &OPERATION), "any");
        assert_eq!(open.query_parameter("next_id".into(), &OPERATION), "nextId");
        assert_eq!(inputs().query_parameter(undeclared("nextId"), &OPERATION), "nextId");
        let open = inputs().any_body();
        open.check_field("any", &OPERATION);
    }

    #[test]
    #[should_panic = "`nextId` is not a query parameter of getThing (GET /things/{thingId}), which has `next_id`, \
                      `filter`"]
    fn mock_panics_with_the_declared_names_if_a_query_name_is_unknown() {
        inputs().query_parameter("nextId".into(), &OPERATION);
    }

    #[test]
    #[should_panic = "`names` is not a field of the body of getThing (GET /things/{thingId}), which has `name`"]
    fn mock_refuses_a_field_that_the_request_body_does_not_declare() {
        inputs().check_field("names", &OPERATION);
    }

    #[test]
    #[should_panic = "getThing has no JSON body"]
    fn mock_refuses_a_body_for_an_operation_without_a_request_body() {
        Inputs::default().check_body(&OPERATION);
    }
}
