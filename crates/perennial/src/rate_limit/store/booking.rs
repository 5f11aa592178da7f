use std::fmt;

use serde::{Deserialize, Serialize};

use crate::random::random;

/// Names a booking: a random number, of 64 bits. `Display` writes it as 16 hexadecimal digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct BookingId(u64);

impl BookingId {
    /// One that no other booking has, of this process or another.
    pub fn unique() -> Self {
        Self(random())
    }

    /// The number.
    pub const fn as_u64(self) -> u64 {
        self.0
    }
}

impl From<u64> for BookingId {
    fn from(id: u64) -> Self {
        Self(id)
    }
}

impl fmt::Display for BookingId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}
