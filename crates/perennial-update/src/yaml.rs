//! Converts YAML to JSON. Dates, and keys that are not strings, such as `200`, become strings. Aliases are expanded
//! within limits.

use anyhow::{Error, Result, anyhow};
use serde_json::Value;
use serde_saphyr::{UserMessageFormatter, budget::BudgetBreach};

/// The maximum nesting of lists and maps, which is twice the limit for JSON.
const MAX_DEPTH: usize = 256;

/// The maximum number of values that aliases add. A list or map counts twice. The generator refuses documents with more
/// values.
const ALIASED_VALUES: usize = 3_000_000;

/// The maximum number of values that the parser stores for anchors. A value inside several anchors counts once for each
/// of them.
const ANCHORED_VALUES: usize = 1_000_000;

/// The maximum size of the text that aliases add, in MiB.
const ALIASED_MIB: usize = 32;

/// Converts `yaml` to JSON.
///
/// # Errors
/// Returns an error if the text is not valid YAML, or if aliases exceed the limits.
pub fn convert_to_json(yaml: &str) -> Result<String> {
    let mut alias_limits = serde_saphyr::options::AliasLimits::default();
    alias_limits.max_total_replayed_events = ALIASED_VALUES;
    let options = serde_saphyr::options! {
        // The size of the text is limited elsewhere, so the parser has to limit only nesting and aliases.
        budget: serde_saphyr::budget! {
            max_events: usize::MAX,
            max_nodes: usize::MAX,
            max_anchors: usize::MAX,
            max_aliases: usize::MAX,
            max_total_scalar_bytes: yaml.len() + ALIASED_MIB * 1024 * 1024,
            enforce_alias_anchor_ratio: false,
            max_recorded_anchor_events: ANCHORED_VALUES,
            max_depth: MAX_DEPTH,
        },
        alias_limits: alias_limits,
        // Words such as `no` and `on` are booleans only in YAML 1.1.
        strict_booleans: true,
        leading_zero_numbers_as_strings: true,
        underscored_numbers_as_strings: true,
        with_snippet: false,
    };
    let value: Value = serde_saphyr::from_str_with_options(yaml, options).map_err(|error| describe_error(&error))?;
    Ok(value.to_string())
}

/// Describes an error of the parser. Its own message would recommend options of the library, which users cannot set.
fn describe_error(error: &serde_saphyr::Error) -> Error {
    use BudgetBreach::{RecordedAnchorBytes, RecordedAnchorEvents, ScalarBytes};
    use serde_saphyr::Error::{AliasError, AliasReplayLimitExceeded, Budget};

    match error {
        AliasError { error, .. } => describe_error(error),
        AliasReplayLimitExceeded { .. }
        | Budget { breach: ScalarBytes { .. } | RecordedAnchorBytes { .. } | RecordedAnchorEvents { .. }, .. } => {
            anyhow!(
                "its anchors or aliases are too large: use `$ref` instead (anchors may contain {ANCHORED_VALUES} \
                 values; expanded aliases may contain {ALIASED_VALUES} values and {ALIASED_MIB} MiB of text)"
            )
        }
        error => anyhow!("its YAML cannot be read: {}", error.render_with_formatter(&UserMessageFormatter)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn yaml_dates_and_words_are_converted_to_json_strings() {
        let yaml =
            "200: a\ndate: 2024-05-01\nno: no\nzip: 0123\nbig: 9007199254740993\nx: &a [1, 1.5, true, null]\ny: *a\n";
        let expected = r#"{"200":"a","date":"2024-05-01","no":"no","zip":"0123","big":9007199254740993,"x":[1,1.5,true,null],"y":[1,1.5,true,null]}"#;
        assert_eq!(convert_to_json(yaml).expect("should be read"), expected);
    }

    #[test]
    fn refuses_yaml_aliases_that_multiply_exponentially() {
        let mut yaml = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n".to_owned();
        for level in 1..12 {
            let below = format!("*a{}, ", level - 1).repeat(10);
            yaml += &format!("a{level}: &a{level} [{}]\n", below.trim_end_matches(", "));
        }
        assert_eq!(failure(&yaml), ALIASES);
    }

    fn failure(yaml: &str) -> String {
        convert_to_json(yaml).expect_err("should be refused").to_string()
    }

    const ALIASES: &str = "its anchors or aliases are too large: use `$ref` instead (anchors may contain 1000000 \
                           values; expanded aliases may contain 3000000 values and 32 MiB of text)";

    #[test]
    fn refuses_yaml_aliases_that_repeat_long_text() {
        let text = "x".repeat(1024 * 1024);
        let aliased = |count: usize| format!("a: &a {text}\nb: [{}]\n", vec!["*a"; count].join(", "));
        assert_eq!(convert_to_json(&aliased(31)).map(|json| json.len() / text.len()).ok(), Some(32));
        assert_eq!(failure(&aliased(500)), ALIASES);
        let keys: String = (0..500).map(|number| format!("  k{number}: {{*a : 1}}\n")).collect();
        assert_eq!(failure(&format!("a: &a {text}\nb:\n{keys}")), ALIASES);
        let merged: String = (0..500).map(|number| format!("  k{number}: {{<<: *a}}\n")).collect();
        assert_eq!(failure(&format!("a: &a {{t: {text}}}\nb:\n{merged}")), ALIASES);
    }

    #[test]
    fn yaml_errors_mention_no_options_of_the_parser() {
        for (yaml, reason) in [
            (
                "a: 1\na: 2\n",
                "its YAML cannot be read: duplicate mapping key `a` is not allowed here at line 2, column 1",
            ),
            ("a: *b\n", "its YAML cannot be read: reference to unknown value at line 1, column 4"),
            ("a: &a [*a]\n", "its YAML cannot be read: Recursive reference not allowed here"),
            ("a: [1\n", "its YAML cannot be read: "),
            ("a: 1\n---\nb: 2\n", "its YAML cannot be read: only single YAML document expected but multiple found"),
        ] {
            let failure = failure(yaml);
            assert!(failure.starts_with(reason) && !failure.contains("ptions"), "{failure}");
        }
        let deep = "[".repeat(300) + &"]".repeat(300);
        assert_eq!(failure(&deep), "its YAML cannot be read: recursion limit exceeded at line 1, column 256");
    }
}
