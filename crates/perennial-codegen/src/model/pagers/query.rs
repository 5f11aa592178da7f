//! Finds the query parameters that request another page.

use super::{
    page::{FieldPath, ListResponse, last_field, page_fields},
    words::{LIMIT, OFFSET, PAGE, has_word, is_cursor, is_cursor_type, is_number_called, leads_to, normalized_names},
};
use crate::{
    api::{Counted, Cursor, Field, Limit, Location, Number, Operation, Parameter, Type},
    model::pages::single,
    schema,
    text::naming,
};

/// The query parameters of an operation.
pub struct Query<'a> {
    pub operation: &'a Operation,
    pub declared: &'a schema::DeclaredOperation,
}

/// The number of the first page, or the first offset.
pub struct FirstPage {
    pub number: i64,
    /// Whether the service uses this number if the parameter is omitted.
    pub is_default: bool,
}

/// A parameter, and a field that may contain its value for the next page.
struct Candidate<'a> {
    parameter: &'a Parameter,
    path: &'a FieldPath<'a>,
    field: &'a Field,
}

impl<'a> Query<'a> {
    /// Returns the optional query parameters, each with its declaration in the document.
    pub fn optional(&self) -> impl Iterator<Item = (&'a Parameter, &'a schema::DeclaredParameter)> {
        let parameters = self.operation.parameters.iter().zip(&self.declared.parameters);
        parameters.filter(|(parameter, _)| matches!(parameter.location, Location::Query(_)) && !parameter.required)
    }

    /// Finds a cursor: a parameter, and the field of a page that has the same name and contains the next value of the
    /// parameter.
    pub fn cursor_field(&self, page: &ListResponse<'_>) -> Option<Cursor> {
        let named = || self.candidates(page).filter(|it| is_cursor(&it.parameter.wire_name, &it.parameter.ty));
        let name = |wire_name: &str| naming::value_name(wire_name);
        let is_exact = |it: &Candidate<'_>| it.parameter.wire_name == it.field.wire_name;
        let is_alike = |it: &Candidate<'_>| name(&it.parameter.wire_name) == name(&it.field.wire_name);
        // If a field such as `nextCursor` exists, `cursor` may identify the present page.
        let is_next = |name: &str, ty: &Type| has_word(name, &["next"]) && is_cursor(name, ty);
        let has_next =
            || page.paths.iter().filter_map(last_field).any(|field| is_next(&field.wire_name, &field.value.ty));
        let same = single(named().filter(is_exact)).or_else(|| single(named().filter(is_alike)));
        let same = same.filter(|it| is_next(&it.parameter.wire_name, &it.parameter.ty) || !has_next())?;
        Some(cursor_at(same.parameter, same.path))
    }

    /// Finds a cursor: a parameter, and the field of a page that contains the next value of the parameter. The name of
    /// the field is the name of the parameter combined with `next`.
    pub fn next_field(&self, page: &ListResponse<'_>) -> Option<Cursor> {
        // A page number counts up by itself, so a field such as `nextPage` is not a cursor.
        let leads_on = |it: &Candidate<'_>| {
            !is_number_called(it.parameter, PAGE)
                && leads_to(&naming::value_name(&it.parameter.wire_name), &normalized_names(it.path))
        };
        let next = single(self.candidates(page).filter(leads_on))?;
        Some(cursor_at(next.parameter, next.path))
    }

    /// Returns all pairs of a parameter and a field of the same type that may be a cursor.
    fn candidates<'b>(&self, page: &'b ListResponse<'b>) -> impl Iterator<Item = Candidate<'b>>
    where
        'a: 'b,
    {
        self.optional().filter(|(parameter, _)| is_cursor_type(&parameter.ty)).flat_map(|(parameter, _)| {
            let candidate = |path| Some(Candidate { parameter, path, field: last_field(path)? });
            page.paths.iter().filter_map(candidate).filter(|it| it.field.value.ty == it.parameter.ty)
        })
    }

    /// Returns a pager by page number that starts at the default of the parameter.
    pub fn number(&self, page: &ListResponse<'_>) -> Option<Number> {
        let (parameter, declared) = self.number_called(PAGE)?;
        let first = declared.default.filter(|first| *first >= 0)?;
        Some(self.number_pager(parameter, FirstPage { number: first, is_default: true }, Counted::Pages, page))
    }

    /// Returns a pager by page number that starts at the smallest value of a parameter without a default.
    pub fn number_from_minimum(&self, page: &ListResponse<'_>) -> Option<Number> {
        let (parameter, declared) = self.number_called(PAGE)?;
        let first = FirstPage { number: self.usable_minimum(declared)?, is_default: false };
        Some(self.number_pager(parameter, first, Counted::Pages, page))
    }

    /// Returns a pager by the number of items before the page. The operation needs a parameter for the number of items
    /// per page as well.
    pub fn offset(&self, page: &ListResponse<'_>) -> Option<Number> {
        let (parameter, declared) = self.number_called(OFFSET)?;
        self.number_called(LIMIT).filter(|(limit, _)| !has_word(&limit.wire_name, &["page", "pagesize"]))?;
        // The description of an offset may say that it counts pages.
        if declared.description.as_deref().is_some_and(|description| has_word(description, &["page", "pages"])) {
            return None;
        }
        let default = declared.default.filter(|first| matches!(first, 0 | 1) && !self.has_cursor());
        let first =
            FirstPage { number: default.or_else(|| self.usable_minimum(declared))?, is_default: default.is_some() };
        Some(self.number_pager(parameter, first, Counted::Items, page))
    }

    /// Returns the smallest value of the parameter if it is 0 or 1, if the parameter has no default, and if the
    /// operation has no cursor parameter.
    fn usable_minimum(&self, declared: &schema::DeclaredParameter) -> Option<i64> {
        let least = declared.minimum.filter(|least| matches!(least, 0 | 1))?;
        (declared.default.is_none() && !self.has_cursor()).then_some(least)
    }

    /// Returns whether the operation has a cursor parameter. A page number beside a cursor may be informational.
    fn has_cursor(&self) -> bool {
        self.optional().any(|(parameter, _)| is_cursor(&parameter.wire_name, &parameter.ty))
    }

    /// Creates a pager that counts pages or items, as `of` specifies, and starts at `first`.
    pub fn number_pager(
        &self,
        parameter: &Parameter,
        first: FirstPage,
        of: Counted,
        page: &ListResponse<'_>,
    ) -> Number {
        let limit = self.number_called(LIMIT).map(|(parameter, declared)| Limit {
            setter: parameter.name.clone(),
            wire_name: parameter.wire_name.clone(),
            default: declared.default.filter(|default| declared.maximum.is_none_or(|maximum| *default <= maximum)),
            maximum: declared.maximum,
        });
        Number {
            setter: parameter.name.clone(),
            wire_name: parameter.wire_name.clone(),
            of,
            first: first.number,
            is_default: first.is_default,
            limit: limit.filter(|limit| limit.default.is_some() || limit.maximum.is_some()),
            total: page.total().filter(|total| of == Counted::Pages || total.of == Counted::Items),
        }
    }

    fn number_called(&self, names: &[&str]) -> Option<(&'a Parameter, &'a schema::DeclaredParameter)> {
        single(self.optional().filter(move |(parameter, _)| is_number_called(parameter, names)))
    }
}

/// Creates a pager that copies the field at `path` to `parameter`.
pub fn cursor_at(parameter: &Parameter, path: &FieldPath<'_>) -> Cursor {
    Cursor {
        setter: parameter.name.clone(),
        wire_name: parameter.wire_name.clone(),
        ty: parameter.ty.clone(),
        next: page_fields(path),
        next_name: last_field(path).map(|field| field.wire_name.clone()).unwrap_or_default(),
    }
}
