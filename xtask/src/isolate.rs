//! Finds the operations and types for which no client can be generated: the errors of progenitor and typify do not say
//! where they come from.

use std::collections::BTreeSet;

use generator::{
    Generated,
    api::{Api, Content, Operation, Response, TypeDef, Value},
    diagnostics::{Diagnostic, Diagnostics},
    emit::Code,
    former_names::FormerNames,
    stack,
};

/// As [`generator::generate`], with the operations and types that cannot be generated in the diagnostics.
///
/// # Errors
/// Everything in the document that cannot be generated, each with its reason.
pub fn generate(document: &str, former: &FormerNames) -> Result<Generated, Diagnostics> {
    stack::with_stack(|| {
        let (api, adaptations) = generator::model(document)?;
        former.check(&api)?;
        let code = generator::code(&api, former).map_err(|diagnostics| explained(&api, diagnostics))?;
        Ok(Generated { code, adaptations })
    })?
}

/// The diagnostics of the parts of `api` that fail alone; `whole`, those of all of it, if none does.
fn explained(api: &Api, whole: Diagnostics) -> Diagnostics {
    let types: Vec<&TypeDef> = api.types.iter().collect();
    let mut failing = Vec::new();
    bisect(&types, &mut |types| code(&part(api, &[], names(types))), &mut failing);
    let bad: BTreeSet<&str> = failing.iter().map(|(def, _)| def.name.as_str()).collect();
    // A type that only contains another one that fails is not to blame.
    let to_blame = failing.iter().filter(|(def, _)| {
        let inner = part(api, &[], parts(def).into_iter().filter(|name| *name != def.name).collect());
        !inner.types.iter().any(|part| part.name != def.name && bad.contains(part.name.as_str()))
    });
    let of_types = to_blame.map(|(def, reason)| Diagnostic { place: def.name.clone(), reason: reason.clone() });

    let is_fine = |operation: &&Operation| {
        let reached = part(api, &[operation], Vec::new());
        !reached.types.iter().any(|def| bad.contains(def.name.as_str()))
    };
    let operations: Vec<&Operation> = api.operations.iter().filter(is_fine).collect();
    let mut failing = Vec::new();
    bisect(&operations, &mut |operations| code(&part(api, operations, Vec::new())), &mut failing);
    let of_operations =
        failing.iter().map(|(operation, reason)| Diagnostic { place: operation.to_string(), reason: reason.clone() });

    let found: Vec<Diagnostic> = of_types.chain(of_operations).collect();
    if found.is_empty() { whole } else { Diagnostics(found) }
}

/// Former names are added last, and are not to blame.
fn code(api: &Api) -> Result<Code, Diagnostics> {
    generator::code(api, &FormerNames::default())
}

/// Finds the items that fail alone, with their reasons: halves that do not fail are not looked at again.
fn bisect<'a, T>(
    items: &[&'a T],
    attempt: &mut dyn FnMut(&[&'a T]) -> Result<Code, Diagnostics>,
    failing: &mut Vec<(&'a T, String)>,
) {
    let Err(diagnostics) = attempt(items) else { return };
    if let [only] = items {
        let reasons: Vec<String> = diagnostics.0.into_iter().map(|diagnostic| diagnostic.reason).collect();
        failing.push((only, reasons.join("; ")));
    } else if !items.is_empty() {
        let (first, second) = items.split_at(items.len() / 2);
        bisect(first, attempt, failing);
        bisect(second, attempt, failing);
    }
}

fn names<'a>(types: &[&'a TypeDef]) -> Vec<&'a str> {
    types.iter().map(|def| def.name.as_str()).collect()
}

/// The types that `def` is made of.
fn parts(def: &TypeDef) -> Vec<&str> {
    let mut names = Vec::new();
    def.kind.each_type(&mut |ty| ty.each_name(&mut |name| names.push(name)));
    names
}

/// What a caller of `operation` gets.
fn contents(operation: &Operation) -> impl Iterator<Item = &Value> {
    let contents: Vec<&Content> = match &operation.response {
        Response::One(content) => vec![content],
        Response::ByStatus(several) => several.contents.iter().map(|each| &each.content).collect(),
    };
    contents.into_iter().filter_map(|content| match content {
        Content::Json { value, .. } => Some(value),
        Content::Empty | Content::Bytes => None,
    })
}

/// `api` with `operations`, the types that they and `names` are made of, and nothing else.
fn part<'a>(api: &'a Api, operations: &[&'a Operation], names: Vec<&'a str>) -> Api {
    let mut open = names;
    for operation in operations {
        operation.each_sent_type(&mut |ty| ty.each_name(&mut |name| open.push(name)));
        contents(operation).for_each(|value| value.ty.each_name(&mut |name| open.push(name)));
    }
    let reached = api.reached_from(open);
    Api {
        operations: operations.iter().map(|operation| (*operation).clone()).collect(),
        types: api.types.iter().filter(|def| reached.contains(def.name.as_str())).cloned().collect(),
        ..Api::default()
    }
}

#[cfg(test)]
mod tests {
    use generator::api::{Field, Kind, Struct, Type};

    use super::*;

    fn field(name: &str, ty: Type) -> Field {
        let value = Value { ty, nullable: false };
        Field { name: name.to_owned(), wire_name: name.to_owned(), value, required: true, docs: String::new() }
    }

    fn structure(name: &str, fields: Vec<Field>) -> TypeDef {
        let kind = Kind::Struct(Struct { fields, additional: None });
        TypeDef { name: name.to_owned(), docs: String::new(), kind }
    }

    fn api() -> Api {
        let document = r#"{ "openapi": "3.0.0", "paths": {
            "/a/{x}": { "get": { "operationId": "first" } },
            "/b": { "get": { "operationId": "fine" } },
            "/c/{x}": { "get": { "operationId": "second" } } } }"#;
        generator::model(document).expect("legal").0
    }

    fn places(api: &Api) -> Vec<String> {
        let whole = code(api).expect_err("cannot be generated");
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

    #[test]
    fn a_type_that_fails_is_named_and_not_those_that_contain_it() {
        let mut api = api();
        api.types.push(structure("Good", vec![field("a", Type::Text)]));
        api.types.push(structure("Bad", vec![field("a", Type::Named("Gone".to_owned()))]));
        api.types.push(structure("Outer", vec![field("bad", Type::Named("Bad".to_owned()))]));
        assert_eq!(places(&api), ["Bad"]);
    }
}
