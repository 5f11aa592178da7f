//! The steps from one page to the next, and the detection of listings that would not end.

use std::collections::HashSet;
use std::fmt;
use std::hash::{BuildHasher as _, RandomState};
use std::mem;

use serde::Serialize;

use super::urls::Urls;

/// The state that finds the next page of a listing.
#[doc(hidden)]
#[derive(Debug)]
pub struct Steps {
    by: Paging,
    key: RandomState,
    /// The hashes of the cursors or URLs with which pages have been requested.
    seen: HashSet<[u64; 2]>,
}

#[derive(Debug)]
enum Paging {
    /// Each page contains the cursor of the next page.
    Cursor,
    /// Each page contains the URL of the next page. `refused` is the reason why the most recent URL is not followed.
    Url { urls: Urls, refused: Option<&'static str> },
    /// Pages are requested by page number or offset.
    Number(NumberedPaging),
}

/// Pages that are requested by page number, or by offset (the number of items before the page).
#[derive(Debug, Default)]
struct NumberedPaging {
    first: i64,
    /// Whether pages are requested by offset, so that the next number is this page's offset plus the number of its
    /// items.
    counts_items: bool,
    /// The number of items on each page except the last, if it is known. A page with fewer items is the last.
    size: Option<u64>,
    has_begun: bool,
    /// Whether the most recent page states that another page follows.
    has_more: bool,
    /// The number of items on all pages up to the most recent one, including pages that were not requested; `None` if
    /// it is unknown.
    received: Option<u64>,
    /// The hash of the most recent page, with which a repeated page is detected.
    last: Option<[u64; 2]>,
}

/// A total that a page states.
#[doc(hidden)]
#[derive(Debug, Clone, Copy)]
pub enum Total {
    /// The total number of items.
    Items(i64),
    /// The total number of pages.
    Pages(i64),
}

/// The numbers and flags with which a page describes itself and the listing.
#[doc(hidden)]
#[derive(Debug, Clone, Copy)]
pub struct Stated {
    /// Whether the document declares that each page contains its own number.
    pub has_number: bool,
    /// The number of this page.
    pub number: Option<i64>,
    /// The total number of items or pages.
    pub total: Option<Total>,
    /// Whether another page follows.
    pub has_more: Option<bool>,
}

impl Steps {
    pub(crate) fn by_cursor() -> Self {
        Self::new(Paging::Cursor)
    }

    pub(crate) fn by_url(urls: Urls) -> Self {
        Self::new(Paging::Url { urls, refused: None })
    }

    /// Creates the state for pages that are requested by page number. `first` is the number of the listing's first
    /// page, and `size` the number of items on each page except the last, if it is known.
    pub fn by_number(first: i64, size: Option<u64>) -> Self {
        Self::new(Paging::Number(NumberedPaging { first, size, ..NumberedPaging::default() }))
    }

    /// Same as [`by_number`](Self::by_number), but for pages that are requested by offset, the number of items before
    /// the page.
    pub fn by_offset(first: i64, size: Option<u64>) -> Self {
        Self::new(Paging::Number(NumberedPaging { first, size, counts_items: true, ..NumberedPaging::default() }))
    }

    fn new(by: Paging) -> Self {
        Self { by, key: RandomState::new(), seen: HashSet::new() }
    }

    /// Records that the page at `at` is requested. Fails with a reason if the page has been requested before, because
    /// the listing might never end, or if the position contains a path that must not be requested.
    pub(super) fn record_request(&mut self, at: Option<&impl fmt::Display>) -> Result<(), &'static str> {
        let at = at.map(ToString::to_string);
        let reason = match &mut self.by {
            Paging::Cursor => {
                "the id of a next page came twice, so the listing would not end: \
                 does the service take the id the way it is passed back?"
            }
            Paging::Url { urls, .. } => {
                urls.record_position(at.as_deref().unwrap_or_default())?;
                "the URL of a next page came twice, so the listing would not end"
            }
            Paging::Number(_) => return Ok(()),
        };
        let is_new = at.is_none_or(|at| self.seen.insert(hash_content(&self.key, at.as_bytes())));
        if is_new { Ok(()) } else { Err(reason) }
    }

    /// Returns the reason for not following the URL in the most recent page. Returns `None` if no URL was refused.
    pub(super) fn refusal(&self) -> Option<&'static str> {
        if let Paging::Url { refused, .. } = self.by { refused } else { None }
    }

    /// Returns how messages refer to the page at `at`, such as `page 3`. `count` is the number of pages that have been
    /// requested. A cursor is not shown, since it is part of a query and may be private.
    pub(super) fn page_description(&self, at: Option<&impl fmt::Display>, count: u64) -> String {
        match (&self.by, at) {
            (Paging::Number(_), Some(at)) => format!("page {at}"),
            (Paging::Number(_), None) => format!("page {count}"),
            _ => format!("page {count} of the listing"),
        }
    }

    /// Allows URLs of next pages whose path is below `path`.
    pub(super) fn allow_paths_below(&mut self, path: Option<String>) {
        if let Paging::Url { urls, .. } = &mut self.by {
            urls.allowed = path;
        }
    }

    /// Returns the path that [`allow_paths_below`](Self::allow_paths_below) set.
    pub(super) fn allowed_path(&self) -> Option<String> {
        if let Paging::Url { urls, .. } = &self.by { urls.allowed.clone() } else { None }
    }

    /// Returns the position of the next page: a query, or a path with a query. `url` is the URL of that page, or the reason why it cannot
    /// be parsed. Returns `None` after the last page. Also returns `None` if the URL must not be followed: `refusal`
    /// then returns the reason.
    pub fn next_url(&mut self, url: Result<Option<&str>, &'static str>) -> Option<String> {
        let Paging::Url { urls, refused } = &mut self.by else { return None };
        match url.and_then(|url| leading_on(url).map(|url| urls.position_of_next_page(url)).transpose()) {
            Ok(position) => position,
            Err(reason) => {
                *refused = Some(reason);
                None
            }
        }
    }

    /// Same as [`next_number`](Self::next_number), but for pages that state their number or whether another page
    /// follows.
    ///
    /// # Errors
    ///
    /// The error is the reason why the listing might never end.
    pub fn next_stated_number<T: Serialize>(
        &mut self,
        at: Option<i64>,
        items: Option<&Vec<T>>,
        stated: Stated,
    ) -> Result<Option<i64>, &'static str> {
        let Paging::Number(numbers) = &mut self.by else { return Ok(None) };
        if stated.has_more == Some(false) || items.is_none_or(Vec::is_empty) {
            return Ok(None);
        }
        if let (None, Some(first)) = (at, stated.number) {
            numbers.first = first;
        }
        numbers.has_more = stated.has_more == Some(true);
        let present = at.or(stated.number);
        let next = self.next_number(present, items, stated.total)?;
        if stated.has_number && present.is_none() {
            return Err("the page does not state its number, so the number of the next page is unknown");
        }
        if next.is_some() && stated.number.is_some_and(|number| Some(number) != present) {
            return Err("the page states another number than the one that was requested, so the listing may not end");
        }
        Ok(next)
    }

    /// Returns the number of the next page. `at` is the number of the current page, and `items` are its items. Returns
    /// `None` after the last page.
    ///
    /// # Errors
    ///
    /// The error is the reason why the listing might never end.
    pub fn next_number<T: Serialize>(
        &mut self,
        at: Option<i64>,
        items: Option<&Vec<T>>,
        total: Option<Total>,
    ) -> Result<Option<i64>, &'static str> {
        let Paging::Number(numbers) = &mut self.by else { return Ok(None) };
        let items = items.map(Vec::as_slice).unwrap_or_default();
        let count = items.len() as u64;
        if !mem::replace(&mut numbers.has_begun, true) {
            let before = at.and_then(|at| at.checked_sub(numbers.first)?.try_into().ok());
            numbers.received = before.filter(|before| numbers.counts_items || *before == 0);
        }
        numbers.received = numbers.received.map(|received| received.saturating_add(count));
        let Some(at) = at.filter(|_| !items.is_empty()) else { return Ok(None) };
        let pages = at.saturating_sub(numbers.first).saturating_add(1);
        let is_last = match total {
            _ if numbers.has_more => Some(false),
            Some(Total::Pages(total)) if total > 0 => Some(pages >= total),
            Some(Total::Items(total)) if i128::from(total) >= i128::from(count) => {
                numbers.received.map(|received| i128::from(received) >= i128::from(total))
            }
            // A total that is less than the number of items on this page is ignored, such as -1 from a service that
            // does not count.
            _ => None,
        };
        if is_last.unwrap_or_else(|| numbers.size.is_some_and(|size| count < size)) {
            return Ok(None);
        }
        let content = serde_json::to_vec(items).ok().map(|json| hash_content(&self.key, &json));
        if mem::replace(&mut numbers.last, content) == content && content.is_some() {
            return Err("the same page came twice in a row, so the listing may not end: \
                 does the service take the number of the page? If it does, `starting_at` this page goes on");
        }
        Ok(at.checked_add_unsigned(if numbers.counts_items { count } else { 1 }))
    }
}

/// Turns an empty cursor or URL into `None`, because it would request the first page again.
#[doc(hidden)]
pub fn leading_on<C: fmt::Display>(cursor: Option<C>) -> Option<C> {
    cursor.filter(|cursor| !cursor.to_string().is_empty())
}

/// Hashes an id or a page to 128 bits, so that even long ones take little memory. Different contents do not have the
/// same hash by chance, and because `key` is random, nobody can construct contents that do.
fn hash_content(key: &RandomState, content: &[u8]) -> [u64; 2] {
    [0_u8, 1].map(|half| key.hash_one((half, content)))
}

#[cfg(test)]
mod tests {
    use url::Url;

    use super::*;

    #[test]
    fn pagination_remembers_each_cursor_in_16_bytes() {
        let mut cursors = Steps::by_cursor();
        let ids = (0..2_000).map(|n| format!("{}{n}", "x".repeat(2_000)));
        assert!(ids.clone().all(|id| cursors.record_request(Some(&id)).is_ok()));
        assert!(!ids.clone().any(|id| cursors.record_request(Some(&id)).is_ok()));
        fn size_of_copied_element<T: Copy>(_: &HashSet<T>) -> usize {
            size_of::<T>()
        }
        assert_eq!((cursors.seen.len(), size_of_copied_element(&cursors.seen)), (2_000, 16));
    }

    /// Returns the numbers of the requested pages, beginning with `from`. `pages` contains, for each page, the number
    /// of its items and the total that it states.
    fn requested_numbers(mut numbers: Steps, from: i64, pages: &[(usize, Option<Total>)]) -> Vec<i64> {
        let mut requested = vec![from];
        let mut at = from;
        for (index, (length, total)) in pages.iter().enumerate() {
            let items = vec![index; *length];
            match numbers.next_number(Some(at), Some(&items), *total) {
                Ok(Some(next)) => at = next,
                Ok(None) => break,
                Err(error) => panic!("{error}"),
            }
            requested.push(at);
        }
        requested
    }

    #[test]
    fn item_total_is_ignored_if_pagination_starts_at_a_later_page() {
        let pages = [(2, Some(Total::Items(6))), (2, Some(Total::Items(6))), (0, None)];
        assert_eq!(requested_numbers(Steps::by_number(1, None), 2, &pages), [2, 3, 4]);
        let pages = [(2, Some(Total::Pages(3))), (2, Some(Total::Pages(3)))];
        assert_eq!(requested_numbers(Steps::by_number(1, None), 2, &pages), [2, 3]);
    }

    #[test]
    fn page_offset_advances_by_the_number_of_received_items() {
        let pages = [(2, None), (1, None), (3, None), (0, None)];
        assert_eq!(requested_numbers(Steps::by_offset(0, None), 0, &pages), [0, 2, 3, 6]);
        assert_eq!(requested_numbers(Steps::by_offset(1, Some(2)), 1, &pages), [1, 3]);
        // A total includes the items before the page at which the stream began.
        let pages = [(2, Some(Total::Items(7))), (2, Some(Total::Items(7))), (2, Some(Total::Items(7)))];
        assert_eq!(requested_numbers(Steps::by_offset(0, Some(3)), 3, &pages), [3, 5]);
        assert_eq!(requested_numbers(Steps::by_offset(1, None), 4, &pages), [4, 6]);
        let mut end = Steps::by_offset(0, None);
        assert_eq!(end.next_number(Some(i64::MAX - 1), Some(&vec!["a", "b"]), None), Ok(None));
    }

    #[test]
    fn pagination_ignores_a_total_below_the_items_already_received() {
        for total in [Total::Items(-1), Total::Items(0), Total::Items(1), Total::Pages(0), Total::Pages(-1)] {
            let pages = [(2, Some(total)), (2, Some(total)), (0, Some(total))];
            assert_eq!(requested_numbers(Steps::by_number(1, None), 1, &pages), [1, 2, 3], "{total:?}");
            assert_eq!(requested_numbers(Steps::by_number(1, Some(3)), 1, &pages), [1], "{total:?}");
        }
        // The total decreases if items are deleted while the listing is read.
        let pages = [(2, Some(Total::Items(6))), (2, Some(Total::Items(3))), (2, None)];
        assert_eq!(requested_numbers(Steps::by_number(1, None), 1, &pages), [1, 2]);
    }

    #[test]
    fn pagination_by_number_fails_if_two_successive_pages_are_equal() {
        let mut numbers = Steps::by_number(1, Some(2));
        assert_eq!(numbers.next_number(Some(1), Some(&vec!["a", "b"]), None), Ok(Some(2)));
        assert_eq!(numbers.next_number(Some(2), Some(&vec!["ab", ""]), None), Ok(Some(3)));
        assert_eq!(numbers.next_number(Some(3), Some(&vec!["a", "b"]), None), Ok(Some(4)));
        assert!(numbers.next_number(Some(4), Some(&vec!["a", "b"]), None).is_err());
        let mut numbers = Steps::by_number(1, Some(2));
        assert_eq!(numbers.next_number(Some(4), Some(&vec!["a", "b"]), None), Ok(Some(5)));
        // The last page is not compared with the page before it.
        let mut numbers = Steps::by_number(1, Some(2));
        assert_eq!(numbers.next_number(Some(1), Some(&vec!["a", "b"]), Some(Total::Items(3))), Ok(Some(2)));
        assert_eq!(numbers.next_number(Some(2), Some(&vec!["a", "b"]), Some(Total::Items(3))), Ok(None));
    }

    #[test]
    fn pagination_ends_at_the_greatest_representable_page_number() {
        let mut numbers = Steps::by_number(1, None);
        assert_eq!(numbers.next_number(Some(i64::MAX), Some(&vec!["a"]), None), Ok(None));
        assert_eq!(numbers.next_number(None, Some(&vec!["a"]), None), Ok(None));
    }

    #[test]
    fn refused_url_of_the_next_page_is_reported_as_the_reason_to_end() {
        let urls = || Steps::by_url(Urls::new(Url::parse("https://h").ok(), "/v1".to_owned(), Vec::new()));
        let mut steps = urls();
        for end in [None, Some("")] {
            assert_eq!((steps.next_url(Ok(end)), steps.refusal()), (None, None));
        }
        let at = steps.next_url(Ok(Some("?p=2")));
        assert_eq!(
            (steps.refusal(), steps.record_request(at.as_ref()), steps.record_request(at.as_ref()).is_err()),
            (None, Ok(()), true)
        );
        assert_eq!((steps.next_url(Ok(Some("https://other/?p=2"))), steps.refusal().is_some()), (None, true));
        assert_eq!((urls().next_url(Err("no")), steps.next_url(Err("no")), steps.refusal()), (None, None, Some("no")));
    }
}
