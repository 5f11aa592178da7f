//! Finds secrets in strings, both unescaped and escaped as in JSON, a URL or a form.

/// Compares the start of `text` with `secret`, whose characters may be escaped in `text`. Returns the number of
/// matching bytes of `text`, and the number of bytes of `secret` that they stand for: 5 and 3 for the text `a%2Fb?` and
/// the secret `a/b`. If `text` ends within an escape or a character that may match, all of `text` matches.
pub(super) fn match_secret(text: &[u8], secret: &str) -> (usize, usize) {
    let same = text.iter().zip(secret.as_bytes()).take_while(|(byte, other)| byte == other).count();
    if same == secret.len() || same == text.len() {
        return (same, same);
    }
    let mut rest = text;
    for (known, character) in secret.char_indices() {
        match match_character(rest, character) {
            FormMatch::Complete(length) => rest = &rest[length..],
            FormMatch::Partial => return (text.len(), known),
            FormMatch::Mismatch => return (text.len() - rest.len(), known),
        }
    }
    (text.len() - rest.len(), secret.len())
}

/// Whether a text starts with a form of a character of the secret. The forms are the ways to write the character,
/// unescaped or escaped: `%C3%A4`, for example, is a form of `ä`. If there are several forms, the greatest result is
/// used.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum FormMatch {
    Mismatch,
    /// The text starts with the complete character, either unescaped or escaped (`%C3%A4` for `ä`). The number is how
    /// many bytes of the text the character occupies.
    Complete(usize),
    /// The text is empty, or ends before the character is complete. For example, `%C` is the beginning of `%C3%A4`,
    /// which is `ä`.
    Partial,
}

/// Compares the start of `text` with all forms of a character. `ä`, for example, may be written in UTF-8, in Latin-1,
/// as `\u00e4`, `%C3%A4` or `%E4`, or as `\u{e4}` in Rust. In addition, `/` may be written as `\/`, a character outside
/// the basic plane as two `\u…`, and a space as `+`.
fn match_character(text: &[u8], character: char) -> FormMatch {
    if let [first, ..] = text
        && first.is_ascii()
        && !br"\%+".contains(first)
    {
        return if char::from(*first) == character { FormMatch::Complete(1) } else { FormMatch::Mismatch };
    }
    let code = u32::from(character);
    let latin = u8::try_from(code).ok().filter(|latin| !latin.is_ascii());
    let (mut utf8, mut utf16) = ([0; 4], [0; 2]);
    let utf8 = character.encode_utf8(&mut utf8).as_bytes();
    let escaped = match text {
        [b'\\', ..] => {
            let named =
                escape_letter(character).map_or(FormMatch::Mismatch, |letter| match_form(text, [b'\\', letter]));
            let units = character.encode_utf16(&mut utf16).iter();
            let units =
                match_form(text, units.flat_map(|unit| br"\u".iter().copied().chain(hex_digits((*unit).into(), 4))));
            let length = (code.max(1).ilog2() / 4 + 1) as usize;
            let braced = match_form(text, br"\u{".iter().copied().chain(hex_digits(code, length)).chain([b'}']));
            named.max(units).max(braced)
        }
        [b'%', ..] => {
            let percent = |byte: &u8| [b'%'].into_iter().chain(hex_digits((*byte).into(), 2));
            let latin = latin.map_or(FormMatch::Mismatch, |latin| match_form(text, percent(&latin)));
            match_form(text, utf8.iter().flat_map(percent)).max(latin)
        }
        [b'+', ..] if character == ' ' => FormMatch::Complete(1),
        [first, ..] if Some(*first) == latin => FormMatch::Complete(1),
        _ => FormMatch::Mismatch,
    };
    let plain = match text {
        _ if text.starts_with(utf8) => FormMatch::Complete(utf8.len()),
        _ if utf8.starts_with(text) => FormMatch::Partial,
        _ => FormMatch::Mismatch,
    };
    escaped.max(plain)
}

/// Compares the start of `text` with one form of a character, ignoring case.
fn match_form(text: &[u8], form: impl IntoIterator<Item = u8>) -> FormMatch {
    let mut rest = text.iter();
    for expected in form {
        match rest.next() {
            Some(byte) if byte.eq_ignore_ascii_case(&expected) => {}
            Some(_) => return FormMatch::Mismatch,
            None => return FormMatch::Partial,
        }
    }
    FormMatch::Complete(text.len() - rest.len())
}

/// Returns the last `length` hexadecimal digits of a number.
fn hex_digits(number: u32, length: usize) -> impl Iterator<Item = u8> {
    (0..length).rev().map(move |digit| b"0123456789abcdef"[(number >> (4 * digit) & 15) as usize])
}

/// Returns the letter of a character's short JSON escape, such as `n` for a newline (`\n`). Returns `None` if the
/// character has no short escape.
fn escape_letter(character: char) -> Option<u8> {
    Some(match character {
        '"' | '\\' | '/' => character as u8,
        '\u{8}' => b'b',
        '\u{c}' => b'f',
        '\n' => b'n',
        '\r' => b'r',
        '\t' => b't',
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn assert_repeats(text: &str, secret: &str, length: usize, known: usize) {
        assert_eq!(match_secret(text.as_bytes(), secret), (length, known), "{text}");
    }

    #[test]
    fn finds_a_secret_that_is_escaped_for_json_a_url_or_a_form() {
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
    fn finds_a_non_ascii_character_of_a_secret_in_each_escaped_form() {
        for text in [
            "pä🔑",
            r"p\u00e4\ud83d\udd11",
            r"\u0070\u00E4\uD83D\uDD11",
            r"pä\uD83d\uDd11",
            r"p\u{e4}\u{1f511}",
            "p%C3%A4%F0%9F%94%91",
            "%70%c3%a4%f0%9f%94%91",
            "p%E4🔑",
        ] {
            assert_repeats(&format!("{text}\u{308}"), "pä🔑", text.len(), 7);
        }
        assert_eq!(match_secret(b"p\xe4/", "pä/"), (3, 4));
        assert_repeats("%c3%83%C2%A9", "Ã©", 12, 4);
        for (text, secret) in
            [("a\u{e9}", "ae\u{301}"), (r"\ud83d\udd12", "🔑"), ("%C3%A5", "ä"), ("P", "p"), ("Ä", "ä")]
        {
            assert!(match_secret(text.as_bytes(), secret).1 < secret.len(), "{text}");
        }
    }

    #[test]
    fn finds_secret_characters_that_json_escapes_with_a_letter() {
        assert_repeats(r"a\n\t\r\b\f", "a\n\t\r\u{8}\u{c}", 11, 6);
    }

    #[test]
    fn match_of_a_secret_ends_at_the_first_mismatch() {
        assert_repeats("abx", "abc", 2, 2);
        assert_repeats(r"ab\u0064efg", "abc", 2, 2);
        assert_repeats(r"ab\x", "abc", 2, 2);
        assert_repeats(r"a\b", "ab", 1, 1);
        assert_repeats("a%6", "a6", 1, 1);
        assert_repeats("a%36", "a6", 4, 2);
        assert_repeats("a%é", "ab", 1, 1);
        assert_repeats("", "abc", 0, 0);
    }

    #[test]
    fn secret_is_matched_up_to_an_escape_that_is_cut_off() {
        for text in [r"ab\", r"ab\u", r"ab\u00", r"ab\u006", "ab%", "ab%6"] {
            assert_repeats(text, "abc", text.len(), 2);
        }
        for text in [r"p\u00e", r"p\u{e", r"p\u{e4", "p%C", "p%c3", "p%C3%", "p%c3%a"] {
            assert_repeats(text, "pä", text.len(), 1);
        }
        for text in [r"\ud83d", r"\uD83D\", r"\ud83d\uDD1", r"\u{1f51", "%F0%9F%94", "%F0%9F%94%9"] {
            assert_repeats(text, "🔑", text.len(), 0);
        }
        assert_eq!(match_secret(&"aä".as_bytes()[..2], r"aä"), (2, 2));
        assert_eq!(match_secret(&r"\u0061🔑".as_bytes()[..9], "a🔑"), (9, 1));
    }
}
