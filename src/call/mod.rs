//! A call of an operation: its request, the attempts to send it, and its response.
//!
//! The generated code builds each operation on [`Request`].

mod attempt;
mod body;
#[cfg_attr(target_family = "wasm", path = "exchange_in_browser.rs")]
mod exchange;
mod outgoing;
mod request;
mod response;
mod running;
mod send;
mod span;
mod stream;

pub use stream::ByteStream;

#[allow(unused_imports, reason = "the document decides whether there are forms")]
pub(crate) use crate::encode::FormStyle;
#[allow(unused_imports, reason = "the features of tags decide whether there are operations")]
pub(crate) use request::Request;
#[allow(unused_imports, reason = "the document decides whether the generated code has one")]
pub(crate) use response::StreamedByStatus;
