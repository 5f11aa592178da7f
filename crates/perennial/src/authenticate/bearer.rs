use std::fmt;

use reqwest::header::{AUTHORIZATION, HeaderValue};
use secrecy::{ExposeSecret as _, SecretString};

use super::{Authenticate, Authentication, Unauthenticated};
use crate::secret::{IntoSecret, Secrets};

/// An API key or token that is sent in the header `Authorization: Bearer …` (RFC 6750). `Debug` output never shows the
/// key or token.
///
/// ```
/// use perennial::authenticate::BearerToken;
///
/// assert!(BearerToken::new("s3cret").is_ok());
/// assert_eq!(BearerToken::new("").err(), Some("is empty"));
/// ```
#[derive(Clone)]
pub struct BearerToken {
    /// Contains only the token, which is redacted in errors. The set is built once, because every request needs it.
    secrets: Secrets,
    header: HeaderValue,
}

impl BearerToken {
    /// Creates the credentials from an API key or a token.
    ///
    /// # Errors
    ///
    /// Fails if the token is empty, begins or ends with white space, contains control or non-ASCII characters, or
    /// already begins with `Bearer `. The error describes the mistake, such as `is empty`, and does not contain the
    /// token.
    pub fn new(token: impl IntoSecret) -> Result<Self, &'static str> {
        let token: SecretString = token.into_secret();
        let text = check_secret_text(token.expose_secret())?;
        if !text.is_ascii() {
            Err("contains characters that are not ASCII")
        } else if text.get(..7).is_some_and(|start| start.eq_ignore_ascii_case("Bearer ")) {
            Err("begins with `Bearer `: pass only the key, because the client adds this prefix")
        } else {
            let header = HeaderValue::try_from(format!("Bearer {text}"));
            let mut header = header.map_err(|_| "cannot be sent in a header")?;
            header.set_sensitive(true);
            Ok(Self { secrets: [token].into_iter().collect(), header })
        }
    }

    /// Returns the value of the header `Authorization`, such as `Bearer s3cret`. The value is marked as sensitive.
    pub fn header(&self) -> HeaderValue {
        self.header.clone()
    }
}

/// Checks and returns `text`, which is a key, token or password. Fails if it is empty, is surrounded by white space, or
/// contains control characters, such as a line break that was copied by mistake. The error does not show `text`.
pub(crate) fn check_secret_text(text: &str) -> Result<&str, &'static str> {
    if text.trim().is_empty() {
        Err("is empty")
    } else if text.chars().any(char::is_control) {
        Err("contains control characters, such as a line break at the end")
    } else if text.trim() != text {
        Err("begins or ends with white space")
    } else {
        Ok(text)
    }
}

impl Authenticate for BearerToken {
    fn authenticate<'a>(&'a self, mut request: Unauthenticated<'a>) -> Authentication<'a> {
        request.set_header(AUTHORIZATION, self.header());
        Authentication::done()
    }

    fn secrets(&self) -> Secrets {
        self.secrets.clone()
    }
}

impl fmt::Debug for BearerToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("BearerToken(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bearer_token_header_is_marked_sensitive() {
        let value = BearerToken::new("s3cret").unwrap().header();
        assert_eq!(value, "Bearer s3cret");
        assert!(value.is_sensitive() && !format!("{value:?}").contains("s3cret"));
    }

    #[test]
    fn error_for_an_invalid_api_key_does_not_contain_the_key() {
        for (key, what) in [
            ("", "empty"),
            (" \t ", "empty"),
            ("s3cret\n", "control"),
            ("s3c\0ret", "control"),
            (" s3cret", "white space"),
            ("s3crét", "ASCII"),
            ("bearer s3cret", "pass only the key"),
        ] {
            let Err(reason) = BearerToken::new(key) else {
                panic!("{key:?} was accepted");
            };
            assert!(reason.contains(what), "{key:?}: {reason}");
            assert!(!reason.contains("s3c"), "{reason}");
        }
    }
}
