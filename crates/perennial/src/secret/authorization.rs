//! The secret parts of the value of an `authorization` header.

/// Parameters that say how a request is authenticated, and with which rights: not secret, and likely to occur in other
/// texts.
const PUBLIC: [&str; 5] = ["algorithm", "nc", "qop", "realm", "uri"];

/// The credentials after the scheme, each word of them, and the value of each parameter: a response may repeat any of
/// them alone. There may be duplicates.
pub(super) fn secrets(value: &str) -> Vec<String> {
    let value = value.trim();
    // `Bearer key`: the scheme is no secret.
    let credentials = value.split_once(char::is_whitespace).map_or(value, |(_, rest)| rest.trim_start());
    let mut secrets = vec![credentials.to_owned()];
    let mut rest = credentials;
    while let Some((name, value, after)) = next(rest) {
        if !PUBLIC.iter().any(|public| name.eq_ignore_ascii_case(public)) {
            secrets.push(value);
        }
        rest = after;
    }
    secrets
}

/// The name and the value of the first parameter, and the rest: of `name=value`, `name="value"`, or a word without a
/// name.
fn next(text: &str) -> Option<(&str, String, &str)> {
    let is_delimiter = |c: char| c == ',' || c.is_whitespace();
    let text = text.trim_start_matches(is_delimiter);
    let word = text.split(is_delimiter).next().filter(|word| !word.is_empty())?;
    if let Some((name, _)) = word.split_once('=')
        && let Some(quoted) = text.get(name.len() + 1..).and_then(|value| value.strip_prefix('"'))
    {
        let (value, rest) = unquoted(quoted);
        return Some((name, value, rest));
    }
    let rest = text.get(word.len()..).unwrap_or_default();
    // `==` at the end of Base64 belongs to the word.
    let (name, value) = match word.split_once('=') {
        Some((name, value)) if !value.trim_matches('=').is_empty() => (name, value),
        _ => ("", word),
    };
    Some((name, value.to_owned(), rest))
}

/// The text up to the closing quote, unescaped, and the rest.
fn unquoted(text: &str) -> (String, &str) {
    let mut value = String::new();
    let mut characters = text.chars();
    while let Some(c) = characters.next() {
        match c {
            '"' => break,
            '\\' => value.extend(characters.next()),
            _ => value.push(c),
        }
    }
    (value, characters.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn assert_secrets(value: &str, expected: &[&str]) {
        let mut secrets = secrets(value);
        secrets.dedup();
        assert_eq!(secrets, expected, "{value}");
    }

    #[test]
    fn credentials_are_found_with_any_white_space_and_without_a_scheme() {
        for value in ["Bearer k3y", "Bearer \t k3y", "Bearer\tk3y ", " bearer k3y", "k3y", "\tk3y"] {
            assert_secrets(value, &["k3y"]);
        }
        assert_secrets("Basic dXNlcg==", &["dXNlcg=="]);
        assert_secrets("", &[""]);
        assert_secrets("Token a k3y", &["a k3y", "a", "k3y"]);
    }

    #[test]
    fn values_of_parameters_are_found_quoted_or_not() {
        assert_secrets(
            r#"Digest username="a b, c", realm="r", uri="/v1" , nonce=n0nce,response="r\"\\s""#,
            &[
                r#"username="a b, c", realm="r", uri="/v1" , nonce=n0nce,response="r\"\\s""#,
                "a b, c",
                "n0nce",
                r#"r"\s"#,
            ],
        );
        assert_secrets(r#"Token token="k3y"#, &[r#"token="k3y"#, "k3y"]);
        assert_secrets("ApiKey key=k3y==", &["key=k3y==", "k3y=="]);
    }
}
