//! Writes the changes of an API to `CHANGELOG.md`, as a block between two markers below `## Unreleased`. The module
//! `news` provides the sentences.
//!
//! The block describes the differences from the last release. Without a release, it describes the differences from the
//! commit before the first update. The first marker records the id of this commit. If that commit is unknown too, each
//! update appends its own changes to the block.

use anyhow::{Context as _, Result, bail, ensure};
use perennial_codegen::{input, surface::PublicApi};

use crate::{
    derived::DerivedFile,
    diff::Comparison,
    git::Commit,
    news,
    outline::{render_markdown_list, render_to_fit},
    page,
    released::CommittedApi,
    workspace::{self, Workspace},
};

const BEGIN: &str = "<!-- update-spec";
const SINCE: &str = " since ";
const BEGIN_END: &str = " -->";
const END: &str = "<!-- /update-spec -->";
const TITLE: &str = "### API of the service";
const LATER: &str = "Changes since the previous update (no release or commit was found to compare with):";
const BREAKING: &str = "**Breaking:** ";
const UNRELEASED: &str = "## Unreleased";
/// The maximum number of lines in the block. Nobody would read more.
const LINES: usize = 60;

/// Returns the changelog with an updated block for the API `new`, or `None` if there is no changelog. `since_release`
/// contains the changes since the last release, or is `None` if there was no release. `update` contains the changes of
/// this update, or is `None` if they are unknown.
///
/// # Errors
/// Returns an error if the changelog cannot be read, if it contains a merge conflict, or if its markers do not form a
/// pair.
pub fn with_entry(
    workspace: &Workspace,
    since_release: Option<&Comparison>,
    update: Option<&Comparison>,
    new: &PublicApi,
) -> Result<Option<DerivedFile>> {
    let path = workspace.file_path(workspace::CHANGELOG);
    let Some(text) = input::read_text(&path)? else { return Ok(None) };
    page::expect_merged(workspace::CHANGELOG, &text)?;
    let then = |revision: &str| CommittedApi::at_revision(workspace, revision);
    let mark = if since_release.is_some() { BREAKING } else { breaking_mark(&text) };
    let render = |differences: &Comparison| render_entry(differences, mark);
    let updated = with_block(&text, |old| match since_release {
        Some(differences) => ChangelogBlock { since: None, text: render(differences) },
        None => match old.since.as_deref().or(old.text.is_empty().then_some("HEAD")).and_then(then) {
            Some((Commit(commit), then)) => {
                ChangelogBlock { since: Some(commit), text: render(&then.compare_with(new)) }
            }
            None => old.with_later_update(update.map(render).unwrap_or_default()),
        },
    });
    let updated = updated.with_context(|| format!("{} cannot be written", path.display()))?;
    let outdated_message =
        format!("CHANGELOG.md does not list the changes of this update: run `{} update`", workspace.command());
    Ok(Some(DerivedFile::new(path, updated, outdated_message)))
}

/// Returns the changelog with lines inserted below `## Unreleased`, or `None` if there is no changelog. `render`
/// returns these lines. Its argument is the text to put before each breaking change.
///
/// # Errors
/// Returns an error if the changelog cannot be read or contains a merge conflict.
pub fn with_unreleased_lines(
    workspace: &Workspace,
    render: impl FnOnce(&str) -> Vec<String>,
) -> Result<Option<DerivedFile>> {
    let path = workspace.file_path(workspace::CHANGELOG);
    let Some(text) = input::read_text(&path)? else { return Ok(None) };
    page::expect_merged(workspace::CHANGELOG, &text)?;
    let ChangelogParts { before, unreleased, after } = split_at_unreleased(&text);
    let lines = render(breaking_mark(&text)).join("\n");
    let updated = join_paragraphs(&[&before, &lines, unreleased, after]) + "\n";
    Ok(Some(DerivedFile::new(path, updated, "")))
}

/// Returns the text to put before each breaking change. It is empty if the changelog contains no released version,
/// because before the first release, no user's program can break.
fn breaking_mark(changelog: &str) -> &'static str {
    let is_release = |at: usize| !is_unreleased(changelog[at..].lines().next().unwrap_or_default());
    if page::find_headings(changelog).into_iter().any(is_release) { BREAKING } else { "" }
}

/// Renders the changes of a comparison. Breaking changes come first, and each of them begins with `mark`.
fn render_entry(comparison: &Comparison, mark: &str) -> String {
    let [breaking, compatible] = news::change_sections(comparison);
    let lines = |most, folded| {
        let breaking =
            render_markdown_list(&breaking.groups, most).into_iter().map(|line| match line.strip_prefix("- ") {
                Some(item) => format!("- {mark}{item}"),
                None => line,
            });
        Vec::from_iter(breaking.chain(render_markdown_list(&compatible.groups, folded)))
    };
    render_to_fit(lines, |lines| lines.len() <= LINES).join("\n")
}

/// The block that updates write to the changelog, without its two markers.
#[derive(Default)]
struct ChangelogBlock {
    /// The commit with which the API is compared. The first marker records its id.
    since: Option<String>,
    text: String,
}

impl ChangelogBlock {
    /// Parses a block, which begins after [`BEGIN`] in the first marker and ends before the second marker.
    fn parse(block: &str) -> Self {
        let (mark, text) = block.split_once(BEGIN_END).unwrap_or_default();
        let text = text.trim();
        let text = text.strip_prefix(TITLE).unwrap_or(text).trim_start();
        Self { since: mark.strip_prefix(SINCE).map(str::to_owned), text: text.to_owned() }
    }

    /// Appends the changes of another update. Nothing is appended if the block already ends with these changes, which
    /// an interrupted update may have written.
    fn with_later_update(self, text: String) -> Self {
        let later = if self.text.is_empty() { "" } else { LATER };
        Self {
            text: if self.text.ends_with(&text) { self.text } else { join_paragraphs(&[&self.text, later, &text]) },
            ..self
        }
    }

    /// Renders the block with its markers. A block without changes is rendered only if it records a commit. Otherwise,
    /// the result is empty.
    fn render(&self) -> String {
        match (&self.since, self.text.as_str()) {
            (None, "") => String::new(),
            (Some(since), "") => format!("{BEGIN}{SINCE}{since}{BEGIN_END}\n{END}"),
            (since, text) => {
                let since = since.as_ref().map(|since| format!("{SINCE}{since}")).unwrap_or_default();
                format!("{BEGIN}{since}{BEGIN_END}\n{TITLE}\n\n{text}\n{END}")
            }
        }
    }
}

/// Replaces the block in a changelog with the result of `update`, whose argument is the present block. If the changelog
/// contains no block, the argument is an empty one.
fn with_block(text: &str, update: impl FnOnce(ChangelogBlock) -> ChangelogBlock) -> Result<String> {
    let lines = text.replace("\r\n", "\n");
    let ChangelogParts { before, unreleased, after } = split_at_unreleased(&lines);
    let (above, old, below) =
        match [page::find_marks(unreleased, BEGIN), page::find_marks(unreleased, END)].each_ref().map(Vec::as_slice) {
            [[], []] => (unreleased, None, ""),
            [[begin], [end]] if begin < end => {
                (&unreleased[..*begin], Some(&unreleased[begin + BEGIN.len()..*end]), &unreleased[end + END.len()..])
            }
            _ => bail!(
                "`{BEGIN}{BEGIN_END}` and `{END}` below `{UNRELEASED}` do not form a pair: restore both, or remove \
                 both"
            ),
        };
    let block = update(ChangelogBlock::parse(old.unwrap_or_default()));
    if old.is_none() && block.text.is_empty() {
        return Ok(text.to_owned());
    }
    let marked = block.render();
    let updated = join_paragraphs(&[&before, above, &marked, below, after]) + "\n";
    ensure!(
        marked.is_empty() || page::find_marks(split_at_unreleased(&updated).unreleased, BEGIN).len() == 1,
        "the section contains an unclosed code block or comment: close it"
    );
    Ok(if text.contains("\r\n") { updated.replace('\n', "\r\n") } else { updated })
}

fn join_paragraphs(parts: &[&str]) -> String {
    let parts: Vec<&str> = parts.iter().map(|part| part.trim_matches('\n')).filter(|part| !part.is_empty()).collect();
    parts.join("\n\n")
}

struct ChangelogParts<'a> {
    /// The text up to the heading `## Unreleased`, including the heading.
    before: String,
    /// The section of unreleased changes, without its heading.
    unreleased: &'a str,
    after: &'a str,
}

/// Splits a changelog at its section of unreleased changes. If the heading is missing, adds it.
fn split_at_unreleased(text: &str) -> ChangelogParts<'_> {
    let headings = page::find_headings(text);
    let heading = |at: usize| text[at..].lines().next().unwrap_or_default();
    match headings.iter().position(|at| is_unreleased(heading(*at))) {
        Some(index) => {
            let below = headings[index] + heading(headings[index]).len();
            let end = headings.get(index + 1).copied().unwrap_or(text.len());
            ChangelogParts { before: text[..below].to_owned(), unreleased: &text[below..end], after: &text[end..] }
        }
        None => {
            let (before, after) = text.split_at(headings.first().copied().unwrap_or(text.len()));
            ChangelogParts { before: join_paragraphs(&[before, UNRELEASED]), unreleased: "", after }
        }
    }
}

fn is_unreleased(heading: &str) -> bool {
    let title = heading.trim_start_matches("## ");
    title.trim().trim_start_matches('[').trim_end_matches(']').eq_ignore_ascii_case("unreleased")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn block_since(since: Option<&str>, lines: &[&str]) -> ChangelogBlock {
        ChangelogBlock { since: since.map(str::to_owned), text: lines.join("\n") }
    }

    fn with_lines(text: &str, new: &[&str]) -> String {
        with_block(text, |_| block_since(None, new)).expect("should be written")
    }

    fn block_of(lines: &str) -> String {
        format!("<!-- update-spec -->\n### API of the service\n\n{lines}{END}\n")
    }

    #[test]
    fn changelog_entry_is_written_at_the_end_of_the_section_unreleased() {
        let block = block_of("- a\n");
        for heading in ["## Unreleased", "## [Unreleased]"] {
            let text = format!("# Changelog\n\n{heading}\n\n- by hand\n\n## 0.1.0\n\n- old\n");
            let expected = format!("# Changelog\n\n{heading}\n\n- by hand\n\n{block}\n## 0.1.0\n\n- old\n");
            assert_eq!(with_lines(&text, &["- a"]), expected);
        }
        assert_eq!(with_lines("## Unreleased\n", &["- a"]), format!("## Unreleased\n\n{block}"));
    }

    #[test]
    fn missing_unreleased_heading_is_added_to_the_changelog() {
        let block = block_of("- a\n");
        let text = "# Changelog\n\n## 0.1.0\n\n- old\n";
        assert_eq!(with_lines(text, &["- a"]), format!("# Changelog\n\n## Unreleased\n\n{block}\n## 0.1.0\n\n- old\n"));
        assert_eq!(with_lines("# Changelog\n", &["- a"]), format!("# Changelog\n\n## Unreleased\n\n{block}"));
    }

    #[test]
    fn update_without_release_or_commit_is_appended_to_the_changelog() {
        let with = |text: &str, new: &[&str]| {
            with_block(text, |old| old.with_later_update(new.join("\n"))).expect("should be written")
        };
        let text = with("## Unreleased\n", &["- a"]);
        assert_eq!(text, format!("## Unreleased\n\n{}", block_of("- a\n")));
        assert_eq!(with(&text, &["- a"]), text);
        let later = with(&text, &["- b"]);
        assert_eq!(later, format!("## Unreleased\n\n{}", block_of(&format!("- a\n\n{LATER}\n\n- b\n"))));
        assert_eq!(with(&later, &[]), later);
    }

    #[test]
    fn changelog_marker_keeps_the_commit_the_entry_is_compared_with() {
        let since = |lines: &[&str]| {
            with_block("## Unreleased\n", |_| block_since(Some("12ab"), lines)).expect("should be written")
        };
        let text = since(&["- a"]);
        assert!(text.starts_with("## Unreleased\n\n<!-- update-spec since 12ab -->\n### API"), "{text}");
        let without_text = with_block(&text, |old| {
            assert_eq!((old.since.as_deref(), old.text.as_str()), (Some("12ab"), "- a"));
            ChangelogBlock { text: String::new(), ..old }
        });
        assert_eq!(
            without_text.expect("should be written"),
            format!("## Unreleased\n\n<!-- update-spec since 12ab -->\n{END}\n")
        );
        assert_eq!(since(&[]), "## Unreleased\n");
    }

    #[test]
    fn update_keeps_the_changelog_entry_of_a_release() {
        let released = format!("## 0.1.0\n\n{}", block_of("- old\n"));
        let text = format!("## Unreleased\n\n- by hand\n\n{released}");
        let updated = with_lines(&text, &["- a"]);
        assert_eq!(updated, format!("## Unreleased\n\n- by hand\n\n{}\n{released}", block_of("- a\n")));
        assert_eq!(with_lines(&text, &[]), text);
        let removed = with_block(&updated, |_| ChangelogBlock::default()).expect("should be written");
        assert!(removed.ends_with(&released) && !removed.contains("- a"), "{removed}");
    }

    #[test]
    fn updates_keep_the_line_endings_of_the_changelog() {
        let text = with_lines("## Unreleased\r\n", &["- a"]);
        assert_eq!(text.replace("\r\n", "").find(['\r', '\n']), None);
    }

    #[test]
    fn changelog_markers_in_code_blocks_are_ignored() {
        let by_hand =
            "## Unreleased\n\n- between `<!-- update-spec -->` and\n\n  ```\n  <!-- /update-spec -->\n  ```\n";
        assert_eq!(with_lines(by_hand, &["- a"]), format!("{by_hand}\n{}", block_of("- a\n")));
        for open in ["```\n", "<!--\n", "## Unreleased\n\n~~~\n"] {
            let message = with_block(open, |_| block_since(None, &["- a"])).expect_err("should fail").to_string();
            assert!(message.ends_with("unclosed code block or comment: close it"), "{open}: {message}");
        }
    }

    #[test]
    fn refuses_changelog_markers_that_do_not_form_a_pair() {
        for text in [format!("## Unreleased\n{BEGIN} -->\n"), format!("## Unreleased\n{END}\n{BEGIN} -->\n")] {
            let message = with_block(&text, |old| old).expect_err("should fail").to_string();
            assert!(message.contains("do not form a pair: restore both"), "{message}");
        }
    }
}
