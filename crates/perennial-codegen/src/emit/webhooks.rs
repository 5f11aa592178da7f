//! The list of what the service sends by itself.

use super::{Context, docs, documentation};
use crate::{
    api::{Api, WEBHOOKS, Webhook},
    rust_type,
    text::markdown::code_span,
};

/// Paragraphs for the documentation of the types; empty if there are no webhooks.
pub fn listed(api: &Api) -> String {
    if api.webhooks.is_empty() {
        return String::new();
    }
    let rows: String = api.webhooks.iter().map(row).collect();
    format!(
        "# Webhooks and callbacks\n\nWhat the service sends by itself is one of these types, which come with the feature \
         `{WEBHOOKS}`: `serde_json::from_slice::<types::…>` reads a body.\n\n| sent by the service | body |\n|---|---|\n{rows}"
    )
}

fn row(Webhook { name, operation, summary, value }: &Webhook) -> String {
    let of = operation.as_ref().map(|id| format!(", a callback of {}", code_span(id))).unwrap_or_default();
    let said = if summary.contains('\n') { "" } else { summary };
    let said = if said.is_empty() { String::new() } else { format!(": {said}") };
    let name = format!("{}{of}{said}", code_span(name)).replace('|', "\\|");
    format!("| {name} | `{}` |\n", rust_type::value_type(value))
}

/// The documentation of the module of types.
pub fn types_docs(context: &Context<'_>) -> String {
    let errors = documentation::errors("The body of an error of each operation", context.common_errors.iter().copied());
    let what = "The types that operations take and give, as the document describes them.";
    docs::paragraphs(&[what, &errors, &listed(context.api)])
}
