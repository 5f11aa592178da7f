//! Series that a response carries as parallel arrays.

use crate::error::{DecodeError, Error};

/// The common length of the named arrays.
///
/// # Errors
///
/// [`Error::Decode`] with every array and its length, if they differ: the arrays are indexed together, so the samples
/// can no longer be told apart.
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
    fn arrays_of_one_length_give_that_length() {
        assert_eq!(equal_lengths(&[]).unwrap(), 0);
        assert_eq!(equal_lengths(&[("a", 3), ("b", 3)]).unwrap(), 3);
    }

    #[test]
    fn the_error_names_every_array_and_its_length() {
        let error = equal_lengths(&[("a", 3), ("b", 2), ("c", 3)]).unwrap_err();
        assert_eq!(error.to_string(), "the arrays of the series differ in length: `a` 3, `b` 2, `c` 3");
    }
}
