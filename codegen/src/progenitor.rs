//! progenitor's part: which fields the builder of an operation has, of which type, and what it responds with.
//!
//! Input: [`Api`]. Output: a [`Signature`] for each operation, read from the items that progenitor generates; they are not
//! edited, and the rest of them is not looked at. progenitor gets the operations with their methods and paths, under the
//! names of the model, and with one success each. The types stand under neutral keys (`T0`, `T1` …), which progenitor
//! replaces by ours: it would spell names of types in its own way. Nothing else knows progenitor.

use std::collections::{BTreeMap, HashMap};

use openapiv3::{
    AnySchema, Components, MediaType, OpenAPI, ParameterData, ParameterSchemaOrContent, PathItem, ReferenceOr,
    RequestBody, Schema, SchemaData, SchemaKind, StatusCode, StringFormat, StringType, VariantOrUnknownOrEmpty,
};
use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use progenitor::{GenerationSettings, Generator, InterfaceStyle, TagStyle};
use quote::ToTokens as _;
use syn::{Fields, Ident, ImplItem, Item, PathArguments, PathSegment, ReturnType, Type, parse_quote};

use crate::{
    api::{Api, Body, Content, Encoding, Location, Operation, Parameter, Response, Value},
    diagnostics::Diagnostics,
    rust_type,
    text::{method::Method, naming, path},
};

/// What progenitor makes of an operation.
pub struct Signature<'a> {
    /// Of which operation.
    pub operation: &'a Operation,
    /// What a caller sets, in the order of the builder's fields.
    pub inputs: Vec<Input>,
    /// The type of a success.
    pub response: Type,
}

/// One of the values that a builder holds.
pub struct Input {
    /// The field, and its setter.
    pub name: String,
    /// The type of a value that is there.
    pub ty: Type,
}

/// The signatures of the operations of `api`, in its order.
///
/// # Errors
/// progenitor's reason without a place, since it knows none; or an operation for which it made no builder.
pub fn signatures(api: &Api) -> Result<Vec<Signature<'_>>, Diagnostics> {
    let failed = |reason: String| Diagnostics::one("openapi.json", format!("progenitor cannot generate it: {reason}"));
    let mut types = Types::default();
    let document = document(api, &mut types);
    let tokens =
        Generator::new(&types.settings()).generate_tokens(&document).map_err(|error| failed(error.to_string()))?;
    let builders = module(tokens, "builder").ok_or_else(|| failed("its code has no module `builder`".to_owned()))?;
    let file: syn::File = syn::parse2(without_code(builders)).map_err(|error| failed(error.to_string()))?;
    read(api, &file.items)
}

/// The Rust types that progenitor uses as they are, each with its key.
#[derive(Default)]
struct Types(BTreeMap<String, String>);

impl Types {
    fn schema(&mut self, value: &Value) -> ReferenceOr<Schema> {
        let next = format!("T{}", self.0.len());
        let key = self.0.entry(rust_type::value_type(value).to_token_stream().to_string()).or_insert(next);
        ReferenceOr::ref_(&format!("#/components/schemas/{key}"))
    }

    fn components(&self) -> Components {
        let any = || ReferenceOr::Item(schema(SchemaKind::Any(AnySchema::default())));
        Components { schemas: self.0.values().map(|key| (key.clone(), any())).collect(), ..Components::default() }
    }

    fn settings(&self) -> GenerationSettings {
        let mut settings = GenerationSettings::default();
        settings.with_interface(InterfaceStyle::Builder).with_tag(TagStyle::Merged);
        for (ty, key) in &self.0 {
            settings.with_replacement(key, ty, std::iter::empty());
        }
        settings
    }
}

fn document(api: &Api, types: &mut Types) -> OpenAPI {
    let mut document = OpenAPI { openapi: "3.0.3".to_owned(), ..OpenAPI::default() };
    for (index, operation) in api.operations.iter().enumerate() {
        let paths = &mut document.paths.paths;
        let mut path = renamed_path(operation);
        if let Some(ReferenceOr::Item(item)) = paths.get_mut(&path)
            && slot(item, operation.method).is_some()
        {
            // The same request as another one under the names of the model, or but for its fragment.
            path = format!("{path}#{index}");
        }
        let item = paths.entry(path).or_insert_with(|| ReferenceOr::Item(PathItem::default()));
        if let ReferenceOr::Item(item) = item {
            *slot(item, operation.method) = Some(declared(operation, types));
        }
    }
    document.components = Some(types.components());
    document
}

/// The path with the names of the setters as placeholders, without its fragment.
fn renamed_path(operation: &Operation) -> String {
    let names: HashMap<&str, &str> =
        operation.path_parameters().iter().map(|it| (it.wire_name.as_str(), it.name.as_str())).collect();
    let parts = path::parts(&operation.path).unwrap_or_default();
    let written = parts.into_iter().map(|part| match part {
        path::Part::Literal(text) => text.to_owned(),
        path::Part::Parameter(name) => format!("{{{}}}", names.get(name).unwrap_or(&name)),
    });
    written.collect()
}

/// The place of an operation with this method.
fn slot(item: &mut PathItem, method: Method) -> &mut Option<openapiv3::Operation> {
    match method {
        Method::Get => &mut item.get,
        Method::Put => &mut item.put,
        Method::Post => &mut item.post,
        Method::Delete => &mut item.delete,
        Method::Options => &mut item.options,
        Method::Head => &mut item.head,
        Method::Patch => &mut item.patch,
        Method::Trace => &mut item.trace,
    }
}

fn declared(operation: &Operation, types: &mut Types) -> openapiv3::Operation {
    let parameters = operation.parameters.iter().map(|it| ReferenceOr::Item(parameter(it, types))).collect();
    let mut declared = openapiv3::Operation {
        operation_id: Some(operation.name.clone()),
        parameters,
        request_body: operation.body.as_ref().map(|it| ReferenceOr::Item(body(it, types))),
        ..openapiv3::Operation::default()
    };
    let mut success = openapiv3::Response::default();
    match &operation.response {
        Response::One(Content::Json { value, .. }) => {
            success.content.insert("application/json".to_owned(), media(types.schema(value)));
        }
        Response::One(Content::Bytes { .. }) => {
            success.content.insert("application/octet-stream".to_owned(), MediaType::default());
        }
        Response::One(Content::Empty) => {}
        Response::ByStatus(several) => {
            let value = Value { ty: crate::api::Type::Named(several.name.clone()), nullable: false };
            success.content.insert("application/json".to_owned(), media(types.schema(&value)));
        }
    }
    declared.responses.responses.insert(StatusCode::Range(2), ReferenceOr::Item(success));
    declared
}

fn parameter(parameter: &Parameter, types: &mut Types) -> openapiv3::Parameter {
    let value = Value { ty: parameter.ty.clone(), nullable: false };
    let parameter_data = ParameterData {
        name: parameter.name.clone(),
        description: None,
        required: parameter.required,
        deprecated: None,
        format: ParameterSchemaOrContent::Schema(types.schema(&value)),
        example: None,
        examples: Default::default(),
        explode: None,
        extensions: Default::default(),
    };
    match parameter.location {
        Location::Path => openapiv3::Parameter::Path { parameter_data, style: Default::default() },
        Location::Header => openapiv3::Parameter::Header { parameter_data, style: Default::default() },
        // progenitor knows no `multipart/form-data`: a part is set as a parameter is.
        Location::Query(_) | Location::Part(_) => openapiv3::Parameter::Query {
            parameter_data,
            allow_reserved: false,
            style: Default::default(),
            allow_empty_value: None,
        },
    }
}

fn body(body: &Body, types: &mut Types) -> RequestBody {
    let text = |format| {
        let text = StringType { format, ..StringType::default() };
        ReferenceOr::Item(schema(SchemaKind::Type(openapiv3::Type::String(text))))
    };
    let (media_type, schema) = match body.encoding {
        Encoding::Json => ("application/json", types.schema(&body.value)),
        Encoding::Form => ("application/x-www-form-urlencoded", types.schema(&body.value)),
        Encoding::Text => ("text/plain", text(VariantOrUnknownOrEmpty::Empty)),
        Encoding::Bytes => ("application/octet-stream", text(VariantOrUnknownOrEmpty::Item(StringFormat::Binary))),
    };
    RequestBody { content: [(media_type.to_owned(), media(schema))].into_iter().collect(), ..RequestBody::default() }
}

fn media(schema: ReferenceOr<Schema>) -> MediaType {
    MediaType { schema: Some(schema), ..MediaType::default() }
}

fn schema(schema_kind: SchemaKind) -> Schema {
    Schema { schema_data: SchemaData::default(), schema_kind }
}

/// What is in the module `name` of `code`: the rest is not looked at, and parsing it takes time.
fn module(code: TokenStream, name: &str) -> Option<TokenStream> {
    let mut tokens = code.into_iter();
    while let Some(token) = tokens.next() {
        let is_module = matches!(token, TokenTree::Ident(keyword) if keyword == "mod");
        if is_module && matches!(tokens.next(), Some(TokenTree::Ident(found)) if found == name) {
            return tokens.find_map(|token| match token {
                TokenTree::Group(group) => Some(group.stream()),
                _ => None,
            });
        }
    }
    None
}

/// The items of a module with their fields and functions, whose blocks are empty: parsing what is in them takes time.
fn without_code(items: TokenStream) -> TokenStream {
    in_braces(items, &|item| in_braces(item, &|_| TokenStream::new()))
}

/// `code` with what `change` makes of what stands in its braces.
fn in_braces(code: TokenStream, change: &dyn Fn(TokenStream) -> TokenStream) -> TokenStream {
    let tokens = code.into_iter().map(|token| match token {
        TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => {
            Group::new(Delimiter::Brace, change(group.stream())).into()
        }
        other => other,
    });
    tokens.collect()
}

/// Reads the signatures from the items of the module of builders.
fn read<'a>(api: &'a Api, items: &[Item]) -> Result<Vec<Signature<'a>>, Diagnostics> {
    let mut builders: HashMap<String, (Option<Vec<Input>>, Option<Type>)> = HashMap::new();
    for item in items {
        match item {
            Item::Struct(item) => builders.entry(name(&item.ident)).or_default().0 = Some(fields(&item.fields)),
            Item::Impl(block) if block.trait_.is_none() => {
                if let Some(segment) = last_segment(&block.self_ty) {
                    builders.entry(name(&segment.ident)).or_default().1 = block.items.iter().find_map(success);
                }
            }
            _ => {}
        }
    }
    let mut diagnostics = Diagnostics::default();
    let mut signatures = Vec::new();
    for operation in &api.operations {
        match builders.remove(&operation.builder).unwrap_or_default() {
            (Some(inputs), Some(response)) => signatures.push(Signature { operation, inputs, response }),
            (None, _) => diagnostics.push(operation.to_string(), "progenitor made no builder for it"),
            (_, None) => {
                diagnostics.push(operation.to_string(), "progenitor made no `send` for it, or one without a type")
            }
        }
    }
    diagnostics.or(signatures)
}

/// An identifier as the model has it: in NFC.
fn name(identifier: &Ident) -> String {
    naming::nfc(&identifier.to_string()).into_owned()
}

/// What the fields of a builder hold, but for the client: `T` of `Result<T, String>` and of `Result<Option<T>, String>`.
fn fields(fields: &Fields) -> Vec<Input> {
    let inputs = fields.iter().filter_map(|field| {
        let held = argument(&field.ty, "Result")?;
        // Our own types have their paths: this `Option` is progenitor's.
        let ty = argument(held, "Option").filter(|_| is_short(held)).unwrap_or(held);
        Some(Input { name: name(field.ident.as_ref()?), ty: ty.clone() })
    });
    inputs.collect()
}

/// `T` of the method `send`, which gives a `Result<ResponseValue<T>, Error<E>>`.
fn success(item: &ImplItem) -> Option<Type> {
    let ImplItem::Fn(function) = item else { return None };
    let ReturnType::Type(_, output) = &function.sig.output else { return None };
    let value = argument(argument(output, "Result")?, "ResponseValue").filter(|_| function.sig.ident == "send")?;
    // The one of progenitor's own types that `src/` has, too.
    Some(if last_segment(value).is_some_and(|segment| segment.ident == "ByteStream") && is_short(value) {
        parse_quote!(crate::ByteStream)
    } else {
        value.clone()
    })
}

/// `Inner` of `Outer<Inner, …>`.
fn argument<'a>(ty: &'a Type, outer: &str) -> Option<&'a Type> {
    let segment = last_segment(ty).filter(|segment| segment.ident == outer)?;
    let PathArguments::AngleBracketed(arguments) = &segment.arguments else { return None };
    arguments.args.iter().find_map(|argument| match argument {
        syn::GenericArgument::Type(ty) => Some(ty),
        _ => None,
    })
}

fn last_segment(ty: &Type) -> Option<&PathSegment> {
    match ty {
        Type::Path(ty) => ty.path.segments.last(),
        _ => None,
    }
}

/// Whether a type is named without a path.
fn is_short(ty: &Type) -> bool {
    matches!(ty, Type::Path(ty) if ty.path.leading_colon.is_none() && ty.path.segments.len() == 1)
}
