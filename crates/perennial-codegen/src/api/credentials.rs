//! Describes the security schemes by which operations are authenticated.

/// The security schemes for which a client has setters, and the security requirements that apply to the whole document.
#[derive(Debug, Default)]
pub struct Credentials {
    /// The security schemes, in the document's order.
    pub schemes: Vec<Scheme>,
    /// The security requirements of the document. They apply to operations without requirements of their own. Each
    /// element is an alternative: the indices in `schemes` of the security schemes that a request needs together.
    pub security: Vec<Vec<usize>>,
}

/// A security scheme for which the client has a setter.
#[derive(Debug)]
pub struct Scheme {
    /// The name of the scheme in the document.
    pub name: String,
    /// The method of `ClientBuilder` that sets the value of the scheme, such as `api_key`.
    pub setter: String,
    /// The environment variables that set the value of the scheme, without the prefix of the client, such as `TOKEN`.
    pub variables: Vec<String>,
    /// The description of the scheme in the document, as Markdown.
    pub docs: String,
    /// The kind of value that the scheme needs, such as a token.
    pub kind: SchemeKind,
    /// The part of a request that carries the value, such as a header.
    pub carrier: Carrier,
}

/// A URL for tokens or logins that a security scheme declares, whether or not the client requests tokens from it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Endpoint {
    /// The name of the scheme in the document.
    pub scheme: String,
    /// The key of the URL, such as `openIdConnectUrl` or, in a flow, `clientCredentials.tokenUrl`.
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
    /// The complete value of the header `Authorization`, for a scheme that the client does not implement.
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
    /// The header `Authorization: Bearer …`. If the scheme declares a token endpoint for client credentials, its URL is
    /// included.
    Token(Option<String>),
}

impl SchemeKind {
    /// Returns the name of the setter for a scheme of this kind. A client with several schemes of the kind needs other
    /// names.
    pub fn setter(self) -> &'static str {
        match self {
            Self::Key => "api_key",
            Self::Basic => "basic_auth",
            Self::Bearer => "bearer",
            Self::OAuth => "oauth",
            Self::Other => "authorization",
        }
    }

    /// Returns the environment variables for a scheme of this kind. A client with several schemes of the kind needs
    /// other names. If the result is empty, the variable has the name of the setter.
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
    /// Returns the kind of argument that the setter of the scheme takes. The runtime functions for that kind of
    /// argument have it as the suffix of their names.
    pub fn argument_kind(&self) -> &'static str {
        match self {
            Self::Basic => "basic",
            Self::Token(_) => "token",
            Self::Header(_) | Self::Query(_) | Self::Cookie(_) => "key",
        }
    }

    /// Returns the part of a request that this carrier occupies. Carriers for which the result is equal exclude each
    /// other, because each part of a request can contain only one value.
    pub fn place(&self) -> Self {
        match self {
            Self::Header(name) => Self::Header(name.to_ascii_lowercase()),
            Self::Token(_) => Self::Token(None),
            other => other.clone(),
        }
    }
}

impl Scheme {
    /// Merges another scheme into this one, because both send their value in the same part of a request.
    pub fn add_scheme(&mut self, kind: SchemeKind, carrier: Carrier) {
        if kind == SchemeKind::OAuth {
            self.kind = kind;
        }
        if self.carrier == Carrier::Token(None) {
            self.carrier = carrier;
        }
    }
}
