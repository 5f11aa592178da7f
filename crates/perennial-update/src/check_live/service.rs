use std::{error::Error as _, fmt};

use perennial::{
    ByteStream, Core, Error,
    error::TransportError,
    http::{HeaderMap, Method, StatusCode, header},
    reqwest,
};
use perennial_codegen::{
    api::{Expansion, Location, Operation, Parameter, Style},
    text::path,
};

use crate::fetch::{SIZE_LIMIT, innermost_cause};

#[derive(Debug, Default)]
pub struct Answer {
    pub status: u16,
    pub media_type: Option<String>,
    pub body: Vec<u8>,
}

impl Answer {
    pub fn is_success(&self) -> bool {
        (200..300).contains(&self.status)
    }

    fn from_parts(status: StatusCode, headers: &HeaderMap, body: Result<Vec<u8>, String>) -> Result<Self, CallFailure> {
        let media_type = headers.get(header::CONTENT_TYPE);
        let media_type = media_type.map(|value| String::from_utf8_lossy(value.as_bytes()).into_owned());
        let status = status.as_u16();
        let body = body.map_err(|why| CallFailure::NoResponse(format!("status {status}: the body {why}")))?;
        Ok(Self { status, media_type, body })
    }

    /// Creates the answer for an error response. Fails if the body is truncated. The message cannot name the cause,
    /// because it is not known.
    fn from_error(
        status: StatusCode,
        headers: &HeaderMap,
        body: &str,
        is_truncated: bool,
    ) -> Result<Self, CallFailure> {
        Self::from_parts(status, headers, if is_truncated { Err("is incomplete".to_owned()) } else { Ok(body.into()) })
    }
}

/// The reason why a call has no complete response. It contains nothing that was sent or received.
#[derive(Debug)]
pub enum CallFailure {
    /// The client did not send the request. Contains the reason.
    Refused(String),
    /// No complete response was received. Contains the reason.
    NoResponse(String),
}

impl fmt::Display for CallFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(why) => write!(f, "the request cannot be created: {why}"),
            Self::NoResponse(why) => f.write_str(why),
        }
    }
}

pub trait GetService {
    async fn get(&self, operation: &Operation, arguments: &[(&Parameter, &str)]) -> Result<Answer, CallFailure>;
}

impl GetService for Core {
    async fn get(&self, operation: &Operation, arguments: &[(&Parameter, &str)]) -> Result<Answer, CallFailure> {
        // This header is set explicitly, because its default depends on the features of reqwest.
        let request = self.request(Method::GET, path_template(operation)).header("accept-encoding", "identity");
        let request = request.query(operation.fixed_query.clone());
        let request = operation.accept.iter().fold(request, |request, accept| request.header("accept", accept));
        let cookies = arguments.iter().filter(|(parameter, _)| matches!(parameter.location, Location::Cookie(_)));
        let cookies = cookies.map(|(parameter, value)| format!("{}={value}", parameter.wire_name));
        let cookies = cookies.reduce(|cookies, cookie| format!("{cookies}; {cookie}"));
        let request = cookies.into_iter().fold(request, |request, cookies| request.header("cookie", cookies));
        let request = arguments.iter().fold(request, |request, (parameter, value)| match parameter.location {
            Location::Path(_) => request.path(&parameter.wire_name, value),
            Location::Header(_) => request.header(&parameter.wire_name, value),
            Location::Cookie(_) => request,
            Location::Query(_) | Location::Part(_) | Location::Body => request.query([(&*parameter.wire_name, *value)]),
        });
        match request.send_stream().await {
            Ok(response) => {
                let (status, headers) = (response.status(), response.headers().clone());
                Answer::from_parts(status, &headers, read_body(response.into_inner()).await)
            }
            Err(Error::Api(error)) => {
                Answer::from_error(error.status(), error.headers(), error.body(), error.is_body_truncated())
            }
            Err(Error::UnexpectedStatus(error)) => {
                Answer::from_error(error.status(), error.headers(), error.body(), error.is_body_truncated())
            }
            Err(Error::Transport(error)) => Err(CallFailure::NoResponse(describe_failure(&error))),
            Err(Error::InvalidRequest(error)) => Err(CallFailure::Refused(error.reason().to_owned())),
            Err(other) => Err(CallFailure::Refused(other.error_type().to_owned())),
        }
    }
}

/// Returns the path template of an operation. For the path styles `label` and `matrix`, the prefix of a value is
/// inserted before its placeholder.
pub fn path_template(operation: &Operation) -> String {
    operation.path_parameters().into_iter().fold(operation.template.clone(), |template, parameter| {
        let place = format!("{{{}}}", parameter.wire_name);
        match parameter.location {
            Location::Path(Expansion { style: Style::Label, .. }) => template.replace(&place, &format!(".{place}")),
            Location::Path(Expansion { style: Style::Matrix, .. }) => {
                let name = path::literal(&parameter.wire_name);
                template.replace(&place, &format!(";{name}={place}"))
            }
            _ => template,
        }
    })
}

/// Reads the body of a successful response. An error completes the sentence "the body …".
async fn read_body(mut stream: ByteStream) -> Result<Vec<u8>, String> {
    let mut body = Vec::new();
    loop {
        let chunk = stream.chunk().await.map_err(|error| {
            let what = if error.is_timeout() { "was not complete within the time limit" } else { "was cut off" };
            format!("{what} after {} bytes", body.len())
        })?;
        let Some(chunk) = chunk else { return Ok(body) };
        body.extend_from_slice(&chunk);
        if body.len() > SIZE_LIMIT {
            return Err(format!("is larger than {} MiB", SIZE_LIMIT / 1024 / 1024));
        }
    }
}

/// Describes the failure without the request's path, which may contain an id.
fn describe_failure(error: &TransportError) -> String {
    let cause = error.source().and_then(|source| source.downcast_ref::<reqwest::Error>());
    match cause.map(innermost_cause) {
        _ if error.is_timeout() => "there was no response within the time limit".to_owned(),
        // The system or TLS failed before anything was sent, so the cause contains no part of the request.
        Some(cause) if error.is_connect() => format!("cannot connect ({cause})"),
        _ => error.failure().to_string(),
    }
}
