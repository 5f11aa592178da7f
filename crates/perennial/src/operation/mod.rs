//! The operations that can be called: operations that the document declares, and operations that a caller describes by
//! method and path.

pub(crate) mod template;

use std::borrow::Cow;
use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use http::StatusCode;
use http::header::{HeaderMap, HeaderValue};

use crate::service::{CommonErrors, ErrorFormat, RateLimit, Service};

/// The alternative security requirements of an operation, one of which a call must meet. Each requirement is a set of
/// security schemes, given as indices into the document's list of schemes.
pub type Alternatives = &'static [&'static [usize]];

/// An operation of the API. It is either declared in the OpenAPI document, or specified in your own code with
/// `Client::request`.
///
/// ```
/// # use perennial::Operation;
/// fn label(operation: &Operation) -> String {
///     format!("{} ({} {})", operation.operation_id(), operation.method(), operation.path())
/// }
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Operation {
    /// The service to which the operation belongs. `None` for an undeclared call in an error that a program creates
    /// itself.
    pub(crate) service: Option<&'static Service>,
    pub(crate) operation_id: &'static str,
    pub(crate) call_name: Cow<'static, str>,
    pub(crate) method: Cow<'static, str>,
    pub(crate) path: Cow<'static, str>,
    pub(crate) server: Option<&'static str>,
    pub(crate) rate_limit: Option<RateLimit>,
    /// The security requirements of this operation; `None` if the document's requirements for all operations apply.
    pub(crate) security: Option<Alternatives>,
    /// The name of the header with which the service recognizes a repeated request.
    pub(crate) idempotency_key: Option<&'static str>,
    /// The statuses of redirects that the document declares.
    pub(crate) redirects: &'static [u16],
}

impl Operation {
    /// Creates the operation of a call that is described by method and path. `declared` is the operation that the
    /// document declares for them, if any.
    pub(crate) fn for_request(
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
                redirects: &[],
            },
        }
    }

    /// Returns the `operationId` of the operation in the document, for example `listBooks`.
    ///
    /// If the operation has no `operationId`, or if an earlier operation has the same one, the id is derived from the
    /// method and the path, for example `getV1Books`.
    ///
    /// For a call made with `Client::request`, returns the id of the declared operation with the same method and path,
    /// or an empty string if there is none. A `HEAD` request has the id of the `GET` operation if the document does not
    /// declare `HEAD` itself.
    pub const fn operation_id(&self) -> &'static str {
        self.operation_id
    }

    /// Returns the name by which a client calls the operation, for example `books().list`. Error messages begin with
    /// this name.
    ///
    /// The name consists of the operation's first tag and a method name, or only of a method name if the operation has
    /// no tag. For a call made with `Client::request`, the name consists of the HTTP method and the path.
    pub fn call_name(&self) -> &str {
        &self.call_name
    }

    /// Returns the HTTP method in upper case, for example `GET`.
    pub fn method(&self) -> &str {
        &self.method
    }

    /// Returns the path template, for example `/v1/books/{id}`.
    ///
    /// For a call that the document does not declare (`Client::request`), returns the path that the caller passed, with
    /// the client's secrets redacted, and shortened to 200 characters.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// Returns the path for the name of a span, which must not vary from call to call. Returns `None` for an undeclared
    /// call whose path has no parameters, because that path may contain an id.
    pub(crate) fn template(&self) -> Option<&str> {
        let is_template = !self.operation_id.is_empty() || self.path.contains('{');
        is_template.then_some(&*self.path)
    }

    /// Returns the URL of the server that the document declares for this operation or its path. Returns `None` for most
    /// operations, which are called at the client's base URL.
    ///
    /// A call of an operation with its own server fails unless `ClientBuilder::allow_server` allows the server.
    pub const fn server(&self) -> Option<&'static str> {
        self.server
    }

    /// Returns the operation's own rate limit, or else the default limit of the service.
    pub fn rate_limit(&self) -> RateLimit {
        let default = self.service.map_or(RateLimit::UNLIMITED, |service| service.default_rate_limit);
        self.rate_limit.unwrap_or(default)
    }

    pub(crate) fn declares_redirect(&self, status: StatusCode) -> bool {
        self.redirects.contains(&status.as_u16())
    }

    /// Returns the idempotency key in `headers`. An empty key does not count.
    pub(crate) fn idempotency_key_in<'a>(&self, headers: &'a HeaderMap) -> Option<&'a HeaderValue> {
        headers.get(self.idempotency_key?).filter(|key| !key.is_empty())
    }

    pub(crate) fn error_format(&self) -> &'static dyn ErrorFormat {
        self.service.map_or(&CommonErrors, |service| service.error_format)
    }

    pub(crate) fn add_debug_fields(&self, fields: &mut fmt::DebugStruct<'_, '_>) {
        match self.operation_id {
            "" => fields.field("operation", &format_args!("{self}")),
            id => fields.field("operation_id", &id),
        };
    }

    /// Returns whether the method is safe in the sense of RFC 9110: requests change nothing on the service.
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

/// The operation of a call. A declared operation is borrowed. Any other operation is shared between the call and its
/// error.
#[derive(Clone, PartialEq, Eq)]
pub(crate) enum OperationRef {
    Declared(&'static Operation),
    Own(Arc<Operation>),
}

impl OperationRef {
    /// Applies `redact` to the name and the path of an undeclared call, because the caller's path may contain secrets.
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
                redirects: &[],
            }
        }

        pub(crate) const fn limited(mut self, limit: RateLimit) -> Self {
            self.rate_limit = Some(limit);
            self
        }

        pub(crate) const fn at_server(mut self, server: &'static str) -> Self {
            self.server = Some(server);
            self
        }
    }

    #[test]
    fn only_get_and_head_are_safe_methods() {
        for (method, safe) in
            [("GET", true), ("HEAD", true), ("POST", false), ("PUT", false), ("PATCH", false), ("DELETE", false)]
        {
            assert_eq!(Operation::new("x", method, "/x").is_safe(), safe, "{method}");
        }
    }
}
