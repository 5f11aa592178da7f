//! The Rust names of a struct's fields: different from each other.

use std::collections::BTreeSet;

use super::setters::UNDECLARED;
use crate::{api::Field, text::naming};

/// The name of each property, in the order of `properties`; names that would be one are numbered.
pub fn names(properties: &[&str], has_additional: bool) -> Vec<String> {
    let mut taken = BTreeSet::new();
    if has_additional {
        taken.insert(UNDECLARED.to_owned());
    }
    let mut names: Vec<String> = properties.iter().map(|property| naming::value_name(property)).collect();
    let mut by_rank: Vec<usize> = (0..properties.len()).collect();
    // A property that is spelled as its field comes first, then the alphabet decides.
    by_rank.sort_by_cached_key(|index| (names[*index] != properties[*index], properties[*index]));
    for index in by_rank {
        names[index] = naming::unique(&names[index], &mut taken);
    }
    names
}

/// Returns `true` if another field has the name that this one would have.
pub fn is_renamed(field: &Field) -> bool {
    // Such a name is numbered.
    field.name.ends_with(|c: char| c.is_ascii_digit()) && field.name != naming::value_name(&field.wire_name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn properties_that_would_be_one_field_are_numbered() {
        let names = names(&["fooBar", "foo_bar", "foo-bar", "extra"], true);
        assert_eq!(names, ["foo_bar3", "foo_bar", "foo_bar2", "extra2"]);
    }

    #[test]
    fn a_property_with_an_odd_name_has_a_name_in_rust() {
        assert_eq!(names(&["@type", "$"], false), ["type_", "x"]);
    }
}
