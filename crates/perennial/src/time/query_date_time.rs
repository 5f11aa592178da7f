use std::fmt;

use chrono::{DateTime, ParseError, TimeZone, Utc};
use serde::{Serialize, Serializer};

use super::moment::from_other_forms;

/// The value of a parameter that is a point in time, sent in RFC 3339 format.
///
/// A `QueryDateTime` is created from a [`DateTime`] of any time zone, or with `try_into()` from a
/// [`SystemTime`](std::time::SystemTime), UNIX seconds (`i64`), or a string in the format RFC 3339. Setters for a
/// `QueryDateTime` accept all of these values.
///
/// ```
/// # use perennial::time::QueryDateTime;
/// let moment = QueryDateTime::try_from("2024-05-01T12:00:00+02:00")?;
/// assert_eq!(moment.to_string(), "2024-05-01T10:00:00Z");
/// assert_eq!(moment, QueryDateTime::try_from(1_714_557_600)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct QueryDateTime(DateTime<Utc>);

impl<Tz: TimeZone> From<DateTime<Tz>> for QueryDateTime {
    fn from(moment: DateTime<Tz>) -> Self {
        Self(moment.to_utc())
    }
}

/// Parses a string in the format RFC 3339.
impl TryFrom<&str> for QueryDateTime {
    type Error = ParseError;

    fn try_from(text: &str) -> Result<Self, Self::Error> {
        DateTime::parse_from_rfc3339(text).map(Self::from)
    }
}

from_other_forms!(QueryDateTime, ParseError);

impl fmt::Display for QueryDateTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.to_rfc3339_opts(chrono::SecondsFormat::AutoSi, true))
    }
}

impl Serialize for QueryDateTime {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

#[cfg(test)]
mod tests {
    use chrono::NaiveDate;

    use super::*;

    #[test]
    fn query_timestamp_is_written_like_chrono() {
        let day = NaiveDate::from_ymd_opt(2024, 5, 1).unwrap();
        for (milliseconds, text) in [(0, "2024-05-01T10:00:00Z"), (250, "2024-05-01T10:00:00.250Z")] {
            let moment = day.and_hms_milli_opt(10, 0, 0, milliseconds).unwrap().and_utc();
            let param = QueryDateTime::from(moment);
            assert_eq!(serde_json::to_string(&param).unwrap(), serde_json::to_string(&moment).unwrap());
            assert_eq!(serde_json::to_value(param).unwrap(), text);
            assert_eq!(param.to_string(), text);
        }
    }

    #[test]
    fn query_timestamp_rejects_text_that_is_not_rfc_3339() {
        for text in ["", "2024-05-01", "2024-05-01T10:00:00", "1714557600", "yesterday"] {
            assert!(QueryDateTime::try_from(text).is_err(), "{text}");
        }
    }
}
