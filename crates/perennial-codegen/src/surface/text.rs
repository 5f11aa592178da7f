//! Formats parts of a surface for reports.

use std::fmt::{self, Display, Formatter};

use super::{PublicOperation, SentAs, ShortName, Trait};
use crate::{
    api::{Carrier, Counted, Encoding, Expansion, Location, PagingMethod, PartStyle, QueryStyle, Style},
    rust_type,
};

impl PublicOperation {
    /// Describes the credentials that authenticate the operation, by their setters: `api_key`, or `login and app_id`.
    pub fn authenticated_by(&self) -> String {
        let set = |set: &Vec<String>| if set.is_empty() { "nothing".to_owned() } else { set.join(" and ") };
        let alternatives: Vec<String> = self.security.iter().map(set).collect();
        if alternatives.is_empty() { "nothing".to_owned() } else { alternatives.join(", or ") }
    }

    /// Formats a call to the operation by its `short_name`, such as `order_items().metrics(Uuid)`. Arguments of
    /// generated types are written as `_`, because the list of setters shows their types.
    pub fn called(&self, short_name: &ShortName) -> String {
        let accepted = self.path_setters.iter().filter_map(|name| Some(&self.setters.get(name)?.accepts));
        let arguments = accepted.map(|ty| match ty.type_name() {
            Some(_) if ty.wrappers.is_empty() => "_".to_owned(),
            _ => ty.to_string(),
        });
        format!("{short_name}({})", arguments.collect::<Vec<_>>().join(", "))
    }
}

/// Formats the short name as in code: `order_items().metrics`.
impl Display for ShortName {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}().{}", self.group, self.name)
    }
}

/// Formats the kind of value that identifies a page, such as `offset`. Callers may save the value that identifies a
/// page, in order to continue at that page later.
impl Display for PagingMethod {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cursor(cursor) => write!(f, "cursor ({})", rust_type::plain(&cursor.ty)),
            Self::Number(number) => f.write_str(match number.of {
                Counted::Pages => "number",
                Counted::Items => "offset",
            }),
            Self::Url(_) => f.write_str("URL"),
        }
    }
}

/// Formats the part of a request that carries a credential, such as `header X-Key`.
impl Display for Carrier {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Header(name) => write!(f, "header {name}"),
            Self::Query(name) => write!(f, "query parameter {name}"),
            Self::Cookie(name) => write!(f, "cookie {name}"),
            Self::Basic => f.write_str("user and password"),
            Self::Token(None) => f.write_str("bearer token"),
            Self::Token(Some(url)) => write!(f, "bearer token from {url}"),
        }
    }
}

impl Display for SentAs {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Parameter(Location::Part(style), name) => match style {
                PartStyle::Whole if name == "parts" => f.write_str("all parts"),
                PartStyle::Whole => f.write_str("undeclared parts"),
                PartStyle::Json => write!(f, "part `{name}` as JSON"),
                PartStyle::Styled(QueryStyle::Delimited(delimiter)) => {
                    write!(f, "part `{name}`, values joined by {delimiter:?}")
                }
                PartStyle::Styled(_) => write!(f, "part `{name}[…]`"),
                PartStyle::File | PartStyle::Bytes | PartStyle::Plain => write!(f, "part `{name}`"),
            },
            Self::Parameter(Location::Query(style), name) => match style {
                QueryStyle::Exploded | QueryStyle::Reserved { is_exploded: true } => {
                    write!(f, "query parameter `{name}`")
                }
                QueryStyle::Deep => write!(f, "query parameter `{name}[…]`"),
                QueryStyle::Json => write!(f, "query parameter `{name}` as JSON"),
                QueryStyle::Delimited(delimiter) => {
                    write!(f, "query parameter `{name}`, values joined by {delimiter:?}")
                }
                QueryStyle::Reserved { .. } => write!(f, "query parameter `{name}`, values joined by \",\""),
            },
            Self::Parameter(Location::Path(expansion), name) => write!(f, "path parameter `{name}`{expansion}"),
            Self::Parameter(Location::Header(expansion), name) => write!(f, "header `{name}`{expansion}"),
            Self::Parameter(Location::Cookie(expansion), name) => write!(f, "cookie `{name}`{expansion}"),
            Self::Parameter(Location::Body, media_type) => write!(f, "body of type `{media_type}`"),
            Self::Body(Encoding::Json, media_type) if media_type == "application/json" => f.write_str("JSON body"),
            Self::Body(Encoding::Form, _) => f.write_str("form body"),
            Self::Body(_, media_type) => write!(f, "body of type `{media_type}`"),
        }
    }
}

/// Formats the style as a suffix, such as `, label style, exploded`. The default style has no suffix.
impl Display for Expansion {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let style = match self.style {
            Style::Simple | Style::Form => "",
            Style::Label => ", label style",
            Style::Matrix => ", matrix style",
            Style::Cookie => ", cookie style",
        };
        write!(f, "{style}{}", if self.is_exploded { ", exploded" } else { "" })
    }
}

impl Display for Trait {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self(name, None) => f.write_str(name),
            Self(name, Some(of)) => write!(f, "{name}<{of}>"),
        }
    }
}
