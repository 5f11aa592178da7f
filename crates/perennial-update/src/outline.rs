//! The content of a report for people: a title, facts, and sections with lists. It is rendered as text for a terminal,
//! or as Markdown.
//!
//! Code in a text is between backticks. Every entry is a single line in both formats, so no string from a document can
//! imitate a line of the report.

use perennial_codegen::text::printable::printable;

use crate::markdown::render_prose;

/// The maximum number of shown entries in a group that requires no action.
const SHOWN: usize = 12;
/// The maximum length of a report in Markdown, in bytes. GitHub refuses texts of more than 65,536 characters.
const SPACE: usize = 60_000;

#[derive(Default)]
pub struct Outline {
    pub title: String,
    pub facts: Vec<String>,
    /// The command that runs the tasks, such as `cargo xtask`.
    pub command: String,
    /// A sentence that states where all entries are listed, if the text omits some of them.
    pub complete_list: String,
    /// The sections of the report. Sections without groups are omitted.
    pub sections: Vec<Section>,
}

#[derive(Default)]
pub struct Section {
    pub title: String,
    /// The entries of the list, grouped by kind.
    pub groups: Vec<EntryGroup>,
    pub after: String,
    /// Whether the section is folded, because it requires no action.
    pub is_folded: bool,
}

/// Entries of a section that belong together, such as all new operations.
#[derive(Default)]
pub struct EntryGroup {
    /// A title for the entries. It has to make sense alone, because a long report omits the entries.
    pub title: String,
    pub entries: Vec<String>,
    /// Whether each entry is a complete sentence that makes sense without the title.
    pub are_sentences: bool,
    pub action: String,
    /// The id of the rule that applies to the entries, to look up with the task `explain`.
    pub id: Option<&'static str>,
}

impl Outline {
    pub fn render_text(&self) -> String {
        let mut lines = vec![self.title.clone()];
        if !self.facts.is_empty() {
            lines.push(String::new());
            lines.extend_from_slice(&self.facts);
        }
        let mut is_complete = true;
        for Section { title, groups, after, is_folded } in self.shown_sections() {
            lines.extend([String::new(), title.clone(), "-".repeat(title.chars().count())]);
            let most = if *is_folded { SHOWN } else { usize::MAX };
            for group in groups {
                let id = group.id.map(|id| format!(" [{id}]")).unwrap_or_default();
                is_complete &= group.entries.len() <= most;
                let (head, entries) = group.head_and_entries(most);
                lines.push(format!("  {head}{id}"));
                lines.extend(entries.map(|entry| format!("      {entry}")));
            }
            if !after.is_empty() {
                lines.extend([String::new(), after.clone()]);
            }
        }
        if self.shown_sections().any(|section| section.groups.iter().any(|group| group.id.is_some())) {
            lines.extend([
                String::new(),
                format!("Rule ids are shown in brackets: `{} explain ID` explains a rule.", self.command),
            ]);
        }
        if !is_complete {
            lines.extend([String::new(), self.complete_list.clone()]);
        }
        lines.iter().map(|line| printable(line) + "\n").collect()
    }

    /// Renders the report as Markdown for an issue or a pull request. If it exceeds the size that GitHub accepts, some
    /// entries are omitted.
    pub fn render_markdown(&self) -> String {
        render_to_fit(|most, folded| self.render_markdown_with_at_most(most, folded), |text| text.len() <= SPACE)
    }

    fn render_markdown_with_at_most(&self, most: usize, most_folded: usize) -> String {
        let facts: Vec<String> = self.facts.iter().map(|fact| format!("- {}", render_prose(fact))).collect();
        let mut blocks = vec![render_prose(&self.title), facts.join("\n")];
        for Section { title, groups, after, is_folded } in self.shown_sections() {
            let (begin, most, end) = if *is_folded {
                (format!("<details><summary>{title}</summary>"), most_folded, "</details>")
            } else {
                (format!("## {title}"), most, "")
            };
            blocks.extend([begin, render_markdown_list(groups, most).join("\n"), after.clone(), end.to_owned()]);
        }
        blocks.retain(|block| !block.is_empty());
        blocks.join("\n\n") + "\n"
    }

    fn shown_sections(&self) -> impl Iterator<Item = &Section> {
        self.sections.iter().filter(|section| !section.groups.is_empty())
    }
}

impl EntryGroup {
    /// Returns the first line of the group, and the lines below it. At most `most` entries are shown.
    fn head_and_entries(&self, most: usize) -> (String, impl Iterator<Item = String>) {
        let (head, entries) = match self.entries.as_slice() {
            [entry] if self.are_sentences && most > 0 => (entry, &[][..]),
            entries => (&self.title, entries),
        };
        let more = entries.len().saturating_sub(most);
        let more = (more > 0 && most > 0).then(|| format!("and {more} more"));
        (with_action(head, &self.action), entries.iter().take(most).cloned().chain(more))
    }
}

/// Renders groups as a Markdown list, with at most `most` entries per group. If `most` is 0, only titles are rendered.
pub fn render_markdown_list(groups: &[EntryGroup], most: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for group in groups {
        let (head, entries) = group.head_and_entries(most);
        lines.push(format!("- {}", render_prose(&head)));
        lines.extend(entries.map(|entry| format!("  - {}", render_prose(&entry))));
    }
    lines
}

/// Calls `render` with decreasing limits until its result fits. The arguments of `render` are the maximum numbers of
/// entries per group, first in ordinary and then in folded sections. The limit for folded sections decreases first.
pub fn render_to_fit<T>(render: impl Fn(usize, usize) -> T, fits: impl Fn(&T) -> bool) -> T {
    let (mut most, mut folded) = (1 << 10, 1 << 10);
    loop {
        let rendered = render(most, folded);
        if most == 0 || fits(&rendered) {
            return rendered;
        }
        if folded > 0 { folded /= 2 } else { most /= 2 }
    }
}

pub fn with_action(sentence: &str, action: &str) -> String {
    if action.is_empty() { sentence.to_owned() } else { format!("{sentence}; {action}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn group(title: &str, entries: Vec<String>) -> EntryGroup {
        EntryGroup {
            title: title.to_owned(),
            entries,
            are_sentences: true,
            action: "do it".to_owned(),
            ..EntryGroup::default()
        }
    }

    #[test]
    fn report_groups_with_many_sentences_are_shortened() {
        let many = |count: usize| (0..count).map(|number| format!("`a{number}` is new")).collect();
        assert_eq!(render_markdown_list(&[group("news (1)", many(1))], 2), ["- `a0` is new; do it"]);
        let listed = ["- news (3); do it", "  - `a0` is new", "  - `a1` is new", "  - and 1 more"];
        assert_eq!(render_markdown_list(&[group("news (3)", many(3))], 2), listed);
        assert_eq!(
            render_markdown_list(&[group("news (1)", many(1)), group("more (2)", many(2))], 0),
            ["- news (1); do it", "- more (2); do it"]
        );
    }

    #[test]
    fn markdown_report_is_never_longer_than_github_allows() {
        for (groups, entries) in [(1, 10_000), (100, 100), (100, 1)] {
            let entry = || "</details>`|@team ".repeat(50);
            let groups = (0..groups).map(|_| group("kind", (0..entries).map(|_| entry()).collect())).collect();
            let section = Section { title: "Changes".to_owned(), groups, is_folded: true, ..Section::default() };
            let text = Outline { sections: vec![section], ..Outline::default() }.render_markdown();
            assert!(text.len() <= SPACE && text.ends_with("\n\n</details>\n"), "{}", text.len());
        }
    }
}
