//! Finds the secret parts in the value of an `authorization` header.

/// Parameters of an `authorization` header whose values are not secret. They are not redacted, because they are likely
/// to occur in ordinary messages.
const PUBLIC: [&str; 5] = ["algorithm", "nc", "qop", "realm", "uri"];

/// Returns the credentials after the scheme as a whole, and each word and parameter value in them, since a response may
/// repeat any of these alone. There may be duplicates.
pub(super) fn secret_parts(value: &str) -> Vec<String> {
    let value = value.trim();
    // In `Bearer key`, the scheme is not a secret.
    let credentials = value.split_once(char::is_whitespace).map_or(value, |(_, remaining)| remaining.trim_start());
    let mut secrets = vec![credentials.to_owned()];
    let mut remaining = credentials;
    while let Some((name, value, after)) = next_parameter(remaining) {
        if !PUBLIC.iter().any(|public| name.eq_ignore_ascii_case(public)) {
            secrets.push(value);
        }
        remaining = after;
    }
    secrets
}

/// Parses the first parameter: `name=value`, `name="value"`, or a word, whose name is empty. Returns the name, the
/// value and the remaining text.
fn next_parameter(text: &str) -> Option<(&str, String, &str)> {
    let is_delimiter = |c: char| c == ',' || c.is_whitespace();
    let text = text.trim_start_matches(is_delimiter);
    let word = text.split(is_delimiter).next().filter(|word| !word.is_empty())?;
    if let Some((name, _)) = word.split_once('=')
        && let Some(quoted) = text.get(name.len() + 1..).and_then(|value| value.strip_prefix('"'))
    {
        let (value, remaining) = unquote(quoted);
        return Some((name, value, remaining));
    }
    let remaining = text.get(word.len()..).unwrap_or_default();
    // `==` at the end is Base64 padding, and does not separate a name from a value.
    let (name, value) = match word.split_once('=') {
        Some((name, value)) if !value.trim_matches('=').is_empty() => (name, value),
        _ => ("", word),
    };
    Some((name, value.to_owned(), remaining))
}

/// Returns the unescaped text up to the closing quote, and the remaining text.
fn unquote(text: &str) -> (String, &str) {
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
        let mut secrets = secret_parts(value);
        secrets.dedup();
        assert_eq!(secrets, expected, "{value}");
    }

    #[test]
    fn finds_the_credentials_in_an_authorization_header() {
        for value in ["Bearer k3y", "Bearer \t k3y", "Bearer\tk3y ", " bearer k3y", "k3y", "\tk3y"] {
            assert_secrets(value, &["k3y"]);
        }
        assert_secrets("Basic dXNlcg==", &["dXNlcg=="]);
        assert_secrets("", &[""]);
        assert_secrets("Token a k3y", &["a k3y", "a", "k3y"]);
    }

    #[test]
    fn finds_secret_parameters_of_an_authorization_header() {
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
