//! Everything that the task prints. No line can be forged by a document or a server, and a stream that is closed or
//! full is never a panic.

use std::io::{self, Write as _};

use perennial_codegen::{diagnostics::Diagnostics, text::printable::printable};

/// Writes the report to standard output.
///
/// # Errors
/// Standard output that is closed or full.
pub fn report(text: &str) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    stdout.write_all(text.as_bytes())?;
    stdout.flush()
}

/// Writes one line to standard error.
pub fn diagnostic(line: &str) {
    // There is no other place to report that this failed.
    let _ = writeln!(io::stderr().lock(), "{}", printable(line));
}

/// Writes an error with its causes to standard error.
pub fn error(error: &anyhow::Error) {
    error_lines(error).iter().for_each(|line| diagnostic(line));
}

/// One line, and one more for each of several diagnostics.
fn error_lines(error: &anyhow::Error) -> Vec<String> {
    let mut first = "error".to_owned();
    let mut more = Vec::new();
    for cause in error.chain() {
        match cause.downcast_ref::<Diagnostics>() {
            Some(Diagnostics(diagnostics)) if diagnostics.len() > 1 => {
                first += &format!(": {} problems", diagnostics.len());
                more.extend(diagnostics.iter().map(|diagnostic| format!("  {diagnostic}")));
            }
            _ => first += &format!(": {}", printable(&cause.to_string())),
        }
    }
    more.insert(0, first);
    more
}

#[cfg(test)]
mod tests {
    use anyhow::Context as _;

    use super::*;

    fn diagnostics(places: &[&str]) -> anyhow::Error {
        let mut diagnostics = Diagnostics::default();
        places.iter().for_each(|place| diagnostics.push(*place, "is\nwrong\u{202e}"));
        Err::<(), _>(diagnostics).context("a\nb").expect_err("should be an error")
    }

    #[test]
    fn an_error_is_one_line_whatever_its_causes_contain() {
        let error = anyhow::anyhow!("x\r\nVerdict: no change").context("::error::a\n::error::b");
        assert_eq!(error_lines(&error), [r"error: \u{3a}:error::a\n::error::b: x\r\nVerdict: no change"]);
        assert_eq!(error_lines(&diagnostics(&["A"])), [r"error: a\nb: A: is\nwrong\u{202e}"]);
    }

    #[test]
    fn the_runtime_and_the_generator_print_the_same_characters() {
        let (runtime, generator) = (
            include_str!("../../crates/perennial/src/error/printable.rs"),
            include_str!("../../crates/perennial-codegen/src/text/printable/character.rs"),
        );
        assert_eq!(runtime, generator, "copy one of the two files over the other");
    }

    #[test]
    fn each_of_several_diagnostics_is_one_line() {
        let lines = error_lines(&diagnostics(&["A\nB", "C"]));
        assert_eq!(lines, [r"error: a\nb: 2 problems", r"  A\nB: is\nwrong\u{202e}", r"  C: is\nwrong\u{202e}"]);
    }
}
