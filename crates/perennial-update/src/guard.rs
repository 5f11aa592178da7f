//! Prevents changes to the public API that no document explains. Such a change may be due to a damaged or edited
//! `names.json`, or to a different version of the generator.
//!
//! `public-api.txt` lists the API after the last update. If the vendored document and `names.json` now generate a
//! different API, only the task `public-api` accepts the change. Even this task does not remove names that users depend
//! on unless the maintainer requests it.

use std::{collections::BTreeSet, fmt::Display, sync::LazyLock};

use anyhow::{Result, bail};
use perennial_codegen::{input, names::file::Names, surface::PublicApi};

use crate::{
    client::{Client, ParsedDocument},
    console,
    diff::{ChangedItem, Comparison},
    listing,
    names::{self, NamedDocument},
    released::{CommittedApi, LastRelease},
    rules::{self, ApiRule, Effect},
    workspace::{PUBLIC_API, Workspace},
};

/// The maximum number of changed lines that are printed. They are enough to recognise the cause.
const SHOWN: usize = 5;
const RESTORE: &str = "restore lines that were edited or removed by mistake (run `git checkout names.json \
                       public-api.txt`, or take them from an earlier commit)";

/// Checks that `public-api.txt` lists the API of `client`, which was generated from the vendored document with its
/// recorded names. An update relies on both files, so this check comes first.
///
/// # Errors
/// Fails if `public-api.txt` lists a different API. Without this file, fails if `client` lacks names that users depend
/// on.
pub fn expect_listed(client: &Client, document: &str, workspace: &Workspace) -> Result<()> {
    // After an interrupted update, `public-api.txt` may already list the API of the new document.
    let unlisted =
        if workspace.read_names()?.next.is_some() { None } else { ListingDifference::find(client, workspace)? };
    let Some(ListingDifference { gone, new }) = unlisted else {
        let users = ChangesForUsers::find(client, document, workspace)?;
        return users.map_or(Ok(()), |users| users.expect_kept());
    };
    if gone.is_empty() && new.is_empty() {
        return Ok(());
    }
    print_lines(&gone, "-");
    print_lines(&new, "+");
    bail!(
        "public-api.txt contains {} lines that do not result from openapi.json and names.json, and lacks {} lines \
         that do: {RESTORE}, or run `{} public-api` if the names or the generator were changed on purpose",
        gone.len(),
        new.len(),
        workspace.command(),
    )
}

fn print_lines(lines: &[String], mark: &str) {
    lines.iter().take(SHOWN).for_each(|line| console::print_diagnostic(&format!("{mark} {line}")));
}

pub struct ListingDifference {
    /// The lines that are only in `public-api.txt`.
    pub gone: Vec<String>,
    /// The lines that are only in the listing of the client.
    pub new: Vec<String>,
}

impl ListingDifference {
    /// Compares `public-api.txt` with the API of `client`. Returns `None` if the file does not exist.
    ///
    /// # Errors
    /// Fails if `public-api.txt` cannot be read.
    pub fn find(client: &Client, workspace: &Workspace) -> Result<Option<Self>> {
        let Some(listed) = input::read_text(&workspace.file_path(PUBLIC_API))? else { return Ok(None) };
        let made = listing::render_listing(&client.api);
        let [listed, made] = [&listed, &made].map(|text| text.lines().collect::<BTreeSet<&str>>());
        let owned = |lines: &mut dyn Iterator<Item = &&str>| lines.map(|line| (*line).to_owned()).collect();
        Ok(Some(Self { gone: owned(&mut listed.difference(&made)), new: owned(&mut made.difference(&listed)) }))
    }
}

/// The changes between the users' client and the client generated from the vendored document. Users have the last
/// release or, if there is none, the last commit.
pub struct ChangesForUsers {
    /// The name of the users' client in messages, such as "the last commit".
    pub have: String,
    pub comparison: Comparison,
    /// Breaking changes that an update of the users' client to the vendored document would not cause. They mean that
    /// names were lost.
    lost: Vec<String>,
    /// The command that runs the tasks, such as `cargo xtask`.
    command: String,
    pub last: LastRelease,
}

impl ChangesForUsers {
    /// Compares `client`, which was generated from the vendored document, with the users' client. Returns `None` if
    /// there is neither a release nor a commit.
    ///
    /// # Errors
    ///
    /// Fails only if no client can be generated from the document.
    pub fn find(client: &Client, document: &str, workspace: &Workspace) -> Result<Option<Self>> {
        let committed;
        let present = NamedDocument { document, api: &client.api, names: &client.names };
        let last = LastRelease::find(workspace, Some(present));
        let (have, then) = if let Some(released) = last.released() {
            (format!("the release {}", workspace.version()), released)
        } else {
            committed = CommittedApi::at_last_commit(workspace);
            let Some(committed) = &committed else { return Ok(None) };
            ("the last commit".to_owned(), committed)
        };
        let own = &client.names.client;
        let document = ParsedDocument::parse(document, own)?;
        let model = |names: &Names| document.build_model(names);
        let expected = model(&names::carry_over_names(then.as_named_document(), None, own, model)?)?;
        let comparison = then.compare_with(&client.api);
        let mut expected_changes = breaking_changes(&then.compare_with(&PublicApi::new(&expected.api)));
        let lost = breaking_changes(&comparison).into_iter().filter(|what| {
            let place = expected_changes.iter().position(|expected_changes| expected_changes == what);
            place.map(|place| expected_changes.swap_remove(place)).is_none()
        });
        Ok(Some(Self { have, lost: lost.collect(), comparison, command: workspace.command().to_owned(), last }))
    }

    /// Checks that no name in the users' client was lost.
    ///
    /// # Errors
    /// Fails if one of these names is missing or now refers to something else.
    pub fn expect_kept(&self) -> Result<()> {
        if self.lost.is_empty() {
            return Ok(());
        }
        self.lost.iter().for_each(|lost| console::print_diagnostic(lost));
        bail!(
            "some names of {} are missing from names.json, or belong to different items there. Do one of the \
             following: {RESTORE}; add each of these names to the `former` list of its original item; or run `{} \
             public-api --accept-breaking` to drop the names",
            self.have,
            self.command,
        )
    }
}

/// Rules for changes that are compatible, although a name now refers to something else. A document may cause these
/// changes, but an edit of `names.json` must not.
const STANDS_FOR_ANOTHER: [&LazyLock<ApiRule>; 3] =
    [&rules::SETTER_SENT_ELSEWHERE, &rules::FIELD_WIRE_NAME_CHANGED, &rules::VARIANT_VALUE_CHANGED];

/// Lists each breaking change as the name in the users' client and the id of the rule.
fn breaking_changes(comparison: &Comparison) -> Vec<String> {
    let Comparison { operations, types, features, servers, credentials } = comparison;
    let mut breaks = Vec::new();
    let mut add = |rule: &ApiRule, name: &dyn Display| {
        let is_compatible =
            rule.effect == Effect::Compatible && !STANDS_FOR_ANOTHER.iter().any(|other| ***other == *rule);
        if !is_compatible {
            breaks.push(format!("{name}: {} [{}]", rule.title, rule.id));
        }
    };
    for (part, shown) in [(operations, "operation"), (types, "type")] {
        for ChangedItem { name, was, rule, changes, .. } in &part.items {
            let name = format_args!("{shown} {}", was.as_ref().unwrap_or(name));
            rule.iter().copied().chain(changes.iter().map(|change| change.rule)).for_each(|rule| add(rule, &name));
        }
    }
    features.iter().for_each(|feature| add(feature.rule, &format_args!("feature {}", feature.name)));
    servers.iter().for_each(|server| add(server.rule, &format_args!("server {}", server.name)));
    credentials.iter().for_each(|setting| add(setting.rule, &setting.name));
    breaks
}

/// Checks that the listing of `client` still contains all lines of `public-api.txt`. This is the only possible check if
/// neither a release nor a commit shows which names users have.
///
/// # Errors
/// Fails if the listing of `client` lacks a line of `public-api.txt`.
pub fn expect_no_line_gone(client: &Client, workspace: &Workspace) -> Result<()> {
    let gone = ListingDifference::find(client, workspace)?.map(|unlisted| unlisted.gone).unwrap_or_default();
    if gone.is_empty() || workspace.read_names()?.next.is_some() {
        return Ok(());
    }
    print_lines(&gone, "-");
    bail!(
        "{} lines of public-api.txt would be removed, but no release or commit was found to compare with: {RESTORE}, \
         or run `{} public-api --accept-breaking` to drop the lines",
        gone.len(),
        workspace.command(),
    )
}
