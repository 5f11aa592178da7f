//! The requests that a call sends. Sending consumes a request, so each attempt has one of its own. It is made anew for
//! a retry: a copy made ahead would cost every call what few of them need.

use std::borrow::Cow;

use bytes::Bytes;
use reqwest::header::{HeaderMap, HeaderName, HeaderValue};
use reqwest::{Body, Method, Url};

use crate::authenticate::{Authentication, Unauthenticated};
use crate::client::{BaseUrl, Settings};
use crate::encode::Query;
use crate::error::{BoxError, redacted_line, with_reason};
use crate::multipart::Pieces;
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
    /// The request of the next attempt, once it has been made.
    pub(crate) next: Option<reqwest::Request>,
    /// The `authorization` of the last attempt.
    pub(crate) authorization: Option<HeaderValue>,
}

impl Request<'_> {
    /// Makes the request of the first attempt, or says why it cannot be sent: before anything waits. Where it is not
    /// authenticated at once, it is left to [`ready`](Self::ready). Returns what no error may show.
    pub(super) fn prepare(&mut self) -> Result<Secrets, String> {
        let (mut url, mut headers) = self.head()?;
        let mut refused = None;
        if let Some(authenticated) = self.authenticate(&mut url, &mut headers, &mut refused).now() {
            self.complete(url, headers, authenticated, refused)?;
        }
        Ok(self.secrets())
    }

    /// Makes the request of the next attempt, when it is authenticated. Returns what no error may show.
    pub(super) async fn ready(&mut self) -> Result<Secrets, String> {
        let (mut url, mut headers) = self.head()?;
        let mut refused = None;
        let authenticated = self.authenticate(&mut url, &mut headers, &mut refused).await;
        self.complete(url, headers, authenticated, refused)?;
        Ok(self.secrets())
    }

    /// What no text about the next attempt may show.
    fn secrets(&self) -> Secrets {
        match &self.next {
            Some(next) => self.settings.secrets_of(next.headers()),
            None => self.settings.secrets(),
        }
    }

    /// `true` if another attempt can be made.
    pub(super) fn is_repeatable(&self) -> bool {
        !matches!(self.payload, Payload::Body(None))
    }

    /// Says that the last attempt was refused with 401; whether the next one has another token.
    pub(super) fn renew(&self) -> bool {
        self.authorization.as_ref().is_some_and(|refused| self.settings.authentication.renew(refused))
    }

    /// The URL and the headers, which lack what authenticates the request.
    fn head(&self) -> Result<(Url, HeaderMap), String> {
        let url = self.base_url.join(&self.path, self.query.as_str());
        let url = url.ok_or("its path would not arrive as it is meant")?;
        // Those that authenticate it, and those that reqwest and hyper add: a map that grows is built anew.
        let mut headers = HeaderMap::with_capacity(self.headers.len() + 5);
        for (name, value) in &self.headers {
            headers.insert(name, value.clone());
        }
        #[cfg(feature = "gzip")]
        if self.method == Method::HEAD {
            // A decompressed response loses the headers that a `HEAD` is made for.
            headers.insert(reqwest::header::ACCEPT_ENCODING, HeaderValue::from_static("identity"));
        }
        Ok((url, headers))
    }

    fn authenticate<'r>(
        &'r self,
        url: &'r mut Url,
        headers: &'r mut HeaderMap,
        refused: &'r mut Option<String>,
    ) -> Authentication<'r> {
        let settings = self.settings;
        settings.authentication.authenticate(Unauthenticated {
            method: &self.method,
            url,
            headers,
            refused,
            http: &settings.http,
            base_url: settings.base_url.as_url(),
            security: self.operation.security,
            overrides: &settings.overrides.headers,
        })
    }

    /// Adds what comes after authentication.
    fn complete(
        &mut self,
        url: Url,
        mut headers: HeaderMap,
        authenticated: Result<(), BoxError>,
        refused: Option<String>,
    ) -> Result<(), String> {
        let authenticated = authenticated.and_then(|()| refused.map_or(Ok(()), |reason| Err(reason.into())));
        let settings = self.settings;
        authenticated.map_err(|reason| {
            let secrets = settings.secrets().and_of(&headers);
            with_reason("it cannot be authenticated", &redacted_line(&secrets, &reason.to_string()))
        })?;
        settings.overrides.apply(&mut headers)?;
        if settings.interceptors.is_empty() {
            settings.authentication.check_headers(&headers)?;
        }
        let next = self.next.insert(reqwest::Request::new(self.method.clone(), url));
        *next.headers_mut() = headers;
        self.payload.put_into(next);
        Ok(())
    }
}

/// The body of each attempt.
pub(crate) enum Payload {
    None,
    Bytes(Bytes),
    Pieces(Pieces),
    /// Made by the caller; `None` once a stream has been sent.
    Body(Option<Body>),
}

impl Payload {
    fn put_into(&mut self, request: &mut reqwest::Request) {
        *request.body_mut() = match self {
            Self::None => None,
            Self::Bytes(bytes) => Some(bytes.clone().into()),
            Self::Pieces(pieces) => Some(pieces.body()),
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
