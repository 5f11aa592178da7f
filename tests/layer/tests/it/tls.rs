//! A certificate of its own for `localhost`, and the TLS of a server that has it.

use std::sync::Arc;

use rcgen::generate_simple_self_signed;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::aws_lc_rs;
use tokio_rustls::rustls::pki_types::PrivateKeyDer;

/// The certificate as PEM, and what accepts the connections of clients that trust it.
pub fn acceptor(protocol: &str) -> (String, TlsAcceptor) {
    let certified = generate_simple_self_signed(["localhost".to_owned()]).unwrap();
    let key = PrivateKeyDer::Pkcs8(certified.signing_key.serialize_der().into());
    let mut tls = ServerConfig::builder_with_provider(Arc::new(aws_lc_rs::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![certified.cert.der().clone()], key)
        .unwrap();
    tls.alpn_protocols = vec![protocol.into()];
    (certified.cert.pem(), TlsAcceptor::from(Arc::new(tls)))
}
