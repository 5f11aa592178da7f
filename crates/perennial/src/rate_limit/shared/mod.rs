//! The store as a client uses it: a booking in the store comes on top of that in memory, which is counted in any case.

mod booking;
mod client;
mod journal;
#[cfg(test)]
mod tests;
mod window;

pub(super) use booking::SharedBooking;
pub(super) use client::StoreClient;
pub(super) use window::{Refusal, SharedWindow};
