//! The parts of `multipart/form-data` bodies: what operations that take files are given.

use std::fmt::{self, Display};
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io;
use std::path::Path;
use std::pin::Pin;
use std::sync::Arc;

use bytes::Bytes;
use futures_core::Stream;
use futures_util::{StreamExt as _, TryStreamExt as _, stream};
use http::HeaderValue;
use reqwest::Body;
use tokio::fs::File;
use tokio::io::AsyncReadExt as _;

use crate::runtime;

/// Parts of a body by name, for an operation whose document names none. A name may be there more than once.
pub type Parts = Vec<(String, Part)>;

/// The content of one part of a body: bytes in memory, or a stream.
///
/// Made from bytes or text (`From`), from a [`file`](Self::file), or from a [`stream`](Self::stream).
#[derive(Clone)]
pub struct Part {
    content: Content,
    file_name: Option<String>,
    media_type: Option<String>,
}

type BytesStream = Pin<Box<dyn Stream<Item = io::Result<Bytes>> + Send>>;

#[derive(Clone)]
enum Content {
    Bytes(Bytes),
    Stream { open: Arc<dyn Fn() -> BytesStream + Send + Sync>, length: Option<u64> },
}

impl Content {
    /// How many bytes there are, if that is known.
    fn length(&self) -> Option<u64> {
        match self {
            Self::Bytes(bytes) => u64::try_from(bytes.len()).ok(),
            Self::Stream { length, .. } => *length,
        }
    }
}

impl Part {
    /// A part with these bytes.
    pub fn bytes(content: impl Into<Bytes>) -> Self {
        Self { content: Content::Bytes(content.into()), file_name: None, media_type: None }
    }

    /// A part that is streamed from the file at `path`, with its file name. The file is opened again for each attempt.
    ///
    /// # Errors
    ///
    /// The file's metadata cannot be read, or there is no Tokio runtime. If it cannot be read later, the call fails with
    /// [`Error::Transport`](crate::Error::Transport).
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
        Self { content: Content::Stream { open, length: None }, file_name: None, media_type: None }
    }

    /// States how many bytes the stream has. If every part states it, the request has a `Content-Length`; otherwise it is
    /// sent in chunks. Has no effect on a part made from bytes.
    #[must_use]
    pub fn length(mut self, bytes: u64) -> Self {
        if let Content::Stream { length, .. } = &mut self.content {
            *length = Some(bytes);
        }
        self
    }

    /// Sets the name of the file. Defaults to none, or to that of the file it is read from.
    #[must_use]
    pub fn file_name(mut self, name: impl Into<String>) -> Self {
        self.file_name = Some(name.into());
        self
    }

    /// Sets the media type. Defaults to what the document declares, then to `application/octet-stream` for a part with a
    /// file name, and to none otherwise.
    #[must_use]
    pub fn media_type(mut self, media_type: impl Into<String>) -> Self {
        self.media_type = Some(media_type.into());
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

impl<T: Into<Bytes>> From<T> for Part {
    fn from(content: T) -> Self {
        Self::bytes(content)
    }
}

impl fmt::Debug for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let length = self.content.length();
        f.debug_struct("Part").field("file_name", &self.file_name).field("length", &length).finish_non_exhaustive()
    }
}

/// One file or several.
pub(crate) trait IntoParts {
    fn into_parts(self) -> Vec<Part>;
}

impl IntoParts for Part {
    fn into_parts(self) -> Vec<Part> {
        vec![self]
    }
}

impl IntoParts for Vec<Part> {
    fn into_parts(self) -> Vec<Part> {
        self
    }
}

impl<T: IntoParts> IntoParts for Option<T> {
    fn into_parts(self) -> Vec<Part> {
        self.map(IntoParts::into_parts).unwrap_or_default()
    }
}

/// A body of parts.
#[derive(Default)]
pub(crate) struct Multipart(Vec<Named>);

/// A part, with what goes before its content but for the boundary.
struct Named {
    head: String,
    content: Content,
}

impl Multipart {
    /// Adds a part, of the media type that the document declares unless it has its own.
    ///
    /// # Errors
    /// A media type that a header cannot carry.
    pub(crate) fn add(&mut self, name: &str, declared: Option<&str>, part: Part) -> Result<(), &'static str> {
        let Part { content, file_name, media_type } = part;
        let mut head = format!("content-disposition: form-data; name=\"{}\"", Quoted(name));
        if let Some(file_name) = &file_name {
            head.push_str(&format!("; filename=\"{}\"", Quoted(file_name)));
        }
        let usual = file_name.as_ref().map(|_| "application/octet-stream");
        if let Some(media_type) = media_type.as_deref().or(declared).or(usual) {
            HeaderValue::from_str(media_type).map_err(|_| "has a media type that a header cannot carry")?;
            head.push_str(&format!("\r\ncontent-type: {media_type}"));
        }
        self.0.push(Named { head, content });
        Ok(())
    }

    /// The body, written with a boundary of its own; `None` if it has no parts.
    pub(crate) fn written(self) -> Option<Written> {
        if self.0.is_empty() {
            return None;
        }
        let boundary = boundary();
        let mut pieces = Vec::new();
        for Named { head, content } in self.0 {
            pieces.push(Content::Bytes(format!("--{boundary}\r\n{head}\r\n\r\n").into()));
            pieces.push(content);
            pieces.push(Content::Bytes(Bytes::from_static(b"\r\n")));
        }
        pieces.push(Content::Bytes(format!("--{boundary}--\r\n").into()));
        Some(Written { boundary, pieces })
    }
}

/// A body of parts as it goes out.
pub(crate) struct Written {
    boundary: String,
    pieces: Vec<Content>,
}

impl Written {
    pub(crate) fn content_type(&self) -> String {
        format!("multipart/form-data; boundary={}", self.boundary)
    }

    /// How many bytes there are, if all parts say so.
    pub(crate) fn length(&self) -> Option<u64> {
        self.pieces.iter().map(Content::length).sum()
    }

    /// The body for one attempt.
    pub(crate) fn body(&self) -> Body {
        let pieces = self.pieces.clone().into_iter().map(|piece| -> BytesStream {
            match piece {
                Content::Bytes(bytes) => Box::pin(stream::once(async { Ok(bytes) })),
                Content::Stream { open, .. } => open(),
            }
        });
        Body::wrap_stream(stream::iter(pieces.collect::<Vec<_>>()).flatten())
    }
}

/// A name as the HTML standard writes it: with what would end it encoded.
struct Quoted<'a>(&'a str);

impl Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.replace('"', "%22").replace('\r', "%0D").replace('\n', "%0A"))
    }
}

/// What no content has: 128 random bits.
fn boundary() -> String {
    let random = || RandomState::new().build_hasher().finish();
    format!("{:016x}{:016x}", random(), random())
}
