//! Determines from a response whether a request may succeed later, and how long to wait.

use std::time::{Duration, SystemTime};

use reqwest::StatusCode;
use reqwest::header::{DATE, HeaderMap, HeaderName, RETRY_AFTER};

/// Returns whether the same request may succeed later.
pub(crate) fn is_transient(status: StatusCode) -> bool {
    matches!(
        status,
        StatusCode::TOO_MANY_REQUESTS
            | StatusCode::BAD_GATEWAY
            | StatusCode::SERVICE_UNAVAILABLE
            | StatusCode::GATEWAY_TIMEOUT
    )
}

/// Parses `Retry-After`, which contains seconds or a date. If a response repeats the header, the header is ignored.
///
/// A date is compared with the response's `Date` header if there is one, so that a wrong local clock does not matter.
pub(crate) fn parse_retry_after(headers: &HeaderMap, now: SystemTime) -> Option<Duration> {
    let text = |name: &HeaderName| headers.get(name)?.to_str().ok().map(str::trim);
    let value = text(&RETRY_AFTER).filter(|_| headers.get_all(RETRY_AFTER).iter().nth(1).is_none())?;
    if value.bytes().all(|byte| byte.is_ascii_digit()) {
        // A number that does not fit into `u64` becomes the longest possible wait.
        return (!value.is_empty()).then(|| Duration::from_secs(value.parse().unwrap_or(u64::MAX)));
    }
    let date = |text: &str| httpdate::parse_http_date(text).ok();
    let now = text(&DATE).and_then(date).unwrap_or(now);
    Some(date(value)?.duration_since(now).unwrap_or_default())
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
}
