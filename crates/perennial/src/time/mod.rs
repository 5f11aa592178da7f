//! Dates and timestamps whose format on the wire differs from what the document declares.
//!
//! - [`Date`]: a field that is declared as a date, but is often a complete timestamp on the wire.
//! - [`QueryTime`]: a query parameter that is declared as a date and described as a UNIX timestamp.
//! - [`QueryDateTime`]: a parameter that is declared as a timestamp.
//!
//! Setters of these types accept a [`chrono::DateTime`], a [`SystemTime`](std::time::SystemTime), UNIX seconds (`i64`),
//! or text in RFC 3339. Setters of [`Date`] and [`QueryTime`] also accept a [`chrono::NaiveDate`]. A `SystemTime`, UNIX
//! seconds and text are refused outside the years 0 to 9999. This includes a current timestamp in milliseconds that was
//! passed as seconds.

mod date;
mod moment;
mod query_date_time;
mod query_time;
pub(crate) mod rfc3339;

pub use date::{Date, ParseDateError};
pub use moment::TimeOutOfRange;
pub use query_date_time::QueryDateTime;
pub use query_time::QueryTime;
