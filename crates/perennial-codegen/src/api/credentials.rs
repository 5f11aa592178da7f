//! What authenticates operations.

/// The security schemes for which a client has setters, and what its operations need of them.
#[derive(Debug, Default)]
pub struct Credentials {
    /// In the document's order.
    pub schemes: Vec<Scheme>,
    /// The alternatives of what no operation says: each is a set of schemes, by index.
    pub security: Vec<Vec<usize>>,
}

/// A security scheme.
#[derive(Debug)]
pub struct Scheme {
    /// The name in the document.
    pub name: String,
    /// The method of `ClientBuilder`.
    pub setter: String,
    /// The variables of the environment that set it, without their prefix.
    pub variables: Vec<String>,
    /// The description of the document, as Markdown.
    pub docs: String,
    /// What its value is.
    pub kind: SchemeKind,
    /// Where that is sent.
    pub carrier: Carrier,
}

/// A URL for tokens or logins that a security scheme declares, whether the client asks it for tokens or not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Endpoint {
    /// The name of the scheme in the document.
    pub scheme: String,
    /// The key of the URL, such as `openIdConnectUrl` or, in a flow, `clientCredentials.tokenUrl`.
    pub key: String,
    /// The URL as it is declared: it may be relative to the server.
    pub url: String,
}

/// What the value of a scheme is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SchemeKind {
    /// A key.
    Key,
    /// A user and a password.
    Basic,
    /// A token.
    Bearer,
    /// A token of OAuth 2 or OpenID Connect.
    OAuth,
    /// What the client knows nothing of: a whole value.
    Other,
}

/// Where the value of a scheme is sent.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Carrier {
    /// In a header of this name.
    Header(String),
    /// In the query, under this name.
    Query(String),
    /// In a cookie of this name.
    Cookie(String),
    /// As `Authorization: Basic …`.
    Basic,
    /// As `Authorization: Bearer …`, with the URL where client credentials get a token.
    Token(Option<String>),
}

impl SchemeKind {
    /// The setter of the only scheme of a kind.
    pub fn setter(self) -> &'static str {
        match self {
            Self::Key => "api_key",
            Self::Basic => "basic_auth",
            Self::Bearer => "bearer",
            Self::OAuth => "oauth",
            Self::Other => "authorization",
        }
    }

    /// The variables of the environment for the only scheme of a kind; none for what is called by its setter.
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
    /// What its setter takes: the end of the names of functions of the runtime.
    pub fn takes(&self) -> &'static str {
        match self {
            Self::Basic => "basic",
            Self::Token(_) => "token",
            Self::Header(_) | Self::Query(_) | Self::Cookie(_) => "key",
        }
    }

    /// The same for all that a request can have only one of.
    pub fn place(&self) -> Self {
        match self {
            Self::Header(name) => Self::Header(name.to_ascii_lowercase()),
            Self::Token(_) => Self::Token(None),
            other => other.clone(),
        }
    }
}

impl Scheme {
    /// Stands for another scheme, too, whose value is sent in the same place.
    pub fn join(&mut self, kind: SchemeKind, carrier: Carrier) {
        if kind == SchemeKind::OAuth {
            self.kind = kind;
        }
        if self.carrier == Carrier::Token(None) {
            self.carrier = carrier;
        }
    }
}
