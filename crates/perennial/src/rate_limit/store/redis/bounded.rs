use std::io::{Error, ErrorKind, Result};
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, ReadBuf, Take};

/// The maximum number of bytes of one read.
///
/// After each read, the parser of `redis` scans the whole unfinished answer again, and a task only yields after 128
/// reads. With larger reads, an endless answer would block its thread for longer than any timeout.
const BYTES_PER_READ: u64 = 4 * 1024;

/// The number of bytes that the server may send after a connection is opened. Each byte of a request allows
/// [`BYTES_PER_REQUEST_BYTE`] more, which is plenty, since the script's answers are shorter than requests.
const FIRST_ALLOWANCE: u64 = 64 * 1024;
const BYTES_PER_REQUEST_BYTE: u64 = 8;
const MAX_ALLOWANCE: u64 = 1024 * 1024;

/// A byte stream that fails if the server sends more bytes than the answers to the requests can contain.
pub(super) struct BoundedStream<S> {
    stream: Take<S>,
    /// The number of bytes that the server may still send.
    allowance: u64,
}

impl<S: AsyncRead> BoundedStream<S> {
    pub(super) fn new(stream: S) -> Self {
        Self { stream: stream.take(0), allowance: FIRST_ALLOWANCE }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for BoundedStream<S> {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<Result<()>> {
        if self.allowance == 0 {
            return Poll::Ready(Err(Error::new(ErrorKind::InvalidData, "the response is too long")));
        }
        let most = self.allowance.min(BYTES_PER_READ);
        self.stream.set_limit(most);
        ready!(Pin::new(&mut self.stream).poll_read(cx, buffer))?;
        self.allowance -= most - self.stream.limit();
        Poll::Ready(Ok(()))
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncWrite for BoundedStream<S> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<Result<usize>> {
        let written = ready!(Pin::new(self.stream.get_mut()).poll_write(cx, bytes))?;
        let earned = (written as u64).saturating_mul(BYTES_PER_REQUEST_BYTE);
        self.allowance = self.allowance.saturating_add(earned).min(MAX_ALLOWANCE);
        Poll::Ready(Ok(written))
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Result<()>> {
        Pin::new(self.stream.get_mut()).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Result<()>> {
        Pin::new(self.stream.get_mut()).poll_shutdown(cx)
    }
}
