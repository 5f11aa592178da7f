use std::borrow::Cow;

use crate::operation::{Alternatives, Operation};
use crate::service::{RateLimit, Service};

/// The declaration of an operation in an OpenAPI document.
///
/// ```ignore
/// const DECLARED: Operation = declared(Declaration {
///     operation_id: "getThing",
///     call_name: "things().get",
///     method: "GET",
///     path: "/things/{id}",
///     ..Declaration::of(&super::SERVICE)
/// });
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Declaration {
    pub service: &'static Service,
    pub operation_id: &'static str,
    /// The name of the operation in error messages, for example `things().get`.
    pub call_name: &'static str,
    pub method: &'static str,
    pub path: &'static str,
    /// The URL of the server that the document declares for this operation or its path. `None` if the operation uses
    /// the server of the document.
    pub server: Option<&'static str>,
    /// The rate limit of this operation. `None` if the operation counts towards the default limit of the service.
    pub rate_limit: Option<RateLimit>,
    /// The security requirements of this operation. `None` if the requirements of the document apply.
    pub security: Option<Alternatives>,
    /// The name of the header for the idempotency key, if the operation has one. Each call has a random key unless the
    /// caller sets a key.
    pub idempotency_key: Option<&'static str>,
    /// The redirect statuses that the document declares. If the operation returns no value, a response with one of them
    /// is a success.
    pub redirects: &'static [u16],
}

impl Declaration {
    /// Creates the declaration of an operation of `service`. All other fields are empty.
    pub const fn of(service: &'static Service) -> Self {
        Self {
            service,
            operation_id: "",
            call_name: "",
            method: "",
            path: "",
            server: None,
            rate_limit: None,
            security: None,
            idempotency_key: None,
            redirects: &[],
        }
    }
}

pub const fn declared(declaration: Declaration) -> Operation {
    let Declaration { service, operation_id, call_name, method, path, .. } = declaration;
    Operation {
        service: Some(service),
        operation_id,
        call_name: Cow::Borrowed(call_name),
        method: Cow::Borrowed(method),
        path: Cow::Borrowed(path),
        server: declaration.server,
        rate_limit: declaration.rate_limit,
        security: declaration.security,
        idempotency_key: declaration.idempotency_key,
        redirects: declaration.redirects,
    }
}
