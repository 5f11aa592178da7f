//! Parses the common formats of dates and timestamps several times faster than chrono. Parsed by chrono, timestamps
//! would take most of the time for decoding a response that contains many. All other formats, such as timestamps with
//! an offset, are left to chrono.

use chrono::{DateTime, FixedOffset, NaiveDate, ParseResult, Utc};

/// Parses a date such as `2024-05-01`.
pub(super) fn parse_date(text: &str) -> Option<NaiveDate> {
    parse_start(text.as_bytes(), 10).map(|(date, _)| date)
}

/// Parses a timestamp such as `2024-05-01T10:00:00Z`, with or without milliseconds, and returns its calendar date and
/// point in time.
#[inline]
pub(crate) fn parse_timestamp(text: &str) -> Option<(NaiveDate, DateTime<Utc>)> {
    parse_milliseconds(text.as_bytes()).or_else(|| parse_start(text.strip_suffix('Z')?.as_bytes(), 19))
}

/// Parses a timestamp in RFC 3339. The seconds, and the colon or minutes of the offset, may be missing, as in
/// `2024-05-01T10:00+0000`. The timestamp is unambiguous without them. A timestamp without an offset is read as UTC,
/// because some services omit the offset of UTC.
#[cold]
pub(crate) fn parse_other_form(text: &str) -> ParseResult<DateTime<FixedOffset>> {
    DateTime::parse_from_rfc3339(text).or_else(|error| {
        let Some(tail) = text.get(11..) else { return Err(error) };
        let (time, offset) = text.split_at(11 + tail.find(['Z', 'z', '+', '-']).unwrap_or(tail.len()));
        let seconds = if time.len() == 16 { ":00" } else { "" };
        let offset = match (offset.len(), offset.split_at_checked(3)) {
            (0, _) => "Z".to_owned(),
            (3 | 5, Some((hours, minutes))) => format!("{hours}:{minutes:0<2}"),
            _ => offset.to_owned(),
        };
        DateTime::parse_from_rfc3339(&format!("{time}{seconds}{offset}")).map_err(|_| error)
    })
}

/// Parses the start of a timestamp, which must be `length` characters long. The missing characters are taken from
/// midnight UTC.
fn parse_start(start: &[u8], length: usize) -> Option<(NaiveDate, DateTime<Utc>)> {
    let mut text = *b"0000-00-00T00:00:00.000Z";
    text.get_mut(..start.len()).filter(|_| start.len() == length)?.copy_from_slice(start);
    parse_milliseconds(&text)
}

/// Parses the form that many services write: `2024-05-01T10:00:00.000Z`. Its 24 characters are parsed in three blocks
/// of eight.
#[inline]
fn parse_milliseconds(text: &[u8]) -> Option<(NaiveDate, DateTime<Utc>)> {
    let ([year_and_month, day_to_minute, second_to_zone], []) = text.as_chunks() else { return None };
    let [day, _, _, hour, _, _, minute, _] = DigitForm::DAY_TO_MINUTE.parse_digits(*day_to_minute)?;
    let [_, second, _, hundreds, _, ones, _, _] = DigitForm::SECOND_TO_ZONE.parse_digits(*second_to_zone)?;
    let [century, _, year, _, _, month, _, _] = DigitForm::YEAR_AND_MONTH.parse_digits(*year_and_month)?;
    let date = NaiveDate::from_ymd_opt(100 * i32::from(century) + i32::from(year), month.into(), day.into())?;
    let milliseconds = 100 * u32::from(hundreds) + u32::from(ones);
    let moment = date.and_hms_milli_opt(hour.into(), minute.into(), second.into(), milliseconds)?;
    Some((date, moment.and_utc()))
}

/// The form of eight consecutive characters of a timestamp: which of them are digits, and which are separators. All
/// eight are parsed together, as the bytes of an integer.
struct DigitForm {
    zeros: u64,
    /// A number for each character. Adding the number to the XOR of the character and its byte in `zeros` sets the high
    /// bit if the character is not allowed.
    slack: u64,
}

impl DigitForm {
    const YEAR_AND_MONTH: Self = Self::new(*b"0000-00-");
    const DAY_TO_MINUTE: Self = Self::new(*b"00T00:00");
    const SECOND_TO_ZONE: Self = Self::new(*b":00.000Z");
    const HIGH_BITS: u64 = 0x8080_8080_8080_8080;

    /// Creates the form from an example, in which each `0` stands for a digit.
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

    /// Parses eight characters of this form. The byte at the position of a digit is the value of the two-digit number
    /// that starts there: `00T12:34` gives 12 at index 3 and 34 at index 6.
    fn parse_digits(&self, text: [u8; 8]) -> Option<[u8; 8]> {
        let digits = u64::from_le_bytes(text) ^ self.zeros;
        let is_of_form = (digits | digits.wrapping_add(self.slack)) & Self::HIGH_BITS == 0;
        // No byte exceeds 99, so no byte overflows into the next.
        is_of_form.then(|| (10 * digits + (digits >> 8)).to_le_bytes())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Generates strings in the forms that this module parses, and similar strings.
    fn similar_texts() -> impl Strategy<Value = String> {
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
        fn fast_timestamp_parser_agrees_with_chrono(text in similar_texts()) {
            let by_chrono = DateTime::parse_from_rfc3339(&text).ok();
            if let Some((date, moment)) = parse_timestamp(&text) {
                let by_chrono = by_chrono.expect("chrono should take it, too");
                prop_assert_eq!((date, moment), (by_chrono.date_naive(), by_chrono.to_utc()));
            }
            if let Some(date) = parse_date(&text) {
                prop_assert_eq!(Ok(date), NaiveDate::parse_from_str(&text, "%Y-%m-%d"));
            }
        }

        #[test]
        fn fast_timestamp_parser_accepts_the_common_forms(millis in -62_167_219_200_000_i64..253_402_300_800_000) {
            let moment = DateTime::from_timestamp_millis(millis).expect("in range");
            for form in ["%Y-%m-%dT%H:%M:%S%.3fZ", "%Y-%m-%dT%H:%M:%SZ"] {
                let text = moment.format(form).to_string();
                let by_chrono = DateTime::parse_from_rfc3339(&text).expect("RFC 3339");
                prop_assert_eq!(parse_timestamp(&text), Some((by_chrono.date_naive(), by_chrono.to_utc())));
                prop_assert_eq!(parse_date(&text[..10]), Some(moment.date_naive()));
            }
        }
    }

    #[test]
    fn fast_timestamp_parser_agrees_with_chrono_if_one_byte_is_changed() {
        const TEXT: &str = "2024-05-01T10:00:00.000Z";
        for (at, byte) in (0..TEXT.len()).flat_map(|at| (0..=127).map(move |byte| (at, byte))) {
            let mut text = TEXT.to_owned();
            text.replace_range(at..=at, char::from(byte).encode_utf8(&mut [0; 4]));
            let by_chrono = DateTime::parse_from_rfc3339(&text).ok().map(|time| (time.date_naive(), time.to_utc()));
            // Lower-case letters, a space between date and time, and leap seconds are left to chrono.
            let is_common = text.as_bytes()[10] == b'T' && !text.ends_with('z') && &text[17..19] != "60";
            assert_eq!(parse_timestamp(&text), by_chrono.filter(|_| is_common), "{text}");
        }
    }

    #[test]
    fn fast_timestamp_parser_rejects_values_out_of_range() {
        for text in ["2024-02-30", "2023-02-29", "2024-00-01", "2024-01-00", "2024-13-01", "20240501", ""] {
            assert_eq!(parse_date(text), None, "{text}");
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
            assert_eq!(parse_timestamp(text), None, "{text}");
        }
    }
}
