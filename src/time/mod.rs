//! Dates, where the API's document and its values do not say the same.
//!
//! - [`Date`]: what the document calls a date, and is a full timestamp in many responses.
//! - [`QueryTime`]: a parameter that the document declares as a date and describes as a UNIX
//!   timestamp.

mod date;
mod query_time;
mod timestamp;

pub use date::{Date, ParseDateError};
pub use query_time::QueryTime;

#[allow(unused_imports, reason = "the document decides whether the generated code calls it")]
pub(crate) use timestamp::deserialize;
