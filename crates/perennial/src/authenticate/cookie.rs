//! Checks the names and values of cookies (RFC 6265, section 4.1.1).

use http::HeaderName;

pub(super) fn check_name(name: &str) -> Result<(), &'static str> {
    // Cookie names follow the same syntax as header names, so `HeaderName` can check them.
    HeaderName::try_from(name).map(drop).map_err(|_| "is not a valid cookie name")
}

/// Refuses a value with characters that are not allowed in cookies, because servers may read these characters
/// differently. The error does not show the value.
pub(super) fn check_value(value: &str) -> Result<(), &'static str> {
    let is_octet = |byte| matches!(byte, 0x21 | 0x23..=0x2b | 0x2d..=0x3a | 0x3c..=0x5b | 0x5d..=0x7e);
    if without_quotes(value).bytes().all(is_octet) {
        return Ok(());
    }
    Err("contains a character that is not allowed in a cookie (white space, a quote, `,`, `;`, `\\` or a non-ASCII \
         character): encode the value as the service expects")
}

pub(super) fn without_quotes(value: &str) -> &str {
    value.strip_prefix('"').and_then(|value| value.strip_suffix('"')).unwrap_or(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn error_for_an_invalid_cookie_does_not_contain_its_value() {
        let octets: String = (0x21..=0x7e_u8).map(char::from).filter(|c| !r#"",;\"#.contains(*c)).collect();
        for value in ["", "aGVsbG8+/w==", "a%20b", r#""""#, r#""a=b""#, &octets, &format!("\"{octets}\"")] {
            assert_eq!(check_value(value), Ok(()), "{value}");
        }
        for value in ["s3c ret", "s3c;ret", "s3c,ret", r"s3c\ret", "s3crét", "s3c\tret", "s3c\x7fret", "s3c\0ret", "🔑"]
        {
            for value in [value, &format!("\"{value}\"")] {
                assert!(!check_value(value).unwrap_err().contains("s3c"), "{value}");
            }
        }
        for value in ["\"", "\"a", "a\"", "a\"b", "\"\"\"", " \"a\""] {
            check_value(value).unwrap_err();
        }
    }

    #[test]
    fn refuses_a_cookie_name_that_is_not_a_token() {
        for name in ["session", "__Host-sid", "a!#$%&'*+-.^_`|~9"] {
            assert_eq!(check_name(name), Ok(()), "{name}");
        }
        for name in ["", "a b", "a=b", "a;b", "a[]", "ä", "a\n", "a\"", "a/b", "a@b"] {
            check_name(name).unwrap_err();
        }
    }
}
