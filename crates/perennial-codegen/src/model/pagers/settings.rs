//! Applies the paging settings of the client. They specify how to request pages of operations for which the document
//! does not show it.

use std::collections::BTreeMap;

use super::{
    inputs::Input,
    page::{FieldPath, ListResponse, field_paths, last_field, page_fields},
    query::{Query, cursor_at},
    response_of_listing,
    words::{is_cursor_type, is_number},
};
use crate::{
    api::{Counted, Field, FirstPage, Operation, PagingMethod, Type, TypesByName},
    diagnostics::Diagnostics,
    model::pages::list_item,
    names::{file::FILE, paging::Paging},
    text::nearest::suggest_nearest,
};

/// The paging settings of the client. The key is the request of the operation, such as `GET /things/{}`.
pub struct PagingSettings<'a>(BTreeMap<&'a str, PagingSetting<'a>>);

#[derive(Clone, Copy)]
pub struct PagingSetting<'a> {
    key: &'a str,
    paging: &'a Paging,
}

impl<'a> PagingSettings<'a> {
    /// Finds the operation of each setting. The key of a setting is an `operationId` or a request, such as `GET
    /// /things/{}`. Reports settings without an operation, and second settings for the same operation.
    pub fn new(
        settings: &'a BTreeMap<String, Paging>,
        operations: &'a [Operation],
        diagnostics: &mut Diagnostics,
    ) -> Self {
        let mut by_request = BTreeMap::new();
        for (key, paging) in settings {
            match operations.iter().find(|operation| operation.id == *key || operation.request == *key) {
                Some(operation) if by_request.insert(&*operation.request, PagingSetting { key, paging }).is_none() => {}
                Some(_) => diagnostics.push(
                    entry_of(key),
                    "the settings contain the operation twice: once by its id, and once by its method and path",
                ),
                None => {
                    let known = operations.iter().flat_map(|operation| [&*operation.id, &*operation.request]);
                    diagnostics
                        .push(entry_of(key), format!("there is no such operation{}", suggest_nearest(key, known)));
                }
            }
        }
        Self(by_request)
    }

    pub fn get(&self, operation: &Operation) -> Option<PagingSetting<'a>> {
        self.0.get(&*operation.request).copied()
    }
}

/// Returns how to request the next page according to a setting, and the fields of the page. Returns `None` if the
/// setting disables paging, or does not fit the operation. The latter is reported.
pub fn resolve<'a>(
    PagingSetting { key, paging }: PagingSetting<'_>,
    query: &Query<'a>,
    types: &TypesByName<'a>,
    diagnostics: &mut Diagnostics,
) -> Option<(PagingMethod, ListResponse<'a>)> {
    if *paging == Paging::Is(false) {
        return None;
    }
    try_resolve(paging, query, types).map_err(|reason| diagnostics.push(entry_of(key), reason)).ok()
}

fn try_resolve<'a>(
    paging: &Paging,
    query: &Query<'a>,
    types: &TypesByName<'a>,
) -> Result<(PagingMethod, ListResponse<'a>), String> {
    let ty = response_of_listing(query.operation).ok_or(
        "it cannot be paginated, because it is not a GET, has a request body, or may return a response without a \
         value",
    )?;
    let field = |name: &str| field_at(name, ty, types);
    let page = match paging.items() {
        None => ListResponse::new(ty, types)
            .ok_or("its response does not contain exactly one list: specify the list with `items`")?,
        Some(name) => {
            let list = field(name)?;
            let item = last_field(&list).and_then(|field| list_item(&field.value.ty));
            let item = item.ok_or_else(|| format!("the field `{name}` is not a list"))?;
            let fields = ty.as_struct(types).and_then(|outer| field_paths(&outer.fields, types));
            ListResponse { list, item, paths: fields.unwrap_or_default() }
        }
    };
    let number = |name: &str, of, first: Option<i64>, default| {
        let input = optional_parameter(name, query)?;
        let number = first.or(input.integers.default).unwrap_or(default);
        if !is_number(input.ty) {
            return Err(format!("the parameter `{name}` is not a number"));
        }
        let first = FirstPage::Numbered { number, is_default: input.integers.default == Some(number) };
        Ok(PagingMethod::Number(Box::new(query.number_pager(input, first, of, &page))))
    };
    let by = match paging {
        Paging::Is(_) | Paging::Link { link: false, .. } => {
            return Err("specify how to request pages, or write `false` to disable pagination".to_owned());
        }
        Paging::Cursor { cursor: name, next, .. } => {
            let (input, path) = (optional_parameter(name, query)?, field(next)?);
            let is_same = last_field(&path).is_some_and(|field| field.value.ty == *input.ty);
            if !is_same || !is_cursor_type(input.ty) {
                return Err(format!(
                    "the parameter `{name}` and the field `{next}` must have the same type: string, UUID or integer"
                ));
            }
            PagingMethod::Cursor(cursor_at(input, &path))
        }
        Paging::Page { page, first, .. } => number(page, Counted::Pages, *first, 1)?,
        Paging::Offset { offset, first, .. } => number(offset, Counted::Items, *first, 0)?,
        Paging::NextUrl { next_url, .. } => {
            let path = field(next_url)?;
            if last_field(&path).is_none_or(|field| field.value.ty != Type::Text) {
                return Err(format!("the field `{next_url}` is not a string"));
            }
            PagingMethod::Url(page_fields(&path))
        }
        Paging::Link { .. } => PagingMethod::Url(Vec::new()),
    };
    Ok((by, page))
}

/// Returns the optional query parameter called `name`, or the optional field of a parameter, such as `pageable[page]`.
fn optional_parameter<'a, 'b>(name: &str, query: &'b Query<'a>) -> Result<&'b Input<'a>, String> {
    let found = query.inputs.iter().find(|input| input.wire_name == name);
    found.ok_or_else(|| {
        let known = query.inputs.iter().map(|input| &*input.wire_name);
        format!("the operation has no optional query parameter `{name}`{}", suggest_nearest(name, known))
    })
}

/// Returns the path to the field `names` in the type `ty`. `names` contains the names of fields, separated by dots. A
/// name may itself contain dots, so `names` is matched against the declared fields instead of being split.
fn field_at<'a>(names: &str, ty: &'a Type, types: &TypesByName<'a>) -> Result<FieldPath<'a>, String> {
    let (mut path, mut ty, mut remaining) = (FieldPath::new(), ty, names);
    loop {
        let fields = ty.as_struct(types).map(|outer| &*outer.fields).unwrap_or_default();
        let after = |field: &Field| match remaining.strip_prefix(&*field.wire_name)? {
            "" => Some(""),
            remaining => remaining.strip_prefix('.'),
        };
        let found = fields.iter().filter_map(|field| Some((field, after(field)?)));
        let Some((field, after)) = found.min_by_key(|(_, after)| after.len()) else {
            let known = fields.iter().map(|field| &*field.wire_name);
            return Err(format!(
                "the response of the operation has no field `{names}`{}",
                suggest_nearest(remaining, known)
            ));
        };
        path.push(field);
        (ty, remaining) = (&field.value.ty, after);
        if remaining.is_empty() {
            return Ok(path);
        }
    }
}

fn entry_of(key: &str) -> String {
    format!("{FILE}: client.pages.{key}")
}
