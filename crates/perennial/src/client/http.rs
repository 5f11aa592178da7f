use std::net::{Ipv4Addr, Ipv6Addr};
use std::sync::Arc;
use std::time::Duration;

use reqwest::redirect::Policy;
use reqwest::retry;

use super::base_url::BaseUrl;
use crate::error::chain;
use crate::service::Service;

/// `true` if one of the TLS features is on.
pub(super) const HAS_TLS: bool = cfg!(any(feature = "native-tls", feature = "rustls", feature = "rustls-ring"));

/// A change of the HTTP client by the caller.
pub(super) type Change = Arc<dyn Fn(reqwest::ClientBuilder) -> reqwest::ClientBuilder + Send + Sync>;

/// The bounds of the time for which an HTTP/2 connection may be silent during a request before it is pinged, and of the
/// time that it then has to respond: at least what a slow network needs, at most what fits into the default timeout.
const SHORTEST_SILENCE: Duration = Duration::from_secs(2);
const LONGEST_SILENCE: Duration = Duration::from_secs(10);

/// The crate's own HTTP client for these base URLs, with `changes`, and the timeout that it enforces itself: a request
/// takes at most `timeout`, or less if a `deadline` leaves less.
pub(super) fn client(
    service: &Service,
    base_urls: &[&BaseUrl],
    connect_timeout: Duration,
    timeout: Duration,
    deadline: Option<Duration>,
    changes: &[Change],
) -> Result<(reqwest::Client, Option<Duration>), String> {
    let client = reqwest::Client::builder().user_agent(service.to_string()).connect_timeout(connect_timeout);
    // A connection that died silently would fail every attempt and every later call: it is detected within one
    // attempt, if that is long enough, so that the next one uses another connection. Idle connections are not pinged:
    // some servers treat that as abuse.
    let attempt = deadline.map_or(timeout, |deadline| deadline.min(timeout));
    let silence = (attempt / 3).clamp(SHORTEST_SILENCE, LONGEST_SILENCE);
    let mut client = client.http2_keep_alive_interval(silence).http2_keep_alive_timeout(silence);
    // Requests to loopback go there directly: a proxy from the environment would see the credentials, unencrypted where the
    // URL is plain http.
    if base_urls.iter().any(|url| url.is_loopback()) {
        // Nor does a resolver decide where loopback is.
        let here = [(Ipv4Addr::LOCALHOST, 0).into(), (Ipv6Addr::LOCALHOST, 0).into()];
        client = client.no_proxy().resolve_to_addrs("localhost", &here);
    }
    #[cfg(any(feature = "native-tls", feature = "rustls", feature = "rustls-ring"))]
    {
        client = super::tls::configure(client, base_urls)?;
    }
    client = changes.iter().fold(client, |client, change| change(client));
    let client = client
        // A redirect would send the credentials to another place than the configured one.
        .redirect(Policy::none())
        // The retry policy decides and counts: reqwest would resend a refused HTTP/2 stream on its own.
        // Without retries, it keeps no copy of a request either.
        .retry(retry::never().max_retries_per_request(0))
        .timeout(timeout)
        .build()
        .map_err(|error| format!("the HTTP client cannot be built: {}", chain(&error.without_url(), None)))?;
    Ok((client, Some(timeout)))
}
