//! A call of an operation: its request, the attempts to send it, and its response.
//!
//! It may import every module but `rt` and the generated code, which are built on it.

mod attempt;
mod body;
#[cfg_attr(target_family = "wasm", path = "exchange_in_browser.rs")]
mod exchange;
mod outgoing;
mod response;
mod running;
mod send;
mod span;
mod stream;

pub use stream::ByteStream;

pub(crate) use outgoing::{Outgoing, Payload, Recipe};
pub(crate) use response::{Buffered, ByStatusBody, Response, Unread};
pub(crate) use send::{Sent, send};
