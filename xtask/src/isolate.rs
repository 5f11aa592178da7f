//! Finds the operations for which no client can be generated: the errors of progenitor do not say where they come from.

use monitoring_service_codegen::{
    api::{Api, Operation},
    diagnostics::{Diagnostic, Diagnostics},
    emit::Code,
    former_names::FormerNames,
};

/// As [`monitoring_service_codegen::code`], with the operations that cannot be generated in the diagnostics.
///
/// # Errors
/// What cannot be generated, each with its reason.
pub fn code(api: &Api, former: &FormerNames) -> Result<Code, Diagnostics> {
    monitoring_service_codegen::code(api, former).map_err(|diagnostics| explained(api, diagnostics))
}

/// The diagnostics of the operations of `api` that fail alone; `whole`, those of all of it, if none does.
fn explained(api: &Api, whole: Diagnostics) -> Diagnostics {
    let operations: Vec<&Operation> = api.operations.iter().collect();
    let mut failing = Vec::new();
    bisect(&operations, api, &mut failing);
    let found = failing.into_iter().map(|(operation, reason)| Diagnostic { place: operation.to_string(), reason });
    let found: Vec<Diagnostic> = found.collect();
    if found.is_empty() { whole } else { Diagnostics(found) }
}

/// Finds the operations that fail alone, with their reasons: halves that do not fail are not looked at again.
fn bisect<'a>(operations: &[&'a Operation], api: &Api, failing: &mut Vec<(&'a Operation, String)>) {
    let part = Api {
        operations: operations.iter().map(|operation| (*operation).clone()).collect(),
        types: api.types.clone(),
        ..Api::default()
    };
    let Err(diagnostics) = monitoring_service_codegen::code(&part, &FormerNames::default()) else { return };
    if let [only] = operations {
        let reasons: Vec<String> = diagnostics.0.into_iter().map(|diagnostic| diagnostic.reason).collect();
        failing.push((only, reasons.join("; ")));
    } else if !operations.is_empty() {
        let (first, second) = operations.split_at(operations.len() / 2);
        bisect(first, api, failing);
        bisect(second, api, failing);
    }
}

#[cfg(test)]
mod tests {
    use monitoring_service_codegen::api::{Content, Response, Type, Value};

    use super::*;

    fn api() -> Api {
        let document = r#"{ "openapi": "3.0.0", "paths": {
            "/a/{x}": { "get": { "operationId": "first" } },
            "/b": { "get": { "operationId": "fine" } },
            "/c/{x}": { "get": { "operationId": "second" } } } }"#;
        monitoring_service_codegen::model(document).expect("legal").0
    }

    fn places(api: &Api) -> Vec<String> {
        let whole = monitoring_service_codegen::code(api, &FormerNames::default()).err().expect("cannot be generated");
        explained(api, whole).0.into_iter().map(|diagnostic| diagnostic.place).collect()
    }

    #[test]
    fn each_operation_that_fails_is_named_and_none_hides_the_next() {
        let mut api = api();
        for operation in api.operations.iter_mut().filter(|operation| operation.id != "fine") {
            let value = Value { ty: Type::Named("Gone".to_owned()), nullable: false };
            operation.response = Response::One(Content::Json { accept: "application/json".to_owned(), value });
        }
        assert_eq!(places(&api), ["first (GET /a/{x})", "second (GET /c/{x})"]);
    }
}
