//! The names that parameters and fields have which are about pages.

use crate::{
    api::{Counted, Field, Parameter, Type},
    text::naming,
};

/// The names of the number of a page.
pub const PAGE: &[&str] = &["page", "page_number", "page_no", "page_num", "pageno", "page_index"];

/// The names of the number of items before a page, or of its first item.
pub const OFFSET: &[&str] = &["offset", "skip", "start_index"];

/// The names of how many items a page has at most.
pub const LIMIT: &[&str] =
    &["limit", "max_results", "take", "top", "count", "size", "per_page", "page_size", "pagesize", "page_limit"];

/// `true` if a parameter is a number with one of these names.
pub fn is_called(parameter: &Parameter, names: &[&str]) -> bool {
    is_number(&parameter.ty) && names.contains(&naming::value_name(&parameter.wire_name).as_str())
}

/// `true` if something is a cursor by its name and type. What a response only repeats, such as a filter, is none.
pub fn is_cursor(wire_name: &str, ty: &Type) -> bool {
    let has = |words: &[&str]| has_word(wire_name, words);
    let is_backwards = has(&["prev", "previous", "before", "current", "first", "last", "start"]);
    let is_token = has(&["token"]) && has(&["page", "pagination", "continuation", "continue"]);
    let is_called_so = naming::value_name(wire_name).split('_').next() == Some("next") || has(&["cursor"]) || is_token;
    is_cursor_type(ty) && is_called_so && !is_backwards
}

/// `true` if cursors may be of this type: each is compared with those before it.
pub fn is_cursor_type(ty: &Type) -> bool {
    matches!(ty, Type::Text | Type::Uuid | Type::Int32 | Type::Int64 | Type::Uint64)
}

/// `true` if an object is about pages.
pub fn is_about_pages(field: &Field) -> bool {
    has_word(&field.wire_name, &["page", "paging", "pagination", "meta", "metadata"])
}

/// `true` if a name has one of these words in it.
pub fn has_word(wire_name: &str, words: &[&str]) -> bool {
    naming::value_name(wire_name).split('_').any(|word| words.contains(&word))
}

/// Returns what a field counts by its name. `length` is how long this page is.
pub fn counts(field: &Field) -> Option<Counted> {
    if !is_number(&field.value.ty) {
        return None;
    }
    match naming::value_name(&field.wire_name).as_str() {
        "total" | "total_count" | "total_items" | "total_entries" | "total_results" | "total_records"
        | "total_elements" => Some(Counted::Items),
        "total_pages" | "page_count" | "pages_count" => Some(Counted::Pages),
        _ => None,
    }
}

pub fn is_number(ty: &Type) -> bool {
    matches!(ty, Type::Int32 | Type::Int64 | Type::Uint64 | Type::Number)
}

/// The fields that lead to a value, by names that all spellings share.
pub fn names(place: &[&Field]) -> Vec<String> {
    place.iter().map(|field| naming::value_name(&field.wire_name)).collect()
}

/// `true` if a field with these names has what the parameter `name` takes for the next page: `nextCursor`, `cursors.next`,
/// `next.after` or, of the page's last item, `cursors.after`.
pub fn leads_to(name: &str, field: &[String]) -> bool {
    let is_position = name.split('_').all(|word| POSITION.contains(&word));
    let is_named = |last: &str| last.strip_prefix("next_") == Some(name);
    is_position
        && match field {
            [.., outer, last] => {
                is_named(last)
                    || last == "next" && outer.strip_suffix('s').unwrap_or(outer) == name
                    || last == name && outer == "next"
                    || name == "after" && (last == "end_cursor" || last == "after" && outer == "cursors")
            }
            [last] => is_named(last),
            [] => false,
        }
}

/// The words of which the names of positions in a listing are made.
const POSITION: &[&str] = &[
    "after",
    "continuation",
    "continue",
    "cursor",
    "marker",
    "offset",
    "page",
    "pagination",
    "position",
    "skip",
    "start",
    "token",
];

/// `true` if a field with these names has the URL of the next page: `nextLink`, `links.next`, `next.href`.
pub fn is_url(field: &[String]) -> bool {
    let names_url = |last: &str| last.split('_').any(|word| matches!(word, "url" | "uri" | "link" | "href"));
    match field {
        [.., outer, last] if outer == "next" => matches!(&**last, "url" | "uri" | "link" | "href"),
        [.., outer, last] if last == "next" => outer.split('_').any(|word| word == "links"),
        [.., last] => last.strip_prefix("odata_").unwrap_or(last).starts_with("next_") && names_url(last),
        [] => false,
    }
}

/// `true` if a list is about the others: what a listing has beside its items.
pub fn is_beside_items(field: &Field) -> bool {
    matches!(naming::value_name(&field.wire_name).as_str(), "links" | "errors" | "warnings" | "unreachable")
}

/// `true` if an object has links.
pub fn is_of_links(field: &Field) -> bool {
    has_word(&field.wire_name, &["links"])
}
