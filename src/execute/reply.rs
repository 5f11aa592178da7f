use reqwest::{Response, StatusCode};
use serde::de::Error as _;

use crate::ResponseValue;
use crate::client::{Client, Settings};
use crate::error::{ApiError, BodyText, Call, DecodeError, Error, UnexpectedStatus};
use crate::response::BodyError;

/// A 2xx answer.
pub(crate) struct Reply {
    call: Call,
    /// Without its body where that has been read.
    response: Response,
    body: Vec<u8>,
    /// Its settings say what an error shows of the body.
    client: Client,
}

impl Reply {
    pub(super) fn new(client: Client, call: Call, response: Response, body: Vec<u8>) -> Self {
        Self { call, response, body, client }
    }

    pub(super) fn status(&self) -> StatusCode {
        self.response.status()
    }

    /// Reads the body with `decode`, which gets the status too.
    pub(crate) fn decode<T>(
        self,
        decode: impl FnOnce(u16, &[u8]) -> Result<T, BodyError>,
    ) -> Result<ResponseValue<T>, Error> {
        match decode(self.response.status().as_u16(), &self.body) {
            Ok(value) => Ok(self.map(|_, _| value)),
            Err(error) => Err(self.unreadable(error)),
        }
    }

    /// Makes a value of the call and the answer, which keeps its status and headers.
    pub(crate) fn map<T>(mut self, value: impl FnOnce(Call, Response) -> T) -> ResponseValue<T> {
        let status = self.response.status();
        let headers = std::mem::take(self.response.headers_mut());
        ResponseValue::new(value(self.call, self.response), status, headers)
    }

    fn unreadable(mut self, error: BodyError) -> Error {
        let settings = self.client.settings();
        let status: StatusCode = self.response.status();
        match error {
            BodyError::Mismatch { path, source } => {
                settings.credentials.redact(&mut self.body);
                let path = path.map(|path| settings.credentials.redact_text(&path));
                let told = source.to_string();
                let redacted = settings.credentials.redact_text(&told);
                // Made of its text, an error of serde_json keeps its line and column, but not its category.
                let source = if redacted == told { source } else { serde_json::Error::custom(redacted) };
                DecodeError::mismatch(self.call, status, &self.body, path, source).into()
            }
            BodyError::UndeclaredStatus => {
                let truncated = self.body.len() > settings.max_error_bytes;
                self.body.truncate(settings.max_error_bytes);
                refusal(settings, self.call, self.response, self.body, truncated)
            }
        }
    }
}

/// An answer that is no success; its body is `truncated` where the answer had more of it.
pub(super) fn refusal(
    settings: &Settings,
    call: Call,
    mut response: Response,
    mut body: Vec<u8>,
    truncated: bool,
) -> Error {
    let status = response.status();
    let mut headers = std::mem::take(response.headers_mut());
    settings.credentials.redact_headers(&mut headers);
    settings.credentials.redact(&mut body);
    let body = BodyText::new(&body, truncated);
    if status.is_client_error() || status.is_server_error() {
        ApiError::new(call, status, headers, body).into()
    } else {
        UnexpectedStatus::new(call, status, headers, body).into()
    }
}
