//! Makes a new package a member of the workspace that contains its folder.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use perennial_codegen::input;
use toml_edit::{Array, Document, DocumentMut, Item, Value};

use crate::{
    cargo, lock,
    workspace::MANIFEST,
    write::{FileChange, replace_files},
};

/// Adds the package in `folder`, an absolute path without symbolic links, to the `members` of its workspace. Returns
/// the path of the workspace's manifest if it was changed. The manifest is not changed if a pattern in `members`
/// includes the package, or if the package is in no workspace.
///
/// # Errors
/// Returns an error if cargo refuses the package even as a listed member, or if the manifest cannot be written. The
/// manifest is then unchanged.
pub fn join_workspace(folder: &Path) -> Result<Option<PathBuf>> {
    if !folder.ancestors().skip(1).any(|ancestor| ancestor.join(MANIFEST).is_file()) {
        return Ok(None);
    }
    let Err(refusal) = cargo::check_package(folder) else { return Ok(None) };
    let Some(root) = workspace_root(folder) else { return Err(refusal) };
    // Without the lock, a concurrent run could overwrite this change. The lock is only used on Unix, because it would
    // leave a file in the workspace on other systems.
    let _lock = cfg!(unix).then(|| lock::lock_folder(root)).transpose()?;
    let path = root.join(MANIFEST);
    let text = input::read_text(&path)?.unwrap_or_default();
    let joined = with_member(&text, &member_path(folder, root)?)
        .with_context(|| format!("{} cannot be changed", path.display()))?;
    replace_files(&[FileChange { path: &path, text: &joined }])?;
    if let Err(refusal) = cargo::check_package(folder) {
        replace_files(&[FileChange { path: &path, text: &text }])?;
        return Err(refusal.context(format!("the package cannot be a member of the workspace {}", root.display())));
    }
    Ok(Some(path))
}

/// Returns the root of the workspace to which cargo assigns the package in `folder`: the nearest workspace that does
/// not exclude the package.
pub fn workspace_root(folder: &Path) -> Option<&Path> {
    folder.ancestors().skip(1).find(|root| {
        let manifest = input::read_text(&root.join(MANIFEST)).ok().flatten();
        let manifest = manifest.and_then(|text| text.parse::<DocumentMut>().ok()).unwrap_or_default();
        let Some(workspace) = manifest.get("workspace") else { return false };
        let lists = |key: &str| {
            let listed = workspace.get(key).and_then(Item::as_array).into_iter().flatten();
            listed.filter_map(Value::as_str).any(|listed| folder.starts_with(root.join(listed)))
        };
        lists("members") || !lists("exclude")
    })
}

/// Returns the path of a package for the `members` of its workspace: relative to the workspace, with `/` as separator.
fn member_path(folder: &Path, root: &Path) -> Result<String> {
    let names = folder.strip_prefix(root)?.iter().map(|name| name.to_str().context("its path is not UTF-8"));
    Ok(names.collect::<Result<Vec<_>>>()?.join("/"))
}

/// Adds a member to the manifest of a workspace, and changes nothing else in the text.
fn with_member(text: &str, member: &str) -> Result<String> {
    let manifest = Document::parse(text).context("it is not TOML")?;
    match manifest.get("workspace").and_then(|workspace| workspace.get("members")) {
        Some(Item::Value(Value::Array(members))) => insert_element(text, members, &Value::from(member).to_string())
            .context("the list `members` cannot be found in it"),
        Some(_) => bail!("`members` in it is not a list"),
        None => {
            let mut manifest = manifest.into_mut();
            manifest["workspace"]["members"] = toml_edit::value(Array::from_iter([member]));
            let changed = manifest.to_string();
            // toml_edit writes its own line breaks as `\n`, so they are replaced if the file uses `\r\n`.
            let is_crlf = text.contains("\r\n");
            Ok(if is_crlf { changed.replace("\r\n", "\n").replace('\n', "\r\n") } else { changed })
        }
    }
}

/// Inserts `element` before the other elements of an array in `text`, on a separate line if the first of them is on a
/// separate line.
fn insert_element(text: &str, array: &Array, element: &str) -> Option<String> {
    let begin = array.span()?.start + 1;
    let first = array.iter().next().map_or(Some(begin), |first| Some(first.span()?.start))?;
    let before = &text[begin..first];
    let (at, inserted) = match (before.split_once('\n'), before.rsplit_once('\n')) {
        // A comment after the opening bracket stays on the line of the bracket.
        (Some((comment, _)), Some((_, indentation))) => {
            let line_break = if comment.ends_with('\r') { "\r\n" } else { "\n" };
            (begin + comment.trim_end_matches('\r').len(), format!("{line_break}{indentation}{element},"))
        }
        _ if array.is_empty() => (begin, element.to_owned()),
        _ => (first, format!("{element}, ")),
    };
    Some([&text[..at], &inserted, &text[at..]].concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_new_member_is_added_to_the_manifest_of_a_workspace() {
        for (before, after) in [
            ("[workspace]\nmembers = []\n", "[workspace]\nmembers = [\"x/y\"]\n"),
            ("[workspace]\nmembers = [ # none\n]", "[workspace]\nmembers = [\"x/y\" # none\n]"),
            ("workspace.members=['a']#b", "workspace.members=[\"x/y\", 'a']#b"),
            ("workspace = { members = [ \"a\", ] }", "workspace = { members = [ \"x/y\", \"a\", ] }"),
            (
                "# a\n[workspace]\nmembers = [ # b\n  # c, d\n  \"a\", # e\n  # f\n] # g\n\n\n[profile.dev]\na  =  1\n",
                "# a\n[workspace]\nmembers = [ # b\n  \"x/y\",\n  # c, d\n  \"a\", # e\n  # f\n] # g\n\n\n[profile.dev]\na  =  1\n",
            ),
            (
                "[workspace]\r\nmembers = [\r\n\t\"a\", \"b\" # c, d\r\n]\r\n",
                "[workspace]\r\nmembers = [\r\n\t\"x/y\",\r\n\t\"a\", \"b\" # c, d\r\n]\r\n",
            ),
            ("[workspace]\nmembers = [\n    \"a\"]\n", "[workspace]\nmembers = [\n    \"x/y\",\n    \"a\"]\n"),
            ("[workspace]", "[workspace]\nmembers = [\"x/y\"]\n"),
            (
                "[package]\r\nname = \"a\" # b\r\n\r\n# c\r\n[workspace] # d\r\n\r\n[lib]\r\n",
                "[package]\r\nname = \"a\" # b\r\n\r\n# c\r\n[workspace] # d\r\nmembers = [\"x/y\"]\r\n\r\n[lib]\r\n",
            ),
            (
                "[workspace]\nresolver = \"3\"\n# b\n\n# c\n[workspace.package]\nedition='2024'\n",
                "[workspace]\nresolver = \"3\"\nmembers = [\"x/y\"]\n# b\n\n# c\n[workspace.package]\nedition='2024'\n",
            ),
            (
                "# a\n[workspace.package]\nedition = \"2024\"\n",
                "[workspace]\nmembers = [\"x/y\"]\n# a\n[workspace.package]\nedition = \"2024\"\n",
            ),
            ("workspace.resolver = \"3\" # a\n", "workspace.resolver = \"3\" # a\nworkspace.members = [\"x/y\"]\n"),
            ("workspace = {}\n", "workspace = { members = [\"x/y\"] }\n"),
        ] {
            let changed = with_member(before, "x/y").expect("should be changed");
            assert_eq!(changed, after, "{before}");
        }
        with_member("[workspace]\nmembers = \"a\"\n", "x/y").expect_err("should be refused");
    }
}
