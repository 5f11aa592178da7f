//! Checks the inputs of each operation in the model against progenitor's reading of the document.
//!
//! progenitor receives only the inputs of an operation: its path, the names and locations of its parameters, which of
//! them are required, and whether there is a body. Types and responses are left out. The builder that progenitor
//! generates must have a field for each input in the signature from the model. Its code is then discarded, so nothing
//! that progenitor generates becomes part of the client. No other module depends on progenitor.

use std::{
    collections::{BTreeSet, HashMap},
    error::Error,
    fmt,
};

use proc_macro2::{Group, TokenStream, TokenTree};
use progenitor::{GenerationSettings, Generator, InterfaceStyle, TagStyle};
use serde_json::{Value, json};
use syn::{FieldsNamed, PathArguments, Type};

use crate::{
    adaptation::{Adaptation, Rule},
    api::{Location, Operation, Parameter},
    diagnostics::Diagnostics,
    document::json::{array, entries, is_set, string_or_empty},
    names::setters::BODY,
    signature::{Input, InputKind, Signature},
    text::{header, method::Method, naming, path},
};

/// Checks that progenitor generates the inputs in `signatures`, in the same order. Returns an adaptation for each
/// operation that progenitor cannot read, with the reason as its rule.
///
/// # Errors
/// Lists each operation whose inputs differ between progenitor and the model.
pub fn order_signatures(document: &Value, signatures: &mut [Signature<'_>]) -> Result<Vec<Adaptation>, Diagnostics> {
    let (mut not_read, mut diagnostics) = (Vec::new(), Diagnostics::default());
    let mut known = HashMap::new();
    for Signature { operation, inputs } in signatures {
        let (path, method) = (&operation.path, operation.method.as_str().to_lowercase());
        let is_known = !matches!(operation.method, Method::Query | Method::Other(_));
        let declared = Some(&document["paths"][path][&method]).filter(|_| is_known);
        let request =
            match declared.ok_or(Rule::PROGENITOR_METHOD).and_then(|declared| build_request(operation, declared)) {
                Ok(request) => request,
                Err(rule) => {
                    not_read.push(Adaptation { rule, place: operation.to_string() });
                    continue;
                }
            };
        let fields = known.entry((without_literals(path), request.to_string())).or_insert_with(|| {
            builder_fields(path, &method, &request).map_err(|error| format!("cannot read the document: {error}"))
        });
        match fields.as_ref().map_err(String::clone).and_then(|fields| order_inputs(fields, inputs)) {
            Ok(ordered) => *inputs = ordered,
            Err(reason) => diagnostics.push(operation.to_string(), format!("progenitor {reason}")),
        }
    }
    diagnostics.into_result(not_read)
}

/// Creates an operation that has the declared inputs and that progenitor accepts. If progenitor cannot read the
/// operation, the error is a rule that explains why.
fn build_request(operation: &Operation, declared: &Value) -> Result<Value, Rule> {
    let Operation { path, idempotency_key, multipart, .. } = operation;
    let (body, mut names) = match entries(&declared["requestBody"], "content").next() {
        None => (Value::Null, BTreeSet::new()),
        Some(_) if multipart.is_some() => return Err(Rule::PROGENITOR_PARTS),
        Some(_) => (json!({ "content": { "application/json": { "schema": {} } } }), BTreeSet::from([BODY.to_owned()])),
    };
    let mut parameters = Vec::new();
    let mut unfilled: BTreeSet<&str> = path::placeholders(path).into_iter().collect();
    for parameter in array(declared, "parameters") {
        let (name, place, is_required) =
            (string_or_empty(parameter, "name"), string_or_empty(parameter, "in"), is_set(parameter, "required"));
        // The runtime sets the idempotency key if the caller does not, so the parameter is optional.
        let is_filled = place == "header" && idempotency_key.as_deref() == Some(name);
        match place {
            "cookie" if !header::is_cookie_name(name) => continue,
            "path" if !(unfilled.remove(name) && is_required) => return Err(Rule::PROGENITOR_PATH),
            _ => {}
        }
        let is_plain = name.is_ascii() && name.starts_with(|first: char| first.is_ascii_alphabetic());
        if !is_plain || name.ends_with(['<', '>', '=']) || !names.insert(naming::value_name(name)) {
            return Err(Rule::PROGENITOR_NAMES);
        }
        let schema = json!({ "type": "string" });
        // progenitor does not support cookies, but generates the same builder field for a header parameter.
        let place = if place == "cookie" { "header" } else { place };
        parameters.push(json!({ "name": name, "in": place, "required": is_required && !is_filled, "schema": schema }));
    }
    if !unfilled.is_empty() {
        return Err(Rule::PROGENITOR_PATH);
    }
    Ok(json!({ "operationId": "operation", "parameters": parameters, "requestBody": body, "responses": {} }))
}

#[derive(Debug, PartialEq, Eq, Hash)]
struct BuilderField {
    name: String,
    is_required: bool,
}

impl fmt::Display for BuilderField {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}`{}", self.name, if self.is_required { "" } else { " (optional)" })
    }
}

/// Returns the parts of a path that affect the fields of the builder: everything except literal segments. Operations
/// with the same parts and inputs get the same builder, so progenitor reads only the first of them.
fn without_literals(path: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_');
    let is_literal = |segment: &&str| !segment.is_empty() && segment.bytes().all(is_plain);
    path.split('/').filter(|segment| !is_literal(segment)).collect::<Vec<_>>().join("/")
}

fn builder_fields(path: &str, method: &str, operation: &Value) -> Result<Vec<BuilderField>, Box<dyn Error>> {
    let (path, _) = path::split_query(path);
    let info = json!({ "title": "", "version": "" });
    let document = json!({ "openapi": "3.0.3", "info": info, "paths": { path: { method: operation } } });
    let mut settings = GenerationSettings::default();
    settings.with_interface(InterfaceStyle::Builder).with_tag(TagStyle::Merged);
    let code = Generator::new(&settings).generate_tokens(&serde_json::from_value(document)?)?;
    let builder =
        find_item(code, "mod", "builder").and_then(|module| find_item(module.stream(), "struct", "Operation"));
    let builder = builder.ok_or("no builder was found in the code generated by progenitor")?;
    // The type of every input's field is a `Result`. The only other field is the client.
    let fields = syn::parse2::<FieldsNamed>(TokenTree::Group(builder).into())?.named.into_iter().filter_map(|field| {
        let input = type_argument(&field.ty, "Result")?;
        Some(BuilderField { name: field.ident?.to_string(), is_required: type_argument(input, "Option").is_none() })
    });
    Ok(fields.collect())
}

/// Returns the braces of the item `name`, and the tokens inside. Only this item is then parsed, because parsing all the
/// code would take ten times as long.
fn find_item(code: TokenStream, keyword: &str, name: &str) -> Option<Group> {
    let mut tokens = code.into_iter();
    while let Some(token) = tokens.next() {
        let is_keyword = matches!(token, TokenTree::Ident(word) if word == keyword);
        if is_keyword && matches!(tokens.next(), Some(TokenTree::Ident(word)) if word == name) {
            return tokens.find_map(|token| match token {
                TokenTree::Group(group) => Some(group),
                _ => None,
            });
        }
    }
    None
}

/// Returns `Inner` if `ty` is `Outer<Inner, …>`.
fn type_argument<'a>(ty: &'a Type, outer: &str) -> Option<&'a Type> {
    let Type::Path(ty) = ty else { return None };
    let segment = ty.path.segments.last().filter(|segment| segment.ident == outer)?;
    let PathArguments::AngleBracketed(arguments) = &segment.arguments else { return None };
    match arguments.args.first()? {
        syn::GenericArgument::Type(ty) => Some(ty),
        _ => None,
    }
}

/// Returns `inputs`, provided that progenitor's `fields` contain the same inputs in the same order. Any difference
/// means that progenitor or the model has misread the document.
fn order_inputs<'a>(fields: &[BuilderField], inputs: &[Input<'a>]) -> Result<Vec<Input<'a>>, String> {
    // progenitor supports one media type.
    let is_alternative =
        |input: &&Input<'a>| matches!(input.given, InputKind::Parameter(Parameter { location: Location::Body, .. }));
    let (alternatives, inputs): (Vec<Input<'a>>, Vec<Input<'a>>) =
        inputs.iter().partition(|input| is_alternative(input));
    let known: HashMap<BuilderField, Input<'a>> = inputs.iter().map(|input| (expected_field(input), *input)).collect();
    let ordered: Option<Vec<Input<'a>>> = fields.iter().map(|field| known.get(field).copied()).collect();
    let positions = |inputs: &[Input<'a>]| inputs.iter().map(|input| input.position).collect::<Vec<usize>>();
    let ordered = ordered.filter(|ordered| positions(ordered) == positions(&inputs));
    ordered.map(|ordered| [alternatives, ordered].concat()).ok_or_else(|| {
        let model: Vec<BuilderField> = inputs.iter().map(expected_field).collect();
        format!(
            "reads these inputs from the document: {}. The generator's model of the API contains these: {}",
            join_fields(fields),
            join_fields(&model)
        )
    })
}

fn join_fields(fields: &[BuilderField]) -> String {
    let fields: Vec<String> = fields.iter().map(BuilderField::to_string).collect();
    if fields.is_empty() { "nothing".to_owned() } else { fields.join(", ") }
}

/// Returns the field that progenitor generates for `input`. progenitor names the field after the parameter in the
/// document, even if the model uses a different name, and treats every body as required.
fn expected_field(input: &Input<'_>) -> BuilderField {
    match input.given {
        InputKind::Parameter(parameter) => {
            BuilderField { name: naming::value_name(&parameter.wire_name), is_required: parameter.required }
        }
        InputKind::Body { .. } => BuilderField { name: BODY.to_owned(), is_required: true },
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{
        api::{Api, Expansion, Location, Operation},
        names::file::Names,
        signature,
    };

    fn modelled(path: &str, operation: &Value) -> (Value, Api) {
        let root = json!({ "openapi": "3.0.0", "paths": { path: { "get": operation } } });
        let (api, _) = crate::model(&root.to_string(), &Names::default()).expect("legal");
        (root, api)
    }

    /// Returns the ids of the rules for operations that progenitor cannot read, or else the diagnostics.
    fn rules_or_errors(document: &Value, api: &Api) -> String {
        match order_signatures(document, &mut signature::signatures(api)) {
            Ok(not_read) => not_read.iter().map(|not_read| not_read.rule.id).collect(),
            Err(diagnostics) => diagnostics.to_string(),
        }
    }

    #[test]
    fn literal_path_segments_do_not_affect_the_fields_of_builders() {
        let alike = |one: &str, other: &str| without_literals(one) == without_literals(other);
        assert!(alike("/a/{id}", "/v1/b-c/{id}/d"));
        for other in ["/a{id}", "/{id}/", "/{key}", "/a//{id}", "/a:b/{id}"] {
            assert!(!alike("/a/{id}", other), "{other}");
        }
    }

    #[test]
    fn reports_operations_whose_parameters_differ_from_those_in_the_document() {
        let operation = json!({
            "operationId": "getA",
            "parameters": [
                { "name": "id", "in": "path", "required": true },
                { "name": "from", "in": "query", "required": true },
                { "name": "pageSize", "in": "query" },
                { "name": "x-trace", "in": "header" },
            ],
            "requestBody": { "content": { "application/json": { "schema": { "type": "object" } } } },
        });
        let after = |change: fn(&mut Operation)| {
            let (document, mut api) = modelled("/a/{id}", &operation);
            change(&mut api.operations[0]);
            rules_or_errors(&document, &api)
        };
        assert_eq!(after(|_| {}), "");
        let read = "`id`, `from`, `page_size` (optional), `x_trace` (optional), `body`";
        for (change, model) in [
            (
                (|operation| drop(operation.parameters.remove(2))) as fn(&mut Operation),
                "`id`, `from`, `x_trace` (optional), `body`",
            ),
            (
                |operation| operation.parameters.push(operation.parameters[1].clone()),
                "`id`, `from`, `from`, `page_size` (optional), `x_trace` (optional), `body`",
            ),
            (
                |operation| operation.parameters[1].required = false,
                "`id`, `from` (optional), `page_size` (optional), `x_trace` (optional), `body`",
            ),
            (
                |operation| operation.parameters[1].location = Location::Header(Expansion::default()),
                "`id`, `page_size` (optional), `from`, `x_trace` (optional), `body`",
            ),
            (
                |operation| operation.parameters[1].wire_name = "till".to_owned(),
                "`id`, `page_size` (optional), `till`, `x_trace` (optional), `body`",
            ),
            (|operation| operation.body = None, "`id`, `from`, `page_size` (optional), `x_trace` (optional)"),
        ] {
            assert_eq!(
                after(change),
                format!(
                    "getA (GET /a/{{id}}): progenitor reads these inputs from the document: {read}. The generator's \
                     model of the API contains these: {model}"
                )
            );
        }
    }

    #[test]
    fn inputs_sorted_in_progenitors_order_keep_the_names_of_the_model() {
        let parameters = json!([{ "name": "send", "in": "query" }, { "name": "from", "in": "query" }]);
        let (document, mut api) = modelled("/a", &json!({ "operationId": "getA", "parameters": parameters }));
        api.operations[0].parameters[1].name = "since".to_owned();
        let mut signatures = signature::signatures(&api);
        assert_eq!(order_signatures(&document, &mut signatures), Ok(vec![]));
        let names: Vec<&str> = signatures[0].inputs.iter().map(|input| input.name).collect();
        assert_eq!(names, ["since", "send_query"]);
    }

    #[test]
    fn reports_why_progenitor_cannot_read_an_operation() {
        let parts = json!({ "content": { "multipart/form-data": {}, "text/plain": {} } });
        let query = |names: [&str; 2]| names.map(|name| json!({ "name": name, "in": "query" }));
        for (path, operation, rule) in [
            ("/a", json!({ "parameters": [{ "name": "c", "in": "cookie" }, { "name": "c;", "in": "cookie" }] }), ""),
            ("/a", json!({ "requestBody": parts }), "progenitor-parts"),
            ("/a/{id}", json!({}), "progenitor-path"),
            ("/a/{id}", json!({ "parameters": [{ "name": "id", "in": "path" }] }), "progenitor-path"),
            ("/a", json!({ "parameters": [{ "name": "id", "in": "path", "required": true }] }), "progenitor-path"),
            ("/a", json!({ "parameters": query(["time<", "time>"]) }), "progenitor-names"),
            ("/a", json!({ "parameters": query(["24h", "b"]) }), "progenitor-names"),
            ("/a", json!({ "parameters": query(["gr\u{f6}\u{df}e", "b"]) }), "progenitor-names"),
            ("/a", json!({ "parameters": query(["pageSize", "page_size"]) }), "progenitor-names"),
            ("/a", json!({ "parameters": query(["a", "x-b"]) }), ""),
            ("/a#b{", json!({}), ""),
        ] {
            let (document, api) = modelled(path, &operation);
            assert_eq!(rules_or_errors(&document, &api), rule, "{path} {operation}");
        }
    }

    proptest! {
        #[test]
        fn unusual_parameter_names_are_never_reported_as_differences(
            names in prop::collection::btree_set("[ -~]{1,12}|[a-zA-Z_]{1,3}|type|Self|gen", 1..4)
        ) {
            let parameter = |name: &String| json!({ "name": name, "in": "query" });
            let parameters: Vec<Value> = names.iter().map(parameter).collect();
            let (document, api) = modelled("/a", &json!({ "operationId": "getA", "parameters": parameters }));
            let reported = rules_or_errors(&document, &api);
            prop_assert!(reported.is_empty() || reported == "progenitor-names", "{reported}");
        }
    }
}
