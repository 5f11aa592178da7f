//! The Rust names of a struct's fields: different from each other.

use std::collections::BTreeSet;

use super::Log;
use crate::{adaptation::Rule, naming};

/// The name of each property, in the order of `properties`; names that would be one are numbered.
pub fn names(place: &str, properties: &[&str], has_additional: bool, log: &mut Log) -> Vec<String> {
    let mut taken = BTreeSet::new();
    if has_additional {
        // What typify calls the undeclared fields.
        taken.insert("extra".to_owned());
    }
    let mut by_rank: Vec<usize> = (0..properties.len()).collect();
    // Whoever has the right name already keeps it; otherwise the alphabet decides.
    by_rank
        .sort_by_cached_key(|index| (naming::value_name(properties[*index]) != properties[*index], properties[*index]));
    let mut names = vec![String::new(); properties.len()];
    for index in by_rank {
        let property = properties[index];
        let wanted = naming::value_name(property);
        let unique = naming::unique(&wanted, &mut taken);
        if unique != wanted {
            log.note(Rule::RENAMED_FIELD, format!("{place}.{property} as {unique}"));
        }
        names[index] = unique;
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn properties_that_would_be_one_field_are_numbered() {
        let mut log = Log::default();
        let names = names("A", &["fooBar", "foo_bar", "foo-bar", "extra"], true, &mut log);
        assert_eq!(names, ["foo_bar3", "foo_bar", "foo_bar2", "extra2"]);
        assert_eq!(log.adaptations.len(), 3);
    }

    #[test]
    fn a_property_with_an_odd_name_has_a_name_in_rust() {
        assert_eq!(names("A", &["@type", "$"], false, &mut Log::default()), ["type_", "x"]);
    }
}
