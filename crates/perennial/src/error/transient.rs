//! Determines from a response whether the same request may succeed later, and how long to wait.

use std::time::{Duration, SystemTime};

use reqwest::StatusCode;
use reqwest::header::{DATE, HeaderMap, HeaderName, RETRY_AFTER};

/// A header that some services send in addition to `Retry-After`, since it is more precise.
const RETRY_AFTER_MS: HeaderName = HeaderName::from_static("retry-after-ms");

/// Returns whether the same request may succeed later. The statuses 520 to 524 and 529 are errors of gateways and
/// overloaded services that no RFC defines.
pub(crate) fn is_transient(status: StatusCode, headers: &HeaderMap) -> bool {
    match status.as_u16() {
        408 | 425 | 429 | 502..=504 | 520..=524 | 529 => true,
        // Some services respond with 403 instead of 429 if a limit is exceeded.
        403 => requests_wait(headers),
        _ => false,
    }
}

/// Returns whether a response requests a wait, even if the length of the wait cannot be parsed.
pub(super) fn requests_wait(headers: &HeaderMap) -> bool {
    headers.contains_key(RETRY_AFTER) || headers.contains_key(RETRY_AFTER_MS)
}

/// Parses the wait that a response requests: the milliseconds in `retry-after-ms`, or else the seconds or the date in
/// `Retry-After`. If `Retry-After` is longer by more than a second, it is used, because the difference is then not the
/// result of rounding. If a response repeats one of the headers, that header is ignored.
///
/// A date is compared with the response's `Date` header if there is one, so that a wrong local clock does not matter.
pub(crate) fn parse_retry_after(headers: &HeaderMap, now: SystemTime) -> Option<Duration> {
    let text = |name: &HeaderName| headers.get(name)?.to_str().ok().map(str::trim);
    let unrepeated = |name: &HeaderName| text(name).filter(|_| headers.get_all(name).iter().nth(1).is_none());
    let precise = unrepeated(&RETRY_AFTER_MS).and_then(parse_milliseconds);
    let value = unrepeated(&RETRY_AFTER);
    let rounded = value.and_then(|value| parse_seconds_or_date(value, text(&DATE), now));
    let is_rounding =
        |precise: &Duration| rounded.is_none_or(|rounded| rounded.saturating_sub(*precise) <= Duration::from_secs(1));
    precise.filter(is_rounding).or(rounded)
}

/// Parses the value of `Retry-After`. `date` is the response's `Date` header. Without this header, a date is compared
/// with `now`.
fn parse_seconds_or_date(value: &str, date: Option<&str>, now: SystemTime) -> Option<Duration> {
    if value.bytes().all(|byte| byte.is_ascii_digit()) {
        // A number that does not fit into `u64` becomes the longest possible wait.
        return (!value.is_empty()).then(|| Duration::from_secs(value.parse().unwrap_or(u64::MAX)));
    }
    let parse_date = |text: &str| httpdate::parse_http_date(text).ok();
    let now = date.and_then(parse_date).unwrap_or(now);
    Some(parse_date(value)?.duration_since(now).unwrap_or_default())
}

/// Parses a decimal number of milliseconds, such as `1500` or `0.5`. A fraction of a millisecond is rounded up.
fn parse_milliseconds(text: &str) -> Option<Duration> {
    let is_decimal = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let milliseconds: f64 = text.parse().ok().filter(|_| is_decimal)?;
    Some(Duration::try_from_secs_f64(milliseconds.ceil() / 1_000.0).unwrap_or(Duration::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed_retry_after(pairs: &[(HeaderName, &str)]) -> Option<Duration> {
        let mut headers = HeaderMap::new();
        for (name, value) in pairs {
            headers.append(name, value.parse().unwrap());
        }
        // Sun, 06 Nov 1994 08:49:37 GMT
        let now = SystemTime::UNIX_EPOCH + Duration::from_secs(784_111_777);
        parse_retry_after(&headers, now)
    }

    #[test]
    fn retry_after_accepts_only_whole_seconds_or_an_http_date() {
        for (headers, seconds) in [
            (&[(RETRY_AFTER, "120")][..], Some(120)),
            (&[(RETRY_AFTER, "0")], Some(0)),
            (&[(RETRY_AFTER, "99999999999999999999999")], Some(u64::MAX)),
            (&[(RETRY_AFTER, "Sun, 06 Nov 1994 08:49:47 GMT")], Some(10)),
            (&[(RETRY_AFTER, "Sun, 06 Nov 1994 08:00:00 GMT")], Some(0)),
            (&[(RETRY_AFTER, "Wed, 01 May 2024 10:00:05 GMT"), (DATE, "Wed, 01 May 2024 10:00:00 GMT")], Some(5)),
            (&[(RETRY_AFTER, "")], None),
            (&[(RETRY_AFTER, "soon")], None),
            (&[(RETRY_AFTER, "-1")], None),
            (&[(RETRY_AFTER, "1.5")], None),
            (&[(RETRY_AFTER, "0"), (RETRY_AFTER, "3")], None),
            (&[], None),
        ] {
            assert_eq!(parsed_retry_after(headers), seconds.map(Duration::from_secs), "{headers:?}");
        }
    }

    #[test]
    fn longer_wait_counts_if_both_headers_differ_by_more_than_a_second() {
        for (milliseconds, retry_after, expected) in [
            ("0", "2", 2_000),
            ("250", "120", 120_000),
            ("999", "2", 2_000),
            ("1000", "2", 1_000),
            ("1500", "2", 1_500),
            ("9000", "2", 9_000),
            ("0", "Sun, 06 Nov 1994 08:50:37 GMT", 60_000),
        ] {
            let wait = parsed_retry_after(&[(RETRY_AFTER_MS, milliseconds), (RETRY_AFTER, retry_after)]);
            assert_eq!(wait, Some(Duration::from_millis(expected)), "{milliseconds} {retry_after}");
        }
        let longest = "9".repeat(400);
        let wait = parsed_retry_after(&[(RETRY_AFTER_MS, &longest), (RETRY_AFTER, &longest)]);
        assert_eq!(wait, Some(Duration::MAX));
    }

    #[test]
    fn retry_after_ms_takes_precedence_if_it_is_a_number() {
        for (headers, milliseconds) in [
            (&[(RETRY_AFTER_MS, "1500")][..], Some(1_500)),
            (&[(RETRY_AFTER_MS, "0.5")], Some(1)),
            (&[(RETRY_AFTER_MS, "250"), (RETRY_AFTER, "1")], Some(250)),
            (&[(RETRY_AFTER_MS, "0"), (RETRY_AFTER, "1")], Some(0)),
            (&[(RETRY_AFTER_MS, "soon"), (RETRY_AFTER, "1")], Some(1_000)),
            (&[(RETRY_AFTER_MS, "1"), (RETRY_AFTER_MS, "2"), (RETRY_AFTER, "1")], Some(1_000)),
            (&[(RETRY_AFTER_MS, "")], None),
            (&[(RETRY_AFTER_MS, "-1")], None),
            (&[(RETRY_AFTER_MS, "1e3")], None),
            (&[(RETRY_AFTER_MS, "inf")], None),
            (&[(RETRY_AFTER_MS, "1.5.2")], None),
        ] {
            assert_eq!(parsed_retry_after(headers), milliseconds.map(Duration::from_millis), "{headers:?}");
        }
        let endless = "9".repeat(400);
        assert_eq!(parsed_retry_after(&[(RETRY_AFTER_MS, &endless)]), Some(Duration::MAX));
    }
}
