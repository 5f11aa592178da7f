//! The content of a report for people, before it has a layout: a title, facts, and sections with lists. In each text,
//! code stands between backticks. In all layouts, a line of a list is a line: no text of a document can begin one.

use perennial_codegen::text::printable::printable;

use crate::markdown::prose;

/// The number of entries of a group that are shown where nobody has to act on them.
const SHOWN: usize = 12;
/// GitHub refuses texts of more than 65,536 characters.
const SPACE: usize = 60_000;

/// All that a report says.
#[derive(Default)]
pub struct Outline {
    /// The title, which says what it is about.
    pub title: String,
    /// The facts that sum it up.
    pub facts: Vec<String>,
    /// How the tasks are called.
    pub command: String,
    /// Sections without groups are not shown.
    pub sections: Vec<Section>,
}

/// A list below a heading.
#[derive(Default)]
pub struct Section {
    /// The heading.
    pub title: String,
    /// The entries of the list, by kind.
    pub groups: Vec<Group>,
    /// The text that follows the list.
    pub after: String,
    /// Set if nobody has to act on it.
    pub is_folded: bool,
}

/// Entries of one kind.
#[derive(Default)]
pub struct Group {
    /// The kind, which has to do where entries are left out.
    pub title: String,
    /// The entries.
    pub entries: Vec<String>,
    /// Set if an entry says all that the title does.
    pub are_sentences: bool,
    /// The action to take on all of them.
    pub action: String,
    /// The id by which the task `explain` knows it.
    pub id: Option<&'static str>,
}

impl Outline {
    /// The layout for a terminal.
    pub fn text(&self) -> String {
        let mut lines = vec![self.title.clone()];
        if !self.facts.is_empty() {
            lines.push(String::new());
            lines.extend_from_slice(&self.facts);
        }
        let mut is_whole = true;
        for Section { title, groups, after, is_folded } in self.sections() {
            lines.extend([String::new(), title.clone(), "-".repeat(title.chars().count())]);
            let most = if *is_folded { SHOWN } else { usize::MAX };
            for group in groups {
                let id = group.id.map(|id| format!(" [{id}]")).unwrap_or_default();
                is_whole &= group.entries.len() <= most;
                let (head, entries) = group.lines(most);
                lines.push(format!("  {head}{id}"));
                lines.extend(entries.map(|entry| format!("      {entry}")));
            }
            if !after.is_empty() {
                lines.extend([String::new(), after.clone()]);
            }
        }
        if self.sections().any(|section| section.groups.iter().any(|group| group.id.is_some())) {
            lines.extend([String::new(), format!("`{} explain ID` explains what is in brackets.", self.command)]);
        }
        if !is_whole {
            let later = format!("`{} diff HEAD openapi.json --report json`", self.command);
            lines.extend([
                String::new(),
                format!("`--report json` lists all; once the update is written, {later} does."),
            ]);
        }
        lines.iter().map(|line| printable(line) + "\n").collect()
    }

    /// The layout for an issue or a pull request, with as many entries as GitHub takes.
    pub fn markdown(&self) -> String {
        that_fits(|most, folded| self.markdown_of(most, folded), |text| text.len() <= SPACE)
    }

    fn markdown_of(&self, most: usize, most_folded: usize) -> String {
        let facts: Vec<String> = self.facts.iter().map(|fact| format!("- {}", prose(fact))).collect();
        let mut blocks = vec![prose(&self.title), facts.join("\n")];
        for Section { title, groups, after, is_folded } in self.sections() {
            let (begin, most, end) = if *is_folded {
                (format!("<details><summary>{title}</summary>"), most_folded, "</details>")
            } else {
                (format!("## {title}"), most, "")
            };
            blocks.extend([begin, list(groups, most).join("\n"), after.clone(), end.to_owned()]);
        }
        blocks.retain(|block| !block.is_empty());
        blocks.join("\n\n") + "\n"
    }

    fn sections(&self) -> impl Iterator<Item = &Section> {
        self.sections.iter().filter(|section| !section.groups.is_empty())
    }
}

impl Group {
    /// The line at its head, and those below.
    fn lines(&self, most: usize) -> (String, impl Iterator<Item = String>) {
        let (head, entries) = match self.entries.as_slice() {
            [entry] if self.are_sentences && most > 0 => (entry, &[][..]),
            entries => (&self.title, entries),
        };
        let more = entries.len().saturating_sub(most);
        let more = (more > 0 && most > 0).then(|| format!("and {more} more"));
        (with_action(head, &self.action), entries.iter().take(most).cloned().chain(more))
    }
}

/// A list of Markdown with at most as many entries of each group; without any, the titles stand for them.
pub fn list(groups: &[Group], most: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for group in groups {
        let (head, entries) = group.lines(most);
        lines.push(format!("- {}", prose(&head)));
        lines.extend(entries.map(|entry| format!("  - {}", prose(&entry))));
    }
    lines
}

/// Renders with as many entries of each group as fit, those of folded ones apart: they are the first to be left out.
pub fn that_fits<T>(render: impl Fn(usize, usize) -> T, fits: impl Fn(&T) -> bool) -> T {
    let (mut most, mut folded) = (1 << 10, 1 << 10);
    loop {
        let rendered = render(most, folded);
        if most == 0 || fits(&rendered) {
            return rendered;
        }
        if folded > 0 { folded /= 2 } else { most /= 2 }
    }
}

/// A sentence with what is to be done.
pub fn with_action(sentence: &str, action: &str) -> String {
    if action.is_empty() { sentence.to_owned() } else { format!("{sentence}; {action}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn group(title: &str, entries: Vec<String>) -> Group {
        Group { title: title.to_owned(), entries, are_sentences: true, action: "do it".to_owned(), ..Group::default() }
    }

    #[test]
    fn one_sentence_has_no_title_and_of_many_entries_the_first_are_listed() {
        let many = |count: usize| (0..count).map(|number| format!("`a{number}` is new")).collect();
        assert_eq!(list(&[group("news (1)", many(1))], 2), ["- `a0` is new; do it"]);
        let listed = ["- news (3); do it", "  - `a0` is new", "  - `a1` is new", "  - and 1 more"];
        assert_eq!(list(&[group("news (3)", many(3))], 2), listed);
        assert_eq!(
            list(&[group("news (1)", many(1)), group("more (2)", many(2))], 0),
            ["- news (1); do it", "- more (2); do it"]
        );
    }

    #[test]
    fn markdown_is_no_longer_than_an_issue_whatever_it_is_made_of() {
        for (groups, entries) in [(1, 10_000), (100, 100), (100, 1)] {
            let entry = || "</details>`|@team ".repeat(50);
            let groups = (0..groups).map(|_| group("kind", (0..entries).map(|_| entry()).collect())).collect();
            let section = Section { title: "Changes".to_owned(), groups, is_folded: true, ..Section::default() };
            let text = Outline { sections: vec![section], ..Outline::default() }.markdown();
            assert!(text.len() <= SPACE && text.ends_with("\n\n</details>\n"), "{}", text.len());
        }
    }
}
