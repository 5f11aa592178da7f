//! The common forms of dates and timestamps, parsed directly: chrono takes ten times as long, most of the time of a
//! metrics window. What has another form is left to chrono.

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};

/// The date `2024-05-01`.
pub(super) fn date(text: &str) -> Option<NaiveDate> {
    day(text.as_bytes().try_into().ok()?)
}

/// The moment `2024-05-01T10:00:00Z`, perhaps with up to nine decimals and with an offset instead of `Z`, and its date
/// in that offset.
#[inline]
pub(crate) fn timestamp(text: &str) -> Option<(NaiveDate, DateTime<Utc>)> {
    milliseconds(text.as_bytes()).or_else(|| any_precision(text))
}

/// The moment `2024-05-01T10:00:00.000Z`, as the service writes it: three times eight characters.
#[inline]
fn milliseconds(text: &[u8]) -> Option<(NaiveDate, DateTime<Utc>)> {
    let ([year_and_month, day_to_minute, second_to_zone], []) = text.as_chunks() else { return None };
    let [day, _, _, hour, _, _, minute, _] = Form::DAY_TO_MINUTE.read(*day_to_minute)?;
    let [_, second, _, hundreds, _, ones, _, _] = Form::SECOND_TO_ZONE.read(*second_to_zone)?;
    let date = day_of(*year_and_month, day.into())?;
    let milliseconds = 100 * u32::from(hundreds) + u32::from(ones);
    let moment = date.and_hms_milli_opt(hour.into(), minute.into(), second.into(), milliseconds)?;
    Some((date, moment.and_utc()))
}

fn any_precision(text: &str) -> Option<(NaiveDate, DateTime<Utc>)> {
    let (date, rest) = text.as_bytes().split_first_chunk()?;
    let (&[b'T', ref time @ ..], rest): (&[u8; 9], _) = rest.split_first_chunk()? else { return None };
    let date = day(*date)?;
    let [hour, _, _, minute, _, _, second, _] = Form::TIME.read(*time)?;
    let (nanos, zone) = nanos(rest)?;
    let local = date.and_hms_nano_opt(hour.into(), minute.into(), second.into(), nanos)?.and_utc();
    let moment = if zone == b"Z" { local } else { local.checked_sub_signed(offset(zone)?)? };
    Some((date, moment))
}

fn day([year_and_month @ .., d1, d2]: [u8; 10]) -> Option<NaiveDate> {
    day_of(year_and_month, two(d1, d2)?)
}

/// The day with this number, of the month `2024-05-`.
fn day_of(year_and_month: [u8; 8], day: u32) -> Option<NaiveDate> {
    let [century, _, year, _, _, month, _, _] = Form::YEAR_AND_MONTH.read(year_and_month)?;
    NaiveDate::from_ymd_opt(100 * i32::from(century) + i32::from(year), month.into(), day)
}

/// Eight characters that are read at once, as the bytes of a number: digits, and others between them.
struct Form {
    zeros: u64,
    /// What may be added to the difference of each byte until it has the high bit.
    slack: u64,
}

impl Form {
    const YEAR_AND_MONTH: Self = Self::new(*b"0000-00-");
    const DAY_TO_MINUTE: Self = Self::new(*b"00T00:00");
    const SECOND_TO_ZONE: Self = Self::new(*b":00.000Z");
    const TIME: Self = Self::new(*b"00:00:00");
    const HIGH_BITS: u64 = 0x8080_8080_8080_8080;

    /// Each `0` stands for a digit.
    const fn new(form: [u8; 8]) -> Self {
        let mut slack = [0; 8];
        let mut index = 0;
        while index < form.len() {
            let differences = if form[index] == b'0' { 10 } else { 1 };
            slack[index] = 0x80 - differences;
            index += 1;
        }
        Self { zeros: u64::from_le_bytes(form), slack: u64::from_le_bytes(slack) }
    }

    /// The number that each character, as a digit, makes with the next.
    fn read(&self, text: [u8; 8]) -> Option<[u8; 8]> {
        let digits = u64::from_le_bytes(text) ^ self.zeros;
        let is_of_form = (digits | digits.wrapping_add(self.slack)) & Self::HIGH_BITS == 0;
        // No byte exceeds 99, so that none runs over into the next.
        is_of_form.then(|| (10 * digits + (digits >> 8)).to_le_bytes())
    }
}

/// The decimals of a second, and what follows them.
fn nanos(text: &[u8]) -> Option<(u32, &[u8])> {
    const DIGITS: usize = 9;
    match *text {
        [b'.', d1, d2, d3, ref zone @ ..] if !zone.first().is_some_and(u8::is_ascii_digit) => {
            Some(((100 * digit(d1)? + two(d2, d3)?) * 1_000_000, zone))
        }
        [b'.', ref decimals @ ..] => {
            let count = decimals.iter().take_while(|byte| byte.is_ascii_digit()).count();
            let (decimals, zone) = decimals.split_at(count);
            let missing = u32::try_from(DIGITS.checked_sub(count)?).ok().filter(|_| count > 0)?;
            let number = decimals.iter().try_fold(0, |number, decimal| Some(10 * number + digit(*decimal)?))?;
            Some((number * 10_u32.pow(missing), zone))
        }
        _ => Some((0, text)),
    }
}

/// How far ahead of UTC a zone like `+02:00` is.
fn offset(zone: &[u8]) -> Option<TimeDelta> {
    let [sign @ (b'+' | b'-'), h1, h2, b':', m1, m2] = *zone else { return None };
    let (hours, minutes) = (two(h1, h2)?, two(m1, m2)?);
    let ahead = TimeDelta::minutes(i64::from(60 * hours + minutes));
    (hours < 24 && minutes < 60).then(|| if sign == b'+' { ahead } else { -ahead })
}

fn two(tens: u8, ones: u8) -> Option<u32> {
    Some(10 * digit(tens)? + digit(ones)?)
}

fn digit(byte: u8) -> Option<u32> {
    let digit = byte.wrapping_sub(b'0');
    (digit < 10).then(|| digit.into())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Texts in the forms of this file, and others that are close to them.
    fn texts() -> impl Strategy<Value = String> {
        let usual = "[0-9]{4}-(0[0-9]|1[0-3])-[0-3][0-9](T[0-2][0-9]:[0-6][0-9]:[0-6][0-9](\\.[0-9]{0,11})?(Z|[+-][0-2][0-9]:[0-6][0-9]|))?";
        let close = "[0-9+-]{0,5}-?[0-9 ]{1,3}-[0-9]{1,2}[Tt ]?[0-9:]{0,9}[.,]?[0-9]{0,3} ?[Zz+-]?[0-9:]{0,6}.?";
        let cut = (usual, any::<prop::sample::Index>(), any::<char>()).prop_map(|(mut text, at, other)| {
            let at = at.index(text.len());
            text.replace_range(at..=at, other.encode_utf8(&mut [0; 4]));
            text
        });
        prop_oneof![4 => usual, 1 => close, 2 => cut]
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4_000))]

        #[test]
        fn what_is_parsed_directly_is_what_chrono_makes_of_it(text in texts()) {
            let by_chrono = DateTime::parse_from_rfc3339(&text).ok();
            if let Some((date, moment)) = timestamp(&text) {
                let by_chrono = by_chrono.expect("chrono should take it, too");
                prop_assert_eq!((date, moment), (by_chrono.date_naive(), by_chrono.to_utc()));
            }
            if let Some(date) = date(&text) {
                prop_assert_eq!(Ok(date), NaiveDate::parse_from_str(&text, "%Y-%m-%d"));
            }
        }

        #[test]
        fn the_common_forms_are_parsed_directly(
            seconds in -62_167_219_200_i64..253_402_300_800, nanos in 0_u32..1_000_000_000, decimals in 1_usize..=9,
            minutes in -1_439_i32..=1_439,
        ) {
            let zone = chrono::FixedOffset::east_opt(60 * minutes).expect("less than a day");
            let moment = DateTime::from_timestamp(seconds, nanos).expect("in range").with_timezone(&zone);
            prop_assume!((0..=9_999).contains(&chrono::Datelike::year(&moment)));
            let text = moment.format("%Y-%m-%dT%H:%M:%S.%f").to_string();
            let text = format!("{}{}", &text[..20 + decimals], moment.format("%:z"));
            let by_chrono = DateTime::parse_from_rfc3339(&text).expect("RFC 3339");
            prop_assert_eq!(timestamp(&text), Some((by_chrono.date_naive(), by_chrono.to_utc())));
            prop_assert_eq!(date(&text[..10]), Some(moment.date_naive()));
        }
    }

    #[test]
    fn every_character_in_every_place_is_read_or_refused() {
        const TEXT: &str = "2024-05-01T10:00:00.000Z";
        for (at, byte) in (0..TEXT.len()).flat_map(|at| (0..=127).map(move |byte| (at, byte))) {
            let mut text = TEXT.to_owned();
            text.replace_range(at..=at, char::from(byte).encode_utf8(&mut [0; 4]));
            let by_chrono = DateTime::parse_from_rfc3339(&text).ok().map(|time| (time.date_naive(), time.to_utc()));
            // Lower case, a space between date and time, and leap seconds are left to chrono.
            let is_common = text.as_bytes()[10] == b'T' && !text.ends_with('z') && &text[17..19] != "60";
            assert_eq!(timestamp(&text), by_chrono.filter(|_| is_common), "{text}");
        }
    }

    #[test]
    fn the_limits_of_each_part_are_those_of_chrono() {
        for text in ["2024-02-30", "2023-02-29", "2024-00-01", "2024-01-00", "2024-13-01", "20240501", ""] {
            assert_eq!(date(text), None, "{text}");
        }
        for text in [
            "2024-05-01T24:00:00Z",
            "2024-05-01T10:60:00Z",
            "2024-05-01T10:00:60Z",
            "2024-05-01T10:00:00+24:00",
            "2024-05-01T10:00:00+10:60",
            "2024-05-01T10:00:00.Z",
            "2024-05-01T10:00:00",
            "2024-05-01T10:00:00ZZ",
        ] {
            assert_eq!(timestamp(text), None, "{text}");
        }
    }
}
