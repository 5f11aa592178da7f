use std::collections::BTreeMap;

use crate::api::{Servers, VariableOf};

/// Returns the names in the module `servers`, with their values: the URLs of constants and structs, the type and
/// default of the variable that a setter sets, and the values of variants.
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
