//! The feature `mock`: a method for each operation on `httpmock::MockServer`.

use std::collections::BTreeMap;

use super::{Context, NO_DOCTEST, docs, former, layout::block, tags};
use crate::{
    api::{
        self, Content, Encoding, FormerName, Group, Kind, Location, Operation, Parameter, Response, Struct, Type,
        TypesByName,
    },
    rust_type,
    text::{markdown::code_span, path},
};

/// The extension trait, its implementation, and the structs of tags.
pub fn mocks(context: &Context<'_>) -> String {
    let (mut declared, mut implemented, mut tags) = (String::new(), String::new(), String::new());
    for operation in &context.api.operations {
        let Operation { name, builder, method, path, .. } = operation;
        let docs =
            docs::lines(&format!("A mock of {}.", code_span(&format!("{method} {}", path::split_fragment(path).0))));
        let (cfg, response) = (context.gates.operation(name).cfg(), response(operation));
        let signature = format!("fn {name}(&self) -> MockOperation<'_, {response}>");
        declared += &format!("{docs}{cfg}{signature};\n");
        implemented += &format!(
            "{cfg}{signature} {{
                MockOperation::new(self, crate::builder::{builder}::OPERATION, {})
            }}\n",
            inputs(operation, context)
        );
    }
    for group in &context.api.groups {
        let Group { name, type_name, .. } = group;
        let (docs, cfg) = (tag_docs(group), tags::gate(group).cfg());
        declared += &format!("{docs}{cfg}fn {name}(&self) -> tags::{type_name}<'_>;\n");
        implemented += &format!(
            "{cfg}fn {name}(&self) -> tags::{type_name}<'_> {{
                tags::{type_name}(self)
            }}\n"
        );
        tags += &tag(context, group);
    }
    let formers = context.former_operations().map(|(former, other, operation)| {
        let Operation { name, .. } = operation;
        format!(
            "{}{}fn {former}(&self) -> MockOperation<'_, {}> {{
                self.{name}()
            }}\n",
            former::attributes(name, other),
            context.gates.operation(name).cfg(),
            response(operation)
        )
    });
    declared.extend(formers);
    format!(
        "/// Typed mocks for the tests of programs that use this client (feature `mock`).
        ///
        /// [`MockServerExt`](mock::MockServerExt) adds a method to `httpmock::MockServer` for each operation, which returns
        /// a [`MockOperation`](mock::MockOperation), and one for each tag, with the short names of the client:
        /// `server.things().get()`. Former names of tags have no method. Where a tag is called like a method of
        /// `MockServer`, such as `url`, write `MockServerExt::url(&server)`.
        #[cfg(feature = \"mock\")]
        {NO_DOCTEST}pub mod mock {{
            pub use ::perennial::mock::{{Mock, MockOperation, ParameterName, Response, Untyped, undeclared}};
            /// A mock for each operation of the client.
            {}
            {}
            /// The mocks of each tag, under short names.
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

/// The mocks of a tag, under the short names that its operations have.
fn tag(context: &Context<'_>, group: &Group) -> String {
    let (Group { type_name, operations, .. }, gate) = (group, tags::gate(group));
    let methods = operations.iter().map(|grouped| {
        let operation = context.api.operation(grouped);
        let name = &operation.name;
        format!(
            "/// See [`{name}`](super::MockServerExt::{name}).
            pub fn {}(self) -> super::MockOperation<'a, {}> {{
                super::MockServerExt::{name}(self.0)
            }}\n",
            grouped.name,
            response(operation)
        )
    });
    let implementations = gate.before_each(&format!(
        "impl<'a> {type_name}<'a> {{
            {}
        }}
        impl ::std::fmt::Debug for {type_name}<'_> {{
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {{
                f.debug_struct({type_name:?}).finish_non_exhaustive()
            }}
        }}\n",
        methods.collect::<String>()
    ));
    format!(
        "{}{}#[derive(Clone, Copy)]
        pub struct {type_name}<'a>(pub(super) &'a ::perennial::httpmock::MockServer);
        {implementations}",
        tag_docs(group),
        gate.cfg()
    )
}

/// The type of what a mock responds with.
fn response(operation: &Operation) -> String {
    match &operation.response {
        response @ Response::One(Content::Json { .. } | Content::Empty) => rust_type::response(response).code(),
        Response::One(Content::Bytes { .. } | Content::Stream { .. }) | Response::ByStatus(_) => {
            "::perennial::mock::Untyped".to_owned()
        }
    }
}

/// The inputs of an operation: the names of the parameters in path and query, and the fields of a JSON body.
fn inputs(operation: &Operation, context: &Context<'_>) -> String {
    let types = &context.types;
    let former = api::former::of_owner(&context.former.operation_setters, &operation.name);
    let (mut path, mut query, mut is_open) = (Vec::new(), Vec::new(), false);
    for parameter in &operation.parameters {
        match parameter.location {
            Location::Path(_) => path.extend(setters(parameter, former)),
            Location::Query(style) => {
                let fields = closed(&parameter.ty, types).filter(|_| style.is_exploded());
                match fields {
                    Some(body) => {
                        query.extend(body.fields.iter().map(|field| pair(&field.wire_name, &field.wire_name)))
                    }
                    None => query.extend(setters(parameter, former)),
                }
                is_open |= style.is_exploded() && fields.is_none() && may_have_fields(&parameter.ty, types);
            }
            Location::Header(_) | Location::Cookie(_) | Location::Part(_) => {}
        }
    }
    let fixed = operation.fixed_query.iter().map(|(name, value)| pair(name, value)).collect();
    let body = operation.body.as_ref().filter(|body| body.encoding == Encoding::Json);
    let body = body.map_or(String::new(), |body| match (&body.value.ty, closed(&body.value.ty, types)) {
        (Type::Named(name), Some(_)) => {
            format!(".body(::perennial::__private::v1::fields::<crate::types::{name}>())")
        }
        _ => ".any_body()".to_owned(),
    });
    let mut inputs = "::perennial::__private::v1::Inputs::default()".to_owned();
    for (name, pairs) in [("path", path), ("fixed", fixed), ("query", query)] {
        if !pairs.is_empty() {
            inputs += &format!(".{name}(&[{}])", pairs.join(", "));
        }
    }
    inputs + if is_open { ".any_query()" } else { "" } + &body
}

/// The name of each setter of a parameter, with its name on the wire.
fn setters(parameter: &Parameter, former: &BTreeMap<String, FormerName>) -> Vec<String> {
    let present = &parameter.name;
    let formers = former.iter().filter(|(_, other)| other.present == *present).map(|(former, _)| former);
    std::iter::once(present).chain(formers).map(|name| pair(name, &parameter.wire_name)).collect()
}

fn pair(setter: &str, wire_name: &str) -> String {
    format!("({setter:?}, {wire_name:?})")
}

/// `true` if a value may be an object, whose fields are not known here.
fn may_have_fields(ty: &Type, types: &TypesByName<'_>) -> bool {
    let is_object = |ty: &Type| match ty {
        Type::Any | Type::Map(_) | Type::Object | Type::Own(_) => true,
        Type::Named(name) => types.get(name.as_str()).is_none_or(|def| !matches!(def.kind, Kind::Enum(_))),
        _ => false,
    };
    match ty {
        Type::Named(name) => match types.get(name.as_str()).map(|def| &def.kind) {
            Some(Kind::Union(union)) => union.members.iter().any(|member| is_object(&member.ty)),
            _ => is_object(ty),
        },
        _ => is_object(ty),
    }
}

/// The struct that a type is, if it has the declared fields and no other.
fn closed<'a>(ty: &Type, types: &TypesByName<'a>) -> Option<&'a Struct> {
    ty.as_struct(types).filter(|body| body.additional.is_none())
}
