//! Types for dates and timestamps whose format on the wire may differ from the declared format.
//!
//! - [`Date`]: the type of a field that is declared as a date, but is often a complete timestamp on the wire.
//! - [`QueryTime`]: the type of a query parameter that is declared as a date, but described as a UNIX timestamp.
//! - [`QueryDateTime`]: the type of a parameter that is declared as a timestamp.
//!
//! Setters for these types accept a [`chrono::DateTime`], a [`SystemTime`](std::time::SystemTime), UNIX seconds
//! (`i64`), or a string in the format RFC 3339. Setters for [`Date`] and [`QueryTime`] also accept a
//! [`chrono::NaiveDate`]. A time outside the years 0 to 9999 is refused, whether it is a `SystemTime`, UNIX seconds or
//! a string. This check detects a current timestamp in milliseconds that is passed as seconds.

mod date;
mod moment;
mod query_date_time;
mod query_time;
pub(crate) mod rfc3339;

pub use date::{Date, ParseDateError};
pub use moment::TimeOutOfRange;
pub use query_date_time::QueryDateTime;
pub use query_time::QueryTime;
