//! A second reading of a text for fields that the document does not declare, and whose values serde_json skips but cannot
//! read: a number beyond `f64`, more than 128 levels, half a surrogate pair. Nobody asked for them, so they do not fail
//! a call; except where a union has to read them to find what tells its members apart.

use std::cell::Cell;

thread_local! {
    // An argument would be a type argument of all that decodes, which would be compiled twice.
    static IS_SKIPPING: Cell<bool> = const { Cell::new(false) };
}

/// Decodes on this thread without the fields that the document does not declare.
pub(super) fn skipping_undeclared<T>(decode: impl FnOnce() -> T) -> T {
    struct Restore(bool);

    impl Drop for Restore {
        fn drop(&mut self) {
            IS_SKIPPING.set(self.0);
        }
    }

    let _before = Restore(IS_SKIPPING.replace(true));
    decode()
}

/// `true` if fields that the document does not declare are skipped now.
pub(crate) fn is_skipping_undeclared() -> bool {
    IS_SKIPPING.get()
}

#[cfg(test)]
mod tests {
    use std::panic::catch_unwind;

    use super::*;

    #[test]
    fn a_reading_leaves_the_thread_as_it_found_it_also_by_a_panic() {
        skipping_undeclared(|| {
            skipping_undeclared(|| assert!(is_skipping_undeclared()));
            assert!(is_skipping_undeclared());
        });
        assert!(!is_skipping_undeclared());
        assert!(catch_unwind(|| skipping_undeclared(|| panic!("in a `Deserialize` of the caller's own"))).is_err());
        assert!(!is_skipping_undeclared());
    }
}
