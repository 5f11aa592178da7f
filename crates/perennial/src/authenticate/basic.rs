//! A user and a password, as they are sent: RFC 7617.

use secrecy::SecretString;

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

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
    Ok(base64([user, ":", password].concat().as_bytes()).into())
}

/// RFC 4648, section 4.
fn base64(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for group in bytes.chunks(3) {
        let byte = |index| u32::from(group.get(index).copied().unwrap_or_default());
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for digit in 0..4 {
            let value = bits >> (18 - 6 * digit) & 63;
            let digit = if digit > group.len() { None } else { DIGITS.get(value as usize) };
            text.push(digit.map_or('=', |digit| char::from(*digit)));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use secrecy::ExposeSecret as _;

    use super::*;

    #[test]
    fn base64_is_that_of_the_vectors_of_its_rfc() {
        let vectors = ["", "Zg==", "Zm8=", "Zm9v", "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy"];
        for (length, expected) in vectors.iter().enumerate() {
            assert_eq!(base64(&b"foobar"[..length]), *expected);
        }
        assert_eq!(base64(&[0xfb, 0xff, 0xbf]), "+/+/");
    }

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
