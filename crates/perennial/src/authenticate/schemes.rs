//! The credentials of a client whose document declares them: a value for each of its security schemes.

use std::borrow::Cow;
use std::fmt;

use http::header::{AUTHORIZATION, COOKIE, HeaderName, HeaderValue};
use secrecy::{ExposeSecret as _, SecretString};
use url::{ParseError, Url};

use super::bearer::check_text;
use super::tokens::{Source, Tokens};
use super::{Authenticate, Authentication, IntoTokens, Unauthenticated, basic, cookie};
use crate::operation::{Alternatives, Operation};
use crate::secret::{IntoSecret, Secrets};

/// What a document says of credentials.
#[derive(Debug)]
pub struct Declared {
    /// The security schemes; an index is that of one of them.
    pub schemes: &'static [Scheme],
    /// What a call needs of which no operation says it.
    pub security: Alternatives,
}

/// A security scheme.
#[derive(Debug)]
pub struct Scheme {
    /// Where its value is sent.
    pub place: Place,
    /// The method of `ClientBuilder`.
    pub setter: &'static str,
    /// The variables of the environment, without their prefix: of a key or token one, of `Basic` user and password, of
    /// OAuth 2 also the id and the secret of the client.
    pub variables: &'static [&'static str],
}

/// Where a value is sent.
#[derive(Clone, Copy, Debug)]
pub enum Place {
    /// In this header.
    Header(&'static str),
    /// In the query, under this name.
    Query(&'static str),
    /// In this cookie.
    Cookie(&'static str),
    /// RFC 7617.
    Basic,
    /// RFC 6750, with the URL of the document for tokens, which may be relative to the base URL of the client.
    Token(Option<&'static str>),
}

impl Scheme {
    /// The header that the value is sent in.
    pub fn header(&self) -> Option<HeaderName> {
        match self.place {
            Place::Header(name) => HeaderName::try_from(name).ok(),
            Place::Query(_) => None,
            Place::Cookie(_) => Some(COOKIE),
            Place::Basic | Place::Token(_) => Some(AUTHORIZATION),
        }
    }

    /// The URL for tokens, as it is in the document.
    fn token_url(&self) -> Option<&'static str> {
        match self.place {
            Place::Token(url) => url,
            _ => None,
        }
    }

    /// The URL for tokens of a client with this base URL.
    fn token_url_at(&self, base: &Url) -> Option<Cow<'static, str>> {
        let declared = self.token_url()?;
        let resolved = if is_relative(declared) { resolved(base, declared) } else { None };
        Some(resolved.map_or(declared.into(), Cow::from))
    }

    fn refused(&self, reason: &str) -> String {
        format!("what `{}` is set to {reason}", self.setter)
    }
}

/// A value for each scheme that has one, or why that cannot be sent.
#[derive(Clone)]
pub struct Schemes {
    declared: &'static Declared,
    values: Vec<Option<Result<Value, String>>>,
    /// Made once, since each request has them.
    secrets: Secrets,
}

#[derive(Clone)]
enum Value {
    Text(SecretString),
    Header(HeaderValue, Secrets),
    Tokens(Tokens),
}

impl Schemes {
    /// None of them has a value yet.
    pub fn new(declared: &'static Declared) -> Self {
        Self { declared, values: vec![None; declared.schemes.len()], secrets: Secrets::default() }
    }

    /// Whether the scheme has a value.
    pub fn is_set(&self, index: usize) -> bool {
        self.value(index).is_some()
    }

    /// Sets a key that is sent as it is.
    ///
    /// # Errors
    ///
    /// What is wrong with it, without showing it; here and below.
    pub fn set_key(&mut self, index: usize, key: impl IntoSecret) -> Result<(), String> {
        let key = key.into_secret();
        let place = self.declared.schemes.get(index).map(|scheme| scheme.place);
        let value = check_text(key.expose_secret()).map_err(str::to_owned).and_then(|text| match place {
            Some(Place::Header(_)) => Ok(Value::Header(header(text)?, [key.clone()].into_iter().collect())),
            Some(Place::Cookie(name)) => {
                cookie::check_name(name).map_err(|reason| format!("cannot be sent: `{name}` {reason}"))?;
                cookie::check_value(text)?;
                Ok(Value::Text(key.clone()))
            }
            _ => Ok(Value::Text(key.clone())),
        });
        self.set(index, value)
    }

    /// Sets a user and a password.
    pub fn set_basic(&mut self, index: usize, user: &str, password: impl IntoSecret) -> Result<(), String> {
        let password = password.into_secret();
        let value = basic::credentials(user, password.expose_secret()).and_then(|encoded| {
            let value = header(&format!("Basic {}", encoded.expose_secret()))?;
            Ok(Value::Header(value, [encoded, password].into_iter().collect()))
        });
        self.set(index, value.map_err(str::to_owned))
    }

    /// Sets a token, or what provides tokens.
    pub fn set_token<Form>(&mut self, index: usize, tokens: impl IntoTokens<Form>) -> Result<(), String> {
        let value = match tokens.into_tokens().0 {
            Source::Fixed(Ok(token)) => Ok(Value::Header(token.header(), token.secrets())),
            Source::Fixed(Err(reason)) => Err(reason.to_owned()),
            Source::Provider(provider) => {
                let declared = self.declared.schemes.get(index).and_then(Scheme::token_url);
                let url = declared.map(|url| if is_relative(url) { ANY_TOKEN_URL } else { url });
                provider.check(url).map(|()| Value::Tokens(Tokens::new(provider)))
            }
        };
        self.set(index, value)
    }

    fn set(&mut self, index: usize, value: Result<Value, String>) -> Result<(), String> {
        let (Some(scheme), Some(held)) = (self.declared.schemes.get(index), self.values.get_mut(index)) else {
            return Err("there is no such security scheme".to_owned());
        };
        let value = value.map_err(|reason| scheme.refused(&reason));
        let result = value.as_ref().map(drop).map_err(Clone::clone);
        *held = Some(value);
        let all = self.values.iter().flatten().flatten();
        self.secrets = all.fold(Secrets::default(), |secrets, value| secrets.and(&value.secrets()));
        result
    }

    /// The alternatives of an operation that declares these, or none of its own.
    fn alternatives(&self, of_operation: Option<Alternatives>) -> Alternatives {
        of_operation.unwrap_or(self.declared.security)
    }

    /// The first alternative that has all its values: set here, or sent in their place by a derived client. None at all
    /// comes last, since whoever sets a value means it to be sent.
    fn chosen(&self, request: &Unauthenticated<'_>) -> Result<&'static [usize], String> {
        let alternatives = self.alternatives(request.security);
        let is_there = |index: &usize| {
            let header = || self.declared.schemes.get(*index)?.header();
            self.is_set(*index) || header().is_some_and(|header| request.overrides.contains_key(header))
        };
        let complete = alternatives.iter().find(|set| !set.is_empty() && set.iter().all(is_there));
        let is_optional =
            alternatives.iter().all(|set| set.is_empty()) || alternatives.iter().any(|set| set.is_empty());
        match (complete, alternatives.first()) {
            (Some(complete), _) => Ok(complete),
            (None, Some(first)) if !is_optional => {
                let missing = first.iter().filter(|index| !is_there(index));
                let setters = missing.filter_map(|index| self.declared.schemes.get(*index)).map(|it| it.setter);
                let setters: Vec<String> = setters.map(|setter| format!("`{setter}(…)`")).collect();
                Err(format!("it needs {} of the client's builder", setters.join(" and ")))
            }
            _ => Ok(&[]),
        }
    }

    fn value(&self, index: usize) -> Option<&Value> {
        self.values.get(index)?.as_ref()?.as_ref().ok()
    }
}

impl Authenticate for Schemes {
    /// Adds what the operation asks for: the values of the first of its alternatives that has all of them.
    fn authenticate<'a>(&'a self, mut request: Unauthenticated<'a>) -> Authentication<'a> {
        let chosen = match self.chosen(&request) {
            Ok(chosen) => chosen,
            Err(reason) => return Err(reason.into()).into(),
        };
        let mut pending = None;
        for index in chosen {
            let (Some(scheme), Some(value)) = (self.declared.schemes.get(*index), self.value(*index)) else { continue };
            match (value, scheme.place, scheme.header()) {
                (Value::Text(text), Place::Query(name), _) => request.append_query(name, text.expose_secret()),
                (Value::Text(text), Place::Cookie(name), _) => request.append_cookie(name, text.expose_secret()),
                (Value::Header(value, _), _, Some(name)) => request.set_header(name, value.clone()),
                (Value::Tokens(tokens), ..) => match tokens.held() {
                    Some(token) => request.set_header(AUTHORIZATION, token),
                    None => pending = Some((tokens, scheme.token_url_at(request.base_url))),
                },
                _ => return Err(format!("what `{}` is set to has no place in it", scheme.setter).into()).into(),
            }
        }
        let Some((tokens, url)) = pending else { return Authentication::done() };
        Authentication::pending(async move {
            let token = tokens.get(request.http, url.as_deref()).await?;
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
            Some(Ok(Value::Tokens(tokens))) => {
                let url = scheme.token_url_at(base_url);
                tokens.check(url.as_deref()).map_err(|reason| scheme.refused(&reason))
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
            Value::Tokens(tokens) => tokens.renew(refused),
            _ => false,
        })
    }
}

/// The URL as which a relative one is checked while the base URL is not known.
const ANY_TOKEN_URL: &str = "https://localhost/token";

fn is_relative(url: &str) -> bool {
    Url::parse(url) == Err(ParseError::RelativeUrlWithoutBase)
}

/// The URL that is at `relative`, as seen from `base`: RFC 3986. A base URL is the same with `/` at its end and without, so
/// `token` is below its path.
fn resolved(base: &Url, relative: &str) -> Option<String> {
    let mut folder = base.clone();
    folder.set_path(&format!("{}/", base.path().trim_end_matches('/')));
    folder.join(relative).ok().map(String::from)
}

fn header(text: &str) -> Result<HeaderValue, &'static str> {
    if !text.is_ascii() {
        return Err("has characters outside ASCII");
    }
    let mut value = HeaderValue::try_from(text).map_err(|_| "cannot be sent in a header")?;
    value.set_sensitive(true);
    Ok(value)
}

impl Value {
    fn secrets(&self) -> Secrets {
        match self {
            // A service that repeats a cookie may leave out its quotes.
            Self::Text(text) => [text.clone(), cookie::unquoted(text.expose_secret()).into()].into_iter().collect(),
            Self::Header(_, secrets) => secrets.clone(),
            Self::Tokens(tokens) => tokens.secrets(),
        }
    }
}

/// Which of them have a value.
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
