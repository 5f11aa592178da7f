use std::fmt;
use std::ops::{Deref, DerefMut};

use bytes::Bytes;
use reqwest::StatusCode;
use reqwest::header::{CONTENT_LENGTH, HeaderMap};

use crate::operation::OperationRef;

/// A successful response: its value, status and headers.
///
/// A response dereferences to the value, so that fields and methods of `T` are directly available: `page.next_id`,
/// `book.title`. To move a field out of a response, take the value first:
/// `response.into_inner().entries.unwrap_or_default()`. Without `into_inner`, the compiler reports "cannot move out of
/// dereference".
///
/// # Loops over a list in a response
///
/// A response is not an iterator, even if its value is a page of a listing. Loop over the list in the value:
///
/// | type of the field `entries` | borrowed elements | owned elements |
/// |---|---|---|
/// | `Vec<T>` | `for entry in &response.entries` | `for entry in response.into_inner().entries` |
/// | `Option<Vec<T>>` | `for entry in response.entries.iter().flatten()` | `for entry in response.into_inner().entries.into_iter().flatten()` |
///
/// A loop over the `Option` itself compiles, but its loop variable is the whole list. The compiler then reports, for
/// example, "no field `title` on type `Vec<Book>`".
///
/// ```
/// # use perennial::ResponseValue;
/// struct Book {
///     title: String,
/// }
///
/// struct BookList {
///     entries: Option<Vec<Book>>,
/// }
///
/// fn print_titles(response: ResponseValue<BookList>) {
///     for book in response.entries.iter().flatten() {
///         println!("{}", book.title);
///     }
/// }
/// # print_titles(ResponseValue::new(BookList { entries: None }, Default::default(), Default::default()));
/// ```
#[derive(Clone)]
pub struct ResponseValue<T> {
    pub(crate) value: T,
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) raw_body: Option<Bytes>,
    /// The call that received the response; `None` for a response that was created for tests.
    pub(crate) origin: Option<Origin>,
}

#[derive(Clone)]
pub(crate) struct Origin {
    pub(crate) operation: OperationRef,
    /// The number of attempts, including the first.
    pub(crate) attempts: u32,
}

impl<T> ResponseValue<T> {
    /// Creates a response with a value, a status and headers, for tests. [`raw_body`](Self::raw_body) returns `None`
    /// for this response.
    pub fn new(value: T, status: StatusCode, headers: HeaderMap) -> Self {
        Self { value, status, headers, raw_body: None, origin: None }
    }

    /// Returns the status of the response: a 2xx, or a redirect that the document declares as a success.
    pub fn status(&self) -> StatusCode {
        self.status
    }

    /// Returns the headers of the response, as the service sent them.
    pub fn headers(&self) -> &HeaderMap {
        &self.headers
    }

    /// Returns the length in bytes from the `Content-Length` header, or `None` if the header is absent or malformed.
    pub fn content_length(&self) -> Option<u64> {
        self.headers.get(CONTENT_LENGTH)?.to_str().ok()?.parse().ok()
    }

    /// Returns the number of times that the request was sent, including the first. The number is 1 for a response that
    /// was created with [`new`](Self::new).
    pub fn attempts(&self) -> u32 {
        self.origin.as_ref().map_or(1, |origin| origin.attempts)
    }

    /// Returns the body from which the value was decoded, as the service sent it, including fields that `T` does not
    /// declare.
    ///
    /// Returns `None` if the body is streamed, or if the client does not keep bodies (`ClientBuilder::keep_body`).
    pub fn raw_body(&self) -> Option<&Bytes> {
        self.raw_body.as_ref()
    }

    /// Converts the value with `change`, and keeps the status, the headers and the body.
    pub fn map<U>(self, change: impl FnOnce(T) -> U) -> ResponseValue<U> {
        let Self { value, status, headers, raw_body, origin } = self;
        ResponseValue { value: change(value), status, headers, raw_body, origin }
    }

    /// Returns the value, without status and headers.
    pub fn into_inner(self) -> T {
        self.value
    }
}

impl<T, E> ResponseValue<Result<T, E>> {
    pub(crate) fn transpose(self) -> Result<ResponseValue<T>, E> {
        let Self { value, status, headers, raw_body, origin } = self;
        Ok(ResponseValue { value: value?, status, headers, raw_body, origin })
    }
}

impl<T> Deref for ResponseValue<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}

impl<T> DerefMut for ResponseValue<T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.value
    }
}

impl<T> AsRef<T> for ResponseValue<T> {
    fn as_ref(&self) -> &T {
        &self.value
    }
}

/// Shows the value, the status, the names of the headers, and the length of the body.
impl<T: fmt::Debug> fmt::Debug for ResponseValue<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.headers.keys().map(|name| name.as_str()).collect();
        f.debug_struct("ResponseValue")
            .field("status", &self.status)
            .field("headers", &names)
            .field("raw_body_length", &self.raw_body.as_ref().map(Bytes::len))
            .field("value", &self.value)
            .finish()
    }
}
