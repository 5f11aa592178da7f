//! What a document says of its operations, as Markdown: it is shown, and does nothing else.

use perennial_codegen::{api::Api, text::printable::printable};

use super::call::Call;
use crate::markdown;

/// More operations are a list that nobody reads.
const OPERATIONS: usize = 100;

/// A text of the document as a line.
pub fn line(text: &str) -> String {
    markdown::prose(text)
}

/// How a program calls the service.
pub fn first_call(call: &Call, package: &str) -> String {
    let client = call.client(&format!("{package}::Client::builder"), "\"https://api.example.com\"");
    let [client, call] = [&client, &call.code].map(|code| code.replace("\n        ", "\n    "));
    format!(
        "```rust,ignore\nlet client = {client};\nlet response = {call};\n```\n\nWithout the service, `cargo run --example \
         first_call` calls a mock of it.\n"
    )
}

/// The operations, a row for each.
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
        let summary = line(operation.summary.trim()).replace('|', "\\|");
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
