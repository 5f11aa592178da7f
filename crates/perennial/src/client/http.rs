use std::env;
use std::fmt::Debug;
use std::net::{Ipv4Addr, Ipv6Addr};
use std::time::Duration;

use reqwest::redirect::Policy;
use reqwest::{ClientBuilder, retry};

use super::http_settings::{HttpClients, HttpSettings};
use super::proxy;
use super::tls::{Trusted, configure_tls};
use crate::authenticate::TokenHttp;
use crate::error::chain;

pub(super) const HAS_TLS: bool = cfg!(any(feature = "native-tls", feature = "rustls", feature = "rustls-ring"));

/// The range of the time without data after which an HTTP/2 connection is pinged during a request. The reply to the
/// ping may take as long again. At the lower bound, a slow network still has time to reply. At the upper bound, both
/// times together are shorter than the default timeout.
const SHORTEST_SILENCE: Duration = Duration::from_secs(2);
const LONGEST_SILENCE: Duration = Duration::from_secs(10);

impl HttpSettings {
    /// Creates the HTTP clients of an API client.
    pub(super) fn build(self) -> Result<HttpClients, String> {
        let timeout = Some(self.timeout);
        // Plain http to loopback needs no TLS, not even through a proxy.
        let is_local = self.base_urls.iter().all(|url| url.is_plain_http() && url.is_loopback());
        let (calls, has_own_proxies) =
            self.build_client(if is_local { Trusted::Nothing } else { Trusted::Platform })?;
        let urls: Vec<_> = self.base_urls.iter().map(|url| url.as_url()).collect();
        match proxy::find_invalid_variable(&urls, |name| env::var_os(name)) {
            Some(reason) if !has_own_proxies && shows_proxies(&calls) => return Err(reason),
            _ => {}
        }
        let token_http = if is_local && HAS_TLS {
            let create = move || self.build_client(Trusted::Platform).map(|(client, _)| client);
            TokenHttp::created_on_demand(calls.clone(), create)
        } else {
            TokenHttp::shared_with_calls(calls.clone())
        };
        Ok(HttpClients { calls, timeout, token_http })
    }

    /// Creates an HTTP client, and returns whether the caller's changes have set proxies.
    fn build_client(&self, trusted: Trusted) -> Result<(reqwest::Client, bool), String> {
        let client = reqwest::Client::builder().user_agent(self.service.to_string());
        let client = configure_tls(self.configure_connections(client), trusted)?;
        let client = self.changes.iter().fold(client, |client, change| change(client));
        let has_own_proxies = shows_proxies(&client);
        let client = client
            // Redirects are not followed, because they might send the credentials to a different server.
            .redirect(Policy::none())
            // By itself, reqwest would resend a refused HTTP/2 stream, regardless of the retry policy and uncounted by
            // the rate limits. Disabling these retries also saves a copy of each request.
            .retry(retry::never().max_retries_per_request(0))
            .timeout(self.timeout)
            .build();
        match client {
            Ok(client) => Ok((client, has_own_proxies)),
            Err(error) => Err(format!("the HTTP client cannot be built: {}", chain(&error.without_url(), None))),
        }
    }

    /// Configures how to connect, and the pings that detect dead connections.
    fn configure_connections(&self, client: ClientBuilder) -> ClientBuilder {
        // Without pings, a dead connection would be reused, and every attempt would time out. Pings detect it during
        // one attempt, if the attempt may take long enough, so that the next attempt opens another connection. Idle
        // connections are not pinged, because some servers treat that as abuse.
        let attempt = self.deadline.map_or(self.timeout, |deadline| deadline.min(self.timeout));
        let silence = (attempt / 3).clamp(SHORTEST_SILENCE, LONGEST_SILENCE);
        let client = client.connect_timeout(self.connect_timeout);
        let client = client.http2_keep_alive_interval(silence).http2_keep_alive_timeout(silence);
        if !self.base_urls.iter().any(|url| url.is_loopback()) {
            return client;
        }
        // Requests to loopback never use a proxy from the environment: with plain http, the proxy would see the
        // credentials. `localhost` is resolved here, because a resolver might return other addresses.
        let here = [(Ipv4Addr::LOCALHOST, 0).into(), (Ipv6Addr::LOCALHOST, 0).into()];
        client.no_proxy().resolve_to_addrs("localhost", &here)
    }
}

/// Returns whether the `Debug` output of an HTTP client or its builder lists proxies. reqwest has no other way to find
/// out whether the caller's changes replaced or disabled the proxies of the environment: a builder lists only the
/// caller's proxies, and a client also lists the environment's.
fn shows_proxies(http: &impl Debug) -> bool {
    format!("{http:?}").contains(", proxies: [")
}
