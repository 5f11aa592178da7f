//! The variants of open enums and of enums that hold values.

use std::collections::BTreeMap;

use super::{Change, pairs::Pairs};

/// What differs between the variants of one open enum.
pub fn compare_open(
    name: &str,
    (old, old_other): (&BTreeMap<String, String>, &str),
    (new, new_other): (&BTreeMap<String, String>, &str),
) -> Vec<Change> {
    let mut changes = Vec::new();
    for (variant, value) in old {
        match new.get(variant) {
            None => {
                let action = format!("do not name it: `{name}::from({value:?})` still gives the value");
                changes.push(Change::breaking(format!("variant `{variant}` ({value:?}) is gone"), action));
            }
            Some(other) if other != value => {
                changes.push(Change {
                    action: "check what the code means by it".to_owned(),
                    ..Change::compatible(format!("variant `{variant}` stands for {other:?}, was {value:?}"))
                });
            }
            Some(_) => {}
        }
    }
    for (variant, value) in new.iter().filter(|(variant, _)| !old.contains_key(*variant)) {
        let description =
            format!("variant `{variant}` ({value:?}) is new, was `{old_other}({value:?})` if it occurred");
        changes.push(Change::compatible(description));
    }
    if old_other != new_other {
        let description = format!("the variant of all other values is `{new_other}`, was `{old_other}`");
        changes.push(Change::breaking(description, "use the new name"));
    }
    changes
}

/// What differs between the variants of one enum that holds values.
pub fn compare_held(
    old: &BTreeMap<String, Vec<String>>,
    new: &BTreeMap<String, Vec<String>>,
    pairs: &Pairs<'_>,
) -> Vec<Change> {
    let mut changes = Vec::new();
    for (variant, held) in old {
        let in_new_names: Vec<String> = held.iter().map(|ty| pairs.in_new_names(ty)).collect();
        match new.get(variant) {
            None => {
                let action = "do not name it: such a value does not come any more";
                changes.push(Change::breaking(format!("variant `{}` is gone", shown(variant, held)), action));
            }
            Some(after) if *after != in_new_names => {
                let description = format!("variant is `{}`, was `{}`", shown(variant, after), shown(variant, held));
                changes.push(Change::breaking(description, "use what it holds now"));
            }
            Some(_) => {}
        }
    }
    for (variant, held) in new.iter().filter(|(variant, _)| !old.contains_key(*variant)) {
        changes.push(Change::compatible(format!("variant `{}` is new", shown(variant, held))));
    }
    changes
}

fn shown(variant: &str, held: &[String]) -> String {
    if held.is_empty() { variant.to_owned() } else { format!("{variant}({})", held.join(", ")) }
}
