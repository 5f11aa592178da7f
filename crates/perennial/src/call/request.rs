//! Builds the requests that a call sends.
//!
//! Sending a request consumes it, so each attempt needs a new one. The request of a retry is built only when it is
//! needed, because few calls are retried.

use std::borrow::Cow;
use std::time::Duration;

use bytes::Bytes;
use reqwest::header::{AUTHORIZATION, HeaderMap, HeaderName, HeaderValue};
use reqwest::{Body, Method, Url};

use crate::authenticate::{Authentication, TemporaryFailure, Unauthenticated};
use crate::client::{BaseUrl, Settings};
use crate::encode::Query;
use crate::error::{BoxError, Error, InvalidRequest, redacted_line, with_reason};
use crate::multipart::Pieces;
use crate::operation::OperationRef;
use crate::secret::Secrets;

/// The parameters and the body of a call, from which the request of each attempt is built.
pub(crate) struct Request<'a> {
    pub(crate) settings: &'a Settings,
    pub(crate) operation: OperationRef,
    pub(crate) method: Method,
    pub(crate) base_url: BaseUrl,
    pub(crate) path: Cow<'static, str>,
    pub(crate) query: Query,
    /// The operation's header parameters, and headers such as `content-type` that depend on the operation.
    pub(crate) headers: Vec<(HeaderName, HeaderValue)>,
    pub(crate) payload: Payload,
    /// The request of the next attempt, once it has been built.
    pub(crate) next: Option<reqwest::Request>,
    /// The `authorization` header of the last attempt.
    pub(crate) authorization: Option<HeaderValue>,
}

/// The reason why the request of an attempt is not ready.
pub(super) enum NotReady {
    Failed(Error),
    /// Authentication failed, but another attempt may succeed. Secrets have been redacted from the failure.
    Temporary(TemporaryFailure),
}

impl From<Error> for NotReady {
    fn from(error: Error) -> Self {
        Self::Failed(error)
    }
}

impl Request<'_> {
    /// Builds the request of the first attempt before the call waits for anything. If authentication has to be awaited
    /// or repeated, the request is left to [`prepare_next`](Self::prepare_next). Returns the secrets that must not
    /// appear in errors.
    pub(super) fn prepare_first(&mut self) -> Result<Secrets, Error> {
        let (mut url, mut headers) = self.build_url_and_headers()?;
        let (mut refused, time) = (None, self.settings.timeout);
        if let Some(authenticated) = self.authenticate(&mut url, &mut headers, &mut refused, time).result_if_done()
            && let Err(NotReady::Failed(error)) = self.finish_next(url, headers, authenticated, refused)
        {
            return Err(error);
        }
        Ok(self.secrets_of_next())
    }

    /// Authenticates and builds the request of the next attempt. Authentication may take at most `time`. Returns the
    /// secrets that must not appear in errors about that attempt.
    pub(super) async fn prepare_next(&mut self, time: Duration) -> Result<Secrets, NotReady> {
        let (mut url, mut headers) = self.build_url_and_headers()?;
        let mut refused = None;
        let authenticated = self.authenticate(&mut url, &mut headers, &mut refused, time).await;
        self.finish_next(url, headers, authenticated, refused)?;
        Ok(self.secrets_of_next())
    }

    /// Creates the error for a request that is not sent. The reason is redacted, because it may quote values that the
    /// caller passed.
    pub(super) fn refuse(&self, reason: &str) -> Error {
        InvalidRequest::refused(self.operation.clone(), self.settings.secrets().redact_text(reason)).into()
    }

    fn secrets_of_next(&self) -> Secrets {
        match &self.next {
            Some(next) => self.settings.secrets_of(next.headers()),
            None => self.settings.secrets(),
        }
    }

    /// Returns whether the request of another attempt can be built. It cannot be if a streamed body has been sent.
    pub(super) fn is_repeatable(&self) -> bool {
        !matches!(self.payload, Payload::Body(None))
    }

    /// Returns the `authorization` header of the next attempt.
    pub(super) fn next_authorization(&self) -> Option<&HeaderValue> {
        self.next.as_ref()?.headers().get(AUTHORIZATION)
    }

    /// Drops the token of the last attempt, which the service refused with 401. Returns whether the next attempt should
    /// have a different token.
    pub(super) fn renew_token(&self) -> bool {
        self.authorization.as_ref().is_some_and(|refused| self.settings.authentication.renew(refused))
    }

    /// Records that the service accepted the token of the last attempt.
    pub(super) fn record_accepted_token(&self) {
        if let Some(authorization) = &self.authorization {
            self.settings.authentication.record_accepted(authorization);
        }
    }

    /// Builds the URL and the headers, without the credentials.
    fn build_url_and_headers(&self) -> Result<(Url, HeaderMap), Error> {
        if let Some(reason) = self.settings.overrides.refusal() {
            return Err(self.refuse(reason));
        }
        let url = self.base_url.join(&self.path, self.query.as_str());
        let url = url.ok_or_else(|| self.refuse("the path would change when it is parsed as a URL"))?;
        // The capacity includes the headers that authentication, reqwest and hyper add, because growing the map would
        // rebuild it.
        let mut headers = HeaderMap::with_capacity(self.headers.len() + 5);
        for (name, value) in &self.headers {
            headers.insert(name, value.clone());
        }
        #[cfg(feature = "gzip")]
        if self.method == Method::HEAD {
            // reqwest removes `content-length` and `content-encoding` when it decompresses, but a caller of `HEAD` may
            // need exactly these headers.
            headers.insert(reqwest::header::ACCEPT_ENCODING, HeaderValue::from_static("identity"));
        }
        Ok((url, headers))
    }

    fn authenticate<'r>(
        &'r self,
        url: &'r mut Url,
        headers: &'r mut HeaderMap,
        refused: &'r mut Option<String>,
        time: Duration,
    ) -> Authentication<'r> {
        let settings = self.settings;
        settings.authentication.authenticate(Unauthenticated {
            method: &self.method,
            url,
            headers,
            refused,
            token_http: &settings.token_http,
            base_url: settings.base_url.as_url(),
            security: self.operation.security,
            overrides: &settings.overrides.headers,
            retry: &settings.retry,
            time,
            timeout: settings.timeout,
        })
    }

    /// Completes the request and stores it in `next`: checks the result of authentication, applies the header
    /// overrides, and adds the body.
    fn finish_next(
        &mut self,
        url: Url,
        mut headers: HeaderMap,
        authenticated: Result<(), BoxError>,
        refused: Option<String>,
    ) -> Result<(), NotReady> {
        let authenticated = authenticated.and_then(|()| refused.map_or(Ok(()), |reason| Err(reason.into())));
        let settings = self.settings;
        authenticated.map_err(|error| {
            let secrets = settings.secrets().with_authorization_of(&headers);
            let reason = redacted_line(&secrets, &error.to_string());
            match error.downcast::<TemporaryFailure>() {
                Ok(failure) => NotReady::Temporary(TemporaryFailure { reason, ..*failure }),
                Err(_) => self.refuse(&with_reason("the request cannot be authenticated", &reason)).into(),
            }
        })?;
        settings.overrides.apply(&mut headers).map_err(|reason| self.refuse(&reason))?;
        if settings.interceptors.is_empty() {
            settings.authentication.check_headers(&headers).map_err(|reason| self.refuse(&reason))?;
        }
        let next = self.next.insert(reqwest::Request::new(self.method.clone(), url));
        *next.headers_mut() = headers;
        self.payload.set_body_of(next);
        Ok(())
    }
}

pub(crate) enum Payload {
    None,
    Bytes(Bytes),
    Pieces(Pieces),
    /// A body that the caller created; `None` once a streamed body has been sent.
    Body(Option<Body>),
}

impl Payload {
    fn set_body_of(&mut self, request: &mut reqwest::Request) {
        *request.body_mut() = match self {
            Self::None => None,
            Self::Bytes(bytes) => Some(bytes.clone().into()),
            Self::Pieces(pieces) => Some(pieces.body()),
            Self::Body(body) => body.take(),
        };
        if let Self::Body(body) = self {
            // The body is needed again for a retry. reqwest can copy a body only as part of a request, and only if it
            // is not a stream.
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
    fn request_body_is_kept_for_retries_unless_it_is_a_stream() {
        let streamed = Body::wrap_stream(stream::iter([Ok::<_, io::Error>("text")]));
        for (body, is_kept) in [(Body::from("text"), true), (streamed, false)] {
            let mut payload = Payload::Body(Some(body));
            let mut request = reqwest::Request::new(Method::POST, "http://localhost".parse().unwrap());
            payload.set_body_of(&mut request);
            assert!(request.body().is_some());
            assert_eq!(matches!(payload, Payload::Body(Some(_))), is_kept);
        }
    }
}
