//! Checks each rule with its witness: a program, and two documents of which one contains the change. The comparison
//! must report the change under this rule, and the compiler must confirm the effect that the rule states.

use std::collections::BTreeSet;

use super::{
    programs::package::{CompiledClient, EnabledTags},
    *,
};
use crate::rules::{self, WitnessPart};
use perennial_codegen::text::naming;

#[derive(Clone)]
struct WitnessDocument {
    document: Value,
    names: Names,
}

impl WitnessDocument {
    fn client(&self) -> Client {
        generate_client(&self.document.to_string(), &self.names)
    }
}

fn documents_of(rule: &ApiRule) -> [WitnessDocument; 2] {
    let parsed = |text: &String| Names::parse(text).expect("should be legal");
    let [before, after] = rule.documents().map(|text| complete_document(rule.id, rule.part, &text));
    let before = WitnessDocument { document: before, names: parsed(&rule.names_before) };
    let names = match &rule.names_after {
        Some(after) => parsed(after),
        None => update_client(&before.client(), &after).names,
    };
    [before, WitnessDocument { document: after, names }]
}

/// Returns a complete document that contains `text`, the part of a document that the witness shows.
fn complete_document(id: &str, part: WitnessPart, text: &str) -> Value {
    if text.is_empty() {
        // Without any part, the document contains an unrelated operation, because the generator refuses documents
        // without operations.
        return document(json!({ "/other": { "get": { "operationId": "other" } } }), json!({}));
    }
    let value: Value = serde_json::from_str(text).unwrap_or_else(|error| panic!("{id}: {error}"));
    let name = naming::type_name(id);
    let schema = json_of(json!({ "$ref": format!("#/components/schemas/{name}") }));
    let method = if matches!(part, WitnessPart::Get | WitnessPart::Given) { "get" } else { "post" };
    let (mut operation, schemas) = match part {
        WitnessPart::Document => {
            let either = |key: &str| value.get(key).cloned().unwrap_or_else(|| json!({}));
            let mut document = document(either("paths"), either("schemas"));
            for (key, place) in
                [("servers", "/servers"), ("security", "/security"), ("securitySchemes", "/components/securitySchemes")]
            {
                value.get(key).into_iter().for_each(|value| edit(&mut document, place, value.clone()));
            }
            return document;
        }
        WitnessPart::Get => (value, json!({})),
        WitnessPart::Given => (json!({ "responses": { "200": schema } }), json!({ name: value })),
        WitnessPart::Taken => (json!({ "requestBody": schema }), json!({ name: value })),
        WitnessPart::Both => (json!({ "requestBody": schema, "responses": { "200": schema } }), json!({ name: value })),
    };
    let present = operation.as_object_mut().expect("should be an operation");
    present.entry("operationId").or_insert_with(|| naming::value_name(id).into());
    document(json!({ format!("/{id}"): { method: operation } }), schemas)
}

fn merge_documents(documents: &[WitnessDocument]) -> WitnessDocument {
    let mut all = document(json!({}), json!({}));
    let mut names = json!({});
    for side in documents {
        merge(&mut all, side.document.clone());
        merge(&mut names, serde_json::to_value(&side.names).expect("should be JSON"));
    }
    WitnessDocument { document: all, names: serde_json::from_value(names).expect("should be names") }
}

/// Adds everything to `into` that only `other` contains. Objects in both are merged recursively.
fn merge(into: &mut Value, other: Value) {
    match (into, other) {
        (Value::Object(into), Value::Object(other)) => {
            for (key, value) in other {
                merge(into.entry(key).or_insert_with(|| json!({})), value);
            }
        }
        (Value::Array(into), Value::Array(other)) => {
            for element in other {
                if !into.contains(&element) {
                    into.push(element);
                }
            }
        }
        (into, other) => *into = other,
    }
}

fn rule_ids(comparison: &Comparison) -> BTreeSet<&'static str> {
    let items = || comparison.operations.items.iter().chain(&comparison.types.items);
    let of_items = items().filter_map(|item| item.rule);
    let of_changes = items().flat_map(|item| item.changes.iter().map(|change| change.rule));
    let of_features = comparison.features.iter().map(|feature| feature.rule);
    let of_settings = comparison.servers.iter().chain(&comparison.credentials).map(|setting| setting.rule);
    of_items.chain(of_changes).chain(of_features).chain(of_settings).map(|rule| rule.id).collect()
}

#[test]
fn example_change_of_each_rule_triggers_only_the_expected_breaking_rules() {
    let breaking: BTreeSet<&str> =
        rules::all_rules().filter(|rule| rule.effect == Effect::Breaking).map(|rule| rule.id).collect();
    let mut wrong = Vec::new();
    for rule in rules::all_rules() {
        let [old, new] = documents_of(rule).map(|side| side.client().api);
        let comparison = Comparison::new(&old, &new);
        let found = rule_ids(&comparison);
        let others: BTreeSet<&str> = found.intersection(&breaking).copied().filter(|other| *other != rule.id).collect();
        if !found.contains(rule.id) || others != rule.beside.iter().map(String::as_str).collect() {
            wrong.push(format!("{rule:?}: {:#?}", report_lines(&comparison)));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

const HEAD: &str = "\
#![allow(unused, deprecated)]
fn main() {}
";

/// Checks whether the client of a rule's witness generates its credentials from the document.
fn takes_credentials(rule: &ApiRule) -> bool {
    rule.names_before.contains("credentials")
}

/// Writes a program with a module for each rule. Also returns the rule that each line of the program belongs to.
fn write_program(rules: &[&ApiRule]) -> (String, Vec<&'static str>) {
    let (mut text, mut of_line) = (HEAD.to_owned(), vec![""; HEAD.lines().count()]);
    for rule in rules {
        let credentials = if takes_credentials(rule) { "ClientCredentials, " } else { "" };
        let module = format!(
            "mod {} {{\n    use monitoring_service::{{ApiError, Client, {credentials}Error, builder, page, servers, types}};\n{}\n}}\n",
            naming::value_name(rule.id),
            rule.caller_code()
        );
        of_line.extend(module.lines().map(|_| rule.id));
        text += &module;
    }
    (text, of_line)
}

/// Returns the rules whose witness does not compile with the client generated from `side`. Because the compiler reports
/// some errors only if there are no others, failing witnesses are removed and the others are compiled again until
/// nothing fails.
fn find_failing(side: &WitnessDocument, rules: &[&'static ApiRule]) -> BTreeSet<&'static str> {
    let client = side.client();
    let api = &client.api;
    let present = api.features();
    let is_there = |name: &&str| present.contains(name) || api.former.features.contains_key(*name);
    let features: Vec<&str> =
        rules.iter().flat_map(|rule| &rule.features).map(String::as_str).filter(is_there).collect();
    // cargo refuses unknown features, so rules that need one count as failing.
    let (mut rest, refused): (Vec<&'static ApiRule>, Vec<&'static ApiRule>) =
        rules.iter().partition(|rule| rule.features.iter().all(|name| is_there(&name.as_str())));
    let mut failing: BTreeSet<&str> = refused.into_iter().map(|rule| rule.id).collect();
    let package = CompiledClient::compile(&client, &EnabledTags::These(&features));
    loop {
        let (text, of_line) = write_program(&rest);
        let lines = package.check_program(&text).failing;
        let failed: BTreeSet<&str> = lines.into_iter().map(|line| of_line[line - 1]).collect();
        if failed.is_empty() {
            return failing;
        }
        rest.retain(|rule| !failed.contains(rule.id));
        failing.extend(failed);
    }
}

#[test]
fn compiler_confirms_which_rules_are_breaking() {
    // Rules about credentials need a client that generates them. All other rules are checked with hand-written
    // credentials, similar to the credentials of the client in this workspace.
    let (by_document, by_hand): (Vec<&ApiRule>, Vec<&ApiRule>) =
        rules::all_rules().partition(|rule| takes_credentials(rule));
    for rules in [by_hand, by_document] {
        let (before, after): (Vec<WitnessDocument>, Vec<WitnessDocument>) =
            rules.iter().map(|rule| documents_of(rule)).map(|[before, after]| (before, after)).unzip();
        assert_eq!(find_failing(&merge_documents(&before), &rules), BTreeSet::new());
        let breaking = rules.iter().filter(|rule| rule.effect == Effect::Breaking && !rule.fails_at_run_time);
        assert_eq!(find_failing(&merge_documents(&after), &rules), breaking.map(|rule| rule.id).collect());
    }
}
