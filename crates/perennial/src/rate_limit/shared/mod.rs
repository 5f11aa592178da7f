//! The client's side of the store. A booking in the store is made in addition to the permit in memory, which is always
//! needed.

mod booking;
mod client;
mod journal;
#[cfg(test)]
mod tests;
mod window;

pub(super) use booking::SharedBooking;
pub(super) use client::StoreClient;
pub(super) use window::{Refusal, SharedWindow};
