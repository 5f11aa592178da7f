use std::net::{Ipv4Addr, Ipv6Addr};
use std::sync::Arc;
use std::time::Duration;

use reqwest::redirect::Policy;
use reqwest::retry;
use rustls::crypto::ring;
use rustls::{ClientConfig, RootCertStore};
use rustls_platform_verifier::BuilderVerifierExt as _;

use super::base_url::BaseUrl;

/// How long a connection over HTTP/2 may be silent while a request is open before it is asked for a sign of life, and how
/// long it then has to give one: at least what a slow network takes, and at most what the default timeout has room for.
const SHORTEST_SILENCE: Duration = Duration::from_secs(2);
const LONGEST_SILENCE: Duration = Duration::from_secs(10);

/// The HTTP client that is used where none is given, for attempts of that length at most.
pub(super) fn client(
    base_url: &BaseUrl,
    connect_timeout: Duration,
    attempt: Duration,
) -> Result<reqwest::Client, String> {
    // A request to loopback goes there: a proxy from the environment would get the key, in
    // the clear where the URL is plain http.
    let stays_here = base_url.is_loopback();
    let only_plain = stays_here && base_url.is_plain_http();
    let tls = tls(only_plain).map_err(|error| format!("TLS with the certificates of the platform failed: {error}"))?;

    let mut client = reqwest::Client::builder()
        .tls_backend_preconfigured(tls)
        // A redirect would carry the key to where the service did not say it is.
        .redirect(Policy::none())
        // The retry policy decides, and counts: reqwest would send a refused stream again by itself.
        .retry(retry::never())
        .connect_timeout(connect_timeout);
    // A connection that is lost without a word would take each attempt and each later call with it: it is found within
    // one attempt that has the time, so that the next goes over another. Not while nothing is asked for: some servers
    // take that for abuse.
    let silence = (attempt / 3).clamp(SHORTEST_SILENCE, LONGEST_SILENCE);
    client = client.http2_keep_alive_interval(silence).http2_keep_alive_timeout(silence);
    if stays_here {
        // Nor does a resolver get a say in where loopback is.
        let here = [(Ipv4Addr::LOCALHOST, 0).into(), (Ipv6Addr::LOCALHOST, 0).into()];
        client = client.no_proxy().resolve_to_addrs("localhost", &here);
    }
    client.build().map_err(|error| format!("the HTTP client cannot be built: {}", error.without_url()))
}

/// With a provider of its own, so that no default of the process is needed or set.
fn tls(unused: bool) -> Result<ClientConfig, rustls::Error> {
    let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()?;
    let config = if unused {
        // Reading the certificates of the platform takes a while, and a container may have none.
        config.with_root_certificates(RootCertStore::empty())
    } else {
        config.with_platform_verifier()?
    };
    let mut config = config.with_no_client_auth();
    config.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
    Ok(config)
}
