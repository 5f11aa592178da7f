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

/// The extension trait, and the names that its mocks accept.
pub fn mocks(context: &Context<'_>) -> String {
    let mocks = context.api.operations.iter().map(|operation| {
        let Operation { name, builder, method, path, .. } = operation;
        let docs =
            docs::lines(&format!("A mock of {}.", code_span(&format!("{method} {}", path::split_fragment(path).0))));
        let (cfg, inputs) = (context.gates.operation(name).cfg(), inputs(operation, context).join(", "));
        let inputs = if inputs.is_empty() { inputs } else { format!(" {inputs} ") };
        format!("{docs}{cfg}{name}: {builder} -> {} {{{inputs}}}\n", response(operation))
    });
    let formers = context.former_operations().map(|(former, other, operation)| {
        let Operation { name, .. } = operation;
        format!(
            "{}{}fn {former}(&self) -> ::perennial::mock::MockOperation<'_, {}> {{
                self.{name}()
            }}\n",
            former::attributes(name, other),
            context.gates.operation(name).cfg(),
            response(operation)
        )
    });
    let tags = context.api.groups.iter().map(|group| tag(context, group));
    let tags = block("tags", &tags.collect::<String>());
    let lines = tags + &block("former", &formers.collect::<String>()) + &mocks.collect::<String>();
    let mocks = block("::perennial::__private::v1::mocks!", &lines);
    format!(
        "/// Typed mocks for the tests of programs that use this client (feature `mock`).
        ///
        /// [`MockServerExt`](mock::MockServerExt) gives `httpmock::MockServer` a method for each operation, which makes a
        /// [`MockOperation`](mock::MockOperation), and one for each tag, which has them under the short names of the
        /// client: `server.things().get()`. A former name of a tag has none; one that is a method of `MockServer`, such as
        /// `url`, is called as `MockServerExt::url(&server)`.
        #[cfg(feature = \"mock\")]
        {NO_DOCTEST}pub mod mock {{
            pub use ::perennial::mock::{{Mock, MockOperation, ParameterName, Response, Untyped, undeclared}};

            {mocks}
        }}\n"
    )
}

/// The mocks of a tag, under the short names that its operations have.
fn tag(context: &Context<'_>, group: &Group) -> String {
    let Group { name, type_name, tag, operations, .. } = group;
    let docs = docs::lines(&format!("Mocks of the operations of the tag {}.", code_span(tag)));
    let mocks = operations.iter().map(|grouped| {
        let operation = context.api.operation(grouped);
        format!("{}: {} -> {};\n", grouped.name, operation.name, response(operation))
    });
    format!("{docs}{}{}", tags::gate(group).cfg(), block(&format!("{name}: {type_name}"), &mocks.collect::<String>()))
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

/// The names of the parameters in path and query, and the fields of a JSON body, as far as there are some.
fn inputs(operation: &Operation, context: &Context<'_>) -> Vec<String> {
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
    let body = operation.body.as_ref().filter(|body| body.encoding == Encoding::Json).map(|body| {
        match (&body.value.ty, closed(&body.value.ty, types)) {
            (Type::Named(name), Some(_)) => {
                format!("Fields(::perennial::__private::v1::fields::<crate::types::{name}>())")
            }
            _ => "Any".to_owned(),
        }
    });
    let path = (!path.is_empty()).then(|| format!("path: &[{}]", path.join(", ")));
    let query = (!query.is_empty()).then(|| format!("query: &[{}]", query.join(", ")));
    let is_open = is_open.then(|| "is_query_open: true".to_owned());
    let body = body.map(|body| format!("body: ::perennial::__private::v1::JsonBody::{body}"));
    let fixed = &operation.fixed_query;
    let fixed = (!fixed.is_empty()).then(|| {
        format!("fixed: &[{}]", fixed.iter().map(|(name, value)| pair(name, value)).collect::<Vec<_>>().join(", "))
    });
    [path, fixed, query, is_open, body].into_iter().flatten().collect()
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
