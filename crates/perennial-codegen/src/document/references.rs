//! Replaces references to path items, operations, parameters, request bodies, responses and security schemes with
//! copies of their targets.
//!
//! The targets are copied from the document as it was served.

use std::{collections::HashMap, mem};

use serde_json::{Map, Value, json};

use super::{
    json::string_or_empty,
    paths,
    spec::{OperationPlace, Spec},
    targets::{self, Targets},
};
use crate::{
    adaptation::Rule,
    bounds::Bound,
    diagnostics::{Diagnostic, Diagnostics},
    log::Log,
    text::method::{self, ADDITIONAL, Method},
};

/// Replaces each path item or operation that is a reference with a copy of its target.
pub fn inline_path_items(spec: &mut Spec) {
    let source = spec.source.clone();
    let mut targets = Targets::new(&source, spec.copies);
    if let Some(reason) = targets.explain_other_file("#/paths") {
        return spec.log.diagnostics.push("paths", reason);
    }
    for (path, item) in spec.root.get_mut("paths").and_then(Value::as_object_mut).into_iter().flatten() {
        if let Err(bound) = inline_path_item(path, item, &mut targets, &mut spec.log.diagnostics) {
            spec.log.refuse(bound, format!("path {path}"));
            break;
        }
    }
    spec.copies = targets.budget;
}

fn inline_path_item(
    path: &str,
    item: &mut Value,
    targets: &mut Targets<'_>,
    diagnostics: &mut Diagnostics,
) -> Result<(), Bound> {
    let place = format!("path {path}");
    if let Some(other) = item.get("$ref").filter(|reference| !reference.is_string()) {
        diagnostics.push(&place, targets::explain_wrong_kind(other));
    }
    if let Some(reference) = item.get("$ref").and_then(Value::as_str) {
        let is_lost = |key: &String| key == "parameters" || key == ADDITIONAL || Method::from_key(key).is_some();
        if let Some(key) = item.as_object().into_iter().flatten().map(|(key, _)| key).find(|key| is_lost(key)) {
            let reason = format!(
                "contains both `{key}` and `$ref`, and OpenAPI does not define which takes precedence: move `{key}` \
                 into {}",
                targets::shown(reference)
            );
            diagnostics.push(&place, reason);
        }
        let Some(found) = targets.resolve(reference) else {
            diagnostics.push(place, targets.explain_missing(reference));
            return Ok(());
        };
        *item = targets.copy(found)?;
    }
    for (method, operation) in method::operations_mut(item) {
        let Some(reference) = operation.get("$ref").and_then(Value::as_str) else { continue };
        let Some(found) = targets.resolve(reference) else {
            diagnostics.push(format!("{method} {path}"), targets.explain_missing(reference));
            // Without this removal, a later check would report the same reference again.
            operation.as_object_mut().map(|operation| operation.remove("$ref"));
            continue;
        };
        let mut copy = targets.copy(found)?;
        if let (Some(copy), Some(own)) = (copy.as_object_mut(), operation.as_object_mut()) {
            copy.extend(mem::take(own).into_iter().filter(|(key, _)| key != "$ref"));
        }
        *operation = copy;
    }
    paths::check_item(path, item, diagnostics);
    Ok(())
}

/// Replaces each security scheme that is a reference with a copy of its target. If the target does not exist, the
/// scheme becomes null, which is reported only if an operation requires the scheme.
pub fn inline_security_schemes(spec: &mut Spec) {
    let source = spec.source.clone();
    let mut targets = Targets::new(&source, spec.copies);
    if let Some(reason) = targets.explain_other_file("#/components/securitySchemes") {
        return spec.log.diagnostics.push("components.securitySchemes", reason);
    }
    let schemes = spec.root.pointer_mut("/components/securitySchemes").and_then(Value::as_object_mut);
    for (name, scheme) in schemes.into_iter().flatten() {
        let Some(reference) = scheme.get("$ref").and_then(Value::as_str) else { continue };
        let place = format!("security scheme {name}");
        match targets.resolve(reference).map(|found| targets.copy(found)) {
            Some(Ok(found)) => *scheme = found,
            Some(Err(bound)) => {
                spec.log.refuse(bound, place);
                break;
            }
            None => {
                let reason = targets.explain_other_file(reference);
                spec.log.diagnostics.0.extend(reason.map(|reason| Diagnostic { place, reason }));
                *scheme = Value::Null;
            }
        }
    }
    spec.copies = targets.budget;
}

/// Removes the parameters that paths declare for all their operations, and returns them by path.
fn shared_parameters(spec: &mut Spec) -> HashMap<String, Value> {
    let paths = spec.root.get_mut("paths").and_then(Value::as_object_mut).into_iter().flatten();
    let shared = paths.filter_map(|(path, item)| Some((path.clone(), item.as_object_mut()?.remove("parameters")?)));
    shared.collect()
}

/// Replaces references in operations with copies of their targets. Adds the parameters that a path declares to each of
/// its operations.
pub fn inline_operation_parts(spec: &mut Spec) {
    let source = spec.source.clone();
    let mut targets = Targets::new(&source, spec.copies);
    let shared = shared_parameters(spec);
    spec.each_operation(&mut |place, operation, log| {
        let mut parts = PartInliner { place, targets: &mut targets, log };
        if let Err(bound) = parts.inline_all(operation, shared.get(&place.path)) {
            log.refuse(bound, place.to_string());
        }
    });
    spec.copies = targets.budget;
}

/// Replaces references in the operation at `place` with copies of their targets.
struct PartInliner<'a, 'b> {
    place: &'a OperationPlace,
    targets: &'a mut Targets<'b>,
    log: &'a mut Log,
}

impl PartInliner<'_, '_> {
    fn inline_all(&mut self, operation: &mut Map<String, Value>, shared: Option<&Value>) -> Result<(), Bound> {
        self.merge_parameters(operation, shared)?;
        if let Some(body) = operation.get_mut("requestBody") {
            self.inline(body, Rule::DANGLING_REFERENCE, "body")?;
        }
        let responses = operation.get_mut("responses").and_then(Value::as_object_mut);
        for (status, response) in responses.into_iter().flatten() {
            self.inline(response, Rule::DANGLING_RESPONSE, &format!("response {status}"))?;
        }
        Ok(())
    }

    /// Replaces `part`, a request body or response, with its target if it is a reference. Then replaces references in
    /// the media types of `part`. If a target is missing, any value is allowed. If the target of `part` itself is
    /// missing, this is reported under `rule`. The key `*` is not a media type, so it becomes `*/*`.
    fn inline(&mut self, part: &mut Value, rule: Rule, name: &str) -> Result<(), Bound> {
        if !self.resolve(part)? {
            self.report_dangling(rule, name, part);
            *part = json!({ "content": { "application/json": { "schema": {} } } });
        }
        let content = part.get_mut("content").and_then(Value::as_object_mut);
        let Some(content) = content else { return Ok(()) };
        if content.contains_key("*") && !content.contains_key("*/*") {
            let named = |(key, media)| if key == "*" { ("*/*".to_owned(), media) } else { (key, media) };
            *content = mem::take(content).into_iter().map(named).collect();
        }
        for (_, media) in content {
            if !self.resolve(media)? {
                self.report_dangling(Rule::DANGLING_REFERENCE, name, media);
                *media = json!({ "schema": {} });
            }
        }
        Ok(())
    }

    /// Merges the parameters of an operation with the parameters of its path (`shared`). If both declare the same
    /// parameter, the operation's declaration is used.
    fn merge_parameters(&mut self, operation: &mut Map<String, Value>, shared: Option<&Value>) -> Result<(), Bound> {
        let mut merged = Vec::<Option<Value>>::new();
        let mut known = HashMap::new();
        let shared = shared.map(|shared| self.targets.copy(shared)).transpose()?;
        for declared in [shared, operation.remove("parameters")] {
            let Some(Value::Array(declared)) = declared else { continue };
            let first = merged.len();
            for mut parameter in declared {
                if !self.resolve(&mut parameter)? {
                    self.report_dangling(Rule::DROPPED_REFERENCE, "parameter", &parameter);
                    continue;
                }
                let (mut name, location) = (parameter["name"].to_string(), parameter["in"].to_string());
                if string_or_empty(&parameter, "in") == "header" {
                    // Header names are case-insensitive.
                    name.make_ascii_lowercase();
                }
                let former = known.insert((name, location), merged.len());
                if let Some(former) = former.and_then(|at| merged[at].take().filter(|_| at >= first)) {
                    self.report_repeated(&former, &parameter);
                }
                merged.push(Some(parameter));
            }
        }
        operation.insert("parameters".into(), merged.into_iter().flatten().collect());
        Ok(())
    }

    /// Reports that an operation or path declares the same parameter twice, as `former` and as `parameter`. Refuses the
    /// document if the declarations differ.
    fn report_repeated(&mut self, former: &Value, parameter: &Value) {
        let (place, one, name) = (self.place, string_or_empty(former, "name"), string_or_empty(parameter, "name"));
        if former == parameter {
            return self.log.note(Rule::REPEATED_PARAMETER, format!("{place} parameter `{name}`"));
        }
        let reason = if one == name {
            format!("declares the parameter `{name}` twice: remove one of them")
        } else {
            format!("declares the same header twice, as `{one}` and as `{name}`: remove one of them")
        };
        self.log.diagnostics.push(place.to_string(), reason);
    }

    /// Reports that the reference `part` has no target. Refuses the document if the reference points to another file.
    /// `name` describes the part in the report.
    fn report_dangling(&mut self, rule: Rule, name: &str, part: &Value) {
        let (place, reference) = (format!("{} {name}", self.place), string_or_empty(part, "$ref"));
        match self.targets.explain_other_file(reference) {
            Some(reason) => self.log.diagnostics.push(place, reason),
            None => self.log.note(rule, format!("{place} {reference:?}")),
        }
    }

    /// If `part` is a reference, replaces it with a copy of its target. Returns `false` if the target does not exist.
    fn resolve(&mut self, part: &mut Value) -> Result<bool, Bound> {
        let Some(reference) = part.get("$ref").and_then(Value::as_str) else { return Ok(true) };
        let Some(found) = self.targets.resolve(reference) else { return Ok(false) };
        *part = self.targets.copy(found)?;
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::run_pass;

    fn operation(spec: &Spec) -> &Value {
        &spec.root["paths"]["/a"]["get"]
    }

    fn apply(spec: &mut Spec) {
        inline_path_items(spec);
        inline_operation_parts(spec);
    }

    #[test]
    fn dangling_references_to_responses_and_bodies_are_reported_under_different_rules() {
        let nowhere = json!({ "$ref": "#/components/nowhere/A" });
        let get = json!({ "requestBody": nowhere, "responses": { "200": nowhere, "404": nowhere } });
        let spec = run_pass(apply, json!({ "paths": { "/a": { "get": get } } }));
        let places = |rule: Rule| spec.log.adaptations.iter().filter(move |it| it.rule == rule).count();
        assert_eq!((places(Rule::DANGLING_REFERENCE), places(Rule::DANGLING_RESPONSE)), (1, 2));
    }

    #[test]
    fn parameters_of_an_operation_override_those_of_its_path() {
        let spec = run_pass(
            apply,
            json!({
                "components": { "parameters": { "Limit": { "name": "limit", "in": "query" } } },
                "paths": { "/a": {
                    "parameters": [{ "name": "id", "in": "path" }, { "$ref": "#/components/parameters/Limit" }],
                    "get": { "parameters": [{ "name": "id", "in": "path", "required": true }] },
                } },
            }),
        );
        assert_eq!(
            operation(&spec)["parameters"],
            json!([{ "name": "limit", "in": "query" }, { "name": "id", "in": "path", "required": true }])
        );
    }

    #[test]
    fn replaces_references_to_bodies_and_responses_by_copies() {
        let spec = run_pass(
            apply,
            json!({
                "components": {
                    "requestBodies": { "B": { "content": {} } },
                    "responses": { "R": { "$ref": "#/components/responses/S" }, "S": { "description": "ok" } },
                },
                "paths": { "/a": { "get": {
                    "requestBody": { "$ref": "#/components/requestBodies/B" },
                    "responses": { "200": { "$ref": "#/components/responses/R" } },
                } } },
            }),
        );
        assert_eq!(operation(&spec)["requestBody"], json!({ "content": {} }));
        assert_eq!(operation(&spec)["responses"]["200"], json!({ "description": "ok" }));
    }

    #[test]
    fn the_media_type_of_a_single_asterisk_is_any_media_type() {
        let spec = run_pass(
            apply,
            json!({ "paths": { "/a": { "get": {
                "requestBody": { "content": { "a/b": {}, "*": {}, "c/d": {} } },
                "responses": { "200": { "content": { "*": {}, "*/*": { "schema": true } } } },
            } } } }),
        );
        let keys =
            |part: &Value| part["content"].as_object().map(|it| it.keys().cloned().collect::<Vec<_>>().join(" "));
        assert_eq!(keys(&operation(&spec)["requestBody"]).as_deref(), Some("a/b */* c/d"));
        assert_eq!(keys(&operation(&spec)["responses"]["200"]).as_deref(), Some("* */*"));
    }

    #[test]
    fn replaces_references_to_operations_and_security_schemes_by_copies() {
        let passes = |spec: &mut Spec| {
            apply(spec);
            inline_security_schemes(spec);
        };
        let spec = run_pass(
            passes,
            json!({
                "components": { "securitySchemes": { "A": { "$ref": "#/x/a" }, "B": { "$ref": "#/x/b" } } },
                "paths": { "/a": { "get": { "$ref": "#/x/get", "summary": "Own." } }, "/b": { "$ref": "#/x/item" } },
                "x": {
                    "a": { "type": "http" }, "b": { "$ref": "#/x/b" }, "item": { "put": { "$ref": "#/x/get" } },
                    "get": { "operationId": "x", "summary": "Told." },
                },
            }),
        );
        assert_eq!(spec.log.diagnostics.to_string(), "");
        let get = |summary: &str| json!({ "operationId": "x", "summary": summary, "parameters": [] });
        assert_eq!(*operation(&spec), get("Own."));
        assert_eq!(spec.root["paths"]["/b"]["put"], get("Told."));
        assert_eq!(spec.root["components"]["securitySchemes"], json!({ "A": { "type": "http" }, "B": null }));
    }

    #[test]
    fn rejects_references_to_operations_and_schemes_in_other_files() {
        let other = |place: &str| {
            format!("{place}: refers to x.yaml#/a, which is in another file: bundle all files into one document")
        };
        let link = |target: &str| json!({ "$ref": target });
        let [outside, inside] = ["x.yaml#/a", "#/x"].map(link);
        for link in [&outside, &inside] {
            for (root, expected) in [
                (json!({ "paths": { "/a": { "get": link } } }), other("GET /a")),
                (json!({ "paths": { "/a": { "additionalOperations": { "COPY": link } } } }), other("COPY /a")),
                (json!({ "paths": { "/a": link } }), other("path /a")),
                (json!({ "paths": link }), other("paths")),
                (json!({ "paths": { "/a": { "get": { "parameters": [link] } } } }), other("GET /a parameter")),
                (
                    json!({ "components": { "securitySchemes": { "S": link } }, "paths": {} }),
                    other("security scheme S"),
                ),
                (json!({ "components": { "securitySchemes": link } }), other("components.securitySchemes")),
                (json!({ "components": link }), other("components.securitySchemes")),
            ] {
                let mut root = root;
                root["x"] = outside.clone();
                let mut spec = run_pass(apply, root.clone());
                inline_security_schemes(&mut spec);
                assert!(spec.log.diagnostics.to_string().starts_with(&expected), "{root}: {}", spec.log.diagnostics);
                assert_eq!(spec.log.diagnostics.0.len(), 1, "{root}");
            }
        }
        let dangling = run_pass(apply, json!({ "paths": { "/a": { "get": { "$ref": "#/x" } } } }));
        assert_eq!(dangling.log.diagnostics.to_string(), "GET /a: refers to #/x, which is not in the document");
    }

    #[test]
    fn copies_for_all_references_share_one_size_bound() {
        let refused = |parts: usize| {
            let big = json!({ "description": "x".repeat(parts * 32) });
            let responses = json!({ "200": { "$ref": "#/x/big" }, "201": { "$ref": "#/x/small" } });
            let item = json!({ "summary": big["description"], "get": { "responses": responses } });
            let parts = json!({ "big": big, "item": item, "small": {} });
            run_pass(apply, json!({ "x": parts, "paths": { "/a": { "$ref": "#/x/item" } } })).log.diagnostics.0
        };
        assert_eq!(refused(Bound::Parts.limit() / 2 - 100), []);
        assert_eq!(refused(Bound::Parts.limit() / 2), [Bound::Parts.diagnostic_at("GET /a")]);
    }

    #[test]
    fn rejects_a_path_item_with_both_a_reference_and_operations() {
        for beside in ["get", "parameters"] {
            let path = json!({ "$ref": "#/paths/~1b", "summary": "x", beside: [] });
            let spec = run_pass(apply, json!({ "paths": { "/a": path, "/b": { "put": {} } } }));
            let diagnostics = spec.log.diagnostics.to_string();
            assert!(diagnostics.starts_with(&format!("path /a: contains both `{beside}` and `$ref`")), "{diagnostics}");
        }
    }

    #[test]
    fn rejects_a_parameter_with_two_different_declarations() {
        let diagnostics = |second: Value| {
            let first = json!({ "name": "q", "in": "query" });
            let root = json!({ "paths": { "/a": { "get": { "parameters": [first, second] } } } });
            let log = run_pass(apply, root).log;
            let noted = log.adaptations.iter().map(|noted| format!("{} {}", noted.rule.id, noted.place));
            noted.collect::<String>() + &log.diagnostics.to_string()
        };
        let identical = diagnostics(json!({ "name": "q", "in": "query" }));
        assert_eq!(identical, "repeated-parameter GET /a parameter `q`");
        assert_eq!(diagnostics(json!({ "name": "q", "in": "header" })), "");
        let different = diagnostics(json!({ "name": "q", "in": "query", "required": true }));
        assert_eq!(different, "GET /a: declares the parameter `q` twice: remove one of them");
    }

    #[test]
    fn only_names_of_header_parameters_are_case_insensitive() {
        let with = |shared: Value, own: Value| {
            let root = json!({ "paths": { "/a": { "parameters": shared, "get": { "parameters": own } } } });
            let mut spec = run_pass(apply, root);
            let names =
                operation(&spec)["parameters"].as_array().expect("a list").iter().map(|it| string_or_empty(it, "name"));
            (names.collect::<Vec<_>>().join(" "), std::mem::take(&mut spec.log.diagnostics).to_string())
        };
        let named = |name: &str, location: &str| json!({ "name": name, "in": location });
        let both = |location: &str| json!([named("X-Trace", location), named("x-trace", location)]);
        let (_, refused) = with(json!([]), both("header"));
        assert_eq!(
            refused,
            "GET /a: declares the same header twice, as `X-Trace` and as `x-trace`: remove one of them"
        );
        assert_eq!(with(json!([]), both("query")), ("X-Trace x-trace".to_owned(), String::new()));
        // A header parameter of an operation overrides the header parameter of its path, even if their names differ in
        // case.
        let own = with(json!([named("X-Trace", "header")]), json!([named("x-trace", "header")]));
        assert_eq!(own, ("x-trace".to_owned(), String::new()));
    }
}
