//! Pages of a listing.

use super::Context;
use crate::{
    api::{Page, Presence},
    rust_type,
};

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
