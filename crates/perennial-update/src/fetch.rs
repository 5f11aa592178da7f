use std::time::Duration;

use anyhow::{Context as _, Result, anyhow, bail, ensure};
use reqwest::{
    Response, StatusCode,
    header::{ACCEPT, LOCATION},
    redirect::Policy,
};
use url::Url;

use crate::{address::DocumentAddress, progress};

const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);
const READ_TIMEOUT: Duration = Duration::from_secs(30);
const TIMEOUT: Duration = Duration::from_secs(120);
/// The maximum size of a response body. A server could otherwise exhaust the memory of this process.
pub const SIZE_LIMIT: usize = 32 * 1024 * 1024;
/// The maximum size of a document in a file. The largest known document is 45 MB in size, or 71 MB with indentation.
pub const FILE_LIMIT: usize = 128 * 1024 * 1024;
pub const GZIP: &[u8] = b"\x1f\x8b";
/// The value of the `accept` header. JSON is preferred, but any media type is accepted, because the document may be
/// YAML.
const ACCEPTED: &str = "application/json, */*;q=0.5";
const REDIRECT_LIMIT: usize = 5;

/// Fetches the document, and returns the body of the response.
///
/// # Errors
/// Returns an error unless the response is a 200 with a complete body.
pub fn fetch_document(address: &DocumentAddress) -> Result<Vec<u8>> {
    let _working = progress::show_spinner("fetching");
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.context("the HTTP client cannot be started")?;
    runtime.block_on(async {
        let client = http_client(address)?;
        let url = &address.document;
        let request = client.get(url.clone()).header(ACCEPT, ACCEPTED);
        let response = request.send().await.map_err(|error| {
            anyhow!("cannot connect to {url}: check the address and the network ({})", innermost_cause(&error))
        })?;
        expect_success(&response, url)?;
        read_body(response)
            .await
            .with_context(|| format!("{url} cannot be downloaded: run the command again, or check the address"))
    })
}

fn http_client(address: &DocumentAddress) -> Result<reqwest::Client> {
    let mut client = reqwest::Client::builder()
        .tls_backend_rustls()
        .user_agent(concat!("perennial-update/", env!("CARGO_PKG_VERSION")))
        .redirect(redirects_within_origin(address.clone()))
        .connect_timeout(CONNECT_TIMEOUT)
        .read_timeout(READ_TIMEOUT)
        .timeout(TIMEOUT);
    if address.is_loopback() {
        client = client.no_proxy();
    }
    if address.document.scheme() == "http" {
        // Redirects stay within the origin, so a request to an `http` address never needs TLS. Loading certificates
        // would fail in a container that contains none.
        client = client.tls_certs_only([]);
    }
    client.build().context("the HTTP client cannot be started")
}

/// Returns a policy that follows redirects only within the origin of the document. Programs execute the code that is
/// generated from the document. It must therefore come from the server that the user specified.
fn redirects_within_origin(address: DocumentAddress) -> Policy {
    Policy::custom(move |attempt| {
        if attempt.url().origin() != address.document.origin() || attempt.previous().len() > REDIRECT_LIMIT {
            attempt.stop()
        } else {
            attempt.follow()
        }
    })
}

fn expect_success(response: &Response, url: &Url) -> Result<()> {
    let status = response.status();
    if status.is_redirection() {
        let target =
            response.headers().get(LOCATION).map(|value| String::from_utf8_lossy(value.as_bytes()).into_owned());
        let target = target.unwrap_or_else(|| "an unknown address (the response has no header `Location`)".to_owned());
        // The message omits the user, the query and the fragment of the redirect's target, because they may contain a
        // password or a signature.
        let target = target.split(['?', '#']).next().unwrap_or_default();
        let without_user = Url::parse(target).map(|url| url.origin().ascii_serialization() + url.path());
        let target = without_user.unwrap_or_else(|_| target.to_owned());
        let target: String = target.chars().take(200).collect();
        bail!(
            "{url} redirects to {target}, but redirects are not followed: if the service has moved, specify the new \
             address"
        );
    }
    ensure!(
        status == StatusCode::OK,
        "{url} responded with {status}: check the address (a base URL does not include the paths of the API), or try \
         again later"
    );
    Ok(())
}

/// Reads the complete body of a response. Errors contain no part of the body.
async fn read_body(mut response: Response) -> Result<Vec<u8>> {
    let is_small = |length: u64| {
        let limit = SIZE_LIMIT / 1024 / 1024;
        ensure!(
            length <= SIZE_LIMIT as u64,
            "the body is larger than {limit} MiB: download it with another program, and specify the file instead"
        );
        Ok(())
    };
    let length = response.content_length();
    is_small(length.unwrap_or_default())?;
    let mut body = Vec::new();
    loop {
        let chunk = response.chunk().await.map_err(|error| {
            let what = if error.is_timeout() { "was not complete within the time limit" } else { "was cut off" };
            anyhow!("the body {what} after {} bytes", body.len())
        })?;
        let Some(chunk) = chunk else {
            // A response over HTTP/2 may be incomplete without an error. The length of its body is therefore compared
            // with its header.
            let is_whole = length.is_none_or(|length| length == body.len() as u64);
            ensure!(is_whole, "the body was cut off after {} bytes", body.len());
            return Ok(body);
        };
        body.extend_from_slice(&chunk);
        is_small(body.len() as u64)?;
    }
}

/// Returns the innermost cause of an error. The outer causes would repeat the URL, which messages contain anyway.
pub fn innermost_cause(error: &reqwest::Error) -> String {
    let mut innermost: &dyn std::error::Error = error;
    while let Some(source) = innermost.source() {
        innermost = source;
    }
    if error.is_timeout() { "there was no response within the time limit".to_owned() } else { innermost.to_string() }
}

#[cfg(test)]
mod tests {
    use loopback::Server;
    use loopback::http2::{DATA, RESET, frame, head};

    use super::*;

    #[test]
    fn refuses_a_truncated_document_over_http2() {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let http = reqwest::Client::builder().http2_prior_knowledge().no_proxy().tls_certs_only([]).build().unwrap();
        for (length, expected) in [("2", Ok(&b"{}"[..])), ("1000", Err("the body was cut off after 2 bytes"))] {
            let server = Server::http2(move |stream| {
                let head = head(0, stream, 200, &[("content-length", length)]);
                [head, frame(DATA, 0, stream, b"{}"), frame(RESET, 0, stream, &[0; 4])].concat()
            });
            let response = http.get(server.url()).send();
            let read = runtime.block_on(async { read_body(response.await.unwrap()).await });
            assert_eq!(read.as_deref().map_err(ToString::to_string), expected.map_err(str::to_owned));
        }
    }
}
