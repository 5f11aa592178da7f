//! Writes the methods of `Client` that call operations, and the table of operations.

use std::collections::HashMap;

use super::{Context, NO_DOCTEST, docs, documentation, former, gates::Gate};
use crate::{
    api::{FormerName, Operation},
    text::markdown::code_span,
};

/// Writes the methods of `Client` that return the builders of operations, including methods with former names. There is
/// an `impl` block for each tag, in the order in which the tags first appear, and a last block for the operations
/// without a tag.
pub fn methods(context: &Context<'_>) -> String {
    let mut formers: HashMap<&str, Vec<(&String, &FormerName, &Operation)>> = HashMap::new();
    for former in context.former_operations() {
        formers.entry(&former.2.name).or_default().push(former);
    }
    let block = |heading: &str, operations: Vec<&Operation>| {
        let gate = context.gates.any(operations.iter().map(|operation| operation.name.as_str()));
        let mut methods: String = operations.iter().map(|operation| method(context, operation, &gate)).collect();
        let formers = operations.iter().filter_map(|operation| formers.get(operation.name.as_str()));
        let mut formers: Vec<_> = formers.flatten().collect();
        formers.sort_by_key(|(former, ..)| *former);
        let formers = formers.into_iter();
        methods.extend(formers.map(|(former, other, operation)| former_method(context, former, other, operation)));
        // An `impl` block without methods is omitted, because rustdoc would show a heading with nothing below it.
        if methods.is_empty() {
            return methods;
        }
        format!("{}{NO_DOCTEST}{}impl Client {{\n{methods}}}\n", docs::lines(heading), gate.cfg())
    };
    let mut left: Vec<Option<&Operation>> = context.api.operations.iter().map(Some).collect();
    let mut blocks = String::new();
    for group in &context.api.groups {
        let operations = group.operations.iter().filter_map(|grouped| left[grouped.index].take()).collect();
        blocks += &block(&format!("# {}\n\n{}", code_span(&group.tag), group.docs), operations);
    }
    blocks + &block("# Operations without a tag", left.into_iter().flatten().collect())
}

/// Writes the method that returns the builder of an operation. `around` is the feature gate of the `impl` block that
/// contains the method.
fn method(context: &Context<'_>, operation: &Operation, around: &Gate<'_>) -> String {
    let Operation { name, builder, .. } = operation;
    let docs = docs::lines(&documentation::of_method(operation));
    format!(
        "{docs}{}{}pub fn {name}(&self) -> builder::{builder} {{ builder::{builder}::new(&self.0) }}\n",
        context.gates.operation(name).cfg_within(around),
        deprecated(operation)
    )
}

fn former_method(context: &Context<'_>, former: &str, other: &FormerName, operation: &Operation) -> String {
    let Operation { name, builder, .. } = operation;
    format!(
        "{}{}pub fn {former}(&self) -> builder::{builder} {{ self.{name}() }}\n",
        former::attributes(name, other),
        context.gates.operation(name).cfg()
    )
}

pub fn deprecated(operation: &Operation) -> &'static str {
    const MARK: &str = "#[deprecated = \"the API's document marks this operation as deprecated\"]\n";
    if operation.deprecated { MARK } else { "" }
}

/// Writes the table of all operations. Each entry is the constant `DECLARED` of a builder.
pub fn table(context: &Context<'_>) -> String {
    let operations = context.api.operations.iter().map(|Operation { name, builder, .. }| {
        format!("{}builder::{builder}::DECLARED", context.gates.operation(name).cfg())
    });
    format!(
        "/// The operations in the order of the document.
        {NO_DOCTEST}static OPERATIONS: &[::perennial::Operation] = &[
            {}
        ];\n",
        operations.collect::<Vec<_>>().join(",\n")
    )
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    #[test]
    fn docs_of_builders_call_only_a_stated_id_the_operation_id() {
        let root = json!({ "openapi": "3.0.0", "paths": {
            "/7": { "get": {}, "put": { "operationId": "put7" } },
            "/8": { "put": { "operationId": "put7" } },
        } });
        let (api, _) = crate::model_of(root).expect("legal");
        let code = crate::code(&api);
        for line in [
            "/// `GET /7`, derived id `get7`.\n",
            "/// `PUT /7`, operationId `put7`.\n",
            "/// `PUT /8`, derived id `put8`.\n",
        ] {
            assert!(code.contains(line), "{line} {code}");
        }
    }

    #[test]
    fn docs_of_builders_mention_a_shared_limit_only_if_the_document_describes_one() {
        let mentions = |api: &str, operation: &str| {
            let operations = json!({ "get": { "operationId": "get7" }, "put": { "description": operation } });
            let info = json!({ "description": api });
            let root = json!({ "openapi": "3.0.0", "info": info, "paths": { "/7": operations } });
            let (api, _) = crate::model_of(root).expect("legal");
            crate::code(&api).matches("This call counts towards [the rate limit that most operations share]").count()
        };
        assert_eq!(mentions("", ""), 0);
        assert_eq!(mentions("", "At most 5 requests per second."), 0);
        assert_eq!(mentions("", "The default limit applies: 5 requests per second."), 2);
        assert_eq!(mentions("Clients can send 5 requests per second.", ""), 2);
        assert_eq!(mentions("Clients can send 5 requests per second.", "At most 1 request per second."), 1);
    }

    #[test]
    fn docs_of_methods_are_one_line_that_links_to_the_builder() {
        let root = json!({ "openapi": "3.0.0", "paths": { "/7": {
            "get": { "operationId": "get7", "summary": "Gets 7.\nAnd more.", "description": "A long text." },
            "put": { "operationId": "put7" },
        } } });
        let (api, _) = crate::model_of(root).expect("legal");
        let code = crate::code(&api);
        for lines in [
            "    /// Gets 7: see [`Get7`](crate::builder::Get7).\n    pub fn get7(",
            "    /// `PUT /7`: see [`Put7`](crate::builder::Put7).\n    pub fn put7(",
        ] {
            assert!(code.contains(lines), "{code}");
        }
    }
}
