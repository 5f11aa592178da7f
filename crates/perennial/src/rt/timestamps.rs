use chrono::{DateTime, ParseResult, Utc};
use serde::Deserializer;

use crate::decode::{self, Decode};
use crate::encode::Encode;
use crate::time::rfc3339;

/// Accepts RFC 3339 with `T`, `t` or a space between date and time. The seconds may be missing, as may the colon or the
/// minutes in the offset. A timestamp without a zone is read as UTC. chrono's own `Deserialize` is more lenient: it
/// skips white space, and accepts `2024- 5- 1T10: 00:00Z`.
impl Decode for DateTime<Utc> {
    fn decode<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        decode::text(deserializer, "an RFC 3339 timestamp", |text| parse(text).map_err(|error| error.to_string()))
    }
}

impl Encode for DateTime<Utc> {}

#[inline]
fn parse(text: &str) -> ParseResult<DateTime<Utc>> {
    rfc3339::parse_timestamp(text).map_or_else(|| parse_with_chrono(text), |(_, timestamp)| Ok(timestamp))
}

#[cold]
fn parse_with_chrono(text: &str) -> ParseResult<DateTime<Utc>> {
    let Some(far) = text.strip_prefix(['+', '-']) else {
        return rfc3339::parse_other_form(text).map(|timestamp| timestamp.to_utc());
    };
    // chrono writes years outside 0 to 9999 with a sign, and has only a lenient parser for them. The strict parser
    // therefore checks the rest of the text with the year 2000, a leap year, in which every date exists.
    let rest = far.trim_start_matches(|c: char| c.is_ascii_digit());
    DateTime::parse_from_rfc3339(&format!("2000{rest}"))?;
    text.parse()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    fn decode<T: Decode>(json: &str) -> Result<T, String> {
        T::decode(&mut serde_json::Deserializer::from_str(json)).map_err(|error| error.to_string())
    }

    #[test]
    fn decodes_rfc_3339_timestamps_like_chrono() {
        for text in [
            "2024-05-01T10:00:00Z",
            "2024-05-01t10:00:00.123456789123z",
            "2024-05-01 23:30:00-05:00",
            "2016-12-31T23:59:60Z",
            "-0001-12-31T00:01:00Z",
            "+10000-02-29T00:00:00Z",
        ] {
            let json = format!("\"{text}\"");
            let expected: DateTime<Utc> = serde_json::from_str(&json).unwrap();
            assert_eq!(decode::<DateTime<Utc>>(&json).unwrap(), expected, "{text}");
        }
    }

    #[test]
    fn timestamp_without_a_zone_is_decoded_as_utc() {
        let expected = decode::<DateTime<Utc>>("\"2024-05-01T10:00:00.5Z\"").unwrap();
        assert_eq!(decode::<DateTime<Utc>>("\"2024-05-01T10:00:00.5\"").unwrap(), expected);
    }

    #[test]
    fn decodes_timestamps_without_seconds_or_offset_minutes() {
        for text in [
            "2024-05-01T10:00:00+0000",
            "2024-05-01T10:00:00.000-0000",
            "2024-05-01 10:00:00+00",
            "2024-05-01T10:00Z",
            "2024-05-01T10:00",
            "2024-05-01T12:00+02",
            "2024-05-01T15:30+0530",
            "2024-05-01T15:30:00+05:30",
        ] {
            let decoded = decode::<DateTime<Utc>>(&format!("\"{text}\""));
            assert_eq!(decoded.map(|at| at.timestamp()), Ok(1_714_557_600), "{text}");
        }
    }

    #[test]
    fn decoding_rejects_timestamps_that_are_not_rfc_3339() {
        for text in [
            "2024- 5- 1T10: 00:00Z",
            "2024-5-1T10:00:00Z",
            " 2024-05-01T10:00:00Z",
            "2024-05-01T10:00:00Z ",
            "2024-05-01T10:00:00 Z",
            "2024-05-01  10:00:00Z",
            "2024-05-01T10:00:00 UTC",
            "2024-05-01T10:00:00+0",
            "2024-05-01T10:00:00+000",
            "2024-05-01T10:00:00+0:00",
            "2024-05-01T10:00:00+24",
            "2024-05-01T10:00:00+0é",
            "2024-05-01T10",
            "2024-05-01T10Z",
            "2024-05-01",
            "+10000- 5-01T00:00:00Z",
            "+10001-02-29T00:00:00Z",
            "+2024-05-01 ",
            "",
        ] {
            assert!(decode::<DateTime<Utc>>(&format!("\"{text}\"")).is_err(), "{text}");
        }
        assert!(decode::<DateTime<Utc>>("1714557600").is_err());
    }

    #[test]
    fn decodes_timestamps_in_nested_containers() {
        type Nested = BTreeMap<String, Vec<Option<Vec<DateTime<Utc>>>>>;
        let decoded = decode::<Nested>(r#"{"a":[null,["2024-05-01T10:00:00Z"]],"b":[]}"#).unwrap();
        assert_eq!(decoded["a"][1].as_ref().unwrap()[0].timestamp(), 1_714_557_600);
        assert!(decode::<Nested>(r#"{"a":[["2024-05-01T10: 00:00Z"]]}"#).is_err());
    }
}
