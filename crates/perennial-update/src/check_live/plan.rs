use anyhow::{Result, ensure};
use chrono::{DateTime, SecondsFormat, TimeDelta, Utc};
use perennial_codegen::{
    api::{Kind, Location, Operation, Parameter, Type},
    text::method::Method,
};

use super::{
    arguments::SpecifiedValue,
    document::CheckedDocument,
    ids::{self, ArgumentValues, RequiredParameter},
    listings::find_listings,
};

pub struct PlannedOperation<'a> {
    pub operation: &'a Operation,
    /// The required parameters of the operation, or the reason why it will not be called.
    pub needed: Result<Vec<RequiredParameter<'a>>, String>,
    /// The maximum number of calls. The operation is called again only after a 404, because a resource with a different
    /// id may exist.
    pub most: usize,
    pub tried: Vec<ArgumentValues>,
    /// The indices of the security schemes whose credentials are sent. Empty if the client authenticates by itself, and
    /// `None` if no credentials are sent.
    pub credentials: Option<Vec<usize>>,
}

/// Plans the calls of all GET operations of a document, in the order of the document.
///
/// # Errors
/// Returns an error if a value from the command line has the wrong type or cannot be sent, or if no operation
/// requires its parameter.
pub fn plan_calls<'a>(
    document: &'a CheckedDocument,
    specified: &[SpecifiedValue],
    now: DateTime<Utc>,
) -> Result<Vec<PlannedOperation<'a>>> {
    let gets = document.api.operations.iter().filter(|operation| operation.method == Method::Get);
    let planned = gets.map(|operation| PlannedOperation {
        operation,
        needed: required_parameters(document, operation, specified, now),
        most: if operation.rate_limit.is_some() { 1 } else { ids::MOST },
        tried: Vec::new(),
        credentials: Some(Vec::new()),
    });
    let planned: Vec<PlannedOperation<'_>> = planned.collect();
    for SpecifiedValue { name, value } in specified {
        let needed = planned.iter().flat_map(|planned| &planned.needed).flatten();
        let called: Vec<&RequiredParameter<'_>> = needed.filter(|it| it.has_name(name)).collect();
        ensure!(
            !called.is_empty(),
            "`--id {name}`: no GET operation of the document requires a parameter with this name"
        );
        let fits = called.iter().any(|it| it.accepts_value(value));
        ensure!(
            fits,
            "`--id {name}`: the value has the wrong type, or contains characters that are not allowed in a path or a \
             cookie"
        );
    }
    Ok(planned)
}

fn required_parameters<'a>(
    document: &CheckedDocument,
    operation: &'a Operation,
    specified: &[SpecifiedValue],
    now: DateTime<Utc>,
) -> Result<Vec<RequiredParameter<'a>>, String> {
    if operation.server.is_some() {
        return Err("it belongs to another server".to_owned());
    }
    if operation.body.as_ref().is_some_and(|body| body.required) {
        return Err("needs a body".to_owned());
    }
    let others = operation.parameters.iter().filter(|it| it.required && !it.location.is_path());
    let needed = operation.path_parameters().into_iter().chain(others).map(|parameter| {
        let before = match parameter.location {
            Location::Path(_) => {
                operation.path.split(&format!("{{{}}}", parameter.wire_name)).next().map(str::to_owned)
            }
            Location::Query(_) | Location::Header(_) | Location::Cookie(_) => Some(format!("{}/", operation.path)),
            Location::Part(_) | Location::Body => None,
        };
        let before = before.ok_or_else(|| format!("needs `{}`", parameter.wire_name))?;
        let listings = find_listings(document, operation, parameter, &before);
        let mut needed = RequiredParameter { parameter, before, listings, known: None };
        let specified = specified.iter().find(|it| needed.has_name(&it.name) && needed.accepts_value(&it.value));
        let specified = specified.map(|it| it.value.clone()).or_else(|| known_value(document, parameter, now));
        // The example of an id in the path is not used, because the service probably has no resource with this id.
        let example = || document.declared_value(operation, parameter).filter(|_| !parameter.location.is_path());
        needed.known = specified.or_else(example);
        Ok(needed)
    });
    needed.collect()
}

/// Returns a value that does not depend on any response: a time in the last hour, or the first listed value of an enum.
fn known_value(document: &CheckedDocument, parameter: &Parameter, now: DateTime<Utc>) -> Option<String> {
    let name = parameter.wire_name.to_lowercase();
    let is_end = ["to", "end", "until", "before"].iter().any(|word| name.starts_with(word));
    let moment = if is_end { now } else { now - TimeDelta::hours(1) };
    let item = if let Type::List(item) = &parameter.ty { &item.ty } else { &parameter.ty };
    match item {
        Type::QueryTime => Some(moment.timestamp().to_string()),
        Type::QueryDateTime | Type::DateTime => Some(moment.to_rfc3339_opts(SecondsFormat::Secs, true)),
        Type::Date => Some(moment.format("%Y-%m-%d").to_string()),
        Type::Named(name) => match &document.api.types_by_name().get(name.as_str())?.kind {
            Kind::Enum(listed) => listed.values.first().map(|value| value.wire_name.clone()),
            _ => None,
        },
        _ => None,
    }
}
