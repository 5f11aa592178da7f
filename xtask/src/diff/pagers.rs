//! The methods of a builder that stream all pages.

use super::{Change, pairs::Pairs, words};
use crate::surface::Pager;

/// What differs between the pagers of one operation.
pub fn compare(old: Option<&Pager>, new: Option<&Pager>, pairs: &Pairs<'_>) -> Vec<Change> {
    match (old, new) {
        (None, None) => Vec::new(),
        (None, Some(Pager { items, pages, item, at })) => {
            let description =
                format!("`{items}()` and `{pages}()` are new: they stream all pages by {at}, with items of `{item}`");
            vec![Change::compatible(description)]
        }
        (Some(Pager { items, pages, .. }), None) => {
            let description =
                format!("`{items}()` and `{pages}()` are gone: the document no longer shows how pages are requested");
            vec![Change::breaking(description, "use `paginate`, whose closure says how the next page is requested")]
        }
        (Some(old), Some(new)) => changed(old, new, pairs),
    }
}

fn changed(old: &Pager, new: &Pager, pairs: &Pairs<'_>) -> Vec<Change> {
    let names = [(&old.items, &new.items), (&old.pages, &new.pages)];
    let renamed = names.into_iter().filter(|(old, new)| old != new);
    let renamed = renamed.map(|(old, new)| {
        Change::breaking(format!("`{old}()` is now called `{new}()`"), format!("call `.{new}()` instead"))
    });
    let item = words::type_change(&format!("the item of `{}()`", new.items), &old.item, &new.item, pairs);
    let at = (old.at != new.at).then(|| {
        Change::breaking(
            format!("`{}()` and `{}()` now go by {}, no longer by {}", new.items, new.pages, new.at, old.at),
            "pass `starting_at` the new kind of position; saved positions are no longer valid",
        )
    });
    renamed.chain(item).chain(at).collect()
}
