//! Determines the next page of a listing, and detects listings that might never end.

use std::collections::HashSet;
use std::fmt;
use std::hash::{BuildHasher as _, RandomState};
use std::mem;

use http::StatusCode;
use serde::Serialize;

use super::urls::Urls;

/// The state of a listing, from which the next page is determined.
#[doc(hidden)]
#[derive(Debug)]
pub struct Steps {
    by: Paging,
    key: RandomState,
    /// The hashes of the cursors or URLs with which pages have been requested.
    seen: HashSet<[u64; 2]>,
    /// Whether the end has to be inferred from the most recent page, because the page does not state it.
    is_end_inferred: bool,
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
    /// The number of items on each page except the last; `None` if it is unknown.
    size: Option<PageSize>,
    has_begun: bool,
    /// Whether the most recent page has fewer items than the limit in the request, every earlier page is full, the most
    /// recent page states no usable total, and no page so far states that another page follows.
    is_short: bool,
    /// Whether any page so far has fewer items than the limit in the request.
    was_short: bool,
    /// Whether the most recent page states that another page follows.
    has_more: bool,
    /// Whether any page so far states that another page follows, with a flag or a total.
    had_more: bool,
    /// The number of items on all pages up to the most recent one, including pages that were not requested; `None` if
    /// it is unknown.
    received: Option<u64>,
    /// The number that the most recent page states.
    stated: Option<i64>,
    /// The hash of the most recent page and its number, with which a repeated page is detected.
    last: Option<[u64; 2]>,
}

/// The number of items per page.
#[doc(hidden)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PageSize {
    pub items: u64,
    /// Whether every page except the last is guaranteed to contain `items` items.
    ///
    /// If `false`, `items` is only the limit in the request. The service may have a lower maximum, so a page with fewer
    /// items is not necessarily the last.
    pub is_certain: bool,
    /// Whether the page size `items` is sent in the request. If `false`, it is not sent, and `items` is the default
    /// page size.
    pub is_sent: bool,
}

/// The reason why a listing ended: the service declared the end, or the client inferred it.
///
/// ```text
/// let mut books = client.books().list().items();
/// while let Some(book) = books.next().await {
///     println!("{}", book?.title);
/// }
/// if books.end() == Some(ListingEnd::Inferred) {
///     println!("There may be more books.");
/// }
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ListingEnd {
    /// The service declared the end of the listing in one of these ways:
    ///
    /// - A flag in the last page shows that no other page follows.
    /// - The last page has items, and reaches the total that the service states: a number of items, a number of pages,
    ///   or the number of the last page.
    /// - In a listing that is paged by cursor or URL, the last page contains no cursor or URL of a next page. This does
    ///   not apply if the cursor is the id of a page's last item, because a page without items then contains no cursor.
    Declared,
    /// The client inferred the end: the last page has no items or fewer items than the limit, or the request for the
    /// next page failed with 404 or 400.
    ///
    /// If the service returns pages with fewer items even before the last page, the listing may contain further items.
    Inferred,
}

/// The length of a listing, as the service states it in a page: the number of the last page, the total number of items,
/// or the total number of pages.
#[doc(hidden)]
#[derive(Debug, Clone, Copy)]
pub enum Total {
    /// The number of the last page.
    LastPage(i64),
    /// The total number of items.
    Items(i64),
    /// The total number of pages.
    Pages(i64),
}

impl Total {
    /// Returns `false` if the total number of pages, or the number of the last page, is below 1. Services that do not
    /// count their pages send 0 or -1.
    pub fn is_usable(&self) -> bool {
        matches!(self, Self::Pages(1..) | Self::LastPage(1..) | Self::Items(_))
    }
}

/// The paging information in a page: its number, the total number of items or pages, and whether another page follows.
#[doc(hidden)]
#[derive(Debug, Clone, Copy)]
pub struct Stated {
    /// Whether the document declares that each page contains its page number.
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

    /// Creates the initial state of a listing that is paged by page number. `first` is the number of the first page.
    ///
    /// `size` is the number of items on each page except the last, or `None` if it is unknown.
    pub fn by_number(first: i64, size: Option<PageSize>) -> Self {
        Self::new(Paging::Number(NumberedPaging { first, size, ..NumberedPaging::default() }))
    }

    /// Same as [`by_number`](Self::by_number), but for a listing that is paged by offset (the number of items before a
    /// page).
    pub fn by_offset(first: i64, size: Option<PageSize>) -> Self {
        Self::new(Paging::Number(NumberedPaging { first, size, counts_items: true, ..NumberedPaging::default() }))
    }

    fn new(by: Paging) -> Self {
        Self { by, key: RandomState::new(), seen: HashSet::new(), is_end_inferred: false }
    }

    /// Records that the page at `at` is requested. Fails with a reason if the page has been requested before, because
    /// the listing might never end, or if the position contains a path that must not be requested.
    pub(super) fn record_request(&mut self, at: Option<&impl fmt::Display>) -> Result<(), &'static str> {
        let at = at.map(ToString::to_string);
        let reason = match &mut self.by {
            Paging::Cursor => {
                "the service returned the same next-page id twice, so the listing would never end: check whether the \
                 client sends the id in the way that the service expects"
            }
            Paging::Url { urls, .. } => {
                urls.record_position(at.as_deref().unwrap_or_default())?;
                "the service returned the same next-page URL twice, so the listing would never end"
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

    /// Returns whether the most recent page was the last, if the request for the page after it failed with `status`.
    /// Some services respond with 404 or 400 to a page number past the end. These statuses have other causes too, so
    /// the most recent page must also have been short. If any page stated that another page follows, the failure may
    /// hide items, so it is an error.
    pub(super) fn ends_before_failure(&self, status: StatusCode) -> bool {
        let is_past_end = matches!(status, StatusCode::NOT_FOUND | StatusCode::BAD_REQUEST);
        is_past_end && matches!(&self.by, Paging::Number(numbers) if numbers.is_short)
    }

    /// Returns how the listing ended. The most recent page must have been the last.
    pub(super) fn end(&self) -> ListingEnd {
        if self.is_end_inferred { ListingEnd::Inferred } else { ListingEnd::Declared }
    }

    /// Stores whether another page follows the most recent page. Used for listings whose cursor is the id of a page's
    /// last item.
    ///
    /// In such listings, a page without items contains no cursor, so a missing cursor alone does not mean that the
    /// listing is complete. The listing ends with [`ListingEnd::Declared`] only if `has_more` is `Some(false)`.
    pub fn record_more(&mut self, has_more: Option<bool>) {
        self.is_end_inferred = has_more != Some(false);
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

    /// Returns the position of the next page, or `None` after the last page. `url` is the URL that the response states
    /// for the next page.
    ///
    /// The position is the query of the URL. If the path of the URL does not end with the path of the call, the
    /// position is the path with the query.
    ///
    /// Pass `Ok(None)` if the response contains no URL, or the reason as `Err` if the URL cannot be parsed from the
    /// response. If the URL must not be followed, the method returns `None`, and `refusal` returns the reason.
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

    /// Same as [`next_number`](Self::next_number), but for pages that contain their page number, or show whether
    /// another page follows.
    ///
    /// # Errors
    ///
    /// Fails with a reason if the listing might never end, or if the number of the next page is unknown.
    pub fn next_stated_number<T: Serialize>(
        &mut self,
        at: Option<i64>,
        items: Option<&Vec<T>>,
        stated: Stated,
    ) -> Result<Option<i64>, &'static str> {
        let Paging::Number(numbers) = &mut self.by else { return Ok(None) };
        self.is_end_inferred = stated.has_more != Some(false);
        if stated.has_more == Some(false) || items.is_none_or(Vec::is_empty) {
            return Ok(None);
        }
        // Without `has_number`, pages are counted from the first number that the document declares. The service may
        // count differently in its responses, so the number that it states is not used.
        let number = stated.number.filter(|_| stated.has_number);
        if let (None, Some(first)) = (at, number) {
            numbers.first = first;
        }
        numbers.has_more = stated.has_more == Some(true);
        numbers.stated = stated.number;
        let present = at.or(number);
        let next = self.next_number(present, items, stated.total)?;
        if stated.has_number && present.is_none() {
            return Err("the response does not contain the number of the page, so the number of the next page is \
                unknown");
        }
        if next.is_some() && number.is_some_and(|number| Some(number) != present) {
            return Err(
                "the response contains a different page number than the one that was requested, so the listing might \
                 never end",
            );
        }
        Ok(next)
    }

    /// Returns the number of the next page, or `None` after the last page. `at` is the number of the current page, and
    /// `items` contains the items of the current page.
    ///
    /// # Errors
    ///
    /// Fails with a reason if the listing might never end.
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
        self.is_end_inferred = true;
        let Some(at) = at.filter(|_| !items.is_empty()) else { return Ok(None) };
        let pages = at.saturating_sub(numbers.first).saturating_add(1);
        let is_last = match total.filter(Total::is_usable) {
            _ if numbers.has_more => Some(false),
            Some(Total::Pages(total)) => Some(pages >= total),
            Some(Total::LastPage(last)) => Some(at >= last),
            Some(Total::Items(total)) if i128::from(total) >= i128::from(count) => {
                numbers.received.map(|received| i128::from(received) >= i128::from(total))
            }
            // A total that is less than the number of items on this page is ignored, such as -1 from a service that
            // does not count.
            _ => None,
        };
        let is_shorter = |size: &PageSize| count < size.items;
        let is_short = numbers.size.filter(|size| size.is_sent).as_ref().is_some_and(is_shorter);
        numbers.had_more |= is_last == Some(false);
        numbers.is_short = is_short && !numbers.was_short && !numbers.had_more && is_last.is_none();
        numbers.was_short |= is_short;
        self.is_end_inferred = is_last.is_none();
        if is_last.unwrap_or_else(|| numbers.size.filter(|size| size.is_certain).as_ref().is_some_and(is_shorter)) {
            return Ok(None);
        }
        let content = serde_json::to_vec(&(numbers.stated, items)).ok();
        let content = content.map(|json| hash_content(&self.key, &json));
        if mem::replace(&mut numbers.last, content) == content && content.is_some() {
            return Err(
                "the service returned the same page twice in a row, so the listing might never end: check whether \
                 the service ignores the page number; if the service uses the page number, continue from this page \
                 with `starting_at`",
            );
        }
        Ok(at.checked_add_unsigned(if numbers.counts_items { count } else { 1 }))
    }
}

/// Converts an empty cursor or URL into `None`, because a request with it would return the first page again.
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

    fn certain(items: u64) -> Option<PageSize> {
        Some(PageSize { items, is_certain: true, is_sent: false })
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
        assert_eq!(requested_numbers(Steps::by_offset(1, certain(2)), 1, &pages), [1, 3]);
        // A total includes the items before the page at which the stream began.
        let pages = [(2, Some(Total::Items(7))), (2, Some(Total::Items(7))), (2, Some(Total::Items(7)))];
        assert_eq!(requested_numbers(Steps::by_offset(0, certain(3)), 3, &pages), [3, 5]);
        assert_eq!(requested_numbers(Steps::by_offset(1, None), 4, &pages), [4, 6]);
        let mut end = Steps::by_offset(0, None);
        assert_eq!(end.next_number(Some(i64::MAX - 1), Some(&vec!["a", "b"]), None), Ok(None));
    }

    #[test]
    fn pagination_ignores_a_total_below_the_items_already_received() {
        for total in [Total::Items(-1), Total::Items(0), Total::Items(1), Total::Pages(0), Total::Pages(-1)] {
            let pages = [(2, Some(total)), (2, Some(total)), (0, Some(total))];
            assert_eq!(requested_numbers(Steps::by_number(1, None), 1, &pages), [1, 2, 3], "{total:?}");
            assert_eq!(requested_numbers(Steps::by_number(1, certain(3)), 1, &pages), [1], "{total:?}");
        }
        // The total decreases if items are deleted while the listing is read.
        let pages = [(2, Some(Total::Items(6))), (2, Some(Total::Items(3))), (2, None)];
        assert_eq!(requested_numbers(Steps::by_number(1, None), 1, &pages), [1, 2]);
    }

    #[test]
    fn pagination_by_number_fails_if_two_successive_pages_are_equal() {
        let mut numbers = Steps::by_number(1, certain(2));
        assert_eq!(numbers.next_number(Some(1), Some(&vec!["a", "b"]), None), Ok(Some(2)));
        assert_eq!(numbers.next_number(Some(2), Some(&vec!["ab", ""]), None), Ok(Some(3)));
        assert_eq!(numbers.next_number(Some(3), Some(&vec!["a", "b"]), None), Ok(Some(4)));
        assert!(numbers.next_number(Some(4), Some(&vec!["a", "b"]), None).is_err());
        let mut numbers = Steps::by_number(1, certain(2));
        assert_eq!(numbers.next_number(Some(4), Some(&vec!["a", "b"]), None), Ok(Some(5)));
        // The last page is not compared with the page before it.
        let mut numbers = Steps::by_number(1, certain(2));
        assert_eq!(numbers.next_number(Some(1), Some(&vec!["a", "b"]), Some(Total::Items(3))), Ok(Some(2)));
        assert_eq!(numbers.next_number(Some(2), Some(&vec!["a", "b"]), Some(Total::Items(3))), Ok(None));
    }

    #[test]
    fn pagination_ends_at_the_stated_last_page_wherever_it_begins() {
        let pages = [2, 2, 2, 2].map(|count| (count, Some(Total::LastPage(3))));
        assert_eq!(requested_numbers(Steps::by_number(1, None), 1, &pages), [1, 2, 3]);
        assert_eq!(requested_numbers(Steps::by_number(1, None), 2, &pages), [2, 3]);
        assert_eq!(requested_numbers(Steps::by_number(0, None), 0, &pages), [0, 1, 2, 3]);
        let pages = [(2, Some(Total::LastPage(0))), (2, Some(Total::LastPage(-1))), (0, None)];
        assert_eq!(requested_numbers(Steps::by_number(1, None), 1, &pages), [1, 2, 3]);
    }

    #[test]
    fn equal_pages_are_a_loop_unless_they_state_different_numbers() {
        let walk = |numbers: [Option<i64>; 2]| {
            let mut steps = Steps::by_number(1, None);
            let results = [1, 2].map(|at| {
                let number = numbers[at as usize - 1];
                let stated = Stated { has_number: false, number, total: None, has_more: None };
                steps.next_stated_number(Some(at), Some(&vec!["a"]), stated)
            });
            results[1].is_ok()
        };
        assert!(walk([Some(1), Some(2)]) && walk([Some(0), Some(1)]));
        assert!(!walk([Some(1), Some(1)]) && !walk([None, None]));
    }

    #[test]
    fn only_a_short_page_after_full_pages_ends_a_listing_before_a_failure() {
        let sent = PageSize { items: 2, is_certain: false, is_sent: true };
        for (counts, size, total, expected) in [
            (&[1][..], sent, None, true),
            (&[2, 2, 1], sent, None, true),
            (&[2], sent, None, false),
            (&[1, 2], sent, None, false),
            (&[1, 1], sent, None, false),
            (&[2, 1], PageSize { is_sent: false, ..sent }, None, false),
            (&[2, 1], sent, Some(Total::Items(9)), false),
            (&[], sent, None, false),
        ] {
            let mut steps = Steps::by_number(1, Some(size));
            for (at, count) in (1..).zip(counts) {
                assert_eq!(steps.next_number(Some(at), Some(&vec![at; *count]), total), Ok(Some(at + 1)));
            }
            for status in [400, 401, 403, 404, 410, 422, 500] {
                let ends = steps.ends_before_failure(StatusCode::from_u16(status).unwrap());
                assert_eq!(ends, expected && matches!(status, 400 | 404), "{counts:?} {status}");
            }
        }
        assert!(!Steps::by_cursor().ends_before_failure(StatusCode::NOT_FOUND));
    }

    #[test]
    fn failure_is_an_error_if_any_page_states_that_another_page_follows() {
        let size = PageSize { items: 2, is_certain: false, is_sent: true };
        let (unstated, more) = ((None, None), (Some(true), None));
        for (pages, expected) in [
            (&[unstated, unstated, unstated][..], true),
            (&[more, unstated], false),
            (&[more, unstated, unstated], false),
            (&[unstated, more, unstated], false),
            (&[unstated, more], false),
            (&[(None, Some(Total::Items(9))), unstated], false),
            (&[(None, Some(Total::Pages(9))), unstated, unstated], false),
        ] {
            let mut steps = Steps::by_number(1, Some(size));
            for (at, (has_more, total)) in (1..).zip(pages) {
                // Every page is full except the last.
                let items = vec![at; if at as usize == pages.len() { 1 } else { 2 }];
                let stated = Stated { has_number: false, number: None, total: *total, has_more: *has_more };
                assert_eq!(steps.next_stated_number(Some(at), Some(&items), stated), Ok(Some(at + 1)));
            }
            assert_eq!(steps.ends_before_failure(StatusCode::NOT_FOUND), expected, "{pages:?}");
        }
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
