//! The parts of `multipart/form-data` bodies: what operations that take files are given.

#[cfg(not(target_family = "wasm"))]
mod streamed;

use std::fmt::{self, Display};

use bytes::Bytes;
use http::HeaderValue;
use reqwest::Body;
#[cfg(not(target_family = "wasm"))]
use streamed::BytesStream;

use crate::random::random;

/// Parts of a body by name, for an operation without declared parts. A name may occur more than once.
pub type Parts = Vec<(String, Part)>;

/// The content of one part of a body: bytes in memory, or a stream.
///
/// Made from bytes or text (`From`), from a [`file`](Self::file), or from a [`stream`](Self::stream). Browsers have no
/// files, and no streamed bodies.
#[derive(Clone)]
pub struct Part {
    content: Content,
    file_name: Option<String>,
    media_type: Option<String>,
}

#[derive(Clone)]
enum Content {
    Bytes(Bytes),
    #[cfg(not(target_family = "wasm"))]
    Stream {
        open: std::sync::Arc<dyn Fn() -> BytesStream + Send + Sync>,
        length: Option<u64>,
    },
}

impl Content {
    /// The number of bytes, if known.
    fn length(&self) -> Option<u64> {
        match self {
            Self::Bytes(bytes) => u64::try_from(bytes.len()).ok(),
            #[cfg(not(target_family = "wasm"))]
            Self::Stream { length, .. } => *length,
        }
    }
}

impl Part {
    /// A part with these bytes.
    pub fn bytes(content: impl Into<Bytes>) -> Self {
        Self { content: Content::Bytes(content.into()), file_name: None, media_type: None }
    }

    /// Sets the name of the file. Defaults to none, or to that of the file it is read from.
    #[must_use]
    pub fn file_name(self, name: impl Into<String>) -> Self {
        Self { file_name: Some(name.into()), ..self }
    }

    /// Sets the media type. Defaults to what the document declares, then to `application/octet-stream` for a part with
    /// a file name, and to none otherwise.
    #[must_use]
    pub fn media_type(self, media_type: impl Into<String>) -> Self {
        Self { media_type: Some(media_type.into()), ..self }
    }
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
pub trait IntoParts {
    /// Each file, as a part.
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

/// A body of parts, as it is sent.
pub(crate) struct Multipart {
    /// The boundary, which no content has: 128 random bits.
    boundary: String,
    pieces: Vec<Content>,
}

impl Default for Multipart {
    fn default() -> Self {
        Self { boundary: format!("{:016x}{:016x}", random(), random()), pieces: Vec::new() }
    }
}

impl Multipart {
    /// Adds a part, of the media type that the document declares unless it has its own.
    ///
    /// # Errors
    /// A media type that a header cannot carry.
    pub(crate) fn add(&mut self, name: &str, declared: Option<&str>, part: Part) -> Result<(), &'static str> {
        let Part { content, file_name, media_type } = part;
        let mut head = format!("--{}\r\ncontent-disposition: form-data; name=\"{}\"", self.boundary, Quoted(name));
        if let Some(file_name) = &file_name {
            head.push_str(&format!("; filename=\"{}\"", Quoted(file_name)));
        }
        let usual = file_name.as_ref().map(|_| "application/octet-stream");
        if let Some(media_type) = media_type.as_deref().or(declared).or(usual) {
            HeaderValue::from_str(media_type).map_err(|_| "has a media type that a header cannot carry")?;
            head.push_str(&format!("\r\ncontent-type: {media_type}"));
        }
        head.push_str("\r\n\r\n");
        self.pieces.extend([Content::Bytes(head.into()), content, Content::Bytes(Bytes::from_static(b"\r\n"))]);
        Ok(())
    }

    /// The whole body, after its last part.
    pub(crate) fn finished(mut self) -> Self {
        self.pieces.push(Content::Bytes(format!("--{}--\r\n", self.boundary).into()));
        self
    }

    pub(crate) fn content_type(&self) -> String {
        format!("multipart/form-data; boundary={}", self.boundary)
    }

    /// The number of bytes, if all parts know theirs.
    pub(crate) fn length(&self) -> Option<u64> {
        self.pieces.iter().map(Content::length).sum()
    }

    /// The body for one attempt.
    #[cfg(not(target_family = "wasm"))]
    pub(crate) fn body(&self) -> Body {
        streamed::body(&self.pieces)
    }

    /// The body for one attempt.
    #[cfg(target_family = "wasm")]
    pub(crate) fn body(&self) -> Body {
        let pieces: Vec<&[u8]> = self.pieces.iter().map(|Content::Bytes(bytes)| &**bytes).collect();
        pieces.concat().into()
    }
}

/// A name as the HTML standard writes it: with what would end it encoded.
struct Quoted<'a>(&'a str);

impl Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.replace('"', "%22").replace('\r', "%0D").replace('\n', "%0A"))
    }
}
