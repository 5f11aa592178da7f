//! Security schemes and security requirements, as the generated client supports them.

/// The security schemes for which a client has setters, and the requirements that refer to these schemes.
#[derive(Debug, Default)]
pub struct Credentials {
    /// The security schemes, in the document's order.
    pub schemes: Vec<Scheme>,
    /// The security requirements of the document, for operations without requirements of their own. A request has to
    /// satisfy one of them. Each requirement lists the schemes that a request needs together, as indices in `schemes`.
    pub security: Vec<Vec<usize>>,
}

/// A security scheme for which the client has a setter.
#[derive(Debug)]
pub struct Scheme {
    /// The name of the scheme in the document.
    pub name: String,
    /// The method of `ClientBuilder` that sets the value of the scheme, such as `api_key`.
    pub setter: String,
    /// The environment variables that set the value of the scheme, without the client's prefix, such as `TOKEN`.
    pub variables: Vec<String>,
    /// The description of the scheme in the document, as Markdown.
    pub docs: String,
    /// The kind of value that the scheme needs, such as a token.
    pub kind: SchemeKind,
    /// The part of a request that carries the value, such as a header.
    pub carrier: Carrier,
}

/// A token or login URL that a security scheme declares, even if the client does not request tokens from it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Endpoint {
    /// The name of the scheme in the document.
    pub scheme: String,
    /// The keyword under which the document declares the URL, such as `openIdConnectUrl` or, in a flow,
    /// `clientCredentials.tokenUrl`.
    pub key: String,
    /// The URL as the document declares it. It may be relative to the server.
    pub url: String,
}

/// The kind of value that a security scheme needs, such as a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SchemeKind {
    /// An API key, sent in a header, the query or a cookie.
    Key,
    /// A user name and a password.
    Basic,
    /// A bearer token.
    Bearer,
    /// A token that is obtained by OAuth 2 or OpenID Connect.
    OAuth,
    /// The complete value of the `Authorization` header, for a scheme that the client does not implement.
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
    /// The header `Authorization: Bearer …`, with the URL of the token endpoint if the scheme declares the client
    /// credentials flow.
    Token(Option<String>),
}

impl SchemeKind {
    /// Returns the setter's name, provided that the client has only one scheme of this kind.
    pub fn setter(self) -> &'static str {
        match self {
            Self::Key => "api_key",
            Self::Basic => "basic_auth",
            Self::Bearer => "bearer",
            Self::OAuth => "oauth",
            Self::Other => "authorization",
        }
    }

    /// Returns the environment variables, provided that the client has only one scheme of this kind. If the result is
    /// empty, the variable is named after the setter.
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
    /// Returns the kind of argument that the scheme's setter takes, such as `token`. The names of the matching runtime
    /// functions end in it.
    pub fn argument_kind(&self) -> &'static str {
        match self {
            Self::Basic => "basic",
            Self::Token(_) => "token",
            Self::Header(_) | Self::Query(_) | Self::Cookie(_) => "key",
        }
    }

    /// Returns this carrier in a form that is equal for all carriers of the same part of a request: header names in
    /// lower case, and no token endpoint. Carriers with equal results exclude each other, because a part can contain
    /// only one value.
    pub fn place(&self) -> Self {
        match self {
            Self::Header(name) => Self::Header(name.to_ascii_lowercase()),
            Self::Token(_) => Self::Token(None),
            other => other.clone(),
        }
    }
}

impl Scheme {
    /// Merges this scheme with another scheme that sends its value in the same part of a request. `kind` and `carrier`
    /// belong to the other scheme.
    pub fn add_scheme(&mut self, kind: SchemeKind, carrier: Carrier) {
        if kind == SchemeKind::OAuth {
            self.kind = kind;
        }
        if self.carrier == Carrier::Token(None) {
            self.carrier = carrier;
        }
    }
}
