//! Parts that are streamed, from files or by the caller.

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

pub(super) type BytesStream = Pin<Box<dyn Stream<Item = io::Result<Bytes>> + Send>>;

impl Part {
    /// A part that is streamed from the file at `path`, with its file name. The file is opened again for each attempt.
    ///
    /// # Errors
    ///
    /// The file's metadata cannot be read, or there is no Tokio runtime. If it cannot be read later, the call fails
    /// with [`Error::Transport`](crate::Error::Transport).
    pub async fn file(path: impl AsRef<Path>) -> io::Result<Self> {
        runtime::check().map_err(io::Error::other)?;
        let path: Arc<Path> = path.as_ref().into();
        let length = tokio::fs::metadata(&path).await?.len();
        let file_name = path.file_name().map(|name| name.to_string_lossy().into_owned());
        let part = Self::stream(move || read(Arc::clone(&path), length)).length(length);
        Ok(Self { file_name, ..part })
    }

    /// A part that is streamed; `open` is called for each attempt to send it.
    pub fn stream<S>(open: impl Fn() -> S + Send + Sync + 'static) -> Self
    where
        S: Stream<Item = io::Result<Bytes>> + Send + 'static,
    {
        let open = Arc::new(move || -> BytesStream { Box::pin(open()) });
        Self::of(Content::Stream { open, length: None })
    }

    /// States how many bytes the stream has. If every part states it, the request has a `Content-Length`; otherwise it
    /// is sent in chunks. Has no effect on a part made from bytes.
    #[must_use]
    pub fn length(mut self, bytes: u64) -> Self {
        if let Content::Stream { length, .. } = &mut self.content {
            *length = Some(bytes);
        }
        self
    }
}

/// The first `length` bytes of a file, which may grow meanwhile.
fn read(path: Arc<Path>, length: u64) -> impl Stream<Item = io::Result<Bytes>> + Send {
    /// Bytes of one chunk.
    const CHUNK: usize = 64 << 10;
    let chunks = move |file: File| {
        stream::try_unfold(file.take(length), |mut file| async move {
            let mut chunk = bytes::BytesMut::with_capacity(CHUNK);
            let read = file.read_buf(&mut chunk).await?;
            Ok((read > 0).then(|| (chunk.freeze(), file)))
        })
    };
    stream::once(File::open(path)).map_ok(chunks).try_flatten()
}

/// These chunks, one after the other.
pub(super) fn body(pieces: &[Content]) -> Body {
    let pieces = pieces.iter().cloned().map(|piece| -> BytesStream {
        match piece {
            Content::Bytes(bytes) => Box::pin(stream::once(async { Ok(bytes) })),
            Content::Stream { open, .. } => open(),
        }
    });
    Body::wrap_stream(stream::iter(pieces.collect::<Vec<_>>()).flatten())
}
