//! Compares pagers, which are builder methods that request all pages of a listing and return a stream of items or
//! pages.

use perennial_codegen::{api::Pager, rust_type};

use super::{Change, matched_apis::MatchedApis, words};
use crate::rules;

pub fn compare_pagers(old: Option<&Pager>, new: Option<&Pager>, apis: &MatchedApis<'_>) -> Vec<Change> {
    match (old, new) {
        (None, None) => Vec::new(),
        (None, Some(Pager { items_method, pages_method, by, item, .. })) => {
            let item = rust_type::value_type(item);
            let description = format!(
                "`{items_method}()` and `{pages_method}()` are new: they stream all items (`{item}`) or all pages, \
                 and request pages by {by}"
            );
            vec![Change::new(&rules::PAGER_ADDED, description)]
        }
        (Some(Pager { items_method, pages_method, .. }), None) => {
            let description = format!(
                "`{items_method}()` and `{pages_method}()` are removed: the document no longer shows how to request \
                 the next page"
            );
            vec![Change::new(&rules::PAGER_REMOVED, description)]
        }
        (Some(old), Some(new)) => pager_changes(old, new, apis),
    }
}

fn pager_changes(old: &Pager, new: &Pager, apis: &MatchedApis<'_>) -> Vec<Change> {
    let names = [(&old.items_method, &new.items_method), (&old.pages_method, &new.pages_method)];
    let renamed = names.into_iter().filter(|(old, new)| old != new);
    let renamed = renamed
        .map(|(old, new)| Change::for_name(&rules::PAGER_RENAMED, format!("`{old}()` is now called `{new}()`"), new));
    let subject = format!("the item of `{}()`", new.items_method);
    let items = [&old.item, &new.item].map(rust_type::value_type);
    let item = words::type_change([&rules::PAGER_ITEM_CHANGED; 5], &subject, items.each_ref(), apis);
    let [before, after] = [&old.by, &new.by].map(ToString::to_string);
    let at = (before != after).then(|| {
        let Pager { items_method, pages_method, .. } = new;
        let description =
            format!("`{items_method}()` and `{pages_method}()` now request pages by {after}, no longer by {before}");
        Change::new(&rules::PAGER_POSITION_CHANGED, description)
    });
    renamed.chain(item).chain(at).collect()
}
