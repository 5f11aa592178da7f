use std::fmt;
use std::pin::Pin;
use std::task::{Context, Poll};

use bytes::Bytes;
use futures_core::Stream;
use futures_util::TryStreamExt as _;

use super::exchange::HttpResponse;
use crate::error::{Call, Error, TransportError};

/// A response body that is streamed as it arrives, for media types other than JSON.
///
/// It is a [`Stream`] of [`Bytes`]; [`chunk`](Self::chunk) reads it without further imports. No size limit applies. The
/// client's `timeout`, or the rest of its `deadline` if that is less, runs until the last byte; a truncated body ends
/// with [`Error::Transport`].
pub struct ByteStream(Pin<Box<dyn Stream<Item = Result<Bytes, Error>> + Send + Sync>>);

impl ByteStream {
    /// The body of a response with this id, if it has one.
    pub(super) fn new(call: Call, request_id: Option<&str>, response: HttpResponse) -> Self {
        let request_id = request_id.map(str::to_owned);
        let failed = move |error| TransportError::from_reqwest(call.clone(), request_id.as_deref(), error).into();
        Self(Box::pin(response.bytes_stream().map_err(failed)))
    }

    /// The next chunk of the body; `None` at its end.
    ///
    /// # Errors
    ///
    /// [`Error::Transport`] if the body is truncated or the timeout expires.
    pub async fn chunk(&mut self) -> Result<Option<Bytes>, Error> {
        self.0.try_next().await
    }

    /// The stream without its wrapper, for combinators that take a boxed one.
    pub fn into_inner(self) -> Pin<Box<dyn Stream<Item = Result<Bytes, Error>> + Send + Sync>> {
        self.0
    }
}

impl Stream for ByteStream {
    type Item = Result<Bytes, Error>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.0.as_mut().poll_next(cx)
    }
}

impl fmt::Debug for ByteStream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ByteStream").finish_non_exhaustive()
    }
}
