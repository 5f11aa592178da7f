use base64::{Engine as _, engine::general_purpose::STANDARD};
use secrecy::SecretString;

/// Encodes a user and a password in Base64, for the header `Authorization: Basic …` (RFC 7617). Either may be empty,
/// because some services expect an API key in place of the user or the password. The error shows neither the user nor
/// the password.
pub(crate) fn encode_credentials(user: &str, password: &str) -> Result<SecretString, &'static str> {
    if user.is_empty() && password.is_empty() {
        return Err("is empty");
    }
    if user.contains(':') {
        return Err("contains a user name with a `:`, which basic authentication does not allow");
    }
    if user.chars().chain(password.chars()).any(char::is_control) {
        return Err("contains control characters, such as a line break at the end");
    }
    Ok(STANDARD.encode([user, ":", password].concat()).into())
}

#[cfg(test)]
mod tests {
    use secrecy::ExposeSecret as _;

    use super::*;

    #[test]
    fn basic_credential_errors_contain_neither_user_nor_password() {
        // The credentials and headers are the examples of RFC 7617, sections 2 and 2.1.
        for (user, password, encoded) in
            [("Aladdin", "open sesame", "QWxhZGRpbjpvcGVuIHNlc2FtZQ=="), ("test", "123\u{a3}", "dGVzdDoxMjPCow==")]
        {
            assert_eq!(encode_credentials(user, password).unwrap().expose_secret(), encoded);
        }
        for (user, password, what) in [("", "", "is empty"), ("s3c:ret", "a", "`:`"), ("a", "s3cret\n", "control")] {
            let reason = encode_credentials(user, password).unwrap_err();
            assert!(reason.contains(what) && !reason.contains("s3c"), "{reason}");
        }
    }
}
