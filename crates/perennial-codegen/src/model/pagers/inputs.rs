//! Finds the query inputs that a pager may set to request another page: query parameters, and fields of query
//! parameters that are objects.

use super::words::{is_number, is_object_about_pages};
use crate::{
    api::{Field, Location, Operation, Parameter, QueryStyle, Type, TypesByName},
    schema::{self, IntegerKeywords},
    text::naming,
};

/// A query input that may be omitted: an optional query parameter, or an optional field of an object parameter.
pub struct Input<'a> {
    /// The setter's name. For a field, this is the setter of its parameter, followed by the field's name in brackets.
    pub setter: String,
    /// The name of the parameter or field, without the name of the object that contains the field.
    pub name: &'a str,
    /// The name in the query. The name of a field includes its parameter: `page[size]`.
    pub wire_name: String,
    pub ty: &'a Type,
    pub description: Option<&'a str>,
    pub integers: IntegerKeywords,
}

impl Input<'_> {
    /// Returns whether the input is a number with one of these names. The field `page[size]` is also found as
    /// `page_size`.
    pub fn is_number_called(&self, names: &[&str]) -> bool {
        let is_named = |name: &str| names.contains(&naming::value_name(name).as_str());
        is_number(self.ty) && (is_named(self.name) || is_named(&self.wire_name))
    }
}

/// Returns the optional query parameters of an operation.
pub fn parameters<'a>(operation: &'a Operation, declared: &'a schema::DeclaredOperation) -> Vec<Input<'a>> {
    in_query(operation, declared)
        .filter(|(parameter, _)| !parameter.required)
        .map(|(parameter, declared)| Input {
            setter: parameter.name.clone(),
            name: &parameter.wire_name,
            wire_name: parameter.wire_name.clone(),
            ty: &parameter.ty,
            description: declared.description.as_deref(),
            integers: declared.integers,
        })
        .collect()
}

/// Returns the optional fields of query parameters that are objects.
pub fn fields_of_objects<'a>(
    operation: &'a Operation,
    declared: &'a schema::DeclaredOperation,
    types: &TypesByName<'a>,
) -> Vec<Input<'a>> {
    let objects = in_query(operation, declared).filter(|(parameter, _)| has_page_fields(parameter));
    let fields = objects.flat_map(|(parameter, declared)| {
        let fields = parameter.ty.as_struct(types).map(|object| &*object.fields).unwrap_or_default();
        // If the caller does not set an optional object, the pager sends it with this field only. That is impossible if
        // the object has other, required fields.
        let may_be_alone = parameter.required || !fields.iter().any(|field| field.required);
        let optional = fields.iter().filter(move |field| may_be_alone && !field.required);
        optional.map(move |field| input_of_field(parameter, declared, field))
    });
    fields.collect()
}

/// Returns whether the fields of a query parameter are inputs of their own. This is the case in the style `form` with
/// `explode`, in which each field is sent as a separate parameter. With `deepObject`, it is the case if the name of the
/// parameter refers to pages. Other styles do not send the fields by name.
pub fn has_page_fields(Parameter { location, wire_name, .. }: &Parameter) -> bool {
    match location {
        Location::Query(QueryStyle::Deep) => is_object_about_pages(wire_name),
        Location::Query(style) => style.is_exploded(),
        _ => false,
    }
}

/// Returns the name of a field with the parameter that contains it: `pageable[page]`.
pub fn in_brackets(parameter: &str, field: &Field) -> String {
    format!("{parameter}[{}]", field.wire_name)
}

fn input_of_field<'a>(
    parameter: &'a Parameter,
    declared: &'a schema::DeclaredParameter,
    field: &'a Field,
) -> Input<'a> {
    let declared = declared.fields.iter().find(|declared| declared.name == field.wire_name);
    Input {
        setter: in_brackets(&parameter.name, field),
        name: &field.wire_name,
        wire_name: in_brackets(&parameter.wire_name, field),
        ty: &field.value.ty,
        description: declared.and_then(|declared| declared.description.as_deref()),
        integers: declared.map(|declared| declared.integers).unwrap_or_default(),
    }
}

fn in_query<'a>(
    operation: &'a Operation,
    declared: &'a schema::DeclaredOperation,
) -> impl Iterator<Item = (&'a Parameter, &'a schema::DeclaredParameter)> {
    let parameters = operation.parameters.iter().zip(&declared.parameters);
    parameters.filter(|(parameter, _)| matches!(parameter.location, Location::Query(_)))
}
