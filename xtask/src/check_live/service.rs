//! Requests to the service, and what comes back.

use std::time::Duration;

use anyhow::Result;
use reqwest::{
    header::{ACCEPT, ACCEPT_ENCODING, AUTHORIZATION, CONTENT_TYPE, HeaderMap, RETRY_AFTER},
    redirect::Policy,
};
use url::Url;

use super::credentials::Credentials;
use crate::{
    address::Address,
    fetch::{self, SIZE_LIMIT, innermost_cause},
};

/// One GET.
#[derive(Debug)]
pub struct Request {
    pub url: Url,
    pub accept: Option<String>,
}

/// A whole response.
#[derive(Debug, Default)]
pub struct Answer {
    pub status: u16,
    /// The `content-type`.
    pub media_type: Option<String>,
    pub retry_after: Option<Duration>,
    pub body: Vec<u8>,
}

impl Answer {
    /// Whether it is what was asked for, and no error.
    pub fn is_success(&self) -> bool {
        (200..300).contains(&self.status)
    }
}

/// Why there is no whole response, without anything that was sent or received.
#[derive(Debug)]
pub struct Failure(pub String);

/// What answers requests.
pub trait Service {
    /// Sends one request.
    async fn get(&self, request: &Request) -> Result<Answer, Failure>;
}

/// The service itself.
pub struct Http {
    client: reqwest::Client,
    credentials: Credentials,
}

impl Http {
    /// The service at `address`. Redirects are responses like any other: the key goes nowhere else.
    ///
    /// # Errors
    /// TLS that cannot be set up.
    pub fn new(address: &Address, credentials: Credentials) -> Result<Self> {
        Ok(Self { client: fetch::client(address, Policy::none())?, credentials })
    }
}

impl Service for Http {
    async fn get(&self, request: &Request) -> Result<Answer, Failure> {
        // The same whichever features of reqwest are on.
        let mut sent = self.client.get(request.url.clone()).header(ACCEPT_ENCODING, "identity");
        if let Some(accept) = &request.accept {
            sent = sent.header(ACCEPT, accept);
        }
        sent = sent.header(AUTHORIZATION, self.credentials.bearer.clone());
        sent = sent.header("x-service-account", self.credentials.account.clone());
        let mut response = sent.send().await.map_err(|error| not_sent(&error))?;
        let (status, headers) = (response.status().as_u16(), response.headers());
        let media_type = headers.get(CONTENT_TYPE).map(|value| String::from_utf8_lossy(value.as_bytes()).into_owned());
        let retry_after = retry_after(headers);
        let mut body = Vec::new();
        loop {
            let chunk = response.chunk().await.map_err(|error| {
                let what = if error.is_timeout() { "did not end in time" } else { "was cut off" };
                Failure(format!("status {status}, but the body {what} after {} bytes", body.len()))
            })?;
            let Some(chunk) = chunk else { break };
            if body.len() + chunk.len() > SIZE_LIMIT {
                let limit = SIZE_LIMIT / 1024 / 1024;
                return Err(Failure(format!("status {status}, but the body is larger than {limit} MiB")));
            }
            body.extend_from_slice(&chunk);
        }
        Ok(Answer { status, media_type, retry_after, body })
    }
}

fn not_sent(error: &reqwest::Error) -> Failure {
    Failure(if error.is_builder() {
        "the request cannot be made".to_owned()
    } else if error.is_timeout() {
        "no response in time".to_owned()
    } else if error.is_connect() {
        // What the system or TLS says before anything was sent.
        format!("cannot connect ({})", innermost_cause(error))
    } else {
        "no response".to_owned()
    })
}

/// In seconds: a date is too far away to be waited for.
fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    Some(Duration::from_secs(headers.get(RETRY_AFTER)?.to_str().ok()?.parse().ok()?))
}
