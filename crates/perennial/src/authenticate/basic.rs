//! A user and a password, as they are sent: RFC 7617.

use base64::{Engine as _, engine::general_purpose::STANDARD};
use secrecy::SecretString;

/// What follows `Basic `, or what is wrong with it, without showing it. Either may be empty: some services take a key in
/// the place of one of them.
pub(crate) fn credentials(user: &str, password: &str) -> Result<SecretString, &'static str> {
    if user.is_empty() && password.is_empty() {
        return Err("is empty");
    }
    if user.contains(':') {
        return Err("is a user name with a `:`, which ends it");
    }
    if user.chars().chain(password.chars()).any(char::is_control) {
        return Err("has control characters, such as a line break at its end");
    }
    Ok(STANDARD.encode([user, ":", password].concat()).into())
}

#[cfg(test)]
mod tests {
    use secrecy::ExposeSecret as _;

    use super::*;

    #[test]
    fn a_user_and_a_password_are_encoded_or_refused_without_showing_them() {
        // The examples of RFC 7617, sections 2 and 2.1.
        for (user, password, encoded) in
            [("Aladdin", "open sesame", "QWxhZGRpbjpvcGVuIHNlc2FtZQ=="), ("test", "123\u{a3}", "dGVzdDoxMjPCow==")]
        {
            assert_eq!(credentials(user, password).unwrap().expose_secret(), encoded);
        }
        for (user, password, what) in [("", "", "is empty"), ("s3c:ret", "a", "`:`"), ("a", "s3cret\n", "control")] {
            let reason = credentials(user, password).unwrap_err();
            assert!(reason.contains(what) && !reason.contains("s3c"), "{reason}");
        }
    }
}
