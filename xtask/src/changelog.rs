//! The entry of `CHANGELOG.md`, in the words of `news`: a block between two marks below `## Unreleased`.
//!
//! If the last release is known, the block says what is different since then, and replaces that of earlier updates. Else
//! it adds to them what this update changed.

use std::ops::Range;

use anyhow::{Context as _, Result, bail};
use monitoring_service_codegen::input;

use crate::{
    derived::Derived,
    diff::Comparison,
    news::{News, news},
    workspace::Workspace,
};

const BEGIN: &str = "<!-- update-spec -->";
const END: &str = "<!-- /update-spec -->";
const TITLE: &str = "### API of the service";
const UNRELEASED: &str = "## Unreleased";
const BREAKING: &str = "- **Breaking:** ";
const MORE: &str = "- and ";
/// As many lines as anyone reads.
const LINES: usize = 60;

/// The changelog with the entry, if there is a changelog.
///
/// # Errors
/// A file that cannot be read, or a block without an end.
pub fn file(
    workspace: &Workspace,
    since_release: Option<&Comparison>,
    update: Option<&Comparison>,
) -> Result<Option<Derived>> {
    let path = workspace.changelog();
    let Some(text) = input::text(&path)? else { return Ok(None) };
    let updated = match (since_release, update) {
        (Some(comparison), _) => with_entry(&text, |_| lines(&news(comparison))),
        (None, Some(comparison)) => with_entry(&text, |known| merged(known, lines(&news(comparison)))),
        (None, None) => return Ok(None),
    };
    let updated = updated.with_context(|| format!("{} cannot be written", path.display()))?;
    Ok(Some(Derived::new(path, updated, "CHANGELOG.md lacks what changed: run `cargo xtask update-spec`")))
}

fn lines(news: &[News]) -> Vec<String> {
    let line = |news: &News| {
        let mark = if news.is_breaking { BREAKING } else { "- " };
        let action = if news.action.is_empty() { String::new() } else { format!("; {}", news.action) };
        format!("{mark}{}{action}", news.sentence())
    };
    news.iter().map(line).collect()
}

/// What breaks stays first, in the order in which it was added.
fn merged(known: Vec<String>, new: Vec<String>) -> Vec<String> {
    let new: Vec<String> = new.into_iter().filter(|line| !known.contains(line)).collect();
    let mut lines = [known, new].concat();
    lines.sort_by_key(|line| !line.starts_with(BREAKING));
    lines
}

/// The text with the block that `entry` makes of the lines that are there.
fn with_entry(text: &str, entry: impl FnOnce(Vec<String>) -> Vec<String>) -> Result<String> {
    let mut lines: Vec<&str> = text.lines().collect();
    let unreleased = lines.iter().position(|line| is_unreleased(line)).map(|heading| section(&lines, heading));
    let old = unreleased.clone().map(|section| old_block(&lines, section)).transpose()?.flatten();
    let known = old.clone().map(|old| &lines[old]).unwrap_or_default();
    let known = known.iter().filter(|line| line.starts_with("- ")).map(|line| (*line).to_owned());
    let entry = entry(known.collect());
    if entry.is_empty() && old.is_none() {
        return Ok(text.to_owned());
    }
    let block = block(entry);
    let block = block.iter().map(String::as_str);
    match (old, unreleased) {
        (Some(old), _) => {
            // With the block goes the blank line before it.
            let is_blank = old.start > 0 && lines[old.start - 1].is_empty();
            let start = old.start - usize::from(is_blank && block.len() == 0);
            drop(lines.splice(start..old.end, block));
        }
        (None, Some(section)) => drop(lines.splice(section.end..section.end, [""].into_iter().chain(block))),
        (None, None) => {
            let first = lines.iter().position(|line| is_heading(line)).unwrap_or(lines.len());
            lines.splice(first..first, [UNRELEASED, ""].into_iter().chain(block).chain([""]));
        }
    }
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
    let place = |mark: &str| section.clone().find(|index| lines[*index].trim() == mark);
    match (place(BEGIN), place(END)) {
        (None, None) => Ok(None),
        (Some(begin), Some(end)) if begin < end => Ok(Some(begin..end + 1)),
        _ => bail!("`{BEGIN}` and `{END}` below `{UNRELEASED}` are no pair: restore both, or remove both"),
    }
}

fn block(mut entry: Vec<String>) -> Vec<String> {
    if entry.is_empty() {
        return Vec::new();
    }
    // Lines that an earlier update left out are counted as well.
    let left_out: usize = entry.iter().filter_map(|line| left_out(line)).sum();
    entry.retain(|line| self::left_out(line).is_none());
    let more = left_out + entry.len().saturating_sub(LINES);
    entry.truncate(LINES);
    let more = (more > 0).then(|| format!("{MORE}{more} more: see `cargo xtask diff`"));
    let head = [BEGIN, TITLE, ""].map(str::to_owned);
    head.into_iter().chain(entry).chain(more).chain([END.to_owned()]).collect()
}

/// How many lines a line stands for.
fn left_out(line: &str) -> Option<usize> {
    line.strip_prefix(MORE)?.split(' ').next()?.parse().ok()
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

    fn with_lines(text: &str, new: &[&str]) -> String {
        let new = new.iter().map(|line| (*line).to_owned()).collect();
        with_entry(text, |known| merged(known, new)).expect("should be written")
    }

    fn block_of(lines: &str) -> String {
        format!("{BEGIN}\n{TITLE}\n\n{lines}{END}\n")
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
    fn a_later_entry_has_no_line_twice_and_what_breaks_first() {
        let text = with_lines("## Unreleased\n", &["- a", "- **Breaking:** b"]);
        let text = with_lines(&text, &["- **Breaking:** c", "- a", "- d"]);
        let block = block_of("- **Breaking:** b\n- **Breaking:** c\n- a\n- d\n");
        assert_eq!(text, format!("## Unreleased\n\n{block}"));
        assert_eq!(with_lines(&text, &["- d"]), text);
    }

    #[test]
    fn the_entry_of_a_release_stays_and_one_without_lines_goes() {
        let released = format!("## 0.1.0\n\n{}", block_of("- old\n"));
        let text = format!("## Unreleased\n\n- by hand\n\n{released}");
        let updated = with_lines(&text, &["- a"]);
        assert_eq!(updated, format!("## Unreleased\n\n- by hand\n\n{}\n{released}", block_of("- a\n")));
        assert_eq!(with_lines(&text, &[]), text);
        let removed = with_entry(&updated, |_| Vec::new()).expect("should be written");
        assert!(removed.ends_with(&released) && !removed.contains("- a"), "{removed}");
    }

    #[test]
    fn lines_beyond_the_bound_are_counted_over_all_updates() {
        let of = |name: &str| -> Vec<String> { (0..50).map(|number| format!("- {name}{number}")).collect() };
        let [first, second, third] = ["a", "b", "c"].map(of);
        let add =
            |text: &str, lines: Vec<String>| with_entry(text, |known| merged(known, lines)).expect("should be written");
        let text = add(&add("## Unreleased\n", first), second);
        assert!(text.ends_with(&format!("- b9\n- and 40 more: see `cargo xtask diff`\n{END}\n")), "{text}");
        let text = add(&text, third);
        assert!(text.ends_with(&format!("- b9\n- and 90 more: see `cargo xtask diff`\n{END}\n")), "{text}");
    }

    #[test]
    fn line_ends_stay_those_of_the_file() {
        let text = with_lines("## Unreleased\r\n", &["- a"]);
        assert_eq!(text.replace("\r\n", "").find(['\r', '\n']), None);
    }

    #[test]
    fn marks_that_are_no_pair_are_an_error() {
        for text in [format!("## Unreleased\n{BEGIN}\n"), format!("## Unreleased\n{END}\n{BEGIN}\n")] {
            let message = with_entry(&text, |known| known).expect_err("should fail").to_string();
            assert!(message.contains("are no pair: restore both"), "{message}");
        }
    }
}
