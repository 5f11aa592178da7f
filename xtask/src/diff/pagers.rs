//! The methods of a builder that stream all pages.

use super::{Change, pairs::Pairs, words};
use crate::{rules, surface::Pager};

/// What differs between the pagers of one operation.
pub fn compare(old: Option<&Pager>, new: Option<&Pager>, pairs: &Pairs<'_>) -> Vec<Change> {
    match (old, new) {
        (None, None) => Vec::new(),
        (None, Some(Pager { items, pages, item, at })) => {
            let description =
                format!("`{items}()` and `{pages}()` are new: they stream all pages by {at}, with items of `{item}`");
            vec![Change::new(&rules::PAGER_ADDED, description)]
        }
        (Some(Pager { items, pages, .. }), None) => {
            let description =
                format!("`{items}()` and `{pages}()` are gone: the document no longer shows how pages are requested");
            vec![Change::new(&rules::PAGER_REMOVED, description)]
        }
        (Some(old), Some(new)) => changed(old, new, pairs),
    }
}

fn changed(old: &Pager, new: &Pager, pairs: &Pairs<'_>) -> Vec<Change> {
    let names = [(&old.items, &new.items), (&old.pages, &new.pages)];
    let renamed = names.into_iter().filter(|(old, new)| old != new);
    let renamed = renamed
        .map(|(old, new)| Change::naming(&rules::PAGER_RENAMED, format!("`{old}()` is now called `{new}()`"), new));
    let subject = format!("the item of `{}()`", new.items);
    let item = words::type_change(&words::any(&rules::PAGER_ITEM_CHANGED), &subject, &old.item, &new.item, pairs);
    let at = (old.at != new.at).then(|| {
        let description =
            format!("`{}()` and `{}()` now go by {}, no longer by {}", new.items, new.pages, new.at, old.at);
        Change::new(&rules::PAGER_POSITION_CHANGED, description)
    });
    renamed.chain(item).chain(at).collect()
}
