//! The steps from one page to the next, and the detection of listings that would not end.

use std::collections::HashSet;
use std::fmt;
use std::hash::{BuildHasher as _, RandomState};
use std::marker::PhantomData;
use std::mem;

use serde::Serialize;

/// The way through a listing, of which only the pages know the next one.
#[doc(hidden)]
pub trait Steps {
    /// The value that asks for a page.
    type At: Clone + fmt::Display;

    /// Begins at this page; `None` stands for what the call itself asks for.
    fn begin(&mut self, _: Option<&Self::At>) {}

    /// Records that this page is asked for.
    ///
    /// # Errors
    ///
    /// The reason why the listing would not end.
    fn ask(&mut self, _: Option<&Self::At>) -> Result<(), &'static str> {
        Ok(())
    }

    /// Returns the reason why the page after the last one is not asked for, although there may be one.
    fn refusal(&self) -> Option<&'static str> {
        None
    }

    /// Returns the name that messages have for the page at `at`, which is `count` pages into the listing. A cursor is
    /// part of a query, and may be private.
    fn shown(at: Option<&Self::At>, count: u64) -> String;
}

/// Pages that have what asks for the next one.
#[doc(hidden)]
#[derive(Debug)]
pub struct Cursors<C> {
    key: RandomState,
    /// The cursors that were asked for.
    seen: HashSet<[u64; 2]>,
    cursor: PhantomData<fn() -> C>,
}

impl<C> Default for Cursors<C> {
    fn default() -> Self {
        Self { key: RandomState::new(), seen: HashSet::new(), cursor: PhantomData }
    }
}

impl<C: fmt::Display> Cursors<C> {
    /// Returns the cursor that asks for the next page, from the one that a page has; `None` after the last one.
    pub fn next(cursor: Option<C>) -> Option<C> {
        cursor.filter(leads_on)
    }
}

/// `true` if a cursor is not empty: an empty one leads to the first page, as none does.
pub(super) fn leads_on(cursor: &impl fmt::Display) -> bool {
    !cursor.to_string().is_empty()
}

impl<C: Clone + fmt::Display> Steps for Cursors<C> {
    type At = C;

    fn ask(&mut self, at: Option<&C>) -> Result<(), &'static str> {
        if at.is_none_or(|at| self.seen.insert(hash(&self.key, at.to_string().as_bytes()))) {
            return Ok(());
        }
        Err("the id of a next page came twice, so the listing would not end: \
             does the service take the id the way it is passed back?")
    }

    fn shown(_: Option<&C>, count: u64) -> String {
        format!("page {count} of the listing")
    }
}

/// Pages that are asked for by number: of the page, or of the items before it.
#[doc(hidden)]
#[derive(Debug)]
pub struct Numbers {
    /// The number of the first page.
    first: i64,
    /// Set if the number of the next page is greater by the items of this one.
    counts_items: bool,
    /// The number of items on each page but the last, where that is known.
    size: Option<u64>,
    /// The number of items so far, where it is known: a stream may begin at a later page.
    taken: Option<u64>,
    key: RandomState,
    /// The content of the last page.
    last: Option<[u64; 2]>,
}

/// The total that a page states.
#[doc(hidden)]
#[derive(Debug, Clone, Copy)]
pub enum Total {
    /// Items on all pages.
    Items(i64),
    /// Pages.
    Pages(i64),
}

impl Numbers {
    /// A walk that begins with the page `first`, each but the last of which has `size` items if that is known.
    pub fn new(first: i64, size: Option<u64>) -> Self {
        Self { first, counts_items: false, size, taken: None, key: RandomState::new(), last: None }
    }

    /// As [`new`](Self::new), by the number of items before a page.
    pub fn of_items(first: i64, size: Option<u64>) -> Self {
        Self { counts_items: true, ..Self::new(first, size) }
    }

    /// The number after `at`, whose page has these items; `None` after the last page.
    ///
    /// # Errors
    ///
    /// The reason why the listing would not end.
    pub fn next<T: Serialize>(
        &mut self,
        at: Option<i64>,
        items: &[T],
        total: Option<Total>,
    ) -> Result<Option<i64>, &'static str> {
        let count = items.len() as u64;
        self.taken = self.taken.map(|taken| taken.saturating_add(count));
        let Some(at) = at.filter(|_| !items.is_empty()) else { return Ok(None) };
        let pages = at.saturating_sub(self.first).saturating_add(1);
        let is_last = match total {
            Some(Total::Pages(total)) if total > 0 => Some(pages >= total),
            Some(Total::Items(total)) if i128::from(total) >= i128::from(count) => {
                self.taken.map(|taken| i128::from(taken) >= i128::from(total))
            }
            // Less than this page has, such as -1 where it was not counted, is none.
            _ => None,
        };
        if is_last.unwrap_or_else(|| self.size.is_some_and(|size| count < size)) {
            return Ok(None);
        }
        let content = serde_json::to_vec(items).ok().map(|json| hash(&self.key, &json));
        if mem::replace(&mut self.last, content) == content && content.is_some() {
            return Err("the same page came twice in a row, so the listing may not end: \
                 does the service take the number of the page? If it does, `starting_at` this page goes on");
        }
        Ok(at.checked_add_unsigned(if self.counts_items { count } else { 1 }))
    }
}

impl Steps for Numbers {
    type At = i64;

    fn begin(&mut self, at: Option<&i64>) {
        let before = at.and_then(|at| at.checked_sub(self.first)?.try_into().ok());
        self.taken = before.filter(|before| self.counts_items || *before == 0);
        self.last = None;
    }

    fn shown(at: Option<&i64>, count: u64) -> String {
        format!("page {}", at.map_or_else(|| count.to_string(), i64::to_string))
    }
}

/// The hash of an id or a page, since the service decides how long these are. With 128 bits, no two of a listing have the
/// same hash by chance; with a random key, nobody can choose two that do.
fn hash(key: &RandomState, content: &[u8]) -> [u64; 2] {
    [0_u8, 1].map(|half| key.hash_one((half, content)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_takes_16_bytes_however_long_it_is() {
        let mut cursors = Cursors::default();
        let ids = (0..2_000).map(|n| format!("{}{n}", "x".repeat(2_000)));
        assert!(ids.clone().all(|id| cursors.ask(Some(&id)).is_ok()));
        assert!(!ids.clone().any(|id| cursors.ask(Some(&id)).is_ok()));
        fn is_copied<T: Copy>(_: &HashSet<T>) -> usize {
            size_of::<T>()
        }
        assert_eq!((cursors.seen.len(), is_copied(&cursors.seen)), (2_000, 16));
    }

    /// The numbers that are asked for from `from` on, if the service has pages of these lengths from there.
    fn asked(mut numbers: Numbers, from: i64, pages: &[(usize, Option<Total>)]) -> Vec<i64> {
        numbers.begin(Some(&from));
        let mut asked = vec![from];
        let mut at = from;
        for (index, (length, total)) in pages.iter().enumerate() {
            let items = vec![index; *length];
            match numbers.next(Some(at), &items, *total) {
                Ok(Some(next)) => at = next,
                Ok(None) => break,
                Err(error) => panic!("{error}"),
            }
            asked.push(at);
        }
        asked
    }

    #[test]
    fn a_walk_by_number_ends_at_an_empty_page_and_at_a_short_one() {
        let pages = [(2, None), (1, None), (2, None), (0, None), (2, None)];
        assert_eq!(asked(Numbers::new(1, None), 1, &pages), [1, 2, 3, 4]);
        assert_eq!(asked(Numbers::new(1, Some(2)), 1, &pages), [1, 2]);
        assert_eq!(asked(Numbers::new(0, Some(1)), 0, &pages), [0, 1, 2, 3]);
    }

    #[test]
    fn a_walk_by_number_ends_at_a_total_of_items_or_pages() {
        let of = |total: fn(i64) -> Total, count| vec![(2, Some(total(count))); 5];
        assert_eq!(asked(Numbers::new(1, Some(2)), 1, &of(Total::Items, 4)), [1, 2]);
        assert_eq!(asked(Numbers::new(1, None), 1, &of(Total::Items, 5)), [1, 2, 3]);
        assert_eq!(asked(Numbers::new(1, None), 1, &of(Total::Pages, 2)), [1, 2]);
        assert_eq!(asked(Numbers::new(0, None), 0, &of(Total::Pages, 2)), [0, 1]);
        // More is said to come.
        assert_eq!(asked(Numbers::new(1, Some(3)), 1, &of(Total::Items, 5)), [1, 2, 3]);
    }

    #[test]
    fn a_total_of_items_says_nothing_to_a_walk_that_began_in_the_middle() {
        let pages = [(2, Some(Total::Items(6))), (2, Some(Total::Items(6))), (0, None)];
        assert_eq!(asked(Numbers::new(1, None), 2, &pages), [2, 3, 4]);
        let pages = [(2, Some(Total::Pages(3))), (2, Some(Total::Pages(3)))];
        assert_eq!(asked(Numbers::new(1, None), 2, &pages), [2, 3]);
    }

    #[test]
    fn a_walk_by_offset_goes_on_by_the_items_that_came() {
        let pages = [(2, None), (1, None), (3, None), (0, None)];
        assert_eq!(asked(Numbers::of_items(0, None), 0, &pages), [0, 2, 3, 6]);
        assert_eq!(asked(Numbers::of_items(1, Some(2)), 1, &pages), [1, 3]);
        // A total counts from the first item, wherever the walk began.
        let pages = [(2, Some(Total::Items(7))), (2, Some(Total::Items(7))), (2, Some(Total::Items(7)))];
        assert_eq!(asked(Numbers::of_items(0, Some(3)), 3, &pages), [3, 5]);
        assert_eq!(asked(Numbers::of_items(1, None), 4, &pages), [4, 6]);
        let mut end = Numbers::of_items(0, None);
        assert_eq!(end.next(Some(i64::MAX - 1), &["a", "b"], None), Ok(None));
    }

    #[test]
    fn a_total_that_is_less_than_there_is_on_the_page_is_none() {
        for total in [Total::Items(-1), Total::Items(0), Total::Items(1), Total::Pages(0), Total::Pages(-1)] {
            let pages = [(2, Some(total)), (2, Some(total)), (0, Some(total))];
            assert_eq!(asked(Numbers::new(1, None), 1, &pages), [1, 2, 3], "{total:?}");
            assert_eq!(asked(Numbers::new(1, Some(3)), 1, &pages), [1], "{total:?}");
        }
        // Items that were there may be gone.
        let pages = [(2, Some(Total::Items(6))), (2, Some(Total::Items(3))), (2, None)];
        assert_eq!(asked(Numbers::new(1, None), 1, &pages), [1, 2]);
    }

    #[test]
    fn only_the_same_page_twice_in_a_row_is_refused() {
        let mut numbers = Numbers::new(1, Some(2));
        numbers.begin(Some(&1));
        assert_eq!(numbers.next(Some(1), &["a", "b"], None), Ok(Some(2)));
        assert_eq!(numbers.next(Some(2), &["ab", ""], None), Ok(Some(3)));
        assert_eq!(numbers.next(Some(3), &["a", "b"], None), Ok(Some(4)));
        assert!(numbers.next(Some(4), &["a", "b"], None).is_err());
        numbers.begin(Some(&4));
        assert_eq!(numbers.next(Some(4), &["a", "b"], None), Ok(Some(5)));
        // It is not asked whether the last page is the same.
        numbers.begin(Some(&1));
        assert_eq!(numbers.next(Some(1), &["a", "b"], Some(Total::Items(3))), Ok(Some(2)));
        assert_eq!(numbers.next(Some(2), &["a", "b"], Some(Total::Items(3))), Ok(None));
    }

    #[test]
    fn the_last_number_is_the_end() {
        let mut numbers = Numbers::new(1, None);
        assert_eq!(numbers.next(Some(i64::MAX), &["a"], None), Ok(None));
        assert_eq!(numbers.next(None, &["a"], None), Ok(None));
    }
}
