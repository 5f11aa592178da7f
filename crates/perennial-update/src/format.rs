use clap::ValueEnum;

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ReportFormat {
    /// For people
    Text,
    /// For machines
    Json,
    /// Markdown for an issue or a pull request
    Markdown,
}
