use std::env;
use std::fmt::Debug;
use std::net::{Ipv4Addr, Ipv6Addr};
use std::sync::Arc;
use std::time::Duration;

use reqwest::redirect::Policy;
use reqwest::retry;

use super::base_url::BaseUrl;
use super::proxy;
use crate::error::chain;
use crate::service::Service;

pub(super) const HAS_TLS: bool = cfg!(any(feature = "native-tls", feature = "rustls", feature = "rustls-ring"));

pub(super) type HttpChange = Arc<dyn Fn(reqwest::ClientBuilder) -> reqwest::ClientBuilder + Send + Sync>;

/// The range of the time without data after which an HTTP/2 connection is pinged during a request. The reply to the
/// ping may take as long again. At the lower bound, a slow network still has time to reply. At the upper bound, both
/// times together are shorter than the default timeout.
const SHORTEST_SILENCE: Duration = Duration::from_secs(2);
const LONGEST_SILENCE: Duration = Duration::from_secs(10);

/// Creates the HTTP client for these base URLs and applies the caller's `changes`. Also returns the timeout that the
/// HTTP client applies to requests without a timeout of their own. `timeout` limits an attempt, and `deadline` a call;
/// both determine how soon silent connections are pinged.
pub(super) fn build_client(
    service: &Service,
    base_urls: &[&BaseUrl],
    connect_timeout: Duration,
    timeout: Duration,
    deadline: Option<Duration>,
    changes: &[HttpChange],
) -> Result<(reqwest::Client, Option<Duration>), String> {
    let client = reqwest::Client::builder().user_agent(service.to_string()).connect_timeout(connect_timeout);
    // Without pings, a dead connection would be reused, and every attempt would time out. Pings detect it during one
    // attempt, if the attempt may take long enough, so that the next attempt opens another connection. Idle connections
    // are not pinged, because some servers treat that as abuse.
    let attempt = deadline.map_or(timeout, |deadline| deadline.min(timeout));
    let silence = (attempt / 3).clamp(SHORTEST_SILENCE, LONGEST_SILENCE);
    let mut client = client.http2_keep_alive_interval(silence).http2_keep_alive_timeout(silence);
    // Requests to loopback never use a proxy from the environment: with plain http, the proxy would see the
    // credentials.
    if base_urls.iter().any(|url| url.is_loopback()) {
        // `localhost` is resolved here, because a resolver might return other addresses.
        let here = [(Ipv4Addr::LOCALHOST, 0).into(), (Ipv6Addr::LOCALHOST, 0).into()];
        client = client.no_proxy().resolve_to_addrs("localhost", &here);
    }
    #[cfg(any(feature = "native-tls", feature = "rustls", feature = "rustls-ring"))]
    {
        client = super::tls::configure_tls(client, base_urls)?;
    }
    client = changes.iter().fold(client, |client, change| change(client));
    let has_own_proxies = shows_proxies(&client);
    let client = client
        // Redirects are not followed, because they might send the credentials to a different server.
        .redirect(Policy::none())
        // By itself, reqwest would resend a refused HTTP/2 stream, regardless of the retry policy and uncounted by the
        // rate limits. Disabling these retries also saves a copy of each request.
        .retry(retry::never().max_retries_per_request(0))
        .timeout(timeout)
        .build()
        .map_err(|error| format!("the HTTP client cannot be built: {}", chain(&error.without_url(), None)))?;
    let urls: Vec<_> = base_urls.iter().map(|url| url.as_url()).collect();
    match proxy::find_invalid_variable(&urls, |name| env::var_os(name)) {
        Some(reason) if !has_own_proxies && shows_proxies(&client) => Err(reason),
        _ => Ok((client, Some(timeout))),
    }
}

/// Returns whether the `Debug` output of an HTTP client or its builder lists proxies. reqwest has no other way to find
/// out whether the caller's changes replaced or disabled the proxies of the environment: a builder lists only the
/// caller's proxies, and a client also lists the environment's.
fn shows_proxies(http: &impl Debug) -> bool {
    format!("{http:?}").contains(", proxies: [")
}
