//! Servers with TLS, and processes that trust only the certificate of such a server.

mod trusted;

use std::io;
use std::net::TcpStream;
use std::sync::Arc;

use rcgen::{CertificateParams, KeyPair, date_time_ymd};
use rustls::crypto::aws_lc_rs;
use rustls::pki_types::PrivateKeyDer;
use rustls::{ServerConfig, ServerConnection, StreamOwned};

use crate::Server;
pub use trusted::{assert_passes_with_certificate, trust_only};

/// A connection to a client, on the side of the server.
pub type Stream = StreamOwned<ServerConnection, TcpStream>;

/// Returns a new certificate for `localhost`, as PEM, and a server that uses it. The server calls `serve` with each
/// connection and its number.
pub fn server(
    protocol: &str,
    serve: impl Fn(Stream, usize) -> io::Result<()> + Send + Sync + 'static,
) -> (String, Server) {
    server_of("localhost", 4000, protocol, serve)
}

/// Same as [`server`], but the certificate is for `name` and expires at the beginning of the year `end`.
pub fn server_of(
    name: &str,
    end: i32,
    protocol: &str,
    serve: impl Fn(Stream, usize) -> io::Result<()> + Send + Sync + 'static,
) -> (String, Server) {
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
    let tls = Arc::new(tls);
    let server = Server::serving(move |stream, number| {
        let connection = ServerConnection::new(Arc::clone(&tls)).map_err(io::Error::other)?;
        let mut stream = StreamOwned::new(connection, stream);
        stream.conn.complete_io(&mut stream.sock)?;
        serve(stream, number)
    });
    (certificate.pem(), server)
}

/// Returns the URL of a server with `localhost` as its host, for which the certificate is valid.
pub fn url(server: &Server) -> String {
    server.url().replace("http://127.0.0.1", "https://localhost")
}
