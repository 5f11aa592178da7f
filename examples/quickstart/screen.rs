//! Lines of text that fit the terminal.

use std::io::{self, Write};

/// What is printed, line by line.
pub struct Screen<W> {
    out: W,
    columns: usize,
}

impl Screen<io::Stdout> {
    /// Standard output, as wide as its terminal, or 80 columns.
    pub fn stdout() -> Self {
        let columns = console::Term::stdout().size_checked().map_or(80, |(_, columns)| usize::from(columns));
        Self::new(io::stdout(), columns)
    }
}

impl<W: Write> Screen<W> {
    /// Lines of at most `columns`, clamped to between 40 and 200.
    pub fn new(out: W, columns: usize) -> Self {
        Self { out, columns: columns.clamp(40, 200) }
    }

    /// Prints a line, truncated to fit. Text from the service cannot move the cursor.
    ///
    /// # Errors
    ///
    /// The line cannot be written.
    pub fn line(&mut self, text: &str) -> io::Result<()> {
        let safe: String = text.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect();
        writeln!(self.out, "{}", console::truncate_str(&safe, self.columns, "…"))
    }

    /// Prints a line that ends in a bar, which fills the line if `value` equals `largest`.
    ///
    /// # Errors
    ///
    /// The line cannot be written.
    pub fn bar(&mut self, text: &str, value: f64, largest: f64) -> io::Result<()> {
        let left = self.columns.saturating_sub(text.len() + 1);
        let share = if largest > 0.0 { (value / largest).clamp(0.0, 1.0) } else { 0.0 };
        let bar = "█".repeat((left as f64 * share).round() as usize);
        self.line(format!("{text} {bar}").trim_end())
    }
}
