//! The fields of a response: the list, and what is said of other pages.

use super::words::{counts, is_about_pages, is_beside_items, is_cursor, is_of_links, is_url, names};
use crate::{
    api::{Counted, Field, PageField, Total, Type, TypesByName, Value},
    model::pages::{item, only, page_field},
};

/// A field, and before it those that it is in.
pub type Place<'a> = Vec<&'a Field>;

/// More fields than any page has: a document may repeat an object in very many.
pub const MOST: usize = 200;

/// The fields of a response, as far as paging needs them.
pub struct Page<'a> {
    /// Of the list.
    pub list: Place<'a>,
    /// The elements of the list.
    pub item: &'a Value,
    /// All fields, those one level down, and of what is about pages those below that.
    pub places: Vec<Place<'a>>,
}

impl<'a> Page<'a> {
    /// A response with one list: itself, one of its fields, or one of the fields of these.
    pub fn new(ty: &'a Type, types: &TypesByName<'a>) -> Option<Self> {
        if let Some(item) = item(ty) {
            return Some(Self { list: Vec::new(), item, places: Vec::new() });
        }
        let outer = &ty.as_struct(types)?.fields;
        let places = places(outer, types)?;
        let lists = |depth: usize| {
            let of_depth = places.iter().filter(move |place| place.len() == depth);
            of_depth.filter_map(|place| {
                let field = last(place).filter(|field| !is_beside_items(field))?;
                Some((place, item(&field.value.ty)?))
            })
        };
        let depth = if lists(1).next().is_some() { 1 } else { 2 };
        let (list, item) = only(lists(depth))?;
        // What tells of pages is beside the list if other objects have lists, too: `errors` may be beside `data`.
        let has_others = || lists(2).any(|(place, _)| place.first().is_some_and(|outer| !is_about_pages(outer)));
        let tells_of_pages = |field: &Field| {
            counts(field).is_some() || is_cursor(&field.wire_name, &field.value.ty) || is_url(&names(&[field]))
        };
        if depth == 1 && has_others() && !outer.iter().any(tells_of_pages) {
            return None;
        }
        Some(Self { list: list.clone(), item, places })
    }

    /// The URL of the next page. A field `next` beside the list needs to be known as one.
    pub fn next_url(&self, next_is_url: bool) -> Option<&Place<'a>> {
        let is_it = |place: &&Place<'a>| {
            let names = names(place);
            let is_text = last(place).is_some_and(|field| field.value.ty == Type::Text);
            is_text && (is_url(&names) || next_is_url && names == ["next"])
        };
        only(self.places.iter().filter(is_it))
    }

    /// How much there is: beside the list, beside the object that it is in, or in an object that is about pages.
    pub fn total(&self) -> Option<Total> {
        let beside_list = |place: &Place<'_>| {
            place.split_last().map(|(_, outer)| outer) == self.list.split_last().map(|(_, outer)| outer)
        };
        let is_near = |place: &Place<'_>| match place.as_slice() {
            [_] => true,
            [outer, _] => beside_list(place) || is_about_pages(outer),
            _ => false,
        };
        let totals: Vec<(Counted, &Place<'_>)> =
            self.places.iter().filter_map(|place| Some((counts(last(place)?)?, place))).collect();
        [Counted::Items, Counted::Pages].into_iter().find_map(|of| {
            let (_, place) = only(totals.iter().filter(|(counted, place)| *counted == of && is_near(place)))?;
            Some(Total { of, path: path(place) })
        })
    }
}

/// The fields of a response: all of them, those one level down, and below what is about pages or has links another one.
pub fn places<'a>(outer: &'a [Field], types: &TypesByName<'a>) -> Option<Vec<Place<'a>>> {
    let mut places: Vec<Place<'a>> = outer.iter().map(|field| vec![field]).collect();
    let mut begin = 0;
    for depth in 1..=3 {
        let above = begin..places.len();
        if above.len() > MOST {
            return None;
        }
        begin = above.end;
        let below = places[above].iter().filter(|place| {
            depth == 1 || depth == 2 && place.first().is_some_and(|outer| is_about_pages(outer) || is_of_links(outer))
        });
        let below = below.flat_map(|place| {
            let fields = last(place).and_then(|field| field.value.ty.as_struct(types)).map(|inner| &inner.fields);
            fields.into_iter().flatten().map(|field| [&place[..], &[field]].concat())
        });
        let below: Vec<Place<'a>> = below.collect();
        places.extend(below);
    }
    Some(places)
}

/// The field itself.
pub fn last<'a>(place: &Place<'a>) -> Option<&'a Field> {
    place.last().copied()
}

/// The fields as code goes through them.
pub fn path(place: &Place<'_>) -> Vec<PageField> {
    place.iter().map(|field| page_field(field)).collect()
}
