//! Parses and formats `names.json`. Parsing is strict: damage by an editor or a merge is reported, and nothing is
//! guessed.

use super::{
    check,
    file::{FILE, Names},
};
use crate::{diagnostics::Diagnostics, text::json};

const REMEDY: &str = "restore the file from version control";

/// The remedy for the settings, which are written by hand.
const REMEDY_OF_SETTINGS: &str = "correct or remove the entry";

impl Names {
    /// Parses the text of `names.json`. A file without names contains `{}`.
    ///
    /// # Errors
    /// Fails if the text is damaged or contains unknown keys, if a recorded name is invalid, or if a name is recorded
    /// for two items.
    pub fn parse(text: &str) -> Result<Self, Diagnostics> {
        if let Some(damage) = describe_damage(text) {
            return Err(Diagnostics::single(FILE, damage));
        }
        let value = json::parse(text).map_err(|error| entry_error("", format!("not JSON: {error}")))?;
        let names: Self = serde_path_to_error::deserialize(value)
            .map_err(|error| entry_error(&error.path().to_string(), error.inner().to_string()))?;
        check::check(&names)?;
        Ok(names)
    }

    /// Returns the text of `names.json`.
    ///
    /// # Errors
    /// Fails if [`parse`](Self::parse) would refuse the text.
    pub fn to_text(&self) -> Result<String, Diagnostics> {
        check::check(self)?;
        let text = serde_json::to_string_pretty(self);
        text.map(|text| text + "\n").map_err(|error| Diagnostics::single(FILE, error.to_string()))
    }
}

fn entry_error(entry: &str, reason: String) -> Diagnostics {
    let place = if matches!(entry, "" | ".") { FILE.to_owned() } else { format!("{FILE}: {entry}") };
    let remedy = if entry.starts_with("client.") { REMEDY_OF_SETTINGS } else { REMEDY };
    Diagnostics::single(place, format!("{reason}: {remedy}"))
}

/// Describes damage in `text`, such as the conflict markers of a merge, or no content at all. Returns `None` if no
/// damage is found.
fn describe_damage(text: &str) -> Option<String> {
    const MARKERS: [&str; 4] = ["<<<<<<<", "|||||||", "=======", ">>>>>>>"];
    if text.trim().is_empty() {
        return Some(format!("is empty: {REMEDY}, or write `{{}}` to it if the client is new"));
    }
    if text.starts_with('\u{feff}') {
        return Some("begins with a byte order mark: save the file as UTF-8 without a byte order mark".to_owned());
    }
    let mut lines = text.lines().zip(1..);
    lines.find_map(|(line, number)| {
        let marker = MARKERS.into_iter().find(|marker| line.starts_with(marker))?;
        let remedy = "finish the merge, and run the task `public-api`";
        Some(format!("line {number} begins with `{marker}`, a marker of a merge conflict: {remedy}"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(text: &str) -> String {
        Names::parse(text).expect_err(text).to_string()
    }

    #[test]
    fn an_empty_json_object_contains_no_names() {
        assert_eq!(Names::parse("{}"), Ok(Names::default()));
    }

    #[test]
    fn reports_damage_by_an_editor_or_a_merge_with_the_remedy() {
        let empty = format!("names.json: is empty: {REMEDY}, or write `{{}}` to it if the client is new");
        for text in ["", " \r\n"] {
            assert_eq!(refused(text), empty);
        }
        let marked = refused("\u{feff}{}");
        assert_eq!(
            marked,
            "names.json: begins with a byte order mark: save the file as UTF-8 without a byte order mark"
        );
        for marker in ["<<<<<<< HEAD", "||||||| base", "=======", ">>>>>>> main"] {
            let (found, _) = marker.split_at(7);
            let expected = format!(
                "names.json: line 2 begins with `{found}`, a marker of a merge conflict: finish the merge, and run \
                 the task `public-api`"
            );
            assert_eq!(refused(&format!("{{\n{marker}\n}}\n")), expected);
        }
    }

    #[test]
    fn names_json_error_shows_the_path_of_the_bad_entry_and_the_remedy() {
        for (text, expected) in [
            ("{", "not JSON: the text ends before the JSON document does"),
            (r#"{"types":{"A":{},"A":{}}}"#, "not JSON: /types: the object contains the key \"A\" twice"),
            ("3", "invalid type: integer `3`, expected struct Names"),
            (r#"{"types":{"A":1}}"#, "types.A: invalid type: integer `1`, expected struct TypeNames"),
            (r#"{"types":{"A":{"fields":{"x":1}}}}"#, "types.A.fields.x: invalid type: integer `1`, expected a string"),
            (
                r#"{"operations":{"a":{"pagers":["b"]}}}"#,
                "operations.a.pagers: invalid length 1, expected an array of length 2",
            ),
        ] {
            assert_eq!(refused(text), format!("names.json: {expected}: {REMEDY}"));
        }
        let unknown = refused(r#"{"types":{"A":{"typos":{}}}}"#);
        assert!(unknown.starts_with("names.json: types.A.typos: unknown field `typos`, expected one of"), "{unknown}");
    }
}
