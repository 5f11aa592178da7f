//! A program that used reqwest and rustls before it added the client: both must work as before, and the client beside
//! them, with each TLS feature.
//!
//! It runs itself again with a certificate that the platform then trusts.

use std::panic;
use std::process::{self, Command};
use std::sync::Arc;
use std::{env, fs, io};

use monitoring_service::{Client, ClientBuilder, Error, RetryPolicy, uuid::Uuid};
use rustls::crypto::{CryptoProvider, aws_lc_rs};
use rustls::pki_types::{CertificateDer, PrivateKeyDer, pem::PemObject as _};
use rustls::{ClientConfig, ServerConfig};
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tokio_rustls::TlsAcceptor;

/// Where rustls and OpenSSL find the certificates that the platform trusts.
const TRUSTED: &str = "SSL_CERT_FILE";
/// The same file, in the run that uses it.
const OWN: &str = "OWN_TLS_CERTIFICATE";

const HAS_TLS: bool = cfg!(any(feature = "native-tls", feature = "rustls", feature = "rustls-ring"));
/// The limits of `rustls-ring` that `docs/tls.md` describes.
const IS_LIMITED: bool = cfg!(all(feature = "rustls-ring", not(any(feature = "native-tls", feature = "rustls"))));

fn main() {
    if let Some(file) = env::var_os(OWN) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        return runtime.block_on(run(&fs::read_to_string(file).unwrap()));
    }
    let certified = rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
    let file = env::temp_dir().join(format!("own-tls-{}.pem", process::id()));
    fs::write(&file, certified.cert.pem() + &certified.signing_key.serialize_pem()).unwrap();
    let again = Command::new(env::current_exe().unwrap()).env(TRUSTED, &file).env(OWN, &file).status();
    fs::remove_file(file).unwrap();
    assert!(again.unwrap().success());
}

async fn run(pem: &str) {
    let plain = http().await;
    call(builder(&plain)).await.unwrap();
    if HAS_TLS {
        the_platform_is_trusted(pem).await;
        assert_eq!(settings_of_reqwest_count(pem).await, !IS_LIMITED);
        a_port_without_tls_is_told().await;
    } else {
        let error = builder("https://localhost").build().unwrap_err().to_string();
        assert!(error.contains("`rustls`, `rustls-ring` and `native-tls`"), "{error}");
    }
    assert!(CryptoProvider::get_default().is_none());

    if IS_LIMITED {
        assert!(panics(reqwest::Client::new));
        assert!(panics(ClientConfig::builder));
        aws_lc_rs::default_provider().install_default().unwrap();
        the_platform_is_trusted(pem).await;
        assert!(settings_of_reqwest_count(pem).await);
    }
    assert!(reqwest::get(&plain).await.unwrap().status().is_success());
    assert!(reqwest::Client::new().get(&plain).send().await.unwrap().status().is_success());
    ClientConfig::builder();
}

fn panics<T>(function: fn() -> T) -> bool {
    let hook = panic::take_hook();
    panic::set_hook(Box::new(|_| ()));
    let outcome = panic::catch_unwind(function);
    panic::set_hook(hook);
    outcome.is_err()
}

/// Over HTTP/1.1, and over HTTP/2 if the server prefers it.
async fn the_platform_is_trusted(pem: &str) {
    let (url, server) = https(pem, "http/1.1").await;
    call(builder(&url)).await.unwrap();
    assert_eq!(server.await.unwrap().unwrap().as_deref(), Some("http/1.1"));
    let (url, server) = https(pem, "h2").await;
    call(builder(&url)).await.unwrap_err();
    assert_eq!(server.await.unwrap().unwrap().as_deref(), Some("h2"));
}

/// A certificate that is not accepted is told as TLS, whichever library says so.
async fn settings_of_reqwest_count(pem: &str) -> bool {
    let (url, _server) = https(pem, "http/1.1").await;
    match call(builder(&url).configure_http(trust_nothing)).await {
        Ok(()) => false,
        Err(error) => {
            assert_eq!((error.error_type(), error.is_retryable()), ("tls", false), "{}", error.chain());
            true
        }
    }
}

/// So is a port that is not for https.
async fn a_port_without_tls_is_told() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("https://localhost:{}", listener.local_addr().unwrap().port());
    let server = tokio::spawn(async move {
        let mut stream = listener.accept().await?.0;
        stream.read(&mut [0; 1024]).await?;
        stream.write_all(b"HTTP/1.1 400 Bad Request\r\n\r\n").await
    });
    let error = call(builder(&url)).await.unwrap_err();
    assert_eq!((error.error_type(), error.is_retryable()), ("tls", false), "{}", error.chain());
    server.await.unwrap().unwrap();
}

fn trust_nothing(http: reqwest::ClientBuilder) -> reqwest::ClientBuilder {
    #[cfg(any(feature = "native-tls", feature = "rustls", feature = "rustls-ring"))]
    let http = http.tls_certs_only([]);
    http
}

fn builder(url: &str) -> ClientBuilder {
    Client::builder(url).api_key("k3y").account_id(Uuid::nil()).retry(RetryPolicy::none())
}

async fn call(builder: ClientBuilder) -> Result<(), Error> {
    builder.build()?.get_v1_statuspages_incidents().send().await.map(drop)
}

/// A server of plain http.
async fn http() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    tokio::spawn(async move {
        loop {
            respond(listener.accept().await.unwrap().0).await.unwrap();
        }
    });
    url
}

/// A server of https for one connection, and the protocol that it agrees on.
async fn https(pem: &str, protocol: &str) -> (String, JoinHandle<io::Result<Option<String>>>) {
    let certificate = CertificateDer::from_pem_slice(pem.as_bytes()).unwrap();
    let key = PrivateKeyDer::from_pem_slice(pem.as_bytes()).unwrap();
    let mut tls = ServerConfig::builder_with_provider(Arc::new(aws_lc_rs::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![certificate], key)
        .unwrap();
    tls.alpn_protocols = vec![protocol.into()];

    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("https://localhost:{}", listener.local_addr().unwrap().port());
    let server = tokio::spawn(async move {
        let mut stream = TlsAcceptor::from(Arc::new(tls)).accept(listener.accept().await?.0).await?;
        let protocol = stream.get_ref().1.alpn_protocol().map(|name| String::from_utf8_lossy(name).into_owned());
        if protocol.as_deref() == Some("h2") {
            // It is not really spoken here.
            stream.shutdown().await?;
        } else {
            respond(stream).await?;
        }
        Ok(protocol)
    });
    (url, server)
}

async fn respond(mut stream: impl AsyncRead + AsyncWrite + Unpin) -> io::Result<()> {
    let mut request = Vec::new();
    while !request.ends_with(b"\r\n\r\n") {
        if stream.read_buf(&mut request).await? == 0 {
            break;
        }
    }
    let response =
        "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}";
    stream.write_all(response.as_bytes()).await?;
    stream.shutdown().await
}
