use crate::call::ByteStream;
use crate::decode::BodyError;

/// Implemented by the response type of an operation that declares several 2xx responses: an enum with a variant for
/// each status.
pub trait ByStatus: Sized {
    /// Decodes `body` as the type that the document declares for `status`.
    fn decode(status: u16, body: &[u8]) -> Result<Self, BodyError>;
}

/// Implemented by the response type of an operation that declares several 2xx responses, some of which have a streamed
/// body.
pub trait StreamedByStatus: ByStatus {
    /// Returns whether the body of a response with this status is streamed.
    fn is_streamed(status: u16) -> bool;

    /// Creates the variant for `status`. `body` is the stream of the response's body.
    fn of_stream(status: u16, body: ByteStream) -> Self;
}
