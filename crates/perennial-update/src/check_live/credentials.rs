//! Reads the credentials that a document declares. They are in the same environment variables that `from_env` of its
//! client reads.

use perennial::{
    __private::v1::{self, Declaration, Declared, Place, Scheme, Schemes},
    Environment, Error, Operation,
};
use perennial_codegen::{
    api::{self, Carrier},
    text::method::Method,
};

use super::{SERVICE, document::CheckedDocument, plan::PlannedOperation, service};

/// The security schemes of a document, with the values that environment variables contain for them.
pub struct EnvironmentCredentials<'a> {
    declared: &'a api::Credentials,
    /// For each scheme, the variables that would set its value, as words for a message. `None` if the value is set.
    unset: Vec<Option<String>>,
    pub values: Schemes,
}

impl<'a> EnvironmentCredentials<'a> {
    /// Reads the environment variables of all declared schemes. All of them may be unset.
    ///
    /// # Errors
    /// Returns an error for a variable that is malformed, or that is missing although another variable of its scheme is
    /// set.
    pub fn from_variables(declared: &'a api::Credentials, environment: &Environment<'_>) -> Result<Self, Error> {
        let values = declared_schemes(declared).read(environment)?;
        let unset = |(index, scheme)| (!values.is_set(index)).then(|| variable_names(scheme, environment));
        let unset = declared.schemes.iter().enumerate().map(unset).collect();
        Ok(Self { declared, unset, values })
    }

    /// Marks an operation as not callable if it requires credentials that are not set.
    pub fn exclude_without_credentials(&self, planned: &mut PlannedOperation<'_>) {
        let alternatives = planned.operation.security.as_ref().unwrap_or(&self.declared.security);
        let unset = |set: &Vec<usize>| set.iter().filter_map(|index| self.unset[*index].clone()).collect::<Vec<_>>();
        let mut unset = alternatives.iter().map(unset);
        let Some(first) = unset.next() else { return };
        if !first.is_empty() && !unset.any(|other| other.is_empty()) {
            planned.needed = Err(format!("needs credentials: set {}", first.join(" and ")));
        }
    }
}

/// Lists the variables that set the value of a scheme, as words for a message.
fn variable_names(scheme: &api::Scheme, environment: &Environment<'_>) -> String {
    let names = scheme.variables.iter().map(|name| format!("`{}`", environment.name(name)));
    match Vec::from_iter(names).as_slice() {
        [token, id, secret] => format!("{token}, or {id} and {secret}"),
        names => names.join(" and "),
    }
}

/// Returns the operations that can be called, each with the credentials that it requires.
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

/// Converts the declared schemes to the types that generated code uses.
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

/// Leaks the items, because the runtime expects them in a `static` as in generated code. The process ends soon after the
/// run, so the leak does no harm.
fn leak_slice<T>(items: impl Iterator<Item = T>) -> &'static [T] {
    Vec::leak(items.collect())
}

fn leak_str(text: &str) -> &'static str {
    String::leak(text.to_owned())
}
