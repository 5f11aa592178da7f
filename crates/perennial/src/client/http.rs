use std::env;
use std::fmt::Debug;
use std::net::{Ipv4Addr, Ipv6Addr};
use std::sync::Arc;
use std::time::Duration;

use reqwest::redirect::Policy;
use reqwest::{ClientBuilder, retry};

use super::base_url::BaseUrl;
use super::proxy;
use super::tls::{Trusted, configure_tls};
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
/// HTTP client applies to requests without a timeout of their own. `requests_tokens` is whether the client may also send
/// token requests, whose URLs are not known here. `timeout` limits an attempt, and `deadline` a call; both determine
/// how soon silent connections are pinged.
pub(super) fn build_client(
    service: &Service,
    base_urls: &[&BaseUrl],
    requests_tokens: bool,
    connect_timeout: Duration,
    timeout: Duration,
    deadline: Option<Duration>,
    changes: &[HttpChange],
) -> Result<(reqwest::Client, Option<Duration>), String> {
    let build = |trusted| {
        let client = reqwest::Client::builder().user_agent(service.to_string()).connect_timeout(connect_timeout);
        let client =
            configure_connections(client, base_urls, deadline.map_or(timeout, |deadline| deadline.min(timeout)));
        let client = changes.iter().fold(configure_tls(client, trusted)?, |client, change| change(client));
        let has_own_proxies = shows_proxies(&client);
        let client = client
            // Redirects are not followed, because they might send the credentials to a different server.
            .redirect(Policy::none())
            // By itself, reqwest would resend a refused HTTP/2 stream, regardless of the retry policy and uncounted by
            // the rate limits. Disabling these retries also saves a copy of each request.
            .retry(retry::never().max_retries_per_request(0))
            .timeout(timeout)
            .build();
        match client {
            Ok(client) => Ok((client, has_own_proxies)),
            Err(error) => Err(format!("the HTTP client cannot be built: {}", chain(&error.without_url(), None))),
        }
    };
    // Plain http to loopback needs no TLS, not even through a proxy. The platform's certificates are then loaded only
    // for token requests, because loading takes a while. A container may have no certificates. A client for loopback is
    // built even there, because its token URL may also be plain http to loopback.
    let is_local = base_urls.iter().all(|url| url.is_plain_http() && url.is_loopback());
    let (client, has_own_proxies) = match (is_local, requests_tokens) {
        (false, _) => build(Trusted::Platform)?,
        (true, true) => build(Trusted::Platform).or_else(|_| build(Trusted::Nothing))?,
        (true, false) => build(Trusted::Nothing)?,
    };
    let urls: Vec<_> = base_urls.iter().map(|url| url.as_url()).collect();
    match proxy::find_invalid_variable(&urls, |name| env::var_os(name)) {
        Some(reason) if !has_own_proxies && shows_proxies(&client) => Err(reason),
        _ => Ok((client, Some(timeout))),
    }
}

/// Configures pings, and connections to loopback. `attempt` is the time that an attempt may take.
fn configure_connections(client: ClientBuilder, base_urls: &[&BaseUrl], attempt: Duration) -> ClientBuilder {
    // Without pings, a dead connection would be reused, and every attempt would time out. Pings detect it during one
    // attempt, if the attempt may take long enough, so that the next attempt opens another connection. Idle connections
    // are not pinged, because some servers treat that as abuse.
    let silence = (attempt / 3).clamp(SHORTEST_SILENCE, LONGEST_SILENCE);
    let client = client.http2_keep_alive_interval(silence).http2_keep_alive_timeout(silence);
    if !base_urls.iter().any(|url| url.is_loopback()) {
        return client;
    }
    // Requests to loopback never use a proxy from the environment: with plain http, the proxy would see the
    // credentials. `localhost` is resolved here, because a resolver might return other addresses.
    let here = [(Ipv4Addr::LOCALHOST, 0).into(), (Ipv6Addr::LOCALHOST, 0).into()];
    client.no_proxy().resolve_to_addrs("localhost", &here)
}

/// Returns whether the `Debug` output of an HTTP client or its builder lists proxies. reqwest has no other way to find
/// out whether the caller's changes replaced or disabled the proxies of the environment: a builder lists only the
/// caller's proxies, and a client also lists the environment's.
fn shows_proxies(http: &impl Debug) -> bool {
    format!("{http:?}").contains(", proxies: [")
}
