use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

use chrono::{DateTime, NaiveDate, NaiveTime, TimeZone, Utc};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::moment::from_other_forms;
use super::rfc3339;
use crate::decode::{self, Decode};
use crate::encode::Encode;
use crate::error::escape_line;

/// A date, written as a calendar date (`2024-05-01`) or as a timestamp (`2024-05-01T10:00:00.000Z`).
///
/// A `Date` is parsed from a calendar date, or from an RFC 3339 timestamp with any offset. A timestamp may lack the
/// seconds, and the colon or the minutes of the offset, as in `2024-05-01T10:00+0000`. A timestamp without an offset is
/// read as UTC. A `Date` keeps the string from which it was parsed, and is written as exactly this string.
///
/// A `Date` is created from a [`NaiveDate`] or a [`DateTime`], or with `try_into()` from a
/// [`SystemTime`](std::time::SystemTime), UNIX seconds (`i64`), or a string. Setters for a `Date` accept all of these
/// values. A timestamp in a string is kept. Of any other point in time, only the calendar date is kept, because the
/// document declares a date.
///
/// Two values are equal if their strings are equal. Values are ordered by the point in time, and then by the string. In
/// this order, a date without a time counts as midnight UTC.
///
/// ```
/// # use perennial::time::Date;
/// let date: Date = "2024-05-01T10:00:00.000Z".parse()?;
/// assert_eq!(date.date().to_string(), "2024-05-01");
/// assert_eq!(date.timestamp().map(|at| at.timestamp()), Some(1714557600));
/// assert_eq!(date.to_string(), "2024-05-01T10:00:00.000Z");
/// # Ok::<(), perennial::time::ParseDateError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Date {
    text: DateText,
    date: NaiveDate,
    timestamp: Option<DateTime<Utc>>,
}

impl Date {
    /// Returns the calendar date as written in the string. For a timestamp, this is the date in the timestamp's own
    /// offset.
    pub fn date(&self) -> NaiveDate {
        self.date
    }

    /// Returns the point in time, or `None` for a date without a time.
    pub fn timestamp(&self) -> Option<DateTime<Utc>> {
        self.timestamp
    }

    /// Returns midnight UTC at the start of the calendar date. Use it where a point in time is required, but only a
    /// date is known.
    ///
    /// ```
    /// # use perennial::time::Date;
    /// let date: Date = "2024-05-01".parse()?;
    /// let moment = date.timestamp().unwrap_or_else(|| date.start_utc());
    /// assert_eq!(moment.to_rfc3339(), "2024-05-01T00:00:00+00:00");
    /// # Ok::<(), perennial::time::ParseDateError>(())
    /// ```
    pub fn start_utc(&self) -> DateTime<Utc> {
        self.date.and_time(NaiveTime::MIN).and_utc()
    }

    /// Returns the date or timestamp as a string, exactly as it was received or will be sent.
    pub fn as_str(&self) -> &str {
        self.text.as_str()
    }

    fn moment(&self) -> DateTime<Utc> {
        self.timestamp.unwrap_or_else(|| self.start_utc())
    }
}

/// The error for a string that is neither a date (`2024-05-01`) nor an RFC 3339 timestamp.
///
/// ```
/// # use perennial::time::Date;
/// let error = "2024-02-30".parse::<Date>().expect_err("there is no such day");
/// assert_eq!(error.to_string(), "`2024-02-30` is neither a date (2024-05-01) nor an RFC 3339 timestamp");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParseDateError {
    /// The invalid string, in which line breaks are escaped. In messages about a call, it is also redacted and
    /// shortened.
    text: String,
}

impl fmt::Display for ParseDateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is neither a date (2024-05-01) nor an RFC 3339 timestamp", self.text)
    }
}

impl std::error::Error for ParseDateError {}

/// Parses a date or a timestamp. Returns the calendar date as written, and the point in time of a timestamp.
fn parse_date_or_timestamp(text: &str) -> Result<(NaiveDate, Option<DateTime<Utc>>), ParseDateError> {
    if let Some(date) = rfc3339::parse_date(text) {
        return Ok((date, None));
    }
    if let Some((date, timestamp)) = rfc3339::parse_timestamp(text) {
        return Ok((date, Some(timestamp)));
    }
    let timestamp = rfc3339::parse_other_form(text).map_err(|_| ParseDateError { text: escape_line(text) })?;
    Ok((timestamp.date_naive(), Some(timestamp.to_utc())))
}

impl FromStr for Date {
    type Err = ParseDateError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::try_from(text)
    }
}

impl TryFrom<&str> for Date {
    type Error = ParseDateError;

    fn try_from(text: &str) -> Result<Self, Self::Error> {
        let (date, timestamp) = parse_date_or_timestamp(text)?;
        Ok(Self { text: text.into(), date, timestamp })
    }
}

/// Writes the date as `2024-05-01`.
impl From<NaiveDate> for Date {
    fn from(date: NaiveDate) -> Self {
        Self { text: date.to_string().as_str().into(), date, timestamp: None }
    }
}

/// Keeps only the calendar date in the time zone of the `DateTime`, such as `2024-05-01`.
impl<Tz: TimeZone> From<DateTime<Tz>> for Date {
    fn from(timestamp: DateTime<Tz>) -> Self {
        timestamp.date_naive().into()
    }
}

from_other_forms!(Date, ParseDateError);

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl Ord for Date {
    fn cmp(&self, other: &Self) -> Ordering {
        let by_moment = self.moment().cmp(&other.moment());
        by_moment.then_with(|| self.as_str().cmp(other.as_str()))
    }
}

impl PartialOrd for Date {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Serialize for Date {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl Decode for Date {}

impl Encode for Date {}

impl<'de> Deserialize<'de> for Date {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        decode::text(deserializer, "a date or an RFC 3339 timestamp", |text| {
            Self::try_from(text).map_err(|ParseDateError { text }| format!("`{text}`"))
        })
    }
}

/// The maximum length of a string that is stored inline: the length of `2024-05-01T10:00:00.000Z`.
const INLINE: usize = 24;

/// The string of a date. Strings of up to [`INLINE`] bytes are stored without an allocation. Longer ones are rare.
#[derive(Clone, PartialEq, Eq, Hash)]
enum DateText {
    Inline { bytes: [u8; INLINE], length: u8 },
    Heap(Box<str>),
}

impl DateText {
    fn as_str(&self) -> &str {
        match self {
            // The bytes were copied from a `str`, so they are valid UTF-8.
            Self::Inline { bytes, length } => {
                bytes.get(..usize::from(*length)).and_then(|bytes| str::from_utf8(bytes).ok()).unwrap_or_default()
            }
            Self::Heap(text) => text,
        }
    }
}

impl From<&str> for DateText {
    fn from(text: &str) -> Self {
        let mut bytes = [0; INLINE];
        match (bytes.get_mut(..text.len()), u8::try_from(text.len())) {
            (Some(target), Ok(length)) => {
                target.copy_from_slice(text.as_bytes());
                Self::Inline { bytes, length }
            }
            _ => Self::Heap(text.into()),
        }
    }
}

impl fmt::Debug for DateText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_str().fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use std::time::SystemTime;

    use super::*;

    #[test]
    fn error_for_an_invalid_date_quotes_the_text() {
        for text in [
            "",
            "yesterday",
            "2024-13-01",
            "2024-5-1",
            " 2024-5-01",
            "2024- 5- 1T10: 00:00Z",
            "2024-05-01T10:00:00 Z",
            "2024-05-01T",
            "2024-05-01T10",
            "2024-05-01T10:00:00 ",
            "2024-05-01T25:00:00",
            "2024-05-01T10:00:00.",
            "1714557600",
        ] {
            let error = text.parse::<Date>().unwrap_err().to_string();
            assert!(error.contains(&format!("`{text}`")), "{error}");
            assert!(serde_json::from_value::<Date>(text.into()).is_err());
        }
        assert!(serde_json::from_str::<Date>("1714557600").is_err());
    }

    #[test]
    fn date_without_seconds_or_complete_offset_is_written_as_it_was_read() {
        for text in [
            "2024-05-01T10:00Z",
            "2024-05-01T12:00:00+0200",
            "2024-05-01 12:00+02",
            "2024-05-01T10:00:00",
            "2024-05-01t10:00:00.000000000",
            "2024-05-01 10:00",
        ] {
            let date: Date = serde_json::from_value(text.into()).unwrap();
            assert_eq!(date.timestamp().unwrap().to_rfc3339(), "2024-05-01T10:00:00+00:00");
            assert_eq!(date.date().to_string(), "2024-05-01");
            assert_eq!(serde_json::to_value(&date).unwrap(), text);
        }
    }

    #[test]
    fn date_keeps_the_written_day_and_converts_the_timestamp_to_utc() {
        let date: Date = "2024-05-01T23:30:00-05:00".parse().unwrap();
        assert_eq!(date.date().to_string(), "2024-05-01");
        assert_eq!(date.timestamp().unwrap().to_rfc3339(), "2024-05-02T04:30:00+00:00");
        assert_eq!(date.start_utc().to_rfc3339(), "2024-05-01T00:00:00+00:00");
        assert_eq!("2024-05-01".parse::<Date>().unwrap().timestamp(), None);
    }

    #[test]
    fn date_from_chrono_is_written_as_a_date() {
        let day = NaiveDate::from_ymd_opt(2024, 5, 1).unwrap();
        let moment = day.and_hms_milli_opt(10, 0, 0, 250).unwrap().and_utc();
        for date in [Date::from(day), Date::from(moment)] {
            assert_eq!(date.as_str(), "2024-05-01");
            assert_eq!("2024-05-01".parse::<Date>().unwrap(), date);
        }
        let elsewhere = DateTime::parse_from_rfc3339("2024-05-01T23:30:00-05:00").unwrap();
        assert_eq!(Date::from(elsewhere).as_str(), "2024-05-01");
    }

    #[test]
    fn date_from_unix_seconds_or_a_system_time_is_the_day_in_utc() {
        let date = Date::try_from(1_714_607_999).unwrap();
        assert_eq!(date.as_str(), "2024-05-01");
        assert_eq!(Date::try_from(SystemTime::from(date.start_utc())).unwrap(), date);
        assert!(Date::try_from(1_714_557_600_000).is_err());
    }

    #[test]
    fn date_string_that_is_too_long_to_be_inline_is_retained() {
        for text in ["", "2024-05-01T10:00:00.000Z", "2024-05-01T10:00:00.0000Z", "\u{20ac}\u{20ac}"] {
            assert_eq!(DateText::from(text).as_str(), text);
            assert_eq!(matches!(DateText::from(text), DateText::Inline { .. }), text.len() <= INLINE, "{text}");
        }
    }
}
