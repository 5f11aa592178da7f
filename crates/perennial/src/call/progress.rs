//! Limits how long an attempt may take without making progress.

use std::pin::pin;
use std::time::Duration;

use super::upload::Upload;
use crate::clock::timeout;
use crate::deadline::Deadline;

/// Awaits an attempt. Returns `None` if it makes no progress for `time`, or does not end before the deadline. Until the
/// head of the response arrives, waiting for the caller's stream does not count. Without an `upload`, only the end of
/// the attempt is progress.
pub(super) async fn await_progress<F: Future>(
    time: Duration,
    deadline: Deadline,
    upload: Option<&Upload>,
    attempt: F,
) -> Option<F::Output> {
    let mut attempt = pin!(attempt);
    let mut left = deadline.shorten(time);
    while !left.is_zero() {
        if let Ok(output) = timeout(left, attempt.as_mut()).await {
            return Some(output);
        }
        left = upload.map_or(Duration::ZERO, |upload| deadline.shorten(upload.time_left(time)));
    }
    None
}
