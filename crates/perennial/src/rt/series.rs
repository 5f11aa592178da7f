//! Checks series: arrays in a response whose elements at the same index belong together.

use crate::error::{DecodeError, Error};

/// Returns the length that several arrays have in common. `arrays` contains the name and the length of each array.
///
/// # Errors
///
/// Fails with [`Error::Decode`] if the lengths differ, because it is then unknown which elements belong together. The
/// error lists the names and the lengths.
pub fn equal_lengths(arrays: &[(&'static str, usize)]) -> Result<usize, Error> {
    let length = arrays.first().map_or(0, |(_, length)| *length);
    if arrays.iter().all(|(_, other)| *other == length) {
        return Ok(length);
    }
    let lengths: Vec<_> = arrays.iter().map(|(name, length)| format!("`{name}` {length}")).collect();
    Err(DecodeError::unequal_lengths(&lengths.join(", ")).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn series_length_is_the_common_length_of_its_arrays() {
        assert_eq!(equal_lengths(&[]).unwrap(), 0);
        assert_eq!(equal_lengths(&[("a", 3), ("b", 3)]).unwrap(), 3);
    }

    #[test]
    fn error_for_unequal_series_lists_every_array_with_its_length() {
        let error = equal_lengths(&[("a", 3), ("b", 2), ("c", 3)]).unwrap_err();
        assert_eq!(error.to_string(), "the arrays that form the series differ in length: `a` 3, `b` 2, `c` 3");
    }
}
