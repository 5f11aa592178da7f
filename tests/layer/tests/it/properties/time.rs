use std::cmp::Ordering;

use chrono::{DateTime, Datelike as _, Days, FixedOffset, NaiveDate, TimeDelta, Utc};
use layer::time::{Date, QueryTime};
use layer::types::{IncidentUpdate, PrivateLocationMetrics};
use proptest::prelude::*;
use proptest::sample::{Index, select};
use serde_json::json;

use super::{for_any, text};

/// Generates any day in a four-digit year.
fn day() -> impl Strategy<Value = NaiveDate> {
    let first = NaiveDate::from_ymd_opt(0, 1, 1).unwrap();
    let days = NaiveDate::from_ymd_opt(9999, 12, 31).unwrap().signed_duration_since(first).num_days();
    (0..=days.unsigned_abs()).prop_map(move |days| first + Days::new(days))
}

/// Generates any day that chrono can represent.
fn far_day() -> impl Strategy<Value = NaiveDate> {
    let range = NaiveDate::MIN.num_days_from_ce()..=NaiveDate::MAX.num_days_from_ce();
    range.prop_map(|days| NaiveDate::from_num_days_from_ce_opt(days).unwrap())
}

/// Generates any time on one of `days`, including leap seconds.
fn moment(days: impl Strategy<Value = NaiveDate>) -> impl Strategy<Value = DateTime<Utc>> {
    (days, 0..86_400_u32, 0..1_000_000_000_u32, any::<bool>()).prop_map(|(day, second, nanos, leap)| {
        let nanos = if leap && second % 60 == 59 { nanos + 1_000_000_000 } else { nanos };
        let time = chrono::NaiveTime::from_num_seconds_from_midnight_opt(second, nanos).unwrap();
        day.and_time(time).and_utc()
    })
}

/// Generates any offset, in minutes, that RFC 3339 can express.
fn offset() -> impl Strategy<Value = i32> {
    -(24 * 60 - 1)..24 * 60
}

/// An RFC 3339 timestamp as text, the calendar day in this text, and the point in time in UTC.
#[derive(Debug, Clone)]
struct Timestamp {
    text: String,
    day: NaiveDate,
    moment: DateTime<Utc>,
}

fn timestamp(days: impl Strategy<Value = NaiveDate>) -> impl Strategy<Value = Timestamp> {
    let zone = prop_oneof![
        select(vec!["Z", "z", "-00:00"]).prop_map(|zulu| (zulu.to_owned(), 0)),
        offset().prop_map(|minutes| {
            let sign = if minutes < 0 { '-' } else { '+' };
            (format!("{sign}{:02}:{:02}", minutes.abs() / 60, minutes.abs() % 60), minutes)
        }),
    ];
    let separator = select(vec!['T', 't']);
    (days, separator, 0..24_u32, 0..60_u32, 0..=60_u32, "(\\.[0-9]{1,30})?", zone).prop_map(
        |(day, separator, hour, minute, second, fraction, (zone, offset))| {
            let nanos: u32 = format!("{:0<9.9}", fraction.trim_start_matches('.')).parse().unwrap();
            let time = match second {
                60 => day.and_hms_nano_opt(hour, minute, 59, 1_000_000_000 + nanos),
                _ => day.and_hms_nano_opt(hour, minute, second, nanos),
            };
            let text = format!("{day}{separator}{hour:02}:{minute:02}:{second:02}{fraction}{zone}");
            // Unlike `-`, `and_local_timezone` supports leap seconds.
            let offset = FixedOffset::east_opt(offset * 60).unwrap();
            let moment = time.unwrap().and_local_timezone(offset).unwrap().to_utc();
            Timestamp { text, day, moment }
        },
    )
}

fn spaced(timestamp: &Timestamp) -> Timestamp {
    Timestamp { text: timestamp.text.replacen(['T', 't'], " ", 1), ..timestamp.clone() }
}

/// Generates dates and timestamps. Many of them are the same point in time.
fn date() -> impl Strategy<Value = Date> {
    let close = NaiveDate::from_ymd_opt(2024, 5, 1).unwrap();
    let few = select(vec!["2024-05-01T00:00:00", "2024-04-30T23:59:60", "2024-05-01T01:00:00", "2024-04-30T23:00:00"]);
    let fraction = select(vec!["", ".0", ".000", ".5"]);
    let zone = select(vec!["Z", "z", "+00:00", "-00:00", "+01:00", "-01:00"]);
    let texts = prop_oneof![
        4 => (few, fraction, zone).prop_map(|(time, fraction, zone)| format!("{time}{fraction}{zone}")),
        1 => timestamp(Just(close)).prop_map(|timestamp| timestamp.text),
        1 => timestamp(day()).prop_map(|timestamp| timestamp.text),
        2 => select(vec!["2024-04-30", "2024-05-01", "2024-05-02"]).prop_map(str::to_owned),
        1 => day().prop_map(|day| day.to_string()),
    ];
    texts.prop_map(|text| text.parse().unwrap())
}

/// Generates dates into which a short text is inserted, or in which it replaces a character.
fn almost_a_date() -> impl Strategy<Value = String> {
    let dates = prop_oneof![day().prop_map(|day| day.to_string()), timestamp(day()).prop_map(|read| read.text)];
    (dates, any::<Index>(), any::<bool>(), text(0..3)).prop_map(|(mut date, at, replace, with)| {
        let at = at.index(date.len());
        date.replace_range(at..at + usize::from(replace), &with);
        date
    })
}

/// Parses `text` with `parse` and as JSON. Checks that both results are written exactly as `text`.
fn assert_written_as_read(text: &str) -> Result<Date, TestCaseError> {
    let date: Date = text.parse().map_err(|error| TestCaseError::fail(format!("{error}")))?;
    let json = serde_json::to_string(text).unwrap();
    prop_assert_eq!(date.as_str(), text);
    prop_assert_eq!(date.to_string(), text);
    prop_assert_eq!(serde_json::to_string(&date).unwrap(), json.as_str());
    prop_assert_eq!(&serde_json::from_str::<Date>(&json).unwrap(), &date);
    prop_assert_eq!(&serde_json::from_value::<Date>(text.into()).unwrap(), &date);
    Ok(date)
}

#[test]
fn every_calendar_date_survives_a_round_trip() {
    for_any(day(), |day| {
        let text = format!("{:04}-{:02}-{:02}", day.year(), day.month(), day.day());
        let date = assert_written_as_read(&text)?;
        prop_assert_eq!((date.date(), date.timestamp()), (day, None));
        Ok(())
    });
}

#[test]
fn every_rfc_3339_timestamp_survives_a_round_trip() {
    for_any(timestamp(day()), |Timestamp { text, day, moment }| {
        let date = assert_written_as_read(&text)?;
        prop_assert_eq!((date.date(), date.timestamp()), (day, Some(moment)));
        Ok(())
    });
}

#[test]
fn decodes_every_rfc_3339_timestamp_like_chrono() {
    for_any(
        prop_oneof![timestamp(day()), timestamp(day()).prop_map(|read| spaced(&read))],
        |Timestamp { text, .. }| {
            let by_chrono: DateTime<Utc> = serde_json::from_value(text.as_str().into()).unwrap();
            let update: IncidentUpdate = serde_json::from_value(json!({ "publicIncidentUpdateDate": text })).unwrap();
            prop_assert_eq!(update.public_incident_update_date, Some(by_chrono));
            let metrics: PrivateLocationMetrics = serde_json::from_value(json!({ "timestamps": [text] })).unwrap();
            prop_assert_eq!(metrics.timestamps, Some(vec![by_chrono]));
            Ok(())
        },
    );
}

#[test]
fn timestamp_with_added_white_space_is_refused() {
    for_any((timestamp(day()), any::<Index>(), select(vec![" ", "  ", "\t", "\u{a0}"])), |(read, at, space)| {
        let mut text = read.text;
        // The white space is inserted in addition to the separator between date and time. As the separator itself, a
        // space would be allowed.
        text.insert_str(at.index(text.len() + 1), space);
        prop_assert!(text.parse::<Date>().is_err());
        let update = json!({ "publicIncidentUpdateDate": text });
        prop_assert!(serde_json::from_value::<IncidentUpdate>(update).is_err(), "{text:?}");
        Ok(())
    });
}

#[test]
fn error_for_every_invalid_date_is_on_one_line() {
    for_any(prop_oneof![text(0..300), almost_a_date()], |text| {
        let Err(error) = text.parse::<Date>() else {
            return assert_written_as_read(&text).map(drop);
        };
        let error = error.to_string();
        prop_assert!(!error.contains(char::is_control), "{error:?}");
        let told = serde_json::from_value::<Date>(text.into()).unwrap_err().to_string();
        let quoted = error.strip_suffix(" is neither a date (2024-05-01) nor an RFC 3339 timestamp").unwrap();
        prop_assert_eq!(told, format!("invalid value: {quoted}, expected a date or an RFC 3339 timestamp"));
        Ok(())
    });
}

#[test]
fn error_for_an_invalid_date_quotes_the_text_completely() {
    for_any("[ -~à-üа-я]{0,300}", |text| {
        // The leading letter makes every text an invalid date.
        let text = format!("x{text}");
        let error = text.parse::<Date>().unwrap_err().to_string();
        prop_assert_eq!(error, format!("`{text}` is neither a date (2024-05-01) nor an RFC 3339 timestamp"));
        Ok(())
    });
}

#[test]
fn order_of_dates_is_total_and_agrees_with_equality() {
    for_any((date(), date(), date()), |(a, b, c)| {
        prop_assert_eq!(a.cmp(&a), Ordering::Equal);
        prop_assert_eq!(a.cmp(&b), b.cmp(&a).reverse());
        prop_assert_eq!(a.cmp(&b) == Ordering::Equal, a == b);
        prop_assert_eq!(a == b, a.as_str() == b.as_str());
        prop_assert_eq!(a.partial_cmp(&b), Some(a.cmp(&b)));
        prop_assert!(!(a <= b && b <= c) || a <= c);
        prop_assert!(!(a < b && b < c) || a < c);
        Ok(())
    });
}

#[test]
fn date_of_an_earlier_point_in_time_compares_as_less() {
    for_any((date(), date()), |(a, b)| {
        let moment =
            |date: &Date| date.timestamp().unwrap_or_else(|| date.date().and_time(Default::default()).and_utc());
        prop_assert!(moment(&a) >= moment(&b) || a < b);
        Ok(())
    });
}

#[test]
fn date_from_chrono_keeps_its_day() {
    for_any((moment(far_day()), far_day()), |(moment, day)| {
        for (date, day) in [(Date::from(moment), moment.date_naive()), (Date::from(day), day)] {
            prop_assert_eq!((date.date(), date.timestamp()), (day, None));
        }
        Ok(())
    });
}

#[test]
fn date_from_chrono_survives_a_round_trip() {
    for_any((moment(day()), day()), |(moment, day)| {
        for date in [Date::from(moment), Date::from(day)] {
            prop_assert_eq!(&assert_written_as_read(date.as_str())?, &date);
        }
        Ok(())
    });
}

#[test]
fn query_time_is_sent_as_unix_seconds_for_every_utc_offset() {
    let epoch = DateTime::UNIX_EPOCH;
    for_any(
        (-8_000_000_000_000_i64..8_000_000_000_000, 0..1_000_000_000_i64, offset()),
        |(seconds, nanos, minutes)| {
            let moment = epoch + TimeDelta::seconds(seconds) + TimeDelta::nanoseconds(nanos);
            let offset = FixedOffset::east_opt(minutes * 60).unwrap();
            let text = seconds.to_string();
            prop_assert_eq!(QueryTime::from(moment).to_string(), text.as_str());
            let time = QueryTime::from(moment.with_timezone(&offset));
            prop_assert_eq!(time.to_string(), text.as_str());
            prop_assert_eq!(serde_json::to_value(time).unwrap(), text);
            Ok(())
        },
    );
}

#[test]
fn query_time_without_a_time_of_day_is_sent_as_an_iso_date() {
    for_any(prop_oneof![day(), far_day()], |day| {
        // ISO 8601 requires a sign before years that do not have four digits.
        let year = match day.year() {
            year @ 0..=9999 => format!("{year:04}"),
            year => format!("{year:+05}"),
        };
        let text = format!("{year}-{:02}-{:02}", day.month(), day.day());
        prop_assert_eq!(QueryTime::from(day).to_string(), text.as_str());
        prop_assert_eq!(serde_json::to_value(QueryTime::from(day)).unwrap(), text);
        Ok(())
    });
}
