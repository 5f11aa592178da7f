//! Explanations of the kinds of change in a report, with code that shows them.

use std::process::ExitCode;

use anyhow::{Result, bail};
use perennial_codegen::adaptation;

use crate::{
    behaviour, cli, console,
    nearest::nearest,
    rules::{self, Effect, Rule},
    settings::Settings,
    try_documents,
};

/// Runs the task.
///
/// # Errors
/// An id that no rule has, and standard output that is closed or full.
pub fn run(arguments: &cli::Explain, settings: &Settings) -> Result<ExitCode> {
    console::report(&match &arguments.id {
        Some(id) => told(id, settings)?,
        None => list(settings),
    })?;
    Ok(ExitCode::SUCCESS)
}

/// Returns all that there is to say of one rule.
fn told(id: &str, settings: &Settings) -> Result<String> {
    if let Some(rule) = behaviour::RULES.iter().find(|rule| rule.id == id) {
        return Ok(unseen(rule));
    }
    if let Some(rule) = rules::all().find(|rule| rule.id == id) {
        return Ok(explained(rule));
    }
    for (rules, meaning) in OF_DOCUMENTS {
        if let Some(adaptation::Rule { id, title, text }) = rules.iter().find(|rule| rule.id == id) {
            return Ok(format!("{id}: {title}\n{meaning}\n\n{text}\n"));
        }
    }
    match nearest(id, ids()) {
        Some(near) => bail!("no rule has the id `{id}`: the nearest is {near}"),
        None => bail!("no rule has the id `{id}`: `{} explain` lists all", settings.command),
    }
}

/// All ids.
fn ids() -> impl Iterator<Item = &'static str> {
    let of_documents = OF_DOCUMENTS.into_iter().flat_map(|(rules, _)| rules).map(|rule| rule.id);
    rules::all().map(|rule| rule.id).chain(behaviour::RULES.iter().map(|rule| rule.id)).chain(of_documents)
}

/// Returns all that there is to say of a rule for what no name in Rust shows.
fn unseen(behaviour::BehaviourRule { id, severity, title, text }: &behaviour::BehaviourRule) -> String {
    format!("{id}: {title}\n{UNSEEN} Severity: {}.\n\n{}\n", severity.word(), text)
}

const UNSEEN: &str = "No name in Rust shows it: no effect on the version.";

/// The rules for what a client does not take from a document as it is, and what each kind of them means.
const OF_DOCUMENTS: [(&[adaptation::Rule], &str); 2] = [
    (
        adaptation::Rule::ALL,
        "An adaptation: a part of the document is not generated as it is declared. No effect on the version.",
    ),
    (&try_documents::REASONS, "A reason why a value of a client is any JSON. No effect on the version."),
];

/// All rules, by what they do to the version.
fn list(settings: &Settings) -> String {
    let width = ids().map(str::len).max().unwrap_or_default();
    let mut text = String::new();
    for effect in [Effect::Breaking, Effect::Compatible] {
        text += &format!("{}\n", version(effect));
        for Rule { id, title, .. } in rules::all().filter(|rule| rule.effect == effect) {
            text += &format!("  {id:<width$}  {title}\n");
        }
        text += "\n";
    }
    text += &format!("{UNSEEN}\n");
    for rule in behaviour::RULES {
        let behaviour::BehaviourRule { id, severity, title, .. } = &***rule;
        text += &format!("  {id:<width$}  {}: {title}\n", severity.word());
    }
    for (rules, meaning) in OF_DOCUMENTS {
        text += &format!("\n{meaning}\n");
        rules.iter().for_each(|rule| text += &format!("  {:<width$}  {}\n", rule.id, rule.title));
    }
    text + &format!("\n`{} explain ID` tells more of one.\n", settings.command)
}

fn version(effect: Effect) -> &'static str {
    match effect {
        Effect::Breaking => "Breaking: the next version has to be an incompatible one (minor before 1.0, major after)",
        Effect::Compatible => "Compatible: the next version may be a compatible one (patch before 1.0, minor after)",
    }
}

/// All that a rule says.
fn explained(rule: &Rule) -> String {
    let Rule { id, title, effect, text, action, part, names_before, names_after, features, beside, .. } = rule;
    let mut paragraphs = vec![format!("{id}: {title}\n{}.", version(*effect)), text.clone()];
    if !action.is_empty() {
        paragraphs.push(format!("What callers do: {action}."));
    }
    let [before, after] = rule.documents().map(|text| if text.is_empty() { "nothing".to_owned() } else { text });
    paragraphs.push(format!("Before, {}:", part.described(id)));
    paragraphs.push(indented(&before));
    paragraphs.push("After:".to_owned());
    paragraphs.push(indented(&after));
    if let Some(names_after) = names_after {
        paragraphs
            .push(format!("With this in `names.json` before, and after:\n\n    {names_before}\n    {names_after}"));
    }
    let features = match features.as_slice() {
        [] => String::new(),
        names => format!(", with {} in place of `all-tags`", listed(names)),
    };
    let then = match (effect, rule.fails_at_run_time) {
        (Effect::Compatible, _) => "compiles before and after",
        (Effect::Breaking, false) => "compiles before, and not after",
        (Effect::Breaking, true) => "compiles before and after, and fails after when it runs",
    };
    paragraphs.push(format!("What a caller wrote{features}, which {then}:"));
    paragraphs.push(indented(&rule.code()));
    if !beside.is_empty() {
        paragraphs.push(format!("Here it comes with {}.", listed(beside)));
    }
    paragraphs.join("\n\n") + "\n"
}

fn listed(names: &[String]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(" and ")
}

fn indented(text: &str) -> String {
    text.lines().map(|line| format!("    {line}")).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings() -> Settings {
        Settings::new("cargo xtask", "SCRATCH")
    }

    #[test]
    fn the_list_has_each_rule_once_under_what_it_does_to_a_version() {
        let list = list(&settings());
        let (breaking, compatible) = list.split_once("\nCompatible").expect("should be both");
        for Rule { id, title, effect, .. } in rules::all() {
            let [here, there] = match effect {
                Effect::Breaking => [breaking, compatible],
                Effect::Compatible => [compatible, breaking],
            };
            let is_line = |line: &&str| line.starts_with(&format!("  {id} ")) && line.ends_with(title);
            assert_eq!((here.lines().filter(is_line).count(), there.lines().filter(is_line).count()), (1, 0), "{id}");
        }
    }

    /// Reports, `new` and `try` print ids of these four kinds in brackets.
    #[test]
    fn each_id_that_is_printed_is_listed_and_explained() {
        let list = list(&settings());
        let mut seen = std::collections::BTreeSet::new();
        for id in ids() {
            assert!(seen.insert(id), "{id}");
            let text = told(id, &settings()).expect(id);
            let (title, explanation) = text.split_once("\n\n").expect("should have an explanation");
            assert!(title.starts_with(&format!("{id}: ")) && explanation.trim().len() > 20, "{text}");
            assert_eq!(list.lines().filter(|line| line.starts_with(&format!("  {id} "))).count(), 1, "{id}");
        }
        let explained = "merged-union: union of objects is one struct\nAn adaptation: a part of the document is not \
                         generated as it is declared. No effect on the version.\n\nThe members of the union are objects";
        assert!(told("merged-union", &settings()).expect("should be one").starts_with(explained));
        assert!(ids().any(|id| id == "no-type") && ids().any(|id| id == "operation-added"));
        let rule = behaviour::RULES[0];
        assert!(list.contains(&format!("  error: {}\n", rule.title)), "{list}");
        let unseen = format!("{}: {}\n{UNSEEN} Severity: error.\n\n", rule.id, rule.title);
        assert!(told(rule.id, &settings()).expect("should be one").starts_with(&unseen));
    }

    #[test]
    fn a_rule_is_explained_with_its_document_and_witness_as_they_are_read() {
        let expected = r#"server-to-allow: An operation is called at a server that has to be allowed
Breaking: the next version has to be an incompatible one (minor before 1.0, major after).

The document names a server for the operation. The client sends the API key to no server that the caller has not
allowed: the code compiles, and `send` fails.

What callers do: allow it by `ClientBuilder::allow_server`: without it `send` fails with `Error::InvalidRequest`.

Before, the operation `GET /server-to-allow`:

    {}

After:

    { "servers": [{ "url": "https://other.example" }] }

What a caller wrote, which compiles before and after, and fails after when it runs:

    async fn caller(client: &Client) -> Result<(), Error> {
        client.server_to_allow().send().await?;
        Ok(())
    }
"#;
        assert_eq!(told("server-to-allow", &settings()).expect("should be one"), expected);
    }

    #[test]
    fn an_unknown_id_is_an_error_that_names_the_one_that_is_most_like_it() {
        assert_eq!(nearest("feild-removed", ids()), Some("field-removed"));
        assert_eq!(nearest("operation-removd", ids()), Some("operation-removed"));
        let error = told("field-removd", &settings()).expect_err("should be unknown").to_string();
        assert_eq!(error, "no rule has the id `field-removd`: the nearest is field-removed");
        let error = told("nonsense", &settings()).expect_err("should be unknown").to_string();
        assert_eq!(error, "no rule has the id `nonsense`: `cargo xtask explain` lists all");
    }
}
