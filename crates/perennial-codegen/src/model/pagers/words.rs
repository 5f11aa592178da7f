//! Recognizes the names of parameters and fields that are used for paging.

use crate::{
    api::{Counted, Field, Type},
    text::naming,
};

/// Names of parameters that take a page number.
pub const PAGE: &[&str] = &["page", "page_number", "page_no", "page_num", "pageno", "page_index"];

/// Names of parameters that take an offset: the number of items before a page, or the index of its first item.
pub const OFFSET: &[&str] = &["offset", "skip", "start_index"];

/// Names of parameters that take the maximum number of items in a page.
pub const LIMIT: &[&str] =
    &["limit", "max_results", "take", "top", "count", "size", "per_page", "page_size", "pagesize", "page_limit"];

/// Names of response fields that contain the number of the current page.
pub const PRESENT_PAGE: &[&str] =
    &["page", "page_number", "page_no", "page_num", "pageno", "page_index", "current_page", "current_page_number"];

/// Returns whether a parameter or field is a cursor, according to its name and type. A parameter that is not about
/// paging, such as a filter, is not a cursor, even if the response repeats it.
pub fn is_cursor(wire_name: &str, ty: &Type) -> bool {
    let has = |words: &[&str]| has_word(wire_name, words);
    let leads_elsewhere = is_backwards(wire_name) || has(&["current", "first", "last", "start"]);
    let is_token = has(&["token"]) && has(&["page", "pagination", "continuation", "continue"]);
    let has_cursor_name =
        naming::value_name(wire_name).split('_').next() == Some("next") || has(&["cursor"]) || is_token;
    is_cursor_type(ty) && has_cursor_name && !leads_elsewhere
}

pub fn is_backwards(wire_name: &str) -> bool {
    has_word(wire_name, &["prev", "previous", "before"])
}

pub fn is_next_cursor(wire_name: &str, ty: &Type) -> bool {
    has_word(wire_name, &["next"]) && is_cursor(wire_name, ty)
}

/// Returns whether a cursor may have this type. The runtime compares each cursor with the previous ones, so cursors
/// must be comparable.
pub fn is_cursor_type(ty: &Type) -> bool {
    matches!(ty, Type::Text | Type::Uuid | Type::Int32 | Type::Int64 | Type::Uint64)
}

/// Returns whether a field is a paging object, according to its name, such as `pagination` or `meta`.
pub fn is_about_pages(field: &Field) -> bool {
    has_word(&field.wire_name, &["page", "paging", "pagination", "meta", "metadata"])
}

/// Returns whether a parameter that is an object selects the page, according to its name, such as `page` or `pageable`.
pub fn is_object_about_pages(wire_name: &str) -> bool {
    has_word(wire_name, &["page", "pageable", "paging", "pagination"])
}

/// Returns whether an object describes the next page, according to its name, such as `next_page`.
pub fn is_of_next(outer: &Field) -> bool {
    naming::value_name(&outer.wire_name).split('_').next() == Some("next")
}

/// Returns whether a field states that another page follows, according to its name and type.
pub fn is_more(field: &Field) -> bool {
    let name = naming::value_name(&field.wire_name);
    field.value.ty == Type::Boolean && (name == "more" || name.starts_with("has_more") || name.starts_with("has_next"))
}

/// Returns whether the field at `path` contains the next value of the parameter `name`, a page number or an offset.
/// `names` are the usual names of parameters for page numbers or offsets.
///
/// For example, `next_page`, `next_page.page` and `pagination.next` contain the next page number, and `next_offset` the
/// next offset.
pub fn is_next_number(name: &str, names: &[&str], path: &[&Field]) -> bool {
    let fields = normalized_names(path);
    let is_named = |last: &str| names.contains(&last) || last == name;
    match (path, fields.as_slice()) {
        ([.., outer, _], [.., last]) if is_of_next(outer) => is_named(last),
        ([outer, _], [_, last]) if last == "next" => names == PAGE && is_about_pages(outer),
        ([_], [last]) if last == "next" => names == PAGE,
        (_, [.., last]) => last.strip_prefix("next_").is_some_and(is_named),
        _ => false,
    }
}

/// Returns whether a name consists only of words from [`POSITION`], such as `page_token`.
pub fn is_position(name: &str) -> bool {
    name.split('_').all(|word| POSITION.contains(&word))
}

pub fn has_word(wire_name: &str, words: &[&str]) -> bool {
    naming::value_name(wire_name).split('_').any(|word| words.contains(&word))
}

/// Returns whether a field is the total number of items or the total number of pages, according to its name. A field
/// called `length` is not a total, because it may be the length of the current page.
pub fn counted_by(field: &Field) -> Option<Counted> {
    if !is_number(&field.value.ty) {
        return None;
    }
    match naming::value_name(&field.wire_name).as_str() {
        "total" | "total_count" | "total_items" | "total_entries" | "total_results" | "total_records"
        | "total_elements" => Some(Counted::Items),
        "total_pages" | "page_count" | "pages_count" | "pages" | "num_pages" | "last_page" => Some(Counted::Pages),
        _ => None,
    }
}

/// Returns whether a field contains the number of the last page, according to its name.
pub fn is_last_page(field: &Field) -> bool {
    naming::value_name(&field.wire_name) == "last_page"
}

/// Returns whether the name of a field is ambiguous: it may mean the number of pages, or the number of items on the
/// page.
pub fn is_vague_page_count(field: &Field) -> bool {
    matches!(naming::value_name(&field.wire_name).as_str(), "page_count" | "pages_count")
}

pub fn is_number(ty: &Type) -> bool {
    matches!(ty, Type::Int32 | Type::Int64 | Type::Uint64 | Type::Number)
}

/// Returns the names of the fields in a path in snake case, so that `nextId` equals `next_id`.
pub fn normalized_names(place: &[&Field]) -> Vec<String> {
    place.iter().map(|field| naming::value_name(&field.wire_name)).collect()
}

/// Returns whether a field contains the value of the parameter `name` for the next page. `field` contains the names in
/// the path to the field.
///
/// Examples are `nextCursor`, `cursors.next` and `next.after`. `cursors.after` also counts, because it belongs to the
/// last item of the page.
pub fn leads_to(name: &str, field: &[String]) -> bool {
    let is_named = |last: &str| last.strip_prefix("next_") == Some(name);
    is_position(name)
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

/// The words of which the names of cursors and offsets consist.
pub const POSITION: &[&str] = &[
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
    "starting",
    "token",
];

/// Returns whether a field contains the URL of the next page, according to the names in its path: `nextLink`,
/// `links.next`, `next.href`.
pub fn is_url(field: &[String]) -> bool {
    let names_url = |last: &str| last.split('_').any(|word| matches!(word, "url" | "uri" | "link" | "href"));
    match field {
        [.., outer, last] if outer == "next" => matches!(&**last, "url" | "uri" | "link" | "href"),
        [.., outer, last] if last == "next" => outer.split('_').any(|word| word == "links"),
        [.., last] => last.strip_prefix("odata_").unwrap_or(last).starts_with("next_") && names_url(last),
        [] => false,
    }
}

/// Returns whether a list only accompanies the items of a listing, according to its name, such as `links` or `errors`.
pub fn is_beside_items(field: &Field) -> bool {
    matches!(naming::value_name(&field.wire_name).as_str(), "links" | "errors" | "warnings" | "unreachable")
}

pub fn is_of_links(field: &Field) -> bool {
    has_word(&field.wire_name, &["links"])
}
