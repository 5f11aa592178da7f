//! Reads a document in JSON or YAML from a URL or a file.

use std::{fmt, path::PathBuf};

use anyhow::{Context as _, Result};
use perennial_codegen::{input, text::json::Exact};

use crate::{address::DocumentAddress, fetch, normalise, settings::Settings, validate, workspace, yaml};

#[derive(Debug, Clone)]
pub enum DocumentOrigin {
    Served(DocumentAddress),
    File(PathBuf),
}

impl DocumentOrigin {
    /// Parses the value of `--from`. It is a path unless it looks like a URL.
    ///
    /// # Errors
    /// Returns an error for a URL from which documents must not be fetched, such as one with a password.
    pub fn parse(name: &str) -> Result<Self> {
        // A string with any scheme, even a misspelt one such as `htps://`, is treated as a URL. Otherwise, the message
        // about a missing file would print it as a path, although it may contain a secret.
        let is_scheme = |scheme: &str| scheme.chars().all(|c| c.is_alphanumeric() || "+-.".contains(c));
        let is_http = |scheme: &str| ["http", "https"].iter().any(|known| scheme.eq_ignore_ascii_case(known));
        let url = name.trim();
        let is_url = url.split_once("://").is_some_and(|(scheme, _)| is_scheme(scheme))
            || url.split_once(':').is_some_and(|(scheme, _)| is_http(scheme));
        Ok(if is_url { Self::Served(DocumentAddress::from_document_url(url)?) } else { Self::File(name.into()) })
    }

    /// Reads the document, and formats it as JSON for the repository.
    ///
    /// # Errors
    /// Returns an error if the document cannot be read, or if the settings of the client do not allow it.
    pub fn read_text(&self, settings: &Settings) -> Result<String> {
        self.read_with(settings, |document| normalise::format_document(&document))
    }

    /// Reads the document, parses it, and passes it to `make`.
    ///
    /// # Errors
    /// Returns the same errors as [`read_text`](Self::read_text), and the errors that `make` returns.
    pub fn read_with<T>(&self, settings: &Settings, make: impl FnOnce(Exact<'_>) -> Result<T>) -> Result<T> {
        let bytes = match self {
            Self::Served(address) => fetch::fetch_document(address)?,
            Self::File(path) => {
                let file =
                    input::open(path)?.with_context(|| format!("{self} cannot be read: the file does not exist"))?;
                workspace::read_document_text(file).with_context(|| format!("{self} cannot be used"))?.into_bytes()
            }
        };
        let unusable = || format!("{self} cannot be used");
        let converted = text_if_yaml(&bytes).map(yaml::convert_to_json).transpose().with_context(unusable)?;
        let json = converted.as_ref().map_or(bytes.as_slice(), String::as_bytes);
        let document = validate::parse_document(json, settings.api_version.as_deref()).with_context(unusable)?;
        make(document)
    }
}

/// Returns the text of a document that must be YAML, because it begins with a key, a comment or a marker of YAML.
fn text_if_yaml(bytes: &[u8]) -> Option<&str> {
    let text = str::from_utf8(bytes).ok()?.trim_start_matches('\u{feff}');
    let is_key = |line: &str| {
        let key = line.split_once(':').map(|(key, _)| key.trim_matches(['"', '\'', ' ']));
        key.is_some_and(|key| !key.is_empty() && key.chars().all(|c| c.is_ascii_alphanumeric() || c == '-'))
    };
    let mut lines = text.lines().map(str::trim_end).filter(|line| !line.is_empty() && !line.starts_with(['#', '%']));
    let first = lines.next()?;
    (first.starts_with("---") || is_key(first)).then_some(text)
}

impl fmt::Display for DocumentOrigin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Served(address) => write!(f, "{}", address.document),
            Self::File(path) => write!(f, "{}", path.display()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn yaml_document_is_recognised_by_its_first_line() {
        for text in ["openapi: 3.0.0", "\u{feff}# A comment\n\nopenapi: '3.1'\n", "---\nopenapi: 3", "\"openapi\": 3"] {
            assert!(text_if_yaml(text.as_bytes()).is_some(), "{text}");
        }
        for text in ["{\"openapi\": 3}", " {", "<html lang: x>", "", "Log in", "[]"] {
            assert!(text_if_yaml(text.as_bytes()).is_none(), "{text}");
        }
    }

    #[test]
    fn document_argument_with_a_url_scheme_is_a_url_and_otherwise_a_path() {
        for url in ["https://h/a.yaml?x=1", "http://127.0.0.1:8080/openapi.json"] {
            assert!(matches!(DocumentOrigin::parse(url), Ok(DocumentOrigin::Served(_))), "{url}");
        }
        for path in ["openapi.json", "./a:b", "/tmp/https:x", "C:\\a.yaml", "../a://b"] {
            assert!(matches!(DocumentOrigin::parse(path), Ok(DocumentOrigin::File(_))), "{path}");
        }
        DocumentOrigin::parse("http://api.example.com/openapi.json").expect_err("should be refused");
        for url in [
            " https://h/?token=s3cret",
            "HTTPS:/h/?token=s3cret",
            "git+https://h/?token=s3cret",
            "https:h?token=s3cret",
        ] {
            let message = DocumentOrigin::parse(url).expect_err("should be refused").to_string();
            assert!(message.contains("`token`") && !message.contains("s3cret"), "{message}");
        }
    }
}
