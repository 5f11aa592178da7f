//! Writes the short names of operations: a method of `Client` for each tag, which returns a group with a method for
//! each operation of the tag.

use super::{
    Context, NO_DOCTEST, client, docs, documentation as of_operation, former_tags,
    gates::Gate,
    group::{self, accessor, structure},
};
use crate::{
    api::{Group, GroupedOperation},
    text::markdown::code_span,
};

pub fn groups(context: &Context<'_>) -> String {
    let (former_accessors, former_groups) = former_tags::former_groups(context);
    let groups = &context.api.groups;
    let accessors: String = groups.iter().map(present_accessor).collect();
    let structures: String = groups.iter().map(|group| present_group(context, group)).collect();
    let block = |accessors: String| match accessors.as_str() {
        // An `impl` block without methods is omitted, because rustdoc would show a heading with nothing below it.
        "" => accessors,
        accessors => format!("{NO_DOCTEST}impl Client {{\n{accessors}}}\n"),
    };
    let cfg = Gate::new(groups.iter().map(|group| group.feature.as_str())).cfg();
    let heading = if groups.is_empty() { String::new() } else { docs::lines("# Operations, by tag") + &cfg };
    format!(
        "{heading}{}{}{}{NO_DOCTEST}pub mod tags {{
            {structures}{former_groups}
        }}\n",
        block(accessors),
        block(former_accessors),
        docs::lines(&overview(groups))
    )
}

fn present_accessor(group: &Group) -> String {
    accessor(&(docs::lines(&documentation(group)) + &gate(group).cfg()), &group.name, &group.type_name)
}

pub fn gate(group: &Group) -> Gate<'_> {
    Gate::new([group.feature.as_str()])
}

/// Documents the module of the groups. The documentation lists the feature of each tag, because a user whose program
/// lacks a method needs to know which feature enables it.
fn overview(groups: &[Group]) -> String {
    let heading = "The operations of each tag, with short names.";
    let rows = groups.iter().map(|Group { name, tag, feature, .. }| {
        format!("| {} | `{name}()` | `{feature}` |\n", code_span(tag).replace('|', "\\|"))
    });
    let rows: String = rows.collect();
    if rows.is_empty() {
        return heading.to_owned();
    }
    format!(
        "{heading}\n\nEach tag has a Cargo feature, which enables the operations of the tag. If a method of \
         [`Client`](crate::Client) is missing, enable the feature of its tag:\n\n| tag | method | feature \
         |\n|---|---|---|\n{rows}"
    )
}

fn documentation(Group { tag, feature, docs, .. }: &Group) -> String {
    let heading = format!("The operations of the tag {}, enabled by the feature `{feature}`.", code_span(tag));
    if docs.is_empty() { heading } else { format!("{heading}\n\n{docs}") }
}

fn present_group(context: &Context<'_>, group: &Group) -> String {
    let methods: String = group.operations.iter().map(|grouped| present_method(context, grouped)).collect();
    let methods = methods + &former_tags::methods(context, &group.name, None);
    structure(&gate(group).cfg(), &docs::lines(&documentation(group)), &group.type_name, &methods)
}

fn present_method(context: &Context<'_>, grouped: &GroupedOperation) -> String {
    let operation = context.api.operation(grouped);
    let body = of_operation::body_map(operation, &context.types);
    let body = body.map(|body_map| format!(" Set the body with `{body_map}`.")).unwrap_or_default();
    let docs = docs::lines(&(of_operation::of_method(operation) + &body));
    group::method(&(docs + client::deprecated(operation)), operation, &grouped.name)
}
