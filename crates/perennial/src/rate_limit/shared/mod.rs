//! Counts requests in a store that several clients share. Each request needs a booking (its record in the store) in
//! addition to its permit in memory.

mod booking;
mod client;
mod journal;
#[cfg(test)]
mod tests;
mod window;

pub(super) use booking::SharedBooking;
pub(super) use client::StoreClient;
pub(super) use window::{Refusal, SharedWindow};
