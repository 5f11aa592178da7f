//! Responses whose type depends on the status: an operation may declare several 2xx responses.

use crate::call::ByteStream;
use crate::decode::BodyError;

/// The type of such a response.
pub trait ByStatus: Sized {
    /// Decodes the body that the document declares for `status`.
    fn decode(status: u16, body: &[u8]) -> Result<Self, BodyError>;
}

/// The type of an operation that streams some of its successes and decodes others.
pub trait StreamedByStatus: ByStatus {
    /// Set if a stream has values, between which there may be any time.
    const IS_PACED: bool = false;

    /// `true` if the body of `status` is streamed.
    fn is_streamed(status: u16) -> bool;

    /// The variant of `status`, whose body is streamed.
    fn of_stream(status: u16, body: ByteStream) -> Self;
}

/// The error of a 2xx status that the document does not declare.
pub fn undeclared_status() -> BodyError {
    BodyError::UndeclaredStatus
}
