//! Numbers that nobody else gets.

/// The keys of the standard library's hash maps are random, and differ each time.
#[cfg(not(target_family = "wasm"))]
pub(crate) fn random() -> u64 {
    use std::hash::{BuildHasher as _, Hasher as _, RandomState};
    RandomState::new().build_hasher().finish()
}

/// In a browser, the standard library has none.
#[cfg(target_family = "wasm")]
pub(crate) fn random() -> u64 {
    fastrand::u64(..)
}
