use std::{path::PathBuf, time::Duration};

use clap::Args;

use super::run::INTERVAL;
use crate::format::ReportFormat;

pub const EXIT_CODES: &str = "Exit codes:
  0    every response matched the document; the report lists the operations that were not called
  1    a response deviated from the document or was missing, the run ended early, or the command failed
  2    the arguments are invalid
  129, 130, 131, 143
       stopped by SIGHUP, SIGINT, SIGQUIT or SIGTERM; the report lists the operations called so far";

/// The arguments of `check-live`.
#[derive(Debug, Args)]
pub struct CheckLiveArguments {
    /// The base URL of the service: scheme, host, and an optional path prefix, without the paths of the operations
    #[arg(long, hide_env_values = true, value_name = "URL")]
    pub base_url: String,

    /// The document to check, instead of the openapi.json of the workspace
    #[arg(long, value_name = "PATH")]
    pub document: Option<PathBuf>,

    /// The maximum number of requests that are sent in total
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..))]
    pub requests: u32,

    /// A value for a required parameter, such as an id that no response contains, or `from` and `to` for another period
    /// than the last hour. If several parameters have the same name, put segments of the path before it: `things/id`.
    /// Repeatable
    #[arg(long = "id", value_name = "NAME=VALUE", value_parser = parse_id)]
    pub ids: Vec<SpecifiedValue>,

    /// The format of the report on standard output
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = ReportFormat::Text)]
    pub report: ReportFormat,

    /// Sends requests without waiting between them. Only for tests of this task, and only allowed on loopback
    #[arg(long, hide = true)]
    pub unpaced: bool,
}

impl CheckLiveArguments {
    pub fn interval(&self) -> Duration {
        if self.unpaced { Duration::from_millis(1) } else { INTERVAL }
    }
}

/// A parameter value from the command line: `--id NAME=VALUE`.
#[derive(Debug, Clone)]
pub struct SpecifiedValue {
    /// The name of the parameter. Segments of the path may precede it, as in `things/id`.
    pub name: String,
    pub value: String,
}

fn parse_id(text: &str) -> Result<SpecifiedValue, &'static str> {
    match text.split_once('=') {
        Some((name, value)) if !name.is_empty() && !value.is_empty() => {
            Ok(SpecifiedValue { name: name.to_owned(), value: value.to_owned() })
        }
        _ => Err("specify the name of a parameter, `=` and a value, such as id=0190163d-8694-739b-aea5-966c26f8ad91. \
                  Segments of the path may precede the name, as in things/id=…"),
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct ParsedArguments {
        #[command(flatten)]
        arguments: CheckLiveArguments,
    }

    #[test]
    fn check_live_sends_one_request_a_second_by_default() {
        let ParsedArguments { arguments } = ParsedArguments::parse_from(["check-live", "--base-url", "https://h"]);
        assert_eq!((arguments.interval(), arguments.requests), (Duration::from_secs(1), 200));
    }
}
