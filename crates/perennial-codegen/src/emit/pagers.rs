//! Writes the code for paging: methods of builders that stream all items or pages of a listing, and methods of page
//! types.

use std::slice;

use super::{Context, docs, option};
use crate::{
    api::{
        Counted, Cursor, CursorSource, FirstPage, Limit, More, Number, Operation, Page, PageField, Pager, PagingMethod,
        Presence, Total,
    },
    rust_type,
    text::markdown::code_span,
};

pub fn methods(Pager { items_method, pages_method, by, .. }: &Pager) -> String {
    let kind = match by {
        PagingMethod::Cursor(cursor) => cursor_docs(cursor),
        PagingMethod::Number(number) => number_docs(number),
        PagingMethod::Url(next) if next.is_empty() => url_docs("header `Link` with `rel=\"next\"`"),
        PagingMethod::Url(next) => url_docs(&format!("field {}", dotted(next))),
    };
    let call = "Each page is requested in the same way as by [`send`](Self::send), with the parameters that are set \
                on this builder. The next page is requested once all items of the previous one have been read. The \
                first error ends the stream. [`Error::page`](::perennial::Error::page) returns the page that failed, \
                so that you can resume the listing there. The module [`page`](::perennial::page) shows an example.";
    let all = "Streams the items of all pages. Each call of [`next`](::perennial::page::Items::next) returns one item.";
    let items = docs::paragraphs(&[all, &kind, call]);
    format!(
        "{items}pub fn {items_method}(self) -> ::perennial::page::Items<Self> {{ ::perennial::page::Items::new(self) }}
        /// Streams all pages, with status and headers. Otherwise, same as [`{items_method}`](Self::{items_method}).
        pub fn {pages_method}(self) -> ::perennial::page::Pages<Self> {{ ::perennial::page::Pages::new(self) }}\n"
    )
}

/// Writes the implementation of `Listing`, which requests one page after another. Its methods are inlined, so that only
/// the methods that a program calls are compiled. `copied_body` is an expression for a copy of the builder's body.
pub fn listing(
    Operation { builder, response, .. }: &Operation,
    Pager { by, list, item, .. }: &Pager,
    copied_body: &str,
) -> String {
    let (item, page) = (rust_type::value_type(item).code(), rust_type::response(response).code());
    let items = items(path("page", list, ITEMS));
    let Paging { at, begin, call, next } = match by {
        PagingMethod::Cursor(cursor) => by_cursor(cursor, list),
        PagingMethod::Number(number) => by_number(number, list),
        PagingMethod::Url(next) => by_url(next),
    };
    let [steps, before] = ["steps", "at"].map(|name| if next.contains(&format!("{name}.")) { name } else { "_" });
    format!(
        "impl ::perennial::page::Sealed for {builder} {{}}
        impl ::perennial::page::Listing for {builder} {{
            type Page = {page};
            type Item = {item};
            type At = {at};
            type Call = ::perennial::__private::v1::Sending<Self::Page>;
            #[inline]
            fn begin(&self) -> (::perennial::page::Steps, ::std::option::Option<Self::At>) {{ self.0.{begin} }}
            #[inline]
            fn fetch(&mut self, at: ::std::option::Option<&Self::At>) -> Self::Call {{
                ::std::future::IntoFuture::into_future(Self(self.0.{call}{copied_body}))
            }}
            #[inline]
            fn next({steps}: &mut ::perennial::page::Steps, {before}: ::std::option::Option<&Self::At>, page: &::perennial::ResponseValue<Self::Page>) -> ::std::result::Result<::std::option::Option<Self::At>, &'static str> {{
                {next}
            }}
            #[inline]
            fn into_items(page: Self::Page) -> ::std::vec::Vec<Self::Item> {{ {items} }}
        }}\n"
    )
}

/// The last argument of [`path`] for moving the list out of its page.
const ITEMS: [&str; 3] = ["", "", ".flatten()"];

/// Writes an expression for the items of a page, given the expression for its list, and whether this is an `Option`. If
/// the list is missing, there are no items.
fn items((list, is_optional): (String, bool)) -> String {
    if is_optional { list + ".unwrap_or_default()" } else { list }
}

/// The parts of the implementation of `Listing` that differ between cursors, page numbers and URLs.
struct Paging {
    /// The type of the value that identifies a page: a cursor, a number or a URL.
    at: String,
    begin: String,
    call: String,
    next: String,
}

fn by_cursor(Cursor { setter, ty, source, next, more, .. }: &Cursor, list: &[PageField]) -> Paging {
    let next = match source {
        CursorSource::Number => format!("{}.filter(|next| *next > 0)", whole_number(next)),
        CursorSource::LastItem => {
            let (id, _) = path("item", next, [""; 3]);
            format!("{}.and_then(|items| items.last()).map(|item| ::std::clone::Clone::clone(&{id}))", reference(list))
        }
        CursorSource::Field => reference(next) + ".cloned()",
    };
    let leading_on = format!("::perennial::__private::v1::leading_on({next})");
    let next = match more {
        Some(More { path, .. }) => {
            format!("{leading_on}.filter(|_| {} != {})", reference(path), option(Some("&false")))
        }
        None => leading_on,
    };
    let record = match (source, more) {
        (CursorSource::LastItem, Some(More { path, .. })) => {
            format!("steps.record_more({}.copied()); ", reference(path))
        }
        _ => String::new(),
    };
    Paging {
        at: rust_type::plain(ty).code(),
        begin: format!("begin_by_cursor({setter:?})"),
        call: format!("at_cursor({setter:?}, at)"),
        next: format!("{record}::std::result::Result::Ok({next})"),
    }
}

fn by_url(next: &[PageField]) -> Paging {
    let url = match next {
        [] => "::perennial::__private::v1::next_link(page.headers())".to_owned(),
        _ => format!("::std::result::Result::Ok({}.map(::std::string::String::as_str))", reference(next)),
    };
    Paging {
        at: "::std::string::String".to_owned(),
        begin: "begin_by_url()".to_owned(),
        call: "at_url(at)".to_owned(),
        next: format!("::std::result::Result::Ok(steps.next_url({url}))"),
    }
}

fn by_number(Number { setter, of, first, limit, totals, stated, more, .. }: &Number, list: &[PageField]) -> Paging {
    let none = || option(None::<&str>);
    let size = limit.as_ref().map_or_else(none, |Limit { setter, default, maximum, .. }| {
        format!("self.0.page_size({setter:?}, {}, {})", option(*default), option(*maximum))
    });
    let kind = if *of == Counted::Items { "offset" } else { "number" };
    let (first, start, default, present) = match first {
        FirstPage::Numbered { number, is_default } => {
            (*number, option(Some(number)), option(is_default.then_some(*number)), None)
        }
        FirstPage::Stated(present) => (1, none(), none(), Some(whole_number(present))),
    };
    let begin = format!("begin_by_number({setter:?}, {start}, ::perennial::page::Steps::by_{kind}({first}, {size}))");
    let total = |Total { of, is_last_page, path }: &Total| {
        let of = match of {
            Counted::Items => "Items",
            Counted::Pages if *is_last_page => "LastPage",
            Counted::Pages => "Pages",
        };
        format!("{}.map(::perennial::__private::v1::Total::{of})", whole_number(path))
    };
    let total = match &**totals {
        [] => none(),
        [only] => total(only),
        // A page count below 1 comes from a service that does not count its pages, so the second total is used instead.
        [first, second, ..] => {
            format!("{}.filter(|total| total.is_usable()).or_else(|| {})", total(first), total(second))
        }
    };
    let items = reference(list);
    let number = present.clone().or_else(|| stated.as_deref().map(whole_number));
    let next = if number.is_none() && more.is_none() {
        format!("steps.next_number(at.copied(), {items}, {total})")
    } else {
        let has_more = more.as_ref().map_or_else(none, |more| reference(&more.path) + ".copied()");
        let number = number.unwrap_or_else(none);
        let has_number = present.is_some();
        format!(
            "steps.next_stated_number(at.copied(), {items}, ::perennial::__private::v1::Stated {{ has_number: \
             {has_number}, number: {number}, total: {total}, has_more: {has_more} }})"
        )
    };
    Paging { at: "i64".to_owned(), begin, call: format!("at_number({setter:?}, at, {default})"), next }
}

/// Writes an expression for the integer at the path `fields` of a page. The expression is an `Option`.
fn whole_number(fields: &[PageField]) -> String {
    reference(fields) + ".copied().and_then(::perennial::__private::v1::Number::whole)"
}

/// Writes an expression for a reference to the value at the path `fields` of a page. The expression is an `Option`.
fn reference(fields: &[PageField]) -> String {
    match path("page", fields, ["&", ".as_ref()", ".as_ref().and_then(::std::option::Option::as_ref)"]) {
        (value, true) => value,
        (page, false) if fields.is_empty() => option(Some(page)),
        (value, false) => option(Some(format!("&{value}"))),
    }
}

/// Writes an expression for the value at the path `fields` of `page`, and returns whether the expression is an
/// `Option`.
///
/// The array contains code that is combined with the name of a field. `optional` or `or_null` follows the name of a
/// field that may be missing. `always` precedes a required field of a value that may itself be missing.
fn path(page: &str, fields: &[PageField], [always, optional, or_null]: [&str; 3]) -> (String, bool) {
    fields.iter().fold((page.to_owned(), false), |(value, is_optional), PageField { name, presence }| {
        let (field, is_missing) = match presence {
            Presence::Always => (name.clone(), false),
            Presence::Optional => (format!("{name}{optional}"), true),
            Presence::OrNull => (format!("{name}{or_null}"), true),
        };
        match (is_optional, is_missing) {
            (false, _) => (format!("{value}.{field}"), is_missing),
            (true, false) => (format!("{value}.map(|it| {always}it.{field})"), true),
            (true, true) => (format!("{value}.and_then(|it| it.{field})"), true),
        }
    })
}

/// Returns the path `fields` as callers write it: `meta.next`.
fn dotted(fields: &[PageField]) -> String {
    code_span(&fields.iter().map(|field| &*field.name).collect::<Vec<_>>().join("."))
}

fn cursor_docs(Cursor { wire_name, source, next_name, more, .. }: &Cursor) -> String {
    let [name, next] = [wire_name, next_name].map(|name| code_span(name));
    let (sent, end) = match source {
        CursorSource::Field => (format!("{next} of the previous page"), format!("contains no {next}")),
        CursorSource::Number => (format!("{next} of the previous page"), format!("contains no positive {next}")),
        CursorSource::LastItem => (format!("{next} of the previous page's last item"), "is empty".to_owned()),
    };
    let more = more.as_ref().map(|more| format!(", or when its {} is false", code_span(&more.wire_name)));
    format!(
        "Sends the {sent} in the parameter {name}. The listing ends when a page {end}{}. By default, the listing \
         begins at the first page. To begin at another page, set {name}.",
        more.unwrap_or_default()
    )
}

fn url_docs(place: &str) -> String {
    format!(
        "Follows the URL of the next page in the {place} until a page has no such URL. Every page is requested from \
         the client's own host. The query of the URL replaces the query parameters that are set on this builder. If \
         the path of the URL ends with the path of this operation, the URL may name any host, and only its query is \
         used. If the path is another path below the base URL, the URL must be relative or have the client's host, \
         and its path is used as well. [`following_paths_below`](::perennial::page::Pages::following_paths_below) \
         allows further paths. Other URLs are refused."
    )
}

fn number_docs(Number { wire_name, of: counted, first, limit, totals, more, .. }: &Number) -> String {
    let known = |Limit { default, maximum, .. }: &Limit| match (default, maximum) {
        (Some(default), Some(maximum)) => format!("{default} by default, at most {maximum}"),
        (Some(default), None) => format!("{default} by default"),
        (None, Some(maximum)) => format!("if it is set, at most {maximum}"),
        (None, None) => String::new(),
    };
    let fewer = |limit: &Limit| format!(", or has fewer items than {} ({})", code_span(&limit.wire_name), known(limit));
    let short = limit.as_ref().filter(|limit| limit.is_declared()).map(fewer).unwrap_or_default();
    let (name, end) = (code_span(wire_name), format!("when a page is empty{short}."));
    let number = match counted {
        Counted::Pages => "number of each page",
        Counted::Items => "index of each page's first item",
    };
    let omitted = match first {
        FirstPage::Numbered { is_default: true, .. } => format!(", and the first request omits {name}"),
        _ => String::new(),
    };
    let first = match (first, counted) {
        (FirstPage::Stated(_), _) => "the first page".to_owned(),
        (FirstPage::Numbered { number, .. }, Counted::Pages) => format!("page {number}"),
        (FirstPage::Numbered { number, .. }, Counted::Items) => format!("index {number}"),
    };
    let end = totals.iter().rfold(end, |end, Total { of, is_last_page, path }| {
        let total = code_span(path.last().map_or("", |field| &field.name));
        if *is_last_page {
            return format!("after the page whose number is in {total}. If {total} is missing, the listing ends {end}");
        }
        let (things, unless) = match (of, counted) {
            (Counted::Items, Counted::Pages) => ("items", format!(", or if the listing does not begin at {first}")),
            (_, Counted::Items) => ("items", String::new()),
            (Counted::Pages, Counted::Pages) => ("pages", String::new()),
        };
        format!("when {total} {things} have been received. If {total} is missing{unless}, the listing ends {end}")
    });
    let end = more.as_ref().map_or(end.clone(), |more| {
        let more = code_span(&more.wire_name);
        format!("when {more} is false. If {more} is missing, the listing ends {end}")
    });
    let begin = format!(" By default, the listing begins at {first}{omitted}. To begin elsewhere, set {name}.");
    let past_end = limit.iter().map(|limit| {
        let limit = code_span(&limit.wire_name);
        format!(
            " Some services respond with the status 404 or 400 if the requested page is after the last one. If \
             {limit} is set, such a response ends the listing without an error, provided that the last received page \
             had fewer items than {limit}, all earlier pages were full, and no page stated that another page follows."
        )
    });
    let end: String = [end, begin].into_iter().chain(past_end).collect();
    format!("Sends the {number} in the parameter {name}. The listing ends {end}")
}

/// Writes the implementation of `Page`, which `paginate` requires, for each page type of the document.
pub fn pages(context: &Context<'_>) -> String {
    context.api.pages.iter().map(|each| context.gates.of_type(&each.name).gate_each(&page(each))).collect()
}

fn page(Page { name, list, item, next }: &Page) -> String {
    let item = rust_type::value_type(item).code();
    let items = items(path("self", slice::from_ref(list), ITEMS));
    let text = ["", ".as_deref()", ".as_ref().and_then(::std::option::Option::as_deref)"];
    let next = match path("self", slice::from_ref(next), text) {
        (next, true) => next,
        (next, false) => option(Some(format!("&{next}"))),
    };
    format!(
        "impl {name} {{
            /// The id of the next page; `None` or an empty string on the last page.
            pub fn next_id(&self) -> ::std::option::Option<&str> {{ {next} }}
            /// The items of this page.
            pub fn into_items(self) -> ::std::vec::Vec<{item}> {{ {items} }}
        }}
        impl ::perennial::page::Page for {name} {{
            type Item = {item};
            fn next_id(&self) -> ::std::option::Option<&str> {{ Self::next_id(self) }}
            fn into_items(self) -> ::std::vec::Vec<Self::Item> {{ Self::into_items(self) }}
        }}\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(limit: Option<(Option<i64>, Option<i64>)>, total_of: Option<Counted>) -> String {
        let limit = limit.map(|(default, maximum)| Limit {
            setter: "per_page".to_owned(),
            wire_name: "perPage".to_owned(),
            default,
            maximum,
        });
        let field = |name: &str| PageField { name: name.to_owned(), presence: Presence::Always };
        let total = |of| Total { of, is_last_page: false, path: vec![field("meta"), field("total")] };
        let totals = total_of.into_iter().map(total).collect();
        let [setter, wire_name] = ["page", "page"].map(str::to_owned);
        let first = FirstPage::Numbered { number: 0, is_default: true };
        number_docs(&Number { setter, wire_name, of: Counted::Pages, first, limit, totals, stated: None, more: None })
    }

    #[test]
    fn docs_of_numbered_pages_state_the_first_and_the_last_page() {
        let begin = " By default, the listing begins at page 0, and the first request omits `page`. To begin \
                     elsewhere, set `page`.";
        let short = |known: &str| format!("a page is empty, or has fewer items than `perPage` ({known}).");
        for (limit, total, end) in [
            (None, None, "a page is empty.".to_owned()),
            (Some((Some(10), Some(100))), None, short("10 by default, at most 100")),
            (Some((Some(10), None)), None, short("10 by default")),
            (Some((None, Some(100))), None, short("if it is set, at most 100")),
            (
                None,
                Some(Counted::Items),
                "`total` items have been received. If `total` is missing, or if the listing does not begin at page \
                 0, the listing ends when a page is empty."
                    .to_owned(),
            ),
            (
                Some((Some(10), None)),
                Some(Counted::Pages),
                format!(
                    "`total` pages have been received. If `total` is missing, the listing ends when {}",
                    short("10 by default")
                ),
            ),
        ] {
            let past_end = " Some services respond with the status 404 or 400 if the requested page is after the \
                            last one. If `perPage` is set, such a response ends the listing without an error, \
                            provided that the last received page had fewer items than `perPage`, all earlier pages \
                            were full, and no page stated that another page follows.";
            let past_end = if limit.is_some() { past_end } else { "" };
            let expected = format!(
                "Sends the number of each page in the parameter `page`. The listing ends when {end}{begin}{past_end}"
            );
            assert_eq!(number(limit, total), expected);
        }
    }
}
