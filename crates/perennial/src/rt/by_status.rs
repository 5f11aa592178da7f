use crate::call::ByteStream;
use crate::decode::BodyError;

/// A response of an operation that declares several 2xx responses. The generated type is an enum with a variant for
/// each status.
pub trait ByStatus: Sized {
    /// Decodes the body that the document declares for `status`.
    fn decode(status: u16, body: &[u8]) -> Result<Self, BodyError>;
}

/// The response type of an operation that declares several 2xx responses, some of which are streamed.
pub trait StreamedByStatus: ByStatus {
    /// Returns whether the body of a response with this status is streamed.
    fn is_streamed(status: u16) -> bool;

    /// Creates the variant for `status` from the stream of the body.
    fn of_stream(status: u16, body: ByteStream) -> Self;
}
