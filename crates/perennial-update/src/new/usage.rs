//! Renders the section "Use" of a new client's README. It mentions only what the client contains.

use perennial_codegen::api::{Api, Content, Location, Operation, PartStyle};

/// Renders the list of hints for programs that use the client called `name`.
pub fn render_usage(name: &str, api: &Api) -> String {
    let mut hints = vec![
        "A program also needs Tokio: run `cargo add tokio --features macros,rt-multi-thread`.".to_owned(),
        "Until the client is published, depend on its folder or its repository, such as \
         `{{name}} = { path = \"../{{name}}\" }`."
            .replace("{{name}}", name),
    ];
    hints.extend(credentials_hint(api));
    hints.extend(pages_hint(api));
    if api.operations.iter().any(has_file) {
        hints.push(
            "Setters for files accept a `Part`, such as `Part::file(path).await?` or `Part::bytes(content)`."
                .to_owned(),
        );
    }
    if api.operations.iter().any(has_download) {
        hints.push("A download is a `ByteStream`: `chunk().await` returns the next piece of the file.".to_owned());
    }
    hints.push(
        "All calls return the same type `Error`. `Error::Api` contains the status, the message and the field errors of \
         the response."
            .to_owned(),
    );
    hints.push("Failed requests are retried if a request cannot take effect twice.".to_owned());
    let hints: String = hints.iter().map(|hint| format!("- {}\n", hint.replace(". ", ".\n  "))).collect();
    hints + &tests_hint(name)
}

fn credentials_hint(api: &Api) -> Option<String> {
    let schemes = &api.credentials.as_ref()?.schemes;
    let first = &schemes.first()?.setter;
    let setters: Vec<String> = schemes.iter().map(|scheme| format!("`{}`", scheme.setter)).collect();
    let plural =
        if setters.len() == 1 { "Credentials are set with the setter" } else { "Credentials are set with the setters" };
    Some(format!(
        "{plural} {} of `ClientBuilder`, or read from environment variables by `Client::from_env()`. \
         `client.with_{first}(…)` returns a client with a different value.",
        setters.join(", ")
    ))
}

fn pages_hint(api: &Api) -> Option<String> {
    let short_calls = api.short_calls();
    let mut paged = api.operations.iter().filter_map(|operation| Some((operation, operation.pager.as_ref()?)));
    let (operation, pager) = paged.next()?;
    let (call, inputs) = match short_calls.get(operation.name.as_str()) {
        Some(call) => (call.as_str(), operation.path_parameters()),
        None => (operation.name.as_str(), Vec::new()),
    };
    let inputs = inputs.iter().map(|it| it.name.as_str()).collect::<Vec<_>>().join(", ");
    Some(format!(
        "Listings are read page by page: `client.{call}({inputs}).{}()` streams the items of all pages.",
        pager.items_method
    ))
}

fn has_file(operation: &Operation) -> bool {
    let mut locations = operation.parameters.iter().map(|parameter| parameter.location);
    locations.any(|location| matches!(location, Location::Part(PartStyle::File | PartStyle::Bytes)))
}

fn has_download(operation: &Operation) -> bool {
    operation.response.contents().iter().any(|content| matches!(content, Content::Bytes { .. }))
}

fn tests_hint(name: &str) -> String {
    format!(
        "\nThe feature `mock` adds a typed mock of the service for the tests of programs, as in `tests/first_call.rs`:\n\n\
         ```toml\n[dev-dependencies]\n{name} = {{ version = \"0.1\", features = [\"mock\"] }}\n```\n\n\
         The [guide](https://docs.rs/perennial) describes credentials, pagination, errors, uploads, hooks, tests and timeouts.\n"
    )
}
