//! Finds the list in a response, and the fields that are needed for paging, such as totals and cursors.

use super::words::{
    PRESENT_PAGE, counted_by, is_about_pages, is_beside_items, is_cursor, is_last_page, is_more, is_next_cursor,
    is_number, is_of_links, is_url, is_vague_page_count, normalized_names,
};
use crate::{
    api::{Counted, Field, More, PageField, Total, Type, TypesByName, Value},
    model::pages::{list_item, page_field, single},
    text::naming,
};

/// The path to a field: the fields that lead to it, ending with the field itself.
pub type FieldPath<'a> = Vec<&'a Field>;

/// The maximum number of fields in a page. A response with more fields is not searched, because a document can nest
/// objects so that a response has an enormous number of fields.
pub const MAX_FIELDS: usize = 200;

/// A response that contains a list, and the fields that may be relevant for paging.
pub struct ListResponse<'a> {
    /// The path to the list. Empty if the response itself is the list.
    pub list: FieldPath<'a>,
    pub item: &'a Value,
    /// The paths to the fields of the response and to the fields of these fields. Paging objects and objects of links
    /// are searched one level deeper.
    pub paths: Vec<FieldPath<'a>>,
}

impl<'a> ListResponse<'a> {
    /// Finds the list in a response of the type `ty`: the response itself, one of its fields, or a field of one of
    /// these. Returns `None` if there is no list, or more than one at the same depth.
    pub fn new(ty: &'a Type, types: &TypesByName<'a>) -> Option<Self> {
        if let Some(item) = list_item(ty) {
            return Some(Self { list: Vec::new(), item, paths: Vec::new() });
        }
        let outer = &ty.as_struct(types)?.fields;
        let paths = field_paths(outer, types)?;
        let lists = |depth: usize| {
            let of_depth = paths.iter().filter(move |path| path.len() == depth);
            of_depth.filter_map(|path| {
                let field = last_field(path).filter(|field| field.wire_name != "_links")?;
                Some((path, list_item(&field.value.ty)?))
            })
        };
        let depth = if lists(1).next().is_some() { 1 } else { 2 };
        let is_of_items = |(path, _): &(&FieldPath<'a>, &Value)| !last_field(path).is_some_and(is_beside_items);
        let (list, item) = single(lists(depth)).or_else(|| single(lists(depth).filter(is_of_items)))?;
        // If other objects contain lists as well, this list is the listing only if a field about paging is beside it.
        // Otherwise, it might be a list `errors` beside an object `data` with the items.
        let has_other_lists = || lists(2).any(|(path, _)| path.first().is_some_and(|outer| !is_about_pages(outer)));
        let is_about_paging = |field: &Field| {
            counted_by(field).is_some()
                || is_cursor(&field.wire_name, &field.value.ty)
                || is_url(&normalized_names(&[field]))
        };
        if depth == 1 && has_other_lists() && !outer.iter().any(is_about_paging) {
            return None;
        }
        Some(Self { list: list.clone(), item, paths })
    }

    /// Returns the path to the URL of the next page. If `next_is_url` is set, this may be a field called `next` in the
    /// outermost object.
    pub fn next_url(&self, next_is_url: bool) -> Option<&FieldPath<'a>> {
        let is_next_url = |path: &&FieldPath<'a>| {
            let names = normalized_names(path);
            let is_text = last_field(path).is_some_and(|field| field.value.ty == Type::Text);
            is_text && (is_url(&names) || next_is_url && names == ["next"])
        };
        single(self.paths.iter().filter(is_next_url))
    }

    /// Returns the totals that the response states in fields that [are near](Self::is_near) the list, the preferred
    /// total first. A pager that counts items uses only the total number of items. A pager that counts pages prefers
    /// the total number of pages, because a stream that begins after the first page cannot use the number of items. If
    /// the field with the number of pages has an ambiguous name (`is_vague_page_count`), the number of items is
    /// preferred.
    pub fn totals(&self, of: Counted) -> Vec<Total> {
        let total = |of: Counted| {
            let is_total =
                |path: &&FieldPath<'_>| last_field(path).and_then(counted_by) == Some(of) && self.is_near(path);
            let path = single(self.paths.iter().filter(is_total))?;
            let field = last_field(path)?;
            Some((Total { of, is_last_page: is_last_page(field), path: page_fields(path) }, is_vague_page_count(field)))
        };
        let (items, pages) = (total(Counted::Items), total(Counted::Pages).filter(|_| of == Counted::Pages));
        let is_vague = pages.as_ref().is_some_and(|(_, is_vague)| *is_vague);
        let ordered = if is_vague { [items, pages] } else { [pages, items] };
        ordered.into_iter().flatten().map(|(total, _)| total).collect()
    }

    /// Returns the boolean field that states whether another page follows. The field must be [near](Self::is_near) the
    /// list.
    pub fn more(&self) -> Option<More> {
        let is_more = |path: &&FieldPath<'_>| self.is_near(path) && last_field(path).is_some_and(is_more);
        let path = single(self.paths.iter().filter(is_more))?;
        let wire_name = last_field(path).map(|field| field.wire_name.clone()).unwrap_or_default();
        Some(More { wire_name, path: page_fields(path) })
    }

    /// Returns the path to the number of the current page: a field with one of these `names` that [is
    /// near](Self::is_near) the list.
    pub fn present(&self, names: &[&str]) -> Option<&FieldPath<'a>> {
        // A field called `number` may have any meaning. It counts as a page number only in a paging object, or if the
        // response also states the number of pages.
        let counts_pages = |path| last_field(path).and_then(counted_by) == Some(Counted::Pages);
        let has_pages = || self.paths.iter().any(|path| self.is_near(path) && counts_pages(path));
        single(self.paths.iter().filter(|path| {
            let in_pages = path.len() == 2 && path.first().is_some_and(|outer| is_about_pages(outer));
            let is_present = |name: &str| {
                names.contains(&name)
                    || names == PRESENT_PAGE
                        && match name {
                            "number" => in_pages || has_pages(),
                            "current" => in_pages,
                            _ => false,
                        }
            };
            let names_page =
                |field: &Field| is_number(&field.value.ty) && is_present(&naming::value_name(&field.wire_name));
            self.is_near(path) && last_field(path).is_some_and(names_page)
        }))
    }

    /// Returns whether the response contains the cursor of the next page, in a field such as `nextCursor`.
    pub fn has_next_cursor(&self) -> bool {
        self.paths.iter().filter_map(last_field).any(|field| is_next_cursor(&field.wire_name, &field.value.ty))
    }

    /// Returns whether a field is so near the list that it probably describes this list: it is in the outermost object,
    /// in the object that contains the list, or in a paging object such as `meta`.
    pub fn is_near(&self, path: &FieldPath<'_>) -> bool {
        match path.as_slice() {
            [_] => true,
            [outer, _] => is_beside(path, &self.list) || is_about_pages(outer),
            _ => false,
        }
    }
}

/// Returns the paths to the fields of a response and to the fields of these fields. Paging objects and objects of links
/// are searched one level deeper. Returns `None` if there are too many fields.
pub fn field_paths<'a>(outer: &'a [Field], types: &TypesByName<'a>) -> Option<Vec<FieldPath<'a>>> {
    let mut paths: Vec<FieldPath<'a>> = outer.iter().map(|field| vec![field]).collect();
    let mut begin = 0;
    for depth in 1..=3 {
        let above = begin..paths.len();
        if above.len() > MAX_FIELDS {
            return None;
        }
        begin = above.end;
        let below = paths[above].iter().filter(|path| {
            depth == 1 || depth == 2 && path.first().is_some_and(|outer| is_about_pages(outer) || is_of_links(outer))
        });
        let below = below.flat_map(|path| {
            let fields = last_field(path).and_then(|field| field.value.ty.as_struct(types)).map(|inner| &inner.fields);
            fields.into_iter().flatten().map(|field| [&path[..], &[field]].concat())
        });
        let below: Vec<FieldPath<'a>> = below.collect();
        paths.extend(below);
    }
    Some(paths)
}

/// Returns whether both paths lead to fields of the same object.
pub fn is_beside(path: &FieldPath<'_>, other: &FieldPath<'_>) -> bool {
    path.split_last().map(|(_, outer)| outer) == other.split_last().map(|(_, outer)| outer)
}

pub fn last_field<'a>(path: &FieldPath<'a>) -> Option<&'a Field> {
    path.last().copied()
}

pub fn page_fields(path: &FieldPath<'_>) -> Vec<PageField> {
    path.iter().map(|field| page_field(field)).collect()
}
