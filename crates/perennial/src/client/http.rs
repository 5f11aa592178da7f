use std::net::{Ipv4Addr, Ipv6Addr};
use std::sync::Arc;
use std::time::Duration;

use reqwest::redirect::Policy;
use reqwest::retry;

use super::base_url::BaseUrl;
use crate::error::chain;
use crate::service::Service;

/// Whether one of the TLS features is enabled.
pub(super) const HAS_TLS: bool = cfg!(any(feature = "native-tls", feature = "rustls", feature = "rustls-ring"));

/// A function of the caller that changes the HTTP client.
pub(super) type HttpChange = Arc<dyn Fn(reqwest::ClientBuilder) -> reqwest::ClientBuilder + Send + Sync>;

/// The bounds of the interval after which a silent HTTP/2 connection is pinged during a request. The answer may take as
/// long again. The lower bound gives a slow network time to answer. With the upper bound, silence and answer together
/// fit into the default timeout.
const SHORTEST_SILENCE: Duration = Duration::from_secs(2);
const LONGEST_SILENCE: Duration = Duration::from_secs(10);

/// Creates the HTTP client for these base URLs, with the caller's `changes`. Also returns the timeout that the HTTP
/// client applies to each request that sets none. No request takes longer than `timeout`, or than `deadline` if that is
/// shorter.
pub(super) fn build_client(
    service: &Service,
    base_urls: &[&BaseUrl],
    connect_timeout: Duration,
    timeout: Duration,
    deadline: Option<Duration>,
    changes: &[HttpChange],
) -> Result<(reqwest::Client, Option<Duration>), String> {
    let client = reqwest::Client::builder().user_agent(service.to_string()).connect_timeout(connect_timeout);
    // A connection that died silently would fail every attempt and every later call. Pings detect it within one
    // attempt, if that is long enough, so that the next attempt uses another connection. Idle connections are not
    // pinged, because some servers treat that as abuse.
    let attempt = deadline.map_or(timeout, |deadline| deadline.min(timeout));
    let silence = (attempt / 3).clamp(SHORTEST_SILENCE, LONGEST_SILENCE);
    let mut client = client.http2_keep_alive_interval(silence).http2_keep_alive_timeout(silence);
    // Requests to loopback never use a proxy from the environment, because the proxy would see the credentials,
    // unencrypted if the URL is plain http.
    if base_urls.iter().any(|url| url.is_loopback()) {
        // The addresses of `localhost` are set here, so that no resolver decides them.
        let here = [(Ipv4Addr::LOCALHOST, 0).into(), (Ipv6Addr::LOCALHOST, 0).into()];
        client = client.no_proxy().resolve_to_addrs("localhost", &here);
    }
    #[cfg(any(feature = "native-tls", feature = "rustls", feature = "rustls-ring"))]
    {
        client = super::tls::configure_tls(client, base_urls)?;
    }
    client = changes.iter().fold(client, |client, change| change(client));
    let client = client
        // Redirects are not followed, because they would send the credentials to another server than the configured
        // one.
        .redirect(Policy::none())
        // reqwest would resend a refused HTTP/2 stream on its own, without the retry policy and uncounted by the rate
        // limits. Without these retries, reqwest does not copy each request either.
        .retry(retry::never().max_retries_per_request(0))
        .timeout(timeout)
        .build()
        .map_err(|error| format!("the HTTP client cannot be built: {}", chain(&error.without_url(), None)))?;
    Ok((client, Some(timeout)))
}
