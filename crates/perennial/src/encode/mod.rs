//! Encoding paths, queries and bodies: percent-encoding, OpenAPI's parameter styles, JSON, and how the values of
//! generated types are written.

mod json;
mod path;
mod query;
mod types;
mod value;

pub(crate) use json::json;
pub(crate) use path::{has_dot_segment, in_path};
pub(crate) use query::Query;
pub use types::Encode;
pub(crate) use types::{Encoded, whole};
pub(crate) use value::{Unsupported, Value};

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, PercentEncode, utf8_percent_encode};

/// Everything but the unreserved characters of RFC 3986, so that no character of a value is taken for a delimiter:
/// not by the `url` crate, which reads `\` as `/`, drops tabs and newlines and reads `%2e` as a dot, and not by a
/// proxy or the service.
const RESERVED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// `text` as one component of a path or query.
pub(crate) fn component(text: &str) -> PercentEncode<'_> {
    utf8_percent_encode(text, RESERVED)
}

#[cfg(test)]
mod tests {
    use super::component;

    #[test]
    fn only_unreserved_characters_stay_as_they_are() {
        assert_eq!(component("aZ09-._~").to_string(), "aZ09-._~");
        assert_eq!(component("a/b\\c d\t\n?#%2e+&=é").to_string(), "a%2Fb%5Cc%20d%09%0A%3F%23%252e%2B%26%3D%C3%A9");
    }
}
