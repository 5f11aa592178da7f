//! A heading in the report for people.

/// The lines of a heading, after a blank one.
pub fn heading(title: &str) -> Vec<String> {
    vec![String::new(), title.to_owned(), "-".repeat(title.chars().count())]
}
