use std::error::Error;
use std::fmt;
use std::ops::RangeInclusive;
use std::time::{SystemTime, UNIX_EPOCH};

use chrono::{DateTime, TimeDelta, Utc};

/// The UNIX seconds of the years 0 to 9999, which RFC 3339 can express. A current timestamp in milliseconds, passed as
/// seconds by mistake, is outside this range, and so is refused.
const SECONDS: RangeInclusive<i64> = -62_167_219_200..=253_402_300_799;

/// The error for a point in time outside the years 0 to 9999.
///
/// ```
/// # use perennial::time::QueryTime;
/// // Milliseconds, where UNIX seconds are expected:
/// assert!(QueryTime::try_from(1_714_521_600_000_i64).is_err());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TimeOutOfRange(());

impl fmt::Display for TimeOutOfRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the time is outside the years 0 to 9999: is it in milliseconds instead of UNIX seconds?")
    }
}

impl Error for TimeOutOfRange {}

pub(super) fn from_unix_seconds(seconds: i64) -> Result<DateTime<Utc>, TimeOutOfRange> {
    check_range(DateTime::from_timestamp(seconds, 0))
}

pub(super) fn from_system_time(time: SystemTime) -> Result<DateTime<Utc>, TimeOutOfRange> {
    let epoch = DateTime::UNIX_EPOCH;
    check_range(match time.duration_since(UNIX_EPOCH) {
        Ok(after) => TimeDelta::from_std(after).ok().and_then(|after| epoch.checked_add_signed(after)),
        Err(before) => TimeDelta::from_std(before.duration()).ok().and_then(|before| epoch.checked_sub_signed(before)),
    })
}

fn check_range(time: Option<DateTime<Utc>>) -> Result<DateTime<Utc>, TimeOutOfRange> {
    time.filter(|time| SECONDS.contains(&time.timestamp())).ok_or(TimeOutOfRange(()))
}

/// Implements the conversions that `Date`, `QueryTime` and `QueryDateTime` have in common. These types must also
/// implement `From<DateTime>`, and `TryFrom<&str>` with the error `$malformed`.
macro_rules! from_other_forms {
    ($time:ty, $malformed:ty) => {
        /// Converts a system time. Fails if the time is outside the years 0 to 9999.
        impl TryFrom<::std::time::SystemTime> for $time {
            type Error = $crate::time::TimeOutOfRange;

            fn try_from(time: ::std::time::SystemTime) -> Result<Self, Self::Error> {
                $crate::time::moment::from_system_time(time).map(Self::from)
            }
        }

        /// Converts UNIX seconds. Fails if the time is outside the years 0 to 9999.
        impl TryFrom<i64> for $time {
            type Error = $crate::time::TimeOutOfRange;

            fn try_from(seconds: i64) -> Result<Self, Self::Error> {
                $crate::time::moment::from_unix_seconds(seconds).map(Self::from)
            }
        }

        impl TryFrom<String> for $time {
            type Error = $malformed;

            fn try_from(text: String) -> Result<Self, Self::Error> {
                Self::try_from(text.as_str())
            }
        }
    };
}
pub(super) use from_other_forms;

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn accepts_unix_seconds_only_in_the_years_0_to_9999() {
        for (seconds, text) in [
            (1_714_557_600, "2024-05-01T10:00:00+00:00"),
            (-1, "1969-12-31T23:59:59+00:00"),
            (-62_167_219_200, "0000-01-01T00:00:00+00:00"),
            (253_402_300_799, "9999-12-31T23:59:59+00:00"),
        ] {
            assert_eq!(from_unix_seconds(seconds).unwrap().to_rfc3339(), text);
        }
        for seconds in [-62_167_219_201, 253_402_300_800, 1_714_557_600_000, i64::MIN, i64::MAX] {
            assert_eq!(from_unix_seconds(seconds), Err(TimeOutOfRange(())));
        }
    }

    #[test]
    fn retains_the_fraction_of_a_system_time_before_and_after_1970() {
        let half = Duration::from_millis(1500);
        for (time, text) in [
            (UNIX_EPOCH, "1970-01-01T00:00:00+00:00"),
            (UNIX_EPOCH + half, "1970-01-01T00:00:01.500+00:00"),
            (UNIX_EPOCH - half, "1969-12-31T23:59:58.500+00:00"),
            (UNIX_EPOCH - Duration::from_secs(1), "1969-12-31T23:59:59+00:00"),
        ] {
            assert_eq!(from_system_time(time).unwrap().to_rfc3339(), text);
        }
        // Some platforms cannot represent these times.
        for seconds in [u64::MAX / 4, 253_402_300_800] {
            for far in [
                UNIX_EPOCH.checked_add(Duration::from_secs(seconds)),
                UNIX_EPOCH.checked_sub(Duration::from_secs(seconds)),
            ] {
                assert!(far.is_none_or(|far| from_system_time(far).is_err()));
            }
        }
    }
}
