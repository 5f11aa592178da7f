use bytes::Bytes;

use super::body::{self, BodyEnd};
use super::exchange::HttpResponse;
use super::stream::{ByteStream, Streamed};
use super::stream_context::{StreamContext, mismatch_error};
use crate::client::Settings;
use crate::decode::BodyError;
use crate::error::{
    ApiError, BodyText, Call, DecodeError, Error, Head, TooLarge, TransportError, UnexpectedStatus, content_type,
    is_web_page, request_id,
};
use crate::multipart::media_type;
use crate::response::{Origin, ResponseValue};

/// A 2xx response, or a declared redirect. The body of a 2xx response has been read, unless it is streamed.
pub(crate) struct SuccessResponse {
    head: Head,
    /// The body; empty if it is streamed, and for a redirect.
    body: Bytes,
    response: HttpResponse,
}

impl SuccessResponse {
    /// Reads the body of a 2xx response, unless responses with its status are streamed.
    pub(super) async fn receive(
        streamed: Streamed,
        settings: &Settings,
        mut head: Head,
        mut response: HttpResponse,
    ) -> Result<Self, Error> {
        let limit = settings.max_response_bytes;
        let announced = response.content_length.unwrap_or(0);
        let (body, end) = if head.status.is_redirection() || (streamed.with)(head.status.as_u16()) {
            (Bytes::new(), BodyEnd::Complete)
        } else if usize::try_from(announced).is_ok_and(|announced| announced <= limit) {
            body::read_up_to_limit(&mut response, limit).await
        } else {
            (Bytes::new(), BodyEnd::LimitReached)
        };
        match end {
            BodyEnd::Complete => Ok(Self { head, body, response }),
            BodyEnd::LimitReached => {
                head.redact_headers();
                Err(DecodeError::too_large(head, TooLarge::for_response("the body", limit)).into())
            }
            BodyEnd::ConnectionLost(error) => {
                let id = request_id(&head.headers);
                Err(TransportError::from_reqwest(head.call, id, error).into())
            }
        }
    }

    pub(crate) fn status(&self) -> u16 {
        self.head.status.as_u16()
    }

    /// Returns whether the body is text: its media type is not JSON. A web page counts as text only if
    /// `allows_web_pages` is set.
    pub(crate) fn is_text(&self, allows_web_pages: bool) -> bool {
        let media_type = self.media_type();
        !media_type::is_json(media_type) && (allows_web_pages || media_type::essence(media_type) != "text/html")
    }

    /// Returns the charset that the response declares for its body, in lower case. Empty if it declares none.
    pub(crate) fn charset(&self) -> String {
        media_type::parameter(self.media_type(), "charset").unwrap_or_default().to_ascii_lowercase()
    }

    fn media_type(&self) -> &str {
        content_type(&self.head.headers).unwrap_or_default()
    }

    pub(crate) fn decode<T>(
        self,
        settings: &Settings,
        decode: impl Fn(u16, &[u8]) -> Result<T, BodyError>,
    ) -> Result<ResponseValue<T>, Error> {
        let mut decoded = decode(self.status(), &self.body);
        if matches!(decoded, Err(BodyError::UndeclaredBody)) && !is_web_page(&self.head.headers, &self.body) {
            // The caller does not expect a body, so a body such as the text `OK` is treated as an empty one.
            decoded = decode(self.status(), &[]);
        }
        match decoded {
            Ok(value) => Ok(response_with_value(value, self.head, settings.keep_body.then_some(self.body))),
            Err(error) => Err(self.decode_error(settings, error)),
        }
    }

    pub(crate) fn stream<T>(
        self,
        settings: &Settings,
        create_value: impl FnOnce(u16, ByteStream) -> T,
    ) -> ResponseValue<T> {
        let Self { head, response, .. } = self;
        let context = StreamContext { head: head.clone(), limit: settings.max_response_bytes };
        let body = ByteStream::new(context, response, settings.timeout);
        response_with_value(create_value(head.status.as_u16(), body), head, None)
    }

    fn decode_error(mut self, settings: &Settings, error: BodyError) -> Error {
        let is_web_page =
            |source: &serde_json::Error| source.is_syntax() && is_web_page(&self.head.headers, &self.body);
        match error {
            BodyError::Mismatch { path, source } if !is_web_page(&source) => {
                mismatch_error(self.head, &self.body, path, source).into()
            }
            BodyError::Mismatch { .. } | BodyError::UndeclaredStatus | BodyError::UndeclaredBody => {
                let truncated = self.body.len() > settings.max_error_bytes;
                self.body.truncate(settings.max_error_bytes);
                error_response(self.head, self.body, truncated)
            }
        }
    }
}

fn response_with_value<T>(value: T, head: Head, raw_body: Option<Bytes>) -> ResponseValue<T> {
    let Head { call: Call { operation, attempts, .. }, status, headers } = head;
    ResponseValue { value, status, headers, raw_body, origin: Some(Origin { operation, attempts }) }
}

/// Creates the error for a response whose status is not 2xx. `truncated` is true if `body` is only the beginning of the
/// response body.
pub(super) fn error_response(mut head: Head, body: Bytes, truncated: bool) -> Error {
    let mut body = Vec::from(body);
    head.redact_headers();
    head.call.secrets().redact(&mut body);
    let body = BodyText::new(&body, truncated);
    if head.status.is_client_error() || head.status.is_server_error() {
        ApiError::from_response(head, body).into()
    } else {
        UnexpectedStatus::from_response(head, body).into()
    }
}
