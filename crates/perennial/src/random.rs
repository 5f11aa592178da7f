//! Numbers that nobody else gets.

use uuid::{Builder, Uuid};

/// A random UUID, of version 4.
pub(crate) fn uuid() -> Uuid {
    let bits = u128::from(random()) << 64 | u128::from(random());
    Builder::from_random_bytes(bits.to_be_bytes()).into_uuid()
}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_random_uuid_is_of_version_4_and_no_other_is_the_same() {
        let [one, other] = [uuid(), uuid()];
        assert_eq!((one.get_version_num(), one.get_variant()), (4, uuid::Variant::RFC4122));
        assert_ne!(one, other);
    }
}
