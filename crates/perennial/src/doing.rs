//! Thread-local state that changes how values are serialized and deserialized, for example because they are part of a
//! request or a response. The state is not a parameter, because serialization code would then be generic, and would be
//! compiled once for each state.

use std::cell::Cell;

thread_local! {
    static CURRENT: Cell<u8> = const { Cell::new(0) };
}

#[derive(Clone, Copy)]
pub(crate) enum Doing {
    /// A response is deserialized: read-only fields that the document requires must be present.
    Receiving = 1,
    /// A request is serialized: read-only fields are omitted.
    Sending = 2,
    /// JSON is deserialized: fields that the document does not declare are skipped.
    SkippingUndeclared = 4,
}

impl Doing {
    pub(crate) fn during<T>(self, work: impl FnOnce() -> T) -> T {
        struct Restore(u8);

        impl Drop for Restore {
            fn drop(&mut self) {
                CURRENT.set(self.0);
            }
        }

        let before = Restore(CURRENT.get());
        CURRENT.set(before.0 | self as u8);
        work()
    }

    pub(crate) fn is_now(self) -> bool {
        CURRENT.get() & self as u8 != 0
    }
}

#[cfg(test)]
mod tests {
    use std::panic::catch_unwind;

    use super::Doing::{Receiving, SkippingUndeclared};

    #[test]
    fn thread_local_decoding_mode_is_restored_after_a_panic() {
        Receiving.during(|| {
            SkippingUndeclared.during(|| assert!(SkippingUndeclared.is_now() && Receiving.is_now()));
            assert!(!SkippingUndeclared.is_now() && Receiving.is_now());
        });
        assert!(catch_unwind(|| Receiving.during(|| panic!("in a `Deserialize` of the caller's own"))).is_err());
        assert!(!Receiving.is_now());
    }
}
