use std::time::{Duration, SystemTime};

use reqwest::header::{DATE, HeaderMap, HeaderName, RETRY_AFTER};

/// Parses what `Retry-After` asks for: seconds, or a date. Two such headers say nothing that can be read.
///
/// A date is compared with the `Date` of the same response if there is one, so that a wrong local clock does not
/// matter.
pub(super) fn retry_after(headers: &HeaderMap, now: SystemTime) -> Option<Duration> {
    let text = |name: &HeaderName| headers.get(name)?.to_str().ok().map(str::trim);
    let asked = text(&RETRY_AFTER).filter(|_| headers.get_all(RETRY_AFTER).iter().nth(1).is_none())?;
    if asked.bytes().all(|byte| byte.is_ascii_digit()) {
        // A number too large to count is still too long to wait.
        return (!asked.is_empty()).then(|| Duration::from_secs(asked.parse().unwrap_or(u64::MAX)));
    }
    let date = |text: &str| httpdate::parse_http_date(text).ok();
    let now = text(&DATE).and_then(date).unwrap_or(now);
    Some(date(asked)?.duration_since(now).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(pairs: &[(HeaderName, &str)]) -> Option<Duration> {
        let mut headers = HeaderMap::new();
        for (name, value) in pairs {
            headers.append(name, value.parse().unwrap());
        }
        // Sun, 06 Nov 1994 08:49:37 GMT
        let now = SystemTime::UNIX_EPOCH + Duration::from_secs(784_111_777);
        retry_after(&headers, now)
    }

    #[test]
    fn retry_after_is_read_as_seconds_or_as_a_date() {
        let seconds = |seconds| Some(Duration::from_secs(seconds));
        assert_eq!(asked(&[(RETRY_AFTER, "120")]), seconds(120));
        assert_eq!(asked(&[(RETRY_AFTER, "0")]), seconds(0));
        assert_eq!(asked(&[(RETRY_AFTER, "99999999999999999999999")]), seconds(u64::MAX));
        assert_eq!(asked(&[(RETRY_AFTER, "Sun, 06 Nov 1994 08:49:47 GMT")]), seconds(10));
    }

    #[test]
    fn a_date_that_is_past_asks_for_no_wait() {
        assert_eq!(asked(&[(RETRY_AFTER, "Sun, 06 Nov 1994 08:00:00 GMT")]), Some(Duration::ZERO));
    }

    #[test]
    fn a_date_is_measured_from_the_date_of_the_response() {
        let response = [(RETRY_AFTER, "Wed, 01 May 2024 10:00:05 GMT"), (DATE, "Wed, 01 May 2024 10:00:00 GMT")];
        assert_eq!(asked(&response), Some(Duration::from_secs(5)));
    }

    #[test]
    fn a_malformed_retry_after_is_none() {
        for text in ["", "soon", "-1", "1.5"] {
            assert_eq!(asked(&[(RETRY_AFTER, text)]), None, "{text}");
        }
        assert_eq!(asked(&[]), None);
        assert_eq!(asked(&[(RETRY_AFTER, "0"), (RETRY_AFTER, "3")]), None);
    }
}
