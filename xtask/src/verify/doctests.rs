//! The samples in the documentation that fail.
//!
//! cargo gives no JSON of them. They are listed by place, each with what the compiler prints for people:
//!
//! ```text
//! ---- src/../README.md - (line 70) stdout ----
//! error[E0599]: no method named `gone` found
//!   --> src/../README.md:74:10
//!    |
//! 74 | |         .gone()
//! ```
//!
//! The line number is approximate, since the compiler also counts what rustdoc adds around a sample. The right one is
//! the nearest line with that text.

use std::{fs, path::Path};

use super::Place;

/// The places of the errors in what `cargo test --doc` prints in `root`.
pub fn places(output: &[String], root: &Path) -> Vec<Place> {
    let mut sections = output.split(|line| line.starts_with("---- "));
    let headings = output.iter().filter_map(|line| heading(line));
    // What comes before the first heading belongs to no sample.
    sections.next();
    headings.zip(sections).flat_map(|(sample, section)| of_sample(sample, section, root)).collect()
}

fn of_sample((file, line): (&str, usize), section: &[String], root: &Path) -> Vec<Place> {
    let source = fs::read_to_string(root.join(file)).unwrap_or_default();
    let errors = section.iter().enumerate().filter_map(|(index, text)| Some((error(text)?, &section[index + 1..])));
    let located = errors.filter_map(|(reason, rest)| {
        let at = rest.iter().take_while(|text| error(text).is_none()).find_map(|text| location(text))?;
        // An error in a macro of the client is attributed to the sample that calls it.
        let at = if at.0 == file { nearest(&source, at.1, shown(rest, at.1)?) } else { line };
        Some(Place::new(Path::new(file), at, reason, root))
    });
    let places: Vec<Place> = located.collect();
    if !places.is_empty() {
        return places;
    }
    let panicked = section.iter().skip_while(|text| !text.contains("panicked at ")).nth(1);
    let reason = panicked.or_else(|| section.iter().find(|text| !text.is_empty()));
    vec![Place::new(Path::new(file), line, reason.map_or("it fails", String::as_str), root)]
}

/// The file and line of `---- src/a.rs - a::A (line 5) stdout ----`.
fn heading(line: &str) -> Option<(&str, usize)> {
    let name = line.strip_prefix("---- ")?.strip_suffix(" stdout ----")?;
    let (file, item) = name.split_once(" - ")?;
    let (_, number) = item.rsplit_once("(line ")?;
    Some((file, number.strip_suffix(')')?.parse().ok()?))
}

/// The message of `error[E0599]: no method`.
fn error(line: &str) -> Option<&str> {
    let (level, message) = line.split_once(": ")?;
    (level == "error" || level.starts_with("error[")).then_some(message)
}

/// The file and line of `  --> src/a.rs:7:9`.
fn location(line: &str) -> Option<(&str, usize)> {
    let (place, _column) = line.trim_start().strip_prefix("--> ")?.rsplit_once(':')?;
    let (file, number) = place.rsplit_once(':')?;
    Some((file, number.parse().ok()?))
}

/// The text that the compiler shows of a line.
fn shown(section: &[String], line: usize) -> Option<&str> {
    let number = line.to_string();
    section.iter().find_map(|text| text.trim_start().strip_prefix(&number)?.strip_prefix(" |"))
}

/// The line of `source` with this `text` that is nearest to `line`; `line` if there is none.
fn nearest(source: &str, line: usize, text: &str) -> usize {
    let same = source.lines().zip(1..).filter(|(other, _)| bare(other) == bare(text)).map(|(_, number)| number);
    same.min_by_key(|number| line.abs_diff(*number)).unwrap_or(line)
}

/// Without the markers in the margin: of a comment, of a hidden line, or of a multi-line error.
fn bare(line: &str) -> &str {
    line.trim_start_matches(['/', '!', '#', '|', ' ']).trim_end()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(output: &str, root: &Path) -> Vec<String> {
        let lines: Vec<String> = output.lines().map(str::to_owned).collect();
        places(&lines, root).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn each_error_of_a_sample_is_a_place_in_its_file() {
        let root = tempfile::tempdir().expect("should be made");
        let page = "# A\n\n```rust\ncall()\n    .gone();\n# hidden(|x| x)\nlast()\n```\n";
        fs::create_dir(root.path().join("src")).expect("should be made");
        fs::write(root.path().join("README.md"), page).expect("should be written");
        let output = "\
running 3 tests
..
src/../README.md - (line 3) --- FAILED
failures:

---- src/../README.md - (line 3) stdout ----
error[E0599]: no method named `gone` found
 --> src/../README.md:6:10
  |
5 | / call()
6 | |     .gone();
  | |_____-^^^^

error: expected `;`
 --> src/../README.md:7:25
  |
7 | hidden(|x| x)
  | ^ not there

warning: unused
 --> src/../README.md:8:1

error[E0277]: the trait bound `A: B` is not satisfied
 --> src/page.rs:9:1
  |
9 | x

error: aborting due to 3 previous errors

Couldn't compile the test.
---- src/time/date.rs - time::date::Date (line 24) stdout ----
Couldn't compile the test.
---- src/retry.rs - retry (line 5) stdout ----
Test executable failed (exit status: 101).

stderr:

thread 'main' (7) panicked at src/retry.rs:7:1:
assertion failed: is_retried
note: run with `RUST_BACKTRACE=1` environment variable to display a backtrace


failures:
    src/../README.md - (line 3)
";
        assert_eq!(
            told(output, root.path()),
            [
                "README.md:5: no method named `gone` found",
                "README.md:6: expected `;`",
                "README.md:3: the trait bound `A: B` is not satisfied",
                "src/time/date.rs:24: Couldn't compile the test.",
                "src/retry.rs:5: assertion failed: is_retried",
            ]
        );
    }

    #[test]
    fn other_output_has_no_places() {
        let output = "running 1 test\ntest src/a.rs - a (line 1) ... ok\n\nerror: x\n --> src/lib.rs:1:1\n";
        assert_eq!(told(output, Path::new("")), [""; 0]);
    }
}
