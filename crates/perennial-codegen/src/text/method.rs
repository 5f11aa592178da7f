//! The methods of operations.

use std::fmt;

/// A method of HTTP that OpenAPI 3.0 knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Method {
    /// `GET`.
    Get,
    /// `PUT`.
    Put,
    /// `POST`.
    Post,
    /// `DELETE`.
    Delete,
    /// `OPTIONS`.
    Options,
    /// `HEAD`.
    Head,
    /// `PATCH`.
    Patch,
    /// `TRACE`.
    Trace,
}

impl Method {
    /// The method for which `key` of a path item stands; `None` for a key that is no operation.
    pub fn from_key(key: &str) -> Option<Self> {
        use Method::{Delete, Get, Head, Options, Patch, Post, Put, Trace};
        let all = [Get, Put, Post, Delete, Options, Head, Patch, Trace];
        all.into_iter().find(|method| method.as_str().to_ascii_lowercase() == key)
    }

    /// As HTTP has it: in upper case.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Get => "GET",
            Self::Put => "PUT",
            Self::Post => "POST",
            Self::Delete => "DELETE",
            Self::Options => "OPTIONS",
            Self::Head => "HEAD",
            Self::Patch => "PATCH",
            Self::Trace => "TRACE",
        }
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
