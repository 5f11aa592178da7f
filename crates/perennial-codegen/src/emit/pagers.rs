//! What the builder of an operation has to go through all pages of its listing, and what each page has.

use super::{Context, docs, layout::block};
use crate::{
    api::{By, Counted, Cursor, Limit, Number, Page, PageField, Pager, Presence, Total},
    rust_type,
    text::markdown::code_span,
};

/// The lines of the table.
pub fn lines(Pager { items_method, pages_method, by, list, item }: &Pager) -> String {
    let (item, list) = (rust_type::value_type(item).code(), path(list));
    let (docs, by) = match by {
        By::Cursor(cursor) => (cursor_docs(cursor), by_cursor(cursor)),
        By::Number(number) => (number_docs(number), by_number(number)),
        By::Url(next) if next.is_empty() => (url_docs("header `Link` with `rel=\"next\"`"), "link = [];".to_owned()),
        By::Url(next) => (url_docs(&format!("field {}", dotted(next))), format!("url = [{}];", path(next))),
    };
    let docs = docs::lines(&docs);
    block("pages", &format!("{docs}{items_method} {pages_method}: {item} = [{list}];\n{by}\n"))
}

fn by_cursor(Cursor { setter, ty, next, .. }: &Cursor) -> String {
    format!("cursor {setter} = [{}]: {};", path(next), rust_type::plain(ty).code())
}

fn by_number(Number { setter, of, first, is_default, limit, total, .. }: &Number) -> String {
    let number = if *of == Counted::Items { "offset" } else { "number" };
    let sent = if *is_default { "" } else { "sent " };
    let limit = limit.as_ref().map(|Limit { setter, wire_name, default, maximum }| {
        let [default, maximum] =
            [default, maximum].map(|number| number.map(|number| number.to_string()).unwrap_or_default());
        format!(" limit {setter} {wire_name:?} [{default}] [{maximum}]")
    });
    let total = total.as_ref().map(|Total { of, path: fields }| {
        let of = match of {
            Counted::Items => "Items",
            Counted::Pages => "Pages",
        };
        format!(" total {of}({})", path(fields))
    });
    format!("{number} {setter} = {sent}{first}{}{};", limit.unwrap_or_default(), total.unwrap_or_default())
}

/// The fields that lead to a value, each with how it is held.
fn path(fields: &[PageField]) -> String {
    let fields = fields.iter().map(|PageField { name, presence }| match presence {
        Presence::Always => format!("required {name}"),
        Presence::Optional => format!("optional {name}"),
        Presence::OrNull => format!("optional_nullable {name}"),
    });
    fields.collect::<Vec<_>>().join(", ")
}

/// The fields that lead to a value, as a caller writes them.
fn dotted(fields: &[PageField]) -> String {
    code_span(&fields.iter().map(|field| &*field.name).collect::<Vec<_>>().join("."))
}

fn cursor_docs(Cursor { wire_name, next_name, .. }: &Cursor) -> String {
    let [name, next] = [wire_name, next_name].map(|name| code_span(name));
    format!("Follows the cursor {name}, from the first page or the one that is set, until a page has no {next}.")
}

fn url_docs(place: &str) -> String {
    format!(
        "Follows the URL of the next page in the {place}, until there is none: its query, in place of what is set here, if \
         it leads to the same scheme, host, port and path."
    )
}

fn number_docs(Number { wire_name, of: counted, first, limit, total, .. }: &Number) -> String {
    let known = |Limit { default, maximum, .. }: &Limit| match (default, maximum) {
        (Some(default), Some(maximum)) => format!("{default}, or what is set up to {maximum}"),
        (Some(default), None) => format!("{default}, if it is not set"),
        (None, Some(maximum)) => format!("if it is set, up to {maximum}"),
        (None, None) => String::new(),
    };
    let short = limit
        .as_ref()
        .map(|limit| format!(", or has fewer items than {} ({})", code_span(&limit.wire_name), known(limit)));
    let short = short.unwrap_or_default();
    let name = code_span(wire_name);
    let (number, by_items) = match counted {
        Counted::Pages => ("number", false),
        Counted::Items => ("number of items before them,", true),
    };
    let end = match total {
        None => format!("until one is empty{short}."),
        Some(Total { path, .. }) if by_items => {
            let total = code_span(path.last().map_or("", |field| &field.name));
            format!("until there were {total} items. If that is missing: until one is empty{short}.")
        }
        Some(Total { of, path }) => {
            let total = code_span(path.last().map_or("", |field| &field.name));
            let (counted, unless) = match of {
                Counted::Items => ("items", format!("is missing, or the stream does not begin at page {first}")),
                Counted::Pages => ("pages", "is missing".to_owned()),
            };
            format!("until there were {total} {counted}. If that {unless}: until one is empty{short}.")
        }
    };
    let page = if by_items { "" } else { "page " };
    format!("Requests pages by the {number} {name}, starting at {page}{first} or the one that is set, {end}")
}

/// Writes the code that makes `paginate` work, for each page type of the document.
pub fn pages(context: &Context<'_>) -> String {
    context.api.pages.iter().map(|each| context.gates.of_type(&each.name).around(page(each))).collect()
}

fn page(Page { name, list, item, next }: &Page) -> String {
    let item = rust_type::value_type(item).code();
    let list = match list.presence {
        Presence::Always => format!("self.{}", list.name),
        Presence::Optional => format!("self.{}.unwrap_or_default()", list.name),
        Presence::OrNull => format!("self.{}.flatten().unwrap_or_default()", list.name),
    };
    let next = match next.presence {
        Presence::Always => format!("::std::option::Option::Some(&self.{})", next.name),
        Presence::Optional => format!("self.{}.as_deref()", next.name),
        Presence::OrNull => format!("self.{}.as_ref().and_then(::std::option::Option::as_deref)", next.name),
    };
    format!(
        "impl {name} {{
            /// The id of the next page; `None` or an empty one on the last page.
            pub fn next_id(&self) -> ::std::option::Option<&str> {{
                {next}
            }}
            /// The items of this page.
            pub fn into_items(self) -> ::std::vec::Vec<{item}> {{
                {list}
            }}
        }}
        impl ::perennial::page::Page for {name} {{
            type Item = {item};
            fn next_id(&self) -> ::std::option::Option<&str> {{
                Self::next_id(self)
            }}
            fn into_items(self) -> ::std::vec::Vec<Self::Item> {{
                Self::into_items(self)
            }}
        }}\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(limit: Option<(Option<i64>, Option<i64>)>, total: Option<Counted>) -> String {
        let limit = limit.map(|(default, maximum)| Limit {
            setter: "per_page".to_owned(),
            wire_name: "perPage".to_owned(),
            default,
            maximum,
        });
        let field = |name: &str| PageField { name: name.to_owned(), presence: Presence::Always };
        let total = total.map(|of| Total { of, path: vec![field("meta"), field("total")] });
        let [setter, wire_name] = ["page", "page"].map(str::to_owned);
        number_docs(&Number { setter, wire_name, of: Counted::Pages, first: 0, is_default: true, limit, total })
    }

    #[test]
    fn the_docs_of_numbered_pages_say_where_they_begin_and_end() {
        let begin = "Requests pages by the number `page`, starting at page 0 or the one that is set, until";
        let short = |known: &str| format!("one is empty, or has fewer items than `perPage` ({known}).");
        for (limit, total, end) in [
            (None, None, "one is empty.".to_owned()),
            (Some((Some(10), Some(100))), None, short("10, or what is set up to 100")),
            (Some((Some(10), None)), None, short("10, if it is not set")),
            (Some((None, Some(100))), None, short("if it is set, up to 100")),
            (
                None,
                Some(Counted::Items),
                "there were `total` items. If that is missing, or the stream does not begin at page 0: until one is empty."
                    .to_owned(),
            ),
            (
                Some((Some(10), None)),
                Some(Counted::Pages),
                format!("there were `total` pages. If that is missing: until {}", short("10, if it is not set")),
            ),
        ] {
            assert_eq!(number(limit, total), format!("{begin} {end}"));
        }
    }
}
