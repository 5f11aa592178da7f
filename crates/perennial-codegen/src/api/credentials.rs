//! Describes how operations are authenticated.

/// The security schemes for which a client has setters, and the default requirements of its operations.
#[derive(Debug, Default)]
pub struct Credentials {
    /// The schemes, in the document's order.
    pub schemes: Vec<Scheme>,
    /// The alternatives for operations that declare no security. Each alternative is a set of schemes, by index.
    pub security: Vec<Vec<usize>>,
}

/// A security scheme.
#[derive(Debug)]
pub struct Scheme {
    /// The name in the document.
    pub name: String,
    /// The setter of the scheme, a method of `ClientBuilder`.
    pub setter: String,
    /// The environment variables that set the value, without their prefix.
    pub variables: Vec<String>,
    /// The description in the document, as Markdown.
    pub docs: String,
    /// The kind of value that the scheme needs.
    pub kind: SchemeKind,
    /// The part of a request that carries the value.
    pub carrier: Carrier,
}

/// A URL for tokens or logins that a security scheme declares, whether or not the client requests tokens from it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Endpoint {
    /// The name of the scheme in the document.
    pub scheme: String,
    /// The key of the URL, such as `openIdConnectUrl` or, in a flow, `clientCredentials.tokenUrl`.
    pub key: String,
    /// The URL as it is declared, which may be relative to the server.
    pub url: String,
}

/// The kind of value that a security scheme needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SchemeKind {
    /// An API key.
    Key,
    /// A user name and a password.
    Basic,
    /// A token.
    Bearer,
    /// A token of OAuth 2 or OpenID Connect.
    OAuth,
    /// The full value of a header, for a scheme that the client does not know.
    Other,
}

/// The part of a request that carries the value of a security scheme.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Carrier {
    /// A header with this name.
    Header(String),
    /// A query parameter with this name.
    Query(String),
    /// A cookie with this name.
    Cookie(String),
    /// The header `Authorization: Basic …`.
    Basic,
    /// The header `Authorization: Bearer …`. The URL is the token endpoint for client credentials.
    Token(Option<String>),
}

impl SchemeKind {
    /// Returns the name of the setter if a client has only one scheme of this kind.
    pub fn setter(self) -> &'static str {
        match self {
            Self::Key => "api_key",
            Self::Basic => "basic_auth",
            Self::Bearer => "bearer",
            Self::OAuth => "oauth",
            Self::Other => "authorization",
        }
    }

    /// Returns the environment variables if a client has only one scheme of this kind. The result is empty for kinds
    /// whose variable is named after the setter.
    pub fn variables(self) -> &'static [&'static str] {
        match self {
            Self::Key | Self::Other => &[],
            Self::Basic => &["USERNAME", "PASSWORD"],
            Self::Bearer => &["TOKEN"],
            Self::OAuth => &["ACCESS_TOKEN", "CLIENT_ID", "CLIENT_SECRET"],
        }
    }
}

impl Carrier {
    /// Returns the kind of argument that the setter takes, which ends the names of the functions of the runtime.
    pub fn argument_kind(&self) -> &'static str {
        match self {
            Self::Basic => "basic",
            Self::Token(_) => "token",
            Self::Header(_) | Self::Query(_) | Self::Cookie(_) => "key",
        }
    }

    /// Returns a value that is equal for all carriers that a request can contain only one of.
    pub fn place(&self) -> Self {
        match self {
            Self::Header(name) => Self::Header(name.to_ascii_lowercase()),
            Self::Token(_) => Self::Token(None),
            other => other.clone(),
        }
    }
}

impl Scheme {
    /// Merges another scheme, whose value is sent in the same place, into this one.
    pub fn add_scheme(&mut self, kind: SchemeKind, carrier: Carrier) {
        if kind == SchemeKind::OAuth {
            self.kind = kind;
        }
        if self.carrier == Carrier::Token(None) {
            self.carrier = carrier;
        }
    }
}
