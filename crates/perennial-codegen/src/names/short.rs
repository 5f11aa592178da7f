//! Assigns short names to operations. A short name usually consists of a verb and a noun, and is called on the group of
//! a tag: `order_items().list()`.
//!
//! A short name depends only on the operation and its tag, unless names collide. An operation belongs to the group of
//! its first tag.
//!
//! 1. The name uses the literal segments of the path that follow those that the tag already names. With the tag "Order
//!    items", only `comments` is used of `/orders/items/{id}/comments`. If the tag names no segment, all segments
//!    except the first are used, or the only one. Wildcards and the ending `.json` are left out. A last segment with
//!    dots or colons counts as several: `documents.list`.
//! 2. The name begins with the verb of the operation id, followed by the used segments: `modifyAssistant` with the tag
//!    "Assistants" is called `modify`. To find the verb, the words of the method, the path and the tag are removed from
//!    the id. The verb is then at the beginning or the end of the id. All other words are left out, except a quantity
//!    or a second verb: `delete_all`, `create_or_update`. The module `verbs` lists the verbs.
//! 3. If the last segment is a verb, it comes first: `/runs/{id}/cancel` with the tag "Runs" is called `cancel`, and
//!    `/asset_report/create` is called `create_asset_report`. If the last segment only begins or ends with a verb, the
//!    name consists of the segments: `upload_blob`.
//! 4. If neither the id nor the path contains a verb, the verb is `create` for POST, `update` for PUT, `patch` for
//!    PATCH and `delete` for DELETE. For GET, it is `list` if the response is a list or a page, and `get` otherwise.
//! 5. A GET that does not respond with a list, and whose path ends in a used segment, has no verb: `metrics`.
//! 6. A fragment, which distinguishes operations with the same path, counts as a segment.
//!
//! If operations of a group have the same short name, but different versions in their paths, the version is appended,
//! except for version 1: `create_v2`.
//!
//! If names still collide, the operation with the fewest path parameters keeps the name. For the others, these names
//! are tried in turn: with all remaining words of the id, with the verb of the method, and with the last path parameter
//! (`list_by_check_id`). A POST that is named after a verb in its path is never called `create` or `post`. It gets a
//! number instead.

use std::collections::{BTreeSet, HashMap, HashSet};

use super::{
    file::TagNames,
    pins::Pins,
    reserved,
    segments::Segments,
    verbs::{SegmentVerb, begins_with_verb, is_generic, is_reading, verb_of_id},
    words::{tag_name, words_of},
};
use crate::{
    api::{self, Api, Content, Group, GroupedOperation, Kind, Operation, Response, Type},
    text::{markdown::markdown, method::Method, naming},
};

/// The features of a client that do not belong to tags, including `default`. No tag gets a feature of the same name.
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
///
/// An operation belongs to the group of its first tag, and to every group for which a short name of it is recorded.
pub fn build_groups(
    descriptions: &HashMap<String, String>,
    api: &Api,
    mut taken: BTreeSet<String>,
    pins: &Pins<'_>,
) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    let mut of_tag: HashMap<String, usize> = HashMap::new();
    // A new group must not get a recorded name of another group. It must not be called `Client` either, because its
    // module imports `Client`.
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
        for (position, tag) in operation.tags.iter().enumerate() {
            let name = tag_name(tag);
            let recorded = recorded.get(&name);
            let is_recorded = recorded.is_some_and(|(_, names)| names.short_names.contains_key(&operation.name));
            if (position > 0 && !is_recorded) || !tags.insert(name.clone()) {
                continue;
            }
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

/// Returns the feature of a tag. `name` is the Rust name of the tag: `order_items` has the feature `order-items`.
fn feature_of_tag(name: &str, taken: &mut BTreeSet<String>) -> String {
    // The build script reads the feature from an upper-case variable. Converting the name of that variable to lower
    // case must restore the feature. For letters such as `ß`, whose upper case is `SS`, it would not.
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
    let mut order: Vec<(&mut GroupedOperation, Candidates)> = group
        .operations
        .iter_mut()
        .map(|grouped| {
            let candidates = Candidates::new(&api.operations[grouped.index], &tag, lists);
            (grouped, candidates)
        })
        .collect();
    let mut versions: HashMap<String, BTreeSet<String>> = HashMap::new();
    for (_, Candidates { short, version, .. }) in &order {
        versions.entry(short.clone()).or_default().insert(version.clone());
    }
    order.sort_by_cached_key(|(grouped, _)| api.operations[grouped.index].path_parameters().len());
    for (grouped, candidates) in order {
        let operation = &api.operations[grouped.index];
        if let Some(name) = recorded.and_then(|names| names.short_names.get(&operation.name)) {
            grouped.name.clone_from(name);
            continue;
        }
        let is_versioned = versions.get(&candidates.short).is_some_and(|versions| versions.len() > 1);
        let Candidates { short, by_id, by_method, is_numbered, version } = candidates;
        let version = if is_versioned { version } else { String::new() };
        let [short, by_id, by_method] = [short, by_id, by_method].map(|name| join([name.as_str(), &version]));
        let last = operation.path_parameters().last().map(|parameter| parameter.name.clone());
        let longer = last.map(|last| naming::value_name(&format!("{short}_by_{last}")));
        let wanted = [&short, &by_id, &by_method].into_iter().chain(&longer);
        let wanted = wanted.chain((!is_numbered).then_some(&operation.name));
        grouped.name = naming::first_unique(&wanted.map(String::as_str).collect::<Vec<_>>(), &mut taken);
    }
}

/// The possible short names of an operation, in the order in which they are tried. The version of the path is not part
/// of them.
struct Candidates {
    short: String,
    /// The name with all words of the operation id that are neither in the path nor in the tag.
    by_id: String,
    /// If `short` contains a verb from the path, the name with the verb of the HTTP method, except for POST.
    by_method: String,
    /// Whether a number is appended to `short` if all candidates are taken. Otherwise, the operation's own name then
    /// becomes its short name.
    is_numbered: bool,
    /// The version in the path, which distinguishes otherwise equal names. Empty for version 1.
    version: String,
}

impl Candidates {
    /// Returns the possible short names of an operation in a group. `tag` contains the words of the group's tag.
    fn new(operation: &Operation, tag: &[String], lists: &ListTypes<'_>) -> Self {
        let path = Segments::new(&operation.path);
        let used = path.after_tag(tag);
        let is_list = operation.pager.is_some() || lists.are_returned_by(operation);
        let is_named_by_segments = operation.method == Method::Get && path.ends_in_literal && !used.is_empty();
        let by_method = match operation.method {
            Method::Get if is_list => "list",
            Method::Get if is_named_by_segments => "",
            Method::Get => "get",
            Method::Post => "create",
            Method::Put => "update",
            other => &other.to_string().to_lowercase(),
        };
        let by_method = with_verb(by_method, used);
        let id = verb_of_id(&operation.id, operation.method, &operation.path, tag);
        let in_segment = SegmentVerb::new(&path, operation.method, id.as_ref().map(|id| id.verb.as_str()));
        let last = path.literals.last().copied().unwrap_or_default();
        let short = match (in_segment, &id) {
            (Some(SegmentVerb::Whole), _) => join([last].iter().chain(path.before_verb(tag)).copied()),
            (Some(SegmentVerb::Phrase), _) if used.is_empty() => join([last]),
            (Some(SegmentVerb::Phrase), _) => join(used.iter().copied()),
            (None, Some(id))
                if is_reading(&id.verb) && operation.method == Method::Get && (is_list || is_named_by_segments) =>
            {
                by_method.clone()
            }
            // The verb is not repeated if a segment contains it: `/amazon-search-by-keyword`.
            (None, Some(id)) if !is_generic(&id.verb) && used.iter().any(|it| words_of(it).contains(&id.verb)) => {
                join(used.iter().copied())
            }
            (None, Some(id)) => with_verb(&id.verb, used),
            (None, None) => by_method.clone(),
        };
        // The verb in the path says what the POST does, so `create` or `post` would be misleading.
        let is_post = in_segment.is_some() && operation.method == Method::Post;
        let contradicts = |name: &str| is_post && ["create", "post"].iter().any(|verb| name.starts_with(verb));
        // The verb of the id is not used if a segment contains the same verb.
        let is_repeated =
            |verb: &str| used.iter().chain([&last]).any(|it| words_of(it).iter().any(|word| word == verb));
        let id = id.filter(|id| !contradicts(&id.words) && !is_repeated(id.verb.split('_').next().unwrap_or_default()));
        let by_id = id.map_or_else(|| short.clone(), |id| join([id.words.as_str()].iter().chain(used).copied()));
        let by_method = if in_segment.is_some() && !is_post { by_method } else { short.clone() };
        let is_numbered = contradicts(&operation.name);
        let versions =
            path.versions.iter().map(|version| version.segment).filter(|version| !matches!(*version, "v1" | "v1.0"));
        Self { short, by_id, by_method, is_numbered, version: versions.collect::<Vec<_>>().join("_") }
    }
}

/// Joins `verb` and `segments`. A generic verb such as `get` is omitted if the first segment begins with a verb of its
/// own.
fn with_verb(verb: &str, segments: &[&str]) -> String {
    let is_omitted = is_generic(verb) && segments.first().is_some_and(|first| begins_with_verb(first));
    join([verb].iter().filter(|_| !is_omitted).chain(segments).copied())
}

fn join<'a>(parts: impl IntoIterator<Item = &'a str>) -> String {
    naming::value_name(&parts.into_iter().collect::<Vec<_>>().join(" "))
}

/// The names of the types that are lists, or pages of a listing.
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

    /// Returns the short names of operations with these methods, paths and tags. A GET operation returns a list if its
    /// path ends in `s`.
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
    fn short_name_omits_segments_that_the_tag_names_in_either_number() {
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
    fn call_name_uses_the_first_tag_or_else_the_client_method() {
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

    /// Returns the short names of operations with these methods, paths, tags and ids. None of the operations returns a
    /// list.
    fn names_by_id(operations: &[[&str; 4]]) -> Vec<String> {
        let mut paths = json!({});
        for [method, path, tag, id] in operations {
            let response = json!({ "content": { "application/json": { "schema": { "type": "number" } } } });
            paths[*path][*method] = json!({ "operationId": id, "tags": [tag], "responses": { "200": response } });
        }
        let calls = short_calls(json!({ "openapi": "3.0.0", "paths": paths })).into_iter();
        calls.map(|call| call.split_once('.').map(|(_, name)| name.to_owned()).unwrap_or_default()).collect()
    }

    #[test]
    fn a_short_name_consists_of_the_verb_of_the_id_and_the_segments() {
        let expected = [
            (["get", "/assistants", "Assistants", "listAssistants"], "list"),
            (["post", "/assistants/{id}", "Assistants", "modifyAssistant"], "modify"),
            (["get", "/assistants/{id}", "Assistants", "getAssistant"], "get"),
            (["get", "/assistants/{id}/files", "Assistants", "listAssistantFiles"], "list_files"),
            (["get", "/assistants/{id}/usage", "Assistants", "retrieveAssistantUsage"], "usage"),
            (["post", "/assistants/amazon-search", "Assistants", "searchShops"], "amazon_search"),
        ];
        assert_eq!(names_by_id(&expected.map(|(operation, _)| operation)), expected.map(|(_, name)| name));
    }

    #[test]
    fn short_names_contain_only_one_verb() {
        let expected = [
            (["post", "/runs/{id}/cancel", "Runs", "cancelRun"], "cancel"),
            (["post", "/documents.search", "Documents", "documentsSearch"], "search"),
            (["post", "/asset_report/create", "rpc", "assetReportCreate"], "create_asset_report"),
            (["post", "/asset_report/audit_copy/get", "rpc", "assetReportAuditCopyGet"], "get_asset_report_audit_copy"),
            (["post", "/xrpc/com.shop.uploadBlob", "com.shop", "com.shop.uploadBlob"], "upload_blob"),
            (["post", "/users/{id}/roles/resetPassword", "Users", "x"], "roles_reset_password"),
            (["post", "/users:batchUpdate", "Users", "y"], "batch_update"),
            (["post", "/users/password-reset", "Users", "z"], "password_reset"),
            (["post", "/users/export", "Users", "startExport"], "start_export"),
            (["post", "/users/{id}/lock", "Users", "lockUser"], "lock"),
            (["delete", "/users/{id}/lock", "Users", "deleteLock"], "delete_lock"),
            (["get", "/weather/getWind/{id}", "Forecast", "getWind"], "get_wind"),
            (["post", "/import-jobs", "Data", "createImportJob"], "create_import_jobs"),
            (["post", "/auth/login", "Sessions", "postAuthLogin"], "login"),
        ];
        assert_eq!(names_by_id(&expected.map(|(operation, _)| operation)), expected.map(|(_, name)| name));
    }

    #[test]
    fn colliding_short_names_get_further_words_of_the_operation_id() {
        let operations = [
            ["put", "/pet", "pet", "updatePet"],
            ["post", "/pet/{petId}", "pet", "updatePetWithForm"],
            ["post", "/pet/{petId}/lock", "pet", "lockPet"],
            ["put", "/pet/{petId}/lock", "pet", "putLock"],
        ];
        assert_eq!(names_by_id(&operations), ["update", "update_with_form", "lock", "update_lock"]);
    }

    #[test]
    fn a_name_does_not_repeat_the_verb_of_a_segment() {
        let operations = [
            ["post", "/users/reactivate", "users", "reactivateUsers"],
            ["post", "/users/{user_id}/reactivate", "users", "reactivateUser"],
            ["get", "/users/{user_id}/subscribe-rules", "subscribe rules", "fetchRules"],
            ["post", "/users/{user_id}/subscribe-rules", "subscribe rules", "updateRules"],
        ];
        let expected = ["reactivate", "reactivate_by_user_id", "subscribe_rules", "update"];
        assert_eq!(names_by_id(&operations), expected);
    }

    #[test]
    fn a_post_named_after_a_segment_gets_a_number_instead_of_create() {
        let operations = [
            ["post", "/mails/unsubscribe", "mails", "unsubscribe"],
            ["post", "/mails/lists/unsubscribe", "mails lists", "unsubscribe_1"],
            ["post", "/lists/mails/unsubscribe", "mails", "createUnsubscribe"],
            ["post", "/all/mails/unsubscribe", "mails", "mailsOfAll"],
        ];
        assert_eq!(names_by_id(&operations), ["unsubscribe", "unsubscribe", "unsubscribe2", "mails_of_all"]);
    }

    #[test]
    fn short_name_contains_the_version_if_it_distinguishes_operations() {
        let operations = [
            ("post", "/api/v5/backup", "Backup"),
            ("get", "/v2/jobs", "Jobs"),
            ("get", "/v3/jobs", "Jobs"),
            ("get", "/v3/jobs/{id}", "Jobs"),
            ("put", "/v1/jobs/{id}", "Jobs"),
            ("put", "/v1beta2/jobs/{id}", "Jobs"),
        ];
        let expected = [
            "backup().create",
            "jobs().list_v2",
            "jobs().list_v3",
            "jobs().get",
            "jobs().update",
            "jobs().update_v1beta2",
        ];
        assert_eq!(short_names(&operations), expected);
    }

    #[test]
    fn operation_is_in_the_group_of_its_first_tag_and_recorded_groups() {
        let operation = |id: &str, tags: [&str; 2]| json!({ "get": { "operationId": id, "tags": tags } });
        let paths = json!({ "/customers": operation("customers:list", ["customers", "public"]),
            "/orders": operation("orders:list", ["orders", "public"]) });
        let document = json!({ "openapi": "3.0.0", "paths": paths }).to_string();
        let groups = |names: &str| {
            let (api, _) =
                crate::model(&document, &crate::names::file::Names::parse(names).expect("legal")).expect("legal");
            let groups = api.groups.iter().map(|group| (group.name.clone(), group.operations.len()));
            (groups.collect::<Vec<_>>(), api.short_calls()["orders_list"].clone())
        };
        let [customers, orders, public] = ["customers", "orders", "public"].map(|name| (name.to_owned(), 1));
        assert_eq!(groups("{}"), (vec![customers.clone(), orders.clone()], "orders().list".to_owned()));
        let recorded = r#"{ "operations": { "customers_list": { "request": "GET /customers" }, "orders_list": { "request": "GET /orders" } },
            "tags": { "public": { "tag": "public", "type": "Public", "feature": "public", "short_names": { "orders_list": "list" } } } }"#;
        assert_eq!(groups(recorded), (vec![customers, orders, public], "orders().list".to_owned()));
    }

    #[test]
    fn operations_with_the_same_path_are_named_after_their_fragments() {
        let names = short_names(&[
            ("post", "/v1/jobs/{id}", "Jobs"),
            ("post", "/v1/jobs/{id}#cancel", "Jobs"),
            ("get", "/v1/jobs/{id}#status", "Jobs"),
        ]);
        assert_eq!(names, ["jobs().create", "jobs().cancel", "jobs().list_status"]);
    }

    #[test]
    fn short_name_of_a_get_with_a_pager_is_list() {
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
    fn feature_of_a_tag_survives_conversion_to_upper_and_lower_case() {
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
            "/a": operation("incidents", json!(["builder", "Incidents"])),
            "/b": operation("b", json!([])),
            "/c": operation("c", json!(["request"])),
            "/d": operation("d", json!(["Incidents"])),
        } });
        let expected = ["builder_operations().a", "", "request_operations().c", "incidents_operations().d"];
        assert_eq!(short_calls(root), expected);
    }
}
