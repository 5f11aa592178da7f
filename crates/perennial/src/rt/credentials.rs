//! The credentials that a document declares: setters of `ClientBuilder` and `Client`, and the variables of the environment.

use crate::authenticate::{Place, Schemes};
use crate::client::Environment;
use crate::error::{Error, InvalidRequest};
use crate::oauth::ClientCredentials;

/// Defines the security schemes of a client, and what sets their values.
///
/// ```ignore
/// credentials! {
///     security &[&[0], &[1]];
///     /// Reads …
///     from_env;
///     /// The key …
///     0 key api_key | with_api_key => Header("x-api-key"), ["API_KEY"];
///     /// …
///     1 basic basic_auth | with_basic_auth => Basic, ["USERNAME", "PASSWORD"];
///     /// …
///     2 token oauth | with_oauth => Token(None), ["TOKEN", "CLIENT_ID", "CLIENT_SECRET"];
/// }
/// ```
/// `server "https://…";` after `security` is the base URL that is none of the environment's. `security` is what a call needs of which no operation says it. A scheme has its index, what its value is, its setter
/// and the method that derives a client with another value, its [`Place`], and its variables.
#[doc(hidden)]
#[macro_export]
macro_rules! __credentials {
    (
        security $security:expr;
        $(server $server:literal;)?
        $(#[$env_docs:meta])*
        from_env;
        $(
            $(#[$docs:meta])*
            $index:literal $kind:ident $setter:ident | $derive:ident => $place:ident $(($of:expr))?, [$($variable:literal),*];
        )*
    ) => {
        static DECLARED: $crate::__private::v1::Declared = $crate::__private::v1::Declared {
            schemes: &[$($crate::__private::v1::Scheme {
                place: $crate::__private::v1::Place::$place $(($of))?,
                setter: ::std::stringify!($setter),
                variables: &[$($variable),*],
            }),*],
            security: $security,
        };

        /// # Making a client from the environment
        impl Client {
            $(#[$env_docs])*
            pub fn from_env() -> ::std::result::Result<Self, $crate::Error> {
                ClientBuilder::from_env()?.build()
            }
        }

        /// # Credentials
        ///
        /// A call is sent with those that the document says for its operation, and no others; where one of them is not set,
        /// it is refused with [`Error::InvalidRequest`]($crate::Error::InvalidRequest), which names the setter. They go to
        /// the base URL and to the servers that are allowed, and are redacted wherever a response repeats them.
        impl ClientBuilder {
            $($crate::__private::v1::credential! { $kind $index, $setter $(#[$docs])* })*

            /// Configures a client from the environment: see [`Client::from_env`].
            ///
            /// # Errors
            ///
            /// [`Error::InvalidRequest`]($crate::Error::InvalidRequest), with the name of the variable that is unset or malformed.
            pub fn from_env() -> ::std::result::Result<Self, $crate::Error> {
                Self::from_variables(&$crate::Environment::of_service(&SERVICE))
            }

            pub(crate) fn from_variables(
                environment: &$crate::Environment<'_>,
            ) -> ::std::result::Result<Self, $crate::Error> {
                let mut read = $crate::__private::v1::Schemes::new(&DECLARED);
                let server = $crate::__private::v1::option!($($server)?);
                let builder = Self::of_environment(&environment.with_default_url(server))?;
                $crate::__private::v1::read_environment(&mut read, environment)?;
                ::std::result::Result::Ok(builder.credentials(|credentials| *credentials = read))
            }
        }

        /// # Derived clients with other credentials
        impl Client {
            $($crate::__private::v1::credential! { derived $kind $index, $setter $derive })*
        }
    };
}

/// A method that sets a value, or derives a client with another one.
#[doc(hidden)]
#[macro_export]
macro_rules! __credential {
    (key $index:literal, $setter:ident $(#[$docs:meta])*) => {
        $(#[$docs])*
        pub fn $setter(self, key: impl $crate::IntoSecret) -> Self {
            self.credentials(|credentials| ::std::mem::drop(credentials.set_key($index, key)))
        }
    };
    (basic $index:literal, $setter:ident $(#[$docs:meta])*) => {
        $(#[$docs])*
        pub fn $setter(self, user: impl ::std::convert::AsRef<str>, password: impl $crate::IntoSecret) -> Self {
            self.credentials(|credentials| ::std::mem::drop(credentials.set_basic($index, user.as_ref(), password)))
        }
    };
    (token $index:literal, $setter:ident $(#[$docs:meta])*) => {
        $(#[$docs])*
        pub fn $setter<Form>(self, token: impl $crate::IntoTokens<Form>) -> Self {
            self.credentials(|credentials| ::std::mem::drop(credentials.set_token($index, token)))
        }
    };
    (derived key $index:literal, $setter:ident $derive:ident) => {
        $crate::__private::v1::credential! { derived $index $setter $derive
            (key: impl $crate::IntoSecret) |credentials| credentials.set_key($index, key) }
    };
    (derived basic $index:literal, $setter:ident $derive:ident) => {
        $crate::__private::v1::credential! { derived $index $setter $derive
            (user: impl ::std::convert::AsRef<str>, password: impl $crate::IntoSecret)
            |credentials| credentials.set_basic($index, user.as_ref(), password) }
    };
    (derived token $index:literal, $setter:ident $derive:ident) => {
        $crate::__private::v1::credential! { derived $index $setter $derive<Form>
            (token: impl $crate::IntoTokens<Form>) |credentials| credentials.set_token($index, token) }
    };
    (
        derived $index:literal $setter:ident $derive:ident $(<$form:ident>)?
        ($($argument:ident: $ty:ty),*) |$credentials:ident| $set:expr
    ) => {
        #[doc = ::std::concat!(
            "A derived client with another value of [`", ::std::stringify!($setter), "`](ClientBuilder::",
            ::std::stringify!($setter), "), also in place of an earlier [`with_headers`](Self::with_headers). If it cannot \
             be sent, each request fails with [`Error::InvalidRequest`](::perennial::Error::InvalidRequest)."
        )]
        #[must_use]
        pub fn $derive$(<$form>)?(&self, $($argument: $ty),*) -> Self {
            let header = DECLARED.schemes[$index].header();
            Self(self.0.with_credentials(header.as_ref(), |$credentials: &mut $crate::__private::v1::Schemes| $set))
        }
    };
}

/// Sets the values of the variables that there are.
///
/// # Errors
///
/// [`Error::InvalidRequest`], with the name of the variable that is malformed, cannot be used, or is missing beside another
/// one.
pub fn read_environment(schemes: &mut Schemes, environment: &Environment<'_>) -> Result<(), Error> {
    for (index, scheme) in schemes.declared().iter().enumerate() {
        let (&[name, ..], mut values) = (scheme.variables, Vec::new()) else { continue };
        for name in scheme.variables {
            values.push(environment.optional(name)?);
        }
        let set = match (scheme.place, values.as_slice()) {
            (Place::Basic, [user, password]) if user.is_some() || password.is_some() => {
                schemes.set_basic(index, user.as_deref().unwrap_or_default(), password.as_deref().unwrap_or_default())
            }
            (Place::Token(_), [Some(token), ..]) => schemes.set_token(index, token),
            (Place::Token(None), [None, id, secret]) if id.is_some() || secret.is_some() => {
                let what = "a token: the document has no URL where the id and the secret of a client get one";
                environment.required(name, what)?;
                continue;
            }
            (Place::Token(_), [None, Some(id), Some(secret)]) => {
                let names = scheme.variables.iter().skip(1).map(|name| format!("`{}`", environment.name(name)));
                let names = names.collect::<Vec<_>>().join(" and ");
                let set = schemes.set_token(index, ClientCredentials::new(id, secret));
                set.map_err(|reason| InvalidRequest::new(format!("{names} cannot be used: {reason}")))?;
                continue;
            }
            (Place::Token(_), [None, id, secret]) if id.is_some() || secret.is_some() => {
                let missing = scheme.variables.iter().zip(&values).skip(1).filter(|(_, value)| value.is_none());
                missing.map(|(name, _)| *name).try_for_each(|name| {
                    environment.required(name, "the other one of the id and the secret of the client").map(drop)
                })?;
                continue;
            }
            (Place::Header(_) | Place::Query(_) | Place::Cookie(_), [Some(key)]) => schemes.set_key(index, key),
            _ => continue,
        };
        set.map_err(|reason| environment.malformed(name, &reason))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::authenticate::{Declared, Scheme};

    const VARIABLES: &[&str] = &["ACCESS_TOKEN", "CLIENT_ID", "CLIENT_SECRET"];

    static WITHOUT_URL: Declared = Declared {
        schemes: &[Scheme { place: Place::Token(None), setter: "oauth", variables: VARIABLES }],
        security: &[],
    };
    static RELATIVE: Declared = Declared {
        schemes: &[Scheme { place: Place::Token(Some("token")), setter: "oauth", variables: VARIABLES }],
        security: &[],
    };
    static PLAIN_HTTP: Declared = Declared {
        schemes: &[Scheme { place: Place::Token(Some("http://h/token")), setter: "oauth", variables: VARIABLES }],
        security: &[],
    };

    /// Why the environment with these variables is refused, if it is.
    fn refusal(declared: &'static Declared, set: &[&str]) -> Option<String> {
        let lookup = |name: &str| set.contains(&name.strip_prefix("A_")?).then(|| "s3cret".into());
        let result = read_environment(&mut Schemes::new(declared), &Environment::of("A", lookup));
        result.err().map(|error| error.to_string())
    }

    #[test]
    fn names_the_missing_token_where_client_credentials_have_no_url() {
        let expected = "`A_ACCESS_TOKEN` is not set: set it to a token: the document has no URL where the id and the \
                        secret of a client get one";
        for set in [&["CLIENT_ID", "CLIENT_SECRET"][..], &["CLIENT_ID"], &["CLIENT_SECRET"]] {
            assert_eq!(refusal(&WITHOUT_URL, set).as_deref(), Some(expected));
        }
        assert_eq!(refusal(&WITHOUT_URL, &["ACCESS_TOKEN"]), None);
        assert_eq!(refusal(&WITHOUT_URL, VARIABLES), None);
        assert_eq!(refusal(&WITHOUT_URL, &[]), None);
    }

    #[test]
    fn takes_client_credentials_where_the_token_url_is_relative() {
        assert_eq!(refusal(&RELATIVE, &["CLIENT_ID", "CLIENT_SECRET"]), None);
        let missing = refusal(&RELATIVE, &["CLIENT_ID"]).unwrap();
        assert!(missing.starts_with("`A_CLIENT_SECRET` is not set: "), "{missing}");
    }

    #[test]
    fn names_the_client_credentials_that_cannot_be_sent_safely() {
        let refused = refusal(&PLAIN_HTTP, &["CLIENT_ID", "CLIENT_SECRET"]).unwrap();
        let expected = "`A_CLIENT_ID` and `A_CLIENT_SECRET` cannot be used: what `oauth` is set to has a URL for tokens that \
                        is not https";
        assert!(refused.starts_with(expected) && !refused.contains("s3cret"), "{refused}");
    }
}
