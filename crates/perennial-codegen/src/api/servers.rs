//! Describes the servers in a document.

use super::EnumValue;

/// The servers of a document that have absolute URLs. A caller can choose any of them as the base URL.
#[derive(Debug, Default)]
pub struct Servers {
    /// The URL of the first server in the document. `None` if that URL is relative.
    pub default: Option<String>,
    /// The servers, in the document's order.
    pub all: Vec<Server>,
    /// The enums for server variables with a fixed list of values.
    pub choices: Vec<Choice>,
}

/// A server that the document declares.
#[derive(Debug)]
pub struct Server {
    /// The name of the constant in the module `servers`. If the server has variables, it is the name of a struct.
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
    /// The kind of values that the variable accepts: listed values or text.
    pub of: VariableOf,
}

/// The kind of values that a server variable accepts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum VariableOf {
    /// The variants of the enum with this name.
    Choice(String),
    /// Text that becomes part of the host.
    Host,
    /// Text that becomes part of the path.
    Path,
}

/// An enum of the values that a server variable accepts.
#[derive(Debug)]
pub struct Choice {
    /// The name of the enum in the module `servers`.
    pub name: String,
    /// The variants of the enum, one for each value.
    pub values: Vec<EnumValue>,
}
