//! Dates and timestamps, where the API's document and the wire differ.
//!
//! - [`Date`]: declared as a date, often a full timestamp on the wire.
//! - [`QueryTime`]: a parameter that is declared as a date and described as a UNIX timestamp.

// This module may import `error`.

mod date;
mod query_time;
mod rfc3339;
mod text;
mod timestamp;

pub use date::{Date, ParseDateError};
pub use query_time::QueryTime;

#[allow(unused_imports, reason = "the document decides whether the generated code calls it")]
pub(crate) use timestamp::{deserialize, deserialize_present};
