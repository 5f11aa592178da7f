use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::random::random_u64;
use crate::rate_limit::Usage;

/// The changes that a client asks a store of rate limits to make, mainly to its bookings. A booking is the store's
/// record of one request.
///
/// The store makes the changes atomically and in this order: it removes bookings that the client did not use, adds
/// bookings that the store lacks, starts a pause in which no request may be sent, and makes a new booking. For an
/// example, see [`Ledger`](super::Ledger).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Update {
    /// The name of the client's package, which identifies the service. A store counts the requests to each service
    /// separately, because accounts of two services may have the same id.
    pub service: &'static str,
    /// The windows to update. Each change in the update applies to all of these windows.
    pub windows: Vec<Window>,
    /// The ids of the unused bookings to remove. Some of these bookings may no longer be in the store.
    pub give_back: Vec<BookingId>,
    /// Bookings (records of requests) to add to the store, because the client made them while the store was
    /// unreachable, or because the store may have lost them. Bookings that the store already contains are not changed.
    pub enter: Vec<Entry>,
    /// The length of the pause that the service requested. No request may be sent during the pause. `None` if the
    /// service requested no pause.
    ///
    /// If an earlier pause is still in effect and ends later, it is not shortened.
    pub pause: Option<Duration>,
    /// The booking to make, if any. A booking is the store's record of one request to the service.
    pub book: Option<Book>,
}

/// A rate-limit window of an account. It allows at most `requests` requests in any period of length `span`.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Window {
    /// The `operationId` of an operation with its own limit, or `*` for the limit that all other operations share.
    pub name: &'static str,
    /// The number of requests that the window allows: the limit minus the client's headroom, but at least one.
    pub requests: u32,
    /// The time for which each request counts towards the limit: the limit's period, plus the client's safety margin
    /// (`ClientBuilder::rate_limit_margin`), plus twice the store's timeout. Zero if the limit's period is zero.
    pub span: Duration,
}

impl Window {
    /// Creates the window called `name`, which allows at most `requests` requests in any period of length `span`.
    pub const fn new(name: &'static str, requests: u32, span: Duration) -> Self {
        Self { name, requests, span }
    }
}

/// A booking that a client asks the store to make. It reserves the earliest time at which the limit allows a request to
/// be sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Book {
    /// The id of the new booking. If the store already contains a booking with this id, the new booking replaces it.
    pub id: BookingId,
    /// The longest time that the call may wait until its request is allowed. `None` means that the call may wait
    /// forever.
    ///
    /// The store does not make the booking if the call would have to wait for this time or longer. If the call does not
    /// have to wait, the store makes the booking, even if this time is zero.
    pub within: Option<Duration>,
}

impl Book {
    /// Creates a request to make the booking `id`. `within` limits how long the call may wait for the booked time.
    /// `None` means that the call may wait forever.
    ///
    /// The store does not make the booking if the call would have to wait for `within` or longer. If the call does not
    /// have to wait, the store makes the booking, even if `within` is zero.
    pub const fn new(id: BookingId, within: Option<Duration>) -> Self {
        Self { id, within }
    }
}

/// A booking that is to be added to a store. A booking is the record of one request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Entry {
    /// The id that identifies the booking in the store.
    pub id: BookingId,
    /// The time at which the request was sent or, if it has not been sent yet, the earliest time at which it may be
    /// sent.
    pub slot: Slot,
}

impl Entry {
    /// Creates an entry for the booking with the id `id`. `slot` is the time at which the request was sent, or the
    /// earliest time at which it may be sent.
    pub const fn new(id: BookingId, slot: Slot) -> Self {
        Self { id, slot }
    }
}

/// The time at which a request was sent, or the earliest time at which it may be sent. The time is relative to the
/// current time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Slot {
    /// The request was sent this long ago or, if it has not been sent yet, has been allowed for this long.
    Ago(Duration),
    /// The request may be sent once this duration has passed.
    In(Duration),
}

/// The answer of a store to an [`Update`]. A custom store can create it with
/// [`Ledger::update`](super::Ledger::update).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// Shows whether the store still has its data about the account. If two answers contain different epochs, the store
    /// has lost data in the time between them.
    pub epoch: Epoch,
    /// Whether the store made the requested booking ([`Update::book`]). `None` if no booking was requested.
    pub booked: Option<Booked>,
    /// The usage of each of the [`Update::windows`] after the update.
    pub windows: Vec<Usage>,
}

/// The store's answer to a [`Book`]: whether it made the booking. A booking is the record of one request, and reserves
/// the time at which the request may be sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Booked {
    /// The booking was made. The request may be sent once this duration has passed.
    In(Duration),
    /// No booking was made. The limit allows the request only after this duration, and the call cannot wait that long
    /// ([`Book::within`]).
    TooLate(Duration),
}

/// A random number that shows whether a store still has its data about an account. The store chooses the number when it
/// first records the account, and a new number if it has lost the data.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Epoch(u64);

impl Epoch {
    /// Creates a random epoch. A store saves the epoch with the data about an account, and includes it in each answer.
    /// If an answer contains a different epoch than an earlier answer, the store has lost the data.
    pub fn unique() -> Self {
        Self(random_u64())
    }

    /// Returns the epoch as a number, so that a store can save it in its own data format. An epoch shows whether a
    /// store still has its data about an account.
    pub const fn as_u64(self) -> u64 {
        self.0
    }
}

impl From<u64> for Epoch {
    fn from(epoch: u64) -> Self {
        Self(epoch)
    }
}

/// Converts a time to microseconds. Rounds up, so that no wait is too short.
///
/// The result is at most 2^52, which is longer than any real span: the script calculates in doubles, which represent
/// integers exactly only up to 2^53.
pub(super) fn micros(time: Duration) -> u64 {
    const MOST: u64 = 1 << 52;
    u64::try_from(time.as_nanos().div_ceil(1_000)).unwrap_or(MOST).min(MOST)
}

/// The id of a booking: a random 64-bit number. `Display` writes it as 16 hexadecimal digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct BookingId(u64);

impl BookingId {
    /// Creates a random id for a booking (the record of one request in a store). The id differs from the ids of all
    /// other bookings, even those of other processes.
    pub fn unique() -> Self {
        Self(random_u64())
    }

    /// Returns the id as a number.
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
