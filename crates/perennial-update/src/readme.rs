//! Writes the table of operations in a client's README. The table is between two markers, and everything else is
//! unchanged. A README without markers gets no table.

use std::collections::HashMap;

use anyhow::{Result, bail};
use perennial_codegen::{
    api::{Api, Operation},
    text::printable::printable,
};

use crate::{markdown, page};

const BEGIN: &str = "<!-- operations -->";
const END: &str = "<!-- /operations -->";
/// The maximum number of operations in the table. Nobody would read more.
const OPERATIONS: usize = 100;

pub fn render_operations_table(api: &Api) -> String {
    if api.operations.is_empty() {
        return "The document declares no operations.".to_owned();
    }
    let short_calls = api.short_calls();
    let mut table = "| request | method of `Client` | |\n|---|---|---|".to_owned();
    for operation in api.operations.iter().take(OPERATIONS) {
        let call = render_call(operation, &short_calls);
        let request = code_cell(&format!("{} {}", operation.method, operation.path));
        let summary = markdown::render_prose(operation.summary.trim()).replace('|', "\\|");
        let items = operation.pager.as_ref().map(|pager| format!(", `{}()`", pager.items_method)).unwrap_or_default();
        table += &format!("\n| {request} | `{call}`{items} | {summary} |");
    }
    let more = api.operations.len().saturating_sub(OPERATIONS);
    if more > 0 {
        table += &format!("\n\nThis table omits {more} operations. `cargo doc --open` lists all operations.");
    }
    table
}

/// Renders the call of an operation, without the client: `books().get(id)`.
pub fn render_call(operation: &Operation, short_calls: &HashMap<&str, String>) -> String {
    match short_calls.get(operation.name.as_str()) {
        Some(name) => {
            let inputs: Vec<&str> = operation.path_parameters().iter().map(|input| input.name.as_str()).collect();
            format!("{name}({})", inputs.join(", "))
        }
        None => format!("{}()", operation.name),
    }
}

/// Renders code as a code span in a cell of the table. The code cannot end the span or the cell.
fn code_cell(code: &str) -> String {
    format!("`{}`", printable(code).replace('`', "'").replace('|', "\\|"))
}

/// Returns the README with `table` between its markers. A README without markers is unchanged.
///
/// # Errors
/// Returns an error if the markers do not form a pair, or if a README with markers contains a merge conflict.
pub fn with_operations_table(readme: &str, table: &str) -> Result<String> {
    let (begin, end) = match [BEGIN, END].map(|mark| page::find_marks(readme, mark)).each_ref().map(Vec::as_slice) {
        [[], []] => return Ok(readme.to_owned()),
        [[begin], [end]] if begin < end => (begin + BEGIN.len(), *end),
        _ => bail!("README.md: `{BEGIN}` and `{END}` do not form a pair: restore both, or remove both"),
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
    fn readme_table_replaces_only_the_text_between_the_markers() {
        let readme = |between: &str| format!("# A\n\n`{BEGIN}`\n\n{BEGIN}{between}{END}\n\n\n\tby hand  \n\n    {END}");
        for between in ["\n", "\n\n| old |\n\n"] {
            assert_eq!(
                with_operations_table(&readme(between), "| new |").expect("legal"),
                readme("\n\n| new |\n\n"),
                "{between:?}"
            );
        }
        let lines = format!("{BEGIN}\r\nold\r\n{END}\r\n");
        assert_eq!(
            with_operations_table(&lines, "new").expect("legal"),
            format!("{BEGIN}\r\n\r\nnew\r\n\r\n{END}\r\n")
        );
        for without in ["", "text", "```\n<!-- operations -->\n```\n", "<<<<<<< HEAD\n"] {
            assert_eq!(with_operations_table(without, "new").expect("legal"), without);
        }
    }

    #[test]
    fn refuses_readme_markers_that_do_not_form_a_pair() {
        let [pair, swapped] = [format!("{BEGIN}\n{END}\n"), format!("{END}\n{BEGIN}\n")];
        for readme in [&pair.repeat(2), &swapped, &pair.replace('\n', ""), BEGIN, END, &format!("{BEGIN}\n{pair}")] {
            let message = with_operations_table(readme, "new").expect_err("should fail").to_string();
            assert!(message.ends_with("do not form a pair: restore both, or remove both"), "{readme}: {message}");
        }
        let message =
            with_operations_table(&format!("<<<<<<< HEAD\n{pair}"), "new").expect_err("should fail").to_string();
        assert!(message.starts_with("README.md:1: the file contains a merge conflict"), "{message}");
    }
}
