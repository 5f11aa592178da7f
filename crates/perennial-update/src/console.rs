//! Prints the output of all tasks. Text from a document or a server is escaped, so it cannot imitate a line of the
//! task. A closed or full stream never causes a panic.

use std::io::{self, Write as _};

use perennial_codegen::{diagnostics::Diagnostics, text::printable::printable};

/// Writes the report to standard output.
///
/// # Errors
/// Returns an error if standard output is closed or full.
pub fn print_report(text: &str) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    stdout.write_all(text.as_bytes())?;
    stdout.flush()
}

pub fn print_diagnostic(line: &str) {
    // A failure is ignored, because it could not be reported anywhere.
    let _ = writeln!(io::stderr().lock(), "{}", printable(line));
}

pub fn print_error(error: &anyhow::Error) {
    error_lines(error).iter().for_each(|line| print_diagnostic(line));
}

/// Formats an error and its causes as one line. If a cause contains several diagnostics, each of them follows on a line
/// of its own.
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
    fn error_is_printed_on_one_line_despite_line_breaks_in_its_causes() {
        let error = anyhow::anyhow!("x\r\nVerdict: no change").context("::error::a\n::error::b");
        assert_eq!(error_lines(&error), [r"error: \u{3a}:error::a\n::error::b: x\r\nVerdict: no change"]);
        assert_eq!(error_lines(&diagnostics(&["A"])), [r"error: a\nb: A: is\nwrong\u{202e}"]);
    }

    #[test]
    fn each_of_several_diagnostics_is_printed_on_its_own_line() {
        let lines = error_lines(&diagnostics(&["A\nB", "C"]));
        assert_eq!(lines, [r"error: a\nb: 2 problems", r"  A\nB: is\nwrong\u{202e}", r"  C: is\nwrong\u{202e}"]);
    }
}
