use std::borrow::Cow;
use std::cmp::Reverse;
use std::fmt;
use std::sync::Arc;

use reqwest::header::{AUTHORIZATION, HeaderMap, HeaderName, HeaderValue};
use secrecy::{ExposeSecret as _, SecretString};

use super::{authorization, escape};

/// The minimum length in bytes of a secret that is redacted. Shorter secrets may occur in ordinary words.
const SHORTEST: usize = 8;

/// A set of secrets that must not appear in errors. To create a set, collect an iterator of
/// [`SecretString`](secrecy::SecretString)s.
///
/// A set contains the client's secrets, and the secrets in an `Authorization` header that replaces the client's own
/// header. Secrets are sorted from the longest to the shortest, because a shorter secret may be part of a longer one.
#[derive(Clone, Default)]
pub struct Secrets(Arc<[SecretString]>);

impl Secrets {
    pub(crate) fn with_authorization_of(self, headers: &HeaderMap) -> Self {
        let values = headers.get_all(AUTHORIZATION).into_iter();
        let values = values.map(|value| match str::from_utf8(value.as_bytes()) {
            Ok(text) => Cow::Borrowed(text),
            // The value is Latin-1, in which each byte is the code point of its character.
            Err(_) => value.as_bytes().iter().copied().map(char::from).collect(),
        });
        // Most requests contain only the client's own secrets, which are in the set already.
        let others = values.filter(|value| !self.contain_credentials(value));
        let mut others = others.flat_map(|value| authorization::secret_parts(&value)).peekable();
        if others.peek().is_none() {
            return self;
        }
        others.map(SecretString::from).chain(self.0.iter().cloned()).collect()
    }

    pub(crate) fn union(&self, others: &Self) -> Self {
        // Most attempts of a call contain the same secrets.
        if others.0.iter().all(|other| self.0.iter().any(|own| own.expose_secret() == other.expose_secret())) {
            return self.clone();
        }
        self.0.iter().chain(&*others.0).cloned().collect()
    }

    /// Returns whether the value of an `authorization` header is a scheme followed by one of these secrets.
    fn contain_credentials(&self, authorization: &str) -> bool {
        let Some((_, credentials)) = authorization.split_once(' ') else { return false };
        self.0.iter().any(|secret| secret.expose_secret() == credentials)
    }

    /// Overwrites each secret in `body`, plain or escaped once. The length of `body` does not change, because decode
    /// errors refer to positions in it.
    pub(crate) fn redact(&self, body: &mut [u8]) {
        for secret in self.redactable() {
            redact_secret(secret, body);
        }
    }

    fn redactable(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|secret| secret.expose_secret()).filter(|secret| secret.len() >= SHORTEST)
    }

    /// Same as [`redact`](Self::redact), but for the values of a response's headers.
    pub(crate) fn redact_headers(&self, headers: &mut HeaderMap) {
        for value in headers.values_mut() {
            let mut bytes = value.as_bytes().to_vec();
            self.redact(&mut bytes);
            if let (true, Ok(redacted)) = (bytes != value.as_bytes(), HeaderValue::from_bytes(&bytes)) {
                *value = redacted;
            }
        }
    }

    /// Same as [`redact`](Self::redact), but for the names of a response's headers, which are in lower case.
    pub(crate) fn redact_header_names(&self, headers: &mut HeaderMap) {
        if !headers.keys().any(|name| self.redacted_name(name).is_some()) {
            return;
        }
        let mut redacted = HeaderMap::with_capacity(headers.keys_len());
        for (name, value) in &*headers {
            let name = self.redacted_name(name).unwrap_or_else(|| name.clone());
            // This cannot fail, because there are no more headers than before.
            let _ = redacted.try_append(name, value.clone());
        }
        *headers = redacted;
    }

    fn redacted_name(&self, name: &HeaderName) -> Option<HeaderName> {
        let mut bytes = Vec::new();
        // A secret that is longer than the name cannot occur in it, because escaping never shortens a secret.
        for secret in self.redactable().filter(|secret| secret.len() <= name.as_str().len()) {
            if bytes.is_empty() {
                bytes = name.as_str().as_bytes().to_vec();
            }
            redact_secret(&secret.to_ascii_lowercase(), &mut bytes);
        }
        let is_same = bytes.is_empty() || bytes == name.as_str().as_bytes();
        (!is_same).then(|| HeaderName::from_bytes(&bytes).ok()).flatten()
    }

    pub(crate) fn redact_text(&self, text: &str) -> String {
        let mut bytes = text.as_bytes().to_vec();
        self.redact(&mut bytes);
        // The result is valid UTF-8 except in a rare case: a secret in Latin-1 may match bytes that belong to two
        // adjacent characters.
        String::from_utf8_lossy(&bytes).into_owned()
    }
}

impl FromIterator<SecretString> for Secrets {
    fn from_iter<I: IntoIterator<Item = SecretString>>(secrets: I) -> Self {
        let mut all: Vec<SecretString> = secrets.into_iter().collect();
        all.sort_unstable_by(|one, other| sort_key(one).cmp(&sort_key(other)));
        all.dedup_by(|one, other| one.expose_secret() == other.expose_secret());
        Self(all.into())
    }
}

fn sort_key(secret: &SecretString) -> (Reverse<usize>, &str) {
    (Reverse(secret.expose_secret().len()), secret.expose_secret())
}

impl fmt::Debug for Secrets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Secrets").finish_non_exhaustive()
    }
}

fn redact_secret(secret: &str, body: &mut [u8]) {
    let mut rest = body;
    while !rest.is_empty() {
        let (length, known) = escape::match_secret(rest, secret);
        // The beginning of a secret at the end is redacted too, because the body or message may have been cut off
        // there.
        let after = &rest[length..];
        let is_cut = known >= SHORTEST && (after.is_empty() || after.starts_with("…".as_bytes()));
        let step = if known == secret.len() || is_cut {
            rest[..length].fill(b'*');
            length
        } else if rest.starts_with(br"\\") {
            // The second backslash does not start an escape.
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
    fn redacts_the_api_key_and_an_overriding_authorization_header() {
        let key = Secrets::from_iter(["first-key".into()]);
        let redacted = |authorization: &[&str]| {
            let pairs = authorization.iter().map(|value| (AUTHORIZATION, value.parse().unwrap()));
            key.clone().with_authorization_of(&pairs.collect()).redact_text("first-key second-key Bearer Basic")
        };
        assert_eq!(redacted(&[]), "********* second-key Bearer Basic");
        assert_eq!(redacted(&["Bearer first-key"]), "********* second-key Bearer Basic");
        assert_eq!(redacted(&["Bearer second-key"]), "********* ********** Bearer Basic");
        assert_eq!(redacted(&["second-key"]), "********* ********** Bearer Basic");
        assert_eq!(redacted(&["Basic Basic"]), "********* second-key Bearer Basic");
        for value in
            ["Bearer\tsecond-key", "Bearer  second-key ", " second-key", r#"Digest a="1", response="second-key""#]
        {
            assert_eq!(redacted(&[value]), "********* ********** Bearer Basic", "{value}");
        }
    }

    #[test]
    fn redacts_a_longer_secret_before_one_that_is_its_prefix() {
        let key = Secrets::from_iter(["first-key".into()]);
        let value = r#"Digest a="12345678", b="12345678-rest", c="first-key-2""#;
        let secrets = key.with_authorization_of(&[(AUTHORIZATION, value.parse().unwrap())].into_iter().collect());
        let text = secrets.redact_text("12345678-rest 12345678 first-key-2 first-key");
        assert_eq!(text, "************* ******** *********** *********");
    }

    fn redacted(secret: &str, text: &str) -> String {
        Secrets::from_iter([secret.into()]).redact_text(text)
    }

    #[test]
    fn redacts_a_non_ascii_secret_in_each_escaped_form() {
        let secret = "pässwörter 🔑";
        for text in [
            r"p\u00e4ssw\u00f6rter \ud83d\udd11",
            "p%C3%A4ssw%c3%b6rter+%F0%9F%94%91",
            "p%C3%A4ssw%c3%b6rter%20🔑",
            r"pässw\u00F6rter \uD83D\uDD11",
            secret,
        ] {
            assert_eq!(redacted(secret, &format!("ä\\\\{text}ö")), format!("ä\\\\{}ö", "*".repeat(text.len())));
        }
        let mut latin = b"p\xe4ssw\xf6rter %F0%9F%94%91".to_vec();
        Secrets::from_iter([secret.into()]).redact(&mut latin);
        assert_eq!(latin, [b'*'; 23]);
        // An escaped backslash does not start an escape.
        let unchanged = r"p\\u00e4ssw\\u00f6rter";
        assert_eq!(redacted("pässwörter", unchanged), unchanged);
    }

    #[test]
    fn redacts_the_start_of_a_secret_at_the_end_of_a_cut_text() {
        let secret = "pässwörter 🔑";
        for escaped in [r"p\u00e4ssw\u00f6rter \ud83d\udd11", "p%C3%A4ssw%C3%B6rter%20%F0%9F%94%91"] {
            for end in 17..escaped.len() {
                assert_eq!(redacted(secret, &format!("no: {}", &escaped[..end])), format!("no: {}", "*".repeat(end)));
            }
        }
        assert_eq!(redacted(secret, "no: pässwör…, other"), "no: *********…, other");
        assert_eq!(redacted(secret, "no: pässwör, other"), "no: pässwör, other");
    }

    #[test]
    fn redaction_keeps_a_long_text_that_only_resembles_escapes() {
        for unit in ["\\", "%", r"\u", r"\u00", "%C3%A4", r"\u00e4", "ä", r"\ud83d", r"\u{"] {
            let text = unit.repeat(100_000);
            assert_eq!(redacted("ä🔑ääääääääää", &text), text);
        }
    }

    #[test]
    fn redacts_a_key_in_a_header_name_regardless_of_case() {
        let key = Secrets::from_iter(["First/Key".into()]);
        let pairs = [("x-first%2fkey-a", "1"), ("x-other", "2"), ("x-first%2FKEY-a", "3"), ("first", "4")];
        let pairs = pairs.map(|(name, value)| (name.parse::<HeaderName>().unwrap(), value.parse().unwrap()));
        let mut headers = HeaderMap::new();
        for (name, value) in pairs {
            headers.append(name, value);
        }
        let secrets = key.with_authorization_of(&HeaderMap::new());
        secrets.redact_header_names(&mut headers);
        let names: Vec<_> = headers.iter().map(|(name, value)| (name.as_str(), value.to_str().unwrap())).collect();
        assert_eq!(names, [("x-***********-a", "1"), ("x-***********-a", "3"), ("x-other", "2"), ("first", "4")]);
    }
}
