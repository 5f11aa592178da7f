//! Fetches the served document.

use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use reqwest::{
    Response, StatusCode,
    header::{ACCEPT, LOCATION},
    redirect::Policy,
};

use crate::{address::Address, progress};

const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);
const READ_TIMEOUT: Duration = Duration::from_secs(30);
const TIMEOUT: Duration = Duration::from_secs(120);
/// The largest document that is read.
pub const SIZE_LIMIT: usize = 32 * 1024 * 1024;
const REDIRECT_LIMIT: usize = 5;

/// The body of the service's response.
///
/// # Errors
/// Anything but a whole body of a 200.
pub fn document(address: &Address) -> Result<Vec<u8>> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.context("the HTTP client cannot be started")?;
    runtime.block_on(async {
        let client = client(address, same_origin(address.clone()))?;
        let url = address.document();
        let request = client.get(url.clone()).header(ACCEPT, "application/json");
        let response = request.send().await.map_err(|error| {
            anyhow::anyhow!("{url} cannot be reached: check the address and the network ({})", innermost_cause(&error))
        })?;
        successful(&response, address)?;
        body(response, address).await
    })
}

/// A client for requests to `address`.
///
/// # Errors
/// TLS that cannot be set up.
pub fn client(address: &Address, redirects: Policy) -> Result<reqwest::Client> {
    let mut client = reqwest::Client::builder()
        .tls_backend_rustls()
        .user_agent(concat!("monitoring-service-xtask/", env!("CARGO_PKG_VERSION")))
        .redirect(redirects)
        .connect_timeout(CONNECT_TIMEOUT)
        .read_timeout(READ_TIMEOUT)
        .timeout(TIMEOUT);
    if address.is_loopback() {
        client = client.no_proxy();
    }
    if address.document().scheme() == "http" {
        // Redirects stay where they are, so TLS is not used; a container may have no certificates to read.
        client = client.tls_certs_only([]);
    }
    client.build().context("the HTTP client cannot be started")
}

/// What is generated from the document is run by consumers: only the named service may serve it.
fn same_origin(address: Address) -> Policy {
    Policy::custom(move |attempt| {
        if attempt.url().origin() != address.document().origin() || attempt.previous().len() > REDIRECT_LIMIT {
            attempt.stop()
        } else {
            attempt.follow()
        }
    })
}

fn successful(response: &Response, address: &Address) -> Result<()> {
    let url = address.document();
    let status = response.status();
    if status.is_redirection() {
        let target =
            response.headers().get(LOCATION).map(|value| String::from_utf8_lossy(value.as_bytes()).into_owned());
        let target = target.unwrap_or_else(|| "an address that it does not name".to_owned());
        let target: String = target.chars().take(200).collect();
        bail!(
            "{url} redirects to {target}, which is not followed: if the service moved there, pass it as `--base-url`"
        );
    }
    match status {
        StatusCode::OK => Ok(()),
        StatusCode::NOT_FOUND | StatusCode::GONE => {
            bail!("{url} responded with {status}: check the base URL, which ends before `/v1`")
        }
        status if status.is_server_error() || status == StatusCode::TOO_MANY_REQUESTS => {
            bail!("{url} responded with {status}: try again later")
        }
        status => bail!("{url} responded with {status}: check the base URL, and any proxy on the way to the service"),
    }
}

async fn body(mut response: Response, address: &Address) -> Result<Vec<u8>> {
    let url = address.document();
    let too_large = || {
        let limit = SIZE_LIMIT / 1024 / 1024;
        anyhow::anyhow!(
            "{url} is larger than {limit} MiB: check the base URL, or raise the limit in xtask/src/fetch.rs"
        )
    };
    let expected = response.content_length();
    if expected.is_some_and(|length| length > SIZE_LIMIT as u64) {
        return Err(too_large());
    }
    let progress = progress::of_bytes(expected);
    let mut body = Vec::new();
    loop {
        let chunk = response.chunk().await.map_err(|error| {
            let length = body.len();
            anyhow::anyhow!(
                "the response of {url} was cut off after {length} bytes: run the command again ({})",
                innermost_cause(&error)
            )
        })?;
        let Some(chunk) = chunk else { break };
        if body.len() + chunk.len() > SIZE_LIMIT {
            return Err(too_large());
        }
        body.extend_from_slice(&chunk);
        progress.set_position(body.len() as u64);
    }
    Ok(body)
}

/// The innermost cause of an error, without the address, which the message has anyway.
pub fn innermost_cause(error: &reqwest::Error) -> String {
    let mut innermost: &dyn std::error::Error = error;
    while let Some(source) = innermost.source() {
        innermost = source;
    }
    if error.is_timeout() { "no response in time".to_owned() } else { innermost.to_string() }
}
