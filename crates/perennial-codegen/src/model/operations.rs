//! Builds the operations of the model, with distinct Rust names.
//!
//! Each operation becomes a method of `Client` and a struct in the module `builder`, so its name must be unique among
//! both.

use std::collections::{BTreeSet, HashMap, HashSet};

use super::{
    multipart,
    parameters::{self, Scope},
    rate_limit, responses,
    types::{self, Types},
};
use crate::{
    adaptation::Rule,
    api::{Api, Body, Encoding, Multipart, Operation, Type},
    document::operation_ids,
    log::Log,
    names::{
        file::OperationNames,
        pins::{self, Pins},
        reserved,
    },
    schema::{self, TypedDocument},
    text::{
        media_type::MediaType,
        naming,
        path::{self, Part},
    },
};

pub fn build_operations(document: &TypedDocument, types: &mut Types, pins: &Pins<'_>, log: &mut Log) -> Vec<Operation> {
    let mut operations_by_request: HashMap<String, usize> = HashMap::new();
    let request_of = |declared: &schema::DeclaredOperation| pins::request_key(declared.method, &declared.path);
    document
        .operations
        .iter()
        .for_each(|declared| *operations_by_request.entry(request_of(declared)).or_default() += 1);
    let mut used = HashSet::new();
    let keys = document.operations.iter().map(|declared| {
        let (shape, exact) = (request_of(declared), pins::exact_request_key(declared.method, &declared.path));
        let is_alone = operations_by_request[&shape] == 1;
        if !is_alone {
            log.note(Rule::SAME_REQUEST, declared);
        }
        // The key of an operation in `names.json` depends on whether another operation has the same request. That may
        // have changed since the name was recorded, so both possible keys are tried.
        let [request, other] = if is_alone { [shape, exact] } else { [exact, shape] };
        let recorded = [&request, &other].into_iter().find_map(|request| pins.operation(request));
        (request, recorded.filter(|(name, _)| used.insert(*name)))
    });
    let keys: Vec<(String, Option<(&str, &OperationNames)>)> = keys.collect();
    let recorded: Vec<Option<&str>> = keys.iter().map(|(_, recorded)| recorded.map(|(name, _)| name)).collect();
    let names = operation_names(&document.operations, &recorded, pins, log);
    let each = document.operations.iter().zip(keys).zip(names);
    let each = each.map(|((declared, (request, recorded)), name)| {
        build_operation(declared, request, name, recorded.map(|(_, names)| names), types, log)
    });
    each.collect()
}

/// Returns the names of the `declared` operations. An operation without a `recorded` name is named after its id.
///
/// If ids are equal except for case or for characters that Rust names cannot contain, their operations are named after
/// method and path instead. Otherwise, the names would depend on the order of the operations in the document.
fn operation_names(
    declared: &[schema::DeclaredOperation],
    recorded: &[Option<&str>],
    pins: &Pins<'_>,
    log: &mut Log,
) -> Vec<String> {
    let without_case =
        |declared: &schema::DeclaredOperation| naming::builder_name(&naming::value_name(&declared.id)).to_lowercase();
    let mut alike: HashMap<String, usize> = HashMap::new();
    declared.iter().for_each(|declared| *alike.entry(without_case(declared)).or_default() += 1);
    let derived = declared.iter().map(|it| match alike[&without_case(it)] {
        1 => None,
        _ => Some(operation_ids::derive_id(it.method, &it.path)),
    });
    let derived: Vec<Option<String>> = derived.collect();
    let mut order: Vec<usize> = (0..declared.len()).collect();
    order.sort_by_key(|at| derived[*at].as_ref().map(|_| (&declared[*at].path, declared[*at].method)));
    let mut taken = TakenNames::new(pins);
    let mut names = vec![String::new(); declared.len()];
    for at in order {
        let it = &declared[at];
        names[at] = match (recorded[at], &derived[at]) {
            (Some(recorded), _) => recorded.to_owned(),
            (None, Some(derived)) => taken.take_method(it, &[derived, &format!("{derived}_{}", it.id)], log),
            (None, None) => taken.take_method(it, &[&it.id], log),
        };
    }
    names
}

/// Returns the names and values in the query of a path template that are literal text. Names whose value is a parameter
/// are omitted.
fn fixed_query(path: &str) -> Vec<(String, String)> {
    let fixed = path::query(path).filter_map(|(name, value)| match value {
        Part::Literal(value) => Some((name, path::decode_query(value))),
        Part::Parameter(_) => None,
    });
    fixed.collect()
}

/// Percent-encodes the literal text of a path template.
fn encoded_template(path: &str) -> String {
    let parts = path::parse_template(path).unwrap_or_default().into_iter();
    let encoded = parts.map(|part| match part {
        Part::Literal(text) => path::literal(text),
        Part::Parameter(name) => format!("{{{name}}}"),
    });
    encoded.collect()
}

/// Returns the names of all methods of `Client` except those that return a group.
pub fn client_methods(api: &Api) -> BTreeSet<String> {
    reserved::OF_CLIENT
        .into_iter()
        .chain(api.operations.iter().map(|operation| operation.name.as_str()))
        .map(str::to_owned)
        .collect()
}

/// The names that are unavailable to further operations, because a method of `Client` or a builder has them.
struct TakenNames {
    methods: BTreeSet<String>,
    builders: BTreeSet<String>,
}

impl TakenNames {
    /// Reserves all recorded names, so that operations without a recorded name do not get them.
    fn new(pins: &Pins<'_>) -> Self {
        let mut recorded = pins.methods();
        recorded.extend(pins.former_groups().cloned());
        let builders = recorded.iter().map(|name| naming::builder_name(name)).collect();
        let methods = reserved::OF_CLIENT.map(str::to_owned).into_iter().chain(recorded).collect();
        Self { methods, builders }
    }

    /// Returns the first of the `wanted` names that is available, and reserves it for the operation `declared`. If no
    /// wanted name is available, appends a number to the first of the `wanted` names.
    fn take_method(&mut self, declared: &schema::DeclaredOperation, wanted: &[&str], log: &mut Log) -> String {
        let is_taken =
            |name: &String| self.methods.contains(name) || self.builders.contains(&naming::builder_name(name));
        let free = wanted.iter().map(|wanted| naming::value_name(wanted)).find(|name| !is_taken(name));
        let name = free.unwrap_or_else(|| {
            let first = wanted.first().copied().unwrap_or_default();
            let numbered = |number: usize| naming::value_name(&format!("{first}_op{}", number + 1));
            numbered(naming::first_free_number(|number| is_taken(&numbered(number))))
        });
        if name != naming::value_name(&declared.id) {
            log.note(Rule::RENAMED_OPERATION, format!("{declared} as {name}"));
        }
        self.methods.insert(name.clone());
        self.builders.insert(naming::builder_name(&name));
        name
    }
}

fn build_operation(
    declared: &schema::DeclaredOperation,
    request: String,
    name: String,
    recorded: Option<&OperationNames>,
    types: &mut Types,
    log: &mut Log,
) -> Operation {
    let mut tags = HashSet::new();
    let mut scope = Scope::new(declared, &name, recorded, log);
    let mut parameters = parameters::build_parameters(&declared.parameters, types, &mut scope);
    let mut multipart = None;
    let body = declared.body.as_ref().and_then(|declared| match encoding(declared) {
        Some(encoding) => {
            let body = build_body(&scope.prefix, declared, encoding, types);
            parameters.extend(parameters::build_alternatives(declared, types, &mut scope));
            Some(body)
        }
        None => {
            parameters.extend(multipart::build_parts(declared, types, &mut scope));
            multipart = Some(Multipart { media_type: declared.media_type.clone(), required: declared.required });
            None
        }
    });
    let response = responses::build_response(&name, &scope.prefix, &declared.responses, types);
    let errors = responses::build_errors(&scope.prefix, &declared.errors, types);
    let stream = declared.stream.as_ref().map(|stream| responses::build_stream(stream, &mut scope, types));
    let stated = declared.description.as_deref().and_then(rate_limit::parse_rate_limit);
    let rate_limit = stated.or(recorded.and_then(|names| names.rate_limit));
    if rate_limit != stated {
        scope.note(Rule::KEPT_DECISION, "rate limit");
    }
    Operation {
        parameters,
        body,
        multipart,
        accept: responses::accept(&response, &declared.media_types_without_body),
        response,
        redirects: declared.redirects.clone(),
        errors,
        stream,
        builder: naming::builder_name(&name),
        name,
        id: declared.id.clone(),
        has_derived_id: declared.has_derived_id,
        method: declared.method,
        path: declared.path.clone(),
        template: encoded_template(&declared.path),
        fixed_query: fixed_query(&declared.path),
        request,
        summary: types::docs(declared.summary.as_ref()),
        description: types::docs(declared.description.as_ref()),
        server: declared.server.clone(),
        tags: declared.tags.iter().filter(|tag| tags.insert(tag.as_str())).cloned().collect(),
        deprecated: declared.deprecated,
        rate_limit,
        security: None,
        idempotency_key: None,
        pager: None,
    }
}

/// Returns the encoding of a body, or `None` for a multipart body.
fn encoding(declared: &schema::DeclaredBody) -> Option<Encoding> {
    Some(match declared.kind {
        _ if MediaType::is_choice(&declared.media_type) => Encoding::Typed,
        MediaType::Json | MediaType::JsonLike => Encoding::Json,
        MediaType::Form => Encoding::Form,
        MediaType::Multipart => return None,
        MediaType::Text => Encoding::Text,
        MediaType::Other => Encoding::Bytes,
    })
}

fn build_body(prefix: &str, declared: &schema::DeclaredBody, encoding: Encoding, types: &mut Types) -> Body {
    let mut value = types.build_value(&|| format!("{prefix}Body"), &declared.schema);
    // `None` omits an optional body, so it cannot stand for null. The type for any JSON value already includes null.
    value.nullable &= declared.required && encoding == Encoding::Json && value.ty != Type::Any;
    Body {
        media_type: declared.media_type.clone(),
        encoding,
        value,
        form: parameters::form_styles(&declared.encoding),
        required: declared.required,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn modelled(paths: Value) -> Result<Vec<Operation>, String> {
        let root = json!({ "openapi": "3.0.0", "paths": paths });
        let (api, _) = crate::model_of(root).map_err(|diagnostics| diagnostics.to_string())?;
        Ok(api.operations)
    }

    #[test]
    fn a_body_is_nullable_only_if_it_is_required_and_json() {
        let nullable = |is_required: bool, media_type: &str, schema: &Value| {
            let body = json!({ "required": is_required, "content": { media_type: { "schema": schema } } });
            let components = json!({ "schemas": {
                "A": { "type": ["object", "null"], "properties": { "a": {} } },
                "B": { "type": "object", "properties": { "b": {} } },
            } });
            let operation = json!({ "operationId": "x", "requestBody": body });
            let root =
                json!({ "openapi": "3.1.0", "paths": { "/a": { "post": operation } }, "components": components });
            let (api, _) = crate::model_of(root).expect("legal");
            api.operations[0].body.as_ref().expect("a body").value.nullable
        };
        let text = json!({ "type": ["string", "null"] });
        let [a, b] = ["A", "B"].map(|name| json!({ "$ref": format!("#/components/schemas/{name}") }));
        let either = json!({ "oneOf": [b, { "type": "null" }] });
        for schema in [&text, &a, &either] {
            assert!(nullable(true, "application/json", schema), "{schema}");
            assert!(!nullable(false, "application/json", schema), "{schema}");
        }
        assert!(!nullable(true, "application/json", &b));
        assert!(!nullable(true, "application/json", &json!({})));
        assert!(!nullable(true, "application/x-www-form-urlencoded", &a));
    }

    #[test]
    fn an_operation_named_like_a_method_of_client_gets_a_number() {
        let operations =
            modelled(json!({ "/a": { "post": { "operationId": "builder" }, "patch": { "operationId": "request" } } }));
        let operations = operations.expect("legal");
        let names: Vec<_> = operations.iter().map(|op| (op.id.as_str(), op.name.as_str())).collect();
        assert_eq!(names, [("builder", "builder_op2"), ("request", "request_op2")]);
    }

    /// Builds GET operations with these paths and ids, and returns their names. If an operation is reported as renamed,
    /// its id is part of the result, as in `getA as get_a`.
    fn named(gets: &[(&str, &str)], names: &str) -> Vec<String> {
        let operation = |(path, id): &(&str, &str)| ((*path).to_owned(), json!({ "get": { "operationId": id } }));
        let paths: serde_json::Map<String, Value> = gets.iter().map(operation).collect();
        let root = json!({ "openapi": "3.0.0", "paths": paths }).to_string();
        let names = crate::names::file::Names::parse(names).expect("legal");
        let (api, noted) = crate::model(&root, &names).expect("legal");
        let is_renamed =
            |place: &String| noted.iter().any(|it| it.rule == Rule::RENAMED_OPERATION && it.place == *place);
        let names = api.operations.iter().map(|it| match is_renamed(&format!("{it} as {}", it.name)) {
            true => format!("{} as {}", it.id, it.name),
            false => it.name.clone(),
        });
        names.collect()
    }

    #[test]
    fn operations_whose_ids_differ_in_case_are_named_after_their_path() {
        let gets = [("/users/{id}", "getUser"), ("/user", "GetUser"), ("/v1/user", "getuser"), ("/b", "getB")];
        let expected = ["getUser as get_users_id", "get_user", "getuser as get_v1_user", "get_b"];
        assert_eq!(named(&gets, "{}"), expected);
        let (mut gets, mut expected) = (gets, expected);
        gets.reverse();
        expected.reverse();
        assert_eq!(named(&gets, "{}"), expected);
    }

    #[test]
    fn operations_whose_ids_collide_in_rust_are_named_after_their_path() {
        let gets = [("/users/{id}", "get-user"), ("/admins/{id}", "get_user"), ("/a", "getUsersId"), ("/a-b", "getAb")];
        // `get-user` is not called `get_users_id` after its path, because another operation has that name.
        let expected = ["get-user as get_users_id_get_user", "get_user as get_admins_id", "get_users_id", "get_ab"];
        assert_eq!(named(&gets, "{}"), expected);
        assert_eq!(named(&[("/a-b", "x"), ("/ab", "X")], "{}"), ["x as get_ab", "X as get_ab_x"]);
        assert_eq!(named(&[("/ab", "X"), ("/a-b", "x")], "{}"), ["X as get_ab_x", "x as get_ab"]);
    }

    #[test]
    fn keeps_a_recorded_name_if_another_id_differs_only_in_case() {
        let gets = [("/users/{id}", "getUser"), ("/user", "GetUser")];
        let recorded = r#"{ "operations": { "get_user": { "request": "GET /users/{}" } } }"#;
        assert_eq!(named(&gets, recorded), ["get_user", "GetUser as get_user_get_user"]);
        let recorded = r#"{ "operations": { "get_user_op2": { "request": "GET /user" } } }"#;
        assert_eq!(named(&gets, recorded), ["getUser as get_users_id", "get_user_op2"]);
    }

    #[test]
    fn generates_operations_whose_paths_differ_only_in_the_fragment() {
        let operations = modelled(json!({
            "/jobs/{id}#cancel": { "post": { "operationId": "cancelJob" } },
            "/jobs/{id}#retry": { "post": {} },
            "/jobs/{id}": { "post": { "operationId": "postJob" } },
        }))
        .expect("legal");
        let names: Vec<_> = operations.iter().map(|op| (op.name.as_str(), op.template.as_str())).collect();
        let sent = "/jobs/{id}";
        assert_eq!(names, [("cancel_job", sent), ("post_jobs_id_retry", sent), ("post_job", sent)]);
    }

    #[test]
    fn removes_repeated_tags_of_an_operation() {
        let operations = modelled(json!({ "/a": { "get": { "tags": ["b", "a", "b", "B"] } } })).expect("legal");
        assert_eq!(operations[0].tags, ["b", "a", "B"]);
    }

    #[test]
    fn operations_with_the_same_request_keep_their_recorded_names() {
        let [one, other] = [("/a/{id}", "one"), ("/a/{name}", "other")]
            .map(|(path, id)| (path.to_owned(), json!({ "get": { "operationId": id } })));
        let named = |paths: &[&(String, Value)], names: &str| {
            let paths: serde_json::Map<String, Value> = paths.iter().map(|path| (*path).clone()).collect();
            let root = json!({ "openapi": "3.0.0", "paths": paths }).to_string();
            let (api, _) =
                crate::model(&root, &crate::names::file::Names::parse(names).expect("legal")).expect("legal");
            let names = api.operations.into_iter().map(|it| format!("{} {}", it.name, it.request));
            names.collect::<Vec<_>>().join(", ")
        };
        let recorded =
            r#"{ "operations": { "mine": { "request": "GET /a/{id}" }, "yours": { "request": "GET /a/{name}" } } }"#;
        assert_eq!(named(&[&one, &other], "{}"), "one GET /a/{id}, other GET /a/{name}");
        assert_eq!(named(&[&one, &other], recorded), "mine GET /a/{id}, yours GET /a/{name}");
        assert_eq!(named(&[&other, &one], recorded), "yours GET /a/{name}, mine GET /a/{id}");
        // The recorded key may have the short or the exact form of the path, depending on whether both operations
        // existed when it was recorded.
        let alone = r#"{ "operations": { "mine": { "request": "GET /a/{}" } } }"#;
        assert_eq!(named(&[&one, &other], alone), "mine GET /a/{id}, other GET /a/{name}");
        assert_eq!(named(&[&other], recorded), "yours GET /a/{}");
    }

    #[test]
    fn operations_with_a_repeated_id_keep_their_recorded_names_in_any_order() {
        let gets = [("/keys", "list"), ("/users", "list")];
        assert_eq!(named(&gets, "{}"), ["list", "get_users"]);
        let recorded =
            r#"{ "operations": { "list": { "request": "GET /keys" }, "get_users": { "request": "GET /users" } } }"#;
        assert_eq!(named(&[gets[1], gets[0]], recorded), ["get_users", "list"]);
    }
}
