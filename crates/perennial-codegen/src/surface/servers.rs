//! The servers on a client's surface.

use std::collections::BTreeMap;

use crate::api::{Servers, VariableOf};

/// Describes each name in the module `servers`: constants and structs by their URL, setters by the type and default of
/// their variable, and variants by their value.
pub fn servers_by_name(Servers { default, all, choices }: &Servers) -> BTreeMap<String, String> {
    let mut names: BTreeMap<String, String> = default.iter().map(|url| ("DEFAULT".to_owned(), url.clone())).collect();
    for server in all {
        names.insert(server.name.clone(), server.url.clone());
        names.extend(server.variables.iter().map(|variable| {
            let takes = match &variable.of {
                VariableOf::Choice(name) => name,
                VariableOf::Host | VariableOf::Path => "text",
            };
            (format!("{}.{}", server.name, variable.name), format!("{takes}, by default {}", variable.default))
        }));
    }
    for choice in choices {
        let variants = choice.values.iter();
        names.extend(variants.map(|value| (format!("{}::{}", choice.name, value.name), value.wire_name.clone())));
    }
    names
}
