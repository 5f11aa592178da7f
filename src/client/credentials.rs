use std::fmt;

use reqwest::header::{AUTHORIZATION, HeaderMap, HeaderName, HeaderValue};
use secrecy::{ExposeSecret as _, SecretString};
use uuid::Uuid;

use super::escape;

/// Names the account of each request.
const ACCOUNT: HeaderName = HeaderName::from_static("x-service-account");

/// The API key and the account. `Debug` shows only the account.
pub(crate) struct Credentials {
    key: ApiKey,
    account: Uuid,
}

impl Credentials {
    pub(super) fn new(key: ApiKey, account: Uuid) -> Self {
        Self { key, account }
    }

    /// Sets the headers that authenticate a request.
    pub(crate) fn apply(&self, headers: &mut HeaderMap) -> Result<(), String> {
        let account =
            HeaderValue::try_from(self.account.to_string()).map_err(|_| "the account id cannot be sent in a header")?;
        headers.insert(AUTHORIZATION, self.key.bearer()?);
        headers.insert(ACCOUNT, account);
        Ok(())
    }

    /// Overwrites the key where a response repeats it, plain or escaped once, before the response becomes part of an
    /// error. The length stays the same, since decode errors point into the body. A key that is short enough to be
    /// part of ordinary words is left alone.
    pub(crate) fn redact(&self, body: &mut [u8]) {
        const SHORTEST: usize = 8;
        let key = self.key.0.expose_secret().as_bytes();
        if key.len() < SHORTEST {
            return;
        }
        let mut rest = body;
        while !rest.is_empty() {
            let (length, known) = escape::repeats(rest, key);
            // A truncated response may end within the key.
            let is_cut = length == rest.len() && known >= SHORTEST;
            let step = if known == key.len() || is_cut {
                rest[..length].fill(b'*');
                length
            } else if rest.starts_with(br"\\") {
                // The second backslash does not begin an escape.
                2
            } else {
                1
            };
            rest = &mut rest[step..];
        }
    }

    /// As [`redact`](Self::redact), for the headers of a response.
    pub(crate) fn redact_headers(&self, headers: &mut HeaderMap) {
        for value in headers.values_mut() {
            let mut bytes = value.as_bytes().to_vec();
            self.redact(&mut bytes);
            if let (true, Ok(redacted)) = (bytes != value.as_bytes(), HeaderValue::from_bytes(&bytes)) {
                *value = redacted;
            }
        }
    }

    /// As [`redact`](Self::redact), for a text derived from a response.
    pub(crate) fn redact_text(&self, text: &str) -> String {
        let mut bytes = text.as_bytes().to_vec();
        self.redact(&mut bytes);
        String::from_utf8(bytes).unwrap_or_default()
    }
}

impl fmt::Debug for Credentials {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Credentials").field("account", &self.account).finish_non_exhaustive()
    }
}

/// An API key that a header can carry.
#[derive(Clone)]
pub(super) struct ApiKey(SecretString);

impl ApiKey {
    /// Checks a key, or says what is wrong with it without showing it.
    pub(super) fn new(key: SecretString) -> Result<Self, &'static str> {
        let text = key.expose_secret();
        if text.trim().is_empty() {
            Err("the API key is empty")
        } else if text.chars().any(char::is_control) {
            Err("the API key has control characters, such as a line break at its end")
        } else if text.trim() != text {
            Err("the API key has white space around it")
        } else if !text.is_ascii() {
            Err("the API key has characters outside ASCII")
        } else if text.get(..7).is_some_and(|start| start.eq_ignore_ascii_case("Bearer ")) {
            Err("the API key begins with `Bearer `: pass the key alone, the client adds that")
        } else {
            Ok(Self(key))
        }
    }

    fn bearer(&self) -> Result<HeaderValue, &'static str> {
        let mut value = HeaderValue::try_from(format!("Bearer {}", self.0.expose_secret()))
            .map_err(|_| "the API key cannot be sent in a header")?;
        value.set_sensitive(true);
        Ok(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_headers_are_set_and_the_key_is_marked_as_sensitive() {
        let credentials = Credentials::new(ApiKey::new("s3cret".into()).unwrap(), Uuid::nil());
        let mut headers = HeaderMap::new();
        credentials.apply(&mut headers).unwrap();
        assert_eq!(headers[AUTHORIZATION], "Bearer s3cret");
        assert!(headers[AUTHORIZATION].is_sensitive());
        assert_eq!(headers[ACCOUNT], Uuid::nil().to_string());
        assert!(!format!("{credentials:?} {headers:?}").contains("s3cret"));
    }

    #[test]
    fn a_key_that_cannot_work_is_refused_without_showing_it() {
        for (key, what) in [
            ("", "empty"),
            (" \t ", "empty"),
            ("s3cret\n", "control"),
            ("s3c\0ret", "control"),
            (" s3cret", "white space"),
            ("s3crét", "ASCII"),
            ("bearer s3cret", "pass the key alone"),
        ] {
            let Err(reason) = ApiKey::new(key.into()) else {
                panic!("{key:?} was taken");
            };
            assert!(reason.contains(what), "{key:?}: {reason}");
            assert!(!reason.contains("s3c"), "{reason}");
        }
    }
}
