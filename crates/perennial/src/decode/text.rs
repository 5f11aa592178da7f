//! Values that are texts in JSON.

use std::fmt;

use serde::de::{Deserializer, Error, Unexpected, Visitor};

/// Reads a text as what `parse` makes of it, which copies it only if the value keeps it, or fails with what `parse` says
/// was found instead of what was `expected`.
pub fn text<'de, D: Deserializer<'de>, T>(
    deserializer: D,
    expected: &'static str,
    parse: impl FnOnce(&str) -> Result<T, String>,
) -> Result<T, D::Error> {
    deserializer.deserialize_str(Text { expected, parse })
}

struct Text<F> {
    expected: &'static str,
    parse: F,
}

impl<T, F: FnOnce(&str) -> Result<T, String>> Visitor<'_> for Text<F> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.expected)
    }

    #[inline]
    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        (self.parse)(text).map_err(|found| E::invalid_value(Unexpected::Other(&found), &self.expected))
    }
}
