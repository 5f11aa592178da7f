//! Checks that the model contains every operation of a document, with all its inputs.
//!
//! The document is compared as JSON, after the references in operations were resolved and unselected operations were
//! removed. The model is compared before features reduce it. It has to contain every operation under `paths`, with its
//! body and with the name and location of each parameter. It also has to require the same inputs as the document. Any
//! difference that no adaptation reports is a bug in the generator.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::{
    adaptation::{Adaptation, Rule},
    api::{Api, Location, Operation, Parameter},
    diagnostics::Diagnostics,
    document::json::{array, entries, is_set, string_or_empty},
    text::method::{self, Method},
};

/// Compares `api` with the `document` that it was built from.
///
/// # Errors
/// Lists each operation, parameter and body that only one of the two contains, unless `adaptations` report it.
pub fn check(document: &Value, api: &Api, adaptations: &[Adaptation]) -> Result<(), Diagnostics> {
    let mut diagnostics = Diagnostics::default();
    let mut report = |place: String, reason: &str| {
        diagnostics.push(place, format!("{reason}: this is a defect of the generator, please report it"));
    };
    let reported = Reported::new(adaptations);
    let mut modelled: BTreeMap<(&str, Method), &Operation> = BTreeMap::new();
    for operation in &api.operations {
        if modelled.insert((&operation.path, operation.method), operation).is_some() {
            report(operation.to_string(), "the generator's model of the API contains this operation twice");
        }
    }
    for (path, item) in entries(document, "paths") {
        for (method, declared) in method::operations(item) {
            let Some(operation) = modelled.remove(&(path.as_str(), method)) else {
                report(format!("{method} {path}"), "the generator's model of the API does not contain this operation");
                continue;
            };
            let differences =
                compare_parameters(operation, declared, &reported).into_iter().chain(compare_body(operation, declared));
            differences.for_each(|difference| report(operation.to_string(), &difference));
        }
    }
    modelled
        .into_values()
        .for_each(|operation| report(operation.to_string(), "the document does not declare this operation"));
    diagnostics.into_result(())
}

/// The number of reports by rule and place. A place is an operation, schema or parameter.
struct Reported<'a>(BTreeMap<(Rule, &'a str), i64>);

impl<'a> Reported<'a> {
    fn new(adaptations: &'a [Adaptation]) -> Self {
        let mut reported = BTreeMap::new();
        adaptations.iter().for_each(|it| *reported.entry((it.rule, &*it.place)).or_default() += 1);
        Self(reported)
    }

    fn count(&self, rule: Rule, place: &str) -> i64 {
        self.0.get(&(rule, place)).copied().unwrap_or_default()
    }
}

/// Describes how the parameters of an operation differ between the model (`operation`) and the document (`declared`).
fn compare_parameters(operation: &Operation, declared: &Value, reported: &Reported<'_>) -> Vec<String> {
    // For each parameter, the number of declarations in the document minus the number in the model.
    let mut missing: BTreeMap<(&str, &str, bool), i64> = BTreeMap::new();
    for parameter in array(declared, "parameters") {
        let (place, name) = (string_or_empty(parameter, "in"), string_or_empty(parameter, "name"));
        // The runtime sets the idempotency key if the caller does not, so the model never requires it.
        let is_filled = place == "header" && operation.idempotency_key.as_deref() == Some(name);
        let is_required = place == "path" || is_set(parameter, "required") && !is_filled;
        *missing.entry((place, name, is_required)).or_default() += 1;
    }
    // Parts of a multipart body, and bodies of other media types, are parameters in the model but not in the document.
    let is_parameter = |it: &&Parameter| !matches!(it.location, Location::Part(_) | Location::Body);
    for parameter in operation.parameters.iter().filter(is_parameter) {
        *missing.entry((parameter.location.name(), &parameter.wire_name, parameter.required)).or_default() -= 1;
    }
    let differences = missing.into_iter().filter_map(|((place, name, is_required), missing)| {
        let rule = match place {
            "path" if missing < 0 => Some(Rule::MISSING_PATH_PARAMETER),
            "path" => Some(Rule::DROPPED_PATH_PARAMETER),
            "header" => Some(Rule::DROPPED_HEADER),
            "cookie" => Some(Rule::DROPPED_COOKIE),
            _ => None,
        };
        let here = format!("{operation} parameter `{name}`");
        if missing.abs() <= rule.map_or(0, |rule| reported.count(rule, &here)) {
            return None;
        }
        let parameter = format!("the {} {place} parameter `{name}`", if is_required { "required" } else { "optional" });
        let has_more =
            || format!("the generator's model of the API contains {parameter}, which the document does not declare");
        Some(if missing > 0 {
            format!("the generator's model of the API does not contain {parameter}")
        } else {
            has_more()
        })
    });
    differences.collect()
}

/// Describes how the body of an operation differs between the model (`operation`) and the document (`declared`). A
/// declared body without media types counts as no body.
fn compare_body(operation: &Operation, declared: &Value) -> Option<String> {
    let body = &declared["requestBody"];
    let declared = entries(body, "content").next().map(|_| is_set(body, "required"));
    let of_parts = operation.multipart.as_ref().map(|multipart| multipart.required);
    let modelled = operation.body.as_ref().map(|body| body.required).or(of_parts);
    let words = |body: Option<bool>| match body {
        None => "no body",
        Some(true) => "a required body",
        Some(false) => "an optional body",
    };
    (declared != modelled).then(|| {
        format!(
            "the document declares {}, but the generator's model of the API contains {}",
            words(declared),
            words(modelled)
        )
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::{Document, Generator, names::file::Names};

    struct ReadDocument {
        whole: Value,
        api: Api,
        adaptations: Vec<Adaptation>,
    }

    impl ReadDocument {
        fn new(paths: Value) -> Self {
            let names = Names::default();
            let text = json!({ "openapi": "3.2.0", "paths": paths }).to_string();
            let document = Document::read(&text, &names.client).expect("legal");
            let (api, adaptations) = document.model(&names).expect("complete");
            Self { whole: document.whole, api, adaptations }
        }

        fn operation(&mut self, id: &str) -> &mut Operation {
            self.api.operations.iter_mut().find(|operation| operation.id == id).expect("is in the model")
        }

        /// Applies `fault` to the model, and returns the differences that the check finds, without the request to
        /// report a bug.
        fn differences_after(mut self, fault: impl FnOnce(&mut Self)) -> String {
            fault(&mut self);
            let found = check(&self.whole, &self.api, &self.adaptations);
            let found = found.err().map(|found| found.to_string()).unwrap_or_default();
            found.replace(": this is a defect of the generator, please report it", "")
        }
    }

    fn example() -> ReadDocument {
        let parameter = |place: &str, name: &str| json!({ "in": place, "name": name, "required": place == "path" });
        let parameters =
            [("path", "id"), ("query", "from"), ("query", "from_"), ("header", "x-trace"), ("cookie", "c")]
                .map(|(place, name)| parameter(place, name));
        let body = json!({ "required": true, "content": { "application/json": {} } });
        let form = json!({ "content": { "multipart/form-data": { "schema": {
            "type": "object", "properties": { "from": { "type": "string" } } } } } });
        ReadDocument::new(json!({
            "/a/{id}": {
                "parameters": [parameter("query", "from"), parameter("query", "shared")],
                "get": { "operationId": "getA", "parameters": parameters },
                "put": { "operationId": "putA", "requestBody": body },
                "post": { "operationId": "postA", "requestBody": form },
                "additionalOperations": { "COPY": { "operationId": "copyA" } },
            },
            "/b": { "query": { "operationId": "queryB" } },
        }))
    }

    #[test]
    fn reports_an_operation_that_is_missing_or_extra_in_the_model() {
        for (id, request) in
            [("getA", "GET /a/{id}"), ("putA", "PUT /a/{id}"), ("copyA", "COPY /a/{id}"), ("queryB", "QUERY /b")]
        {
            let found = example().differences_after(|read| read.api.operations.retain(|operation| operation.id != id));
            assert_eq!(found, format!("{request}: the generator's model of the API does not contain this operation"));
        }
        let found = example().differences_after(|read| {
            let again = read.operation("getA").clone();
            read.api.operations.push(again);
        });
        assert_eq!(found, "getA (GET /a/{id}): the generator's model of the API contains this operation twice");
        let found =
            example().differences_after(|read| drop(read.whole["paths"].as_object_mut().expect("paths").remove("/b")));
        assert_eq!(found, "queryB (QUERY /b): the document does not declare this operation");
    }

    #[test]
    fn reports_a_parameter_that_differs_between_model_and_document() {
        let left_out =
            |index: usize| example().differences_after(|read| drop(read.operation("getA").parameters.remove(index)));
        let each = [
            "optional query parameter `shared`",
            "required path parameter `id`",
            "optional query parameter `from`",
            "optional query parameter `from_`",
            "optional header parameter `x-trace`",
            "optional cookie parameter `c`",
        ];
        for (index, parameter) in each.into_iter().enumerate() {
            assert_eq!(
                left_out(index),
                format!("getA (GET /a/{{id}}): the generator's model of the API does not contain the {parameter}")
            );
        }
        let found = example().differences_after(|read| {
            let parameters = &mut read.operation("getA").parameters;
            parameters.push(parameters[2].clone());
        });
        let expected = "getA (GET /a/{id}): the generator's model of the API contains the optional query parameter \
                        `from`, which the document does not declare";
        assert_eq!(found, expected);
        // The document declares a parameter twice, so the model has to contain it twice.
        let found = example().differences_after(|read| {
            let parameters = read.whole["paths"]["/a/{id}"]["get"]["parameters"].as_array_mut().expect("a list");
            parameters.push(parameters[2].clone());
        });
        assert_eq!(
            found,
            "getA (GET /a/{id}): the generator's model of the API does not contain the optional query parameter \
             `from`"
        );
        let found = example().differences_after(|read| read.operation("getA").parameters[2].required = true);
        assert!(found.contains("does not contain the optional query parameter `from`\n"), "{found}");
        assert!(found.contains("contains the required query parameter `from`, which"), "{found}");
    }

    #[test]
    fn reports_a_body_that_differs_between_model_and_document() {
        let found = example().differences_after(|read| read.operation("putA").body = None);
        assert_eq!(
            found,
            "putA (PUT /a/{id}): the document declares a required body, but the generator's model of the API \
             contains no body"
        );
        let found =
            example().differences_after(|read| read.operation("putA").body.as_mut().expect("a body").required = false);
        assert_eq!(
            found,
            "putA (PUT /a/{id}): the document declares a required body, but the generator's model of the API \
             contains an optional body"
        );
        let found = example().differences_after(|read| read.operation("postA").multipart = None);
        assert_eq!(
            found,
            "postA (POST /a/{id}): the document declares an optional body, but the generator's model of the API \
             contains no body"
        );
    }

    #[test]
    fn accepts_a_difference_only_if_an_adaptation_reports_it() {
        let read = || {
            let parameters = json!([
                { "in": "header", "name": "" }, { "in": "path", "name": "other" }, { "in": "cookie", "name": "c;" },
                { "in": "header", "name": "Accept" },
            ]);
            ReadDocument::new(json!({ "/a/{id}": { "get": {
                "operationId": "getA", "parameters": parameters, "requestBody": { "content": {} } } } }))
        };
        assert_eq!(read().differences_after(|_| {}), "");
        let found = read().differences_after(|read| read.adaptations.clear());
        assert_eq!(
            found.replace("getA (GET /a/{id}): the generator's model of the API ", ""),
            "does not contain the optional cookie parameter `c;`\ndoes not contain the optional header parameter \
             ``\ncontains the required path parameter `id`, which the document does not declare\ndoes not contain \
             the required path parameter `other`"
        );
    }

    #[test]
    fn accepts_missing_operations_that_the_client_does_not_select() {
        let operation = |id: &str| json!({ "get": { "operationId": id, "tags": [id] } });
        let document = json!({ "openapi": "3.0.0", "paths": { "/a": operation("a"), "/b": operation("b") } });
        let names = Names::parse(r#"{ "client": { "operations": { "ids": ["a"] } } }"#).expect("legal");
        let left = crate::generate(&document.to_string(), &names).expect("complete").api.operations;
        assert_eq!(left.iter().map(|operation| &*operation.id).collect::<Vec<_>>(), ["a"]);
        let names = Names::default();
        let document = Document::read(&document.to_string(), &names.client).expect("legal");
        let selected = Generator::new(&document, &names).features(&|feature| feature == "b").run();
        assert_eq!(selected.expect("complete").api.operations.len(), 1);
    }
}
