//! The Rust names of the named schemas. Names that differ only in case or separators (`AlertSettings`,
//! `alertSettings`) would be one type twice: the first keeps it, and the others are named after where they are used. A
//! recorded name comes before all that.

use std::collections::{BTreeMap, BTreeSet};

use super::pins::Pins;
use crate::{api::Place, text::naming};

/// The names that are in use, and those of the schemas.
#[derive(Debug, Default)]
pub struct Names {
    /// By the name in the document.
    pub of_schemas: BTreeMap<String, String>,
    /// All names in `types`.
    pub taken: BTreeSet<String>,
    /// The names that say nothing of a schema, or that another schema has: by themselves, with those in the document.
    pub provisional: BTreeMap<String, String>,
    /// Of those, the ones that only leave their name to what it is recorded for: they become one with no other type.
    pub distinct: BTreeSet<String>,
}

/// Returns `true` if a name in the document says nothing of the schema.
pub fn is_placeholder(name: &str) -> bool {
    const PLACEHOLDERS: [&str; 6] = ["model", "schema", "object", "inlinemodel", "inlineobject", "inlineresponse"];
    let stem = name.trim_end_matches(|c: char| c.is_ascii_digit() || c == ' ' || c == '_').replace('_', "");
    PLACEHOLDERS.contains(&stem.to_lowercase().as_str())
}

/// The name that a schema has if it is free. No type can be called `Self`.
fn wanted(name: &str) -> String {
    Some(naming::type_name(name)).filter(|name| name != "Self_").unwrap_or_else(|| "SelfType".to_owned())
}

/// Names the schemas that the document calls `declared`.
pub fn names<'a>(declared: impl Iterator<Item = &'a String>, pins: &Pins<'_>) -> Names {
    let mut names: Vec<(&String, String)> = declared.map(|name| (name, wanted(name))).collect();
    // Nothing new gets a name that is recorded for something else.
    let mut reserved = pins.types();
    // A name that is spelled as its type comes first, then the alphabet decides, not the document's order, which the
    // service may change at any time.
    names.sort_by_cached_key(|(name, wanted)| (wanted != *name, name.as_str()));
    let mut taken = BTreeSet::new();
    let (mut of_schemas, mut provisional, mut distinct) = (BTreeMap::new(), BTreeMap::new(), BTreeSet::new());
    for (name, wanted) in names {
        // Whether it may become one with equal types does not depend on what is recorded.
        let says_nothing = !taken.insert(wanted.clone()) || is_placeholder(name);
        let recorded = pins.type_at(&Place::schema(name)).filter(|_| !says_nothing);
        let unique = recorded.map_or_else(|| naming::unique(&wanted, &mut reserved), str::to_owned);
        if says_nothing {
            provisional.insert(unique.clone(), name.clone());
        } else if recorded.is_none() && unique != wanted {
            provisional.insert(unique.clone(), name.clone());
            distinct.insert(unique.clone());
        }
        of_schemas.insert(name.clone(), unique);
    }
    let taken = reserved;
    Names { of_schemas, taken, provisional, distinct }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(names: &[&str]) -> Names {
        let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        super::names(names.iter(), &Pins::new(&Default::default()))
    }

    #[test]
    fn of_names_that_become_one_in_rust_one_is_kept_whatever_their_order() {
        for schemas in
            [["alert_settings", "AlertSettings", "alertSettings"], ["alertSettings", "AlertSettings", "alert_settings"]]
        {
            let names = named(&schemas);
            assert_eq!(names.of_schemas["AlertSettings"], "AlertSettings");
            let provisional: Vec<&str> = names.provisional.values().map(String::as_str).collect();
            assert_eq!(provisional, ["alertSettings", "alert_settings"]);
        }
    }

    #[test]
    fn a_schema_whose_name_is_recorded_for_another_place_stays_apart_from_equal_types() {
        let recorded = r#"{ "types": { "Kind": { "place": "A.kind" } } }"#;
        let recorded = crate::names::file::Names::parse(recorded).expect("legal");
        let declared = ["kind", "Model1", "other"].map(str::to_owned);
        let names = super::names(declared.iter(), &Pins::new(&recorded));
        assert_eq!(names.distinct, ["Kind2".to_owned()].into());
        assert_eq!(names.provisional.keys().collect::<Vec<_>>(), ["Kind2", "Model1"]);
    }

    #[test]
    fn schemas_called_self_have_names_that_are_no_keyword() {
        let names = named(&["Self", "self"]);
        assert_eq!(names.of_schemas.values().collect::<Vec<_>>(), ["SelfType", "SelfType2"]);
        for name in names.of_schemas.values() {
            assert_eq!(naming::type_name(name), *name);
        }
    }

    #[test]
    fn names_of_the_prelude_are_free() {
        assert_eq!(named(&["Option"]).of_schemas["Option"], "Option");
        assert_eq!(named(&["Default"]).of_schemas["Default"], "Default");
    }
}
