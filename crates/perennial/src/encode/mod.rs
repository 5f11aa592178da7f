//! Encodes paths, queries and bodies: percent-encoding, the parameter styles of OpenAPI, JSON, and the trait `Encode`
//! of generated types.

mod path;
mod query;
mod style;
mod types;
mod value;

pub(crate) use path::{has_dot_segment, insert_into_path};
pub(crate) use query::Query;
pub use style::Style;
pub(crate) use style::is_stripped;
pub use types::Encode;
pub(crate) use types::{Encoded, exact_integer, json};
pub(crate) use value::{Unsupported, Value};

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, PercentEncode, utf8_percent_encode};

/// The media type of HTML forms.
pub(crate) const FORM_MEDIA_TYPE: &str = "application/x-www-form-urlencoded";

/// All ASCII characters except the unreserved ones of RFC 3986. In values, they are percent-encoded, so that no parser
/// mistakes a part of a value for a delimiter. The `url` crate, for example, reads `\` as `/`, drops tabs and newlines,
/// and reads `%2e` as a dot. A proxy or the service may behave similarly.
const RESERVED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

pub(crate) fn component(text: &str) -> PercentEncode<'_> {
    utf8_percent_encode(text, RESERVED)
}

/// Percent-encodes `text`, except for its unreserved characters, and for reserved characters that have no special
/// meaning in a path or query, such as `:`. Encoded characters such as `%41` are not encoded again (RFC 6570, section
/// 3.2.3).
fn encode_allowing_reserved(text: &str, is_query: bool) -> String {
    const SOME: &AsciiSet = &RESERVED.remove(b':').remove(b'@').remove(b'!').remove(b'$').remove(b'(').remove(b')');
    const IN_PATH: &AsciiSet = &SOME.remove(b'*').remove(b',').remove(b'=');
    const IN_QUERY: &AsciiSet = &IN_PATH.remove(b'/').remove(b'?').remove(b'[').remove(b']');
    let set = if is_query { IN_QUERY } else { IN_PATH };
    let mut parts = text.split('%');
    let mut encoded = utf8_percent_encode(parts.next().unwrap_or_default(), set).to_string();
    for part in parts {
        let is_encoded = part.get(..2).is_some_and(|hex| hex.bytes().all(|byte| byte.is_ascii_hexdigit()));
        encoded.push_str(if is_encoded { "%" } else { "%25" });
        encoded.extend(utf8_percent_encode(part, set));
    }
    encoded
}

#[cfg(test)]
mod tests {
    use super::{component, encode_allowing_reserved};

    #[test]
    fn allow_reserved_still_encodes_delimiters_of_the_path_and_query() {
        let all = ":/?#[]@!$&'()*+,;= %41%4é";
        assert_eq!(encode_allowing_reserved(all, true), ":/?%23[]@!$%26%27()*%2B,%3B=%20%41%254%C3%A9");
        assert_eq!(encode_allowing_reserved(all, false), ":%2F%3F%23%5B%5D@!$%26%27()*%2B,%3B=%20%41%254%C3%A9");
    }

    #[test]
    fn percent_encodes_all_characters_except_unreserved_ones() {
        assert_eq!(component("aZ09-._~").to_string(), "aZ09-._~");
        assert_eq!(component("a/b\\c d\t\n?#%2e+&=é").to_string(), "a%2Fb%5Cc%20d%09%0A%3F%23%252e%2B%26%3D%C3%A9");
    }
}
