//! Parses and converts pieces of text without knowledge of the document that contains them: exact JSON, Markdown,
//! names, paths, headers, media types and statuses.

pub mod header;
pub mod json;
pub mod markdown;
pub mod media_type;
pub mod method;
pub mod naming;
pub mod nearest;
pub mod path;
pub mod printable;
pub mod status;
