//! The entry of `CHANGELOG.md`, in the sentences of `news`: a block between two marks below `## Unreleased`.
//!
//! It says what is different since the last release, or else since the commit before the first update of the block, which
//! the mark at its beginning names. Where neither is known, what each update changed is added to the block.

use std::ops::Range;

use anyhow::{Context as _, Result, bail};
use monitoring_service_codegen::input;

use crate::{
    derived::Derived,
    diff::Comparison,
    git::Commit,
    news,
    outline::{list, that_fits},
    released::Released,
    surface::PublicApi,
    workspace::Workspace,
};

const BEGIN: &str = "<!-- update-spec";
const SINCE: &str = " since ";
const BEGIN_END: &str = " -->";
const END: &str = "<!-- /update-spec -->";
const TITLE: [&str; 2] = ["### API of the service", ""];
const LATER: [&str; 3] =
    ["", "Changed by a later update, and compared with the one before it, as no release or commit is known:", ""];
const UNRELEASED: &str = "## Unreleased";
/// As many lines as anyone reads.
const LINES: usize = 60;

/// The changelog with the entry, if there is a changelog: what consumers of `new` see since the release, if there was one,
/// and what this `update` changed, if that is known.
///
/// # Errors
/// A file that cannot be read, or a block without an end.
pub fn file(
    workspace: &Workspace,
    release: Option<&Released>,
    update: Option<&Comparison>,
    new: &PublicApi,
) -> Result<Option<Derived>> {
    let path = workspace.changelog();
    let Some(text) = input::text(&path)? else { return Ok(None) };
    let then = |revision: &str| Released::at(workspace, revision);
    let updated = with_block(&text, |old| match release {
        Some(release) => Block { since: None, lines: entry(&release.compared(new)) },
        None => match old.since.as_deref().or(old.lines.is_empty().then_some("HEAD")).and_then(then) {
            Some((Commit(commit), then)) => Block { since: Some(commit), lines: entry(&then.compared(new)) },
            None => old.and_later(update.map(entry).unwrap_or_default()),
        },
    });
    let updated = updated.with_context(|| format!("{} cannot be written", path.display()))?;
    Ok(Some(Derived::new(path, updated, "CHANGELOG.md lacks what changed: run `cargo xtask update-spec`")))
}

/// What breaks callers first.
fn entry(comparison: &Comparison) -> Vec<String> {
    let [breaking, compatible] = news::sections(comparison);
    let lines = |most| {
        let breaking = list(&breaking.groups, most).into_iter().map(|line| match line.strip_prefix("- ") {
            Some(item) => format!("- **Breaking:** {item}"),
            None => line,
        });
        Vec::from_iter(breaking.chain(list(&compatible.groups, most)))
    };
    that_fits(lines, |lines| lines.len() <= LINES)
}

/// What stands between the marks.
#[derive(Default)]
struct Block {
    /// The commit that it is compared with.
    since: Option<String>,
    lines: Vec<String>,
}

impl Block {
    /// The block of these lines, from mark to mark.
    fn read(lines: &[&str]) -> Self {
        let [begin, lines @ .., _] = lines else { return Self::default() };
        let since = begin.trim().strip_prefix(BEGIN).and_then(|rest| rest.strip_prefix(SINCE)?.strip_suffix(BEGIN_END));
        let lines = lines.strip_prefix(&TITLE).unwrap_or(lines);
        Self { since: since.map(str::to_owned), lines: lines.iter().map(|line| (*line).to_owned()).collect() }
    }

    /// With the lines of another update, unless one that was stopped has written them.
    fn and_later(mut self, lines: Vec<String>) -> Self {
        if !self.lines.ends_with(&lines) {
            let later = if self.lines.is_empty() { &[][..] } else { &LATER };
            self.lines.extend(later.iter().map(|line| (*line).to_owned()).chain(lines));
        }
        self
    }

    /// From mark to mark; nothing if it says nothing. One without lines keeps its commit.
    fn text(self) -> Vec<String> {
        let Self { since, lines } = self;
        if lines.is_empty() && since.is_none() {
            return Vec::new();
        }
        let since = since.map(|commit| format!("{SINCE}{commit}")).unwrap_or_default();
        let title = if lines.is_empty() { &[][..] } else { &TITLE };
        let title = title.iter().map(|line| (*line).to_owned());
        [format!("{BEGIN}{since}{BEGIN_END}")].into_iter().chain(title).chain(lines).chain([END.to_owned()]).collect()
    }
}

/// The text with the block that `update` makes of the one that is there.
fn with_block(text: &str, update: impl FnOnce(Block) -> Block) -> Result<String> {
    let mut lines: Vec<&str> = text.lines().collect();
    let unreleased = lines.iter().position(|line| is_unreleased(line)).map(|heading| section(&lines, heading));
    let old = unreleased.clone().map(|section| old_block(&lines, section)).transpose()?.flatten();
    let block = update(Block::read(old.clone().map(|old| &lines[old]).unwrap_or_default()));
    if old.is_none() && block.lines.is_empty() {
        return Ok(text.to_owned());
    }
    let block = block.text();
    let (range, before, after): (_, &[&str], &[&str]) = match (old, unreleased) {
        // With the block goes the blank line before it.
        (Some(old), _) if block.is_empty() && old.start > 0 && lines[old.start - 1].is_empty() => {
            (old.start - 1..old.end, &[], &[])
        }
        (Some(old), _) => (old, &[], &[]),
        (None, Some(section)) => (section.end..section.end, &[""], &[]),
        (None, None) => {
            let first = lines.iter().position(|line| is_heading(line)).unwrap_or(lines.len());
            (first..first, &[UNRELEASED, ""], &[""])
        }
    };
    lines.splice(range, [before, &Vec::from_iter(block.iter().map(String::as_str)), after].concat());
    let newline = if text.contains("\r\n") { "\r\n" } else { "\n" };
    Ok(lines.iter().flat_map(|line| [line, newline]).collect())
}

/// The lines below a heading, without the blank ones at their end.
fn section(lines: &[&str], heading: usize) -> Range<usize> {
    let start = heading + 1;
    let length = lines[start..].iter().take_while(|line| !is_heading(line)).count();
    let blank = lines[start..start + length].iter().rev().take_while(|line| line.trim().is_empty()).count();
    start..start + length - blank
}

/// Where the block of an earlier update is.
fn old_block(lines: &[&str], section: Range<usize>) -> Result<Option<Range<usize>>> {
    let place = |mark: &str| section.clone().find(|index| lines[*index].trim().starts_with(mark));
    match (place(BEGIN), place(END)) {
        (None, None) => Ok(None),
        (Some(begin), Some(end)) if begin < end => Ok(Some(begin..end + 1)),
        _ => bail!("`{BEGIN}{BEGIN_END}` and `{END}` below `{UNRELEASED}` are no pair: restore both, or remove both"),
    }
}

fn is_heading(line: &str) -> bool {
    line.starts_with("## ")
}

fn is_unreleased(line: &str) -> bool {
    let title = line.strip_prefix("## ").unwrap_or_default();
    title.trim().trim_start_matches('[').trim_end_matches(']').eq_ignore_ascii_case("unreleased")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(since: Option<&str>, lines: &[&str]) -> Block {
        Block { since: since.map(str::to_owned), lines: lines.iter().map(|line| (*line).to_owned()).collect() }
    }

    fn with_lines(text: &str, new: &[&str]) -> String {
        with_block(text, |_| of(None, new)).expect("should be written")
    }

    fn block_of(lines: &str) -> String {
        format!("<!-- update-spec -->\n### API of the service\n\n{lines}{END}\n")
    }

    #[test]
    fn the_entry_is_the_last_of_what_is_unreleased() {
        let block = block_of("- a\n");
        for heading in ["## Unreleased", "## [Unreleased]"] {
            let text = format!("# Changelog\n\n{heading}\n\n- by hand\n\n## 0.1.0\n\n- old\n");
            let expected = format!("# Changelog\n\n{heading}\n\n- by hand\n\n{block}\n## 0.1.0\n\n- old\n");
            assert_eq!(with_lines(&text, &["- a"]), expected);
        }
        assert_eq!(with_lines("## Unreleased\n", &["- a"]), format!("## Unreleased\n\n{block}"));
    }

    #[test]
    fn a_missing_heading_is_written_before_the_first_one() {
        let block = block_of("- a\n");
        let text = "# Changelog\n\n## 0.1.0\n\n- old\n";
        assert_eq!(with_lines(text, &["- a"]), format!("# Changelog\n\n## Unreleased\n\n{block}\n## 0.1.0\n\n- old\n"));
        assert_eq!(with_lines("# Changelog\n", &["- a"]), format!("# Changelog\n## Unreleased\n\n{block}\n"));
    }

    #[test]
    fn a_later_update_by_itself_stands_below_and_is_not_written_twice() {
        let with = |text: &str, new: &[&str]| {
            with_block(text, |old| old.and_later(of(None, new).lines)).expect("should be written")
        };
        let text = with("## Unreleased\n", &["- a"]);
        assert_eq!(text, format!("## Unreleased\n\n{}", block_of("- a\n")));
        assert_eq!(with(&text, &["- a"]), text);
        let later = with(&text, &["- b"]);
        assert_eq!(later, format!("## Unreleased\n\n{}", block_of(&format!("- a\n{}\n- b\n", LATER.join("\n")))));
        assert_eq!(with(&later, &[]), later);
    }

    #[test]
    fn a_block_keeps_the_commit_that_it_is_compared_with() {
        let since =
            |lines: &[&str]| with_block("## Unreleased\n", |_| of(Some("12ab"), lines)).expect("should be written");
        let text = since(&["- a"]);
        assert!(text.starts_with("## Unreleased\n\n<!-- update-spec since 12ab -->\n### API"), "{text}");
        let kept = with_block(&text, |old| {
            assert_eq!((old.since.as_deref(), old.lines.as_slice()), (Some("12ab"), &["- a".to_owned()][..]));
            Block { lines: Vec::new(), ..old }
        });
        assert_eq!(
            kept.expect("should be written"),
            format!("## Unreleased\n\n<!-- update-spec since 12ab -->\n{END}\n")
        );
        assert_eq!(since(&[]), "## Unreleased\n");
    }

    #[test]
    fn the_entry_of_a_release_stays_and_one_without_lines_goes() {
        let released = format!("## 0.1.0\n\n{}", block_of("- old\n"));
        let text = format!("## Unreleased\n\n- by hand\n\n{released}");
        let updated = with_lines(&text, &["- a"]);
        assert_eq!(updated, format!("## Unreleased\n\n- by hand\n\n{}\n{released}", block_of("- a\n")));
        assert_eq!(with_lines(&text, &[]), text);
        let removed = with_block(&updated, |_| Block::default()).expect("should be written");
        assert!(removed.ends_with(&released) && !removed.contains("- a"), "{removed}");
    }

    #[test]
    fn line_ends_stay_those_of_the_file() {
        let text = with_lines("## Unreleased\r\n", &["- a"]);
        assert_eq!(text.replace("\r\n", "").find(['\r', '\n']), None);
    }

    #[test]
    fn marks_that_are_no_pair_are_an_error() {
        for text in [format!("## Unreleased\n{BEGIN} -->\n"), format!("## Unreleased\n{END}\n{BEGIN} -->\n")] {
            let message = with_block(&text, |old| old).expect_err("should fail").to_string();
            assert!(message.contains("are no pair: restore both"), "{message}");
        }
    }
}
