//! Parses and checks the address from which a service's document is fetched.

use anyhow::{Result, bail};
use url::{Host, Url, form_urlencoded};

use crate::settings::Settings;

/// The words for a URL in error messages. They differ between base URLs and the URLs of documents.
struct UrlKind {
    name: &'static str,
    example: &'static str,
}

const BASE: UrlKind = UrlKind { name: "base URL", example: "such as https://api.example.com" };
const DOCUMENT: UrlKind = UrlKind { name: "URL", example: "such as https://api.example.com/openapi.json" };

/// Words that mark a query parameter as a secret. A parameter matches if its name contains one of them, as
/// `accesstoken` and `X-Amz-Signature` do. Harmless names such as `author` match as well. Refusing a harmless URL is
/// the lesser evil: the user can pass a file instead, but a published secret cannot be taken back.
const SECRETS: [&str; 6] = ["token", "key", "secret", "password", "sig", "auth"];

#[derive(Debug, Clone)]
pub struct DocumentAddress {
    /// The base URL, or the URL of the document if no base URL is known.
    pub base: String,
    /// The URL of the document, which is below `base` if a base URL is known.
    pub document: Url,
}

impl DocumentAddress {
    /// Returns the address of `openapi.json` below a base URL.
    ///
    /// # Errors
    /// Returns an error if the string is not a base URL, or if a document must not be fetched from it.
    pub fn below_base_url(base_url: &str, settings: &Settings) -> Result<Self> {
        let has_path_alone = |url: &Url| {
            if url.query().is_some() || url.fragment().is_some() {
                // The message omits the URL, because the query or fragment may contain a secret.
                bail!("the base URL contains a query or a fragment: remove the part that begins with `?` or `#`");
            }
            Ok(())
        };
        let mut url = parse_safe_url(base_url, BASE, has_path_alone)?;
        let path = url.path().trim_end_matches('/').to_owned();
        if let Some((name, prefix)) = settings
            .retired_document
            .as_ref()
            .and_then(|name| Some((name, path.strip_suffix(name.as_str())?.strip_suffix('/')?)))
        {
            url.set_path(prefix);
            bail!(
                "{name} is deprecated and is no longer updated: use `--base-url {}` instead. The current \
                 openapi.json can be downloaded from that URL",
                url.as_str().trim_end_matches('/')
            );
        }
        let prefix = path.strip_suffix("/openapi.json").unwrap_or(&path).trim_end_matches('/');
        let mut document = url.clone();
        document.set_path(&format!("{prefix}/openapi.json"));
        url.set_path(prefix);
        Ok(Self { base: url.as_str().trim_end_matches('/').to_owned(), document })
    }

    /// Returns the address of a document that is served at the URL `document`.
    ///
    /// # Errors
    /// Returns the same errors as [`below_base_url`](Self::below_base_url), and an error for a URL that contains a
    /// secret.
    pub fn from_document_url(document: &str) -> Result<Self> {
        let document = parse_safe_url(document, DOCUMENT, check_no_secret)?;
        Ok(Self { base: document.as_str().to_owned(), document })
    }

    pub fn is_loopback(&self) -> bool {
        is_loopback(&self.document)
    }
}

/// Parses a URL. Error messages use the words of `kind` for it.
///
/// # Errors
/// Returns an error if the URL cannot be parsed, or if a document must not be fetched from it, for example because it
/// contains a password or uses plain `http`. Also returns the error of `check`.
fn parse_safe_url(text: &str, kind: UrlKind, check: impl Fn(&Url) -> Result<()>) -> Result<Url> {
    let UrlKind { name, example } = kind;
    let Ok(url) = Url::parse(text.trim()) else {
        bail!("the {name} cannot be parsed: specify a URL with a scheme and a host, {example}");
    };
    if !url.username().is_empty() || url.password().is_some() {
        // The message omits the URL, because its password is a secret.
        bail!(
            "the {name} contains a user name or password: remove them, because the document must be available \
               without credentials"
        );
    }
    check(&url)?;
    if !matches!(url.scheme(), "http" | "https") || !url.has_host() {
        bail!("the {name} {url} is not an HTTP URL: specify a URL with a scheme and a host, {example}");
    }
    if url.scheme() == "http" && !is_loopback(&url) {
        bail!("the {name} {url} is not encrypted, so the document could be modified in transit: use https://");
    }
    Ok(url)
}

/// Refuses a URL whose query may contain a secret. All other URLs may be shown in messages and recorded in files.
fn check_no_secret(url: &Url) -> Result<()> {
    if let Some(word) = url.query().and_then(find_secret_word) {
        bail!(
            "a query parameter in the URL may be a secret, because its name contains `{word}`. URLs are recorded in \
             Cargo.toml and in reports: download the document, and specify the file instead"
        );
    }
    if url.fragment().is_some() {
        bail!("the URL contains a fragment, which is never sent: remove the part that begins with `#`");
    }
    Ok(())
}

/// Returns the first of the [`SECRETS`] that occurs in the name of a query parameter. If the value of a parameter is a
/// URL, its query is searched as well.
fn find_secret_word(query: &str) -> Option<&'static str> {
    let decoded = form_urlencoded::parse(query.as_bytes()).map(|(name, value)| format!("{name}={value}"));
    let decoded = Vec::from_iter(decoded).join("&").to_lowercase();
    let names =
        Vec::from_iter(decoded.split(['&', ';', '?', '#']).map(|pair| pair.split('=').next().unwrap_or_default()));
    SECRETS.into_iter().find(|word| names.iter().any(|name| name.contains(word)))
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

    fn below(base_url: &str) -> Result<DocumentAddress> {
        DocumentAddress::below_base_url(
            base_url,
            &Settings::new("cargo xtask", "SCRATCH").retired_document("swagger.json"),
        )
    }

    fn failure(base_url: &str) -> String {
        below(base_url).expect_err("should be refused").to_string()
    }

    #[test]
    fn document_address_is_openapi_json_below_the_base_url() {
        for (base, document) in [
            ("https://h", "https://h/openapi.json"),
            ("https://h/", "https://h/openapi.json"),
            ("https://h:8443/api", "https://h:8443/api/openapi.json"),
            ("https://h/api/", "https://h/api/openapi.json"),
            ("https://h/api/openapi.json", "https://h/api/openapi.json"),
            ("http://127.0.0.1:8080", "http://127.0.0.1:8080/openapi.json"),
            ("http://localhost", "http://localhost/openapi.json"),
        ] {
            assert_eq!(below(base).expect(base).document.as_str(), document);
        }
        assert_eq!(below("https://h/api/").expect("should be taken").base, "https://h/api");
    }

    #[test]
    fn refuses_a_base_url_that_ends_with_the_retired_document_name() {
        let any = DocumentAddress::below_base_url("https://h/swagger.json", &Settings::new("cargo xtask", "SCRATCH"));
        assert_eq!(any.expect("should be taken").document.as_str(), "https://h/swagger.json/openapi.json");
        let message = failure("https://h/api/swagger.json");
        assert!(
            message.contains("deprecated")
                && message.ends_with(
                    "use `--base-url https://h/api` instead. The current openapi.json can be downloaded from that URL"
                ),
            "{message}"
        );
    }

    #[test]
    fn refuses_a_base_url_with_plain_http_query_or_password() {
        assert!(failure("").contains("cannot be parsed"));
        assert!(failure("api.example.com").contains("cannot be parsed"));
        assert!(failure("ftp://h").contains("not an HTTP URL"));
        assert!(failure("http://api.example.com").contains("use https://"));
        for url in ["https://h/?a=s3cret", "https://h/#s3cret"] {
            let message = failure(url);
            assert!(message.contains("a query or a fragment"), "{message}");
            assert!(!message.contains("s3cret"), "{message}");
        }
        let message = failure("https://me:s3cret@h");
        assert!(message.contains("password") && !message.contains("s3cret"), "{message}");
    }

    #[test]
    fn error_for_a_secret_in_the_document_url_does_not_contain_it() {
        for (query, word) in [
            ("token=s3cret", "token"),
            ("TOKEN=s3cret", "token"),
            ("%74oken=s3cret", "token"),
            ("page=1&api_key=s3cret", "key"),
            ("apikey=s3cret", "key"),
            ("access-token=s3cret", "token"),
            ("accessToken=s3cret", "token"),
            ("client_secret=s3cret", "secret"),
            ("userPassword=s3cret", "password"),
            ("X-Amz-Signature=s3cret", "sig"),
            ("sig=s3cret&sv=2020", "sig"),
            ("Authorization=s3cret", "auth"),
            ("auth[token]=s3cret", "token"),
            ("a=1;token=s3cret", "token"),
            ("url=https%3A%2F%2Fh%2F%3Ftoken%3Ds3cret", "token"),
            ("tokens3cret", "token"),
            // The names `author` and `design` are refused although they may be harmless, because they contain `auth`
            // and `sig`.
            ("author=s3cret", "auth"),
            ("design=s3cret", "sig"),
        ] {
            for scheme in ["https", "ftp", "http"] {
                let message = DocumentAddress::from_document_url(&format!("{scheme}://h/openapi.json?{query}"))
                    .expect_err(query)
                    .to_string();
                let expected = format!("because its name contains `{word}`");
                assert!(
                    message.contains(&expected)
                        && message.ends_with("download the document, and specify the file instead"),
                    "{message}"
                );
                assert!(!message.contains("s3cret"), "{message}");
            }
        }
        let message = DocumentAddress::from_document_url("https://h/openapi.json#s3cret")
            .expect_err("should be refused")
            .to_string();
        assert!(message.contains("contains a fragment") && !message.contains("s3cret"), "{message}");
    }

    #[test]
    fn document_url_may_have_a_query_without_secrets() {
        for query in ["", "version=3", "format=json&lang=token", "q=a%3Dtoken", "file=api/key.json", "s=1&a=b"] {
            let url = format!("https://h/openapi.json?{query}");
            assert_eq!(DocumentAddress::from_document_url(&url).expect(query).document.as_str(), url);
        }
    }
}
