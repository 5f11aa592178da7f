use bytes::Bytes;
use serde::de::Error as _;

use super::body::{self, End};
use super::exchange::HttpResponse;
use super::stream::ByteStream;
use crate::client::Settings;
use crate::decode::BodyError;
use crate::error::{
    ApiError, BodyText, Call, DecodeError, Error, Head, TransportError, UnexpectedStatus, is_web_page, request_id,
};
use crate::response::{Origin, ResponseValue};
use crate::secret::Secrets;

/// A 2xx response, as much of it as an attempt receives: if that fails, the attempt has failed.
pub(crate) trait Response: Sized + Send {
    /// What else decides how much is received.
    type How: Copy + Send + Sync;

    /// Receives what comes after the headers.
    fn receive(
        how: Self::How,
        settings: &Settings,
        secrets: &Secrets,
        unread: Unread,
    ) -> impl Future<Output = Result<Self, Error>> + Send;
}

/// A response with its whole body.
pub(crate) struct Buffered {
    secrets: Secrets,
    head: Head,
    body: Bytes,
}

/// A response whose body has not been read.
pub(crate) struct Unread {
    pub(super) head: Head,
    pub(super) response: HttpResponse,
}

impl Response for Buffered {
    type How = ();

    async fn receive((): (), settings: &Settings, secrets: &Secrets, unread: Unread) -> Result<Self, Error> {
        let Unread { mut head, mut response } = unread;
        let limit = settings.max_response_bytes;
        // What responds to `HEAD` has the length that the body of a `GET` would have, and no body.
        let has_body = head.call.operation.method() != "HEAD";
        let announced = response.content_length().filter(|_| has_body).unwrap_or(0);
        let fits = usize::try_from(announced).is_ok_and(|announced| announced <= limit);
        let (body, end) = if fits { body::read(&mut response, limit).await } else { (Bytes::new(), End::Limit) };
        match end {
            End::Whole => Ok(Self { secrets: secrets.clone(), head, body }),
            End::Limit => {
                secrets.redact_headers(&mut head.headers);
                Err(DecodeError::too_large(head, limit).into())
            }
            End::Lost(error) => {
                let id = request_id(&head.headers);
                Err(TransportError::from_reqwest(head.call, id, error).into())
            }
        }
    }
}

impl Buffered {
    /// Decodes the body with `decode`, which also gets the status.
    pub(crate) fn decode<T>(
        self,
        settings: &Settings,
        decode: impl FnOnce(u16, &[u8]) -> Result<T, BodyError>,
    ) -> Result<ResponseValue<T>, Error> {
        match decode(self.head.status.as_u16(), &self.body) {
            Ok(value) => {
                let Head { call, status, headers } = self.head;
                let raw_body = settings.keep_body.then_some(self.body);
                Ok(ResponseValue { value, status, headers, raw_body, origin: Some(origin(&call)) })
            }
            Err(error) => Err(self.unreadable(settings, error)),
        }
    }

    fn unreadable(mut self, settings: &Settings, error: BodyError) -> Error {
        let is_web_page =
            |source: &serde_json::Error| source.is_syntax() && is_web_page(&self.head.headers, &self.body);
        match error {
            BodyError::Mismatch { path, source } if !is_web_page(&source) => {
                self.secrets.redact_headers(&mut self.head.headers);
                let mut body = Vec::from(self.body);
                self.secrets.redact(&mut body);
                let path = path.map(|path| self.secrets.redact_text(&path));
                let text = source.to_string();
                let redacted = self.secrets.redact_text(&text);
                // Rebuilt from its text, an error of serde_json keeps its line and column, but not its category.
                let source = if redacted == text { source } else { serde_json::Error::custom(redacted) };
                DecodeError::mismatch(self.head, &body, path, source).into()
            }
            BodyError::Mismatch { .. } | BodyError::UndeclaredStatus => {
                let truncated = self.body.len() > settings.max_error_bytes;
                self.body.truncate(settings.max_error_bytes);
                error_response(&self.secrets, self.head, self.body, truncated)
            }
        }
    }
}

impl Response for Unread {
    type How = ();

    async fn receive((): (), _: &Settings, _: &Secrets, unread: Unread) -> Result<Self, Error> {
        Ok(unread)
    }
}

impl Unread {
    /// Streams the body as the variant that `of_stream` makes of it, by the status.
    pub(crate) fn stream_by_status<T>(self, of_stream: fn(u16, ByteStream) -> T) -> ResponseValue<T> {
        let status = self.head.status.as_u16();
        self.map(|call, id, response| of_stream(status, ByteStream::new(call, id, response)))
    }

    /// Streams the body.
    pub(crate) fn stream(self) -> ResponseValue<ByteStream> {
        self.map(ByteStream::new)
    }

    fn map<T>(self, value: impl FnOnce(Call, Option<&str>, HttpResponse) -> T) -> ResponseValue<T> {
        let Head { call, status, headers } = self.head;
        let origin = Some(origin(&call));
        let value = value(call, request_id(&headers), self.response);
        ResponseValue { value, status, headers, raw_body: None, origin }
    }
}

fn origin(call: &Call) -> Origin {
    Origin { operation: call.operation.clone(), attempts: call.attempts }
}

/// A response whose body is streamed or read, by its status.
pub(crate) enum ByStatusBody {
    Buffered(Buffered),
    Unread(Unread),
}

impl Response for ByStatusBody {
    /// Whether the body of a status is streamed.
    type How = fn(u16) -> bool;

    async fn receive(
        is_streamed: Self::How,
        settings: &Settings,
        secrets: &Secrets,
        unread: Unread,
    ) -> Result<Self, Error> {
        if is_streamed(unread.head.status.as_u16()) {
            Ok(Self::Unread(unread))
        } else {
            Buffered::receive((), settings, secrets, unread).await.map(Self::Buffered)
        }
    }
}

/// The error of a response that is not a success; `truncated` if there was more of its body.
pub(crate) fn error_response(secrets: &Secrets, mut head: Head, body: Bytes, truncated: bool) -> Error {
    let mut body = Vec::from(body);
    secrets.redact_headers(&mut head.headers);
    secrets.redact(&mut body);
    let body = BodyText::new(&body, truncated);
    if head.status.is_client_error() || head.status.is_server_error() {
        ApiError::from_response(head, body).into()
    } else {
        UnexpectedStatus::from_response(head, body).into()
    }
}
