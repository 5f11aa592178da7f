//! YAML as JSON. Keys such as `200` are texts, dates are, too, and anchors are followed, within bounds.

use anyhow::Result;
use serde_json::Value;

/// What aliases may add, in events of the parser: scalars, and beginnings and ends of lists and maps.
const REPLAYED: usize = 10_000_000;

/// The text of `yaml` as JSON.
///
/// # Errors
/// What is no YAML, and aliases that stand for too much.
pub fn as_json(yaml: &str) -> Result<String> {
    let mut alias_limits = serde_saphyr::options::AliasLimits::default();
    alias_limits.max_total_replayed_events = REPLAYED;
    let options = serde_saphyr::options! {
        // The text has a bound: only what is nested and what aliases multiply is counted.
        budget: serde_saphyr::budget! {
            max_events: usize::MAX,
            max_nodes: usize::MAX,
            max_anchors: usize::MAX,
            max_aliases: usize::MAX,
            max_total_scalar_bytes: usize::MAX,
            enforce_alias_anchor_ratio: false,
            max_depth: 256,
        },
        alias_limits: alias_limits,
        // YAML 1.2: `no` and `on` are texts.
        strict_booleans: true,
        leading_zero_numbers_as_strings: true,
        underscored_numbers_as_strings: true,
        with_snippet: false,
    };
    let value: Value = serde_saphyr::from_str_with_options(yaml, options)?;
    Ok(value.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_as_keys_dates_and_words_are_texts_and_integers_stay() {
        let yaml =
            "200: a\ndate: 2024-05-01\nno: no\nzip: 0123\nbig: 9007199254740993\nx: &a [1, 1.5, true, null]\ny: *a\n";
        let expected = r#"{"200":"a","date":"2024-05-01","no":"no","zip":"0123","big":9007199254740993,"x":[1,1.5,true,null],"y":[1,1.5,true,null]}"#;
        assert_eq!(as_json(yaml).expect("should be read"), expected);
    }

    #[test]
    fn aliases_that_multiply_without_end_are_refused() {
        let mut yaml = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n".to_owned();
        for level in 1..12 {
            let below = format!("*a{}, ", level - 1).repeat(10);
            yaml += &format!("a{level}: &a{level} [{}]\n", below.trim_end_matches(", "));
        }
        as_json(&yaml).expect_err("should be refused");
    }
}
