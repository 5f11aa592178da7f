use std::net::{Ipv4Addr, Ipv6Addr};
use std::sync::Arc;
use std::time::Duration;

use reqwest::redirect::Policy;
use reqwest::retry;
use rustls::crypto::ring;
use rustls::{ClientConfig, RootCertStore};
use rustls_platform_verifier::BuilderVerifierExt as _;

use super::base_url::BaseUrl;

/// The default `User-Agent`.
const USER_AGENT: &str = concat!(env!("CARGO_PKG_NAME"), "/", env!("CARGO_PKG_VERSION"));

/// How long an HTTP/2 connection may be silent during a request before it is pinged, and how long it then has to
/// respond: at least what a slow network needs, at most what fits into the default timeout.
const SHORTEST_SILENCE: Duration = Duration::from_secs(2);
const LONGEST_SILENCE: Duration = Duration::from_secs(10);

/// The default HTTP client for these base URLs, for attempts that take at most `attempt`.
pub(super) fn client(
    base_urls: &[&BaseUrl],
    connect_timeout: Duration,
    attempt: Duration,
) -> Result<reqwest::Client, String> {
    // Requests to loopback go there directly: a proxy from the environment would see the key, unencrypted where the
    // URL is plain http.
    let stays_here = base_urls.iter().all(|url| url.is_loopback());
    let only_plain = stays_here && base_urls.iter().all(|url| url.is_plain_http());
    let tls = tls(only_plain).map_err(|error| format!("TLS with the certificates of the platform failed: {error}"))?;

    let mut client = reqwest::Client::builder()
        .tls_backend_preconfigured(tls)
        .user_agent(USER_AGENT)
        // A redirect would send the key to another place than the configured one.
        .redirect(Policy::none())
        // The retry policy decides and counts: reqwest would resend a refused HTTP/2 stream on its own.
        .retry(retry::never())
        .connect_timeout(connect_timeout);
    // A connection that died silently would fail every attempt and every later call: it is detected within one
    // attempt, if that is long enough, so that the next one uses another connection. Idle connections are not pinged:
    // some servers treat that as abuse.
    let silence = (attempt / 3).clamp(SHORTEST_SILENCE, LONGEST_SILENCE);
    client = client.http2_keep_alive_interval(silence).http2_keep_alive_timeout(silence);
    if stays_here {
        // Nor does a resolver decide where loopback is.
        let here = [(Ipv4Addr::LOCALHOST, 0).into(), (Ipv6Addr::LOCALHOST, 0).into()];
        client = client.no_proxy().resolve_to_addrs("localhost", &here);
    }
    client.build().map_err(|error| format!("the HTTP client cannot be built: {}", error.without_url()))
}

/// With its own crypto provider, so that no process-wide default is needed or set.
fn tls(unused: bool) -> Result<ClientConfig, rustls::Error> {
    let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()?;
    let config = if unused {
        // Loading the certificates of the platform takes a while, and a container may have none.
        config.with_root_certificates(RootCertStore::empty())
    } else {
        config.with_platform_verifier()?
    };
    let mut config = config.with_no_client_auth();
    config.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
    Ok(config)
}
