//! A second reading of a text for fields that the document does not declare, and whose values serde_json skips but cannot
//! read: a number beyond `f64`, more than 128 levels, half a surrogate pair. Nobody asked for them, so they do not fail
//! a call.

use std::cell::Cell;

thread_local! {
    // An argument would be a type argument of all that decodes, which would be compiled twice.
    static IS_SKIPPING: Cell<bool> = const { Cell::new(false) };
}

/// Decodes on this thread without the fields that the document does not declare.
pub(super) fn skipping_undeclared<T>(decode: impl FnOnce() -> T) -> T {
    struct End;

    impl Drop for End {
        fn drop(&mut self) {
            IS_SKIPPING.set(false);
        }
    }

    let _end = End;
    IS_SKIPPING.set(true);
    decode()
}

/// Whether fields that the document does not declare are skipped now.
pub(crate) fn is_skipping_undeclared() -> bool {
    IS_SKIPPING.get()
}
