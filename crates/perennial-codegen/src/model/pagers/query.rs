//! Finds the query inputs that request another page.

use super::{
    inputs::{self, Input},
    page::{FieldPath, ListResponse, is_beside, last_field, page_fields},
    words::{
        LIMIT, OFFSET, PAGE, PRESENT_PAGE, has_word, is_about_pages, is_backwards, is_cursor, is_cursor_type,
        is_next_cursor, is_next_number, is_number, is_of_next, is_position, leads_to, normalized_names,
    },
};
use crate::{
    api::{Counted, Cursor, CursorSource, Field, FirstPage, Limit, Number, Operation, Presence, Type, TypesByName},
    model::pages::single,
    schema,
    text::naming,
};

/// The query of an operation: the operation, and the inputs that may select a page.
pub struct Query<'a> {
    pub operation: &'a Operation,
    pub declared: &'a schema::DeclaredOperation,
    /// The optional query parameters, and optional fields of query parameters, that a pager may set.
    pub inputs: Vec<Input<'a>>,
}

/// A query input, and a field of the page that may contain the input's value for the next page.
struct Candidate<'a> {
    input: &'a Input<'a>,
    path: &'a FieldPath<'a>,
    field: &'a Field,
}

impl Candidate<'_> {
    /// Returns whether the input and the field have the same name, regardless of spelling: `nextId` and `next_id`.
    fn is_alike(&self) -> bool {
        naming::value_name(self.input.name) == naming::value_name(&self.field.wire_name)
    }
}

impl<'a> Query<'a> {
    /// Creates the query of an operation. [`with_fields`](Self::with_fields) adds the fields of parameters that are
    /// objects.
    pub fn new(operation: &'a Operation, declared: &'a schema::DeclaredOperation) -> Self {
        Self { operation, declared, inputs: inputs::parameters(operation, declared) }
    }

    pub fn with_fields(mut self, types: &TypesByName<'a>) -> Self {
        self.inputs.extend(inputs::fields_of_objects(self.operation, self.declared, types));
        self
    }

    /// Finds a cursor that is sent and returned under the same name: for example, the parameter `cursor` and the
    /// response field `cursor`.
    pub fn cursor_field(&self, page: &ListResponse<'_>) -> Option<Cursor> {
        let named = || self.candidates(page).filter(|it| is_cursor(it.input.name, it.input.ty));
        let is_exact = |it: &Candidate<'_>| it.input.name == it.field.wire_name;
        let same = single(named().filter(is_exact)).or_else(|| single(named().filter(Candidate::is_alike)))?;
        // If the page also contains a field such as `nextCursor`, the field `cursor` may identify the current page.
        let may_be_next = is_next_cursor(same.input.name, same.input.ty) || !page.has_next_cursor();
        may_be_next.then(|| cursor_at(same.input, same.path))
    }

    /// Finds a cursor whose next value is in a field that is named after the parameter and the word `next`:
    /// `next_cursor` for `cursor`.
    pub fn next_field(&self, page: &ListResponse<'_>) -> Option<Cursor> {
        // A page number beside a field such as `nextPage` is left to the rules for numbers: the client can count pages
        // itself.
        let leads_on = |it: &Candidate<'_>| {
            !it.input.is_number_called(PAGE) && leads_to(&naming::value_name(it.input.name), &normalized_names(it.path))
        };
        let next = single(self.candidates(page).filter(leads_on))?;
        Some(cursor_at(next.input, next.path))
    }

    /// Finds a cursor as Dropshot documents it: the parameter `page_token` and the field `next_page`.
    pub fn dropshot(&self, page: &ListResponse<'_>) -> Option<Cursor> {
        let is_declared = |it: &Candidate<'_>| {
            it.input.name == "page_token" && it.field.wire_name == "next_page" && it.path.len() == 1
        };
        let next = single(self.candidates(page).filter(|it| self.declared.next.is_dropshot && is_declared(it)))?;
        Some(cursor_at(next.input, next.path))
    }

    /// Finds a cursor whose next value is in a field of the same name, in an object about the next page, such as
    /// `next_page.offset`.
    ///
    /// For the parameters `after` and `continue`, the object may also be any paging object, as in `metadata.continue`.
    /// It must not contain another parameter such as `limit`, because it may then only repeat the request.
    pub fn paging_object(&self, page: &ListResponse<'_>) -> Option<Cursor> {
        let repeats_request = |it: &Candidate<'_>| {
            page.paths.iter().filter(|path| is_beside(path, it.path)).filter_map(last_field).any(|field| {
                let is_repeated = |input: &Input<'_>| input.name == field.wire_name && input.name != it.input.name;
                !is_backwards(&field.wire_name) && self.inputs.iter().any(is_repeated)
            })
        };
        let leads_on = |it: &Candidate<'_>| match &it.path[..] {
            [.., outer, _] if it.is_alike() && !is_number(it.input.ty) => {
                // `value_name` appends an underscore to Rust keywords such as `continue`.
                let name = naming::value_name(it.input.name);
                let name = name.trim_end_matches('_');
                is_of_next(outer) && is_position(name)
                    || matches!(name, "after" | "continue") && is_about_pages(outer) && !repeats_request(it)
            }
            _ => false,
        };
        let next = single(self.candidates(page).filter(leads_on))?;
        Some(cursor_at(next.input, next.path))
    }

    /// Finds a page number or offset whose next value is in a field of the page. The parameter and the field are
    /// numbers, but may have different types.
    pub fn next_number(&self, page: &ListResponse<'_>) -> Option<Cursor> {
        [PAGE, OFFSET].into_iter().find_map(|names| {
            let input = self.number_called(names).filter(|input| input.integers.default.is_none())?;
            let is_next = |path: &&FieldPath<'_>| {
                last_field(path).is_some_and(|field| is_number(&field.value.ty))
                    && is_next_number(&naming::value_name(input.name), names, path)
            };
            let cursor = cursor_at(input, single(page.paths.iter().filter(is_next))?);
            Some(Cursor { ty: Type::Int64, source: CursorSource::Number, ..cursor })
        })
    }

    /// Finds a parameter such as `after` if the page has a field `last_id`, which contains the id of its last item.
    pub fn last_id(&self, page: &ListResponse<'_>) -> Option<Cursor> {
        let is_last_id = |it: &Candidate<'_>| {
            is_called(it.input, AFTER) && naming::value_name(&it.field.wire_name) == "last_id" && page.is_near(it.path)
        };
        let last = single(self.candidates(page).filter(is_last_id)).filter(|_| !page.has_next_cursor())?;
        Some(Cursor { more: page.more(), ..cursor_at(last.input, last.path) })
    }

    /// Finds a parameter such as `starting_after`, which takes the id of the last item of the previous page.
    ///
    /// The page must state whether more items follow, and must not contain another cursor. A parameter called `after`
    /// may also be a time, so its description must mention an id.
    pub fn last_item(&self, page: &ListResponse<'_>, types: &TypesByName<'_>) -> Option<Cursor> {
        let more = page.more()?;
        let is_cursor = |field: &Field| {
            is_cursor(&field.wire_name, &field.value.ty)
                || naming::value_name(&field.wire_name) == "last_id"
                || self.inputs.iter().any(|input| input.name == field.wire_name && is_called(input, AFTER))
        };
        if page.paths.iter().filter_map(last_field).any(is_cursor) {
            return None;
        }
        let is_id = |input: &&Input<'_>| {
            let mentions_id = || input.description.is_some_and(|text| has_word(text, &["id", "ids", "identifier"]));
            is_called(input, AFTER) && (naming::value_name(input.name) != "after" || mentions_id())
        };
        let input = single(self.inputs.iter().filter(is_id)).filter(|input| is_cursor_type(input.ty))?;
        let fields = &page.item.ty.as_struct(types)?.fields;
        let id = fields.iter().find(|field| field.wire_name == "id").filter(|_| !page.item.nullable)?;
        let is_usable = id.value.ty == *input.ty && id.presence() == Presence::Always;
        let cursor = is_usable.then(|| cursor_at(input, &vec![id]))?;
        Some(Cursor { source: CursorSource::LastItem, more: Some(more), ..cursor })
    }

    fn candidates<'b>(&'b self, page: &'b ListResponse<'b>) -> impl Iterator<Item = Candidate<'b>> {
        self.inputs.iter().filter(|input| is_cursor_type(input.ty)).flat_map(|input| {
            let candidate = move |path| Some(Candidate { input, path, field: last_field(path)? });
            page.paths.iter().filter_map(candidate).filter(|it| it.field.value.ty == *it.input.ty)
        })
    }

    /// Finds a page number parameter that has a default. The pager starts at the default.
    pub fn number(&self, page: &ListResponse<'_>) -> Option<Number> {
        let input = self.number_called(PAGE)?;
        let number = input.integers.default.filter(|first| *first >= 0)?;
        Some(self.number_pager(input, FirstPage::Numbered { number, is_default: true }, Counted::Pages, page))
    }

    /// Finds a page number parameter without a default. The pager starts at the minimum of the parameter.
    pub fn number_from_minimum(&self, page: &ListResponse<'_>) -> Option<Number> {
        let input = self.number_called(PAGE)?;
        let first = FirstPage::Numbered { number: self.usable_minimum(input)?, is_default: false };
        Some(self.number_pager(input, first, Counted::Pages, page))
    }

    /// Finds a page number parameter without a default, so that the number of the first page is unknown.
    ///
    /// Each page must state its number, and either a total or whether more items follow. It must not contain a cursor
    /// for the next page. The same rule finds `startIndex`, the index of the first item (RFC 7644).
    pub fn present_page(&self, page: &ListResponse<'_>) -> Option<Number> {
        const START_INDEX: &[&str] = &["start_index"];
        let kinds = [(PAGE, PRESENT_PAGE, Counted::Pages), (START_INDEX, START_INDEX, Counted::Items)];
        kinds.into_iter().find_map(|(names, present, of)| {
            let input = self.number_called(names).filter(|input| input.integers.default.is_none())?;
            let first = FirstPage::Stated(page_fields(page.present(present)?));
            let number = self.number_pager(input, first, of, page);
            self.ends_as_stated(&number, page).then_some(number)
        })
    }

    /// Finds an offset parameter: the number of items before the page. The operation must also have a parameter that
    /// limits the number of items in a page.
    pub fn offset(&self, page: &ListResponse<'_>) -> Option<Number> {
        let input = self.offset_beside_limit(OFFSET)?;
        let default = input.integers.default.filter(|first| matches!(first, 0 | 1) && !self.has_cursor());
        let number = default.or_else(|| self.usable_minimum(input))?;
        let first = FirstPage::Numbered { number, is_default: default.is_some() };
        Some(self.number_pager(input, first, Counted::Items, page))
    }

    /// Finds an offset parameter without a default or minimum. The pager starts at 0. Each page must state a total, or
    /// whether more items follow.
    pub fn offset_with_total(&self, page: &ListResponse<'_>) -> Option<Number> {
        let input = self.offset_beside_limit(&["offset", "skip"])?;
        let is_unlimited = input.integers.default.is_none() && input.integers.minimum.is_none();
        let first = FirstPage::Numbered { number: 0, is_default: true };
        let number = is_unlimited.then(|| self.number_pager(input, first, Counted::Items, page))?;
        self.ends_as_stated(&number, page).then_some(number)
    }

    /// Returns whether the pages state where the listing ends. Also requires that neither the operation nor the page
    /// has a cursor.
    fn ends_as_stated(&self, number: &Number, page: &ListResponse<'_>) -> bool {
        (!number.totals.is_empty() || number.more.is_some()) && !self.has_cursor() && !page.has_next_cursor()
    }

    /// Returns the offset with one of these `names`. Returns `None` if the operation has no parameter that limits the
    /// number of items, or if either of them may count pages instead.
    fn offset_beside_limit(&self, names: &[&str]) -> Option<&Input<'a>> {
        self.number_called(LIMIT).filter(|limit| !has_word(limit.name, &["page", "pagesize"]))?;
        // An offset whose description mentions pages may count pages instead of items.
        let counts_pages = |input: &Input<'_>| input.description.is_some_and(|text| has_word(text, &["page", "pages"]));
        self.number_called(names).filter(|input| !counts_pages(input))
    }

    /// Returns the minimum of the input if a pager can start there: the minimum is 0 or 1, the input has no default,
    /// and the operation has no cursor parameter.
    fn usable_minimum(&self, input: &Input<'_>) -> Option<i64> {
        let least = input.integers.minimum.filter(|least| matches!(least, 0 | 1))?;
        (input.integers.default.is_none() && !self.has_cursor()).then_some(least)
    }

    /// Returns whether the operation has a cursor parameter. A page number beside a cursor may only be informational.
    fn has_cursor(&self) -> bool {
        self.inputs.iter().any(|input| is_cursor(input.name, input.ty))
    }

    /// Creates a pager that starts at `first`. `of` specifies whether it counts pages or items.
    pub fn number_pager(&self, input: &Input<'_>, first: FirstPage, of: Counted, page: &ListResponse<'_>) -> Number {
        let limit = self.number_called(LIMIT).map(|limit| Limit {
            setter: limit.setter.clone(),
            wire_name: limit.wire_name.clone(),
            default: limit.integers.default.filter(|default| limit.integers.maximum.is_none_or(|it| *default <= it)),
            maximum: limit.integers.maximum,
        });
        let stated = match (&first, of) {
            (FirstPage::Stated(_), _) => None,
            (_, Counted::Pages) => page.present(PRESENT_PAGE),
            (_, Counted::Items) => page.present(OFFSET),
        };
        let stated = stated.map(|path| page_fields(path));
        Number {
            setter: input.setter.clone(),
            wire_name: input.wire_name.clone(),
            of,
            first,
            limit,
            totals: page.totals(of),
            stated,
            more: page.more(),
        }
    }

    fn number_called(&self, names: &[&str]) -> Option<&Input<'a>> {
        single(self.inputs.iter().filter(|input| input.is_number_called(names)))
    }
}

/// The names of parameters that take the id of the last item of the previous page.
const AFTER: &[&str] = &["after", "after_id", "starting_after"];

fn is_called(input: &Input<'_>, names: &[&str]) -> bool {
    names.contains(&naming::value_name(input.name).as_str())
}

pub fn cursor_at(input: &Input<'_>, path: &FieldPath<'_>) -> Cursor {
    Cursor {
        setter: input.setter.clone(),
        wire_name: input.wire_name.clone(),
        ty: input.ty.clone(),
        source: CursorSource::Field,
        next: page_fields(path),
        next_name: last_field(path).map(|field| field.wire_name.clone()).unwrap_or_default(),
        more: None,
    }
}
