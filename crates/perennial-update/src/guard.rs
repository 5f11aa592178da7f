//! Keeps out of the public API what no document explains: a damaged `names.json`, an edit of it, another generator.
//!
//! `public-api.txt` lists what the last update made. If the vendored document and `names.json` make something else, only
//! the task `public-api` applies that, and drops no name that users have unless it is told to.

use std::{collections::BTreeSet, fmt::Display, sync::LazyLock};

use anyhow::{Result, bail};
use perennial_codegen::{input, names::file::Names, surface::PublicApi};

use crate::{
    client::{Client, Document},
    console,
    diff::{ChangedItem, Comparison},
    listing,
    names::{self, Named},
    released::{Last, Released},
    rules::{self, Effect, Rule},
    workspace::{PUBLIC_API, Workspace},
};

/// The number of lines that suffice to see what it is about.
const SHOWN: usize = 5;
const RESTORE: &str = "restore what was edited or removed by mistake (`git checkout names.json public-api.txt`, or from an \
                       earlier commit)";

/// Checks that the vendored document and its names, of which `client` is made, have the public API that is listed, before
/// anything else follows from them.
///
/// # Errors
/// A list of another API; without a list, names that users have and the client has not.
pub fn expect_listed(client: &Client, document: &str, workspace: &Workspace) -> Result<()> {
    // An update that was stopped may have left the list of the next document.
    let unlisted = if workspace.names()?.next.is_some() { None } else { Unlisted::of(client, workspace)? };
    let Some(Unlisted { gone, new }) = unlisted else {
        let users = Users::of(client, document, workspace)?;
        return users.map_or(Ok(()), |users| users.expect_kept());
    };
    if gone.is_empty() && new.is_empty() {
        return Ok(());
    }
    tell(&gone, "-");
    tell(&new, "+");
    bail!(
        "public-api.txt has {} lines that openapi.json and names.json do not make, and lacks {} that they make: {RESTORE}, \
         or apply an edit or another generator with `{} public-api`",
        gone.len(),
        new.len(),
        workspace.command(),
    )
}

fn tell(lines: &[String], mark: &str) {
    lines.iter().take(SHOWN).for_each(|line| console::diagnostic(&format!("{mark} {line}")));
}

/// The lines that differ between `public-api.txt` and the list of a client.
pub struct Unlisted {
    /// Those that only the file has.
    pub gone: Vec<String>,
    /// Those that the file lacks.
    pub new: Vec<String>,
}

impl Unlisted {
    /// `None` without the file.
    ///
    /// # Errors
    /// A file that cannot be read.
    pub fn of(client: &Client, workspace: &Workspace) -> Result<Option<Self>> {
        let Some(listed) = input::text(&workspace.path(PUBLIC_API))? else { return Ok(None) };
        let made = listing::text(&client.api);
        let [listed, made] = [&listed, &made].map(|text| text.lines().collect::<BTreeSet<&str>>());
        let owned = |lines: &mut dyn Iterator<Item = &&str>| lines.map(|line| (*line).to_owned()).collect();
        Ok(Some(Self { gone: owned(&mut listed.difference(&made)), new: owned(&mut made.difference(&listed)) }))
    }
}

/// The changes that consumers face who have the last release, or where there is none, the last commit.
pub struct Users {
    /// The version or commit that they have.
    pub have: String,
    /// The differences for them.
    pub comparison: Comparison,
    /// The changes that break them, and would not with the names that an update from there gives to the same document.
    lost: Vec<String>,
    /// How the tasks are called.
    command: String,
    /// The last release.
    pub last: Last,
}

impl Users {
    /// With the client of the vendored document; `None` where there are none.
    ///
    /// # Errors
    /// None that a document can cause of which there is a client.
    pub fn of(client: &Client, document: &str, workspace: &Workspace) -> Result<Option<Self>> {
        let committed;
        let present = Named { document, api: &client.api, names: &client.names };
        let last = Last::of(workspace, Some(present));
        let (have, then) = if let Some(released) = last.released() {
            (format!("the release {}", workspace.version()), released)
        } else {
            committed = Released::committed(workspace);
            let Some(committed) = &committed else { return Ok(None) };
            ("the last commit".to_owned(), committed)
        };
        let own = &client.names.client;
        let document = Document::read(document, own)?;
        let model = |names: &Names| document.model(names);
        let kept = model(&names::carry_over(then.named(), None, own, model)?)?;
        let comparison = then.compared(&client.api);
        let mut explained = breaks(&then.compared(&PublicApi::new(&kept.api)));
        let lost = breaks(&comparison).into_iter().filter(|what| {
            let place = explained.iter().position(|explained| explained == what);
            place.map(|place| explained.swap_remove(place)).is_none()
        });
        Ok(Some(Self { have, lost: lost.collect(), comparison, command: workspace.command().to_owned(), last }))
    }

    /// Checks that no name breaks them.
    ///
    /// # Errors
    /// Names that are lost, or stand for something else.
    pub fn expect_kept(&self) -> Result<()> {
        if self.lost.is_empty() {
            return Ok(());
        }
        self.lost.iter().for_each(|lost| console::diagnostic(lost));
        bail!(
            "names.json lacks names of {}, or has them for something else: {RESTORE}, list them under `former` of what they \
             stand for, or drop them with `{} public-api --accept-breaking`",
            self.have,
            self.command,
        )
    }
}

/// With these a name stands for something else: the document may do that, and an edit of names must not.
const STANDS_FOR_ANOTHER: [&LazyLock<Rule>; 3] =
    [&rules::SETTER_SENT_ELSEWHERE, &rules::FIELD_WIRE_NAME_CHANGED, &rules::VARIANT_VALUE_CHANGED];

/// Lists what breaks users, by the name that they have and the rule.
fn breaks(comparison: &Comparison) -> Vec<String> {
    let Comparison { operations, types, features, servers, credentials } = comparison;
    let mut breaks = Vec::new();
    let mut add = |rule: &Rule, name: &dyn Display| {
        let is_kept = rule.effect == Effect::Compatible && !STANDS_FOR_ANOTHER.iter().any(|other| ***other == *rule);
        if !is_kept {
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

/// Checks that no line of `public-api.txt` goes, where nothing else says what users have.
///
/// # Errors
/// Lines that the client does not have.
pub fn expect_no_line_gone(client: &Client, workspace: &Workspace) -> Result<()> {
    let gone = Unlisted::of(client, workspace)?.map(|unlisted| unlisted.gone).unwrap_or_default();
    if gone.is_empty() || workspace.names()?.next.is_some() {
        return Ok(());
    }
    tell(&gone, "-");
    bail!(
        "{} lines of public-api.txt would go, and neither a release nor a commit tells what that means: {RESTORE}, or drop \
         them with `{} public-api --accept-breaking`",
        gone.len(),
        workspace.command(),
    )
}
