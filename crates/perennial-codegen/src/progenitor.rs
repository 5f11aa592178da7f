//! progenitor, a second reader of the document: which fields it gives the builder of each operation.
//!
//! Input: the document as JSON, its operations whole, and the signatures that the model has. progenitor gets what the
//! document says of an operation: its path, the names of its parameters, where they go, whether they are required, and
//! whether there is a body. It gets neither types nor responses, which are the model's. Output: the signatures, with the
//! fields of the builders that it generates. Its code is not edited, and the rest of it is not looked at. Nothing else
//! knows progenitor.

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
    api::Operation,
    diagnostics::Diagnostics,
    document::json::{array, entries, is_set, text},
    names::setters::BODY,
    signature::{Given, Input, Signature},
    text::{header, media_type::MediaType, method::Method, naming, path},
};

/// Gives `signatures` the fields that progenitor has, and returns which operations it does not read, and why.
///
/// # Errors
/// Each operation of which progenitor reads something else than the model.
pub fn read(document: &Value, signatures: &mut [Signature<'_>]) -> Result<Vec<Adaptation>, Diagnostics> {
    let (mut not_read, mut diagnostics) = (Vec::new(), Diagnostics::default());
    let mut known = HashMap::new();
    for Signature { operation, inputs } in signatures {
        let (path, method) = (&operation.path, operation.method.as_str().to_lowercase());
        let is_known = !matches!(operation.method, Method::Query | Method::Other(_));
        let declared = Some(&document["paths"][path][&method]).filter(|_| is_known);
        let request = match declared.ok_or(Rule::PROGENITOR_METHOD).and_then(|declared| request(operation, declared)) {
            Ok(request) => request,
            Err(rule) => {
                not_read.push(Adaptation { rule, place: operation.to_string() });
                continue;
            }
        };
        let fields = known
            .entry((without_literals(path), request.to_string()))
            .or_insert_with(|| fields(path, &method, &request).map_err(|error| format!("cannot read it: {error}")));
        match fields.as_ref().map_err(String::clone).and_then(|fields| given(fields, inputs)) {
            Ok(given) => *inputs = given,
            Err(reason) => diagnostics.push(operation.to_string(), format!("progenitor {reason}")),
        }
    }
    diagnostics.or(not_read)
}

/// What a caller sets, as the document declares it and progenitor gets it; or what progenitor does not read.
fn request(Operation { path, idempotency_key, .. }: &Operation, declared: &Value) -> Result<Value, Rule> {
    let media_types = entries(&declared["requestBody"], "content").map(|(name, _)| MediaType::parse(name));
    let (body, mut names) = match media_types.min() {
        None => (Value::Null, BTreeSet::new()),
        Some(MediaType::Multipart) => return Err(Rule::PROGENITOR_PARTS),
        Some(_) => (json!({ "content": { "application/json": { "schema": {} } } }), BTreeSet::from([BODY.to_owned()])),
    };
    let mut parameters = Vec::new();
    let mut unfilled: BTreeSet<&str> = path::placeholders(path).into_iter().collect();
    for parameter in array(declared, "parameters") {
        let (name, place, is_required) =
            (text(parameter, "name"), text(parameter, "in"), is_set(parameter, "required"));
        // The runtime fills it.
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
        // It knows no cookies; what is read of them is the same as of headers.
        let place = if place == "cookie" { "header" } else { place };
        parameters.push(json!({ "name": name, "in": place, "required": is_required && !is_filled, "schema": schema }));
    }
    if !unfilled.is_empty() {
        return Err(Rule::PROGENITOR_PATH);
    }
    Ok(json!({ "operationId": "operation", "parameters": parameters, "requestBody": body, "responses": {} }))
}

/// A field of a builder.
#[derive(Debug, PartialEq, Eq, Hash)]
struct Field {
    name: String,
    is_required: bool,
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}`{}", self.name, if self.is_required { "" } else { " (optional)" })
    }
}

/// What of a path the fields depend on: operations that have it and the request in common are read once.
fn without_literals(path: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_');
    let is_literal = |segment: &&str| !segment.is_empty() && segment.bytes().all(is_plain);
    path.split('/').filter(|segment| !is_literal(segment)).collect::<Vec<_>>().join("/")
}

/// The fields of the builder that progenitor generates for `operation`.
fn fields(path: &str, method: &str, operation: &Value) -> Result<Vec<Field>, Box<dyn Error>> {
    let (path, _) = path::split_query(path);
    let info = json!({ "title": "", "version": "" });
    let document = json!({ "openapi": "3.0.3", "info": info, "paths": { path: { method: operation } } });
    let mut settings = GenerationSettings::default();
    settings.with_interface(InterfaceStyle::Builder).with_tag(TagStyle::Merged);
    let code = Generator::new(&settings).generate_tokens(&serde_json::from_value(document)?)?;
    let builder = item(code, "mod", "builder").and_then(|module| item(module.stream(), "struct", "Operation"));
    let builder = builder.ok_or("its code has no builder")?;
    // All but the client are in a `Result`.
    let fields = syn::parse2::<FieldsNamed>(TokenTree::Group(builder).into())?.named.into_iter().filter_map(|field| {
        let held = argument(&field.ty, "Result")?;
        Some(Field { name: field.ident?.to_string(), is_required: argument(held, "Option").is_none() })
    });
    Ok(fields.collect())
}

/// What is in the item of this name. The others are not looked at: parsing all takes ten times as long.
fn item(code: TokenStream, keyword: &str, name: &str) -> Option<Group> {
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

/// `Inner` of `Outer<Inner, …>`.
fn argument<'a>(ty: &'a Type, outer: &str) -> Option<&'a Type> {
    let Type::Path(ty) = ty else { return None };
    let segment = ty.path.segments.last().filter(|segment| segment.ident == outer)?;
    let PathArguments::AngleBracketed(arguments) = &segment.arguments else { return None };
    match arguments.args.first()? {
        syn::GenericArgument::Type(ty) => Some(ty),
        _ => None,
    }
}

/// The inputs that the fields are, in their order. Those of the model are the same, in the same order, or one of them
/// misreads the document.
fn given<'a>(fields: &[Field], inputs: &[Input<'a>]) -> Result<Vec<Input<'a>>, String> {
    let known: HashMap<Field, Input<'a>> = inputs.iter().map(|input| (field(input), *input)).collect();
    let given: Option<Vec<Input<'a>>> = fields.iter().map(|field| known.get(field).copied()).collect();
    let positions = |inputs: &[Input<'a>]| inputs.iter().map(|input| input.position).collect::<Vec<usize>>();
    given.filter(|given| positions(given) == positions(inputs)).ok_or_else(|| {
        let model: Vec<Field> = inputs.iter().map(field).collect();
        format!("reads {}, the model {}", list(fields), list(&model))
    })
}

fn list(fields: &[Field]) -> String {
    let fields: Vec<String> = fields.iter().map(Field::to_string).collect();
    if fields.is_empty() { "nothing".to_owned() } else { fields.join(", ") }
}

/// What progenitor calls an input, whatever name it was given; it takes each body for required.
fn field(input: &Input<'_>) -> Field {
    match input.given {
        Given::Parameter(parameter) => {
            Field { name: naming::value_name(&parameter.wire_name), is_required: parameter.required }
        }
        Given::Body { .. } => Field { name: BODY.to_owned(), is_required: true },
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

    /// A document with a GET of `path`, and its model.
    fn modelled(path: &str, operation: &Value) -> (Value, Api) {
        let root = json!({ "openapi": "3.0.0", "paths": { path: { "get": operation } } });
        let (api, _) = crate::model(&root.to_string(), &Names::default()).expect("legal");
        (root, api)
    }

    /// The rules by which operations are not read, or what is wrong.
    fn said(document: &Value, api: &Api) -> String {
        match read(document, &mut signature::signatures(api)) {
            Ok(not_read) => not_read.iter().map(|not_read| not_read.rule.id).collect(),
            Err(diagnostics) => diagnostics.to_string(),
        }
    }

    #[test]
    fn paths_are_alike_where_only_whole_literal_segments_differ() {
        let alike = |one: &str, other: &str| without_literals(one) == without_literals(other);
        assert!(alike("/a/{id}", "/v1/b-c/{id}/d"));
        for other in ["/a{id}", "/{id}/", "/{key}", "/a//{id}", "/a:b/{id}"] {
            assert!(!alike("/a/{id}", other), "{other}");
        }
    }

    #[test]
    fn a_model_that_is_not_what_the_document_says_is_refused() {
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
            said(&document, &api)
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
            assert_eq!(after(change), format!("getA (GET /a/{{id}}): progenitor reads {read}, the model {model}"));
        }
    }

    #[test]
    fn names_that_are_recorded_or_taken_are_those_of_the_model() {
        let parameters = json!([{ "name": "send", "in": "query" }, { "name": "from", "in": "query" }]);
        let (document, mut api) = modelled("/a", &json!({ "operationId": "getA", "parameters": parameters }));
        api.operations[0].parameters[1].name = "since".to_owned();
        let mut signatures = signature::signatures(&api);
        assert_eq!(read(&document, &mut signatures), Ok(vec![]));
        let names: Vec<&str> = signatures[0].inputs.iter().map(|input| input.name).collect();
        assert_eq!(names, ["since", "send_query"]);
    }

    #[test]
    fn operations_that_progenitor_does_not_read_are_named_with_the_rule() {
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
            assert_eq!(said(&document, &api), rule, "{path} {operation}");
        }
    }

    proptest! {
        #[test]
        fn no_name_is_taken_for_a_difference(names in prop::collection::btree_set("[ -~]{1,12}|[a-zA-Z_]{1,3}|type|Self|gen", 1..4)) {
            let parameter = |name: &String| json!({ "name": name, "in": "query" });
            let parameters: Vec<Value> = names.iter().map(parameter).collect();
            let (document, api) = modelled("/a", &json!({ "operationId": "getA", "parameters": parameters }));
            let said = said(&document, &api);
            prop_assert!(said.is_empty() || said == "progenitor-names", "{said}");
        }
    }
}
