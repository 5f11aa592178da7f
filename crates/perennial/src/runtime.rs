/// Fails outside of a Tokio runtime, where Tokio would panic. Tokio also panics if the runtime's timers or I/O are
/// disabled, but this cannot be checked.
pub(crate) fn check_present() -> Result<(), &'static str> {
    // A browser has no runtime, and needs none to send a request.
    if cfg!(target_family = "wasm") || tokio::runtime::Handle::try_current().is_ok() {
        return Ok(());
    }
    Err("there is no Tokio runtime here: await the call in a function with `#[tokio::main]`, or pass it to \
         `tokio::runtime::Runtime::block_on`")
}
