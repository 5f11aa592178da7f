//! The table of operations in the README of a client. It is between two marks, outside of which the file stays as it is; a README
//! without them has no table.

use anyhow::{Result, bail};
use perennial_codegen::{api::Api, text::printable::printable};

use crate::{markdown, page};

const BEGIN: &str = "<!-- operations -->";
const END: &str = "<!-- /operations -->";
/// More operations are a list that nobody reads.
const OPERATIONS: usize = 100;

/// The table of the operations of `api`, a row for each.
pub fn operations(api: &Api) -> String {
    if api.operations.is_empty() {
        return "The document has none.".to_owned();
    }
    let short_calls = api.short_calls();
    let mut table = "| request | method of `Client` | |\n|---|---|---|".to_owned();
    for operation in api.operations.iter().take(OPERATIONS) {
        let (name, inputs) = match short_calls.get(operation.name.as_str()) {
            Some(name) => (name, operation.path_parameters()),
            None => (&operation.name, Vec::new()),
        };
        let inputs = inputs.iter().map(|it| it.name.as_str()).collect::<Vec<_>>().join(", ");
        let request = cell(&format!("{} {}", operation.method, operation.path));
        let summary = markdown::prose(operation.summary.trim()).replace('|', "\\|");
        table += &format!("\n| {request} | `{name}({inputs})` | {summary} |");
    }
    let more = api.operations.len().saturating_sub(OPERATIONS);
    if more > 0 {
        table += &format!("\n\nThere are {more} more: `cargo doc --open` lists all.");
    }
    table
}

/// A code span that neither ends its cell nor itself.
fn cell(code: &str) -> String {
    format!("`{}`", printable(code).replace('`', "'").replace('|', "\\|"))
}

/// The text of a README in which `table` is between the marks, if there are marks.
///
/// # Errors
/// Marks that are not one pair, and in a README with marks, a conflict of a merge.
pub fn with_operations(readme: &str, table: &str) -> Result<String> {
    let (begin, end) = match [BEGIN, END].map(|mark| page::marks(readme, mark)).each_ref().map(Vec::as_slice) {
        [[], []] => return Ok(readme.to_owned()),
        [[begin], [end]] if begin < end => (begin + BEGIN.len(), *end),
        _ => bail!("README.md: `{BEGIN}` and `{END}` are no pair: restore both, or remove both"),
    };
    page::expect_merged("README.md", readme)?;
    let between = format!("\n\n{table}\n\n");
    let between = if readme.contains("\r\n") { between.replace('\n', "\r\n") } else { between };
    Ok(format!("{}{between}{}", &readme[..begin], &readme[end..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_but_what_is_between_the_marks_stays_as_it_is() {
        let readme = |between: &str| format!("# A\n\n`{BEGIN}`\n\n{BEGIN}{between}{END}\n\n\n\tby hand  \n\n    {END}");
        for between in ["\n", "\n\n| old |\n\n"] {
            assert_eq!(
                with_operations(&readme(between), "| new |").expect("legal"),
                readme("\n\n| new |\n\n"),
                "{between:?}"
            );
        }
        let lines = format!("{BEGIN}\r\nold\r\n{END}\r\n");
        assert_eq!(with_operations(&lines, "new").expect("legal"), format!("{BEGIN}\r\n\r\nnew\r\n\r\n{END}\r\n"));
        for without in ["", "text", "```\n<!-- operations -->\n```\n", "<<<<<<< HEAD\n"] {
            assert_eq!(with_operations(without, "new").expect("legal"), without);
        }
    }

    #[test]
    fn marks_that_are_no_pair_are_refused_with_the_remedy() {
        let [pair, swapped] = [format!("{BEGIN}\n{END}\n"), format!("{END}\n{BEGIN}\n")];
        for readme in [&pair.repeat(2), &swapped, &pair.replace('\n', ""), BEGIN, END, &format!("{BEGIN}\n{pair}")] {
            let message = with_operations(readme, "new").expect_err("should fail").to_string();
            assert!(message.ends_with("are no pair: restore both, or remove both"), "{readme}: {message}");
        }
        let message = with_operations(&format!("<<<<<<< HEAD\n{pair}"), "new").expect_err("should fail").to_string();
        assert!(message.starts_with("README.md:1: a merge stopped"), "{message}");
    }
}
