use std::time::Duration;

/// A random number generator that decides what happens to a simulated call. It is seeded, so that each run is the same.
pub(crate) struct Chance(pub(in crate::rate_limit) u64);

impl Chance {
    /// Returns a random number from 0 to `sides` - 1.
    pub(crate) fn roll(&mut self, sides: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % sides
    }

    pub(crate) fn up_to(&mut self, longest: Duration) -> Duration {
        longest * u32::try_from(self.roll(1_001)).unwrap() / 1_000
    }
}
