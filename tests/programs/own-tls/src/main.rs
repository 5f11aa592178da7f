//! A program that used reqwest and rustls before it added the client. With each TLS feature, both libraries must still
//! work as before, and the client must work as well.
//!
//! The program creates a certificate, and then runs itself again in a process in which the platform trusts this
//! certificate.

use std::io::{self, Write as _};
use std::panic;
use std::process::{self, Command};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver};
use std::{env, fs};

use loopback::{Request, Response, Server, whole};
use monitoring_service::{Client, ClientBuilder, Error, RetryPolicy, uuid::Uuid};
use rustls::crypto::{CryptoProvider, aws_lc_rs};
use rustls::pki_types::{CertificateDer, PrivateKeyDer, pem::PemObject as _};
use rustls::{ClientConfig, ServerConfig, ServerConnection, StreamOwned};

/// The variable that names the certificates of the platform for rustls and OpenSSL.
const TRUSTED: &str = "SSL_CERT_FILE";
/// The variable that names the file with this program's certificate. It is set only in the second process.
const OWN: &str = "OWN_TLS_CERTIFICATE";

const HAS_TLS: bool = cfg!(any(feature = "native-tls", feature = "rustls", feature = "rustls-ring"));
/// Whether the limitations of `rustls-ring` in `docs/tls.md` apply.
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
    let server = Server::repeating(Response::new(200, "{}"));
    let plain = server.url();
    call(builder(plain)).await.unwrap();
    if HAS_TLS {
        check_that_the_platform_is_trusted(pem).await;
        assert_eq!(are_reqwest_settings_applied(pem).await, !IS_LIMITED);
        check_port_without_tls().await;
    } else {
        let error = builder("https://localhost").build().unwrap_err().to_string();
        assert!(error.contains("`rustls`, `rustls-ring` and `native-tls`"), "{error}");
    }
    assert!(CryptoProvider::get_default().is_none());

    if IS_LIMITED {
        assert!(panics(reqwest::Client::new));
        assert!(panics(ClientConfig::builder));
        aws_lc_rs::default_provider().install_default().unwrap();
        check_that_the_platform_is_trusted(pem).await;
        assert!(are_reqwest_settings_applied(pem).await);
    }
    assert!(reqwest::get(plain).await.unwrap().status().is_success());
    assert!(reqwest::Client::new().get(plain).send().await.unwrap().status().is_success());
    ClientConfig::builder();
}

fn panics<T>(function: fn() -> T) -> bool {
    let hook = panic::take_hook();
    panic::set_hook(Box::new(|_| ()));
    let outcome = panic::catch_unwind(function);
    panic::set_hook(hook);
    outcome.is_err()
}

/// Checks that the client trusts the platform's certificates over HTTP/1.1, and over HTTP/2 if the server prefers it.
async fn check_that_the_platform_is_trusted(pem: &str) {
    let (url, _server, protocols) = start_https_server(pem, "http/1.1");
    call(builder(&url)).await.unwrap();
    assert_eq!(protocols.recv().unwrap(), "http/1.1");
    let (url, _server, protocols) = start_https_server(pem, "h2");
    call(builder(&url)).await.unwrap_err();
    assert_eq!(protocols.recv().unwrap(), "h2");
}

/// Returns whether the TLS settings of `configure_http` apply to the client. Also checks that a rejected certificate is
/// reported as a TLS failure, whichever TLS library is used.
async fn are_reqwest_settings_applied(pem: &str) -> bool {
    let (url, _server, _) = start_https_server(pem, "http/1.1");
    match call(builder(&url).configure_http(trust_nothing)).await {
        Ok(()) => false,
        Err(error) => {
            assert_eq!((error.error_type(), error.is_retryable()), ("tls", false), "{}", error.chain());
            true
        }
    }
}

/// Checks that connecting to a port without TLS is reported as a TLS failure.
async fn check_port_without_tls() {
    let server = Server::start([Response::raw("HTTP/1.1 400 Bad Request\r\n\r\n")]);
    let error = call(builder(&server.url().replace("http:", "https:"))).await.unwrap_err();
    assert_eq!((error.error_type(), error.is_retryable()), ("tls", false), "{}", error.chain());
    assert!(server.only().is_tls_greeting());
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

/// Starts an HTTPS server that negotiates `protocol`. Returns its URL, and a receiver of the negotiated protocol of
/// each connection.
fn start_https_server(pem: &str, protocol: &str) -> (String, Server, Receiver<String>) {
    let certificate = CertificateDer::from_pem_slice(pem.as_bytes()).unwrap();
    let key = PrivateKeyDer::from_pem_slice(pem.as_bytes()).unwrap();
    let mut tls = ServerConfig::builder_with_provider(Arc::new(aws_lc_rs::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![certificate], key)
        .unwrap();
    tls.alpn_protocols = vec![protocol.into()];
    let tls = Arc::new(tls);

    let (agreed, protocols) = mpsc::channel();
    let server = Server::serving(move |stream, _| {
        let connection = ServerConnection::new(Arc::clone(&tls)).map_err(io::Error::other)?;
        let mut stream = StreamOwned::new(connection, stream);
        stream.conn.complete_io(&mut stream.sock)?;
        let protocol = String::from_utf8_lossy(stream.conn.alpn_protocol().unwrap_or_default()).into_owned();
        // This server negotiates HTTP/2, but does not implement it. The call therefore fails.
        if protocol != "h2" {
            Request::default().read(&mut stream)?;
            stream.write_all(&whole(200, &[], "{}"))?;
        }
        agreed.send(protocol).map_err(io::Error::other)
    });
    (server.url().replace("127.0.0.1", "localhost").replace("http:", "https:"), server, protocols)
}
