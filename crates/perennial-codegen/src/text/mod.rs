//! Texts and their rules, without any knowledge of OpenAPI: JSON with exact numbers, Markdown, names, paths, headers, media types, statuses.

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
