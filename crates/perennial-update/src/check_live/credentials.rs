//! The credentials that a document declares, from the variables that `from_env` of its client reads.

use perennial::{
    __private::v1::{self, Declaration, Declared, Place, Scheme, Schemes},
    Environment, Error, Operation,
};
use perennial_codegen::{
    api::{self, Carrier},
    text::method::Method,
};

use super::{SERVICE, document::Document, plan::Planned, service};

/// What the environment has of the declared credentials.
pub struct Credentials<'a> {
    declared: &'a api::Credentials,
    /// For each scheme that has no value, the variables that would set it.
    unset: Vec<Option<String>>,
    pub values: Schemes,
}

impl<'a> Credentials<'a> {
    /// Reads what there is: nothing has to be set.
    ///
    /// # Errors
    /// A variable that is malformed, or missing beside another one.
    pub fn read(declared: &'a api::Credentials, environment: &Environment<'_>) -> Result<Self, Error> {
        let values = known(declared).read(environment)?;
        let unset = |(index, scheme)| (!values.is_set(index)).then(|| variables(scheme, environment));
        let unset = declared.schemes.iter().enumerate().map(unset).collect();
        Ok(Self { declared, unset, values })
    }

    /// Leaves out an operation that needs what is not set.
    pub fn leave_out(&self, planned: &mut Planned<'_>) {
        let alternatives = planned.operation.security.as_ref().unwrap_or(&self.declared.security);
        let unset = |set: &Vec<usize>| set.iter().filter_map(|index| self.unset[*index].clone()).collect::<Vec<_>>();
        let mut unset = alternatives.iter().map(unset);
        let Some(first) = unset.next() else { return };
        if !first.is_empty() && !unset.any(|other| other.is_empty()) {
            planned.needed = Err(format!("needs credentials: set {}", first.join(" and ")));
        }
    }
}

fn variables(scheme: &api::Scheme, environment: &Environment<'_>) -> String {
    let names = scheme.variables.iter().map(|name| format!("`{}`", environment.name(name)));
    match Vec::from_iter(names).as_slice() {
        [token, id, secret] => format!("{token}, or {id} and {secret}"),
        names => names.join(" and "),
    }
}

/// The operations that are called, each with what it needs.
pub fn operations(document: &Document) -> &'static [Operation] {
    let called = document.api.operations.iter().filter(|it| it.method == Method::Get && it.server.is_none());
    kept(called.map(|operation| {
        v1::declared(Declaration {
            operation_id: text(&operation.id),
            call_name: text(&operation.name),
            method: "GET",
            path: text(&service::template(operation)),
            security: operation.security.as_deref().map(alternatives),
            ..Declaration::of(&SERVICE)
        })
    }))
}

fn known(credentials: &api::Credentials) -> &'static Declared {
    let scheme = |scheme: &api::Scheme| Scheme {
        place: match &scheme.carrier {
            Carrier::Header(name) => Place::Header(text(name)),
            Carrier::Query(name) => Place::Query(text(name)),
            Carrier::Cookie(name) => Place::Cookie(text(name)),
            Carrier::Basic => Place::Basic,
            Carrier::Token(url) => Place::Token(url.as_deref().map(text)),
        },
        setter: text(&scheme.setter),
        variables: kept(scheme.variables.iter().map(|name| text(name))),
    };
    let schemes = kept(credentials.schemes.iter().map(scheme));
    Box::leak(Box::new(Declared { schemes, security: alternatives(&credentials.security) }))
}

fn alternatives(sets: &[Vec<usize>]) -> &'static [&'static [usize]] {
    kept(sets.iter().map(|set| kept(set.iter().copied())))
}

/// What generated code has in a `static`: kept until this process ends, which is after the run.
fn kept<T>(items: impl Iterator<Item = T>) -> &'static [T] {
    Vec::leak(items.collect())
}

fn text(text: &str) -> &'static str {
    String::leak(text.to_owned())
}
