use std::collections::BTreeMap;

use perennial_codegen::{
    api::{FormerName, former::names_of_owner},
    rust_type::Inner,
    surface::{PublicOperation, PublicSetter},
};

use super::{Change, matched_apis::MatchedApis, other_names, words};
use crate::rules::{self, FORMER_NAME_DROPPED};

pub fn compare_setters(names: [&str; 2], apis: &MatchedApis<'_>) -> Vec<Change> {
    let [old, new] = apis.operation_versions(names);
    let old_former = names_of_owner(&apis.old.former.operation_setters, names[0]);
    let new_former = names_of_owner(&apis.new.former.operation_setters, names[1]);
    let counterparts = counterparts(names, apis);
    let mut changes = Vec::new();
    for (name, setter) in &old.setters {
        match counterparts.get(name.as_str()) {
            Some(new_name) => {
                if name != new_name {
                    let description =
                        format!("setter `{name}` is now called `{new_name}`, and the old name is deprecated");
                    changes.push(Change::for_name(&rules::SETTER_NAME_KEPT, description, new_name));
                }
                changes.extend(setter_changes(new_name, setter, &new.setters[*new_name], apis));
            }
            // `body_map` is always removed together with `body`, whose removal is reported.
            None if is_body_map(setter) && !new.setters.contains_key("body") => {}
            None if is_body_map(setter) => changes.push(Change::new(
                &rules::BODY_BUILDER_REMOVED,
                "setter `body_map` is removed, because the body no longer has a builder",
            )),
            None => changes.push(Change::new(&rules::SETTER_REMOVED, format!("setter `{name}` is removed"))),
        }
    }
    for (name, former) in old_former {
        // The former names of a removed setter are not reported, because its removal already is.
        let Some(new_name) = counterparts.get(former.present.as_str()) else { continue };
        if setter_called(name, new, new_former) != Some(new_name) {
            let description = format!("the former name `{name}` of a setter is removed");
            let instead = format!("call `.{new_name}(…)` instead");
            changes.push(Change::new(&FORMER_NAME_DROPPED, description).with_action(instead));
        }
    }
    for (name, setter) in &new.setters {
        let other_names = other_names::compare_other_names(name, &old.setters, [old_former, new_former]).into_iter();
        changes.extend(
            other_names
                .map(|change| Change { description: format!("setter `{name}` {}", change.description), ..change }),
        );
        if old.setters.contains_key(name) || counterparts.values().any(|known| known == name) || is_body_map(setter) {
            continue;
        }
        let PublicSetter { accepts, required, .. } = setter;
        changes.push(if *required {
            let description = format!("setter `{name}` is new and required, and accepts `{accepts}`");
            Change::for_name(&rules::REQUIRED_SETTER_ADDED, description, name)
        } else {
            Change::new(&rules::SETTER_ADDED, format!("setter `{name}` is new and optional, and accepts `{accepts}`"))
        });
    }
    changes
}

/// Maps the old names of the setters that still exist to their new names.
pub fn counterparts<'a>(names: [&str; 2], apis: &MatchedApis<'a>) -> BTreeMap<&'a str, &'a str> {
    let [old, new] = apis.operation_versions(names);
    let former = names_of_owner(&apis.new.former.operation_setters, names[1]);
    let old = old.setters.keys();
    old.filter_map(|name| Some((name.as_str(), setter_called(name, new, former)?))).collect()
}

/// Returns the present name of the setter whose present or former name is `name`.
fn setter_called<'a>(
    name: &'a str,
    new: &PublicOperation,
    former: &'a BTreeMap<String, FormerName>,
) -> Option<&'a str> {
    if new.setters.contains_key(name) { Some(name) } else { Some(&former.get(name)?.present) }
}

fn is_body_map(setter: &PublicSetter) -> bool {
    matches!(setter.accepts.inner, Inner::Change(_))
}

fn setter_changes(name: &str, old: &PublicSetter, new: &PublicSetter, apis: &MatchedApis<'_>) -> Vec<Change> {
    let subject = format!("setter `{name}`");
    // A changed argument of `body_map` is not reported, because it follows from the change to `body`.
    let ty = words::argument_change(&rules::SETTER_TYPE_CHANGED, &subject, old, new, apis);
    let (required, optional) = (&rules::SETTER_REQUIRED, &rules::SETTER_OPTIONAL);
    let need = words::requirement_change(required, optional, &subject, name, old, new);
    let [before, after] = [old, new].map(|setter| setter.sent_as.as_ref().map(ToString::to_string));
    let sent = before.zip(after).filter(|(before, after)| before != after).map(|(before, after)| {
        Change::new(&rules::SETTER_SENT_ELSEWHERE, format!("`{name}` is sent as {after}, was {before}"))
    });
    ty.into_iter().filter(|_| !is_body_map(new)).chain(need).chain(sent).collect()
}
