//! A spinner that shows progress on a terminal until it is dropped. It is invisible if the output is a pipe.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressFinish, ProgressStyle};

pub fn show_spinner(message: &'static str) -> ProgressBar {
    let style = ProgressStyle::with_template("{msg} {spinner} {elapsed}");
    let style = style.unwrap_or_else(|_| ProgressStyle::default_spinner());
    let spinner = ProgressBar::new_spinner().with_style(style).with_finish(ProgressFinish::AndClear);
    spinner.enable_steady_tick(Duration::from_millis(200));
    spinner.with_message(message)
}
