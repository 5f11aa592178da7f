//! Reads the credentials that a document declares from environment variables, the same ones that the client's
//! `from_env` reads.

use perennial::{
    __private::v1::{self, Declaration, Declared, Place, Scheme, Schemes},
    Environment, Error, Operation,
};
use perennial_codegen::{
    api::{self, Carrier},
    text::method::Method,
};

use super::{SERVICE, document::CheckedDocument, plan::PlannedOperation, service};

pub struct EnvironmentCredentials<'a> {
    declared: &'a api::Credentials,
    /// An element for each scheme. If the scheme has no value, the element lists the environment variables that would
    /// set the value, formatted for a message. Otherwise the element is `None`.
    unset: Vec<Option<String>>,
    pub values: Schemes,
}

impl<'a> EnvironmentCredentials<'a> {
    /// Reads the environment variables of all declared schemes. None of them has to be set.
    ///
    /// # Errors
    /// Returns an error if a variable is malformed, or if only some of the variables of a scheme are set.
    pub fn from_variables(declared: &'a api::Credentials, environment: &Environment<'_>) -> Result<Self, Error> {
        let values = declared_schemes(declared).read(environment)?;
        let unset = |(index, scheme)| (!values.is_set(index)).then(|| variable_names(scheme, environment));
        let unset = declared.schemes.iter().enumerate().map(unset).collect();
        Ok(Self { declared, unset, values })
    }

    /// Records which credentials an operation is called with. Excludes the operation from the calls if it requires
    /// credentials that are not set.
    pub fn select_credentials(&self, planned: &mut PlannedOperation<'_>) {
        let alternatives = planned.operation.security.as_ref().unwrap_or(&self.declared.security);
        let unset = |set: &Vec<usize>| set.iter().filter_map(|index| self.unset[*index].clone()).collect::<Vec<_>>();
        let sent = alternatives.iter().find(|set| unset(set).is_empty());
        planned.credentials = sent.filter(|sent| !sent.is_empty()).cloned();
        if let (None, Some(first)) = (sent, alternatives.first()) {
            planned.needed = Err(format!("needs credentials: set {}", unset(first).join(" and ")));
        }
    }
}

/// Returns the environment variables for client ids and client secrets with which no token can be obtained: either the
/// id or the secret is not set, or the document contains no URL for tokens.
pub fn incomplete_variables(declared: Option<&api::Credentials>, environment: &Environment<'_>) -> Vec<String> {
    let is_set = |name: &String| !matches!(environment.optional(name), Ok(None));
    let mut incomplete = Vec::new();
    for scheme in declared.into_iter().flat_map(|declared| &declared.schemes) {
        if let (Carrier::Token(url), [token, id, secret]) = (&scheme.carrier, scheme.variables.as_slice())
            && !is_set(token)
            && (url.is_none() || is_set(id) != is_set(secret))
        {
            incomplete.extend([id, secret].map(|name| environment.name(name)));
        }
    }
    incomplete
}

fn variable_names(scheme: &api::Scheme, environment: &Environment<'_>) -> String {
    let names = scheme.variables.iter().map(|name| format!("`{}`", environment.name(name)));
    match Vec::from_iter(names).as_slice() {
        [token, id, secret] => format!("{token}, or {id} and {secret}"),
        names => names.join(" and "),
    }
}

/// Returns the operations that may be called, each with its security requirements, in the form that the runtime
/// expects.
pub fn callable_operations(document: &CheckedDocument) -> &'static [Operation] {
    let called = document.api.operations.iter().filter(|it| it.method == Method::Get && it.server.is_none());
    leak_slice(called.map(|operation| {
        v1::declared(Declaration {
            operation_id: leak_str(&operation.id),
            call_name: leak_str(&operation.name),
            method: "GET",
            path: leak_str(&service::path_template(operation)),
            security: operation.security.as_deref().map(leak_alternatives),
            ..Declaration::of(&SERVICE)
        })
    }))
}

fn declared_schemes(credentials: &api::Credentials) -> &'static Declared {
    let scheme = |scheme: &api::Scheme| Scheme {
        place: match &scheme.carrier {
            Carrier::Header(name) => Place::Header(leak_str(name)),
            Carrier::Query(name) => Place::Query(leak_str(name)),
            Carrier::Cookie(name) => Place::Cookie(leak_str(name)),
            Carrier::Basic => Place::Basic,
            Carrier::Token(url) => Place::Token(url.as_deref().map(leak_str)),
        },
        setter: leak_str(&scheme.setter),
        variables: leak_slice(scheme.variables.iter().map(|name| leak_str(name))),
    };
    let schemes = leak_slice(credentials.schemes.iter().map(scheme));
    Box::leak(Box::new(Declared { schemes, security: leak_alternatives(&credentials.security) }))
}

fn leak_alternatives(sets: &[Vec<usize>]) -> &'static [&'static [usize]] {
    leak_slice(sets.iter().map(|set| leak_slice(set.iter().copied())))
}

/// Leaks the items, because the runtime expects a `static` here, as in generated code. This is harmless, because the
/// process ends soon after the run.
fn leak_slice<T>(items: impl Iterator<Item = T>) -> &'static [T] {
    Vec::leak(items.collect())
}

fn leak_str(text: &str) -> &'static str {
    String::leak(text.to_owned())
}
