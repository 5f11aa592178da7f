//! Recognizes parameters and fields about pages by their names.

use crate::{
    api::{Counted, Field, Type},
    text::naming,
};

/// The names of a page number.
pub const PAGE: &[&str] = &["page", "page_number", "page_no", "page_num", "pageno", "page_index"];

/// The names of the number of items before a page, or of the index of its first item.
pub const OFFSET: &[&str] = &["offset", "skip", "start_index"];

/// The names of the maximum number of items in a page.
pub const LIMIT: &[&str] =
    &["limit", "max_results", "take", "top", "count", "size", "per_page", "page_size", "pagesize", "page_limit"];

/// The names of the field that contains the number of the current page.
pub const PRESENT_PAGE: &[&str] =
    &["page", "page_number", "page_no", "page_num", "pageno", "page_index", "current_page", "current_page_number"];

/// Returns whether a parameter or field is a cursor, according to its name and type. The names of filters, which
/// responses often repeat, are not those of cursors.
pub fn is_cursor(wire_name: &str, ty: &Type) -> bool {
    let has = |words: &[&str]| has_word(wire_name, words);
    let leads_elsewhere = is_backwards(wire_name) || has(&["current", "first", "last", "start"]);
    let is_token = has(&["token"]) && has(&["page", "pagination", "continuation", "continue"]);
    let has_cursor_name =
        naming::value_name(wire_name).split('_').next() == Some("next") || has(&["cursor"]) || is_token;
    is_cursor_type(ty) && has_cursor_name && !leads_elsewhere
}

/// Returns whether a name refers to the previous page.
pub fn is_backwards(wire_name: &str) -> bool {
    has_word(wire_name, &["prev", "previous", "before"])
}

/// Returns whether a field, according to its name and type, is a cursor that leads to the next page.
pub fn is_next_cursor(wire_name: &str, ty: &Type) -> bool {
    has_word(wire_name, &["next"]) && is_cursor(wire_name, ty)
}

/// Returns whether a cursor may have this type. The type has to be comparable, because the runtime compares each cursor
/// with the previous ones.
pub fn is_cursor_type(ty: &Type) -> bool {
    matches!(ty, Type::Text | Type::Uuid | Type::Int32 | Type::Int64 | Type::Uint64)
}

/// Returns whether the name of an object shows that the object is about pages.
pub fn is_about_pages(field: &Field) -> bool {
    has_word(&field.wire_name, &["page", "paging", "pagination", "meta", "metadata"])
}

/// Returns whether the name of a parameter that is an object shows that the object is about pages.
pub fn is_object_about_pages(wire_name: &str) -> bool {
    has_word(wire_name, &["page", "pageable", "paging", "pagination"])
}

/// Returns whether the name of an object shows that the object is about the next page.
pub fn is_of_next(outer: &Field) -> bool {
    naming::value_name(&outer.wire_name).split('_').next() == Some("next")
}

/// Returns whether a field, according to its name and type, states whether another page follows.
pub fn is_more(field: &Field) -> bool {
    let name = naming::value_name(&field.wire_name);
    field.value.ty == Type::Boolean && (name == "more" || name.starts_with("has_more") || name.starts_with("has_next"))
}

/// Returns whether the field at `path` contains the next value of the parameter `name`, a page number or an offset.
/// `names` are the usual names of such a parameter. Examples: `next_page`, `next_page.page` and `pagination.next` for a
/// page number, and `next_offset` for an offset.
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

/// Returns whether a name consists only of words for a position in a listing, such as `page_token`.
pub fn is_position(name: &str) -> bool {
    name.split('_').all(|word| POSITION.contains(&word))
}

/// Returns whether a name contains one of these words.
pub fn has_word(wire_name: &str, words: &[&str]) -> bool {
    naming::value_name(wire_name).split('_').any(|word| words.contains(&word))
}

/// Returns whether a field is a total of items or of pages, according to its name. A field called `length` is not a
/// total, because it is the length of the current page.
pub fn counted_by(field: &Field) -> Option<Counted> {
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

/// Returns the names of the fields of a path, in a form that does not depend on their spelling.
pub fn normalized_names(place: &[&Field]) -> Vec<String> {
    place.iter().map(|field| naming::value_name(&field.wire_name)).collect()
}

/// Returns whether the field at a path contains the value of the parameter `name` for the next page. Examples are
/// `nextCursor`, `cursors.next`, `next.after`, and, for the last item of the page, `cursors.after`.
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

/// The words of which the names of positions in a listing consist.
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

/// Returns whether the field at a path contains the URL of the next page: `nextLink`, `links.next`, `next.href`.
pub fn is_url(field: &[String]) -> bool {
    let names_url = |last: &str| last.split('_').any(|word| matches!(word, "url" | "uri" | "link" | "href"));
    match field {
        [.., outer, last] if outer == "next" => matches!(&**last, "url" | "uri" | "link" | "href"),
        [.., outer, last] if last == "next" => outer.split('_').any(|word| word == "links"),
        [.., last] => last.strip_prefix("odata_").unwrap_or(last).starts_with("next_") && names_url(last),
        [] => false,
    }
}

/// Returns whether a list is not the listing itself, but something that accompanies the items, such as links or errors.
pub fn is_beside_items(field: &Field) -> bool {
    matches!(naming::value_name(&field.wire_name).as_str(), "links" | "errors" | "warnings" | "unreachable")
}

/// Returns whether the name of an object shows that the object contains links.
pub fn is_of_links(field: &Field) -> bool {
    has_word(&field.wire_name, &["links"])
}
