//! Finds headings and markers in Markdown files that people write and tasks update. Similar lines in code blocks,
//! comments and lists are ignored.

use anyhow::{Result, bail};
use pulldown_cmark::{Event, HeadingLevel, Parser, Tag};

/// Returns the byte offsets of all headings that begin with `## `.
pub fn find_headings(text: &str) -> Vec<usize> {
    let is_heading = |tag: &Tag<'_>| matches!(tag, Tag::Heading { level: HeadingLevel::H2, .. });
    find_blocks(text, "## ", is_heading)
}

/// Returns the byte offsets of all HTML comments that begin with `mark` at the start of a line.
pub fn find_marks(text: &str, mark: &str) -> Vec<usize> {
    find_blocks(text, mark, |tag| matches!(tag, Tag::HtmlBlock))
}

/// Returns the byte offsets of all top-level Markdown blocks that begin with `begin`, and for which `is_kind` returns
/// `true`.
fn find_blocks(text: &str, begin: &str, is_kind: impl Fn(&Tag<'_>) -> bool) -> Vec<usize> {
    let (mut found, mut depth) = (Vec::new(), 0_usize);
    for (event, range) in Parser::new(text).into_offset_iter() {
        match event {
            Event::Start(tag) => {
                let at = range.start;
                let is_first = text[..at].is_empty() || text[..at].ends_with('\n');
                if depth == 0 && is_first && is_kind(&tag) && text[at..].starts_with(begin) {
                    found.push(at);
                }
                depth += 1;
            }
            Event::End(_) => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    found
}

/// Checks that the file `name` contains no unresolved merge conflict.
///
/// # Errors
/// Returns an error if there is a conflict. The message contains the number of its first line.
pub fn expect_merged(name: &str, text: &str) -> Result<()> {
    let mut at = 0;
    for (index, line) in text.split_inclusive('\n').enumerate() {
        let begins =
            |mark| line.strip_prefix(mark).is_some_and(|rest| rest.starts_with([' ', '\r', '\n']) || rest.is_empty());
        let is_side = ["<<<<<<<", ">>>>>>>"].into_iter().any(begins);
        if is_side || line.trim_end() == "=======" && !is_underline_or_code(text, at) {
            bail!(
                "{name}:{}: the file contains a merge conflict (`{}`): resolve the conflict, and remove its marker \
                 lines",
                index + 1,
                &line[..7]
            );
        }
        at += line.len();
    }
    Ok(())
}

/// Checks whether the line at an offset underlines a heading or is in a code block, so that it does not belong to a
/// merge conflict.
fn is_underline_or_code(text: &str, at: usize) -> bool {
    let mut blocks = Parser::new(text).into_offset_iter();
    blocks.any(|(event, range)| {
        matches!(event, Event::Start(Tag::Heading { .. } | Tag::CodeBlock(_))) && range.contains(&at)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markdown_headings_in_code_comments_and_lists_are_ignored() {
        for hidden in [
            "```text\nLINE\n```\n",
            "~~~\n\nLINE\n\n~~~\n",
            "<!--\nLINE\n-->\n",
            "<!--\n\nLINE\n-->\n",
            "    LINE\n",
            "- a\n\n  LINE\n",
            "> LINE\n",
            "`LINE`\n",
            "<pre>\nLINE\n</pre>\n",
        ] {
            for line in ["## A", "<!-- mark -->"] {
                let text = format!("{}\n{line}\n", hidden.replace("LINE", line));
                let found = if line == "## A" { find_headings(&text) } else { find_marks(&text, "<!-- mark") };
                // A comment inside another comment ends both: a comment ends at the first `-->`.
                let is_nested = hidden.starts_with("<!--") && line != "## A";
                assert_eq!(found.last(), Some(&(text.len() - line.len() - 1)), "{text}");
                assert!(found.len() == 1 || is_nested, "{text}: {found:?}");
            }
        }
        assert_eq!(find_headings("## A\ntext\n## B\n### C\n# D\n\n ## E"), [0, 10]);
        assert_eq!(find_marks("<!-- a -->\n<!-- /a -->\n- b\n<!-- a -->", "<!-- a"), [0, 27]);
    }

    #[test]
    fn refuses_merge_conflict_markers_and_names_their_line() {
        let refused = |text: &str| expect_merged("A.md", text).map_err(|error| error.to_string());
        for (text, line, mark) in [
            ("# A\n\n<<<<<<< HEAD\n- a\n=======\n- b\n>>>>>>> main\n", 3, "<<<<<<<"),
            ("<<<<<<<\n", 1, "<<<<<<<"),
            ("- a\r\n=======\r\n- b\r\n", 2, "======="),
            ("- a\n\n=======\n\n- b\n", 3, "======="),
            ("- a\n>>>>>>> 12ab (b)", 2, ">>>>>>>"),
        ] {
            let message = format!(
                "A.md:{line}: the file contains a merge conflict (`{mark}`): resolve the conflict, and remove its \
                 marker lines"
            );
            assert_eq!(refused(text), Err(message), "{text}");
        }
        for text in [
            "Title A\n=======\n\ntext\n",
            "```\n=======\n```\n",
            "a\n\n    <<<<<<< HEAD\n",
            "a <<<<<<< b\n",
            "<<<<<<<<\n",
            "> > >\n",
        ] {
            assert_eq!(refused(text), Ok(()), "{text}");
        }
    }
}
