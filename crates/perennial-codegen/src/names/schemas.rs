//! Assigns Rust names to the named schemas.
//!
//! Names that only differ in case or separators, such as `AlertSettings` and `alertSettings`, would become the same
//! type. One of these schemas keeps the name, and the others are named after their uses. Recorded names take
//! precedence.

use std::collections::{BTreeMap, BTreeSet};

use super::pins::Pins;
use crate::{api::Place, text::naming};

/// The Rust names of the named schemas, together with the names that are unavailable to other types.
#[derive(Debug, Default)]
pub struct SchemaNames {
    /// The Rust name of each schema. The key is the name in the document.
    pub of_schemas: BTreeMap<String, String>,
    /// The names in the module `types` that are unavailable.
    pub taken: BTreeSet<String>,
    /// The schemas that will be named after their uses, because their name in the document is a placeholder, or belongs
    /// to another schema. The key is the provisional name, and the value the name in the document.
    pub provisional: BTreeMap<String, String>,
    /// The provisional names of schemas whose own name is recorded for another type. Such a schema has a name of its
    /// own, so it is never merged with equal types.
    pub distinct: BTreeSet<String>,
}

/// Returns whether a name in the document is a placeholder such as `Model12`.
pub fn is_placeholder(name: &str) -> bool {
    const PLACEHOLDERS: [&str; 6] = ["model", "schema", "object", "inlinemodel", "inlineobject", "inlineresponse"];
    let stem = name.trim_end_matches(|c: char| c.is_ascii_digit() || c == ' ' || c == '_').replace('_', "");
    PLACEHOLDERS.contains(&stem.to_lowercase().as_str())
}

/// Returns the Rust name that a schema has if no other schema needs the same one. `Self` becomes `SelfType`, because
/// Rust does not allow a type called `Self`.
fn preferred_name(name: &str) -> String {
    Some(naming::type_name(name)).filter(|name| name != "Self_").unwrap_or_else(|| "SelfType".to_owned())
}

/// Assigns names to the schemas with the names `declared` in the document.
pub fn name_schemas<'a>(declared: impl Iterator<Item = &'a String>, pins: &Pins<'_>) -> SchemaNames {
    let mut names: Vec<(&String, String)> = declared.map(|name| (name, preferred_name(name))).collect();
    // A new type must not get a name that is recorded for something else.
    let mut reserved = pins.types();
    // If several schemas need the same name, it goes to the schema that is spelled exactly like it, or else to the
    // first one in alphabetical order. The order of the document would not be stable.
    names.sort_by_cached_key(|(name, wanted)| (wanted != *name, name.as_str()));
    let mut taken = BTreeSet::new();
    let (mut of_schemas, mut provisional, mut distinct) = (BTreeMap::new(), BTreeMap::new(), BTreeSet::new());
    for (name, wanted) in names {
        // `says_nothing` decides whether the schema may be merged with equal types, so it must not depend on recorded
        // names.
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
    SchemaNames { of_schemas, taken, provisional, distinct }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(names: &[&str]) -> SchemaNames {
        let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        super::name_schemas(names.iter(), &Pins::new(&Default::default()))
    }

    #[test]
    fn colliding_schema_names_do_not_depend_on_the_order_of_schemas() {
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
    fn schema_whose_name_is_recorded_for_another_type_is_not_merged() {
        let recorded = r#"{ "types": { "Kind": { "place": "A.kind" } } }"#;
        let recorded = crate::names::file::Names::parse(recorded).expect("legal");
        let declared = ["kind", "Model1", "other"].map(str::to_owned);
        let names = super::name_schemas(declared.iter(), &Pins::new(&recorded));
        assert_eq!(names.distinct, ["Kind2".to_owned()].into());
        assert_eq!(names.provisional.keys().collect::<Vec<_>>(), ["Kind2", "Model1"]);
    }

    #[test]
    fn schemas_called_self_get_names_that_are_not_keywords() {
        let names = named(&["Self", "self"]);
        assert_eq!(names.of_schemas.values().collect::<Vec<_>>(), ["SelfType", "SelfType2"]);
        for name in names.of_schemas.values() {
            assert_eq!(naming::type_name(name), *name);
        }
    }

    #[test]
    fn schemas_may_have_names_of_the_prelude() {
        assert_eq!(named(&["Option"]).of_schemas["Option"], "Option");
        assert_eq!(named(&["Default"]).of_schemas["Default"], "Default");
    }
}
