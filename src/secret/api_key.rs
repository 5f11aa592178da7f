use std::sync::Arc;

use reqwest::header::HeaderValue;
use secrecy::{ExposeSecret as _, SecretString};

/// An API key that a header can carry.
#[derive(Clone)]
pub(crate) struct ApiKey {
    /// The only one, as [`Secrets`](super::Secrets) has it.
    key: Arc<[SecretString]>,
    /// Made once, since each request has it.
    bearer: HeaderValue,
}

impl ApiKey {
    /// Checks a key, or says what is wrong with it without showing it.
    pub(crate) fn new(key: SecretString) -> Result<Self, &'static str> {
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
            let mut bearer = HeaderValue::try_from(format!("Bearer {text}"))
                .map_err(|_| "the API key cannot be sent in a header")?;
            bearer.set_sensitive(true);
            Ok(Self { key: Arc::new([key]), bearer })
        }
    }

    /// The value of the `Authorization` header, marked as sensitive.
    pub(crate) fn bearer(&self) -> HeaderValue {
        self.bearer.clone()
    }

    pub(super) fn is_sent_as(&self, value: &HeaderValue) -> bool {
        self.bearer == *value
    }

    pub(super) fn secret(&self) -> &Arc<[SecretString]> {
        &self.key
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_header_value_is_marked_as_sensitive() {
        let value = ApiKey::new("s3cret".into()).unwrap().bearer();
        assert_eq!(value, "Bearer s3cret");
        assert!(value.is_sensitive() && !format!("{value:?}").contains("s3cret"));
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
