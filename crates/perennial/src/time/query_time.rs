use std::fmt;

use chrono::{DateTime, NaiveDate, TimeZone};
use serde::{Serialize, Serializer};

use super::date::{Date, ParseDateError};
use super::moment::from_other_forms;

/// The value of a query parameter that the document defines inconsistently: the format is `date`, but the description
/// requires a UNIX timestamp. The value can be a point in time or a calendar date.
///
/// A [`DateTime`] of any time zone is sent as UNIX seconds without the fraction, as the document describes. A
/// [`NaiveDate`] is sent as a date, as the document declares.
///
/// A [`Date`] from a response is sent as UNIX seconds if it is a timestamp, and as a date if it has no time.
///
/// A `QueryTime` can also be created with `try_into()` from a [`SystemTime`](std::time::SystemTime), UNIX seconds
/// (`i64`), or a string: a date such as `2024-05-01`, or a timestamp in the format RFC 3339. Setters for a `QueryTime`
/// accept all of these values.
///
/// ```
/// # use perennial::{chrono, time::QueryTime};
/// use chrono::DateTime;
///
/// let moment = DateTime::parse_from_rfc3339("2024-05-01T12:00:00+02:00")?;
/// assert_eq!(QueryTime::from(moment).to_string(), "1714557600");
/// assert_eq!(QueryTime::from(moment.date_naive()).to_string(), "2024-05-01");
/// # Ok::<(), chrono::ParseError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct QueryTime(QueryForm);

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum QueryForm {
    UnixSeconds(i64),
    Date(NaiveDate),
}

impl<Tz: TimeZone> From<DateTime<Tz>> for QueryTime {
    fn from(moment: DateTime<Tz>) -> Self {
        Self(QueryForm::UnixSeconds(moment.timestamp()))
    }
}

impl From<NaiveDate> for QueryTime {
    fn from(date: NaiveDate) -> Self {
        Self(QueryForm::Date(date))
    }
}

/// Converts a date from a response: a timestamp becomes UNIX seconds, and a date without a time remains a date.
impl From<&Date> for QueryTime {
    fn from(date: &Date) -> Self {
        date.timestamp().map_or_else(|| date.date().into(), Self::from)
    }
}

/// Converts a date from a response: a timestamp becomes UNIX seconds, and a date without a time remains a date.
impl From<Date> for QueryTime {
    fn from(date: Date) -> Self {
        Self::from(&date)
    }
}

/// Parses a date such as `2024-05-01`, or a timestamp in the format RFC 3339.
impl TryFrom<&str> for QueryTime {
    type Error = ParseDateError;

    fn try_from(text: &str) -> Result<Self, Self::Error> {
        Date::try_from(text).map(Self::from)
    }
}

from_other_forms!(QueryTime, ParseDateError);

impl fmt::Display for QueryTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            QueryForm::UnixSeconds(seconds) => seconds.fmt(f),
            QueryForm::Date(date) => date.fmt(f),
        }
    }
}

impl Serialize for QueryTime {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use std::time::SystemTime;

    use chrono::Utc;

    use super::*;

    #[test]
    fn query_time_is_the_same_for_equal_times_of_different_types() {
        let moment = DateTime::<Utc>::from_timestamp(1_714_557_600, 0).unwrap();
        for same in [
            QueryTime::try_from(SystemTime::from(moment)).unwrap(),
            QueryTime::try_from(1_714_557_600).unwrap(),
            QueryTime::try_from("2024-05-01T12:00:00+02:00").unwrap(),
            QueryTime::from(&Date::try_from("2024-05-01T10:00:00Z").unwrap()),
        ] {
            assert_eq!(same, QueryTime::from(moment));
        }
        assert_eq!(QueryTime::try_from("2024-05-01"), Ok(QueryTime::from(moment.date_naive())));
        assert_eq!(QueryTime::from(Date::from(moment.date_naive())), QueryTime::from(moment.date_naive()));
        assert!(QueryTime::try_from("1714557600").is_err());
        assert!(QueryTime::try_from(1_714_557_600_000).is_err());
    }
}
