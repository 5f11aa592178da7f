//! What a caller reads of the parts of a public API.

use std::fmt::{self, Display, Formatter};

use super::{Accepts, Operation, PageAt, SentAs, ShortName, Trait};
use monitoring_service_codegen::{api::QueryStyle, rust_type::RustType};

impl Operation {
    /// `private_locations().metrics(Uuid)`: how it is begun by a short name. Arguments of a type of the document are left
    /// out: the setters tell them.
    pub fn called(&self, short_name: &ShortName) -> String {
        let shown = |ty: Option<&RustType>| ty.map_or_else(|| "_".to_owned(), ToString::to_string);
        let arguments: Vec<String> = self.arguments().into_iter().map(shown).collect();
        format!("{short_name}({})", arguments.join(", "))
    }
}

/// `private_locations().metrics`.
impl Display for ShortName {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}().{}", self.group, self.name)
    }
}

impl Display for Accepts {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nothing => f.write_str("()"),
            Self::Value(ty) => ty.fmt(f),
            Self::Change(name) => write!(f, "FnOnce(types::builder::{name}) -> types::builder::{name}"),
        }
    }
}

impl Display for PageAt {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cursor(ty) => write!(f, "cursor ({ty})"),
            Self::Number => f.write_str("number"),
        }
    }
}

impl Display for SentAs {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Path(name) => write!(f, "path parameter `{name}`"),
            Self::Query(name, QueryStyle::Exploded) => write!(f, "query parameter `{name}`"),
            Self::Query(name, QueryStyle::Deep) => write!(f, "query parameter `{name}[…]`"),
            Self::Query(name, QueryStyle::Json) => write!(f, "query parameter `{name}` as JSON"),
            Self::Query(name, QueryStyle::Delimited(delimiter)) => {
                write!(f, "query parameter `{name}`, joined by {delimiter:?}")
            }
            Self::Header(name) => write!(f, "header `{name}`"),
            Self::Part(name) => write!(f, "part `{name}`"),
            Self::JsonPart(name) => write!(f, "part `{name}` as JSON"),
            Self::Parts => f.write_str("all parts"),
            Self::Json => f.write_str("JSON body"),
            Self::Form => f.write_str("form body"),
            Self::Body(media_type) => write!(f, "body of type `{media_type}`"),
        }
    }
}

impl Display for Trait {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::From(ty) => write!(f, "From<{ty}>"),
            other => write!(f, "{other:?}"),
        }
    }
}
