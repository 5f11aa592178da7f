//! A certificate of its own for `localhost`, and the TLS of a server that has it.

use std::sync::Arc;

use rcgen::{CertificateParams, KeyPair, date_time_ymd};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::aws_lc_rs;
use tokio_rustls::rustls::pki_types::PrivateKeyDer;

/// The certificate as PEM, and what accepts the connections of clients that trust it.
pub fn acceptor(protocol: &str) -> (String, TlsAcceptor) {
    acceptor_of("localhost", 4000, protocol)
}

/// The same, with a certificate for this name that ends with the year before this one.
pub fn acceptor_of(name: &str, end: i32, protocol: &str) -> (String, TlsAcceptor) {
    let mut params = CertificateParams::new([name.to_owned()]).unwrap();
    params.not_after = date_time_ymd(end, 1, 1);
    let key = KeyPair::generate().unwrap();
    let certificate = params.self_signed(&key).unwrap();
    let key = PrivateKeyDer::Pkcs8(key.serialize_der().into());
    let mut tls = ServerConfig::builder_with_provider(Arc::new(aws_lc_rs::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![certificate.der().clone()], key)
        .unwrap();
    tls.alpn_protocols = vec![protocol.into()];
    (certificate.pem(), TlsAcceptor::from(Arc::new(tls)))
}
