use uuid::{Builder, Uuid};

pub(crate) fn random_uuid() -> Uuid {
    let bits = u128::from(random_u64()) << 64 | u128::from(random_u64());
    Builder::from_random_bytes(bits.to_be_bytes()).into_uuid()
}

/// Returns a random number. It is derived from the standard library's random keys for hash maps, which differ for each
/// map.
#[cfg(not(target_family = "wasm"))]
pub(crate) fn random_u64() -> u64 {
    use std::hash::{BuildHasher as _, Hasher as _, RandomState};
    RandomState::new().build_hasher().finish()
}

/// Returns a random number from `fastrand`, because the standard library has no source of randomness in a browser.
#[cfg(target_family = "wasm")]
pub(crate) fn random_u64() -> u64 {
    fastrand::u64(..)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_uuids_are_distinct_and_have_version_4() {
        let [one, other] = [random_uuid(), random_uuid()];
        assert_eq!((one.get_version_num(), one.get_variant()), (4, uuid::Variant::RFC4122));
        assert_ne!(one, other);
    }
}
