//! The task `explain`: explains the rules whose ids occur in reports, and illustrates their effects with code.

use std::process::ExitCode;

use anyhow::{Result, bail};
use perennial_codegen::{adaptation, api::PagerRule};

use crate::{
    behaviour, cli, console,
    markdown::join_names,
    nearest::nearest,
    rules::{self, ApiRule, Effect},
    settings::Settings,
    try_documents,
};

/// Runs the task `explain`.
///
/// # Errors
///
/// Fails if no rule has the id, or if standard output is closed or full.
pub fn run(arguments: &cli::ExplainArguments, settings: &Settings) -> Result<ExitCode> {
    console::print_report(&match &arguments.id {
        Some(id) => explain_rule(id, settings)?,
        None => list_rules(settings),
    })?;
    Ok(ExitCode::SUCCESS)
}

fn explain_rule(id: &str, settings: &Settings) -> Result<String> {
    if let Some(rule) = behaviour::RULES.iter().find(|rule| rule.id == id) {
        return Ok(explain_behaviour_rule(rule));
    }
    if let Some(rule) = rules::all_rules().find(|rule| rule.id == id) {
        return Ok(explain_api_rule(rule));
    }
    for (rules, meaning) in DOCUMENT_RULES {
        if let Some(adaptation::Rule { id, title, text }) = rules.iter().find(|rule| rule.id == id) {
            return Ok(format!("{id}: {title}\n{meaning}\n\n{text}\n"));
        }
    }
    if let Some(rule) = PagerRule::ALL.iter().find(|rule| rule.id() == id) {
        return Ok(format!("{id}: {}\n{PAGES}\n\n{PAGES_TEXT}\n", rule.description()));
    }
    match nearest(id, rule_ids()) {
        Some(near) => bail!("there is no rule with the id `{id}`: did you mean {near}?"),
        None => bail!("there is no rule with the id `{id}`: `{} explain` lists all rules", settings.command),
    }
}

fn rule_ids() -> impl Iterator<Item = &'static str> {
    let of_documents = DOCUMENT_RULES.into_iter().flat_map(|(rules, _)| rules).map(|rule| rule.id);
    let of_pages = PagerRule::ALL.iter().map(|rule| rule.id());
    let of_api = rules::all_rules().map(|rule| rule.id);
    of_api.chain(behaviour::RULES.iter().map(|rule| rule.id)).chain(of_documents).chain(of_pages)
}

fn explain_behaviour_rule(behaviour::BehaviourRule { id, severity, title, text }: &behaviour::BehaviourRule) -> String {
    format!("{id}: {title}\n{UNSEEN} Severity: {}.\n\n{}\n", severity.word(), text)
}

const UNSEEN: &str = "The change does not affect the Rust API, and does not require a new version of the crate.";

/// The rules that describe parts of a document, not changes: adaptations, and values that can be any JSON value. An
/// explanation precedes each group.
const DOCUMENT_RULES: [(&[adaptation::Rule], &str); 2] = [
    (
        adaptation::Rule::ALL,
        "An adaptation: the generated code deviates from a part of the document. A change of the adaptations alone \
         does not require a new version of the crate.",
    ),
    (
        &try_documents::REASONS,
        "A reason why the client accepts any JSON value for a part of the document. A change of the reason alone does \
         not require a new version of the crate.",
    ),
];

const PAGES: &str = "A rule by which the generator detects how to request the next page. A change of the rule alone \
                     does not require a new version of the crate.";

const PAGES_TEXT: &str = "If an operation matches this rule, its builder has the methods `items` and `pages`, which \
                          stream all items or all pages. If several rules match, the first one is used. An entry in \
                          `client.pages` in `names.json` takes precedence over the rules. The entry `false` disables \
                          both methods.";

/// Lists all rules, grouped by their effect on the version.
fn list_rules(settings: &Settings) -> String {
    let width = rule_ids().map(str::len).max().unwrap_or_default();
    let mut text = String::new();
    for effect in [Effect::Breaking, Effect::Compatible] {
        text += &format!("{}\n", describe_effect(effect));
        for ApiRule { id, title, .. } in rules::all_rules().filter(|rule| rule.effect == effect) {
            text += &format!("  {id:<width$}  {title}\n");
        }
        text += "\n";
    }
    text += &format!("{UNSEEN}\n");
    for rule in behaviour::RULES {
        let behaviour::BehaviourRule { id, severity, title, .. } = &***rule;
        text += &format!("  {id:<width$}  {}: {title}\n", severity.word());
    }
    for (rules, meaning) in DOCUMENT_RULES {
        text += &format!("\n{meaning}\n");
        rules.iter().for_each(|rule| text += &format!("  {:<width$}  {}\n", rule.id, rule.title));
    }
    text += &format!("\n{PAGES}\n");
    PagerRule::ALL.iter().for_each(|rule| text += &format!("  {:<width$}  {}\n", rule.id(), rule.description()));
    text + &format!("\n`{} explain ID` describes a rule in detail.\n", settings.command)
}

fn describe_effect(effect: Effect) -> &'static str {
    match effect {
        Effect::Breaking => {
            "Breaking: the next version must be an incompatible version (below 1.0, a new minor version; from 1.0, a \
             new major version)"
        }
        Effect::Compatible => {
            "Compatible: the next version can be a compatible version (below 1.0, a new patch version; from 1.0, a \
             new minor version)"
        }
    }
}

fn explain_api_rule(rule: &ApiRule) -> String {
    let ApiRule { id, title, effect, text, action, part, names_before, names_after, features, beside, .. } = rule;
    let mut paragraphs = vec![format!("{id}: {title}\n{}.", describe_effect(*effect)), text.clone()];
    if !action.is_empty() {
        paragraphs.push(format!("Required change: {action}."));
    }
    let [before, after] = rule.documents().map(|text| if text.is_empty() { "nothing".to_owned() } else { text });
    paragraphs.push(format!("Before, {}:", part.describe(id)));
    paragraphs.push(indent(&before));
    paragraphs.push("After:".to_owned());
    paragraphs.push(indent(&after));
    if let Some(names_after) = names_after {
        paragraphs
            .push(format!("The content of `names.json`, before and after:\n\n    {names_before}\n    {names_after}"));
    }
    let features = match features.as_slice() {
        [] => String::new(),
        names => format!(", with {} in place of `all-tags`", join_names(names)),
    };
    let then = match (effect, rule.fails_at_run_time) {
        (Effect::Compatible, _) => "compiles with both versions",
        (Effect::Breaking, false) => "compiles only with the version before the change",
        (Effect::Breaking, true) => "compiles with both versions, but fails at run time after the change",
    };
    paragraphs.push(format!("Example of code{features} that calls the client and {then}:"));
    paragraphs.push(indent(&rule.caller_code()));
    if !beside.is_empty() {
        paragraphs.push(format!("Reports list this change under other rules as well: {}.", join_names(beside)));
    }
    paragraphs.join("\n\n") + "\n"
}

fn indent(text: &str) -> String {
    text.lines().map(|line| format!("    {line}")).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings() -> Settings {
        Settings::new("cargo xtask", "SCRATCH")
    }

    #[test]
    fn explain_lists_each_rule_once_under_its_effect() {
        let list = list_rules(&settings());
        let (breaking, compatible) = list.split_once("\nCompatible").expect("should be both");
        for ApiRule { id, title, effect, .. } in rules::all_rules() {
            let [here, there] = match effect {
                Effect::Breaking => [breaking, compatible],
                Effect::Compatible => [compatible, breaking],
            };
            let is_line = |line: &&str| line.starts_with(&format!("  {id} ")) && line.ends_with(title);
            assert_eq!((here.lines().filter(is_line).count(), there.lines().filter(is_line).count()), (1, 0), "{id}");
        }
    }

    /// Reports, `new` and `try` print the ids of rules. There are five kinds of rules, all of which are tested here.
    #[test]
    fn explain_knows_each_rule_id_that_reports_print() {
        let list = list_rules(&settings());
        let mut seen = std::collections::BTreeSet::new();
        for id in rule_ids() {
            assert!(seen.insert(id), "{id}");
            let text = explain_rule(id, &settings()).expect(id);
            let (title, explanation) = text.split_once("\n\n").expect("should have an explanation");
            assert!(title.starts_with(&format!("{id}: ")) && explanation.trim().len() > 20, "{text}");
            assert_eq!(list.lines().filter(|line| line.starts_with(&format!("  {id} "))).count(), 1, "{id}");
        }
        let explained = "merged-union: a union of objects becomes a single struct\nAn adaptation: the generated code \
                         deviates from a part of the document. A change of the adaptations alone does not require a \
                         new version of the crate.\n\nThe members of the union are objects";
        assert!(explain_rule("merged-union", &settings()).expect("should be one").starts_with(explained));
        assert!(rule_ids().any(|id| id == "no-type") && rule_ids().any(|id| id == "operation-added"));
        assert!(PagerRule::ALL.iter().all(|rule| rule_ids().any(|id| id == rule.id())));
        let rule = behaviour::RULES[0];
        assert!(list.contains(&format!("  error: {}\n", rule.title)), "{list}");
        let unseen = format!("{}: {}\n{UNSEEN} Severity: error.\n\n", rule.id, rule.title);
        assert!(explain_rule(rule.id, &settings()).expect("should be one").starts_with(&unseen));
    }

    #[test]
    fn explain_shows_the_documents_and_the_code_of_a_rule() {
        let expected = r#"server-to-allow: An operation is called at a server that callers must allow
Breaking: the next version must be an incompatible version (below 1.0, a new minor version; from 1.0, a new major version).

The document specifies a server for the operation. The client never sends credentials to a server that the caller has
not allowed. The code still compiles, but `send` fails.

Required change: allow the server with `ClientBuilder::allow_server`: without it, `send` fails with `Error::InvalidRequest`.

Before, the operation `GET /server-to-allow`:

    {}

After:

    { "servers": [{ "url": "https://other.example" }] }

Example of code that calls the client and compiles with both versions, but fails at run time after the change:

    async fn caller(client: &Client) -> Result<(), Error> {
        client.server_to_allow().send().await?;
        Ok(())
    }
"#;
        assert_eq!(explain_rule("server-to-allow", &settings()).expect("should be one"), expected);
    }

    #[test]
    fn explain_suggests_the_most_similar_id_for_an_unknown_rule() {
        assert_eq!(nearest("feild-removed", rule_ids()), Some("field-removed"));
        assert_eq!(nearest("operation-removd", rule_ids()), Some("operation-removed"));
        let error = explain_rule("field-removd", &settings()).expect_err("should be unknown").to_string();
        assert_eq!(error, "there is no rule with the id `field-removd`: did you mean field-removed?");
        let error = explain_rule("nonsense", &settings()).expect_err("should be unknown").to_string();
        assert_eq!(error, "there is no rule with the id `nonsense`: `cargo xtask explain` lists all rules");
    }
}
