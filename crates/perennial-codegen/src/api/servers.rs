//! Servers of a document, from which callers choose the base URL.

use super::EnumValue;

/// The servers with an absolute URL. A caller can choose one of these servers as the base URL.
#[derive(Debug, Default)]
pub struct Servers {
    /// The URL of the first server in the document. `None` if that URL is relative.
    pub default: Option<String>,
    /// The servers, in the document's order.
    pub all: Vec<Server>,
    /// The enums of the values that the document lists for server variables.
    pub choices: Vec<Choice>,
}

/// A server in the document.
#[derive(Debug)]
pub struct Server {
    /// The name of a constant in the module `servers`, or of a struct if the server has variables.
    pub name: String,
    /// The URL of the server, with `{name}` in place of each variable.
    pub url: String,
    /// The description of the server in the document, as Markdown.
    pub docs: String,
    /// The variables in the URL, in the document's order.
    pub variables: Vec<Variable>,
}

/// A variable in the URL of a server.
#[derive(Debug)]
pub struct Variable {
    /// The name of the method that sets the variable.
    pub name: String,
    /// The name of the variable in the URL.
    pub wire_name: String,
    /// The description of the variable in the document, as Markdown.
    pub docs: String,
    /// The value that is used if the variable is not set.
    pub default: String,
    /// The kind of value that the variable accepts.
    pub of: VariableOf,
}

/// The kind of value that a server variable accepts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum VariableOf {
    /// A value that the document lists. The string is the name of the enum of these values.
    Choice(String),
    /// Text that becomes part of the host.
    Host,
    /// Text that becomes part of the path.
    Path,
}

/// An enum of the values that the document lists for a server variable.
#[derive(Debug)]
pub struct Choice {
    /// The name of the enum in the module `servers`.
    pub name: String,
    /// The variants of the enum, one for each value.
    pub values: Vec<EnumValue>,
}
