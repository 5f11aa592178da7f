//! Sets the credentials that a document declares: the code of the generated setters, and the function that reads the
//! environment variables.

use crate::authenticate::{Declared, Place, Scheme, Schemes};
use crate::client::{Core, Environment};
use crate::error::{Error, InvalidRequest};
use crate::oauth::ClientCredentials;

/// Implements the methods of `ClientBuilder` and `Client` that set a credential. If a value cannot be sent, requests
/// that use the value fail.
impl Declared {
    /// Derives a client with a different credential, which the function `change` sets. All other settings are those of
    /// `client`.
    ///
    /// `setter` is the name of the method of `ClientBuilder` that sets this credential. If the credential is sent in a
    /// header, a value that `with_headers` set for this header is dropped, because it would replace the new credential.
    pub fn derive(&self, client: &Core, setter: &str, change: impl FnOnce(&mut Schemes) -> Result<(), String>) -> Core {
        let header = self.schemes.get(self.index(setter)).and_then(Scheme::header);
        client.with_credentials(header.as_ref(), change)
    }

    /// Returns the index of the security scheme whose setter is named `setter`. If there is no such scheme, returns the
    /// number of schemes.
    pub fn index(&self, setter: &str) -> usize {
        self.schemes.iter().take_while(|scheme| scheme.setter != setter).count()
    }

    /// Reads the credentials from the environment variables that are set.
    ///
    /// # Errors
    ///
    /// Fails with [`Error::InvalidRequest`] if the value of a variable is malformed or cannot be used, or if a variable
    /// requires another variable that is not set. The error names the variable to set or correct.
    pub fn read(&'static self, environment: &Environment<'_>) -> Result<Schemes, Error> {
        let mut schemes = Schemes::new(self);
        for (index, scheme) in self.schemes.iter().enumerate() {
            let (&[name, ..], mut values) = (scheme.variables, Vec::new()) else { continue };
            for name in scheme.variables {
                values.push(environment.optional(name)?);
            }
            let set = match (scheme.place, values.as_slice()) {
                (Place::Basic, [user, password]) if user.is_some() || password.is_some() => schemes.set_basic(
                    index,
                    user.as_deref().unwrap_or_default(),
                    password.as_deref().unwrap_or_default(),
                ),
                (Place::Token(_), [Some(token), ..]) => schemes.set_token(index, token),
                (Place::Token(_), [None, id, secret]) if id.is_some() || secret.is_some() => {
                    let &[_, id, secret] = scheme.variables else { continue };
                    let id_value =
                        environment.required(id, "the client id, which is required if the client secret is set")?;
                    let secret_value =
                        environment.required(secret, "the client secret, which is required if the client id is set")?;
                    let client = ClientCredentials::new(id_value, secret_value);
                    let refused = |reason| {
                        let [id, secret] = [id, secret].map(|name| environment.name(name));
                        InvalidRequest::new(format!("`{id}` and `{secret}` cannot be used: {reason}"))
                    };
                    schemes.set_token(index, client).map_err(refused)?;
                    continue;
                }
                (Place::Header(_) | Place::Query(_) | Place::Cookie(_), [Some(key)]) => schemes.set_key(index, key),
                _ => continue,
            };
            set.map_err(|reason| environment.malformed(name, &reason))?;
        }
        Ok(schemes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const VARIABLES: &[&str] = &["ACCESS_TOKEN", "CLIENT_ID", "CLIENT_SECRET"];

    static RELATIVE: Declared = Declared {
        schemes: &[Scheme { place: Place::Token(Some("token")), setter: "oauth", variables: VARIABLES }],
        security: &[],
    };
    static PLAIN_HTTP: Declared = Declared {
        schemes: &[Scheme { place: Place::Token(Some("http://h/token")), setter: "oauth", variables: VARIABLES }],
        security: &[],
    };

    fn refusal(declared: &'static Declared, set: &[&str]) -> Option<String> {
        let lookup = |name: &str| set.contains(&name.strip_prefix("A_")?).then(|| "s3cret".into());
        declared.read(&Environment::of("A", lookup)).err().map(|error| error.to_string())
    }

    #[test]
    fn environment_accepts_client_credentials_for_a_relative_token_url() {
        assert_eq!(refusal(&RELATIVE, &["CLIENT_ID", "CLIENT_SECRET"]), None);
        let missing = refusal(&RELATIVE, &["CLIENT_ID"]).unwrap();
        assert!(missing.starts_with("`A_CLIENT_SECRET` is not set: "), "{missing}");
    }

    #[test]
    fn environment_refuses_client_credentials_for_an_http_token_url() {
        let refused = refusal(&PLAIN_HTTP, &["CLIENT_ID", "CLIENT_SECRET"]).unwrap();
        let expected = "`A_CLIENT_ID` and `A_CLIENT_SECRET` cannot be used: the value of `oauth` has a token URL that \
                        does not use https";
        assert!(refused.starts_with(expected) && !refused.contains("s3cret"), "{refused}");
    }
}
