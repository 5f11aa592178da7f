//! Finds the values in the query that request another page.

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

/// The query of an operation: everything in a request that may select a page.
pub struct Query<'a> {
    pub operation: &'a Operation,
    pub declared: &'a schema::DeclaredOperation,
    /// The query parameters, and fields of query parameters, that a pager may set to request a page.
    pub inputs: Vec<Input<'a>>,
}

/// A value in the query, and a field that may contain it for the next page.
struct Candidate<'a> {
    input: &'a Input<'a>,
    path: &'a FieldPath<'a>,
    field: &'a Field,
}

impl Candidate<'_> {
    /// Returns whether the parameter and the field have the same name, apart from its spelling, as `nextId` and
    /// `next_id`.
    fn is_alike(&self) -> bool {
        naming::value_name(self.input.name) == naming::value_name(&self.field.wire_name)
    }
}

impl<'a> Query<'a> {
    /// Returns the query of an operation. It contains parameters, but not the fields of parameters that are objects.
    pub fn new(operation: &'a Operation, declared: &'a schema::DeclaredOperation) -> Self {
        Self { operation, declared, inputs: inputs::parameters(operation, declared) }
    }

    /// Adds the fields of parameters that are objects.
    pub fn with_fields(mut self, types: &TypesByName<'a>) -> Self {
        self.inputs.extend(inputs::fields_of_objects(self.operation, self.declared, types));
        self
    }

    /// Finds a cursor: a parameter, and the field of a page that has the same name and contains the next value of the
    /// parameter.
    pub fn cursor_field(&self, page: &ListResponse<'_>) -> Option<Cursor> {
        let named = || self.candidates(page).filter(|it| is_cursor(it.input.name, it.input.ty));
        let is_exact = |it: &Candidate<'_>| it.input.name == it.field.wire_name;
        let same = single(named().filter(is_exact)).or_else(|| single(named().filter(Candidate::is_alike)))?;
        // If a field such as `nextCursor` exists, `cursor` may identify the current page instead of the next one.
        let may_be_next = is_next_cursor(same.input.name, same.input.ty) || !page.has_next_cursor();
        may_be_next.then(|| cursor_at(same.input, same.path))
    }

    /// Finds a cursor: a parameter, and the field of a page that contains the next value of the parameter. The name of
    /// the field is the name of the parameter combined with `next`.
    pub fn next_field(&self, page: &ListResponse<'_>) -> Option<Cursor> {
        // A page number is not a cursor, even if a field such as `nextPage` exists, because the client can count the
        // pages itself.
        let leads_on = |it: &Candidate<'_>| {
            !it.input.is_number_called(PAGE) && leads_to(&naming::value_name(it.input.name), &normalized_names(it.path))
        };
        let next = single(self.candidates(page).filter(leads_on))?;
        Some(cursor_at(next.input, next.path))
    }

    /// Finds the cursor of Dropshot: the parameter `page_token` and the field `next_page`.
    pub fn dropshot(&self, page: &ListResponse<'_>) -> Option<Cursor> {
        let is_declared = |it: &Candidate<'_>| {
            it.input.name == "page_token" && it.field.wire_name == "next_page" && it.path.len() == 1
        };
        let next = single(self.candidates(page).filter(|it| self.declared.next.is_dropshot && is_declared(it)))?;
        Some(cursor_at(next.input, next.path))
    }

    /// Finds a cursor: a parameter, and a field of the same name in an object about the next page, such as
    /// `next_page.offset`. For the parameters `after` and `continue`, the object may also be about pages in general, as
    /// in `metadata.continue`, unless it contains the name of another parameter, such as `limit`: such an object may
    /// only repeat the request.
    pub fn paging_object(&self, page: &ListResponse<'_>) -> Option<Cursor> {
        let repeats_request = |it: &Candidate<'_>| {
            page.paths.iter().filter(|path| is_beside(path, it.path)).filter_map(last_field).any(|field| {
                let is_repeated = |input: &Input<'_>| input.name == field.wire_name && input.name != it.input.name;
                !is_backwards(&field.wire_name) && self.inputs.iter().any(is_repeated)
            })
        };
        let leads_on = |it: &Candidate<'_>| match &it.path[..] {
            [.., outer, _] if it.is_alike() && !is_number(it.input.ty) => {
                // In Rust, a field whose name is a keyword gets an underscore at the end, which is removed here.
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

    /// Finds a page number or an offset whose next value is a field of the page. The parameter and the field are
    /// numbers, possibly of different types.
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

    /// Finds the parameter `after`, to which the field `last_id` of the previous page is passed: the id of its last
    /// item.
    pub fn last_id(&self, page: &ListResponse<'_>) -> Option<Cursor> {
        let is_last_id = |it: &Candidate<'_>| {
            is_called(it.input, AFTER) && naming::value_name(&it.field.wire_name) == "last_id" && page.is_near(it.path)
        };
        let last = single(self.candidates(page).filter(is_last_id)).filter(|_| !page.has_next_cursor())?;
        Some(Cursor { more: page.more(), ..cursor_at(last.input, last.path) })
    }

    /// Finds a parameter to which the id of the last item of the previous page is passed, such as `starting_after`. The
    /// page has to state whether more items follow, and must not contain another cursor. The description of a parameter
    /// called `after` has to mention an id, because the parameter may also be a time.
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

    /// Returns all pairs of a parameter and a field of the same type that may be a cursor.
    fn candidates<'b>(&'b self, page: &'b ListResponse<'b>) -> impl Iterator<Item = Candidate<'b>> {
        self.inputs.iter().filter(|input| is_cursor_type(input.ty)).flat_map(|input| {
            let candidate = move |path| Some(Candidate { input, path, field: last_field(path)? });
            page.paths.iter().filter_map(candidate).filter(|it| it.field.value.ty == *it.input.ty)
        })
    }

    /// Returns a pager by page number that starts at the default of the parameter.
    pub fn number(&self, page: &ListResponse<'_>) -> Option<Number> {
        let input = self.number_called(PAGE)?;
        let number = input.integers.default.filter(|first| *first >= 0)?;
        Some(self.number_pager(input, FirstPage::Numbered { number, is_default: true }, Counted::Pages, page))
    }

    /// Returns a pager by page number that starts at the smallest value of a parameter without a default.
    pub fn number_from_minimum(&self, page: &ListResponse<'_>) -> Option<Number> {
        let input = self.number_called(PAGE)?;
        let first = FirstPage::Numbered { number: self.usable_minimum(input)?, is_default: false };
        Some(self.number_pager(input, first, Counted::Pages, page))
    }

    /// Returns a pager by page number whose first number is unknown, because the parameter has no default. Each page
    /// has to state its number, and either a total or whether more items follow. No field may be a cursor for the next
    /// page. The same rule applies to `startIndex`, the index of the first item (RFC 7644).
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

    /// Returns a pager by offset: the number of items before the page. The operation also has to have a parameter for
    /// the number of items in a page.
    pub fn offset(&self, page: &ListResponse<'_>) -> Option<Number> {
        let input = self.offset_beside_limit(OFFSET)?;
        let default = input.integers.default.filter(|first| matches!(first, 0 | 1) && !self.has_cursor());
        let number = default.or_else(|| self.usable_minimum(input))?;
        let first = FirstPage::Numbered { number, is_default: default.is_some() };
        Some(self.number_pager(input, first, Counted::Items, page))
    }

    /// Returns a pager by the number of items before the page, for a parameter without a default and minimum. No items
    /// are before the first page. A page has to state a total, or whether more items follow.
    pub fn offset_with_total(&self, page: &ListResponse<'_>) -> Option<Number> {
        let input = self.offset_beside_limit(&["offset", "skip"])?;
        let is_unlimited = input.integers.default.is_none() && input.integers.minimum.is_none();
        let first = FirstPage::Numbered { number: 0, is_default: true };
        let number = is_unlimited.then(|| self.number_pager(input, first, Counted::Items, page))?;
        self.ends_as_stated(&number, page).then_some(number)
    }

    /// Returns whether the pages state where the listing ends, and neither the operation nor the page has a cursor.
    fn ends_as_stated(&self, number: &Number, page: &ListResponse<'_>) -> bool {
        (number.total.is_some() || number.more.is_some()) && !self.has_cursor() && !page.has_next_cursor()
    }

    /// Returns the offset with one of these names, if it is beside a limit and does not count pages.
    fn offset_beside_limit(&self, names: &[&str]) -> Option<&Input<'a>> {
        self.number_called(LIMIT).filter(|limit| !has_word(limit.name, &["page", "pagesize"]))?;
        // If the description of the offset mentions pages, the offset may count pages instead of items.
        let counts_pages = |input: &Input<'_>| input.description.is_some_and(|text| has_word(text, &["page", "pages"]));
        self.number_called(names).filter(|input| !counts_pages(input))
    }

    /// Returns the smallest value of the parameter if it is 0 or 1, if the parameter has no default, and if the
    /// operation has no cursor parameter.
    fn usable_minimum(&self, input: &Input<'_>) -> Option<i64> {
        let least = input.integers.minimum.filter(|least| matches!(least, 0 | 1))?;
        (input.integers.default.is_none() && !self.has_cursor()).then_some(least)
    }

    /// Returns whether the operation has a cursor parameter. A page number beside a cursor may be informational.
    fn has_cursor(&self) -> bool {
        self.inputs.iter().any(|input| is_cursor(input.name, input.ty))
    }

    /// Creates a pager that counts up from `first`, in pages or in items as `of` specifies.
    pub fn number_pager(&self, input: &Input<'_>, first: FirstPage, of: Counted, page: &ListResponse<'_>) -> Number {
        let limit = self.number_called(LIMIT).map(|limit| Limit {
            setter: limit.setter.clone(),
            wire_name: limit.wire_name.clone(),
            default: limit.integers.default.filter(|default| limit.integers.maximum.is_none_or(|it| *default <= it)),
            maximum: limit.integers.maximum,
        });
        Number {
            setter: input.setter.clone(),
            wire_name: input.wire_name.clone(),
            of,
            first,
            limit: limit.filter(|limit| limit.default.is_some() || limit.maximum.is_some()),
            total: page.total().filter(|total| of == Counted::Pages || total.of == Counted::Items),
            more: page.more(),
        }
    }

    fn number_called(&self, names: &[&str]) -> Option<&Input<'a>> {
        single(self.inputs.iter().filter(|input| input.is_number_called(names)))
    }
}

/// The names of parameters to which the id of the last item of the previous page is passed.
const AFTER: &[&str] = &["after", "after_id", "starting_after"];

fn is_called(input: &Input<'_>, names: &[&str]) -> bool {
    names.contains(&naming::value_name(input.name).as_str())
}

/// Creates a pager that copies the field at `path` to the parameter.
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
