//! Progress on a terminal, until it is dropped; in a pipe nothing is shown.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressFinish, ProgressStyle};

/// How many requests were made.
pub fn of_requests(limit: usize) -> ProgressBar {
    styled(ProgressBar::new(limit as u64), "calling {pos} of at most {len} requests: {msg}")
}

/// Something that takes a while.
pub fn of_work(message: &'static str) -> ProgressBar {
    let spinner = styled(ProgressBar::new_spinner(), "{msg} {spinner} {elapsed}").with_message(message);
    spinner.enable_steady_tick(Duration::from_millis(200));
    spinner
}

fn styled(bar: ProgressBar, template: &str) -> ProgressBar {
    let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    bar.with_style(style).with_finish(ProgressFinish::AndClear)
}
