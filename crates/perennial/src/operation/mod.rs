//! The operations of the API, as its document describes them, and those of other calls.

pub(crate) mod template;

use std::borrow::Cow;
use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use http::header::{HeaderMap, HeaderValue};

use crate::service::{CommonErrors, ErrorFormat, RateLimit, Service};

/// What authenticates a call: one of these sets of security schemes, each by its place in the list of the document.
pub type Alternatives = &'static [&'static [usize]];

/// An operation of the API, as the OpenAPI document declares it, or that of a call that the caller describes
/// (`Client::request`).
#[derive(Clone, PartialEq, Eq)]
pub struct Operation {
    /// `None` for that of an error that is made by hand.
    pub(crate) service: Option<&'static Service>,
    pub(crate) operation_id: &'static str,
    pub(crate) call_name: Cow<'static, str>,
    pub(crate) method: Cow<'static, str>,
    pub(crate) path: Cow<'static, str>,
    pub(crate) server: Option<&'static str>,
    pub(crate) rate_limit: Option<RateLimit>,
    /// `None` for what the document says of all operations.
    pub(crate) security: Option<Alternatives>,
    /// The header by which the service knows that a request is the same as one before.
    pub(crate) idempotency_key: Option<&'static str>,
}

impl Operation {
    /// That of a call that is described by `method` and `path`: of the same route as `declared`, if there is one.
    pub(crate) fn of_request(
        service: Option<&'static Service>,
        method: &str,
        path: String,
        declared: Option<&'static Self>,
    ) -> Self {
        let call_name = [method, &path].join(" ").trim_end().to_owned().into();
        let method = method.to_owned().into();
        match declared {
            Some(declared) => Self { call_name, method, ..declared.clone() },
            None => Self {
                service,
                operation_id: "",
                call_name,
                method,
                path: path.into(),
                server: None,
                rate_limit: None,
                security: None,
                idempotency_key: None,
            },
        }
    }

    /// The `operationId`, for example `listBooks`. For a call by `Client::request`, that of the declared operation which
    /// has this method and path (for `HEAD`, also that of the `GET`); empty if there is none.
    pub const fn operation_id(&self) -> &'static str {
        self.operation_id
    }

    /// Returns the name by which it is called on a client, for example `books().list`: the tag and the short name. With
    /// several tags it is the first one; without a tag it is the method of `Client`. For a call by `Client::request` it
    /// is method and path. Error messages begin with it.
    pub fn call_name(&self) -> &str {
        &self.call_name
    }

    /// The HTTP method in capital letters, for example `GET`.
    pub fn method(&self) -> &str {
        &self.method
    }

    /// The path template, for example `/v1/books/{id}`. For a call by `Client::request` that the document does not
    /// declare, the path as it was passed: at most 200 characters of it, with the secrets of the client redacted.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// The path, unless each call may have another: that of an undeclared call without parameters may contain an id.
    pub(crate) fn template(&self) -> Option<&str> {
        let is_template = !self.operation_id.is_empty() || self.path.contains('{');
        is_template.then_some(&*self.path)
    }

    /// The URL of the server that the document declares for this operation alone; most have none, and are called at the
    /// base URL. See `ClientBuilder::allow_server`.
    pub const fn server(&self) -> Option<&'static str> {
        self.server
    }

    /// The rate limit that the operation's description states, or else the default of the service.
    pub fn rate_limit(&self) -> RateLimit {
        let default = self.service.map_or(RateLimit::UNLIMITED, |service| service.default_rate_limit);
        self.rate_limit.unwrap_or(default)
    }

    /// The idempotency key in `headers`, if the operation has one there: an empty one is none.
    pub(crate) fn key<'a>(&self, headers: &'a HeaderMap) -> Option<&'a HeaderValue> {
        headers.get(self.idempotency_key?).filter(|key| !key.is_empty())
    }

    /// Returns the format of its errors.
    pub(crate) fn errors(&self) -> &'static dyn ErrorFormat {
        self.service.map_or(&CommonErrors, |service| service.error_format)
    }

    /// Names it among the fields of a call or attempt.
    pub(crate) fn show(&self, fields: &mut fmt::DebugStruct<'_, '_>) {
        match self.operation_id {
            "" => fields.field("operation", &format_args!("{self}")),
            id => fields.field("operation_id", &id),
        };
    }

    /// `true` if the method is safe in the sense of RFC 9110: it changes nothing, however often it is sent.
    pub(crate) fn is_safe(&self) -> bool {
        matches!(self.method(), "GET" | "HEAD" | "OPTIONS" | "TRACE")
    }
}

impl fmt::Debug for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { operation_id, call_name, method, path, server, rate_limit, .. } = self;
        f.debug_struct("Operation")
            .field("operation_id", operation_id)
            .field("call_name", call_name)
            .field("method", method)
            .field("path", path)
            .field("server", server)
            .field("rate_limit", rate_limit)
            .finish()
    }
}

/// Writes `GET /v1/books/{id}`.
impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.method, self.path)
    }
}

/// The operation of a call: one of the document, which costs nothing to keep, or one that lives as long as the call and
/// its error.
#[derive(Clone, PartialEq, Eq)]
pub(crate) enum OperationRef {
    Declared(&'static Operation),
    Own(Arc<Operation>),
}

impl OperationRef {
    /// With `redact` applied to what the caller wrote.
    pub(crate) fn redacted(self, redact: impl Fn(&str) -> String) -> Self {
        match self {
            Self::Declared(_) => self,
            Self::Own(operation) => {
                let [call_name, path] = [&operation.call_name, &operation.path].map(|text| redact(text).into());
                Operation { call_name, path, ..(*operation).clone() }.into()
            }
        }
    }
}

impl Deref for OperationRef {
    type Target = Operation;

    fn deref(&self) -> &Operation {
        match self {
            Self::Declared(operation) => operation,
            Self::Own(operation) => operation,
        }
    }
}

impl From<&'static Operation> for OperationRef {
    fn from(operation: &'static Operation) -> Self {
        Self::Declared(operation)
    }
}

impl From<Operation> for OperationRef {
    fn from(operation: Operation) -> Self {
        Self::Own(operation.into())
    }
}

impl fmt::Debug for OperationRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::SERVICE;

    impl Operation {
        /// One of a test.
        pub(crate) const fn new(operation_id: &'static str, method: &'static str, path: &'static str) -> Self {
            Self {
                service: Some(&SERVICE),
                operation_id,
                call_name: Cow::Borrowed(operation_id),
                method: Cow::Borrowed(method),
                path: Cow::Borrowed(path),
                server: None,
                rate_limit: None,
                security: None,
                idempotency_key: None,
            }
        }

        /// One of a test, with this limit.
        pub(crate) const fn limited(mut self, limit: RateLimit) -> Self {
            self.rate_limit = Some(limit);
            self
        }

        /// One of a test, at a server of its own.
        pub(crate) const fn at_server(mut self, server: &'static str) -> Self {
            self.server = Some(server);
            self
        }
    }

    #[test]
    fn only_methods_that_change_nothing_are_safe() {
        for (method, safe) in
            [("GET", true), ("HEAD", true), ("POST", false), ("PUT", false), ("PATCH", false), ("DELETE", false)]
        {
            assert_eq!(Operation::new("x", method, "/x").is_safe(), safe, "{method}");
        }
    }
}
