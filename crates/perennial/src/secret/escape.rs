//! The forms in which a text may repeat a secret: plain, or escaped as in JSON, a URL or a form.

/// Returns the number of bytes at the start of `text` that match the start of `secret`, and the number of bytes of the
/// secret that they match. A `text` that ends within an escape ends within the secret.
pub(super) fn repeats(text: &[u8], secret: &[u8]) -> (usize, usize) {
    let same = text.iter().zip(secret).take_while(|(byte, other)| byte == other).count();
    if same == secret.len() || same == text.len() {
        return (same, same);
    }
    let mut rest = text;
    for (known, byte) in secret.iter().enumerate() {
        match repeats_byte(rest, *byte) {
            Some(length) => rest = &rest[length..],
            None if is_begun_escape(rest) => return (text.len(), known),
            None => return (text.len() - rest.len(), known),
        }
    }
    (text.len() - rest.len(), secret.len())
}

/// The length of `byte` at the start of `text`: `/` may be written `/`, `\/`, `\u002f` or `%2F`, and a space `+` or
/// `%20`.
fn repeats_byte(text: &[u8], byte: u8) -> Option<usize> {
    match text {
        [b'\\', second, ..] if *second == byte && matches!(byte, b'"' | b'\\' | b'/') => Some(2),
        [b'\\', b'u', b'0', b'0', digits @ ..] if is_hex(digits, byte) => Some(6),
        [b'%', digits @ ..] if is_hex(digits, byte) => Some(3),
        [first, ..] if *first == byte || (byte == b' ' && *first == b'+') => Some(1),
        _ => None,
    }
}

fn is_hex(text: &[u8], byte: u8) -> bool {
    let digits = text.get(..2).and_then(|digits| str::from_utf8(digits).ok());
    digits.and_then(|digits| u8::from_str_radix(digits, 16).ok()) == Some(byte)
}

/// `true` if a text ends within an escape.
fn is_begun_escape(text: &[u8]) -> bool {
    matches!(text, [b'\\'] | [b'\\', b'u', ..] if text.len() < 6) || matches!(text, [b'%', ..] if text.len() < 3)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn assert_repeats(text: &str, secret: &str, length: usize, known: usize) {
        assert_eq!(repeats(text.as_bytes(), secret.as_bytes()), (length, known), "{text}");
    }

    #[test]
    fn a_secret_is_found_plain_and_escaped_as_in_json_a_url_or_a_form() {
        for text in [r"a/b+", r"a\/b+", r"a\u002Fb\u002b", r"\u0061/b+", "a%2fb%2B", r"a%2F\u0062+"] {
            assert_repeats(&format!("{text} and more"), "a/b+", text.len(), 4);
        }
        assert_repeats(r#"\"\\ "#, r#""\"#, 4, 2);
        for text in ["a+b%26", "a%20b%26", "a b&"] {
            assert_repeats(text, "a b&", text.len(), 4);
        }
        for secret in ["a%25b", r"a\\b", r#"a\"b"#, r"a\u0062"] {
            assert_repeats(secret, secret, secret.len(), secret.len());
        }
    }

    #[test]
    fn another_text_matches_up_to_where_it_differs() {
        assert_repeats("abx", "abc", 2, 2);
        assert_repeats(r"ab\u0064efg", "abc", 2, 2);
        assert_repeats(r"ab\x", "abc", 2, 2);
        assert_repeats(r"a\b", "ab", 1, 1);
        assert_repeats("a%6", "a6", 3, 1);
        assert_repeats("a%é", "ab", 1, 1);
        assert_repeats("", "abc", 0, 0);
    }

    #[test]
    fn a_text_that_ends_within_an_escape_ends_within_the_secret() {
        for text in [r"ab\", r"ab\u", r"ab\u00", r"ab\u006", "ab%", "ab%6"] {
            assert_repeats(text, "abc", text.len(), 2);
        }
    }
}
