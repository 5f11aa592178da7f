//! The TLS library of the client's own HTTP client.
//!
//! Cargo unifies the features of a program, so several TLS features may be enabled. `rustls` is then preferred, so that
//! enabling further features does not replace the default. `rustls-ring` is the last choice, since it ignores reqwest's
//! TLS settings.

use reqwest::ClientBuilder;

use super::base_url::BaseUrl;

#[cfg(any(feature = "native-tls", feature = "rustls"))]
pub(super) fn configure_tls(http: ClientBuilder, base_urls: &[&BaseUrl]) -> Result<ClientBuilder, String> {
    Ok(use_reqwest_tls(http, is_tls_unused(base_urls)))
}

#[cfg(all(feature = "rustls-ring", not(any(feature = "native-tls", feature = "rustls"))))]
pub(super) fn configure_tls(http: ClientBuilder, base_urls: &[&BaseUrl]) -> Result<ClientBuilder, String> {
    use rustls::crypto::CryptoProvider;

    // Without a process-wide crypto provider, reqwest would panic, so it gets a TLS configuration that uses ring.
    if CryptoProvider::get_default().is_some() {
        return Ok(use_reqwest_tls(http, is_tls_unused(base_urls)));
    }
    match ring_config(is_tls_unused(base_urls)) {
        Ok(tls) => Ok(http.tls_backend_preconfigured(tls)),
        Err(error) => Err(format!("TLS could not be set up with the platform's certificates: {error}")),
    }
}

/// Returns whether all base URLs are plain http to loopback, for which not even a proxy needs TLS. The platform's
/// certificates are then not loaded, because loading takes a while and a container may have none. A token URL with
/// https is not considered.
fn is_tls_unused(base_urls: &[&BaseUrl]) -> bool {
    base_urls.iter().all(|url| url.is_plain_http() && url.is_loopback())
}

fn use_reqwest_tls(http: ClientBuilder, is_unused: bool) -> ClientBuilder {
    #[cfg(all(feature = "native-tls", not(feature = "rustls")))]
    let http = http.tls_backend_native();
    #[cfg(any(feature = "rustls", not(feature = "native-tls")))]
    let http = http.tls_backend_rustls();
    if is_unused { http.tls_certs_only([]) } else { http }
}

/// Creates a TLS configuration that uses ring for this client alone, because installing a provider for the process is
/// the program's choice.
#[cfg(all(feature = "rustls-ring", not(any(feature = "native-tls", feature = "rustls"))))]
fn ring_config(is_unused: bool) -> Result<rustls::ClientConfig, rustls::Error> {
    use rustls_platform_verifier::BuilderVerifierExt as _;

    let config = rustls::ClientConfig::builder_with_provider(rustls::crypto::ring::default_provider().into())
        .with_safe_default_protocol_versions()?;
    let config = if is_unused {
        config.with_root_certificates(rustls::RootCertStore::empty())
    } else {
        config.with_platform_verifier()?
    };
    let mut config = config.with_no_client_auth();
    config.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
    Ok(config)
}
