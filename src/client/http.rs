use std::sync::Arc;
use std::time::Duration;

use reqwest::redirect::Policy;
use rustls::crypto::ring;
use rustls::{ClientConfig, RootCertStore};
use rustls_platform_verifier::BuilderVerifierExt as _;

use super::BaseUrl;

/// The HTTP client that is used where none is given.
pub(super) fn client(base_url: &BaseUrl, connect_timeout: Duration) -> Result<reqwest::Client, String> {
    // A request to the own machine goes there: a proxy from the environment would get the key, in
    // the clear where the URL is plain http.
    let stays_here = base_url.is_loopback();
    let only_plain = stays_here && base_url.is_plain_http();
    let tls = tls(only_plain).map_err(|error| format!("TLS with the certificates of the platform failed: {error}"))?;

    let mut client = reqwest::Client::builder()
        .tls_backend_preconfigured(tls)
        // A redirect would carry the key to where the service did not say it is.
        .redirect(Policy::none())
        .connect_timeout(connect_timeout);
    if stays_here {
        client = client.no_proxy();
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
