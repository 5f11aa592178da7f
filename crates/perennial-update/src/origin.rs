//! Where a document comes from: what a service serves, or a file; in JSON or YAML.

use std::{fmt, path::PathBuf};

use anyhow::{Context as _, Result};
use perennial_codegen::{input, text::json::Exact};

use crate::{address::Address, fetch, normalise, settings::Settings, validate, workspace, yaml};

/// The place of a document.
#[derive(Debug, Clone)]
pub enum Origin {
    /// A URL.
    Served(Address),
    /// A file.
    File(PathBuf),
}

impl Origin {
    /// What `--from` names: a URL of a document, or else a path.
    ///
    /// # Errors
    /// A URL from which a document should not be taken.
    pub fn named(name: &str) -> Result<Self> {
        // A name that is almost a URL is not a file: a message about a missing file would show all of it.
        let is_scheme = |scheme: &str| scheme.chars().all(|c| c.is_alphanumeric() || "+-.".contains(c));
        let is_http = |scheme: &str| ["http", "https"].iter().any(|known| scheme.eq_ignore_ascii_case(known));
        let url = name.trim();
        let is_url = url.split_once("://").is_some_and(|(scheme, _)| is_scheme(scheme))
            || url.split_once(':').is_some_and(|(scheme, _)| is_http(scheme));
        Ok(if is_url { Self::Served(Address::of(url)?) } else { Self::File(name.into()) })
    }

    /// The text of the document as JSON, in the form in which it is kept.
    ///
    /// # Errors
    /// One that cannot be read, or that the client of these settings cannot follow.
    pub fn text(&self, settings: &Settings) -> Result<String> {
        self.read(settings, |document| normalise::formatted(&document))
    }

    /// What `make` makes of the document.
    ///
    /// # Errors
    /// As [`text`](Self::text), and those of `make`.
    pub fn read<T>(&self, settings: &Settings, make: impl FnOnce(Exact<'_>) -> Result<T>) -> Result<T> {
        let bytes = match self {
            Self::Served(address) => fetch::document(address)?,
            Self::File(path) => {
                let file =
                    input::open(path)?.with_context(|| format!("{self} cannot be read: there is no such file"))?;
                workspace::text(file).with_context(|| format!("{self} cannot be used"))?.into_bytes()
            }
        };
        let unusable = || format!("{self} cannot be used");
        let converted = in_yaml(&bytes).map(yaml::as_json).transpose().with_context(unusable)?;
        let json = converted.as_ref().map_or(bytes.as_slice(), String::as_bytes);
        let document = validate::document(json, settings.api_version.as_deref()).with_context(unusable)?;
        make(document)
    }
}

/// The text of a document that can be no JSON: it begins with a key, a comment or a mark of YAML.
fn in_yaml(bytes: &[u8]) -> Option<&str> {
    let text = str::from_utf8(bytes).ok()?.trim_start_matches('\u{feff}');
    let is_key = |line: &str| {
        let key = line.split_once(':').map(|(key, _)| key.trim_matches(['"', '\'', ' ']));
        key.is_some_and(|key| !key.is_empty() && key.chars().all(|c| c.is_ascii_alphanumeric() || c == '-'))
    };
    let mut lines = text.lines().map(str::trim_end).filter(|line| !line.is_empty() && !line.starts_with(['#', '%']));
    let first = lines.next()?;
    (first.starts_with("---") || is_key(first)).then_some(text)
}

/// As a message calls it.
impl fmt::Display for Origin {
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
    fn yaml_is_what_begins_as_no_json_and_no_page_does() {
        for text in ["openapi: 3.0.0", "\u{feff}# A comment\n\nopenapi: '3.1'\n", "---\nopenapi: 3", "\"openapi\": 3"] {
            assert!(in_yaml(text.as_bytes()).is_some(), "{text}");
        }
        for text in ["{\"openapi\": 3}", " {", "<html lang: x>", "", "Log in", "[]"] {
            assert!(in_yaml(text.as_bytes()).is_none(), "{text}");
        }
    }

    #[test]
    fn a_name_with_a_scheme_is_a_url_and_any_other_a_path() {
        for url in ["https://h/a.yaml?x=1", "http://127.0.0.1:8080/openapi.json"] {
            assert!(matches!(Origin::named(url), Ok(Origin::Served(_))), "{url}");
        }
        for path in ["openapi.json", "./a:b", "/tmp/https:x", "C:\\a.yaml", "../a://b"] {
            assert!(matches!(Origin::named(path), Ok(Origin::File(_))), "{path}");
        }
        Origin::named("http://api.example.com/openapi.json").expect_err("should be refused");
        for url in [
            " https://h/?token=s3cret",
            "HTTPS:/h/?token=s3cret",
            "git+https://h/?token=s3cret",
            "https:h?token=s3cret",
        ] {
            let message = Origin::named(url).expect_err("should be refused").to_string();
            assert!(message.contains("`token`") && !message.contains("s3cret"), "{message}");
        }
    }
}
