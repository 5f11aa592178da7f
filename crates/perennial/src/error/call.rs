use std::borrow::Cow;
use std::fmt;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use reqwest::Method;
use url::Url;

use super::text::shorten;
use crate::deadline::Deadline;
use crate::operation::{Operation, OperationRef};
use crate::secret::Secrets;

/// The description of a failed call in an error: its operation, its URL, and the number of attempts.
///
/// Tests pass a `Call` to the constructors of errors, and change it with [`at`](Self::at), [`attempts`](Self::attempts)
/// and [`deadline`](Self::deadline). If only the operation matters, pass an [`Operation`] in place of a `Call`.
///
/// ```
/// # use perennial::error::{Call, Error, TransportError, TransportFailure};
/// # use perennial::reqwest::Method;
/// let call = Call::request(&Method::GET, "/books").at("https://api.example.com/books").attempts(3);
/// let error = Error::from(TransportError::new(call, TransportFailure::Timeout));
/// assert_eq!(error.attempts(), 3);
/// assert_eq!(error.url(), Some("https://api.example.com/books"));
/// ```
#[derive(Clone)]
pub struct Call {
    pub(crate) operation: OperationRef,
    pub(crate) target: Arc<RequestTarget>,
    /// The number of attempts so far, including the first.
    pub(crate) attempts: u32,
    /// Whether all attempts are sent with the same idempotency key.
    pub(crate) has_key: bool,
    pub(crate) may_have_acted_before: bool,
    pub(super) page: Option<Box<FailedPage>>,
}

impl Call {
    /// Creates the description of a call to `operation`, with which a test can construct an error. Nothing is sent.
    ///
    /// The described call has one attempt and no deadline. Its URL is `https://api.example.com` followed by the path of
    /// the operation.
    pub fn of(operation: &'static Operation) -> Self {
        Self::for_operation(operation.into())
    }

    /// Creates the description of a call made with `Client::request`, with which a test can construct an error. Nothing
    /// is sent.
    ///
    /// The described call matches no operation in the document, and has one attempt and no deadline. Its URL is
    /// `https://api.example.com` followed by `path` without its query, because the errors of real calls do not show
    /// queries either.
    ///
    /// The described call does not belong to a service. It therefore has no rate limit, and its error bodies are read
    /// in the [common formats](crate::service::CommonErrors). To describe a call to the service of a client, convert a
    /// [`RequestBuilder`](crate::RequestBuilder), as in `Call::from(&client.request(Method::GET, "/things"))`.
    pub fn request(method: &Method, path: &str) -> Self {
        let path = path.split(['?', '#']).next().unwrap_or_default();
        Self::for_operation(Operation::for_request(None, method.as_str(), shorten(path), None).into())
    }

    pub(crate) fn for_operation(operation: OperationRef) -> Self {
        let target = RequestTarget::for_test(format!("https://api.example.com{}", operation.path()), None);
        Self::new(operation, target, 1)
    }

    pub(crate) fn new(operation: OperationRef, target: Arc<RequestTarget>, attempts: u32) -> Self {
        Self { operation, target, attempts, has_key: false, may_have_acted_before: false, page: None }
    }

    /// Sets the URL of the request. The user name, password, query and fragment of `url` are removed.
    #[must_use]
    pub fn at(self, url: &str) -> Self {
        let url = url.split(['?', '#']).next().unwrap_or_default();
        let url = match url.split_once("://") {
            Some((scheme, rest)) => {
                let (authority, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
                let host = authority.rsplit_once('@').map_or(authority, |(_, host)| host);
                format!("{scheme}://{host}{path}")
            }
            None => url.to_owned(),
        };
        Self { target: RequestTarget::for_test(url, self.target.deadline.limit), ..self }
    }

    /// Sets the number of attempts, including the first. Pass 0 for a call that was not sent.
    #[must_use]
    pub fn attempts(self, attempts: u32) -> Self {
        Self { attempts, ..self }
    }

    /// Sets the deadline of the call, as a duration from now.
    #[must_use]
    pub fn deadline(self, deadline: Duration) -> Self {
        Self { target: RequestTarget::for_test(self.url().to_owned(), Some(deadline)), ..self }
    }

    /// Returns the call with `added` to the secrets that its errors do not show.
    pub(crate) fn with_secrets(self, added: &Secrets) -> Self {
        let secrets = self.secrets().union(added);
        let operation = self.operation.redacted(|text| secrets.redact_text(text));
        let target = RequestTarget { secrets, text: OnceLock::new(), ..RequestTarget::clone(&self.target) };
        Self { operation, target: target.into(), ..self }
    }

    pub(crate) fn secrets(&self) -> &Secrets {
        &self.target.secrets
    }

    /// Returns the URL without its query. Secrets are redacted in it.
    pub(crate) fn url(&self) -> &str {
        self.target.as_str()
    }

    /// Returns whether the request can be sent again without taking effect twice.
    pub(crate) fn is_repeatable(&self) -> bool {
        self.has_key || self.operation.is_safe()
    }

    /// Returns whether the service may have acted on the call. `reached` is `true` if the last attempt may have reached
    /// it.
    pub(super) fn may_have_acted(&self, reached: bool) -> bool {
        self.may_have_acted_before || reached && !self.operation.is_safe()
    }

    /// Returns the part of the base URL's path that the operation's path repeats, such as `/v1` for `…/v1/v1/things`.
    pub(super) fn repeated_prefix(&self) -> Option<String> {
        if self.operation.server().is_some() {
            return None;
        }
        let (_, rest) = self.url().split_once("://")?;
        let (_, path) = rest.split_once('/')?;
        let requested: Vec<&str> = path.split('/').collect();
        let own: Vec<&str> = self.operation.path().trim_start_matches('/').split('/').collect();
        let prefix = requested.get(..requested.len().checked_sub(own.len())?)?;
        let repeated =
            (1..=own.len()).rev().find_map(|length| own.get(..length).filter(|own| prefix.ends_with(own)))?;
        Some(format!("/{}", repeated.join("/")))
    }

    pub(super) fn debug_struct<'a, 'f>(&self, f: &'a mut fmt::Formatter<'f>, name: &str) -> fmt::DebugStruct<'a, 'f> {
        let mut fields = f.debug_struct(name);
        self.operation.add_debug_fields(&mut fields);
        fields.field("url", &format_args!("\"{}\"", shorten(self.url()))).field("attempts", &self.attempts);
        fields
    }

    /// Writes the end of each message: whether the service may have acted, the number of attempts if there were
    /// several, and the `x-request-id` of the response. For example: `; the request may have been processed (after 3
    /// attempts; x-request-id: 7f3a)`
    pub(super) fn fmt_details(
        &self,
        f: &mut fmt::Formatter<'_>,
        may_have_acted: bool,
        request_id: Option<&str>,
    ) -> fmt::Result {
        if may_have_acted {
            f.write_str("; the request may have been processed")?;
        }
        let attempts = (self.attempts > 1).then(|| format!("after {} attempts", self.attempts));
        let response = request_id.map(|id| format!("x-request-id: {}", shorten(id)));
        let details: Vec<String> = attempts.into_iter().chain(response).collect();
        if details.is_empty() { Ok(()) } else { write!(f, " ({})", details.join("; ")) }
    }
}

impl From<&'static Operation> for Call {
    fn from(operation: &'static Operation) -> Self {
        Self::of(operation)
    }
}

impl fmt::Display for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt_call_name_and_page(f, &self.operation, self.page.as_deref())
    }
}

impl fmt::Debug for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.debug_struct(f, "Call").finish()
    }
}

/// The URL of a request, without its query, which may be private. Also contains the deadline of the call, and the
/// secrets that errors about the call must not show.
#[derive(Clone)]
pub(crate) struct RequestTarget {
    /// The base URL. `None` for a call that was created for tests; `path` is then the full URL.
    base_url: Option<Arc<Url>>,
    path: Cow<'static, str>,
    /// The secrets to redact in every message about the call. A library's message may contain them, for example because
    /// it quotes a response.
    secrets: Secrets,
    pub(crate) deadline: Deadline,
    /// The URL as text. It is created only when needed, since few calls fail.
    text: OnceLock<String>,
}

impl RequestTarget {
    /// Creates the target for a path below a base URL. If `base_url` is `None`, `path` is a full URL.
    pub(crate) fn new(
        base_url: Option<Arc<Url>>,
        path: Cow<'static, str>,
        secrets: Secrets,
        deadline: Deadline,
    ) -> Arc<Self> {
        Arc::new(Self { base_url, path, secrets, deadline, text: OnceLock::new() })
    }

    fn for_test(url: String, deadline: Option<Duration>) -> Arc<Self> {
        Self::new(None, url.into(), Secrets::default(), Deadline::within(deadline))
    }

    fn as_str(&self) -> &str {
        let Self { base_url, path, secrets, text, .. } = self;
        text.get_or_init(|| {
            let base_url = base_url.as_ref();
            let origin = base_url.map(|url| url.origin().ascii_serialization()).unwrap_or_default();
            let prefix = base_url.map(|url| url.path().trim_end_matches('/')).unwrap_or_default();
            secrets.redact_text(&[&origin, prefix, path].concat())
        })
    }
}

#[derive(Clone, PartialEq, Eq)]
pub(crate) struct FailedPage {
    /// The cursor or number; `None` for a first page without one.
    pub(crate) at: Option<String>,
    /// How messages refer to the page, such as `page 3`.
    pub(crate) description: String,
}

/// Writes the start of a message: the call as the caller's code spells it, and the page if the call requested one. For
/// example: `books().list, page 3`
pub(super) fn fmt_call_name_and_page(
    f: &mut fmt::Formatter<'_>,
    operation: &Operation,
    page: Option<&FailedPage>,
) -> fmt::Result {
    f.write_str(operation.call_name())?;
    page.map_or(Ok(()), |page| write!(f, ", {}", page.description))
}

// Shows the page without its cursor, which is part of a query and may be private.
impl fmt::Debug for FailedPage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.description)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    static OPERATION: Operation = Operation::new("getThing", "GET", "/v1/api/things/{id}");

    #[test]
    fn finds_the_end_of_the_base_url_that_the_request_path_repeats() {
        let repeated = |url: &str| Call::of(&OPERATION).at(url).repeated_prefix();
        for (url, prefix) in [
            ("https://h/v1/v1/api/things/7", Some("/v1")),
            ("https://h/a/v1/v1/api/things/7?q", Some("/v1")),
            ("https://h/v1/api/v1/api/things/7", Some("/v1/api")),
            ("https://h/v1/api/things/7", None),
            ("https://h/api/v1/api/things/7", None),
            ("https://h/v1/a/v1/api/things/7", None),
            ("https://h/xv1/v1/api/things/7", None),
            ("https://h/v1", None),
            ("https://h", None),
            ("", None),
        ] {
            assert_eq!(repeated(url).as_deref(), prefix, "{url}");
        }
    }

    #[test]
    fn url_of_a_call_created_for_tests_omits_password_and_query() {
        for (url, expected) in [
            ("https://user:s3cret@host:1/a@b?token=s3cret#c", "https://host:1/a@b"),
            ("https://user@host", "https://host"),
            ("https://host/a?b@c", "https://host/a"),
            ("no URL", "no URL"),
        ] {
            assert_eq!(Call::of(&OPERATION).at(url).url(), expected);
        }
    }

    #[test]
    fn debug_output_of_a_call_shortens_and_escapes_its_url() {
        let debug = format!("{:?}", Call::of(&OPERATION).at(&format!("https://host/\n{}", "a".repeat(60_000))));
        assert!(debug.contains("https://host/\\naaa") && debug.contains('…') && debug.len() < 500, "{debug}");
    }
}
