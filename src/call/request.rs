//! The requests that a call sends. Sending consumes a request, so each attempt has one of its own. It is made anew for
//! a retry: a copy made ahead would cost every call what few of them need.

use std::borrow::Cow;

use bytes::Bytes;
use reqwest::header::{HeaderMap, HeaderName, HeaderValue};
use reqwest::{Body, Method};

use crate::client::{BaseUrl, Credentials, Settings};
use crate::encode::Query;
use crate::multipart::Multipart;
use crate::operation::OperationRef;
use crate::secret::Secrets;

/// The parts that the requests of a call are made of.
pub(crate) struct Request<'a> {
    pub(crate) settings: &'a Settings,
    pub(crate) operation: OperationRef,
    pub(crate) method: Method,
    pub(crate) base_url: BaseUrl,
    pub(crate) path: Cow<'static, str>,
    pub(crate) query: Query,
    /// Those of the operation: its parameters, and what it says of bodies.
    pub(crate) headers: Vec<(HeaderName, HeaderValue)>,
    pub(crate) payload: Payload,
    /// The request of the first attempt, once it has been made.
    pub(crate) first: Option<reqwest::Request>,
}

impl Request<'_> {
    /// Makes the request of the first attempt, or says why it cannot be sent: before anything waits. Returns what no
    /// error may show.
    pub(super) fn prepare(&mut self) -> Result<Secrets, String> {
        let first = self.make()?;
        let secrets = self.settings.credentials.secrets(first.headers());
        self.first = Some(first);
        Ok(secrets)
    }

    /// The request of the next attempt.
    pub(super) fn next(&mut self) -> Result<reqwest::Request, String> {
        self.first.take().map_or_else(|| self.make(), Ok)
    }

    /// `true` if another attempt can be made.
    pub(super) fn is_repeatable(&self) -> bool {
        !matches!(self.payload, Payload::Body(None))
    }

    fn make(&mut self) -> Result<reqwest::Request, String> {
        let url = self.base_url.join(&self.path, self.query.as_str());
        let url = url.ok_or("its path would not arrive as it is meant")?;
        let mut request = reqwest::Request::new(self.method.clone(), url);
        *request.headers_mut() = self.headers()?;
        self.payload.put_into(&mut request);
        Ok(request)
    }

    fn headers(&self) -> Result<HeaderMap, String> {
        // Credentials, account, and those that reqwest and hyper add: a map that grows is built anew.
        let mut headers = HeaderMap::with_capacity(self.headers.len() + 5);
        for (name, value) in &self.headers {
            headers.insert(name, value.clone());
        }
        #[cfg(feature = "gzip")]
        if self.method == Method::HEAD {
            // A decompressed response loses the headers that a `HEAD` is made for.
            headers.insert(reqwest::header::ACCEPT_ENCODING, HeaderValue::from_static("identity"));
        }
        self.settings.credentials.apply(&mut headers);
        self.settings.overrides.apply(&mut headers)?;
        if self.settings.interceptors.is_empty() {
            Credentials::check(&headers)?;
        }
        Ok(headers)
    }
}

/// The body of each attempt.
pub(crate) enum Payload {
    None,
    Bytes(Bytes),
    Parts(Multipart),
    /// Made by the caller; `None` once a stream has been sent.
    Body(Option<Body>),
}

impl Payload {
    fn put_into(&mut self, request: &mut reqwest::Request) {
        *request.body_mut() = match self {
            Self::None => None,
            Self::Bytes(bytes) => Some(bytes.clone().into()),
            Self::Parts(parts) => Some(parts.body()),
            Self::Body(body) => body.take(),
        };
        if let Self::Body(body) = self {
            // reqwest copies a body only as that of a request, and not if it is a stream.
            *body = request.try_clone().and_then(|mut copy| copy.body_mut().take());
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io;

    use futures_util::stream;

    use super::*;

    #[test]
    fn a_body_of_the_caller_is_kept_for_a_retry_unless_it_is_a_stream() {
        let streamed = Body::wrap_stream(stream::iter([Ok::<_, io::Error>("text")]));
        for (body, is_kept) in [(Body::from("text"), true), (streamed, false)] {
            let mut payload = Payload::Body(Some(body));
            let mut request = reqwest::Request::new(Method::POST, "http://localhost".parse().unwrap());
            payload.put_into(&mut request);
            assert!(request.body().is_some());
            assert_eq!(matches!(payload, Payload::Body(Some(_))), is_kept);
        }
    }
}
