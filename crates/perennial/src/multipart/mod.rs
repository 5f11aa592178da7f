//! The parts of `multipart/…` bodies: what operations that take files are given. A body whose media type the caller names
//! is given as one part.

pub(crate) mod media_type;
#[cfg(not(target_family = "wasm"))]
mod streamed;

use std::fmt;

use bytes::Bytes;
use http::header::{CONTENT_DISPOSITION, CONTENT_TYPE, HeaderName, HeaderValue};
use reqwest::Body;
#[cfg(not(target_family = "wasm"))]
use streamed::BytesStream;

use crate::random::random;

/// Parts of a body by name, for an operation without declared parts. A name may occur more than once.
pub type Parts = Vec<(String, Part)>;

/// The content of one part of a body, or of a body whose media type the caller names: bytes in memory, or a stream.
///
/// Made from bytes or text (`From`), from a [`file`](Self::file), or from a [`stream`](Self::stream). Browsers have no
/// files, and no streamed bodies.
#[derive(Clone)]
pub struct Part {
    content: Content,
    file_name: Option<String>,
    media_type: Option<String>,
    headers: Vec<(String, String)>,
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
    fn of(content: Content) -> Self {
        Self { content, file_name: None, media_type: None, headers: Vec::new() }
    }

    /// A part with these bytes.
    pub fn bytes(content: impl Into<Bytes>) -> Self {
        Self::of(Content::Bytes(content.into()))
    }

    /// Sets the name of the file. Defaults to none, or to that of the file it is read from.
    #[must_use]
    pub fn file_name(self, name: impl Into<String>) -> Self {
        Self { file_name: Some(name.into()), ..self }
    }

    /// Sets the media type, which has to be within what the document declares: `image/png` where that is `image/*`. If it
    /// is not set, it is the declared one. Where the document leaves a choice, or says nothing of a part that is a file, it
    /// is `application/octet-stream`, else `text/plain`, as far as that is within; elsewhere a request without it is
    /// refused.
    #[must_use]
    pub fn media_type(self, media_type: impl Into<String>) -> Self {
        Self { media_type: Some(media_type.into()), ..self }
    }

    /// Adds a header of the part, such as one that the document declares for it. A request is refused if the part cannot
    /// have it: `Content-Type` and `Content-Disposition` are set by methods of their own, and what is a whole body has none.
    #[must_use]
    pub fn header(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.headers.push((name.into(), value.into()));
        self
    }

    /// Returns `true` if it has a header of this name.
    pub(crate) fn has_header(&self, name: &str) -> bool {
        self.headers.iter().any(|(own, _)| own.eq_ignore_ascii_case(name))
    }

    /// The part as a whole body, with its media type, within what is `declared`.
    ///
    /// # Errors
    /// It has no such media type, or it has headers.
    pub(crate) fn into_body(self, declared: &str) -> Result<(String, Pieces), String> {
        if !self.headers.is_empty() {
            return Err("has headers, which only a part of a body can have".to_owned());
        }
        let media_type = media_type::sent(Some(declared), self.media_type.as_deref())?.unwrap_or(declared).to_owned();
        Ok((media_type, Pieces(vec![self.content])))
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

/// A body as it is sent, piece by piece.
pub(crate) struct Pieces(Vec<Content>);

impl Pieces {
    /// The number of bytes, if all pieces know theirs. Streams of 0 bytes alone have none: the HTTP client would not read
    /// them, so that nobody would notice that they are not empty.
    pub(crate) fn length(&self) -> Option<u64> {
        let length = self.0.iter().try_fold(0, |sum: u64, piece| sum.checked_add(piece.length()?))?;
        (length > 0 || self.0.iter().all(|piece| matches!(piece, Content::Bytes(_)))).then_some(length)
    }

    /// The body for one attempt.
    #[cfg(not(target_family = "wasm"))]
    pub(crate) fn body(&self) -> Body {
        streamed::body(&self.0)
    }

    /// The body for one attempt.
    #[cfg(target_family = "wasm")]
    pub(crate) fn body(&self) -> Body {
        let pieces: Vec<&[u8]> = self.0.iter().map(|Content::Bytes(bytes)| &**bytes).collect();
        pieces.concat().into()
    }
}

/// A body of parts.
pub(crate) struct Multipart {
    /// Without a boundary.
    media_type: &'static str,
    is_required: bool,
    /// The boundary, which no content has: 128 random bits.
    boundary: String,
    pieces: Vec<Content>,
    /// The reasons why parts that a body has to have are not there.
    pub(crate) missing: Vec<String>,
}

impl Default for Multipart {
    fn default() -> Self {
        Self::new(FORM, false)
    }
}

/// The media type of a form, whose parts have names.
const FORM: &str = "multipart/form-data";

impl Multipart {
    pub(crate) fn new(media_type: &'static str, is_required: bool) -> Self {
        let boundary = format!("{:016x}{:016x}", random(), random());
        Self { media_type, is_required, boundary, pieces: Vec::new(), missing: Vec::new() }
    }

    /// Adds a part, of a media type that the document declares. One without a name says nothing of its place, unless it is
    /// that of a form.
    ///
    /// # Errors
    /// The part has no such media type, or headers that it cannot have.
    pub(crate) fn add(&mut self, name: &str, declared: Option<&str>, part: Part) -> Result<(), String> {
        let Part { content, file_name, media_type, headers } = part;
        let mut head = format!("--{}\r\n", self.boundary);
        let is_named = !name.is_empty() || media_type::essence(self.media_type) == FORM;
        match (is_named, &file_name) {
            (true, _) => head.push_str(&format!("content-disposition: form-data; name=\"{}\"", quoted(name))),
            (false, Some(_)) => head.push_str("content-disposition: attachment"),
            (false, None) => {}
        }
        if let Some(file_name) = &file_name {
            head.push_str(&format!("; filename=\"{}\"", quoted(file_name)));
        }
        if is_named || file_name.is_some() {
            head.push_str("\r\n");
        }
        let declared = declared.or(file_name.as_ref().map(|_| media_type::ANY));
        if let Some(media_type) = media_type::sent(declared, media_type.as_deref())? {
            head.push_str(&format!("content-type: {media_type}\r\n"));
        }
        for (name, value) in &headers {
            match (HeaderName::try_from(name), HeaderValue::from_str(value)) {
                (Ok(name), Ok(_)) if ![CONTENT_TYPE, CONTENT_DISPOSITION].contains(&name) => {
                    head.push_str(&format!("{name}: {value}\r\n"));
                }
                // The value is not shown: it may be private.
                _ => return Err(format!("cannot have the header `{name}` with this value")),
            }
        }
        head.push_str("\r\n");
        self.pieces.extend([Content::Bytes(head.into()), content, Content::Bytes(Bytes::from_static(b"\r\n"))]);
        Ok(())
    }

    /// The reasons why it cannot be sent: none if it need not be there, and has no part.
    pub(crate) fn missing(&mut self) -> Vec<String> {
        if self.is_required || !self.pieces.is_empty() { std::mem::take(&mut self.missing) } else { Vec::new() }
    }

    /// The media type and the whole body, after its last part; `None` if it has no part, and needs none.
    ///
    /// # Errors
    /// It has no part, and is required: RFC 2046 knows no such body.
    pub(crate) fn finished(mut self) -> Result<Option<(String, Pieces)>, &'static str> {
        if self.pieces.is_empty() {
            return if self.is_required {
                Err("the body is required, and none of its parts was set")
            } else {
                Ok(None)
            };
        }
        self.pieces.push(Content::Bytes(format!("--{}--\r\n", self.boundary).into()));
        Ok(Some((format!("{}; boundary={}", self.media_type, self.boundary), Pieces(self.pieces))))
    }
}

/// Returns a name as the HTML standard writes it: the characters that would end it are encoded.
fn quoted(name: &str) -> String {
    name.replace('"', "%22").replace('\r', "%0D").replace('\n', "%0A")
}
