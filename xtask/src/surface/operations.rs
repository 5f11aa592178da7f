//! The operations of the model as consumers see them.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::{Accepts, Operation, PageAt, Pager, SentAs, Setter, ShortName};
use monitoring_service_codegen::{
    api::{self, Api, Body, By, Encoding, Kind, Location, Parameter, PartStyle, TypeDef},
    names::setters::{BODY, BODY_MAP},
    rust_type,
};

/// All operations, by the method of `Client`.
pub fn by_method(api: &Api) -> BTreeMap<String, Operation> {
    let types = api.types_by_name();
    let mut short_names: BTreeMap<&str, BTreeSet<ShortName>> = BTreeMap::new();
    for group in &api.groups {
        for grouped in &group.operations {
            let short_name = ShortName::new(&group.name, &grouped.name);
            short_names.entry(&api.operation(grouped).name).or_default().insert(short_name);
        }
    }
    let features = api.features();
    let operations = api.operations.iter().map(|operation| {
        let name = operation.name.as_str();
        let path_setters = operation.path_parameters().iter().map(|parameter| parameter.name.clone()).collect();
        let operation_as_seen = Operation {
            id: operation.id.clone(),
            builder: operation.builder.clone(),
            short_names: short_names.remove(name).unwrap_or_default(),
            features: features[name].iter().map(|feature| (*feature).to_owned()).collect(),
            method: operation.method,
            path: operation.template.clone(),
            server: operation.server.clone(),
            deprecated: operation.deprecated,
            rate_limit: operation.rate_limit,
            setters: setters(operation, &types),
            path_setters,
            result: rust_type::response(&operation.response),
            pager: operation.pager.as_ref().map(pager),
        };
        (operation.name.clone(), operation_as_seen)
    });
    operations.collect()
}

fn pager(pager: &api::Pager) -> Pager {
    Pager {
        items: pager.items_method.clone(),
        pages: pager.pages_method.clone(),
        item: rust_type::value_type(&pager.item),
        at: match &pager.by {
            By::Cursor(cursor) => PageAt::Cursor(rust_type::plain(&cursor.ty)),
            By::Number(_) => PageAt::Number,
        },
    }
}

fn setters(operation: &api::Operation, types: &HashMap<&str, &TypeDef>) -> BTreeMap<String, Setter> {
    let mut setters: BTreeMap<String, Setter> =
        operation.parameters.iter().map(|parameter| (parameter.name.clone(), setter_of(parameter))).collect();
    if let Some(body) = &operation.body {
        let built = operation.built_body(types);
        // What is put together begins empty, and that can be sent unless something has to be set.
        let required = body.required && built.is_none_or(|name| has_required_fields(name, types));
        let (accepts, sent_as) = (Accepts::Value(rust_type::body(body)), Some(sent_as(body)));
        setters.insert(BODY.to_owned(), Setter { accepts, required, sent_as });
        setters.extend(built.map(|name| {
            let change = Setter { accepts: Accepts::Change(name.to_owned()), required: false, sent_as: None };
            (BODY_MAP.to_owned(), change)
        }));
    }
    setters
}

fn has_required_fields(name: &str, types: &HashMap<&str, &TypeDef>) -> bool {
    match types.get(name).map(|def| &def.kind) {
        Some(Kind::Struct(body)) => body.fields.iter().any(|field| field.required),
        _ => false,
    }
}

fn setter_of(parameter: &Parameter) -> Setter {
    let name = parameter.wire_name.clone();
    let sent_as = match parameter.location {
        Location::Path => SentAs::Path(name),
        Location::Query(style) => SentAs::Query(name, style),
        Location::Header => SentAs::Header(name),
        Location::Part(PartStyle::File | PartStyle::Plain) => SentAs::Part(name),
        Location::Part(PartStyle::Json) => SentAs::JsonPart(name),
        Location::Part(PartStyle::Whole) => SentAs::Parts,
    };
    let accepts = Accepts::Value(rust_type::plain(&parameter.ty));
    Setter { accepts, required: parameter.required, sent_as: Some(sent_as) }
}

fn sent_as(body: &Body) -> SentAs {
    match body.encoding {
        Encoding::Json if body.media_type == "application/json" => SentAs::Json,
        Encoding::Form => SentAs::Form,
        Encoding::Json | Encoding::Text | Encoding::Bytes => SentAs::Body(body.media_type.clone()),
    }
}
