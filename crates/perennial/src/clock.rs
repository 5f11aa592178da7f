use std::time::SystemTime;

use chrono::Utc;

#[cfg(target_family = "wasm")]
pub(crate) use browser::{Instant, sleep, timeout};
#[cfg(not(target_family = "wasm"))]
pub(crate) use tokio::time::{Instant, sleep, timeout};

/// Returns the system time. `SystemTime::now` of the standard library would panic in a browser.
pub(crate) fn system_time() -> SystemTime {
    Utc::now().into()
}

/// Replaces Tokio's timers, which need Tokio's runtime and the clock of the standard library.
#[cfg(target_family = "wasm")]
mod browser {
    use std::time::Duration;

    use gloo_timers::future::TimeoutFuture;
    use send_wrapper::SendWrapper;
    pub(crate) use web_time::Instant;

    /// The maximum time that `setTimeout` accepts, in milliseconds.
    const LONGEST: u32 = i32::MAX as u32;

    pub(crate) async fn sleep(duration: Duration) {
        let mut left = duration.as_nanos().div_ceil(1_000_000);
        while left > 0 {
            let next = u32::try_from(left).unwrap_or(LONGEST).min(LONGEST);
            SendWrapper::new(TimeoutFuture::new(next)).await;
            left -= u128::from(next);
        }
    }

    pub(crate) async fn timeout<F: Future>(duration: Duration, future: F) -> Result<F::Output, ()> {
        use std::pin::pin;

        use futures_util::future::{Either, select};

        match select(pin!(future), pin!(sleep(duration))).await {
            Either::Left((output, _)) => Ok(output),
            Either::Right(_) => Err(()),
        }
    }
}
