//! Runs the generator on a thread with a large stack, independently of the caller's stack.

use std::{any::Any, thread};

use crate::diagnostics::Diagnostics;

/// The stack size of the generator's thread, in bytes. The generator processes nested schemas by recursion, for which
/// the caller's stack may be too small: 8 MiB on the main thread of a build script, 2 MiB on other threads, 1 MiB on
/// Windows.
const STACK_SIZE: usize = 64 * 1024 * 1024;

/// Runs `work` on a separate thread with a large stack.
///
/// # Errors
/// Fails if the thread cannot be started or if `work` panics.
pub fn with_stack<T: Send>(work: impl FnOnce() -> T + Send) -> Result<T, Diagnostics> {
    thread::scope(|scope| {
        let thread = thread::Builder::new().stack_size(STACK_SIZE).spawn_scoped(scope, work);
        let thread = thread.map_err(|error| Diagnostics::single("generator", format!("cannot be started: {error}")))?;
        thread.join().map_err(|payload| {
            let message = panic_message(&*payload);
            Diagnostics::single("generator", format!("panicked, which is a defect of the generator: {message}"))
        })
    })
}

fn panic_message(payload: &(dyn Any + Send)) -> &str {
    let message = payload.downcast_ref::<String>().map(String::as_str);
    message.or(payload.downcast_ref::<&str>().copied()).unwrap_or("no reason given")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reports_a_panic_of_the_generator_as_a_diagnostic() {
        let diagnostics = with_stack(|| panic!("of {}", 1)).expect_err("should be a diagnostic");
        assert_eq!(diagnostics.to_string(), "generator: panicked, which is a defect of the generator: of 1");
    }

    #[test]
    fn deep_recursion_does_not_overflow_the_generators_stack() {
        fn sum(depth: u64) -> u64 {
            let frame = std::hint::black_box([depth; 128]);
            if depth == 0 { 0 } else { sum(depth - 1) + frame[0].min(1) }
        }
        assert_eq!(with_stack(|| sum(20_000)), Ok(20_000));
    }
}
