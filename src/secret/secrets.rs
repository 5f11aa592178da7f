use std::sync::Arc;

use reqwest::header::{AUTHORIZATION, HeaderMap, HeaderValue};
use secrecy::{ExposeSecret as _, SecretString};

use super::api_key::ApiKey;
use super::escape;

/// A secret that is shorter may be part of ordinary words, and is left alone.
const SHORTEST: usize = 8;

/// What no error may show: the API key of the client, and whatever a request sends as `Authorization` in its place.
#[derive(Clone)]
pub(crate) struct Secrets {
    key: Arc<SecretString>,
    others: Vec<SecretString>,
}

impl Secrets {
    /// Those of a request with these headers.
    pub(crate) fn new(key: &ApiKey, headers: &HeaderMap) -> Self {
        let mut others = Vec::new();
        for value in headers.get_all(AUTHORIZATION).into_iter().filter(|value| !key.is_sent_as(value)) {
            let text = str::from_utf8(value.as_bytes()).unwrap_or_default();
            // `Bearer key`: the scheme is no secret, and a response may repeat the key without it.
            let (_, secret) = text.split_once(' ').unwrap_or(("", text));
            if secret != key.secret().expose_secret() {
                others.push(secret.into());
            }
        }
        Self { key: Arc::clone(key.secret()), others }
    }

    /// Overwrites the secrets where a response repeats them, plain or escaped once, before the response becomes part of
    /// an error. The length stays the same, since decode errors point into the body.
    pub(crate) fn redact(&self, body: &mut [u8]) {
        for secret in [&*self.key].into_iter().chain(&self.others) {
            let secret = secret.expose_secret().as_bytes();
            if secret.len() >= SHORTEST {
                redact_one(secret, body);
            }
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

    /// As [`redact`](Self::redact), for a text.
    pub(crate) fn redact_text(&self, text: &str) -> String {
        let mut bytes = text.as_bytes().to_vec();
        self.redact(&mut bytes);
        String::from_utf8(bytes).unwrap_or_default()
    }
}

fn redact_one(secret: &[u8], body: &mut [u8]) {
    let mut rest = body;
    while !rest.is_empty() {
        let (length, known) = escape::repeats(rest, secret);
        // A truncated response may end within the secret.
        let is_cut = length == rest.len() && known >= SHORTEST;
        let step = if known == secret.len() || is_cut {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_key_and_what_is_sent_in_its_place_are_overwritten() {
        let key = ApiKey::new("first-key".into()).unwrap();
        let redacted = |authorization: &[&str]| {
            let pairs = authorization.iter().map(|value| (AUTHORIZATION, value.parse().unwrap()));
            Secrets::new(&key, &pairs.collect()).redact_text("first-key second-key Bearer Basic")
        };
        assert_eq!(redacted(&[]), "********* second-key Bearer Basic");
        assert_eq!(redacted(&["Bearer first-key"]), "********* second-key Bearer Basic");
        assert_eq!(redacted(&["Bearer second-key"]), "********* ********** Bearer Basic");
        assert_eq!(redacted(&["second-key"]), "********* ********** Bearer Basic");
        assert_eq!(redacted(&["Basic Basic"]), "********* second-key Bearer Basic");
    }
}
