//! The text of a date.

use std::fmt;

/// The longest text that is not on the heap: `2024-05-01T10:00:00.000Z`.
const INLINE: usize = 24;

/// A text that is read in great numbers and seldom longer than [`INLINE`]; only a longer one is on the heap.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) enum Text {
    Inline { bytes: [u8; INLINE], length: u8 },
    Heap(Box<str>),
}

impl Text {
    pub(super) fn as_str(&self) -> &str {
        match self {
            // It is the whole of a text, so that it is UTF-8.
            Self::Inline { bytes, length } => {
                bytes.get(..usize::from(*length)).and_then(|bytes| str::from_utf8(bytes).ok()).unwrap_or_default()
            }
            Self::Heap(text) => text,
        }
    }
}

impl From<&str> for Text {
    fn from(text: &str) -> Self {
        let mut bytes = [0; INLINE];
        match (bytes.get_mut(..text.len()), u8::try_from(text.len())) {
            (Some(target), Ok(length)) => {
                target.copy_from_slice(text.as_bytes());
                Self::Inline { bytes, length }
            }
            _ => Self::Heap(text.into()),
        }
    }
}

impl fmt::Debug for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_str().fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_of_any_length_is_kept() {
        for text in ["", "2024-05-01T10:00:00.000Z", "2024-05-01T10:00:00.0000Z", "\u{20ac}\u{20ac}"] {
            assert_eq!(Text::from(text).as_str(), text);
            assert_eq!(matches!(Text::from(text), Text::Inline { .. }), text.len() <= INLINE, "{text}");
        }
    }
}
