//! A client for an invented service, with the credentials that its document declares.
#![forbid(unsafe_code)]
#![warn(missing_debug_implementations)]
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking"))]

// The build script writes the module `generated`, which contains the code that is generated from `openapi.json`.
include!(concat!(env!("OUT_DIR"), "/generated.rs"));

static SERVICE: perennial::Service = perennial::Service::new(env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"));

pub use generated::{Client, ClientBuilder, builder, operation, operations, servers, tags, types};
pub use perennial::*;

#[cfg(test)]
mod tests {
    use super::*;

    /// Builds a client from environment variables. `variables` contains their names without the prefix, and their
    /// values.
    fn from(variables: &[(&str, &str)]) -> Result<Client, Error> {
        let environment = Environment::of("CREDENTIALS", |name| {
            let variables = [("URL", "http://localhost:1")].into_iter().chain(variables.iter().copied());
            let mut named = variables.filter(|(of, _)| name == format!("CREDENTIALS_{of}"));
            named.next().map(|(_, value)| value.into())
        });
        ClientBuilder::from_variables(&environment)?.build()
    }

    #[test]
    fn each_environment_variable_sets_its_security_scheme() {
        let set = |variables: &[(&str, &str)]| {
            let debug = format!("{:?}", from(variables).unwrap());
            let (_, rest) = debug.split_once("credentials: Credentials([").unwrap();
            rest.split_once("])").unwrap().0.to_owned()
        };
        assert_eq!(set(&[]), "");
        let keys = [("API_KEY", "s3cret"), ("APP_ID", "s3cret"), ("QUERY_KEY", "s3cret"), ("SESSION", "s3cret")];
        assert_eq!(set(&keys), r#""api_key", "app_id", "query_key", "session""#);
        assert_eq!(set(&[("TOKEN", "s3cret"), ("USERNAME", "me")]), r#""basic_auth", "bearer""#);
        assert_eq!(set(&[("ACCESS_TOKEN", "s3cret")]), r#""oauth""#);
        assert_eq!(set(&[("CLIENT_ID", "me"), ("CLIENT_SECRET", "s3cret")]), r#""oauth""#);
    }

    #[test]
    fn base_url_defaults_to_the_first_server_of_the_document() {
        let debug = |url: Option<&str>| {
            let variable = |name: &str| url.filter(|_| name == "CREDENTIALS_URL").map(Into::into);
            let client = ClientBuilder::from_variables(&Environment::of("CREDENTIALS", variable)).unwrap().build();
            format!("{:?}", client.unwrap())
        };
        for url in [None, Some("")] {
            assert!(debug(url).contains("https://eu.orders.invalid/v1"), "{}", debug(url));
        }
        assert!(debug(Some("https://other.invalid")).contains("https://other.invalid"));
    }

    #[test]
    fn error_for_a_malformed_credential_variable_omits_its_value() {
        for (variables, expected) in [
            (
                &[("API_KEY", "s3cret\n")][..],
                "`CREDENTIALS_API_KEY` is malformed: the value of `api_key` contains control",
            ),
            (
                &[("SESSION", "s3c;ret")],
                "`CREDENTIALS_SESSION` is malformed: the value of `session` contains a character that is not allowed \
                 in a cookie (",
            ),
            (
                &[("USERNAME", "s3c:ret")],
                "`CREDENTIALS_USERNAME` is malformed: the value of `basic_auth` contains a user",
            ),
            (&[("CLIENT_ID", "s3cret")], "`CREDENTIALS_CLIENT_SECRET` is not set: set it to the client secret"),
            (&[("CLIENT_SECRET", "s3cret")], "`CREDENTIALS_CLIENT_ID` is not set: set it to the client id"),
        ] {
            let error = from(variables).unwrap_err().to_string();
            assert!(error.starts_with(expected) && !error.contains("s3c"), "{error}");
        }
    }
}
