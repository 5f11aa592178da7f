//! The servers that a document lists.

use super::EnumValue;

/// The absolute servers of a document: a caller can choose one as the base URL.
#[derive(Debug, Default)]
pub struct Servers {
    /// The URL of the first server of the document, if that is absolute.
    pub default: Option<String>,
    /// In the document's order.
    pub all: Vec<Server>,
    /// The enums of variables.
    pub choices: Vec<Choice>,
}

/// One server.
#[derive(Debug)]
pub struct Server {
    /// The constant in `servers`, or the struct, if there are variables.
    pub name: String,
    /// The URL, with `{…}` for each variable.
    pub url: String,
    /// The description in the document, as Markdown.
    pub docs: String,
    /// In the document's order.
    pub variables: Vec<Variable>,
}

/// A variable of a server.
#[derive(Debug)]
pub struct Variable {
    /// The setter.
    pub name: String,
    /// The name in the URL.
    pub wire_name: String,
    /// The description in the document, as Markdown.
    pub docs: String,
    /// The value, unless it is set.
    pub default: String,
    /// What it is set to.
    pub of: VariableOf,
}

/// What a variable is set to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum VariableOf {
    /// A variant of this enum.
    Choice(String),
    /// Text in the host.
    Host,
    /// Text in the path.
    Path,
}

/// The values that a variable may have.
#[derive(Debug)]
pub struct Choice {
    /// The enum in `servers`.
    pub name: String,
    /// The variants.
    pub values: Vec<EnumValue>,
}
