//! Tests that the runtime, the generator and the update tasks contain no word of a particular service. Only a service's
//! client contains facts about this service.

use std::{fs, path::Path};

use walkdir::WalkDir;

use super::repository_path;

/// Words of this repository's service, in lower case and without separators.
const WORDS: [&str; 5] = ["monitoring", "serviceaccount", "incident", "privatelocation", "statuspage"];

/// Returns the lines of `text` that contain one of [`WORDS`], each with its line number.
fn lines_with_words(text: &str) -> Vec<String> {
    let lines = text.lines().zip(1..).filter(|(line, _)| {
        let joined = line.to_lowercase().replace(['-', '_', ' '], "");
        WORDS.iter().any(|word| joined.contains(word))
    });
    lines.map(|(line, number)| format!("{number}: {line}")).collect()
}

/// Removes the tests, because their documents may describe any service.
fn without_tests(text: &str) -> &str {
    text.split_once("#[cfg(test)]\nmod tests {").map_or(text, |(before, _)| before)
}

fn is_of_tests(path: &Path) -> bool {
    path.components().any(|part| ["tests", "tests.rs", "testing.rs"].iter().any(|name| part.as_os_str() == *name))
}

#[test]
fn crates_for_any_client_contain_no_word_of_this_service() {
    for name in ["crates/perennial", "crates/perennial-codegen", "crates/perennial-update"] {
        let folder = repository_path(name);
        let mut count = 0;
        for entry in WalkDir::new(&folder).into_iter().map(|entry| entry.expect("should be read")) {
            let path = entry.path().strip_prefix(&folder).expect("should be inside");
            let is_text =
                path.extension().is_some_and(|it| ["rs", "md", "toml", "lua"].iter().any(|other| it == *other));
            if is_text && !is_of_tests(path) {
                let text = fs::read_to_string(entry.path()).expect("should be text");
                assert_eq!(lines_with_words(without_tests(&text)), [""; 0], "{}", entry.path().display());
                count += 1;
            }
        }
        assert!(count > 60, "{name}: {count}");
    }
}

#[test]
fn finds_a_word_of_the_service_in_any_notation() {
    let text =
        "a\nX-Service-Account\nGET /v1/status-pages\nMONITORING_SERVICE_URL\nIncidentUpdate\na service of its own";
    let numbers: Vec<_> =
        lines_with_words(text).iter().filter_map(|line| Some(line.split_once(':')?.0.to_owned())).collect();
    assert_eq!(numbers, ["2", "3", "4", "5"]);
    let tests = "fn f() {}\n\n#[cfg(test)]\nmod tests {\n    // An incident.\n}\n";
    assert_eq!(lines_with_words(without_tests(tests)), [""; 0]);
}
