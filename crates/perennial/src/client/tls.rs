//! Chooses the TLS library of the HTTP client.
//!
//! Cargo unifies the features of a program, so several TLS features may be enabled. `rustls` is then preferred, so that
//! enabling further features does not replace the default. `rustls-ring` is the last choice, because it ignores
//! reqwest's TLS settings.

use reqwest::ClientBuilder;

/// The certificates that the client trusts, unless the caller's changes add or replace certificates.
#[derive(Clone, Copy)]
pub(super) enum Trusted {
    /// The platform's certificates.
    Platform,
    /// No certificates.
    Nothing,
}

#[cfg(any(feature = "native-tls", feature = "rustls"))]
pub(super) fn configure_tls(http: ClientBuilder, trusted: Trusted) -> Result<ClientBuilder, String> {
    Ok(use_reqwest_tls(http, trusted))
}

#[cfg(all(feature = "rustls-ring", not(any(feature = "native-tls", feature = "rustls"))))]
pub(super) fn configure_tls(http: ClientBuilder, trusted: Trusted) -> Result<ClientBuilder, String> {
    use rustls::crypto::CryptoProvider;

    // Without a process-wide crypto provider, reqwest would panic, so it gets a TLS configuration that uses ring.
    if CryptoProvider::get_default().is_some() {
        return Ok(use_reqwest_tls(http, trusted));
    }
    match ring_config(trusted) {
        Ok(tls) => Ok(http.tls_backend_preconfigured(tls)),
        Err(error) => Err(format!("TLS could not be set up with the platform's certificates: {error}")),
    }
}

#[cfg(not(any(feature = "native-tls", feature = "rustls", feature = "rustls-ring")))]
pub(super) fn configure_tls(http: ClientBuilder, _: Trusted) -> Result<ClientBuilder, String> {
    Ok(http)
}

#[cfg(any(feature = "native-tls", feature = "rustls", feature = "rustls-ring"))]
fn use_reqwest_tls(http: ClientBuilder, trusted: Trusted) -> ClientBuilder {
    #[cfg(all(feature = "native-tls", not(feature = "rustls")))]
    let http = http.tls_backend_native();
    #[cfg(any(feature = "rustls", not(feature = "native-tls")))]
    let http = http.tls_backend_rustls();
    match trusted {
        Trusted::Platform => http,
        Trusted::Nothing => http.tls_certs_only([]),
    }
}

/// Creates a TLS configuration that uses ring for this client alone, because installing a provider for the process is
/// the program's choice.
#[cfg(all(feature = "rustls-ring", not(any(feature = "native-tls", feature = "rustls"))))]
fn ring_config(trusted: Trusted) -> Result<rustls::ClientConfig, rustls::Error> {
    use rustls_platform_verifier::BuilderVerifierExt as _;

    let config = rustls::ClientConfig::builder_with_provider(rustls::crypto::ring::default_provider().into())
        .with_safe_default_protocol_versions()?;
    let config = match trusted {
        Trusted::Platform => config.with_platform_verifier()?,
        Trusted::Nothing => config.with_root_certificates(rustls::RootCertStore::empty()),
    };
    let mut config = config.with_no_client_auth();
    config.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
    Ok(config)
}
