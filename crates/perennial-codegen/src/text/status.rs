//! Parses the keys of responses: a status such as `404`, a range such as `4XX`, or `default`.

const DEFAULT: &str = "DEFAULT";

/// Returns `true` if `key`, which is in upper case, is a status, a range or `DEFAULT`. Keys such as `20X`, `"200 "` and
/// `299x` only resemble a status.
pub fn is_known(key: &str) -> bool {
    key == DEFAULT || is_code(key.as_bytes())
}

/// Returns the status, range or `default` at the start of `key`, such as `204` for `204 NO_CONTENT`. Returns `None` if
/// a letter or digit follows directly, or if the remaining text contains another status.
pub fn leading_status(key: &str) -> Option<String> {
    let key = key.trim().to_ascii_uppercase();
    let (status, rest) = key.split_at_checked(if key.starts_with(DEFAULT) { DEFAULT.len() } else { CODE })?;
    let is_separated = !rest.starts_with(char::is_alphanumeric);
    let has_another = rest.as_bytes().windows(CODE).any(is_code);
    let status = Some(status).filter(|status| is_known(status) && is_separated && !has_another)?;
    Some(if status == DEFAULT { status.to_ascii_lowercase() } else { status.to_owned() })
}

/// The length of a status such as `404`, or of a range such as `4XX`.
const CODE: usize = 3;

fn is_code(key: &[u8]) -> bool {
    match key {
        [b'1'..=b'5', b'X', b'X'] => true,
        [b'1'..=b'5', rest @ ..] => rest.len() + 1 == CODE && rest.iter().all(u8::is_ascii_digit),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_status_at_the_start_of_a_response_key() {
        for (key, status) in [
            ("204", "204"),
            ("204 NO_CONTENT", "204"),
            ("200 OK", "200"),
            ("200: OK", "200"),
            ("201-Created", "201"),
            ("404 (Not Found)", "404"),
            ("418 I'm a teapot, v2", "418"),
            ("200.0", "200"),
            ("200 ", "200"),
            (" 200", "200"),
            ("\u{a0}200\t", "200"),
            ("2xx", "2XX"),
            ("5xx Server error", "5XX"),
            ("default ", "default"),
            ("Default", "default"),
            ("default: any error", "default"),
        ] {
            assert_eq!(leading_status(key).as_deref(), Some(status), "{key:?}");
        }
    }

    #[test]
    fn finds_no_status_in_a_response_key_with_none_or_several() {
        for key in [
            "",
            "2",
            "20x",
            "20x OK",
            "2000",
            "200OK",
            "2XXX",
            "600 Odd",
            "HTTP 200",
            "\u{662}00",
            "200\u{662}",
            "20\u{662} OK",
            "200,201",
            "200-299",
            "4xx/5xx",
            "defaults",
            "x-200",
        ] {
            assert_eq!(leading_status(key), None, "{key:?}");
        }
    }
}
