//! Renders the section "Use" of a new client's README. It mentions only what the client contains.

use perennial_codegen::api::{Api, Content, Location, Operation, PartStyle};

use crate::readme;

const RUNTIME: &str = "- A program also needs Tokio: run `cargo add tokio --features macros,rt-multi-thread`.\n";
const FILES: &str =
    "- Setters for files accept a `Part`, such as `Part::file(path).await?` or `Part::bytes(content)`.\n";
const DOWNLOADS: &str = "- A download is a `ByteStream`: `chunk().await` returns the next piece of the file.\n";
const ERRORS: &str = "- All calls return the same type `Error`.
  `Error::Api` contains the status, the message and the field errors of the response.
- A failed request is retried only if it cannot take effect twice.
";
const GUIDE: &str = "\
The [guide](https://docs.rs/perennial/latest/perennial/_guide/) describes credentials, pagination, errors, uploads, hooks, tests and timeouts.
";

/// Renders hints for programs that use the client called `name`. `has_test` states whether the client has the file
/// `tests/first_call.rs`.
pub fn render_usage(name: &str, api: &Api, has_test: bool) -> String {
    let has = |is_in: fn(&Operation) -> bool, hint: &str| {
        if api.operations.iter().any(is_in) { hint.to_owned() } else { String::new() }
    };
    let hints = [
        RUNTIME.to_owned(),
        render_dependency(name),
        render_credentials(api),
        render_pages(api),
        has(accepts_file, FILES),
        has(returns_bytes, DOWNLOADS),
        ERRORS.to_owned(),
        render_tests(name, has_test),
        GUIDE.to_owned(),
    ];
    hints.concat()
}

fn render_dependency(name: &str) -> String {
    format!(
        "- Until the client is published, add a dependency on its folder or its repository, such as `{name} = {{ \
         path = \"../{name}\" }}`.\n"
    )
}

fn render_credentials(api: &Api) -> String {
    let schemes = api.credentials.as_ref().map(|credentials| credentials.schemes.as_slice()).unwrap_or_default();
    let Some(first) = schemes.first() else { return String::new() };
    let setters: Vec<String> = schemes.iter().map(|scheme| format!("`{}`", scheme.setter)).collect();
    format!(
        "- `ClientBuilder` has these setters for credentials: {}.\n  `Client::from_env()` reads credentials from \
         environment variables.\n  `client.with_{}(…)` returns a client with other credentials.\n",
        setters.join(", "),
        first.setter
    )
}

/// Shows how to read the first listing that has pages.
fn render_pages(api: &Api) -> String {
    let mut listings = api.operations.iter().filter_map(|operation| Some((operation, operation.pager.as_ref()?)));
    let Some((operation, pager)) = listings.next() else { return String::new() };
    format!(
        "- `client.{}.{}()` streams the items of all pages.\n  The table of operations shows which other operations \
         are paginated.\n",
        readme::render_call(operation, &api.short_calls()),
        pager.items_method
    )
}

fn accepts_file(operation: &Operation) -> bool {
    let mut locations = operation.parameters.iter().map(|parameter| parameter.location);
    locations.any(|location| matches!(location, Location::Part(PartStyle::File | PartStyle::Bytes)))
}

fn returns_bytes(operation: &Operation) -> bool {
    operation.response.contents().iter().any(|content| matches!(content, Content::Bytes { .. }))
}

/// Shows how the tests of a program enable the mock. The dependency has the same path as in [`render_dependency`],
/// because cargo refuses a package that depends on one crate from two sources.
fn render_tests(name: &str, has_test: bool) -> String {
    let shown = if has_test { ", as in `tests/first_call.rs`" } else { "" };
    format!(
        "\nThe feature `mock` adds a typed mock of the service for testing programs that use the client{shown}:\n\n\
         ```toml\n[dev-dependencies]\n{name} = {{ path = \"../{name}\", features = [\"mock\"] }}\n```\n\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn usage_names_the_test_of_a_client_only_if_there_is_one() {
        assert!(render_tests("shelf", true).contains(", as in `tests/first_call.rs`:\n"));
        assert!(!render_tests("shelf", false).contains("first_call"));
    }
}
