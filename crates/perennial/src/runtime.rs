//! Checks for the Tokio runtime that calls need.

/// Fails if the call is not within a Tokio runtime, because Tokio would panic. It cannot be checked whether the timers
/// and I/O of the runtime are enabled. If they are not, Tokio panics.
pub(crate) fn check_present() -> Result<(), &'static str> {
    // A browser has no runtime, and needs none to send a request.
    if cfg!(target_family = "wasm") || tokio::runtime::Handle::try_current().is_ok() {
        return Ok(());
    }
    Err("there is no Tokio runtime here: await the call in a function with `#[tokio::main]`, or pass it to \
         `tokio::runtime::Runtime::block_on`")
}
