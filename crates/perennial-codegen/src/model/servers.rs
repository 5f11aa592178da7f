//! Builds the servers that callers can choose, with distinct names. A server is named after its host and path, because
//! its description is more likely to be reworded.

use std::collections::{BTreeMap, BTreeSet};

use super::types;
use crate::{
    api::{Choice, EnumOf, Server, Servers, Variable, VariableOf},
    bounds::Bound,
    names::{
        file::ServerNames,
        pins::{self, Pins},
        reserved::{DEFAULT_SERVER, OF_SERVERS},
        variants,
    },
    schema::{self, ServerVariable, TypedDocument},
    text::naming,
};

/// Builds the servers of `document`. Recorded names of servers are kept.
pub fn build_servers(document: &TypedDocument, pins: &Pins<'_>) -> Servers {
    let recorded = &pins.names.servers;
    let mut names: Vec<String> = document.servers.iter().map(name_from_url).collect();
    let of_url = recorded.iter().map(|(url, entry)| (url.clone(), entry.name.clone())).collect();
    let enums = recorded.values().flat_map(|entry| entry.enums.values().cloned());
    let reserved = enums.chain([DEFAULT_SERVER.to_owned()]).collect();
    pins::assign_names(names.iter_mut().zip(document.servers.iter().map(|it| &*it.url)), &of_url, reserved);
    let taken = names.iter().cloned().chain([DEFAULT_SERVER.to_owned()]).collect();
    let mut choices = ServerEnums {
        shared: variables_with_equal_values(&document.servers),
        taken,
        names: BTreeMap::new(),
        enums: Vec::new(),
    };
    let nothing = ServerNames::default();
    let all = document.servers.iter().zip(names).map(|(declared, name)| {
        let recorded = recorded.get(&declared.url).unwrap_or(&nothing);
        let mut variables: Vec<Variable> = declared
            .variables
            .iter()
            .map(|it| build_variable(&declared.url, &name, it, recorded, &mut choices))
            .collect();
        let setters = variables.iter_mut().zip(&declared.variables).map(|(made, it)| (&mut made.name, &*it.name));
        pins::assign_names(setters, &recorded.setters, OF_SERVERS.map(str::to_owned).into());
        Server { url: declared.url.clone(), docs: types::docs(declared.description.as_ref()), variables, name }
    });
    Servers { all: all.collect(), default: document.default_server.clone(), choices: choices.enums }
}

fn name_from_url(server: &schema::DeclaredServer) -> String {
    let words: String = host_and_path(&server.url).chars().take(Bound::Name.limit()).collect();
    let is_constant = server.variables.is_empty();
    if is_constant { naming::value_name(&words).to_ascii_uppercase() } else { naming::type_name(&words) }
}

/// Returns the host and path of a URL, preceded by the scheme if it is not HTTPS.
fn host_and_path(url: &str) -> String {
    let (scheme, rest) = url.split_once("://").unwrap_or(("", url));
    let scheme = if scheme.eq_ignore_ascii_case("https") { "" } else { scheme };
    format!("{scheme} {rest}")
}

fn build_variable<'a>(
    url: &str,
    server: &str,
    declared: &'a ServerVariable,
    recorded: &ServerNames,
    choices: &mut ServerEnums<'a>,
) -> Variable {
    let before = url.split(&format!("{{{}}}", declared.name)).next().unwrap_or_default();
    let is_in_path = before.split_once("://").is_some_and(|(_, rest)| rest.contains('/'));
    Variable {
        name: naming::value_name(&declared.name),
        wire_name: declared.name.clone(),
        docs: types::docs(declared.description.as_ref()),
        default: declared.default.clone(),
        of: match () {
            () if !declared.values.is_empty() => {
                VariableOf::Choice(choices.enum_name(server, declared, recorded.enums.get(&declared.name)))
            }
            () if is_in_path => VariableOf::Path,
            () => VariableOf::Host,
        },
    }
}

/// Returns the names of the variables that have the same values in every server that declares them. Such a variable has
/// one enum, which these servers share.
fn variables_with_equal_values(servers: &[schema::DeclaredServer]) -> BTreeSet<&str> {
    let mut of_name: BTreeMap<&str, BTreeSet<&[String]>> = BTreeMap::new();
    for ServerVariable { name, values, .. } in servers.iter().flat_map(|server| &server.variables) {
        of_name.entry(name).or_default().insert(values);
    }
    of_name.into_iter().filter(|(_, values)| values.len() == 1).map(|(name, _)| name).collect()
}

struct ServerEnums<'a> {
    shared: BTreeSet<&'a str>,
    taken: BTreeSet<String>,
    /// The names of the enums, by the preferred name and the values of the enum.
    names: BTreeMap<(String, &'a [String]), String>,
    enums: Vec<Choice>,
}

impl<'a> ServerEnums<'a> {
    /// Returns the name of the enum for the values of `variable`. Creates the enum if no earlier server has an equal
    /// one.
    fn enum_name(&mut self, server: &str, variable: &'a ServerVariable, recorded: Option<&String>) -> String {
        let ServerVariable { name, values, .. } = variable;
        let by_rule = || {
            let named = naming::type_name(name);
            if self.shared.contains(name.as_str()) { named } else { format!("{server}{named}") }
        };
        let wanted = recorded.cloned().unwrap_or_else(by_rule);
        if let Some(existing) = self.names.get(&(wanted.clone(), &**values)) {
            return existing.clone();
        }
        let name = naming::unique(&wanted, &mut self.taken);
        self.names.insert((wanted, values), name.clone());
        let distinct: BTreeSet<&String> = values.iter().collect();
        let mut left = distinct;
        let values: Vec<String> = values.iter().filter(|value| left.remove(*value)).cloned().collect();
        let values = variants::open_enum(EnumOf::Text, &values, &BTreeMap::new()).values;
        self.enums.push(Choice { name: name.clone(), values });
        name
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn named(servers: Value) -> Vec<String> {
        let root = json!({ "openapi": "3.0.0", "servers": servers, "paths": { "/a": { "get": {} } } });
        let Servers { all, choices, .. } = crate::model_of(root).expect("legal").0.servers;
        let described = |Server { name, variables, .. }: Server| {
            let variables = variables.into_iter().map(|it| format!(" {}: {:?}", it.name, it.of));
            name + &variables.collect::<String>()
        };
        let choices = choices.into_iter().map(|Choice { name, values }| {
            let values: Vec<String> = values.into_iter().map(|value| value.name).collect();
            format!("{name} {}", values.join(" "))
        });
        all.into_iter().map(described).chain(choices).collect()
    }

    #[test]
    fn servers_are_named_after_host_path_and_scheme_unless_https() {
        let urls = [
            "https://api.a.com/v1",
            "http://api.a.com/v1",
            "https://default",
            "https://10.0.0.1:80",
            "https://api-a.com/v1",
        ];
        let servers = urls.map(|url| json!({ "url": url, "description": "Production" }));
        let expected = ["API_A_COM_V1", "HTTP_API_A_COM_V1", "DEFAULT2", "X10_0_0_1_80", "API_A_COM_V12"];
        assert_eq!(named(servers.to_vec().into()), expected);
    }

    #[test]
    fn server_variables_with_the_same_values_share_one_enum() {
        let region = |values: &[&str]| json!({ "default": "eu", "enum": values });
        let server = |url: &str, region: Value| {
            let text = json!({ "default": "x" });
            json!({ "url": url, "variables": { "region": region, "default": text, "base": text } })
        };
        let [one, other] = ["https://{region}.{default}.a/{base}", "https://{region}.{default}.b/{base}"];
        let one_enum =
            named(json!([server(one, region(&["eu", "us-1", "eu"])), server(other, region(&["eu", "us-1", "eu"]))]));
        let variables = r#"region: Choice("Region") default2: Host base: Path"#;
        assert_eq!(
            one_enum,
            [&*format!("RegionDefaultABase {variables}"), &format!("RegionDefaultBBase {variables}"), "Region Eu Us1"]
        );
        let two = named(json!([server(one, region(&["eu"])), server(other, region(&["us"]))]));
        assert_eq!(two[2..], ["RegionDefaultABaseRegion Eu", "RegionDefaultBBaseRegion Us"]);
    }
}
