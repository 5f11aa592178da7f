//! Which operations are called, and with what.

use std::collections::HashMap;

use chrono::{DateTime, SecondsFormat, TimeDelta, Utc};
use monitoring_service_codegen::{
    api::{Content, Kind, Location, Operation, Parameter, Response, Type, TypeDef},
    text::{
        method::Method,
        path::{self, Part},
    },
};

use super::{
    document::Document,
    findings::member,
    ids::{self, Listed, Needed},
};

/// One GET of the document.
pub struct Planned<'a> {
    pub operation: &'a Operation,
    /// Its path template without the names of parameters.
    pub shape: String,
    /// How it is called, or why not.
    pub call: Result<Call, String>,
}

/// How an operation is called.
pub struct Call {
    /// The parameters in the path.
    pub needed: Vec<Needed>,
    pub query: Vec<(String, String)>,
    /// How often at most: more than once only if an id turns out to be gone.
    pub most: usize,
}

/// All GETs of a document, in its order.
pub fn plan(document: &Document, now: DateTime<Utc>) -> Vec<Planned<'_>> {
    let types = document.types();
    let gets = || document.api.operations.iter().filter(|operation| operation.method == Method::Get);
    let listings: HashMap<String, &Operation> = gets().map(|operation| (shape(&operation.path), operation)).collect();
    let planned = gets().map(|operation| {
        let call = call(document, operation, &types, &listings, now);
        Planned { operation, shape: shape(&operation.path), call }
    });
    planned.collect()
}

fn call(
    document: &Document,
    operation: &Operation,
    types: &HashMap<&str, &TypeDef>,
    listings: &HashMap<String, &Operation>,
    now: DateTime<Utc>,
) -> Result<Call, String> {
    if operation.server.is_some() {
        return Err("it is served elsewhere".to_owned());
    }
    if operation.body.as_ref().is_some_and(|body| body.required) {
        return Err("needs a body".to_owned());
    }
    let mut query = Vec::new();
    for parameter in operation.parameters.iter().filter(|it| it.required && it.location != Location::Path) {
        let value = match parameter.location {
            Location::Query(_) => value(document, operation, parameter, types, now),
            _ => None,
        };
        let value = value.ok_or_else(|| format!("needs `{}`", parameter.wire_name))?;
        query.push((parameter.wire_name.clone(), value));
    }
    let most = if operation.rate_limit.is_some() { 1 } else { ids::MOST };
    Ok(Call { needed: needed(operation, types, listings), query, most })
}

/// What a required parameter of the query is set to, if the document has a value for it.
fn value(
    document: &Document,
    operation: &Operation,
    parameter: &Parameter,
    types: &HashMap<&str, &TypeDef>,
    now: DateTime<Utc>,
) -> Option<String> {
    let moment = if is_end(&parameter.wire_name) { now } else { now - TimeDelta::hours(1) };
    match &parameter.ty {
        Type::QueryTime => return Some(moment.timestamp().to_string()),
        Type::QueryDateTime | Type::DateTime => return Some(moment.to_rfc3339_opts(SecondsFormat::Secs, true)),
        Type::Date => return Some(moment.format("%Y-%m-%d").to_string()),
        _ => {}
    }
    let default = || document.default_of(operation, &parameter.wire_name);
    let item = match &parameter.ty {
        Type::List(item) => &item.ty,
        ty => ty,
    };
    default().or_else(|| match item {
        Type::Named(name) => match &types.get(name.as_str())?.kind {
            Kind::Enum(listed) => listed.values.first().map(|value| value.wire_name.clone()),
            _ => None,
        },
        _ => None,
    })
}

/// Whether a point in time is called the end of a window.
fn is_end(name: &str) -> bool {
    let name = name.to_lowercase();
    ["to", "end", "until", "before"].iter().any(|word| name.starts_with(word))
}

/// The parameters of a path, with the fields that have their values.
fn needed(
    operation: &Operation,
    types: &HashMap<&str, &TypeDef>,
    listings: &HashMap<String, &Operation>,
) -> Vec<Needed> {
    let mut before = String::new();
    let mut needed = Vec::new();
    for part in path::parts(&operation.path).unwrap_or_default() {
        match part {
            Part::Literal(text) => before += text,
            Part::Parameter(name) => {
                let of_listing = before.strip_suffix('/').and_then(|shape| {
                    let place = place_of_ids(listings.get(shape)?, name, types)?;
                    Some(Listed { shape: shape.to_owned(), place })
                });
                let declared = operation.parameters.iter();
                let declared = declared.filter(|it| it.location == Location::Path).find(|it| it.wire_name == name);
                needed.push(Needed {
                    name: name.to_owned(),
                    ty: declared.map_or(Type::Text, |parameter| parameter.ty.clone()),
                    listed: of_listing,
                    anywhere: names_a_resource(name),
                });
                before += "{}";
            }
        }
    }
    needed
}

/// Whether a field of this name is the same anywhere, as `checkId` is, and `id` or `key` are not.
fn names_a_resource(name: &str) -> bool {
    ["Id", "ID", "_id", "-id"].iter().any(|end| name.strip_suffix(end).is_some_and(|resource| !resource.is_empty()))
}

/// Where the ids stand in the response of a listing: the field of the items that is called like the parameter, or `id`.
fn place_of_ids(listing: &Operation, parameter: &str, types: &HashMap<&str, &TypeDef>) -> Option<String> {
    let content = match &listing.response {
        Response::One(content) => Some(content),
        Response::ByStatus(several) => several.contents.first().map(|each| &each.content),
    };
    let Some(Content::Json { value, .. }) = content else { return None };
    let (items, item) = items(String::new(), &value.ty, types)?;
    let field = [parameter, "id"].into_iter().find(|name| has_field(item, name, types))?;
    Some(member(&items, field))
}

/// The items of a list, or of the only list that an object has.
fn items<'a>(path: String, ty: &'a Type, types: &HashMap<&str, &'a TypeDef>) -> Option<(String, &'a Type)> {
    match ty {
        Type::List(item) => Some((path + "[]", &item.ty)),
        Type::Named(name) => match &types.get(name.as_str())?.kind {
            Kind::Newtype(value) => match &value.ty {
                Type::List(item) => Some((path + "[]", &item.ty)),
                _ => None,
            },
            Kind::Struct(body) => {
                let mut lists = body.fields.iter().filter_map(|field| match &field.value.ty {
                    Type::List(item) => Some((member(&path, &field.wire_name) + "[]", &item.ty)),
                    _ => None,
                });
                lists.next().filter(|_| lists.next().is_none())
            }
            _ => None,
        },
        _ => None,
    }
}

fn has_field(ty: &Type, name: &str, types: &HashMap<&str, &TypeDef>) -> bool {
    let Type::Named(of) = ty else { return false };
    match types.get(of.as_str()).map(|def| &def.kind) {
        Some(Kind::Struct(body)) => body.fields.iter().any(|field| field.wire_name == name),
        Some(Kind::Union(union)) => union.members.iter().any(|member| has_field(&member.ty, name, types)),
        _ => false,
    }
}

/// A path template without the names of its parameters.
fn shape(path: &str) -> String {
    let parts = path::parts(path).unwrap_or_default();
    parts.iter().map(|part| if let Part::Literal(text) = part { *text } else { "{}" }).collect()
}
