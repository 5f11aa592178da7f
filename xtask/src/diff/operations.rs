//! The methods of `Client` and their builders.

use std::collections::BTreeSet;

use monitoring_service_codegen::{
    api::RateLimit,
    rust_type::{RustType, Wrapper},
};
use url::Url;

use super::{Change, Item, Kind, Part, features, other_names, pagers, pairs::Pairs, setters, short_names, words};
use crate::{
    rules,
    surface::{Operation, PublicApi},
};

/// What became of the operations.
pub fn compare(old: &PublicApi, new: &PublicApi, pairs: &Pairs<'_>) -> Part {
    let mut items = Vec::new();
    for (name, operation) in &old.operations {
        let Some(new_name) = pairs.operations.get(name.as_str()) else {
            let changes = short_names::reused(operation, new);
            items.push(called(operation, Item::new(name, Kind::Removed, changes).by(&rules::OPERATION_REMOVED)));
            continue;
        };
        let other = &new.operations[*new_name];
        let item = Item::of_pair(name, new_name, changed((name, old), (new_name, new), pairs));
        items.extend(item.map(|item| called(other, item)));
    }
    for (former, other) in &old.former.operations {
        // What is gone is told once.
        let Some(expected) = pairs.operations.get(other.present.as_str()) else { continue };
        if new.operation_called(former) != Some(expected) {
            items.push(called(&old.operations[&other.present], Item::dropped(former, expected)));
        }
    }
    let known: BTreeSet<&str> = pairs.operations.values().copied().collect();
    for (name, operation) in new.operations.iter().filter(|(name, _)| !known.contains(name.as_str())) {
        items.push(called(operation, Item::new(name, Kind::Added, Vec::new()).by(&rules::OPERATION_ADDED)));
    }
    Part::new(old.operations.len(), new.operations.len(), items)
}

fn called(operation: &Operation, item: Item) -> Item {
    Item { request: Some(request(operation)), ..item }
}

fn request(operation: &Operation) -> String {
    format!("{} {}", operation.method, operation.path)
}

/// What differs inside one operation, whatever its name.
pub fn changed(
    (old_name, old_api): (&str, &PublicApi),
    (new_name, new_api): (&str, &PublicApi),
    pairs: &Pairs<'_>,
) -> Vec<Change> {
    let (old, new) = (&old_api.operations[old_name], &new_api.operations[new_name]);
    let former = [(old_name, old_api), (new_name, new_api)].map(|(name, api)| api.former.operation_setters.get(name));
    let mut changes = setters::compare(old, new, former, pairs);
    changes.extend(result_change(&old.result, &new.result, new_api, pairs));
    changes.extend(pagers::compare(old.pager.as_ref(), new.pager.as_ref(), pairs));
    if request(old) != request(new) {
        changes.push(Change::new(&rules::REQUEST_MOVED, format!("calls `{}`, was `{}`", request(new), request(old))));
    }
    changes.extend(server_change(old.server.as_deref(), new.server.as_deref()));
    if old.id != new.id {
        changes.push(Change::new(
            &rules::OPERATION_ID_CHANGED,
            format!("has the operationId `{}`, was `{}`: errors and `operations()` show it", new.id, old.id),
        ));
    }
    let was_present = |name: &str| old_api.operations.contains_key(name);
    changes.extend(other_names::compare(&old_api.former.operations, &new_api.former.operations, new_name, was_present));
    changes.extend(features::compare(old, new, new_api));
    changes.extend(short_names::compare((old_name, old_api), (new_name, new_api)));
    if old.rate_limit != new.rate_limit {
        let shown = |limit: Option<RateLimit>| limit.map_or("the default".to_owned(), |limit| limit.to_string());
        changes.push(Change::new(
            &rules::RATE_LIMIT_CHANGED,
            format!("has the rate limit {}, was {}", shown(new.rate_limit), shown(old.rate_limit)),
        ));
    }
    match (old.deprecated, new.deprecated) {
        (false, true) => changes.push(Change::new(&rules::OPERATION_DEPRECATED, "is deprecated")),
        (true, false) => changes.push(Change::new(&rules::OPERATION_NOT_DEPRECATED, "is no longer deprecated")),
        _ => {}
    }
    changes
}

/// What it means if it is called elsewhere: a server that is not the base URL has to be allowed.
fn server_change(old: Option<&str>, new: Option<&str>) -> Option<Change> {
    if old == new {
        return None;
    }
    let shown = |server: Option<&str>| server.map_or("the base URL".to_owned(), |url| format!("`{url}`"));
    let description = format!("is called at {}, was at {}", shown(new), shown(old));
    // What is allowed is a scheme, host and port.
    let origin = |url: Option<&str>| Some(Url::parse(url?).ok()?.origin());
    let is_allowed = new.is_none() || origin(new).is_some_and(|new| origin(old) == Some(new));
    Some(Change::new(if is_allowed { &rules::SERVER_CHANGED } else { &rules::SERVER_TO_ALLOW }, description))
}

fn result_change(old: &RustType, new: &RustType, api: &PublicApi, pairs: &Pairs<'_>) -> Option<Change> {
    let subject = "the response of `send`";
    let was_list = old.wrappers.last() == Some(&Wrapper::Vec);
    if let Some(element) = api.elements(new).filter(|_| was_list) {
        let description = format!("{subject} is a page of `{element}`, `{new}`, was `{old}`");
        return Some(Change::new(&rules::RESPONSE_IS_PAGE, description));
    }
    words::type_change(&words::of_response(), subject, old, new, pairs)
}
