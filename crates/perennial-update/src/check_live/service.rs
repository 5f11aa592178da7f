//! Requests to the service, and what comes back.

use anyhow::{Context as _, Result, anyhow};
use reqwest::{
    Client,
    header::{ACCEPT, ACCEPT_ENCODING, CONTENT_TYPE},
};
use url::Url;

use crate::fetch::{self, innermost_cause};

/// A whole response.
#[derive(Debug, Default)]
pub struct Answer {
    pub status: u16,
    /// The `content-type`.
    pub media_type: Option<String>,
    pub body: Vec<u8>,
}

impl Answer {
    /// Returns `true` if it is what was asked for, and no error.
    pub fn is_success(&self) -> bool {
        (200..300).contains(&self.status)
    }
}

/// A service that answers requests.
pub trait Service {
    /// Sends one GET.
    ///
    /// # Errors
    /// Why there is no whole response, without anything that was sent or received.
    async fn get(&self, url: Url, accept: Option<&str>) -> Result<Answer>;
}

impl Service for Client {
    async fn get(&self, url: Url, accept: Option<&str>) -> Result<Answer> {
        // The same whichever features of reqwest are on.
        let request = Client::get(self, url).header(ACCEPT_ENCODING, "identity");
        let request = accept.into_iter().fold(request, |request, accept| request.header(ACCEPT, accept));
        let response = request.send().await.map_err(|error| not_sent(&error))?;
        let (status, headers) = (response.status().as_u16(), response.headers());
        let media_type = headers.get(CONTENT_TYPE).map(|value| String::from_utf8_lossy(value.as_bytes()).into_owned());
        let body = fetch::body(response).await.with_context(|| format!("status {status}"))?;
        Ok(Answer { status, media_type, body })
    }
}

fn not_sent(error: &reqwest::Error) -> anyhow::Error {
    if error.is_builder() {
        anyhow!("the request cannot be made")
    } else if error.is_timeout() {
        anyhow!("no response in time")
    } else if error.is_connect() {
        // The system or TLS says this before anything is sent.
        anyhow!("cannot connect ({})", innermost_cause(error))
    } else {
        anyhow!("no response")
    }
}
