use std::fmt;

use chrono::{DateTime, NaiveDate, TimeZone};
use serde::{Serialize, Serializer};

/// A moment or a calendar date in a query.
///
/// A [`DateTime`] of any time zone is sent as UNIX seconds, without the fraction, which is what the document
/// describes; a [`NaiveDate`] is sent as the date that the document declares.
///
/// ```
/// use chrono::{DateTime, NaiveDate};
/// use monitoring_service::time::QueryTime;
///
/// let moment = DateTime::parse_from_rfc3339("2024-05-01T12:00:00+02:00")?;
/// assert_eq!(QueryTime::from(moment).to_string(), "1714557600");
/// assert_eq!(QueryTime::from(moment.date_naive()).to_string(), "2024-05-01");
/// # Ok::<(), chrono::ParseError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct QueryTime(Form);

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Form {
    UnixSeconds(i64),
    Date(NaiveDate),
}

impl<Tz: TimeZone> From<DateTime<Tz>> for QueryTime {
    fn from(moment: DateTime<Tz>) -> Self {
        Self(Form::UnixSeconds(moment.timestamp()))
    }
}

impl From<NaiveDate> for QueryTime {
    fn from(date: NaiveDate) -> Self {
        Self(Form::Date(date))
    }
}

impl fmt::Display for QueryTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Form::UnixSeconds(seconds) => seconds.fmt(f),
            Form::Date(date) => date.fmt(f),
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
    use chrono::{Local, Utc};

    use super::*;

    #[test]
    fn a_moment_goes_out_as_unix_seconds_in_every_time_zone() {
        let moment = DateTime::<Utc>::from_timestamp(1_714_557_600, 999_999_999).unwrap();
        assert_eq!(QueryTime::from(moment).to_string(), "1714557600");
        let local = moment.with_timezone(&Local);
        assert_eq!(QueryTime::from(local), QueryTime::from(moment));
    }

    #[test]
    fn it_is_serialized_as_a_string() {
        let date = NaiveDate::from_ymd_opt(2024, 5, 1).unwrap();
        let json = serde_json::to_string(&QueryTime::from(date)).unwrap();
        assert_eq!(json, "\"2024-05-01\"");
    }
}
