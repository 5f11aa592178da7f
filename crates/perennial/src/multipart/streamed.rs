use std::io;
use std::path::Path;
use std::pin::Pin;
use std::sync::Arc;

use bytes::Bytes;
use futures_core::Stream;
use futures_util::{StreamExt as _, TryStreamExt as _, stream};
use reqwest::Body;
use tokio::fs::File;
use tokio::io::AsyncReadExt as _;

use super::{Content, Part};
use crate::runtime;

pub(super) type PartStream = Pin<Box<dyn Stream<Item = io::Result<Bytes>> + Send>>;

impl Part {
    /// Creates a part that is streamed from the file at `path`. The file name of the part is the name of that file. The
    /// file is opened again for each attempt to send the part.
    ///
    /// The length of the part is the file's length when this method is called. Bytes that are appended to the file
    /// later are not sent. If the file has become shorter, the call fails. Some files, such as the files in `/proc`,
    /// have content although their length is 0. Such files are sent completely, without a declared length. Symbolic
    /// links are followed.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be opened or is not a regular file, or if there is no Tokio runtime. Pipes, devices and
    /// sockets are refused, even through a path such as `/dev/stdin`: they cannot be read again, and may block a thread
    /// forever. Use [`stream`](Self::stream) for them. If the file cannot be read later, the call fails with
    /// [`TransportFailure::RequestBody`](crate::error::TransportFailure::RequestBody).
    pub async fn file(path: impl AsRef<Path>) -> io::Result<Self> {
        runtime::check_present().map_err(io::Error::other)?;
        let path: Arc<Path> = path.as_ref().into();
        let file_name = path.file_name().map(|name| name.to_string_lossy().into_owned());
        let mut file = open_regular_file(Arc::clone(&path)).await?;
        let length = file.metadata().await?.len();
        let part = if length > 0 {
            Self::stream(move || file_chunks(Arc::clone(&path), length)).length(length)
        } else if file.read(&mut [0]).await? > 0 {
            Self::stream(move || file_chunks(Arc::clone(&path), u64::MAX))
        } else {
            Self::bytes(Bytes::new())
        };
        Ok(Self { file_name, ..part })
    }

    /// Creates a part whose content is a stream. `open` returns the stream, and is called for each attempt to send the
    /// part.
    ///
    /// If the stream fails, the call fails with
    /// [`TransportFailure::RequestBody`](crate::error::TransportFailure::RequestBody).
    pub fn stream<S>(open: impl Fn() -> S + Send + Sync + 'static) -> Self
    where
        S: Stream<Item = io::Result<Bytes>> + Send + 'static,
    {
        let open = Arc::new(move || -> PartStream { Box::pin(open()) });
        Self::from_content(Content::Stream { open, length: None })
    }

    /// Sets the length of the stream in bytes. Has no effect on a part that was created from bytes.
    ///
    /// If the length of every part is known, the request has a `Content-Length`. Otherwise, its body is sent in chunks.
    ///
    /// If the stream does not contain exactly this number of bytes, the call fails with
    /// [`TransportFailure::RequestBody`](crate::error::TransportFailure::RequestBody), and the service does not receive
    /// a complete request.
    #[must_use]
    pub fn length(mut self, bytes: u64) -> Self {
        if let Content::Stream { length, .. } = &mut self.content {
            *length = Some(bytes);
        }
        self
    }
}

/// Opens a regular file. Opening a pipe would block a thread until another process opens its other end.
async fn open_regular_file(path: Arc<Path>) -> io::Result<File> {
    if tokio::fs::metadata(&path).await?.is_file() {
        return File::open(path).await;
    }
    let reason = "it is not a regular file, so it cannot be read again for another attempt: use `Part::stream`";
    Err(io::Error::new(io::ErrorKind::InvalidInput, reason))
}

/// Streams the first `length` bytes of a file, even if it has grown since.
fn file_chunks(path: Arc<Path>, length: u64) -> impl Stream<Item = io::Result<Bytes>> + Send {
    const CHUNK: usize = 64 << 10;
    let chunks = move |file: File| {
        stream::try_unfold(file.take(length), |mut file| async move {
            let mut chunk = bytes::BytesMut::with_capacity(CHUNK);
            let read = file.read_buf(&mut chunk).await?;
            Ok((read > 0).then(|| (chunk.freeze(), file)))
        })
    };
    stream::once(open_regular_file(path)).map_ok(chunks).try_flatten()
}

pub(super) fn body_of_pieces(pieces: &[Content]) -> Body {
    let pieces = pieces.iter().cloned().map(|piece| -> PartStream {
        match piece {
            Content::Bytes(bytes) => Box::pin(stream::once(async { Ok(bytes) })),
            Content::Stream { open, length: None } => open(),
            Content::Stream { open, length: Some(length) } => Box::pin(check_length(open(), length)),
        }
    });
    Body::wrap_stream(stream::iter(pieces.collect::<Vec<_>>()).flatten())
}

/// Returns the chunks of a stream, and fails if the stream does not contain exactly `length` bytes. If the stream is
/// too long, the error comes before byte number `length`: after that byte, the HTTP client would consider the body
/// complete, and ignore the error.
fn check_length(chunks: PartStream, length: u64) -> impl Stream<Item = io::Result<Bytes>> + Send {
    let mismatch = |what: String| Err(io::Error::new(io::ErrorKind::InvalidData, format!("a part of the body {what}")));
    let is_longer = move || mismatch(format!("contains more than the declared {length} bytes"));
    stream::try_unfold((chunks.fuse(), length), move |(mut chunks, left)| async move {
        let Some(chunk) = chunks.try_next().await? else {
            return match left {
                0 => Ok(None),
                _ => mismatch(format!("contains only {} of the declared {length} bytes", length - left)),
            };
        };
        let Some(left) = left.checked_sub(chunk.len() as u64) else { return is_longer() };
        while left == 0
            && let Some(chunk) = chunks.try_next().await?
        {
            if !chunk.is_empty() {
                return is_longer();
            }
        }
        Ok(Some((chunk, (chunks, left))))
    })
}
