//! Assigns short names: each operation is called by its tag and a verb, such as `order_items().list()`.
//!
//! A short name depends only on the operation and its tag. It does not change if other operations are added or removed.
//!
//! 1. Only the literal segments of the path after those that the tag contains are used. For example, the tag "Order
//!    items" leaves `comments` of the path `/orders/items/{id}/comments`. If the tag contains none of the segments, all
//!    segments except the first are used, or the only one.
//! 2. The verb is `create` for POST, `update` for PUT, `patch` for PATCH and `delete` for DELETE. It is `list` for a
//!    GET that responds with a list or a page, and `get` for any other GET. The segments follow the verb:
//!    `create_comments`.
//! 3. A GET that does not list and whose path ends in one of the used segments is named after these segments alone:
//!    `metrics`.
//! 4. A fragment, which distinguishes operations with the same path, is one more segment. A version other than 1 comes
//!    last: `create_v2`.
//!
//! If two operations would still have the same short name, the one with fewer path parameters keeps it. The name of the
//! last path parameter is appended to the name of the other operation: `list_by_check_id`.

use std::collections::{BTreeSet, HashMap, HashSet};

use super::{file::TagNames, pins::Pins, reserved};
use crate::{
    api::{self, Api, Content, Group, GroupedOperation, Kind, Operation, Response, Type},
    text::{markdown::markdown, method::Method, naming, path},
};

/// The features that a client may have in addition to the features of tags, and `default`.
pub const FEATURES: [&str; 12] = [
    "default",
    "generate",
    "gzip",
    "mock",
    "native-tls",
    "progenitor",
    "rate-limit",
    "rate-limit-file",
    "rate-limit-redis",
    "rustls",
    "rustls-ring",
    api::ALL,
];

/// Returns the groups of `api`, in the order in which their tags first appear. `taken` contains the methods of
/// `Client`.
pub fn build_groups(
    descriptions: &HashMap<String, String>,
    api: &Api,
    mut taken: BTreeSet<String>,
    pins: &Pins<'_>,
) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    let mut of_tag: HashMap<String, usize> = HashMap::new();
    // Recorded names are reserved, because a new group must not take a name that is recorded for something else. The
    // module of the groups contains the client as well.
    let mut types = pins.tag_types();
    types.extend(reserved::OF_TAGS.map(str::to_owned));
    let mut features = pins.features();
    features.extend(FEATURES.map(str::to_owned));
    features.extend((!api.webhooks.is_empty()).then(|| api::WEBHOOKS.to_owned()));
    taken.extend(pins.methods());
    let recorded: HashMap<String, (&str, &TagNames)> =
        pins.tags().map(|(tag, recorded)| (tag_name(tag), recorded)).collect();
    for (index, operation) in api.operations.iter().enumerate() {
        let mut tags = HashSet::new();
        for tag in &operation.tags {
            let name = tag_name(tag);
            if !tags.insert(name.clone()) {
                continue;
            }
            let recorded = recorded.get(&name);
            let group = *of_tag.entry(name.clone()).or_insert_with(|| {
                let (method, names) = recorded.map_or((None, None), |(method, names)| (Some(*method), Some(*names)));
                let feature = names.and_then(|names| names.feature.clone());
                let feature = feature.unwrap_or_else(|| feature_of_tag(&name, &mut features));
                let name = method.map(str::to_owned);
                let name = name.unwrap_or_else(|| {
                    let name = tag_name(tag);
                    naming::first_unique(&[&name, &format!("{name}_operations")], &mut taken)
                });
                let type_name = names.and_then(|names| names.type_name.clone());
                let type_name = type_name.unwrap_or_else(|| {
                    let type_name = naming::type_name(&name);
                    naming::first_unique(&[&type_name, &format!("{type_name}Operations")], &mut types)
                });
                let docs = descriptions.get(tag).map(|text| markdown(text)).unwrap_or_default();
                groups.push(Group { name, type_name, feature, tag: tag.clone(), docs, operations: Vec::new() });
                groups.len() - 1
            });
            groups[group].operations.push(GroupedOperation { name: String::new(), index });
        }
    }
    let lists = ListTypes::new(api);
    for group in &mut groups {
        name_operations(group, api, &lists, pins.names.tags.get(&group.name));
    }
    groups
}

/// Returns the feature of the tag that is called `name` in Rust: `order-items` for `order_items`.
fn feature_of_tag(name: &str, taken: &mut BTreeSet<String>) -> String {
    // The build script reads the feature in upper case, and some letters do not survive the conversion: `ß` becomes
    // `ss`.
    let cased = |name: &str| name.to_uppercase().to_lowercase();
    let wanted = cased(name.trim_matches('_')).replace('_', "-");
    cased(&naming::first_unique(&[&wanted, &format!("{wanted}-operations")], taken))
}

fn name_operations(group: &mut Group, api: &Api, lists: &ListTypes<'_>, recorded: Option<&TagNames>) {
    let tag = words_of(&group.tag);
    let mut taken: BTreeSet<String> = reserved::OF_GROUPS.map(str::to_owned).into();
    if let Some(TagNames { short_names, former, .. }) = recorded {
        taken.extend(short_names.values().chain(former.keys()).cloned());
    }
    let mut order: Vec<&mut GroupedOperation> = group.operations.iter_mut().collect();
    order.sort_by_cached_key(|grouped| api.operations[grouped.index].path_parameters().len());
    for grouped in order {
        let operation = &api.operations[grouped.index];
        if let Some(name) = recorded.and_then(|names| names.short_names.get(&operation.name)) {
            grouped.name.clone_from(name);
            continue;
        }
        let short = short_name(operation, &tag, lists);
        let last = operation.path_parameters().last().map(|parameter| parameter.name.clone());
        let longer = last.map(|last| naming::value_name(&format!("{short}_by_{last}")));
        let wanted = [Some(short.as_str()), longer.as_deref(), Some(&operation.name)];
        grouped.name = naming::first_unique(&wanted.into_iter().flatten().collect::<Vec<_>>(), &mut taken);
    }
}

/// Returns the name of an operation in the group whose tag consists of the words `tag`.
fn short_name(operation: &Operation, tag: &[String], lists: &ListTypes<'_>) -> String {
    let ((path, _), (_, fragment)) = (path::split_query(&operation.path), path::split_fragment(&operation.path));
    let segments: Vec<&str> = path.split('/').chain(fragment).filter(|segment| !segment.is_empty()).collect();
    let is_literal = |segment: &&&str| !segment.contains('{');
    let (versions, literals): (Vec<&str>, Vec<&str>) =
        segments.iter().filter(is_literal).partition(|segment| is_version(segment));
    let counting = match count_segments_of_tag(&literals, tag) {
        0 if literals.len() > 1 => &literals[1..],
        named => &literals[named..],
    };
    let ends_in_literal = segments.last().is_some_and(|last| !last.contains('{'));
    let verb = match operation.method {
        Method::Get if operation.pager.is_some() || lists.are_returned_by(operation) => "list",
        Method::Get if ends_in_literal && !counting.is_empty() => "",
        Method::Get => "get",
        Method::Post => "create",
        Method::Put => "update",
        other => &other.to_string().to_lowercase(),
    };
    let version = versions.into_iter().filter(|version| *version != "v1");
    let parts: Vec<&str> = [verb].into_iter().chain(counting.iter().copied()).chain(version).collect();
    naming::value_name(&parts.join(" "))
}

/// Returns how many of the `literals` the tag covers: all up to the last literal that contains a word of the `tag` for
/// the first time.
fn count_segments_of_tag(literals: &[&str], tag: &[String]) -> usize {
    let mut matched = vec![false; tag.len()];
    let mut named = 0;
    for (index, literal) in literals.iter().enumerate() {
        let words = words_of(literal);
        let places = words.iter().map(|word| tag.iter().position(|other| is_same_word(word, other)));
        let Some(places) = places.collect::<Option<Vec<usize>>>() else { continue };
        for place in places {
            if !std::mem::replace(&mut matched[place], true) {
                named = index + 1;
            }
        }
    }
    named
}

/// Returns whether a segment of a path is the version of the API.
fn is_version(segment: &str) -> bool {
    segment.strip_prefix('v').is_some_and(|number| !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit()))
}

/// Converts a tag to a Rust name: `Static IPs` becomes `static_ips`.
pub fn tag_name(tag: &str) -> String {
    let is_plural_of_initials = |word: &str| {
        let initials = word.strip_suffix('s').unwrap_or_default();
        initials.len() > 1 && initials.chars().all(char::is_uppercase)
    };
    let lower = |word: &str| if is_plural_of_initials(word) { word.to_lowercase() } else { word.to_owned() };
    let words = tag.split(' ').map(lower);
    naming::value_name(&words.collect::<Vec<_>>().join(" "))
}

fn words_of(text: &str) -> Vec<String> {
    tag_name(text).split('_').filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// Returns whether two words are equal, apart from a plural ending.
fn is_same_word(one: &str, other: &str) -> bool {
    fn forms(word: &str) -> impl Iterator<Item = String> {
        let plural = ["s", "es"].into_iter().filter_map(|ending| word.strip_suffix(ending).map(str::to_owned));
        let in_y = word.strip_suffix("ies").map(|stem| format!("{stem}y"));
        [word.to_owned()].into_iter().chain(plural).chain(in_y)
    }
    forms(one).any(|form| forms(other).any(|other| other == form))
}

/// The names of types that are a list, or a page of one.
struct ListTypes<'a>(HashSet<&'a str>);

impl<'a> ListTypes<'a> {
    fn new(api: &'a Api) -> Self {
        let lists = api.types.iter().filter(|def| matches!(&def.kind, Kind::Newtype(value) if is_list(&value.ty)));
        let names = lists.map(|def| def.name.as_str());
        Self(names.chain(api.pages.iter().map(|page| page.name.as_str())).collect())
    }

    fn are_returned_by(&self, operation: &Operation) -> bool {
        let Response::One(Content::Json { value, .. }) = &operation.response else { return false };
        match &value.ty {
            Type::Named(name) => self.0.contains(name.as_str()),
            ty => is_list(ty),
        }
    }
}

fn is_list(ty: &Type) -> bool {
    matches!(ty, Type::List(_))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    /// Returns the short names of operations with this method, path and tag. A GET whose path ends in `s` returns a
    /// list.
    fn short_names(operations: &[(&str, &str, &str)]) -> Vec<String> {
        let mut paths = json!({});
        for (index, (method, path, tag)) in operations.iter().enumerate() {
            let schema = if path.ends_with('s') { json!({ "type": "array" }) } else { json!({ "type": "number" }) };
            let content = json!({ "content": { "application/json": { "schema": schema } } });
            paths[*path][*method] =
                json!({ "operationId": format!("op{index}"), "tags": [tag], "responses": { "200": content } });
        }
        short_calls(json!({ "openapi": "3.0.0", "paths": paths }))
    }

    fn short_calls(root: Value) -> Vec<String> {
        let (api, _) = crate::model_of(root).expect("legal");
        let mut names = vec![String::new(); api.operations.len()];
        for group in &api.groups {
            for GroupedOperation { name, index } in &group.operations {
                let separator = if names[*index].is_empty() { "" } else { ", " };
                names[*index] += &format!("{separator}{}().{name}", group.name);
            }
        }
        names
    }

    #[test]
    fn short_names_consist_of_the_verb_and_the_segments_after_the_tag() {
        let tag = "Status Page Incidents";
        assert_eq!(
            short_names(&[
                ("get", "/v1/status-pages/incidents", tag),
                ("post", "/v1/status-pages/incidents", tag),
                ("get", "/v1/status-pages/incidents/{id}", tag),
                ("put", "/v1/status-pages/incidents/{id}", tag),
                ("patch", "/v1/status-pages/incidents/{id}", tag),
                ("delete", "/v1/status-pages/incidents/{id}", tag),
                ("post", "/v1/status-pages/incidents/{id}/incident-updates", tag),
                ("get", "/v1/status-pages/incidents/{id}/incident-updates", tag),
                ("get", "/v1/status-pages/incidents/{id}/uptime", tag),
                ("put", "/v2/status-pages/incidents/{id}", tag),
            ]),
            [
                "list",
                "create",
                "get",
                "update",
                "patch",
                "delete",
                "create_incident_updates",
                "list_incident_updates",
                "uptime",
                "update_v2"
            ]
            .map(|name| format!("status_page_incidents().{name}"))
        );
    }

    #[test]
    fn a_tag_matches_segments_in_singular_or_plural_once_per_word() {
        assert_eq!(
            short_names(&[
                ("get", "/v1/check-statuses", "Check status"),
                ("get", "/v1/categories", "Category"),
                ("get", "/v1/check-groups/{id}/checks", "Check groups"),
                ("get", "/v1/static-ips", "Static IPs"),
                ("post", "/v1/checks/url", "Monitors"),
                ("get", "/v1/status", "Health"),
            ]),
            [
                "check_status().list",
                "category().list",
                "check_groups().list_checks",
                "static_ips().list",
                "monitors().create_url",
                "health().list_status"
            ]
        );
    }

    #[test]
    fn the_operation_with_fewer_path_parameters_keeps_a_shared_short_name() {
        let names = short_names(&[
            ("delete", "/v1/alerts/{checkId}", "Alerts"),
            ("delete", "/v1/alerts", "Alerts"),
            ("post", "/v1/alerts/{clone}", "Alerts"),
        ]);
        assert_eq!(names, ["alerts().delete_by_check_id", "alerts().delete", "alerts().create"]);
    }

    #[test]
    fn an_operation_is_called_by_its_first_tag_or_by_its_method() {
        let operation = |id: &str, tags: Value| json!({ "get": { "operationId": id, "tags": tags } });
        let paths = json!({ "/a": operation("getA", json!(["Second", "First"])),
            "/b": operation("getB", json!(["First"])), "/c": operation("getC", json!([])) });
        let (api, _) = crate::model(&json!({ "openapi": "3.0.0", "paths": paths }).to_string(), &Default::default())
            .expect("legal");
        let calls = [("get_a", "second().a".to_owned()), ("get_b", "first().b".to_owned())];
        assert_eq!(api.short_calls(), calls.into());
        let code = crate::code(&api);
        for call in ["second().a", "first().b", "get_c"] {
            assert!(code.contains(&format!("call_name: {call:?},")), "{code}");
        }
    }

    #[test]
    fn operations_with_the_same_path_are_named_after_their_fragments() {
        let names = short_names(&[
            ("post", "/v1/jobs/{id}", "Jobs"),
            ("post", "/v1/jobs/{id}#cancel", "Jobs"),
            ("get", "/v1/jobs/{id}#status", "Jobs"),
        ]);
        assert_eq!(names, ["jobs().create", "jobs().create_cancel", "jobs().list_status"]);
    }

    #[test]
    fn a_get_with_a_pager_is_called_list() {
        let inner =
            json!({ "type": "object", "properties": { "things": { "type": "array", "items": { "type": "string" } } } });
        let list = json!({ "type": "object", "properties": { "data": inner, "next_cursor": { "type": "string" } } });
        let calls = |parameters: Value| {
            short_calls(json!({ "openapi": "3.0.0", "paths": { "/things": { "get": {
                "operationId": "a", "tags": ["Things"], "parameters": parameters,
                "responses": { "200": { "content": { "application/json": { "schema": list } } } },
            } } } }))
        };
        let cursor = json!([{ "name": "next_cursor", "in": "query", "schema": { "type": "string" } }]);
        assert_eq!(
            (calls(json!([])), calls(cursor)),
            (vec!["things().get".to_owned()], vec!["things().list".to_owned()])
        );
    }

    #[test]
    fn a_group_does_not_take_the_name_of_the_client() {
        let path_item = json!({ "get": { "operationId": "a", "tags": ["Client"] } });
        let (api, _) = crate::model_of(json!({ "openapi": "3.0.0", "paths": { "/a": path_item } })).expect("legal");
        assert_eq!((&*api.groups[0].name, &*api.groups[0].type_name), ("client", "ClientOperations"));
    }

    #[test]
    fn a_feature_survives_conversion_to_upper_and_lower_case() {
        let mut taken = BTreeSet::new();
        let tags = ["Straße", "STRASSE", "ıd", "ſt", "ŉ", "Σελίδες", "İ", "ﬁsh", "ᾳ", "日本語"];
        let features: Vec<String> = tags.iter().map(|tag| feature_of_tag(&tag_name(tag), &mut taken)).collect();
        for feature in &features {
            assert_eq!(*feature, feature.to_uppercase().to_lowercase());
        }
        assert_eq!(features[..3], ["strasse", "strasse-operations", "id"]);
    }

    #[test]
    fn a_group_does_not_take_the_name_of_a_client_method() {
        let operation = |id: &str, tags: Value| json!({ "get": { "operationId": id, "tags": tags } });
        let root = json!({ "openapi": "3.0.0", "paths": {
            "/a": operation("incidents", json!(["builder", "Incidents", "incidents"])),
            "/b": operation("b", json!([])),
            "/c": operation("c", json!(["request"])),
        } });
        let expected = ["builder_operations().a, incidents_operations().a", "", "request_operations().c"];
        assert_eq!(short_calls(root), expected);
    }
}
