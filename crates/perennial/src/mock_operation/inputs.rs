//! The names that a mock accepts, so that a misspelt one fails the test immediately.

use std::fmt;

use crate::operation::Operation;

/// The names of what an operation sends, as the document declares them: by default nothing but the path.
#[derive(Clone, Copy, Debug, Default)]
pub struct Inputs {
    path: Names,
    /// The pairs of the query that each call has.
    pub(super) fixed: Names,
    query: Names,
    /// Whether a parameter is an object with any fields, each of which is a parameter of the query.
    is_query_open: bool,
    body: JsonBody,
}

/// For each parameter the name of its setter, and its name on the wire.
type Names = &'static [(&'static str, &'static str)];

/// The fields of a JSON body.
#[derive(Clone, Copy, Debug, Default)]
enum JsonBody {
    /// The operation has none.
    #[default]
    None,
    /// These fields, by their names in JSON.
    Fields(&'static [&'static str]),
    /// Any fields.
    Any,
}

/// The name of a parameter: that of its setter, or [`undeclared`].
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

/// A parameter that the document does not declare, as `Client::with_query` sends it: by its name in the URL, which is not
/// checked.
pub fn undeclared(name: &str) -> ParameterName<'_> {
    ParameterName { name, is_declared: false }
}

impl Inputs {
    /// Sets the parameters of the path.
    pub fn path(self, path: Names) -> Self {
        Self { path, ..self }
    }

    /// Sets the names and values of the query that each call has.
    pub fn fixed(self, fixed: Names) -> Self {
        Self { fixed, ..self }
    }

    /// Sets the parameters of the query.
    pub fn query(self, query: Names) -> Self {
        Self { query, ..self }
    }

    /// Allows other names in the query: a parameter is an object with any fields.
    pub fn any_query(self) -> Self {
        Self { is_query_open: true, ..self }
    }

    /// Sets the fields of a JSON body.
    pub fn body(self, fields: &'static [&'static str]) -> Self {
        Self { body: JsonBody::Fields(fields), ..self }
    }

    /// Allows any JSON body.
    pub fn any_body(self) -> Self {
        Self { body: JsonBody::Any, ..self }
    }

    /// The name of a path parameter in the template.
    ///
    /// # Panics
    /// The operation has no such parameter.
    #[track_caller]
    pub(super) fn in_path(&self, name: &str, operation: &Operation) -> &'static str {
        match self.path.iter().find(|(setter, _)| *setter == name) {
            Some((_, wire)) => wire,
            None => refuse(name, "path parameter", operation, self.path),
        }
    }

    /// The name of a parameter in the query. A field of an object, `filter[status]`, is named after the object.
    ///
    /// # Panics
    /// The operation has no such parameter.
    #[track_caller]
    pub(super) fn in_query(&self, asked: ParameterName<'_>, operation: &Operation) -> String {
        let ParameterName { name, is_declared } = asked;
        if !is_declared {
            return name.to_owned();
        }
        let (object, field) = name.split_at(name.find('[').unwrap_or(name.len()));
        let wire_of = |name: &str| self.query.iter().find(|(setter, _)| *setter == name).map(|(_, wire)| *wire);
        match (wire_of(name), wire_of(object)) {
            (Some(wire), _) => wire.to_owned(),
            (None, Some(wire)) => format!("{wire}{field}"),
            (None, None) if self.is_query_open => name.to_owned(),
            (None, None) => refuse(name, "query parameter", operation, self.query),
        }
    }

    /// Accepts the name of a field of the body.
    ///
    /// # Panics
    /// The body has no such field, or the operation has no JSON body.
    #[track_caller]
    pub(super) fn check_field(&self, name: &str, operation: &Operation) {
        match self.body {
            JsonBody::None => refuse(name, "field of a JSON body", operation, &[]),
            JsonBody::Fields(fields) if !fields.contains(&name) => {
                let declared: Vec<_> = fields.iter().map(|name| (*name, *name)).collect();
                refuse(name, "field of the body", operation, &declared)
            }
            JsonBody::Fields(_) | JsonBody::Any => {}
        }
    }

    /// Accepts a JSON body as such.
    ///
    /// # Panics
    /// The operation has none.
    #[track_caller]
    pub(super) fn check_body(&self, operation: &Operation) {
        assert!(!matches!(self.body, JsonBody::None), "{} has no JSON body", operation.operation_id());
    }
}

#[track_caller]
#[expect(clippy::panic, reason = "only tests get here, and must fail")]
fn refuse(name: &str, kind: &str, operation: &Operation, declared: &[(&str, &str)]) -> ! {
    let declared: Vec<String> = declared.iter().map(|(name, _)| format!("`{name}`")).collect();
    let declared: &dyn fmt::Display = if declared.is_empty() { &"none" } else { &declared.join(", ") };
    panic!("`{name}` is not a {kind} of {} ({operation}), which has {declared}", operation.operation_id())
}

#[cfg(test)]
mod tests {
    use super::*;

    static OPERATION: Operation = Operation::new("getThing", "GET", "/things/{thingId}");
    const INPUTS: Inputs = Inputs {
        fixed: &[],
        path: &[("thing_id", "thingId")],
        query: &[("next_id", "nextId"), ("filter", "filter")],
        is_query_open: false,
        body: JsonBody::Fields(&["name"]),
    };

    #[test]
    fn a_setter_gives_the_name_on_the_wire() {
        assert_eq!(INPUTS.in_path("thing_id", &OPERATION), "thingId");
        assert_eq!(INPUTS.in_query("next_id".into(), &OPERATION), "nextId");
        assert_eq!(INPUTS.in_query("filter[status]".into(), &OPERATION), "filter[status]");
    }

    #[test]
    fn names_are_not_checked_where_the_document_leaves_them_open() {
        let open = Inputs { is_query_open: true, ..INPUTS };
        assert_eq!(open.in_query("any".into(), &OPERATION), "any");
        assert_eq!(open.in_query("next_id".into(), &OPERATION), "nextId");
        assert_eq!(INPUTS.in_query(undeclared("nextId"), &OPERATION), "nextId");
        let open = Inputs { body: JsonBody::Any, ..INPUTS };
        open.check_field("any", &OPERATION);
    }

    #[test]
    #[should_panic = "`nextId` is not a query parameter of getThing (GET /things/{thingId}), which has `next_id`, `filter`"]
    fn a_name_that_no_setter_has_is_refused_with_those_that_exist() {
        INPUTS.in_query("nextId".into(), &OPERATION);
    }

    #[test]
    #[should_panic = "`names` is not a field of the body of getThing (GET /things/{thingId}), which has `name`"]
    fn a_field_that_the_body_lacks_is_refused() {
        INPUTS.check_field("names", &OPERATION);
    }

    #[test]
    #[should_panic = "getThing has no JSON body"]
    fn a_body_that_the_operation_lacks_is_refused() {
        Inputs { body: JsonBody::None, ..INPUTS }.check_body(&OPERATION);
    }
}
