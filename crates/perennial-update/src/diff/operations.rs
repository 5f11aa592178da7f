use perennial_codegen::{
    api::{RateLimit, id_kind},
    rust_type::{RustType, Wrapper},
    surface::PublicOperation,
};
use url::Url;

use super::{
    AddedOrRemoved, Change, ChangedItem, ItemChanges, features, matched_apis::MatchedApis, other_names, pagers,
    setters, short_names, words,
};
use crate::rules;

pub fn compare_operations(apis: &MatchedApis<'_>) -> ItemChanges {
    let MatchedApis { old, new, .. } = apis;
    let changed = |name: &str, new_name: Option<&str>| match new_name {
        Some(new_name) => operation_changes([name, new_name], apis),
        None => short_names::reused_names(&old.operations[name], &apis.short_names[1]),
    };
    let rules = AddedOrRemoved { added: &rules::OPERATION_ADDED, removed: &rules::OPERATION_REMOVED };
    let former = [&old.former.operations, &new.former.operations];
    let with_request = |item, operation: &_| ChangedItem { request: Some(method_and_path(operation)), ..item };
    ItemChanges::new([&old.operations, &new.operations], &apis.operations, former, rules, changed, with_request)
}

fn method_and_path(operation: &PublicOperation) -> String {
    format!("{} {}", operation.method, operation.path)
}

/// Returns the changes to an operation other than its name. `names` are its old and its new name.
fn operation_changes(names: [&str; 2], apis: &MatchedApis<'_>) -> Vec<Change> {
    let [old, new] = apis.operation_versions(names);
    let mut changes = setters::compare_setters(names, apis);
    changes.extend(result_change([&old.result, &new.result], apis));
    changes.extend(stream_change(old.stream.as_ref(), new.stream.as_ref(), apis));
    changes.extend(pagers::compare_pagers(old.pager.as_ref(), new.pager.as_ref(), apis));
    if method_and_path(old) != method_and_path(new) {
        changes.push(Change::new(
            &rules::REQUEST_MOVED,
            format!("calls `{}`, was `{}`", method_and_path(new), method_and_path(old)),
        ));
    }
    changes.extend(server_change(old.server.as_deref(), new.server.as_deref()));
    let [is, was] = [new, old].map(|of| format!("{} `{}`", id_kind(of.has_derived_id), of.id));
    if is != was {
        changes.push(Change::new(
            &rules::OPERATION_ID_CHANGED,
            format!("is now identified in errors and in `operations()` by the {is}, formerly by the {was}"),
        ));
    }
    if old.security != new.security {
        let [is, was] = [new, old].map(PublicOperation::authenticated_by);
        changes
            .push(Change::new(&rules::AUTHENTICATION_CHANGED, format!("is authenticated by {is}, formerly by {was}")));
    }
    changes.extend(words::changes_by_name(&old.errors, &new.errors, |status, sides| error_change(status, sides, apis)));
    let former = [&apis.old.former.operations, &apis.new.former.operations];
    changes.extend(other_names::compare_other_names(names[1], &apis.old.operations, former));
    changes.extend(features::compare_features(old, new, apis.new));
    changes.extend(short_names::compare_short_names(names, apis));
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

/// Returns a change if requests of an operation are now sent to a different server. Callers have to allow every server
/// except the server of the base URL.
fn server_change(old: Option<&str>, new: Option<&str>) -> Option<Change> {
    if old == new {
        return None;
    }
    let shown = |server: Option<&str>| server.map_or("the base URL".to_owned(), |url| format!("`{url}`"));
    let description = format!("sends its requests to {}, formerly to {}", shown(new), shown(old));
    // `ClientBuilder::allow_server` ignores the path of a URL. If only the path changed, callers have to do nothing.
    let origin = |url: Option<&str>| Some(Url::parse(url?).ok()?.origin());
    let is_allowed = new.is_none() || origin(new).is_some_and(|new| origin(old) == Some(new));
    Some(Change::new(if is_allowed { &rules::SERVER_CHANGED } else { &rules::SERVER_TO_ALLOW }, description))
}

/// Reports a change to the builder's method that returns the response as a stream.
fn stream_change(
    old: Option<&(String, RustType)>,
    new: Option<&(String, RustType)>,
    apis: &MatchedApis<'_>,
) -> Option<Change> {
    match (old, new) {
        (None, None) => None,
        (None, Some((method, ty))) => {
            Some(Change::new(&rules::STREAM_ADDED, format!("`{method}()` is new and returns `{ty}`")))
        }
        (Some((method, _)), None) => Some(Change::new(&rules::STREAM_REMOVED, format!("`{method}()` is removed"))),
        (Some((was, _)), Some((is, _))) if was != is => {
            Some(Change::for_name(&rules::STREAM_RENAMED, format!("`{was}()` is now called `{is}()`"), is))
        }
        (Some((_, old)), Some((method, new))) => words::type_change(
            [&rules::STREAM_TYPE_CHANGED; 5],
            &format!("the response of `{method}`"),
            [old, new],
            apis,
        ),
    }
}

fn error_change(status: &str, sides: [Option<&RustType>; 2], apis: &MatchedApis<'_>) -> Option<Change> {
    let subject = format!("the body of the error `{status}`");
    match sides {
        [None, Some(ty)] => Some(Change::new(&rules::ERROR_TYPE_ADDED, format!("{subject} is `{ty}`"))),
        [Some(ty), None] => Some(Change::new(&rules::ERROR_TYPE_CHANGED, format!("{subject} is no longer `{ty}`"))),
        [Some(old), Some(new)] => words::type_change([&rules::ERROR_TYPE_CHANGED; 5], &subject, [old, new], apis),
        [None, None] => None,
    }
}

fn result_change([old, new]: [&RustType; 2], apis: &MatchedApis<'_>) -> Option<Change> {
    let subject = "the response of `send`";
    let was_list = old.wrappers.last() == Some(&Wrapper::Vec);
    if let Some(element) = apis.new.elements(new).filter(|_| was_list) {
        let description = format!("{subject} is now a page of `{element}`: its type changed from `{old}` to `{new}`");
        return Some(Change::new(&rules::RESPONSE_IS_PAGE, description));
    }
    words::type_change(words::RESPONSE_RULES, subject, [old, new], apis)
}
