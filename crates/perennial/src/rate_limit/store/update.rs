use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::random::random;
use crate::rate_limit::Usage;

/// The changes that a client asks of a store, to be made in this order and in one step: give bookings back, enter what
/// the store lacks, pause, book.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Update {
    /// The name of the client's package. A store that several services share counts for each of them: accounts of two
    /// services may have the same id.
    pub service: &'static str,
    /// The windows that it is about: all of them for each of its parts.
    pub windows: Vec<Window>,
    /// Bookings that are not used, to be removed. A store may have forgotten them.
    pub give_back: Vec<BookingId>,
    /// Slots that were booked without the store, or that it has forgotten. Where it knows a booking, nothing changes.
    pub enter: Vec<Entry>,
    /// The time from now for which no slot is given, because the service asked for that. It never shortens a pause.
    pub pause: Option<Duration>,
    /// The booking that is asked for.
    pub book: Option<Book>,
}

/// A window of an account: so many requests in any span of time.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Window {
    /// The `operationId` of the operation that has this limit for itself, or `*` for the limit that all others share.
    pub name: &'static str,
    /// The number of requests it allows, at least one. This and the span come from the client: its document, margin and
    /// headroom.
    pub requests: u32,
    /// The time for which each of them counts.
    pub span: Duration,
}

impl Window {
    /// A window of so many requests in any `span`.
    pub const fn new(name: &'static str, requests: u32, span: Duration) -> Self {
        Self { name, requests, span }
    }
}

/// The next slot is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Book {
    /// The name of the booking. If there is one of this name, it is given back before.
    pub id: BookingId,
    /// The time that the caller can wait; `None` without a limit. A slot that is free now is always booked; a later one
    /// only if it comes sooner than this.
    pub within: Option<Duration>,
}

impl Book {
    /// A booking of this name, whose slot has to come within this time, if it is limited.
    pub const fn new(id: BookingId, within: Option<Duration>) -> Self {
        Self { id, within }
    }
}

/// A booking that the store may not know.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Entry {
    /// The name of the booking.
    pub id: BookingId,
    /// Its slot.
    pub slot: Slot,
}

impl Entry {
    /// A booking of this name, with this slot.
    pub const fn new(id: BookingId, slot: Slot) -> Self {
        Self { id, slot }
    }
}

/// A moment, as seen from now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Slot {
    /// It was so long ago.
    Ago(Duration),
    /// It comes after this time.
    In(Duration),
}

/// The answer of a store to an [`Update`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// Identifies what the store remembers: if it differs from the last answer, the store has lost what it knew.
    pub epoch: Epoch,
    /// The outcome of [`Update::book`]; `None` if that was `None`.
    pub booked: Option<Booked>,
    /// The usage after the update, for each of [`Update::windows`].
    pub windows: Vec<Usage>,
}

/// The outcome of booking a slot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Booked {
    /// It is booked, and comes after this time.
    In(Duration),
    /// It is not booked, since it would come only after this time.
    TooLate(Duration),
}

/// A random number, made when a store begins to remember an account.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Epoch(u64);

impl Epoch {
    /// One that no other epoch has.
    pub fn unique() -> Self {
        Self(random())
    }

    /// The number.
    pub const fn as_u64(self) -> u64 {
        self.0
    }
}

impl From<u64> for Epoch {
    fn from(epoch: u64) -> Self {
        Self(epoch)
    }
}

/// Microseconds, rounded up, so that no wait is too short. What a double cannot count exactly, as Redis does, is longer than
/// any span.
pub(super) fn micros(time: Duration) -> u64 {
    const MOST: u64 = 1 << 52;
    u64::try_from(time.as_nanos().div_ceil(1_000)).unwrap_or(MOST).min(MOST)
}

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
