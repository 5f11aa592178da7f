//! What a call sends. Sending consumes a request, so each attempt has one of its own. It is made anew for a retry: a copy
//! made ahead would cost every call what few of them need.

use std::borrow::Cow;

use bytes::Bytes;
use reqwest::header::{HeaderMap, HeaderName, HeaderValue};
use reqwest::{Body, Method};

use crate::client::{BaseUrl, Settings};
use crate::encode::Query;
use crate::multipart::Written;
use crate::operation::Operation;

/// A call that is ready to be sent.
pub(super) struct Outgoing<'a> {
    pub(super) settings: &'a Settings,
    pub(super) operation: &'static Operation,
    pub(super) method: Method,
    pub(super) base_url: Cow<'a, BaseUrl>,
    pub(super) path: String,
    pub(super) query: Query,
    /// Those of the operation, to which the client adds its own.
    pub(super) headers: Vec<(HeaderName, HeaderValue)>,
    pub(super) payload: Payload,
}

impl Outgoing<'_> {
    /// The request of one attempt, or the reason why it cannot be sent.
    pub(super) fn request(&mut self) -> Result<reqwest::Request, String> {
        let url = self.base_url.join(&self.path, self.query.as_str());
        let url = url.ok_or("its path would not arrive as it is meant")?;
        let mut request = reqwest::Request::new(self.method.clone(), url);
        *request.headers_mut() = self.headers()?;
        self.payload.put_into(&mut request);
        Ok(request)
    }

    /// Whether another attempt can be made.
    pub(super) fn is_repeatable(&self) -> bool {
        !matches!(self.payload, Payload::Body(None))
    }

    fn headers(&self) -> Result<HeaderMap, String> {
        let mut headers = HeaderMap::new();
        for (name, value) in &self.headers {
            headers.insert(name, value.clone());
        }
        self.settings.credentials.apply(&mut headers);
        self.settings.overrides.apply(&mut headers)?;
        Ok(headers)
    }
}

/// The body of each attempt.
pub(super) enum Payload {
    None,
    Bytes(Bytes),
    Parts(Written),
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
