//! Writes the mocks, which the feature `mock` enables: a method of `httpmock::MockServer` for each operation.

use super::{Context, NO_DOCTEST, docs, former, layout::block, tags};
use crate::{
    api::{self, Content, Encoding, Group, Kind, Location, Operation, Parameter, Response, Type, TypesByName},
    rust_type,
    text::{markdown::code_span, path},
};

pub fn mocks(context: &Context<'_>) -> String {
    let (mut declared, mut implemented, mut tags) = (String::new(), String::new(), String::new());
    for operation in &context.api.operations {
        let Operation { name, builder, method, path, .. } = operation;
        let docs =
            docs::lines(&format!("A mock of {}.", code_span(&format!("{method} {}", path::split_fragment(path).0))));
        let (cfg, response) = (context.gates.operation(name).cfg(), response_type(operation));
        let signature = format!("fn {name}(&self) -> MockOperation<'_, {response}>");
        declared += &format!("{docs}{cfg}{signature};\n");
        let inputs = inputs(operation, context);
        implemented += &format!(
            "{cfg}{signature} {{ MockOperation::new(self, crate::builder::{builder}::SIGNATURE, |inputs| inputs{inputs}) }}\n"
        );
    }
    for group in &context.api.groups {
        let Group { name, type_name, .. } = group;
        let (docs, cfg) = (tag_docs(group), tags::gate(group).cfg());
        declared += &format!("{docs}{cfg}fn {name}(&self) -> tags::{type_name}<'_>;\n");
        implemented += &format!(
            "{cfg}fn {name}(&self) -> tags::{type_name}<'_> {{ tags::{type_name}(::perennial::__private::v1::Server(self)) }}\n"
        );
        tags += &tag(context, group);
    }
    let formers = context.former_operations().map(|(former, other, operation)| {
        let Operation { name, .. } = operation;
        format!(
            "{}{}fn {former}(&self) -> MockOperation<'_, {}> {{ self.{name}() }}\n",
            former::attributes(name, other),
            context.gates.operation(name).cfg(),
            response_type(operation)
        )
    });
    declared.extend(formers);
    format!(
        "/// Typed mocks for the tests of programs that use this client (feature `mock`).
        ///
        /// [`MockServerExt`](mock::MockServerExt) adds methods to `httpmock::MockServer`. The trait has a method for
        /// each operation, which returns a [`MockOperation`](mock::MockOperation). Each tag has a method that returns
        /// the mocks of its operations. The mocks have the same short names as the operations of the client:
        /// `server.things().get()`. There are no methods for the former names of tags. If a tag has the same name as a
        /// method of `MockServer`, such as `url`, write `MockServerExt::url(&server)`.
        #[cfg(feature = \"mock\")]
        {NO_DOCTEST}pub mod mock {{
            pub use ::perennial::mock::{{Mock, MockOperation, ParameterName, Response, Untyped, undeclared}};
            /// A mock for each operation of the client.
            {}
            {}
            /// The mocks of the operations, grouped by tag. Each method has the short name of its operation.
            {}
        }}\n",
        block("pub trait MockServerExt", &declared),
        block("impl MockServerExt for ::perennial::httpmock::MockServer", &implemented),
        block("pub mod tags", &tags)
    )
}

fn tag_docs(group: &Group) -> String {
    docs::lines(&format!("Mocks of the operations of the tag {}.", code_span(&group.tag)))
}

fn tag(context: &Context<'_>, group: &Group) -> String {
    let (Group { type_name, operations, .. }, cfg) = (group, tags::gate(group).cfg());
    let methods = operations.iter().map(|grouped| {
        let operation = context.api.operation(grouped);
        let name = &operation.name;
        format!(
            "/// See [`{name}`](super::MockServerExt::{name}).
            pub fn {}(self) -> super::MockOperation<'a, {}> {{ super::MockServerExt::{name}(self.0.0) }}\n",
            grouped.name,
            response_type(operation)
        )
    });
    format!(
        "{}{cfg}#[derive(Clone, Copy, Debug)]
        pub struct {type_name}<'a>(pub(super) ::perennial::__private::v1::Server<'a>);
        {cfg}{}",
        tag_docs(group),
        block(&format!("impl<'a> {type_name}<'a>"), &methods.collect::<String>())
    )
}

fn response_type(operation: &Operation) -> String {
    match &operation.response {
        response @ Response::One(Content::Json { .. } | Content::Empty) => rust_type::response(response).code(),
        Response::One(_) | Response::ByStatus(_) => "::perennial::mock::Untyped".to_owned(),
    }
}

/// Writes the names that the mock of an operation accepts in addition to the names in the constant `INPUTS`: former
/// names of setters, the fields of exploded objects, and the fields of a JSON body.
fn inputs(operation: &Operation, context: &Context<'_>) -> String {
    let types = &context.types;
    let fields = |name| format!("::perennial::__private::v1::fields::<crate::types::{name}>()");
    let former = api::former::names_of_owner(&context.former.operation_setters, &operation.name);
    let (mut formers, mut objects, mut any_query) = (String::new(), String::new(), "");
    for Parameter { name, location, ty, .. } in &operation.parameters {
        let is_exploded = match location {
            Location::Query(style) => style.is_exploded(),
            Location::Path(_) => false,
            Location::Header(_) | Location::Cookie(_) | Location::Part(_) | Location::Body => continue,
        };
        if let Some(object) = closed_struct(ty, types).filter(|_| is_exploded) {
            objects += &format!(".object({name:?}, {})", fields(object));
            continue;
        }
        if is_exploded && may_have_fields(ty, types) {
            any_query = ".any_query()";
        }
        let names = former.iter().filter(|(_, other)| other.present == *name);
        // The former names are written in reverse order, because the runtime inserts each of them directly after the
        // current name. Messages then list them in the original order.
        formers.extend(names.rev().map(|(former, _)| format!(".former({former:?}, {name:?})")));
    }
    let body = operation.body.as_ref().filter(|body| body.encoding == Encoding::Json);
    let body = body.map(|body| match closed_struct(&body.value.ty, types) {
        Some(object) => format!(".body({})", fields(object)),
        None => ".any_body()".to_owned(),
    });
    format!("{any_query}{formers}{objects}{}", body.unwrap_or_default())
}

/// Returns whether values of the type may be objects with undeclared fields.
fn may_have_fields(ty: &Type, types: &TypesByName<'_>) -> bool {
    let kind = |name: &String| types.get(name.as_str()).map(|def| &def.kind);
    let is_object = |ty: &Type| match ty {
        Type::Named(name) => !matches!(kind(name), Some(Kind::Enum(_))),
        _ => matches!(ty, Type::Any | Type::Map(_) | Type::Object | Type::Own(_)),
    };
    let named = if let Type::Named(name) = ty { kind(name) } else { None };
    match named {
        Some(Kind::Union(union)) => union.members.iter().any(|member| is_object(&member.ty)),
        _ => is_object(ty),
    }
}

/// Returns the name of the struct that `ty` refers to. Returns `None` if `ty` is not a struct, or if its values may
/// contain undeclared fields.
fn closed_struct<'a>(ty: &'a Type, types: &TypesByName<'_>) -> Option<&'a str> {
    ty.as_struct(types).filter(|body| body.additional.is_none()).and(ty.type_name())
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::names::file::Names;

    /// Returns the names that the mock of an operation accepts. The operation has a query parameter `filter`, which is
    /// an exploded object with the `additionalProperties` `additional`.
    fn accepted(additional: Value, names: &str) -> String {
        let schema = json!({ "type": "object", "properties": { "a": { "type": "string" } },
            "additionalProperties": additional });
        let parameters = json!([
            { "name": "filter", "in": "query", "schema": schema },
            { "name": "nextId", "in": "query", "schema": { "type": "string" } },
        ]);
        let root = json!({ "openapi": "3.0.0",
            "paths": { "/a": { "get": { "operationId": "getA", "parameters": parameters } } } });
        let code = crate::generate(&root.to_string(), &Names::parse(names).expect("legal")).expect("legal").client;
        let code: String = code.split_whitespace().collect();
        let (_, accepted) = code.split_once("builder::GetA::SIGNATURE,|inputs|inputs").expect("should be generated");
        accepted.split_once('}').expect("should end").0.to_owned()
    }

    #[test]
    fn mocks_accept_the_fields_of_exploded_objects() {
        assert_eq!(accepted(json!(false), "{}"), ".object(\"filter\",v1::fields::<types::GetAFilter>()))");
        assert_eq!(accepted(json!(true), "{}"), ".any_query())");
    }

    #[test]
    fn mocks_accept_former_names_of_setters() {
        let names = r#"{ "operations": { "get_a": { "other_setters": { "b": { "of": "next_id", "since": "1.2.0" },
            "c": { "of": "next_id", "since": "1.2.0" } } } } }"#;
        assert_eq!(accepted(json!(true), names), ".any_query().former(\"c\",\"next_id\").former(\"b\",\"next_id\"))");
    }
}
