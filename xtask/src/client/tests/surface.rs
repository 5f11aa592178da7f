//! The lines that [`super::code`] has to find in the code of a public API.

use std::collections::{BTreeMap, BTreeSet};

use monitoring_service_codegen::{
    api::{
        FormerName, FormerNames, QueryStyle,
        former::{RENAMED_TO, owned},
    },
    rust_type::Wrapper,
    text::naming,
};

use super::code::{REQUIRED, as_number, with};
use crate::surface::{Accepts, Operation, PageAt, Pager, PublicApi, SentAs, Setter, Shape, Trait, Type};

/// The lines of a public API.
pub fn lines(api: &PublicApi) -> BTreeSet<String> {
    let mut lines = BTreeSet::from(["::httpmock::MockServer: MockServerExt".to_owned()]);
    api.operations.iter().for_each(|(name, operation)| operation_lines(name, operation, &mut lines));
    api.types.iter().for_each(|(name, ty)| type_lines(name, ty, &mut lines));
    former_lines(api, &mut lines);
    lines
}

fn operation_lines(name: &str, operation: &Operation, lines: &mut BTreeSet<String>) {
    let Operation { id, builder, features, method, path, server, deprecated, rate_limit, result, pager, .. } =
        operation;
    let limit = rate_limit.map(|limit| format!(" {} {}", limit.requests, limit.seconds)).unwrap_or_default();
    let server = server.as_ref().map(|url| format!(" {url}")).unwrap_or_default();
    lines.insert(format!("operation {id} {method} {path}{server}{limit}"));
    let deprecated = if *deprecated { " deprecated" } else { "" };
    lines.insert(format!(
        "Client::{name}() -> builder::{builder}{}{deprecated}",
        with(features.iter().cloned().collect())
    ));
    lines.insert(format!("MockServerExt::{name}"));
    lines.insert(format!("builder::{builder}{}", with(features.iter().cloned().collect())));
    lines.insert(format!("builder::{builder}::send() -> Result<ResponseValue<{result}>, Error>"));
    for (setter, Setter { accepts, required, sent_as }) in &operation.setters {
        // Whether a body must be set that has a builder follows from that.
        let is_built = setter == "body" && operation.setters.contains_key("body_map");
        let required = if *required && !is_built { REQUIRED } else { "" };
        lines.insert(format!("builder::{builder}::{setter}({accepts}{required})"));
        lines.extend(sent_as.as_ref().map(|place| format!("builder::{builder} sends {}", put(place, setter))));
    }
    if let Some(Pager { items, pages, item, at }) = pager {
        let at = match at {
            PageAt::Cursor(ty) => format!("cursor {ty}"),
            PageAt::Number => "number i64".to_owned(),
        };
        lines.insert(format!("builder::{builder}::{items}() -> page::Items<Self> of {item}"));
        lines.insert(format!("builder::{builder}::{pages}() -> page::Pages<Self> at {at}"));
    }
    for short_name in &operation.short_names {
        begun(operation, &short_name.group, &short_name.name, lines);
    }
}

/// How the request gets the value of a setter.
fn put(place: &SentAs, setter: &str) -> String {
    match place {
        SentAs::Path(name) => format!("path {name} {setter}"),
        SentAs::Query(name, QueryStyle::Exploded) => format!("query {name} {setter}"),
        SentAs::Query(name, QueryStyle::Deep) => format!("query_deep {name} {setter}"),
        SentAs::Query(name, QueryStyle::Json) => format!("query_json {name} {setter}"),
        SentAs::Query(name, QueryStyle::Delimited(delimiter)) => format!("query_joined {name} {setter} {delimiter}"),
        SentAs::Header(name) => format!("header {name} {setter}"),
        SentAs::Part(name) => format!("part {name} {setter}"),
        SentAs::JsonPart(name) => format!("part_json {name} {setter}"),
        SentAs::Parts => format!("parts {setter}"),
        SentAs::Json => "json".to_owned(),
        SentAs::Form => "form".to_owned(),
        SentAs::Body(media_type) => format!("body {media_type}"),
    }
}

fn begun(operation: &Operation, group: &str, name: &str, lines: &mut BTreeSet<String>) {
    let arguments = operation.path_setters.iter().map(|setter| operation.setters[setter].accepts.to_string());
    let arguments = arguments.collect::<Vec<_>>().join(", ");
    lines.insert(format!("Client::{group}()"));
    lines.insert(format!("Client::{group}()::{name}({arguments}) -> builder::{}", operation.builder));
}

fn type_lines(name: &str, ty: &Type, lines: &mut BTreeSet<String>) {
    let Type { shape, traits, builder, page, accessors, samples, features, .. } = ty;
    let at = format!("types::{name}");
    lines.insert(format!("{at}{}", with(features.iter().cloned().collect())));
    lines.extend(traits.iter().map(|implemented| format!("{at}: {implemented}")));
    match shape {
        Shape::Struct(fields) => {
            for (name, field) in fields {
                lines.insert(format!("{at}.{name}: {}", field.ty));
                if field.wire_name != *name {
                    lines.insert(format!("{at}.{name} is {:?}", field.wire_name));
                }
            }
            if let (Some(held), true) = (fields.get("0"), traits.contains(&Trait::Deref)) {
                lines.insert(format!("{}: From<{at}>", held.ty));
            }
        }
        Shape::Enum(variants) => lines.extend(variants.iter().map(|(variant, held)| match held {
            None => format!("{at}::{variant}"),
            Some(held) => format!("{at}::{variant}({held})"),
        })),
        Shape::OpenEnum(values, other) => {
            lines.insert(format!("{at}::{other} else"));
            lines.extend(values.iter().map(|(variant, value)| format!("{at}::{variant} = {:?}", written(ty, value))));
        }
    }
    if let Some(setters) = builder {
        lines.insert(format!("types::builder::{name}{}", with(features.iter().cloned().collect())));
        lines.extend(setters.keys().map(|setter| type_setter(name, setters, setter)));
    }
    lines.extend(accessors.iter().map(|(accessor, gives)| format!("{at}::{accessor}() -> {gives}")));
    if let Some(element) = page {
        let list = element.clone().within(Wrapper::Vec);
        lines.extend([format!("{at}: page::Page"), format!("{at}::next_id() -> Option<&str>")]);
        lines.insert(format!("{at}::into_items() -> {list}"));
    }
    if let Some(element) = samples.as_ref().and_then(|samples| samples.mentioned()) {
        lines.insert(format!("{at}::samples() -> Result<implExactSizeIterator<Item={element}>+'_, Error>"));
    }
}

/// A value of an enum as it is written in code.
fn written(ty: &Type, value: &str) -> String {
    match ty.accessors.get("value") {
        Some(number) if number.to_string() == "f64" => as_number(value),
        _ => value.to_owned(),
    }
}

/// The line of a setter of the type `name`.
fn type_setter(name: &str, setters: &BTreeMap<String, Setter>, setter: &str) -> String {
    let Setter { accepts, required, .. } = &setters[setter];
    let accepts = if *accepts == Accepts::Nothing { String::new() } else { accepts.to_string() };
    let required = if *required { REQUIRED } else { "" };
    format!("types::builder::{name}::{setter}({accepts}{required})")
}

fn former_lines(api: &PublicApi, lines: &mut BTreeSet<String>) {
    let FormerNames { types, operations, short_names, operation_setters, variants, features: _ } = &api.former;
    let note = |other: &FormerName, present: &str| {
        let renamed = other.since.as_ref().map(|_| format!(" {RENAMED_TO}`{present}`"));
        renamed.unwrap_or_default()
    };
    for (name, other) in operations {
        let (present, builder) = (&other.present, &api.operations[&other.present].builder);
        let with = if other.since.is_none() {
            with(api.operations[present].features.iter().cloned().collect())
        } else {
            String::new()
        };
        lines.insert(format!("Client::{name}() -> builder::{builder}{with}{}", note(other, present)));
        lines.insert(format!("MockServerExt::{name}{}", note(other, present)));
        lines.insert(format!("builder::{} = builder::{builder}{}", naming::builder_name(name), note(other, builder)));
    }
    for (group, name, other) in owned(short_names) {
        begun(&api.operations[&other.present], group, name, lines);
    }
    for (operation, name, other) in owned(operation_setters) {
        let (Operation { builder, setters, .. }, present) = (&api.operations[operation], &other.present);
        let Setter { accepts, required, .. } = &setters[present];
        let required = if *required && present != "body" && other.since.is_none() { REQUIRED } else { "" };
        lines.insert(format!("builder::{builder}::{name}({accepts}{required}){}", note(other, present)));
    }
    for (name, other) in types {
        let present = &other.present;
        let is_tuple = matches!(&api.types[present].shape, Shape::Struct(fields) if fields.contains_key("0"));
        let note_of_type = if is_tuple { String::new() } else { note(other, present) };
        lines.insert(format!("types::{name} = types::{present}{note_of_type}"));
        if api.types[present].builder.is_some() {
            lines.insert(format!("types::builder::{name} = types::builder::{present}{}", note(other, present)));
        }
    }
    for (name, former, other) in owned(variants) {
        let ty = &api.types[name];
        let Shape::OpenEnum(values, _) = &ty.shape else { panic!("{name}") };
        lines.insert(match values.iter().find(|(_, listed)| **listed == other.present) {
            Some((present, _)) => format!("types::{name}::{former}{}", note(other, present)),
            None => format!("types::{name}::{former} = {:?} deprecated", written(ty, &other.present)),
        });
    }
}
