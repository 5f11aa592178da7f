//! Keeps out of the public API what no document explains: a damaged `names.json`, an edit of it, another generator.
//!
//! `public-api.txt` lists what the last update made. If the vendored document and `names.json` make something else, only
//! `cargo xtask public-api` applies that, and drops no name that users have unless it is told to.

use std::{collections::BTreeSet, fmt::Display, fs, io};

use anyhow::{Context as _, Result, bail};

use crate::{
    client::{Client, Model},
    console,
    diff::{Comparison, Item},
    listing,
    released::{Last, Released},
    rules::{Effect, Rule},
    surface::PublicApi,
    workspace::Workspace,
};

/// As many lines as tell what it is about.
const SHOWN: usize = 5;
const RESTORE: &str = "restore what was edited or removed by mistake (`git checkout names.json public-api.txt`)";

/// Checks that the vendored document and its names, of which `client` is made, have the public API that is listed, before
/// anything else follows from them.
///
/// # Errors
/// A list of another API; without a list, names that users have and the client has not.
pub fn expect_listed(client: &Client, document: &str, workspace: &Workspace) -> Result<()> {
    // An update that was stopped may have left the list of the next document.
    if workspace.names()?.next.is_some() {
        return Ok(());
    }
    let Some(Unlisted { gone, new }) = Unlisted::of(client, workspace)? else {
        let users = Users::of(client, document, workspace, Last::of(workspace).as_ref())?;
        return users.map_or(Ok(()), |users| users.expect_kept());
    };
    if gone.is_empty() && new.is_empty() {
        return Ok(());
    }
    tell(&gone, "-");
    tell(&new, "+");
    bail!(
        "public-api.txt has {} lines that openapi.json and names.json do not make, and lacks {} that they make: {RESTORE}, \
         or apply an edit or another generator with `cargo xtask public-api`",
        gone.len(),
        new.len(),
    )
}

fn tell(lines: &[String], mark: &str) {
    lines.iter().take(SHOWN).for_each(|line| console::diagnostic(&format!("{mark} {line}")));
}

/// The lines that differ between `public-api.txt` and the list of a client.
struct Unlisted {
    gone: Vec<String>,
    new: Vec<String>,
}

impl Unlisted {
    /// `None` without the file.
    fn of(client: &Client, workspace: &Workspace) -> Result<Option<Self>> {
        let path = workspace.public_api();
        let listed = match fs::read_to_string(&path) {
            Ok(listed) => listed,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error).with_context(|| format!("{} cannot be read", path.display())),
        };
        let made = listing::text(&client.api);
        let [listed, made] = [&listed, &made].map(|text| text.lines().collect::<BTreeSet<&str>>());
        let owned = |lines: &mut dyn Iterator<Item = &&str>| lines.map(|line| (*line).to_owned()).collect();
        Ok(Some(Self { gone: owned(&mut listed.difference(&made)), new: owned(&mut made.difference(&listed)) }))
    }
}

/// What those have to change who have the last release, or where there is none, the last commit.
pub struct Users {
    /// What they have.
    pub have: String,
    /// What is different for them.
    pub comparison: Comparison,
    /// What breaks them, and would not with the names that an update from there gives to the same document.
    lost: Vec<String>,
}

impl Users {
    /// With the client of the vendored document; `None` where there are none.
    ///
    /// # Errors
    /// None that a document can cause of which there is a client.
    pub fn of(client: &Client, document: &str, workspace: &Workspace, last: Option<&Last>) -> Result<Option<Self>> {
        let committed;
        let (have, then) = if let Some(released) = last.and_then(Last::released) {
            (format!("the release {}", workspace.version().unwrap_or_default()), released)
        } else {
            committed = Released::at(workspace, "HEAD");
            let Some((_, committed)) = &committed else { return Ok(None) };
            ("the last commit".to_owned(), committed)
        };
        let kept = Model::read(document, &then.names_in(document)?)?;
        let comparison = then.compared(&client.api);
        let mut explained = breaks(&then.compared(&PublicApi::new(&kept.api)));
        let lost = breaks(&comparison).into_iter().filter(|what| {
            let place = explained.iter().position(|explained| explained == what);
            place.map(|place| explained.swap_remove(place)).is_none()
        });
        Ok(Some(Self { have, lost: lost.collect(), comparison }))
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
            "names.json lacks names of {}, or has them for something else: {RESTORE}, or drop them with `cargo xtask \
             public-api --accept-breaking`",
            self.have
        )
    }
}

/// What breaks users, by the name that they have and the rule.
fn breaks(comparison: &Comparison) -> Vec<String> {
    let Comparison { operations, types, features_gone, deprecations: _ } = comparison;
    let mut breaks = Vec::new();
    let mut add = |rule: &Rule, name: &dyn Display| {
        if rule.effect == Effect::Breaking {
            breaks.push(format!("{name}: {} [{}]", rule.title, rule.id));
        }
    };
    for (part, shown) in [(operations, "operation"), (types, "type")] {
        for Item { name, was, rule, changes, .. } in &part.items {
            let name = format_args!("{shown} {}", was.as_ref().unwrap_or(name));
            rule.iter().copied().chain(changes.iter().map(|change| change.rule)).for_each(|rule| add(rule, &name));
        }
    }
    features_gone.iter().for_each(|gone| add(gone.rule, &format_args!("feature {}", gone.name)));
    breaks
}

/// Checks that no line of `public-api.txt` goes, where nothing else tells what users have.
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
         them with `cargo xtask public-api --accept-breaking`",
        gone.len()
    )
}
