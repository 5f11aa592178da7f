//! How pages are asked for by the settings of the client, where the document does not show it.

use std::collections::BTreeMap;

use super::{
    listed,
    page::{Page, Place, last, path, places},
    query::{First, Query, cursor},
    words::{is_cursor_type, is_number},
};
use crate::{
    api::{By, Counted, Field, Operation, Parameter, Type, TypesByName},
    diagnostics::Diagnostics,
    model::pages::item,
    names::{file::FILE, paging::Paging},
    schema,
    text::nearest::instead,
};

/// The settings, by the request of the operation.
pub struct Told<'a>(BTreeMap<&'a str, Setting<'a>>);

/// How pages are asked for, by the key of the setting.
#[derive(Clone, Copy)]
pub struct Setting<'a> {
    key: &'a str,
    paging: &'a Paging,
}

impl<'a> Told<'a> {
    /// Those that are `told`, by the id of an operation or its request, such as `GET /things/{}`.
    pub fn new(told: &'a BTreeMap<String, Paging>, operations: &'a [Operation], diagnostics: &mut Diagnostics) -> Self {
        let mut by_request = BTreeMap::new();
        for (key, paging) in told {
            match operations.iter().find(|operation| operation.id == *key || operation.request == *key) {
                Some(operation) if by_request.insert(&*operation.request, Setting { key, paging }).is_none() => {}
                Some(_) => diagnostics.push(place(key), "the operation is there twice, by its id and by its request"),
                None => {
                    let known = operations.iter().flat_map(|operation| [&*operation.id, &*operation.request]);
                    diagnostics.push(place(key), format!("there is no such operation{}", instead(key, known)));
                }
            }
        }
        Self(by_request)
    }

    /// What is told of an operation, if something is.
    pub fn of(&self, operation: &Operation) -> Option<Setting<'a>> {
        self.0.get(&*operation.request).copied()
    }
}

/// How the next page is asked for: `None` if it is not, or if what is told does not fit.
pub fn way<'a>(
    Setting { key, paging }: Setting<'_>,
    query: &Query<'a>,
    types: &TypesByName<'a>,
    diagnostics: &mut Diagnostics,
) -> Option<(By, Page<'a>)> {
    if *paging == Paging::Is(false) {
        return None;
    }
    found(paging, query, types).map_err(|reason| diagnostics.push(place(key), reason)).ok()
}

fn found<'a>(told: &Paging, query: &Query<'a>, types: &TypesByName<'a>) -> Result<(By, Page<'a>), String> {
    let ty = listed(query.operation).ok_or("it has no pages: it is no GET, has a body, or its response may be none")?;
    let field = |name: &str| field_at(name, ty, types);
    let page = match told.items() {
        None => Page::new(ty, types).ok_or("its response has several lists or none: tell the one with `items`")?,
        Some(name) => {
            let list = field(name)?;
            let item = last(&list).and_then(|field| item(&field.value.ty));
            let item = item.ok_or_else(|| format!("the field `{name}` is no list"))?;
            let fields = ty.as_struct(types).and_then(|outer| places(&outer.fields, types));
            Page { list, item, places: fields.unwrap_or_default() }
        }
    };
    let number = |name: &str, of, first: Option<i64>, usual| {
        let (parameter, declared) = parameter(name, query)?;
        let first = first.or(declared.default).unwrap_or(usual);
        if !is_number(&parameter.ty) {
            return Err(format!("the parameter `{name}` is no number"));
        }
        let first = First { number: first, is_default: declared.default == Some(first) };
        Ok(By::Number(Box::new(query.walk(parameter, first, of, &page))))
    };
    let by = match told {
        Paging::Is(_) | Paging::Link { link: false, .. } => {
            return Err("tell how pages are asked for, or `false`".to_owned());
        }
        Paging::Cursor { cursor: name, next, .. } => {
            let ((parameter, _), place) = (parameter(name, query)?, field(next)?);
            let is_same = last(&place).is_some_and(|field| field.value.ty == parameter.ty);
            if !is_same || !is_cursor_type(&parameter.ty) {
                return Err(format!(
                    "the parameter `{name}` and the field `{next}` are not both texts, UUIDs or whole numbers"
                ));
            }
            By::Cursor(cursor(parameter, &place))
        }
        Paging::Page { page, first, .. } => number(page, Counted::Pages, *first, 1)?,
        Paging::Offset { offset, first, .. } => number(offset, Counted::Items, *first, 0)?,
        Paging::NextUrl { next_url, .. } => {
            let place = field(next_url)?;
            if last(&place).is_none_or(|field| field.value.ty != Type::Text) {
                return Err(format!("the field `{next_url}` is no text"));
            }
            By::Url(path(&place))
        }
        Paging::Link { .. } => By::Url(Vec::new()),
    };
    Ok((by, page))
}

/// The parameter of the query that is called so, and need not be set.
fn parameter<'a>(name: &str, query: &Query<'a>) -> Result<(&'a Parameter, &'a schema::Parameter), String> {
    let found = query.optional().find(|(parameter, _)| parameter.wire_name == name);
    found.ok_or_else(|| {
        let known = query.optional().map(|(parameter, _)| &*parameter.wire_name);
        format!("its query has no optional parameter `{name}`{}", instead(name, known))
    })
}

/// The field to which these names lead, of which each may have dots itself.
fn field_at<'a>(names: &str, ty: &'a Type, types: &TypesByName<'a>) -> Result<Place<'a>, String> {
    let (mut place, mut ty, mut rest) = (Place::new(), ty, names);
    loop {
        let fields = ty.as_struct(types).map(|outer| &*outer.fields).unwrap_or_default();
        let after = |field: &Field| match rest.strip_prefix(&*field.wire_name)? {
            "" => Some(""),
            rest => rest.strip_prefix('.'),
        };
        let found = fields.iter().filter_map(|field| Some((field, after(field)?)));
        let Some((field, after)) = found.min_by_key(|(_, after)| after.len()) else {
            let known = fields.iter().map(|field| &*field.wire_name);
            return Err(format!("its response has no field `{names}`{}", instead(rest, known)));
        };
        place.push(field);
        (ty, rest) = (&field.value.ty, after);
        if rest.is_empty() {
            return Ok(place);
        }
    }
}

fn place(key: &str) -> String {
    format!("{FILE}: client.pages.{key}")
}
