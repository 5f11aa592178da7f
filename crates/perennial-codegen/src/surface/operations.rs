//! The operations on a client's surface: methods, setters and results.

use std::collections::{BTreeMap, BTreeSet};

use super::{PublicOperation, PublicSetter, SentAs, ShortName};
use crate::{
    api::{self, Api, Credentials, Stream, Type, TypesByName},
    names::setters::{BODY, BODY_MAP, KEEP_READ_ONLY},
    rust_type::{self, RustType, Wrapper},
};

pub fn operations_by_method(api: &Api) -> BTreeMap<String, PublicOperation> {
    let types = api.types_by_name();
    let features = api.features();
    let operations = api.operations.iter().map(|operation| {
        let path_setters = operation.path_parameters().iter().map(|parameter| parameter.name.clone()).collect();
        let errors = operation.errors.iter();
        let errors = errors.map(|error| (error.status.clone(), rust_type::value_type(&error.value)));
        let seen = PublicOperation {
            id: operation.id.clone(),
            has_derived_id: operation.has_derived_id,
            builder: operation.builder.clone(),
            short_names: BTreeSet::new(),
            features: features[operation.name.as_str()].iter().map(|feature| (*feature).to_owned()).collect(),
            method: operation.method,
            path: operation.template.clone(),
            server: operation.server.clone(),
            deprecated: operation.deprecated,
            rate_limit: operation.rate_limit,
            setters: setters(operation, &types),
            security: security(operation, api),
            errors: errors.collect(),
            path_setters,
            result: rust_type::response(&operation.response),
            stream: operation
                .stream
                .as_ref()
                .and_then(|Stream { method, content }| Some((method.clone(), rust_type::content(content)?))),
            pager: operation.pager.clone(),
        };
        (operation.name.clone(), seen)
    });
    let mut operations: BTreeMap<String, PublicOperation> = operations.collect();
    for group in &api.groups {
        for grouped in &group.operations {
            if let Some(seen) = operations.get_mut(&api.operation(grouped).name) {
                seen.short_names.insert(ShortName::new(&group.name, &grouped.name));
            }
        }
    }
    operations
}

/// Returns sets of credentials, each of which is sufficient to authenticate `operation`. Credentials are named by their
/// setters in `ClientBuilder`. Empty if the credentials of the client are written by hand.
fn security(operation: &api::Operation, api: &Api) -> Vec<Vec<String>> {
    let Some(Credentials { schemes, security }) = &api.credentials else { return Vec::new() };
    let alternatives = operation.security.as_ref().unwrap_or(security).iter();
    alternatives.map(|set| set.iter().map(|index| schemes[*index].setter.clone()).collect()).collect()
}

fn setters(operation: &api::Operation, types: &TypesByName<'_>) -> BTreeMap<String, PublicSetter> {
    let parameters = operation.parameters.iter().map(|parameter| {
        let sent_as = Some(SentAs::Parameter(parameter.location, parameter.wire_name.clone()));
        let accepts = rust_type::plain(&parameter.ty);
        (parameter.name.clone(), PublicSetter { accepts, required: parameter.required, sent_as })
    });
    let mut setters: BTreeMap<String, PublicSetter> = parameters.collect();
    if operation.has_read_only(types) {
        let keep = PublicSetter { accepts: rust_type::plain(&Type::Boolean), required: false, sent_as: None };
        setters.insert(KEEP_READ_ONLY.to_owned(), keep);
    }
    if let Some(body) = &operation.body {
        let built = operation.built_struct(types);
        // A body without required fields may be omitted: the client then sends an empty one.
        let fields = body.value.ty.as_struct(types).map(|body| &body.fields);
        let required = body.required && fields.is_none_or(|fields| fields.iter().any(api::Field::must_be_set));
        let sent_as = Some(SentAs::Body(body.encoding, body.media_type.clone()));
        let accepts = rust_type::body(body);
        let accepts = if body.value.nullable { accepts.wrapped_in(Wrapper::Option) } else { accepts };
        setters.insert(BODY.to_owned(), PublicSetter { accepts, required, sent_as });
        setters.extend(built.map(|name| {
            let change = PublicSetter { accepts: RustType::change(name), required: false, sent_as: None };
            (BODY_MAP.to_owned(), change)
        }));
    }
    setters
}
