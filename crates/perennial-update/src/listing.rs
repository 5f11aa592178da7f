//! Renders a public API as text, with one line for each part. Two APIs have the same text if and only if the comparison
//! finds no difference.
//!
//! Structs are destructured without `..`, so that a new field causes a compile error until it is rendered here.

use std::collections::BTreeMap;

use perennial_codegen::{
    api::{FormerName, FormerNames, Pager, former::names_with_owners, id_kind},
    rust_type,
    surface::{PublicApi, PublicAttribute, PublicField, PublicOperation, PublicSetter, PublicShape, PublicType, Trait},
    text::printable::printable,
};

/// Renders an API. The lines are sorted by their bytes, and each ends with a line feed.
pub fn render_listing(api: &PublicApi) -> String {
    let PublicApi { operations, types, servers, credentials, variables, endpoints: _, former } = api;
    let mut lines = Vec::new();
    operations.iter().for_each(|(name, operation)| operation_lines(name, operation, &mut lines));
    types.iter().for_each(|(name, ty)| type_lines(name, ty, &mut lines));
    lines.extend(servers.iter().map(|(name, is)| format!("server {name} = {}", quote(is))));
    lines.extend(credentials.iter().map(|(name, carrier)| {
        let (takes, carrier) = (carrier.argument_kind(), escape_backslashes(&carrier.to_string()));
        format!("credentials {name}({takes}) as {carrier}")
    }));
    lines.extend(variables.iter().map(|(name, setter)| format!("variable {name} = {setter}")));
    former_lines(former, &mut lines);
    let mut lines: Vec<String> = lines.iter().map(|line| printable(line) + "\n").collect();
    lines.sort();
    lines.concat()
}

fn operation_lines(name: &str, operation: &PublicOperation, lines: &mut Vec<String>) {
    let PublicOperation {
        id,
        has_derived_id,
        builder: _,
        short_names,
        features,
        method,
        path,
        server,
        deprecated,
        rate_limit,
        setters,
        security,
        errors,
        path_setters: _,
        result,
        stream,
        pager,
    } = operation;
    let name = format!("operation {name}");
    lines.push(format!("{name} calls {method} {}", escape_backslashes(path)));
    lines.push(format!("{name} has the {} {}", id_kind(*has_derived_id), quote(id)));
    lines.push(format!("{name}() -> {result}"));
    lines.extend(short_names.iter().map(|short| format!("{name} is {}", operation.called(short))));
    lines.extend(features.iter().map(|feature| format!("{name} is enabled by the feature {feature}")));
    lines.extend(server.iter().map(|url| format!("{name} sends requests to the server {}", escape_backslashes(url))));
    if *deprecated {
        lines.push(format!("{name} is deprecated"));
    }
    lines.extend(rate_limit.map(|limit| format!("{name} has the rate limit {limit}")));
    if !security.is_empty() {
        lines.push(format!("{name} is authenticated by {}", operation.authenticated_by()));
    }
    lines.extend(
        errors.iter().map(|(status, ty)| format!("{name} has the error body {ty} for the status {}", quote(status))),
    );
    lines.extend(setter_lines(&name, setters));
    lines.extend(stream.iter().map(|(method, ty)| format!("{name}.{method}() -> {ty}")));
    if let Some(Pager { items_method, pages_method, by, item, .. }) = pager {
        lines.push(format!("{name}.{items_method}() streams {} by {by}", rust_type::value_type(item)));
        lines.push(format!("{name}.{pages_method}() streams {result} by {by}"));
    }
}

fn setter_lines(of: &str, setters: &BTreeMap<String, PublicSetter>) -> impl Iterator<Item = String> {
    setters.iter().map(move |(name, PublicSetter { accepts, required, sent_as })| {
        let required = if *required { " (required)" } else { "" };
        let sent_as =
            sent_as.as_ref().map(|place| format!(" as {}", escape_backslashes(&place.to_string()))).unwrap_or_default();
        format!("{of}.setter {name}: {accepts}{required}{sent_as}")
    })
}

fn type_lines(name: &str, ty: &PublicType, lines: &mut Vec<String>) {
    let PublicType {
        shape,
        traits: _,
        attributes,
        builder,
        page,
        accessors,
        samples,
        features: _,
        is_sent: _,
        is_received: _,
    } = ty;
    let name = format!("type {name}");
    shape_lines(&name, shape, lines);
    let mut traits: Vec<String> = ty.reported_traits().map(Trait::to_string).collect();
    traits.sort();
    if !traits.is_empty() {
        lines.push(format!("{name} implements {}", traits.join(", ")));
    }
    lines.extend(attributes.iter().map(|PublicAttribute { member, text }| {
        let separator = if matches!(shape, PublicShape::Struct(_)) { "." } else { "::" };
        let member = member.as_ref().map(|member| format!("{separator}{member}")).unwrap_or_default();
        format!("{name}{member} has the attribute {}", escape_backslashes(text))
    }));
    if let Some(setters) = builder {
        lines.push(format!("{name} has a builder"));
        lines.extend(setter_lines(&name, setters));
    }
    lines.extend(accessors.iter().map(|(accessor, gives)| format!("{name}.{accessor}() -> {gives}")));
    lines.extend(page.iter().map(|element| format!("{name} is a page of {element}")));
    lines.extend(samples.iter().map(|element| format!("{name}.samples() iterates over {element}")));
}

fn shape_lines(name: &str, shape: &PublicShape, lines: &mut Vec<String>) {
    match shape {
        PublicShape::Struct(fields) => {
            lines.push(format!("{name} struct"));
            lines.extend(fields.iter().map(|(field, PublicField { ty, wire_name })| {
                let wire_name = if wire_name == field { String::new() } else { format!(" as {}", quote(wire_name)) };
                format!("{name}.{field}: {ty}{wire_name}")
            }));
        }
        PublicShape::Enum(variants) => {
            lines.push(format!("{name} enum"));
            lines.extend(variants.iter().map(|(variant, payload)| {
                let payload = payload.as_ref().map(|payload| format!("({payload})")).unwrap_or_default();
                format!("{name}::{variant}{payload}")
            }));
        }
        PublicShape::OpenEnum(variants, other) => {
            lines.extend([format!("{name} open enum"), format!("{name}::{other} = any other value")]);
            lines.extend(variants.iter().map(|(variant, value)| format!("{name}::{variant} = {}", quote(value))));
        }
    }
}

fn former_lines(former: &FormerNames, lines: &mut Vec<String>) {
    let FormerNames { types, operations, short_names, operation_setters, variants, features } = former;
    let mut add = |kind: &str, name: String, other: &FormerName, present: &str| {
        // An alias from the document has no version, because it is not deprecated.
        let marked = if other.since.is_some() { "deprecated" } else { "other name of" };
        lines.push(format!("{marked} {kind} {name} = {present}"));
    };
    for (kind, names) in [("type", types), ("operation", operations)] {
        names.iter().for_each(|(name, other)| add(kind, name.clone(), other, &other.present));
    }
    for (group, name, other) in names_with_owners(short_names) {
        add("short name", format!("{group}().{name}"), other, &other.present);
    }
    for (owner, name, other) in names_with_owners(operation_setters) {
        add("operation", format!("{owner}.setter {name}"), other, &other.present);
    }
    for (owner, name, other) in names_with_owners(variants) {
        add("type", format!("{owner}::{name}"), other, &quote(&other.present));
    }
    lines.extend(features.iter().map(|(former, present)| format!("deprecated feature {former} = {present}")));
}

fn quote(text: &str) -> String {
    format!("\"{}\"", escape_backslashes(text).replace('"', "\\\""))
}

/// Escapes backslashes in a string from the document. Otherwise the string could contain what looks like an escape of
/// [`printable`].
fn escape_backslashes(text: &str) -> String {
    text.replace('\\', r"\\")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use perennial_codegen::{api, rust_type};

    use super::*;

    fn listing(shape: PublicShape) -> String {
        let ty = PublicType { shape, ..PublicType::default() };
        render_listing(&PublicApi { types: BTreeMap::from([("A".to_owned(), ty)]), ..PublicApi::default() })
    }

    fn open_enum(value: &str) -> String {
        listing(PublicShape::OpenEnum(BTreeMap::from([("X".to_owned(), value.to_owned())]), "Other".to_owned()))
    }

    #[test]
    fn public_api_listing_escapes_unprintable_characters() {
        let text = open_enum("a\n\u{202e}\"");
        assert_eq!(text, "type A open enum\ntype A::Other = any other value\ntype A::X = \"a\\n\\u{202e}\\\"\"\n");
        let values = ["a\n", r"a\n", r"a\\n", "a\"", "a\\\"", "a\u{202e}", r"a\u{202e}", "##[a", r"\u{23}#[a", ""];
        let texts: BTreeSet<String> = values.into_iter().map(open_enum).collect();
        assert_eq!(texts.len(), values.len(), "{texts:?}");
    }

    #[test]
    fn public_api_lists_the_wire_name_of_a_field_if_it_differs() {
        let field =
            |wire_name: &str| PublicField { ty: rust_type::plain(&api::Type::Text), wire_name: wire_name.to_owned() };
        let fields = [("id".to_owned(), field("id")), ("next_id".to_owned(), field("nextId"))];
        assert_eq!(
            listing(PublicShape::Struct(fields.into())),
            "type A struct\ntype A.id: String\ntype A.next_id: String as \"nextId\"\n"
        );
    }
}
