//! Describes the servers in a document.

use super::EnumValue;

/// The absolute servers of a document. A caller can choose any of them as the base URL.
#[derive(Debug, Default)]
pub struct Servers {
    /// The URL of the first server in the document, if that URL is absolute.
    pub default: Option<String>,
    /// The servers, in the document's order.
    pub all: Vec<Server>,
    /// The enums for values of variables.
    pub choices: Vec<Choice>,
}

/// A server of the document.
#[derive(Debug)]
pub struct Server {
    /// The name of the constant in `servers`; of a struct if the server has variables.
    pub name: String,
    /// The URL, with `{…}` for each variable.
    pub url: String,
    /// The description in the document, as Markdown.
    pub docs: String,
    /// The variables, in the document's order.
    pub variables: Vec<Variable>,
}

/// A variable in the URL of a server.
#[derive(Debug)]
pub struct Variable {
    /// The name of the setter.
    pub name: String,
    /// The name in the URL.
    pub wire_name: String,
    /// The description in the document, as Markdown.
    pub docs: String,
    /// The value if the variable is not set.
    pub default: String,
    /// The kind of values that the variable accepts.
    pub of: VariableOf,
}

/// The kind of values that a variable accepts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum VariableOf {
    /// A variant of this enum.
    Choice(String),
    /// Text that is part of the host.
    Host,
    /// Text that is part of the path.
    Path,
}

/// The values that a variable accepts.
#[derive(Debug)]
pub struct Choice {
    /// The name of the enum in `servers`.
    pub name: String,
    /// The variants of the enum.
    pub values: Vec<EnumValue>,
}
