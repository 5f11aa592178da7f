//! What the kinds of change in a report mean, with code that shows it.

use std::process::ExitCode;

use anyhow::{Result, bail};

use crate::{
    behaviour, cli, console,
    rules::{self, Effect, Rule},
};

const WIDTH: usize = 100;
/// How many ids are named in place of one that is none, and how much they have in common with it, of 1.
const NEAREST: usize = 3;
const ALIKE: f64 = 0.6;

/// Runs the task.
///
/// # Errors
/// An id that no rule has, and standard output that is closed or full.
pub fn run(arguments: &cli::Explain) -> Result<ExitCode> {
    let text = match &arguments.id {
        None => list(),
        Some(id) => match behaviour::RULES.iter().find(|rule| rule.id == id) {
            Some(rule) => unseen(rule),
            None => explained(rule(id)?),
        },
    };
    console::report(&text)?;
    Ok(ExitCode::SUCCESS)
}

fn rule(id: &str) -> Result<&'static Rule> {
    let found = rules::all().find(|rule| rule.id == id);
    let Some(rule) = found else {
        bail!(
            "no rule has the id `{id}`: {}",
            match nearest(id).as_slice() {
                [] => "`cargo xtask explain` lists all".to_owned(),
                near => format!("the nearest are {}", near.join(", ")),
            }
        );
    };
    Ok(rule)
}

/// The ids that are like `id`, the nearest first.
fn nearest(id: &str) -> Vec<&'static str> {
    let likeness = |known: &str| strsim::normalized_damerau_levenshtein(id, known);
    let mut ids: Vec<(f64, &str)> =
        ids().map(|known| (likeness(known), known)).filter(|(like, _)| *like >= ALIKE).collect();
    ids.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    ids.into_iter().map(|(_, id)| id).take(NEAREST).collect()
}

/// All ids.
fn ids() -> impl Iterator<Item = &'static str> {
    rules::all().map(|rule| rule.id).chain(behaviour::RULES.iter().map(|rule| rule.id))
}

/// All that is told of what no name in Rust shows.
fn unseen(behaviour::Rule { id, severity, title, text }: &behaviour::Rule) -> String {
    format!("{id}: {title}\n{UNSEEN} Severity: {}.\n\n{}\n", severity.word(), wrapped(text))
}

const UNSEEN: &str = "No name in Rust shows it: no effect on the version.";

/// All rules, by what they do to the version.
fn list() -> String {
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
        let behaviour::Rule { id, severity, title, .. } = &***rule;
        text += &format!("  {id:<width$}  {}: {title}\n", severity.word());
    }
    text + "\n`cargo xtask explain ID` tells more of one.\n"
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
    let mut paragraphs = vec![format!("{id}: {title}\n{}.", version(*effect)), wrapped(text)];
    if !action.is_empty() {
        paragraphs.push(wrapped(&format!("What callers do: {action}.")));
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

/// Text in lines of at most [`WIDTH`] characters.
fn wrapped(text: &str) -> String {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.is_empty() => *line += word,
            Some(line) if line.chars().count() + 1 + word.chars().count() <= WIDTH => *line += &format!(" {word}"),
            _ => lines.push(word.to_owned()),
        }
    }
    lines.join("\n")
}

fn indented(text: &str) -> String {
    text.lines().map(|line| format!("    {line}")).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_has_each_rule_once_under_what_it_does_to_a_version() {
        let list = list();
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

    #[test]
    fn what_no_name_shows_is_listed_and_explained_and_has_ids_of_its_own() {
        let (list, mut seen) = (list(), std::collections::BTreeSet::new());
        assert!(ids().all(|id| seen.insert(id)));
        let rule = behaviour::RULES[0];
        assert!(list.contains(&format!("  error: {}\n", rule.title)), "{list}");
        let text = unseen(rule);
        assert!(text.starts_with(&format!("{}: {}\n{UNSEEN} Severity: error.\n\n", rule.id, rule.title)), "{text}");
    }

    #[test]
    fn a_rule_is_explained_with_its_document_and_witness_as_they_are_read() {
        let rule = rule("server-to-allow").expect("should be one");
        let expected = r#"server-to-allow: An operation is called at a server that has to be allowed
Breaking: the next version has to be an incompatible one (minor before 1.0, major after).

The document names a server for the operation. The client sends the API key to no server that the
caller has not allowed: the code compiles, and `send` fails.

What callers do: allow it by `ClientBuilder::allow_server`: without it `send` fails with
`Error::InvalidRequest`.

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
        assert_eq!(explained(rule), expected);
    }

    #[test]
    fn an_unknown_id_is_an_error_that_names_those_that_are_like_it() {
        assert_eq!(nearest("feild-removed")[0], "field-removed");
        assert_eq!(nearest("operation-removd")[0], "operation-removed");
        let error = rule("field-removd").expect_err("should be unknown").to_string();
        assert!(error.starts_with("no rule has the id `field-removd`: the nearest are field-removed"), "{error}");
        let error = rule("nonsense").expect_err("should be unknown").to_string();
        assert_eq!(error, "no rule has the id `nonsense`: `cargo xtask explain` lists all");
    }
}
