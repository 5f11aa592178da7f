//! The parts of `multipart/…` bodies, and the files that operations accept. A [`Part`] is also the argument for a body
//! whose media type the caller specifies.

pub(crate) mod media_type;
#[cfg(not(target_family = "wasm"))]
mod streamed;

use std::fmt;

use bytes::Bytes;
use http::header::{CONTENT_DISPOSITION, CONTENT_TYPE, HeaderName, HeaderValue};
use reqwest::Body;
#[cfg(not(target_family = "wasm"))]
use streamed::PartStream;

use crate::random::random_u64;

/// The parts of a multipart body, each with its name. Used if the document does not declare the parts. Several parts
/// may have the same name.
pub type Parts = Vec<(String, Part)>;

/// A part of a multipart body, or a whole body whose media type the caller specifies. The content of a part is either
/// bytes in memory or a stream.
///
/// ```
/// use perennial::multipart::Part;
///
/// let part = Part::bytes("title,pages\n").file_name("books.csv").media_type("text/csv");
/// # let _ = part;
/// ```
///
/// A part is created from bytes or text (`From`), from a [`file`](Self::file), or from a [`stream`](Self::stream).
/// Files and streams are unavailable in browsers.
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
        open: std::sync::Arc<dyn Fn() -> PartStream + Send + Sync>,
        length: Option<u64>,
    },
}

impl Content {
    /// Returns the length of the content in bytes, if it is known.
    fn length(&self) -> Option<u64> {
        match self {
            Self::Bytes(bytes) => u64::try_from(bytes.len()).ok(),
            #[cfg(not(target_family = "wasm"))]
            Self::Stream { length, .. } => *length,
        }
    }
}

impl Part {
    fn from_content(content: Content) -> Self {
        Self { content, file_name: None, media_type: None, headers: Vec::new() }
    }

    /// Creates a part from bytes in memory.
    pub fn bytes(content: impl Into<Bytes>) -> Self {
        Self::from_content(Content::Bytes(content.into()))
    }

    /// Sets the file name of the part. Without this setting, these rules apply:
    ///
    /// - If the part is read from a file, its file name is the name of that file.
    /// - If the document declares any other part as a file, the file name is the name of the part.
    /// - All other parts have no file name.
    #[must_use]
    pub fn file_name(self, name: impl Into<String>) -> Self {
        Self { file_name: Some(name.into()), ..self }
    }

    pub(crate) fn or_file_name(self, name: &str) -> Self {
        Self { file_name: self.file_name.or_else(|| Some(name.to_owned())), ..self }
    }

    /// Sets the media type of the part, which must match the media type that the document declares. For example,
    /// `image/png` matches `image/*`.
    ///
    /// By default, the part has the declared media type. If the document declares several media types, or declares none
    /// for a file, the default is `application/octet-stream` if the document allows this media type, or else
    /// `text/plain`. If the document allows neither, set the media type: otherwise the request is refused.
    ///
    /// If the document allows either a file or a string, set `text/plain` for a string. Many services interpret a part
    /// with the type `application/octet-stream` as a file.
    #[must_use]
    pub fn media_type(self, media_type: impl Into<String>) -> Self {
        Self { media_type: Some(media_type.into()), ..self }
    }

    /// Adds a header to the part, for example a header that the document declares for the part.
    ///
    /// The client refuses to send the request in these cases:
    ///
    /// - The name or the value of the header is invalid.
    /// - The header is `Content-Type` or `Content-Disposition`. Call [`media_type`](Self::media_type) or
    ///   [`file_name`](Self::file_name) instead.
    /// - The body of the request is not multipart, but consists of this `Part` alone. Only a part of a multipart body
    ///   can have headers.
    #[must_use]
    pub fn header(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.headers.push((name.into(), value.into()));
        self
    }

    pub(crate) fn has_header(&self, name: &str) -> bool {
        self.headers.iter().any(|(own, _)| own.eq_ignore_ascii_case(name))
    }

    /// Converts the part into a whole body, and returns the body with its media type. The media type must be within
    /// `declared`.
    ///
    /// # Errors
    /// Fails if the media type of the part is not within `declared`, or if the part has headers.
    pub(crate) fn into_body(self, declared: &str) -> Result<(String, Pieces), String> {
        if !self.headers.is_empty() {
            return Err("has headers, but headers are allowed only in the parts of a multipart body".to_owned());
        }
        let media_type = media_type::select(Some(declared), self.media_type.as_deref())?.unwrap_or(declared).to_owned();
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

/// Implemented by the arguments of setters that take a list of files: a single file, or any number of files.
///
/// ```text
/// client.albums().add(id).photos(Part::file("1.jpg").await?) // a single file
/// client.albums().add(id).photos(vec![Part::file("1.jpg").await?, Part::file("2.jpg").await?])
/// ```
pub trait IntoParts {
    /// Converts each file into a part.
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

/// A body that consists of several pieces, which are sent in order.
pub(crate) struct Pieces(Vec<Content>);

impl Pieces {
    /// Returns the length of the body in bytes, if the length of every piece is known. Returns `None` for a length of 0
    /// if there are streams: the HTTP client then reads the streams, and if they contain any bytes, the call fails.
    pub(crate) fn length(&self) -> Option<u64> {
        let length = self.0.iter().try_fold(0, |sum: u64, piece| sum.checked_add(piece.length()?))?;
        (length > 0 || self.0.iter().all(|piece| matches!(piece, Content::Bytes(_)))).then_some(length)
    }

    #[cfg(not(target_family = "wasm"))]
    pub(crate) fn body(&self) -> Body {
        streamed::body_of_pieces(&self.0)
    }

    #[cfg(target_family = "wasm")]
    pub(crate) fn body(&self) -> Body {
        let pieces: Vec<&[u8]> = self.0.iter().map(|Content::Bytes(bytes)| &**bytes).collect();
        pieces.concat().into()
    }
}

pub(crate) struct Multipart {
    /// The media type of the body, without its `boundary` parameter.
    media_type: &'static str,
    is_required: bool,
    /// The boundary between parts: 128 random bits, which no content contains by chance.
    boundary: String,
    /// The media type of the first part, without parameters.
    first: Option<String>,
    pieces: Vec<Content>,
    /// The reasons why the body is incomplete, one for each required part that was not set.
    pub(crate) missing: Vec<String>,
}

impl Default for Multipart {
    fn default() -> Self {
        Self::new(FORM, false)
    }
}

/// The media type of forms, the only multipart type whose parts always have names.
const FORM: &str = "multipart/form-data";

impl Multipart {
    pub(crate) fn new(media_type: &'static str, is_required: bool) -> Self {
        let boundary = format!("{:016x}{:016x}", random_u64(), random_u64());
        Self { media_type, is_required, boundary, first: None, pieces: Vec::new(), missing: Vec::new() }
    }

    /// Adds a part. Its media type must be within `declared`. The part gets a `Content-Disposition` if it has a name or
    /// a file name, or if the body is a form.
    ///
    /// # Errors
    /// Fails if the part's media type is not within `declared`, or if the part has headers that are invalid or not
    /// allowed.
    pub(crate) fn add(&mut self, name: &str, declared: Option<&str>, part: Part) -> Result<(), String> {
        let Part { content, file_name, media_type, headers } = part;
        let mut head = format!("--{}\r\n", self.boundary);
        let is_named = !name.is_empty() || media_type::essence(self.media_type) == FORM;
        match (is_named, &file_name) {
            (true, _) => head.push_str(&format!("content-disposition: form-data; name=\"{}\"", escape_part_name(name))),
            (false, Some(_)) => head.push_str("content-disposition: attachment"),
            (false, None) => {}
        }
        if let Some(file_name) = &file_name {
            head.push_str(&format!("; filename=\"{}\"", escape_part_name(file_name)));
        }
        if is_named || file_name.is_some() {
            head.push_str("\r\n");
        }
        let declared = declared.or(file_name.as_ref().map(|_| media_type::ANY));
        let media_type = media_type::select(declared, media_type.as_deref())?;
        if let Some(media_type) = media_type {
            head.push_str(&format!("content-type: {media_type}\r\n"));
        }
        // A part without a media type is plain text (RFC 2046, section 5.1).
        self.first.get_or_insert_with(|| media_type::essence(media_type.unwrap_or("text/plain")));
        for (name, value) in &headers {
            match (HeaderName::try_from(name), HeaderValue::from_str(value)) {
                (Ok(name), Ok(_)) if ![CONTENT_TYPE, CONTENT_DISPOSITION].contains(&name) => {
                    head.push_str(&format!("{name}: {value}\r\n"));
                }
                // The message does not show the value, which may be private.
                _ => return Err(format!("cannot have the header `{name}` with this value")),
            }
        }
        head.push_str("\r\n");
        self.pieces.extend([Content::Bytes(head.into()), content, Content::Bytes(Bytes::from_static(b"\r\n"))]);
        Ok(())
    }

    /// Takes the reasons why the body is incomplete. There are none if the body is optional and no part was added.
    pub(crate) fn take_missing(&mut self) -> Vec<String> {
        if self.is_required || !self.pieces.is_empty() { std::mem::take(&mut self.missing) } else { Vec::new() }
    }

    /// Adds the closing boundary, and returns the body with its media type. Returns `None` if the body is optional and
    /// has no part.
    ///
    /// # Errors
    /// Fails if the body is required and has no part, since RFC 2046 does not allow a body without parts.
    pub(crate) fn finish(mut self) -> Result<Option<(String, Pieces)>, &'static str> {
        if self.pieces.is_empty() {
            return if self.is_required { Err("the body is required, but none of its parts is set") } else { Ok(None) };
        }
        self.pieces.push(Content::Bytes(format!("--{}--\r\n", self.boundary).into()));
        let mut media_type = self.media_type.to_owned();
        // RFC 2387 requires the media type of the first part.
        let has_type = media_type.to_ascii_lowercase().contains("type=");
        if let Some(first) =
            self.first.filter(|_| media_type::essence(self.media_type) == "multipart/related" && !has_type)
        {
            media_type.push_str(&format!("; type=\"{first}\""));
        }
        Ok(Some((format!("{media_type}; boundary={}", self.boundary), Pieces(self.pieces))))
    }
}

/// Percent-encodes quotes and line breaks in a part's name, as the HTML standard specifies, because they would end the
/// name.
fn escape_part_name(name: &str) -> String {
    name.replace('"', "%22").replace('\r', "%0D").replace('\n', "%0A")
}
