//! The servers that a caller can choose, under names that are free and different from each other: those of host and path,
//! since descriptions are reworded.

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
    schema::{self, Document, ServerVariable},
    text::naming,
};

/// Those of `document`, with recorded names.
pub fn servers(document: &Document, pins: &Pins<'_>) -> Servers {
    let recorded = &pins.names.servers;
    let mut names: Vec<String> = document.servers.iter().map(by_rule).collect();
    let of_url = recorded.iter().map(|(url, of)| (url.clone(), of.name.clone())).collect();
    let enums = recorded.values().flat_map(|of| of.enums.values().cloned());
    let reserved = enums.chain([DEFAULT_SERVER.to_owned()]).collect();
    pins::settle(names.iter_mut().zip(document.servers.iter().map(|it| &*it.url)), &of_url, reserved);
    let taken = names.iter().cloned().chain([DEFAULT_SERVER.to_owned()]).collect();
    let mut choices = Choices { shared: shared(&document.servers), taken, made: BTreeMap::new(), all: Vec::new() };
    let nothing = ServerNames::default();
    let all = document.servers.iter().zip(names).map(|(declared, name)| {
        let recorded = recorded.get(&declared.url).unwrap_or(&nothing);
        let mut variables: Vec<Variable> =
            declared.variables.iter().map(|it| variable(&declared.url, &name, it, recorded, &mut choices)).collect();
        let setters = variables.iter_mut().zip(&declared.variables).map(|(made, it)| (&mut made.name, &*it.name));
        pins::settle(setters, &recorded.setters, OF_SERVERS.map(str::to_owned).into());
        Server { url: declared.url.clone(), docs: types::docs(declared.description.as_ref()), variables, name }
    });
    Servers { all: all.collect(), default: document.default_server.clone(), choices: choices.all }
}

/// The name of a server by its URL.
fn by_rule(server: &schema::Server) -> String {
    let said: String = said(&server.url).chars().take(Bound::Name.limit()).collect();
    let is_constant = server.variables.is_empty();
    if is_constant { naming::value_name(&said).to_ascii_uppercase() } else { naming::type_name(&said) }
}

/// Host and path, and what is unusual before them.
fn said(url: &str) -> String {
    let (scheme, rest) = url.split_once("://").unwrap_or(("", url));
    let scheme = if scheme.eq_ignore_ascii_case("https") { "" } else { scheme };
    format!("{scheme} {rest}")
}

fn variable<'a>(
    url: &str,
    server: &str,
    declared: &'a ServerVariable,
    recorded: &ServerNames,
    choices: &mut Choices<'a>,
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
                VariableOf::Choice(choices.name(server, declared, recorded.enums.get(&declared.name)))
            }
            () if is_in_path => VariableOf::Path,
            () => VariableOf::Host,
        },
    }
}

/// The variables whose values are the same in all servers that have them: they have one enum.
fn shared(servers: &[schema::Server]) -> BTreeSet<&str> {
    let mut of_name: BTreeMap<&str, BTreeSet<&[String]>> = BTreeMap::new();
    for ServerVariable { name, values, .. } in servers.iter().flat_map(|server| &server.variables) {
        of_name.entry(name).or_default().insert(values);
    }
    of_name.into_iter().filter(|(_, values)| values.len() == 1).map(|(name, _)| name).collect()
}

/// The enums of variables.
struct Choices<'a> {
    shared: BTreeSet<&'a str>,
    taken: BTreeSet<String>,
    /// Each enum, by what it is to be called and its values.
    made: BTreeMap<(String, &'a [String]), String>,
    all: Vec<Choice>,
}

impl<'a> Choices<'a> {
    /// The enum of a variable of this server.
    fn name(&mut self, server: &str, variable: &'a ServerVariable, recorded: Option<&String>) -> String {
        let ServerVariable { name, values, .. } = variable;
        let by_rule = || {
            let named = naming::type_name(name);
            if self.shared.contains(name.as_str()) { named } else { format!("{server}{named}") }
        };
        let wanted = recorded.cloned().unwrap_or_else(by_rule);
        if let Some(made) = self.made.get(&(wanted.clone(), &**values)) {
            return made.clone();
        }
        let made = naming::unique(&wanted, &mut self.taken);
        self.made.insert((wanted, values), made.clone());
        let distinct: BTreeSet<&String> = values.iter().collect();
        let mut left = distinct;
        let values: Vec<String> = values.iter().filter(|value| left.remove(*value)).cloned().collect();
        self.all.push(Choice { name: made.clone(), values: variants::open_enum(EnumOf::Text, &values).values });
        made
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn named(servers: Value) -> Vec<String> {
        let root = json!({ "openapi": "3.0.0", "servers": servers, "paths": { "/a": { "get": {} } } });
        let Servers { all, choices, .. } = crate::model_of(root).expect("legal").0.servers;
        let shown = |Server { name, variables, .. }: Server| {
            let variables = variables.into_iter().map(|it| format!(" {}: {:?}", it.name, it.of));
            name + &variables.collect::<String>()
        };
        let choices = choices.into_iter().map(|Choice { name, values }| {
            let values: Vec<String> = values.into_iter().map(|value| value.name).collect();
            format!("{name} {}", values.join(" "))
        });
        all.into_iter().map(shown).chain(choices).collect()
    }

    #[test]
    fn a_server_is_called_by_host_and_path_and_by_a_scheme_that_is_not_https() {
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
    fn variables_of_the_same_values_have_one_enum() {
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
