//! The credentials of a client whose document declares security schemes. At most one value is stored for each scheme.

use std::borrow::Cow;
use std::fmt;

use http::header::{AUTHORIZATION, COOKIE, HeaderName, HeaderValue};
use secrecy::{ExposeSecret as _, SecretString};
use url::{ParseError, Url};

use super::bearer::check_secret_text;
use super::shared_tokens::Tokens;
use super::tokens::TokenSource;
use super::{Authenticate, Authentication, IntoTokens, TokenRequest, Unauthenticated, basic, cookie};
use crate::operation::{Alternatives, Operation};
use crate::secret::{IntoSecret, Secrets};

/// The security schemes and the security requirements that a document declares.
#[derive(Debug)]
pub struct Declared {
    /// All security schemes of the document. A security requirement refers to a scheme by its index in this list.
    pub schemes: &'static [Scheme],
    /// The top-level `security` of the document. It applies to each operation that declares no `security` itself.
    pub security: Alternatives,
}

/// A security scheme that the document declares, with the names of its setter and of its environment variables.
#[derive(Debug)]
pub struct Scheme {
    /// The header, query parameter or cookie that contains the key, token or password.
    pub place: Place,
    /// The name of the `ClientBuilder` method that sets the key, token or password. Error messages contain this name.
    pub setter: &'static str,
    /// The names of the environment variables that contain the credentials, without the prefix of the client.
    ///
    /// A key or a token has one variable. `Basic` has two variables, for the user name and the password. OAuth 2 has
    /// three, for a token, the client id, and the client secret.
    pub variables: &'static [&'static str],
}

/// The header, query parameter or cookie that contains the value of a security scheme.
#[derive(Clone, Copy, Debug)]
pub enum Place {
    /// The header with this name.
    Header(&'static str),
    /// The query parameter with this name.
    Query(&'static str),
    /// The cookie with this name.
    Cookie(&'static str),
    /// The header `Authorization`, with a user name and a password (RFC 7617).
    Basic,
    /// The header `Authorization`, with a token (RFC 6750). If the document declares a URL from which tokens are
    /// requested, the variant contains this URL, which may be relative to the client's base URL.
    Token(Option<&'static str>),
}

impl Scheme {
    /// Returns the name of the header that contains the key, token or password, or `None` for a query parameter.
    pub fn header(&self) -> Option<HeaderName> {
        match self.place {
            Place::Header(name) => HeaderName::try_from(name).ok(),
            Place::Query(_) => None,
            Place::Cookie(_) => Some(COOKIE),
            Place::Basic | Place::Token(_) => Some(AUTHORIZATION),
        }
    }

    fn token_url(&self) -> Option<&'static str> {
        match self.place {
            Place::Token(url) => url,
            _ => None,
        }
    }

    /// Returns the token URL, if the document declares one. A relative URL is resolved against the client's base URL
    /// `base`.
    fn token_url_at(&self, base: &Url) -> Option<Cow<'static, str>> {
        let declared = self.token_url()?;
        let resolved = if is_relative(declared) { resolve_url(base, declared) } else { None };
        Some(resolved.map_or(declared.into(), Cow::from))
    }

    fn describe_refusal(&self, reason: &str) -> String {
        format!("the value of `{}` {reason}", self.setter)
    }
}

/// The credentials of a client whose document declares security schemes. For each scheme, they contain the value to
/// send, the reason why the value cannot be sent, or `None` if no value is set.
#[derive(Clone)]
pub struct Schemes {
    declared: &'static Declared,
    values: Vec<Option<Result<Credential, String>>>,
    /// The secrets in all values. They are collected once, because each request needs them.
    secrets: Secrets,
    /// Whether requests are sent without credentials, even if the document requires some.
    are_omitted: bool,
}

#[derive(Clone)]
enum Credential {
    Text(SecretString),
    Header(HeaderValue, Secrets),
    Tokens(Tokens),
}

impl Schemes {
    /// Creates credentials in which no security scheme has a value yet.
    pub fn new(declared: &'static Declared) -> Self {
        let values = vec![None; declared.schemes.len()];
        Self { declared, values, secrets: Secrets::default(), are_omitted: false }
    }

    /// Removes all values. Requests are then sent without credentials until a value is set.
    pub fn omit(&mut self) {
        *self = Self { are_omitted: true, ..Self::new(self.declared) };
    }

    /// Returns whether a valid value is set for the security scheme with the index `index` in [`Declared::schemes`].
    pub fn is_set(&self, index: usize) -> bool {
        self.valid_value(index).is_some()
    }

    /// Sets the key of the security scheme with the index `index` in [`Declared::schemes`]. The key is sent unchanged.
    ///
    /// # Errors
    ///
    /// Returns the reason why the key cannot be sent. The reason does not contain the key.
    pub fn set_key(&mut self, index: usize, key: impl IntoSecret) -> Result<(), String> {
        let key = key.into_secret();
        let place = self.declared.schemes.get(index).map(|scheme| scheme.place);
        let value = check_secret_text(key.expose_secret()).map_err(str::to_owned).and_then(|text| match place {
            Some(Place::Header(_)) => {
                Ok(Credential::Header(sensitive_header(text)?, [key.clone()].into_iter().collect()))
            }
            Some(Place::Cookie(name)) => {
                cookie::check_name(name).map_err(|reason| format!("cannot be sent: `{name}` {reason}"))?;
                cookie::check_value(text)?;
                Ok(Credential::Text(key.clone()))
            }
            _ => Ok(Credential::Text(key.clone())),
        });
        self.store_value(index, value)
    }

    /// Sets the user name and the password of the security scheme with the index `index` in [`Declared::schemes`].
    pub fn set_basic(&mut self, index: usize, user: &str, password: impl IntoSecret) -> Result<(), String> {
        let password = password.into_secret();
        let value = basic::encode_credentials(user, password.expose_secret()).and_then(|encoded| {
            let value = sensitive_header(&format!("Basic {}", encoded.expose_secret()))?;
            Ok(Credential::Header(value, [encoded, password].into_iter().collect()))
        });
        self.store_value(index, value.map_err(str::to_owned))
    }

    /// Sets a token, or a provider of tokens, for the security scheme with the index `index` in [`Declared::schemes`].
    pub fn set_token<Form>(&mut self, index: usize, tokens: impl IntoTokens<Form>) -> Result<(), String> {
        let value = match tokens.into_tokens().0 {
            TokenSource::Fixed(Ok(token)) => Ok(Credential::Header(token.header(), token.secrets())),
            TokenSource::Fixed(Err(reason)) => Err(reason.to_owned()),
            TokenSource::Provider(provider) => {
                let declared = self.declared.schemes.get(index).and_then(Scheme::token_url);
                let url = declared.map(|url| if is_relative(url) { ANY_TOKEN_URL } else { url });
                provider.check(url).map(|()| Credential::Tokens(Tokens::new(provider)))
            }
        };
        self.store_value(index, value)
    }

    fn store_value(&mut self, index: usize, value: Result<Credential, String>) -> Result<(), String> {
        let (Some(scheme), Some(stored)) = (self.declared.schemes.get(index), self.values.get_mut(index)) else {
            return Err("there is no such security scheme".to_owned());
        };
        let value = value.map_err(|reason| scheme.describe_refusal(&reason));
        let result = value.as_ref().map(drop).map_err(Clone::clone);
        self.are_omitted = false;
        *stored = Some(value);
        let all = self.values.iter().flatten().flatten();
        self.secrets = all.fold(Secrets::default(), |secrets, value| secrets.union(&value.secrets()));
        result
    }

    /// Returns the security requirements `of_operation`, or the document's requirements if that is `None`. A request
    /// has to meet one of them.
    fn alternatives(&self, of_operation: Option<Alternatives>) -> Alternatives {
        of_operation.unwrap_or(self.declared.security)
    }

    /// Chooses the first security requirement for which every value is set, either in these credentials or as a header
    /// of a derived client.
    ///
    /// An empty requirement, which stands for no authentication, is the last choice, since a program that sets a value
    /// wants it to be sent.
    fn choose_alternative(&self, request: &Unauthenticated<'_>) -> Result<&'static [usize], String> {
        if self.are_omitted {
            return Ok(&[]);
        }
        let alternatives = self.alternatives(request.security);
        let is_available = |index: &usize| {
            let header = || self.declared.schemes.get(*index)?.header();
            self.is_set(*index) || header().is_some_and(|header| request.overrides.contains_key(header))
        };
        let complete = alternatives.iter().find(|set| !set.is_empty() && set.iter().all(is_available));
        let is_optional =
            alternatives.iter().all(|set| set.is_empty()) || alternatives.iter().any(|set| set.is_empty());
        match (complete, alternatives.first()) {
            (Some(complete), _) => Ok(complete),
            (None, Some(first)) if !is_optional => {
                let missing = first.iter().filter(|index| !is_available(index));
                let setters = missing.filter_map(|index| self.declared.schemes.get(*index)).map(|it| it.setter);
                let setters: Vec<String> = setters.map(|setter| format!("`{setter}(…)`")).collect();
                Err(format!(
                    "call {} on the client's builder, or `without_credentials()` on the client if the request needs \
                     no credentials",
                    setters.join(" and ")
                ))
            }
            _ => Ok(&[]),
        }
    }

    fn valid_value(&self, index: usize) -> Option<&Credential> {
        self.values.get(index)?.as_ref()?.as_ref().ok()
    }
}

impl Authenticate for Schemes {
    /// Adds the values of the operation's first security requirement for which all values are set.
    fn authenticate<'a>(&'a self, mut request: Unauthenticated<'a>) -> Authentication<'a> {
        let chosen = match self.choose_alternative(&request) {
            Ok(chosen) => chosen,
            Err(reason) => return Err(reason.into()).into(),
        };
        let mut pending = None;
        for index in chosen {
            let (Some(scheme), Some(value)) = (self.declared.schemes.get(*index), self.valid_value(*index)) else {
                continue;
            };
            match (value, scheme.place, scheme.header()) {
                (Credential::Text(text), Place::Query(name), _) => request.append_query(name, text.expose_secret()),
                (Credential::Text(text), Place::Cookie(name), _) => request.append_cookie(name, text.expose_secret()),
                (Credential::Header(value, _), _, Some(name)) => request.set_header(name, value.clone()),
                (Credential::Tokens(tokens), ..) => match tokens.current() {
                    Some(token) => request.set_header(AUTHORIZATION, token),
                    None => pending = Some((tokens, scheme.token_url_at(request.base_url))),
                },
                _ => {
                    return Err(format!("the value of `{}` does not fit its security scheme", scheme.setter).into())
                        .into();
                }
            }
        }
        let Some((tokens, url)) = pending else { return Authentication::done() };
        Authentication::pending(async move {
            let token_request = TokenRequest { http: request.token_http, token_url: url.as_deref() };
            let token = tokens.current_or_new(token_request, request.retry, request.time, request.timeout).await?;
            request.set_header(AUTHORIZATION, token);
            Ok(())
        })
    }

    fn check(&self) -> Result<(), String> {
        self.values.iter().flatten().try_for_each(|value| value.as_ref().map(drop).map_err(Clone::clone))
    }

    fn check_at(&self, base_url: &Url) -> Result<(), String> {
        self.check()?;
        self.declared.schemes.iter().zip(&self.values).try_for_each(|(scheme, value)| match value {
            Some(Ok(Credential::Tokens(tokens))) => {
                let url = scheme.token_url_at(base_url);
                tokens.check(url.as_deref()).map_err(|reason| scheme.describe_refusal(&reason))
            }
            _ => Ok(()),
        })
    }

    fn secrets(&self) -> Secrets {
        self.secrets.clone()
    }

    fn query_names(&self, operation: &Operation) -> Vec<&str> {
        let indices = self.alternatives(operation.security).iter().copied().flatten();
        let places = indices.filter_map(|index| self.declared.schemes.get(*index)).map(|scheme| scheme.place);
        places.filter_map(|place| if let Place::Query(name) = place { Some(name) } else { None }).collect()
    }

    fn renew(&self, refused: &HeaderValue) -> bool {
        self.values.iter().flatten().flatten().any(|value| match value {
            Credential::Tokens(tokens) => tokens.renew(refused),
            _ => false,
        })
    }

    fn record_accepted(&self, authorization: &HeaderValue) {
        for value in self.values.iter().flatten().flatten() {
            if let Credential::Tokens(tokens) = value {
                tokens.record_accepted(authorization);
            }
        }
    }
}

/// Stands for a relative token URL in checks that run before the base URL is known.
const ANY_TOKEN_URL: &str = "https://localhost/token";

fn is_relative(url: &str) -> bool {
    Url::parse(url) == Err(ParseError::RelativeUrlWithoutBase)
}

/// Resolves a relative URL against a base URL (RFC 3986), as if the base URL ended with `/`: `token` is resolved to
/// `https://api.example.com/v1/token` against `https://api.example.com/v1`.
fn resolve_url(base: &Url, relative: &str) -> Option<String> {
    let mut folder = base.clone();
    folder.set_path(&format!("{}/", base.path().trim_end_matches('/')));
    folder.join(relative).ok().map(String::from)
}

fn sensitive_header(text: &str) -> Result<HeaderValue, &'static str> {
    if !text.is_ascii() {
        return Err("contains characters that are not ASCII");
    }
    let mut value = HeaderValue::try_from(text).map_err(|_| "cannot be sent in a header")?;
    value.set_sensitive(true);
    Ok(value)
}

impl Credential {
    fn secrets(&self) -> Secrets {
        match self {
            // A service may repeat a cookie without its quotes, so the unquoted value is redacted as well.
            Self::Text(text) => {
                [text.clone(), cookie::without_quotes(text.expose_secret()).into()].into_iter().collect()
            }
            Self::Header(_, secrets) => secrets.clone(),
            Self::Tokens(tokens) => tokens.secrets(),
        }
    }
}

/// Shows the setters of the schemes that have a value.
impl fmt::Debug for Schemes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let set = self.declared.schemes.iter().zip(&self.values).filter(|(_, value)| value.is_some());
        let setters: Vec<&str> = set.map(|(scheme, _)| scheme.setter).collect();
        f.debug_tuple("Credentials").field(&setters).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn resolves_a_relative_token_url_against_the_base_url() {
        let resolved = |base: &str, declared: &'static str| {
            let scheme = Scheme { place: Place::Token(Some(declared)), setter: "oauth", variables: &[] };
            scheme.token_url_at(&base.parse().unwrap()).unwrap().into_owned()
        };
        for (base, declared, url) in [
            ("https://h", "token", "https://h/token"),
            ("https://h/v1", "token", "https://h/v1/token"),
            ("https://h/v1/", "./token", "https://h/v1/token"),
            ("https://h/v1", "/oauth/token", "https://h/oauth/token"),
            ("https://h/v1", "../oauth/token?a=b", "https://h/oauth/token?a=b"),
            ("https://h/v1", "../../../token", "https://h/token"),
            ("https://h/v1", "?grant", "https://h/v1/?grant"),
            ("http://localhost:1/a%20b", "c d", "http://localhost:1/a%20b/c%20d"),
            ("https://h/v1", "//tokens.example.com/token", "https://tokens.example.com/token"),
            ("https://h/v1", "https://tokens.example.com/token", "https://tokens.example.com/token"),
            ("https://h/v1", "HTTPS://tokens.example.com", "HTTPS://tokens.example.com"),
        ] {
            assert_eq!(resolved(base, declared), url, "{base} {declared}");
        }
    }
}
