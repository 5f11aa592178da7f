//! Tests the entries of `names.json`. In each section, a name is either refused with one line that contains the entry
//! and the remedy, or the generated code compiles.

mod package;
mod places;
mod table;

use std::collections::{BTreeSet, HashSet};

use perennial_codegen::{
    generate,
    names::{file::Names, reserved},
};
use places::{Kind, PLACES, Place, Recorded};

fn all_names() -> Vec<&'static str> {
    [table::NONE.to_vec(), table::values(), table::types(), table::ANY.to_vec(), table::reserved()].concat()
}

/// Records a single name in `names.json`, in the section `place`. If the name is refused, returns the reason.
fn record_alone(place: &Place, name: &str) -> Result<(), String> {
    let mut recorded = Recorded::new();
    (place.put)(&mut recorded, 0, name);
    Names::parse(&recorded.names.to_string()).map(drop).map_err(|refused| refused.to_string())
}

#[test]
fn error_for_an_invalid_recorded_name_contains_entry_and_remedy() {
    for place in &PLACES {
        for name in all_names() {
            let Err(line) = record_alone(place, name) else { continue };
            let at = format!("names.json: {}", place.entry);
            let remedy = ": change or remove it, or restore the file from version control";
            assert!(line.starts_with(&at) && line.ends_with(remedy) && line.lines().count() == 1, "{line}");
        }
    }
}

/// Whether a name in `table` can be a feature: cargo accepts it, and TOML accepts it as a key.
fn is_feature(name: &str) -> bool {
    let is_taken = |c: char| c.is_alphanumeric() || "-_\u{301}\u{200d}".contains(c);
    !name.is_empty() && !name.starts_with('-') && name.chars().all(is_taken)
}

#[test]
fn recorded_names_are_accepted_exactly_where_rust_accepts_them() {
    for place in &PLACES {
        for name in all_names() {
            let expected = match place.kind {
                Kind::Value if table::values().contains(&name) => true,
                Kind::Type if table::types().contains(&name) => true,
                Kind::Value | Kind::Type if table::ANY.contains(&name) => true,
                Kind::Text => place.entry != places::PLACE || !name.is_empty(),
                Kind::Feature if ["default", "all-tags", "rate_limit"].contains(&name.to_lowercase().as_str()) => false,
                Kind::Feature => is_feature(name),
                Kind::Value if place.space == places::METHODS && reserved::OF_CLIENT.contains(&name) => false,
                _ if table::reserved().contains(&name) => continue,
                _ => false,
            };
            let refused = record_alone(place, name);
            assert_eq!(refused.is_ok(), expected, "{:?} in {}: {refused:?}", name, place.entry);
        }
    }
}

/// Names in the same scope have to differ, so a package contains an accepted name only once in each scope. The test
/// therefore spreads the names over three packages. Five sections record names of methods of `Client`, so two of them
/// have to omit a name, but not always the same two.
#[test]
fn client_compiles_with_every_accepted_recorded_name() {
    const PACKAGES: usize = 3;
    let mut packages = [(); PACKAGES].map(|()| (Recorded::new(), HashSet::new(), BTreeSet::new()));
    let mut left_out = BTreeSet::new();
    for (index, name) in all_names().into_iter().enumerate() {
        for turn in 0..PLACES.len() {
            let number = (turn + index) % PLACES.len();
            let place = &PLACES[number];
            if record_alone(place, name).is_err() {
                continue;
            }
            let key = (place.space.unwrap_or(&number.to_string()).to_owned(), (place.made)(name));
            match packages
                .iter_mut()
                .find_map(|(recorded, used, features)| used.insert(key.clone()).then_some((recorded, features)))
            {
                Some((recorded, features)) => {
                    (place.put)(recorded, index, name);
                    features.extend((place.entry == "features.").then_some(name));
                }
                // Tag names may be any text, and most of these texts would name the same tag. They are not tested here.
                None if place.kind == Kind::Text => {}
                None => drop(left_out.insert(key.0)),
            }
        }
    }
    assert_eq!(left_out, ["methods".to_owned()].into());
    for (number, (recorded, _, former_features)) in packages.iter().enumerate() {
        let names = Names::parse(&recorded.names.to_string()).expect("names that differ are taken together, too");
        let generated = generate(&recorded.document.to_string(), &names).expect("should be generated");
        let present = generated.api.groups.iter().map(|group| group.feature.as_str());
        let features: BTreeSet<&str> = present.chain(former_features.iter().copied()).collect();
        let features: Vec<&str> = features.into_iter().collect();
        let built = package::build(&generated.client, &features);
        assert_eq!(built, Ok(()), "package {}", number + 1);
    }
}
