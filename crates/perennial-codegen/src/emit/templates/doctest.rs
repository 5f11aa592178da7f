#[cfg(doctest)]
static OPERATIONS: &[::perennial::Operation] = &[];
#[cfg(doctest)]
pub mod builder {}
#[cfg(doctest)]
pub mod mock {}
#[cfg(doctest)]
pub mod servers {}
#[cfg(doctest)]
pub mod tags {}
#[cfg(doctest)]
pub mod types {}
