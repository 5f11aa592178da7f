//! The parameters of an operation: what asks for another page.

use super::{
    page::{Page, Place, last, path},
    words::{LIMIT, OFFSET, PAGE, has_word, is_called, is_cursor, is_cursor_type, leads_to, names},
};
use crate::{
    api::{Counted, Cursor, Field, Limit, Location, Number, Operation, Parameter, Type},
    model::pages::only,
    schema,
    text::naming,
};

/// The parameters that an operation takes in the query.
pub struct Query<'a> {
    pub operation: &'a Operation,
    pub declared: &'a schema::Operation,
}

/// The number of the first page, or the first offset.
pub struct First {
    pub number: i64,
    /// Whether the service takes this number if the parameter is left out.
    pub is_default: bool,
}

impl<'a> Query<'a> {
    /// The parameters that need not be set, with what the document says of their numbers.
    pub fn optional(&self) -> impl Iterator<Item = (&'a Parameter, &'a schema::Parameter)> {
        let parameters = self.operation.parameters.iter().zip(&self.declared.parameters);
        parameters.filter(|(parameter, _)| matches!(parameter.location, Location::Query(_)) && !parameter.required)
    }

    /// A cursor that a page has for the next one, by the name of the parameter, or by that with `next`.
    pub fn cursor(&self, page: &Page<'_>) -> Option<Cursor> {
        let pairs = || {
            self.optional().flat_map(|(parameter, _)| {
                let places = page.places.iter().filter_map(|place| Some((place, last(place)?)));
                let places =
                    places.filter(|(_, field)| field.value.ty == parameter.ty && is_cursor_type(&parameter.ty));
                places.map(move |(place, field)| (parameter, place, field))
            })
        };
        let name = |wire_name: &str| naming::value_name(wire_name);
        let is_named =
            |(parameter, ..): &(&Parameter, &Place<'_>, &Field)| is_cursor(&parameter.wire_name, &parameter.ty);
        let is_exact =
            |(parameter, _, field): &(&Parameter, &Place<'_>, &Field)| parameter.wire_name == field.wire_name;
        let is_alike = |(parameter, _, field): &(&Parameter, &Place<'_>, &Field)| {
            name(&parameter.wire_name) == name(&field.wire_name)
        };
        // Beside `nextCursor`, `cursor` may be that of the page itself.
        let is_next = |name: &str, ty: &Type| has_word(name, &["next"]) && is_cursor(name, ty);
        let has_next = || page.places.iter().filter_map(last).any(|field| is_next(&field.wire_name, &field.value.ty));
        let named = || pairs().filter(is_named);
        let same = only(named().filter(is_exact)).or_else(|| only(named().filter(is_alike)));
        let same = same.filter(|(parameter, ..)| is_next(&parameter.wire_name, &parameter.ty) || !has_next());
        // A number of pages is one by itself.
        let leads_on = |(parameter, place, _): &(&Parameter, &Place<'_>, &Field)| {
            !is_called(parameter, PAGE) && leads_to(&name(&parameter.wire_name), &names(place))
        };
        let (parameter, place, _) = same.or_else(|| only(pairs().filter(leads_on)))?;
        Some(cursor(parameter, place))
    }

    /// The number of a page, from its default on.
    pub fn number(&self, page: &Page<'_>) -> Option<Number> {
        let (parameter, declared) = self.called(PAGE)?;
        let first = declared.default.filter(|first| *first >= 0)?;
        Some(self.walk(parameter, First { number: first, is_default: true }, Counted::Pages, page))
    }

    /// The number of a page without a default, from the smallest on.
    pub fn number_from_least(&self, page: &Page<'_>) -> Option<Number> {
        let (parameter, declared) = self.called(PAGE)?;
        let first = First { number: self.least(declared)?, is_default: false };
        Some(self.walk(parameter, first, Counted::Pages, page))
    }

    /// The number of items before a page, where it stands beside that of the items of a page.
    pub fn offset(&self, page: &Page<'_>) -> Option<Number> {
        let (parameter, declared) = self.called(OFFSET)?;
        self.called(LIMIT).filter(|(limit, _)| !has_word(&limit.wire_name, &["page", "pagesize"]))?;
        // An offset may count pages, too.
        if declared.description.as_deref().is_some_and(|said| has_word(said, &["page", "pages"])) {
            return None;
        }
        let default = declared.default.filter(|first| matches!(first, 0 | 1) && !self.has_cursor());
        let first = First { number: default.or_else(|| self.least(declared))?, is_default: default.is_some() };
        Some(self.walk(parameter, first, Counted::Items, page))
    }

    /// The smallest number that the service takes, if that is 0 or 1 and there is no default.
    fn least(&self, declared: &schema::Parameter) -> Option<i64> {
        let least = declared.minimum.filter(|least| matches!(least, 0 | 1))?;
        (declared.default.is_none() && !self.has_cursor()).then_some(least)
    }

    /// Beside a cursor, a number may only be for show.
    fn has_cursor(&self) -> bool {
        self.optional().any(|(parameter, _)| is_cursor(&parameter.wire_name, &parameter.ty))
    }

    /// A walk by a number.
    pub fn walk(&self, parameter: &Parameter, first: First, of: Counted, page: &Page<'_>) -> Number {
        let limit = self.called(LIMIT).map(|(parameter, declared)| Limit {
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

    fn called(&self, names: &[&str]) -> Option<(&'a Parameter, &'a schema::Parameter)> {
        only(self.optional().filter(move |(parameter, _)| is_called(parameter, names)))
    }
}

/// A walk by what the field at `place` has for `parameter`.
pub fn cursor(parameter: &Parameter, place: &Place<'_>) -> Cursor {
    Cursor {
        setter: parameter.name.clone(),
        wire_name: parameter.wire_name.clone(),
        ty: parameter.ty.clone(),
        next: path(place),
        next_name: last(place).map(|field| field.wire_name.clone()).unwrap_or_default(),
    }
}
