//! The servers that a caller can choose, under names that are free and different from each other: those of host and path,
//! since descriptions are reworded.

use std::collections::{BTreeMap, BTreeSet};

use super::types;
use crate::{
    api::{Choice, EnumOf, Server, Servers, Variable, VariableOf},
    names::variants,
    schema::{self, Document, ServerVariable},
    text::naming,
};

/// The constant of the first server.
const DEFAULT: &str = "DEFAULT";

/// What a struct has beside its setters, or what a setter would hide.
const METHODS: [&str; 5] = ["clone", "default", "fmt", "from", "into"];

/// Those of `document`.
pub fn servers(document: &Document) -> Servers {
    let mut taken = BTreeSet::from([DEFAULT.to_owned()]);
    let names = document.servers.iter().map(|server| {
        let said = said(&server.url);
        let is_constant = server.variables.is_empty();
        let wanted =
            if is_constant { naming::value_name(&said).to_ascii_uppercase() } else { naming::type_name(&said) };
        naming::unique(&wanted, &mut taken)
    });
    let names: Vec<String> = names.collect();
    let mut choices = Choices { shared: shared(&document.servers), taken, made: BTreeMap::new(), all: Vec::new() };
    let all = document.servers.iter().zip(names).map(|(declared, name)| {
        let mut methods = METHODS.map(str::to_owned).into();
        let variables = declared.variables.iter();
        let variables = variables.map(|it| variable(&declared.url, &name, it, &mut methods, &mut choices)).collect();
        Server { url: declared.url.clone(), docs: types::docs(declared.description.as_ref()), variables, name }
    });
    Servers { all: all.collect(), default: document.default_server.clone(), choices: choices.all }
}

/// Host and path, and what is unusual before them.
fn said(url: &str) -> String {
    let (scheme, rest) = url.split_once("://").unwrap_or(("", url));
    let scheme = if scheme.eq_ignore_ascii_case("https") { "" } else { scheme };
    format!("{scheme} {rest}")
}

fn variable(
    url: &str,
    server: &str,
    declared: &ServerVariable,
    methods: &mut BTreeSet<String>,
    choices: &mut Choices<'_>,
) -> Variable {
    let before = url.split(&format!("{{{}}}", declared.name)).next().unwrap_or_default();
    let is_in_path = before.split_once("://").is_some_and(|(_, rest)| rest.contains('/'));
    Variable {
        name: naming::unique(&naming::value_name(&declared.name), methods),
        wire_name: declared.name.clone(),
        docs: types::docs(declared.description.as_ref()),
        default: declared.default.clone(),
        of: match () {
            () if !declared.values.is_empty() => VariableOf::Choice(choices.name(server, declared)),
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
    /// The enum of each shared variable.
    made: BTreeMap<String, String>,
    all: Vec<Choice>,
}

impl Choices<'_> {
    /// The enum of a variable of this server.
    fn name(&mut self, server: &str, ServerVariable { name, values, .. }: &ServerVariable) -> String {
        if let Some(made) = self.made.get(name) {
            return made.clone();
        }
        let is_shared = self.shared.contains(name.as_str());
        let wanted = naming::type_name(name);
        let wanted = if is_shared { wanted } else { format!("{server}{wanted}") };
        let made = naming::unique(&wanted, &mut self.taken);
        if is_shared {
            self.made.insert(name.clone(), made.clone());
        }
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
