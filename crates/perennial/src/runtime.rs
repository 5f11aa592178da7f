//! Checks for the Tokio runtime that calls need.

/// Fails if there is no runtime, in which case Tokio would panic. It cannot be checked whether a runtime lacks timers
/// or I/O: Tokio panics then.
pub(crate) fn check_present() -> Result<(), &'static str> {
    // A browser has no runtime, and needs none to send a request.
    if cfg!(target_family = "wasm") || tokio::runtime::Handle::try_current().is_ok() {
        return Ok(());
    }
    Err("there is no Tokio runtime here: await the call in a function with `#[tokio::main]`, or pass it to \
         `tokio::runtime::Runtime::block_on`")
}
