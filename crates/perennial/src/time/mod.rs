//! Dates and timestamps, where the API's document and the wire differ.
//!
//! - [`Date`]: declared as a date, often a full timestamp on the wire.
//! - [`QueryTime`]: a query parameter that is declared as a date and described as a UNIX timestamp.
//! - [`QueryDateTime`]: a query parameter that is declared as a timestamp.
//!
//! Setters of these types take a [`chrono::DateTime`], a [`SystemTime`](std::time::SystemTime), UNIX seconds
//! (`i64`), or text in RFC 3339; those of [`Date`] and [`QueryTime`] also take a [`chrono::NaiveDate`]. A `SystemTime`,
//! UNIX seconds and text are refused outside the years 0 to 9999, and so are UNIX milliseconds of today.

mod date;
mod moment;
mod query_date_time;
mod query_time;
pub(crate) mod rfc3339;

pub use date::{Date, ParseDateError};
pub use moment::TimeOutOfRange;
pub use query_date_time::QueryDateTime;
pub use query_time::QueryTime;
