//! Panics of progenitor and typify as errors.

use std::{
    cell::Cell,
    panic::{self, AssertUnwindSafe},
    sync::Once,
};

use crate::stack::panic_message;

thread_local! {
    static QUIET: Cell<bool> = const { Cell::new(false) };
}

/// Runs `work`; a panic in it becomes its message, and prints nothing.
pub fn run<T>(work: impl FnOnce() -> Result<T, String>) -> Result<T, String> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let loud = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if !QUIET.get() {
                loud(info);
            }
        }));
    });
    QUIET.set(true);
    let result = panic::catch_unwind(AssertUnwindSafe(work));
    QUIET.set(false);
    let result = result.unwrap_or_else(|payload| Err(panic_message(&*payload).to_owned()));
    result.map_err(|reason| shortened(&reason))
}

/// The beginning of what a generator says: some of its messages print a whole schema.
fn shortened(message: &str) -> String {
    const ENOUGH: usize = 200;
    let short: String = message.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(ENOUGH).collect();
    if short.len() < message.len() { format!("{short} …") } else { short }
}
