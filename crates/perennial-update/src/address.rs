//! The address of a served document.

use anyhow::{Result, bail};
use url::{Host, Url};

use crate::settings::Settings;

const BASE: [&str; 2] = ["base URL", "such as https://api.example.com"];
const DOCUMENT: [&str; 2] = ["URL", "such as https://api.example.com/openapi.json"];

/// The address at which the document is served.
#[derive(Debug, Clone)]
pub struct Address {
    base: String,
    document: Url,
}

impl Address {
    /// The address of `openapi.json` below a base URL.
    ///
    /// # Errors
    /// A text that is no base URL, and one from which a document should not be taken.
    pub fn below(base_url: &str, settings: &Settings) -> Result<Self> {
        let mut url = safe(base_url, BASE)?;
        if url.query().is_some() || url.fragment().is_some() {
            bail!("the base URL {url} has a query or fragment: leave out what begins with `?` or `#`");
        }
        let path = url.path().trim_end_matches('/').to_owned();
        if let Some((name, prefix)) = settings
            .retired_document
            .as_ref()
            .and_then(|name| Some((name, path.strip_suffix(name.as_str())?.strip_suffix('/')?)))
        {
            url.set_path(prefix);
            bail!(
                "{name} is deprecated and no longer updated: the service serves openapi.json instead; \
                 use `--base-url {}`",
                url.as_str().trim_end_matches('/')
            );
        }
        let prefix = path.strip_suffix("/openapi.json").unwrap_or(&path).trim_end_matches('/');
        let mut document = url.clone();
        document.set_path(&format!("{prefix}/openapi.json"));
        url.set_path(prefix);
        Ok(Self { base: url.as_str().trim_end_matches('/').to_owned(), document })
    }

    /// The address that is the URL of the document itself.
    ///
    /// # Errors
    /// As [`below`](Self::below).
    pub fn of(document: &str) -> Result<Self> {
        let document = safe(document, DOCUMENT)?;
        Ok(Self { base: document.as_str().to_owned(), document })
    }

    /// The base URL, without a slash at its end; that of the document if it was not found by one.
    pub fn base(&self) -> &str {
        &self.base
    }

    /// The URL of the document.
    pub fn document(&self) -> &Url {
        &self.document
    }

    /// Returns `true` if the host is `localhost` or a loopback address.
    pub fn is_loopback(&self) -> bool {
        is_loopback(&self.document)
    }
}

/// The URL in a text, which is called `name`.
///
/// # Errors
/// One from which a document should not be taken.
fn safe(text: &str, [name, example]: [&str; 2]) -> Result<Url> {
    let Ok(url) = Url::parse(text.trim()) else {
        bail!("the {name} cannot be parsed: give scheme and host, {example}");
    };
    if !url.username().is_empty() || url.password().is_some() {
        // Not shown: it is a secret.
        bail!("the {name} has a user name or password: leave it out, the document is served to everyone");
    }
    if !matches!(url.scheme(), "http" | "https") || !url.has_host() {
        bail!("the {name} {url} is not an HTTP URL: give scheme and host, {example}");
    }
    if url.scheme() == "http" && !is_loopback(&url) {
        bail!("the {name} {url} is not encrypted, so the document could be changed on the way: use https://");
    }
    Ok(url)
}

fn is_loopback(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(name)) => name == "localhost",
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn below(base_url: &str) -> Result<Address> {
        Address::below(base_url, &Settings::new("cargo xtask", "SCRATCH").retired_document("swagger.json"))
    }

    fn failure(base_url: &str) -> String {
        below(base_url).expect_err("should be refused").to_string()
    }

    #[test]
    fn the_document_is_below_the_base_url_with_or_without_a_slash() {
        for (base, document) in [
            ("https://h", "https://h/openapi.json"),
            ("https://h/", "https://h/openapi.json"),
            ("https://h:8443/api", "https://h:8443/api/openapi.json"),
            ("https://h/api/", "https://h/api/openapi.json"),
            ("https://h/api/openapi.json", "https://h/api/openapi.json"),
            ("http://127.0.0.1:8080", "http://127.0.0.1:8080/openapi.json"),
            ("http://localhost", "http://localhost/openapi.json"),
        ] {
            assert_eq!(below(base).expect(base).document().as_str(), document);
        }
        assert_eq!(below("https://h/api/").expect("should be taken").base(), "https://h/api");
    }

    #[test]
    fn a_retired_document_is_refused_with_the_remedy_where_there_is_one() {
        let any = Address::below("https://h/swagger.json", &Settings::new("cargo xtask", "SCRATCH"));
        assert_eq!(any.expect("should be taken").document().as_str(), "https://h/swagger.json/openapi.json");
        let message = failure("https://h/api/swagger.json");
        assert!(message.contains("deprecated") && message.ends_with("use `--base-url https://h/api`"), "{message}");
    }

    #[test]
    fn an_unsafe_base_url_is_refused_with_the_reason() {
        assert!(failure("").contains("cannot be parsed"));
        assert!(failure("api.example.com").contains("cannot be parsed"));
        assert!(failure("ftp://h").contains("not an HTTP URL"));
        assert!(failure("http://api.example.com").contains("use https://"));
        assert!(failure("https://h/?a=b").contains("query or fragment"));
        let message = failure("https://me:s3cret@h");
        assert!(message.contains("password") && !message.contains("s3cret"), "{message}");
    }
}
