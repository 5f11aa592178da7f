//! Processes that trust one certificate only, which the test chooses. This requires Linux: on other systems, rustls
//! does not read the environment variable.

use std::env;

use tempfile::NamedTempFile;

use crate::{assert_passes, own_process};

/// The environment variable that names the file with the certificates that rustls trusts.
const TRUSTED: &str = "SSL_CERT_FILE";

/// The environment variable that names the file to which a helper process writes its certificate. In a helper process,
/// `SSL_CERT_FILE` names the same file. A separate variable is used so that no test overwrites a file that
/// `SSL_CERT_FILE` already named.
const OWN: &str = "LOOPBACK_TEST_CERTIFICATE";

/// Runs the helper test `test` in a process that trusts only the certificate that the test passes to [`trust_only`].
/// Until then, the process has no certificates.
#[track_caller]
pub fn assert_passes_with_certificate(test: &str) {
    let trusted = NamedTempFile::new().unwrap();
    let mut test = own_process(test);
    test.env(TRUSTED, trusted.path()).env(OWN, trusted.path()).env_remove("SSL_CERT_DIR");
    assert_passes(test);
}

/// Makes `certificate` (PEM) the only certificate that HTTP clients of this process trust, if they are built later.
pub fn trust_only(certificate: &str) {
    let trusted = env::var_os(OWN).expect("this test is run by another");
    std::fs::write(trusted, certificate).unwrap();
}
