use chrono::NaiveDate;
use perennial::{time::Date, uuid::fmt::Hyphenated};

/// Returns `true` if a string is a UUID with hyphens.
pub fn is_uuid(text: &str) -> bool {
    text.parse::<Hyphenated>().is_ok()
}

/// Returns `true` if a string is a point in time that a client can read: in the format of RFC 3339, or without the seconds,
/// or without the colon or the minutes of the offset.
pub fn is_date_time(text: &str) -> bool {
    text.parse::<Date>().is_ok_and(|date| date.timestamp().is_some())
}

pub fn is_date(text: &str) -> bool {
    NaiveDate::parse_from_str(text, "%Y-%m-%d").is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recognises_uuid_date_and_timestamp_strings() {
        assert!(is_uuid("6ba7b810-9dad-11d1-80b4-00c04fd430c8"));
        assert!(!is_uuid("6ba7b810-9dad-11d1-80b4-00c04fd430cg") && !is_uuid("6ba7b810") && !is_uuid(""));
        assert!(is_date_time("2024-05-01T10:00:00.000Z") && !is_date_time("2024-05-01") && !is_date_time("1714557600"));
        assert!(is_date_time("2024-05-01T10:00+0000") && !is_date_time("2024-05-01T10+0000"));
        assert!(is_date("2024-05-01") && !is_date("2024-13-01") && !is_date("2024-05-01T10:00:00Z"));
    }
}
