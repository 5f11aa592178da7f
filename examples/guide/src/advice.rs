use monitoring_service::{Error, error::ApiErrorKind};

pub fn advice(error: &Error) -> &'static str {
    match error {
        Error::Api(error) if error.kind() == ApiErrorKind::Unauthorized => "check the API key",
        error if error.retry_after().is_some() => "wait for the time in `retry_after`",
        error if error.is_retryable() => "try again later",
        _ => "read the error",
    }
}
