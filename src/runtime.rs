//! The Tokio runtime that calls need. This module imports nothing of the crate.

/// Says what is wrong where there is no runtime: Tokio would panic. That one has no timers or no I/O is not known before
/// Tokio says so itself.
pub(crate) fn check() -> Result<(), &'static str> {
    // In a browser there is none, and none is needed to send a request.
    if cfg!(target_family = "wasm") || tokio::runtime::Handle::try_current().is_ok() {
        return Ok(());
    }
    Err("there is no Tokio runtime here: await it in a function with `#[tokio::main]`, or pass it to \
         `tokio::runtime::Runtime::block_on`")
}
