//! What is being done on this thread, where that changes how a value is read or written. An argument would be a type
//! argument of all that reads and writes, which would be compiled once for each.

use std::cell::Cell;

thread_local! {
    static DOING: Cell<u8> = const { Cell::new(0) };
}

#[derive(Clone, Copy)]
pub(crate) enum Doing {
    /// A response is read: it has the read-only fields that the document requires.
    Receiving = 1,
    /// A request is written: without read-only fields.
    Sending = 2,
    /// A text is read without the fields that the document does not declare.
    SkippingUndeclared = 4,
}

impl Doing {
    pub(crate) fn during<T>(self, work: impl FnOnce() -> T) -> T {
        struct Restore(u8);

        impl Drop for Restore {
            fn drop(&mut self) {
                DOING.set(self.0);
            }
        }

        let before = Restore(DOING.get());
        DOING.set(before.0 | self as u8);
        work()
    }

    pub(crate) fn is_now(self) -> bool {
        DOING.get() & self as u8 != 0
    }
}

#[cfg(test)]
mod tests {
    use std::panic::catch_unwind;

    use super::Doing::{Receiving, SkippingUndeclared};

    #[test]
    fn what_is_done_leaves_the_thread_as_it_found_it_also_by_a_panic() {
        Receiving.during(|| {
            SkippingUndeclared.during(|| assert!(SkippingUndeclared.is_now() && Receiving.is_now()));
            assert!(!SkippingUndeclared.is_now() && Receiving.is_now());
        });
        assert!(catch_unwind(|| Receiving.during(|| panic!("in a `Deserialize` of the caller's own"))).is_err());
        assert!(!Receiving.is_now());
    }
}
