//! Describes the parts of a client that its author probably asks about first: pages, credentials, errors and servers.

use std::collections::HashMap;

use perennial_codegen::{
    api::{Api, Carrier, ErrorBody, Operation, Type},
    page_parameter,
};
use serde::{Deserialize, Serialize};

use super::places::{PLACES, PlacesByRule};

/// The maximum number of credentials, and also of servers, that a text report lists.
const LISTED: usize = 12;

/// An overview of a client: which operations have pages, and what programs configure before the first call.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Overview {
    /// The operations for which the client can request all pages, by the rule that recognised the pages.
    pub pages: PlacesByRule,
    /// The operations for which the client cannot request all pages, although they have a page parameter. They are
    /// grouped by the name of this parameter.
    pub without_pager: PlacesByRule,
    /// The setters of `ClientBuilder` for credentials.
    pub credentials: Vec<Credential>,
    /// The type that most operations declare for the bodies of their errors.
    pub error: Option<CommonError>,
    /// The absolute URLs of the document's servers.
    pub servers: Vec<String>,
    /// The default base URL. `None` if callers have to specify one.
    pub default_server: Option<String>,
}

/// The type that most operations declare for the bodies of their errors.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub struct CommonError {
    /// The name of the type.
    pub name: String,
    /// The number of operations that declare the type for most of their errors.
    pub operations: usize,
    /// The number of operations that declare a type for at least one of their errors.
    pub of_operations: usize,
    /// The number of all operations. Older reports do not contain it.
    #[serde(default)]
    pub all_operations: usize,
    /// Whether every error for which an operation declares a type has this type.
    pub is_only: bool,
}

impl CommonError {
    /// Describes the common error type in sentences, for the text report.
    fn describe(&self) -> String {
        let Self { name, operations, of_operations, all_operations, is_only } = self;
        let setting = "Types for error bodies are generated only if `client.errors` in names.json is `true`.";
        if *is_only {
            return format!(
                "{operations} of {all_operations} operations declare error bodies, all of the type `types::{name}`. \
                 {setting}"
            );
        }
        format!(
            "Of the {of_operations} operations that declare error bodies, {operations} use the type `types::{name}`. \
             {setting} The documentation of `send` lists the types of the other error bodies. `ApiError::body_as` \
             decodes a body as one of these types."
        )
    }
}

/// A setter of `ClientBuilder` for a credential.
#[derive(Debug, Serialize, Deserialize)]
pub struct Credential {
    /// The name of the setter.
    pub setter: String,
    /// The name of the security scheme that declares the credential.
    pub scheme: String,
    /// The part of requests that contains the credential, such as a header.
    pub sent_in: String,
    /// The environment variables for the credential, without the prefix of the client.
    pub variables: Vec<String>,
}

impl Overview {
    /// Creates the overview of a client.
    pub fn new(api: &Api) -> Self {
        let (short_calls, types) = (api.short_calls(), api.types_by_name());
        let (mut pages, mut without_pager) = (PlacesByRule::default(), PlacesByRule::default());
        for operation in &api.operations {
            let place = || {
                let Operation { method, path, name, .. } = operation;
                format!("{method} {path}: `{}`", short_calls.get(name.as_str()).unwrap_or(name))
            };
            match (&operation.pager, page_parameter(operation, &types)) {
                (Some(pager), _) => pages.add_place_of_kind(pager.rule.id(), pager.rule.description(), place),
                (None, Some(parameter)) => without_pager.add_place_of_kind(&parameter, "", place),
                (None, None) => {}
            }
        }
        let credentials = api.credentials.iter().flat_map(|declared| &declared.schemes).map(|scheme| Credential {
            setter: scheme.setter.clone(),
            scheme: scheme.name.clone(),
            sent_in: describe_carrier(&scheme.carrier),
            variables: scheme.variables.clone(),
        });
        let servers = api.servers.all.iter().map(|server| server.url.clone());
        Self {
            pages,
            without_pager,
            credentials: credentials.collect(),
            error: common_error_type(api),
            servers: servers.collect(),
            default_server: api.servers.default.clone(),
        }
    }

    /// Returns the lines of a text report about the overview.
    pub fn report_lines(&self) -> Vec<String> {
        let title = "Pagination (`items` and `pages`): number of operations by rule";
        let mut lines = self.pages.limited_report_lines(title, PLACES, |id, title| format!("{id}: {title}"));
        let title = "Operations with a page parameter, but without pagination (use `paginate`, or specify \
                     `client.pages` in names.json)";
        lines.extend(self.without_pager.limited_report_lines(title, PLACES, |id, _| format!("the parameter `{id}`")));
        let credentials = self.credentials.iter().map(|Credential { setter, scheme, sent_in, .. }| {
            format!("`{setter}` sets the credentials for the scheme `{scheme}`; they are sent in {sent_in}")
        });
        lines.extend(list_lines(
            "Credentials (setters of `ClientBuilder`)",
            credentials,
            "The client has no setter for credentials.",
        ));
        lines.extend([
            String::new(),
            match &self.error {
                Some(error) => error.describe(),
                None => "The document declares no common type for error bodies. Types for error bodies are generated \
                         only if `client.errors` in names.json is `true`."
                    .to_owned(),
            },
        ]);
        let none = "The document declares no absolute server URL. Programs that use the client have to set the base \
                    URL.";
        let servers = self.servers.iter().enumerate().map(|(index, url)| {
            // The default server is always the first one. Its URL cannot be compared with `default_server`, in which
            // default values replace variables.
            let is_default = index == 0 && self.default_server.is_some();
            format!("{url}{}", if is_default { " (default)" } else { "" })
        });
        lines.extend(list_lines("Servers", servers, none));
        lines
    }
}

/// Returns the named type that most operations declare for the bodies of their errors. Operations without such types
/// are not counted.
pub fn common_error_type(api: &Api) -> Option<CommonError> {
    let with_errors = || api.operations.iter().filter(|operation| !operation.errors.is_empty());
    let of_operations = with_errors().count();
    let mut counts = HashMap::<&Type, usize>::new();
    with_errors().filter_map(usual_error_type).for_each(|ty| *counts.entry(ty).or_default() += 1);
    let (ty, operations) = counts.into_iter().find(|(_, count)| 2 * count > of_operations)?;
    let Type::Named(name) = ty else { return None };
    let is_only = with_errors().flat_map(|operation| &operation.errors).all(|error| error.value.ty == *ty);
    let all_operations = api.operations.len();
    Some(CommonError { name: name.clone(), operations, of_operations, all_operations, is_only })
}

/// Returns the type of the bodies of most errors of an operation: the type of the response `4XX`, or else of the
/// response `default`, or else the type that more than half of its error responses declare.
fn usual_error_type(operation: &Operation) -> Option<&Type> {
    let errors = &operation.errors;
    let is_usual =
        |error: &&ErrorBody| 2 * errors.iter().filter(|other| other.value.ty == error.value.ty).count() > errors.len();
    let with_status = |status| errors.iter().find(|error| error.status == status);
    let of_many = with_status("4XX").or_else(|| with_status("default"));
    of_many.or_else(|| errors.iter().find(is_usual)).map(|error| &error.value.ty)
}

fn describe_carrier(carrier: &Carrier) -> String {
    match carrier {
        Carrier::Header(name) => format!("the header `{name}`"),
        Carrier::Query(name) => format!("the query parameter `{name}`"),
        Carrier::Cookie(name) => format!("the cookie `{name}`"),
        Carrier::Basic => "the header `Authorization` (Basic)".to_owned(),
        Carrier::Token(_) => "the header `Authorization` (Bearer)".to_owned(),
    }
}

/// Returns the lines of a list with a title, or only the line `none` for an empty list.
fn list_lines(title: &str, entries: impl ExactSizeIterator<Item = String>, none: &str) -> Vec<String> {
    let more = entries.len().saturating_sub(LISTED);
    let head = if entries.len() == 0 { none } else { title };
    let entries = entries.take(LISTED).map(|entry| format!("  {entry}"));
    let more = (more > 0).then(|| format!("  … and {more} more"));
    [String::new(), head.to_owned()].into_iter().chain(entries).chain(more).collect()
}
