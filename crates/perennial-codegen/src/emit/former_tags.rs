//! Writes former short names: deprecated methods of current groups, and deprecated groups of former tags.
//!
//! A former group is a struct instead of a type alias, because its operations may now belong to several groups, or to
//! none.

use std::collections::{BTreeSet, HashMap};

use super::{Context, docs, documentation, former, group};
use crate::{
    api::{self, Api, FormerName, Group, GroupedOperation, Operation, former::RENAMED_TO},
    names::reserved,
    text::naming,
};

/// The current short names of each operation, each with its group. The key is the operation's method of `Client`.
pub type ShortNames<'a> = HashMap<&'a str, Vec<(&'a Group, &'a GroupedOperation)>>;

pub fn short_names(api: &Api) -> ShortNames<'_> {
    let mut names = ShortNames::new();
    for group in &api.groups {
        for grouped in &group.operations {
            names.entry(&api.operation(grouped).name).or_default().push((group, grouped));
        }
    }
    names
}

/// Writes the former groups in two parts: the methods of `Client` that return the groups, and the groups themselves.
pub fn former_groups(context: &Context<'_>) -> (String, String) {
    let (api, former) = (context.api, context.former);
    let present: BTreeSet<&str> = api.groups.iter().map(|group| group.name.as_str()).collect();
    let mut types: BTreeSet<String> = reserved::OF_TAGS.map(str::to_owned).into();
    types.extend(api.groups.iter().map(|group| group.type_name.clone()));
    let (mut accessors, mut groups) = (String::new(), String::new());
    for name in former.short_names.keys().filter(|name| !present.contains(name.as_str())) {
        let type_name = naming::type_name(name);
        let type_name = naming::first_unique(&[&type_name, &format!("{type_name}Operations")], &mut types);
        let operations = operations(context, name);
        let successors: BTreeSet<&str> =
            operations.iter().map(|(_, operation, _)| present_name(context, operation, name).0).collect();
        let since: BTreeSet<Option<&String>> = operations.iter().map(|(_, _, other)| other.since.as_ref()).collect();
        let attributes = attributes(&successors, since.first().copied().flatten().filter(|_| since.len() == 1));
        let cfg = context.gates.any(operations.iter().map(|(_, operation, _)| operation.name.as_str())).cfg();
        let successor = successors.first().filter(|_| successors.len() == 1);
        groups += &group::structure(&cfg, &attributes, &type_name, &methods(context, name, successor.copied()));
        accessors += &group::accessor(&(attributes + &cfg), name, &type_name);
    }
    (accessors, groups)
}

/// Writes the deprecated methods of a group. If the group itself is deprecated, `successor` is the current group that
/// its deprecation note recommends.
pub fn methods(context: &Context<'_>, group: &str, successor: Option<&str>) -> String {
    let methods = operations(context, group).into_iter().map(|(name, operation, other)| {
        let (_, present) = present_name(context, operation, group);
        // A call to this method already causes a deprecation warning about its group. If the method has the same name
        // in the recommended group, a second warning is unnecessary.
        let is_named = successor.is_some_and(|successor| present == format!("{successor}().{name}"));
        let deprecated = if is_named { String::new() } else { former::deprecated(&present, other) };
        let docs = docs::lines(&format!("The former name of `{present}`: {}", documentation::builder(operation)));
        let cfg = context.gates.operation(&operation.name).cfg();
        group::method(&(docs + &cfg + &deprecated), operation, name)
    });
    methods.collect()
}

/// Returns each former short name in `group` with its operation. Names whose operation no longer exists are omitted.
fn operations<'a>(context: &Context<'a>, group: &str) -> Vec<(&'a str, &'a Operation, &'a FormerName)> {
    let names = api::former::names_of_owner(&context.former.short_names, group).iter();
    let operation = |present: &str| context.operations.get(present).copied();
    names.filter_map(|(name, other)| Some((name.as_str(), operation(&other.present)?, other))).collect()
}

/// Returns the method of `Client` with which the current name of an operation begins, such as `things`, and the
/// complete name, such as `things().get`.
///
/// If the operation has several short names, the one in `group` is preferred. If it has none, both values are its
/// method of `Client`.
fn present_name<'a>(context: &Context<'a>, operation: &'a Operation, group: &str) -> (&'a str, String) {
    let names = context.short_names.get(operation.name.as_str()).into_iter().flatten();
    let first = names.clone().next();
    match names.clone().find(|(present, _)| present.name == group).or(first) {
        Some((group, grouped)) => (&group.name, format!("{}().{}", group.name, grouped.name)),
        None => (&operation.name, operation.name.clone()),
    }
}

fn attributes(successors: &BTreeSet<&str>, since: Option<&String>) -> String {
    let successors = successors.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
    let docs = docs::lines(&format!("A former tag, replaced by {successors}."));
    docs + &former::attribute(since, &format!("{RENAMED_TO}{successors}"))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::names::file::Names;

    /// Generates a client for `/parts` and `/things`, which have the tags `Parts` and `Things`, and for `/health`,
    /// which has no tag. There are former names in `Parts`, and in the former groups `Pieces` and `Stuff`. Returns the
    /// code without line breaks.
    fn generated() -> String {
        let operation = |id: &str, tags: &[&str]| json!({ "get": { "operationId": id, "tags": tags } });
        let document = json!({ "openapi": "3.0.0", "paths": {
            "/parts/{id}": operation("getPart", &["Parts"]),
            "/things": operation("getThings", &["Things"]),
            "/health": operation("getHealth", &[]),
        } });
        let of = |operation: &str| json!({ "of": operation, "since": "1.2.0" });
        let names = json!({ "tags": {
            "parts": { "former": { "read": of("get_part"), "things": of("get_things") } },
            "pieces": { "former": { "get": of("get_part"), "read": of("get_part") } },
            "stuff": { "former": { "get_parts": of("get_part"), "health": of("get_health"), "things": of("get_things") } },
        } });
        let names = Names::parse(&names.to_string()).expect("legal");
        let code = crate::generate(&document.to_string(), &names).expect("should be generated").client;
        code.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn former_short_names_are_deprecated_in_favour_of_current_ones() {
        let code = generated();
        for part in [
            "#[deprecated(since = \"1.2.0\", note = \"renamed to `parts().get`\")] pub fn read(",
            "#[deprecated(since = \"1.2.0\", note = \"renamed to `things().get`\")] pub fn things(&self) -> builder::GetThings { builder::GetThings::new(&self.client) }",
            "#[deprecated(since = \"1.2.0\", note = \"renamed to `get_health`, `parts`, `things`\")] pub fn stuff(&self) -> tags::Stuff",
            "#[deprecated(since = \"1.2.0\", note = \"renamed to `parts().get`\")] pub fn get_parts(",
            "#[deprecated(since = \"1.2.0\", note = \"renamed to `get_health`\")] pub fn health(&self) -> builder::GetHealth {",
            "#[deprecated(since = \"1.2.0\", note = \"renamed to `parts`\")] #[cfg(feature = \"parts\")] pub fn pieces(&self) -> tags::Pieces",
            // The method `get` is not deprecated, because the deprecation of its group already recommends `parts`.
            "impl Pieces { /// The former name of `parts().get`: see [`GetPart`](crate::builder::GetPart). \
             #[cfg(feature = \"parts\")] pub fn get(",
            "#[deprecated(since = \"1.2.0\", note = \"renamed to `parts().get`\")] pub fn read(",
        ] {
            assert!(code.contains(part), "{part}\n{code}");
        }
    }

    #[test]
    fn former_short_names_have_the_feature_gate_of_their_operation() {
        let code = generated();
        for part in [
            // `stuff` contains an operation without a tag, which is always compiled, so `stuff` has no feature gate.
            "`things`. #[deprecated(since = \"1.2.0\", note = \"renamed to `get_health`, `parts`, `things`\")] pub fn stuff(",
            "#[cfg(feature = \"parts\")] #[deprecated(since = \"1.2.0\", note = \"renamed to `parts().get`\")] pub fn get_parts(",
            "#[cfg(feature = \"things\")] #[deprecated(since = \"1.2.0\", note = \"renamed to `things().get`\")] pub fn things(",
            "[`GetHealth`](crate::builder::GetHealth). \
             #[deprecated(since = \"1.2.0\", note = \"renamed to `get_health`\")] pub fn health(",
        ] {
            assert!(code.contains(part), "{part}\n{code}");
        }
    }
}
