//! A client configured by environment variables.

use std::env;
use std::ffi::OsString;

use secrecy::SecretString;
use uuid::Uuid;

use super::base_url::BaseUrl;
use super::builder::{ClientBuilder, Origin};
use crate::error::{Error, InvalidRequest};
use crate::secret::ApiKey;

const URL: &str = "MONITORING_SERVICE_URL";
const IN_URL: &str = "the base URL in `MONITORING_SERVICE_URL`";
const API_KEY: &str = "MONITORING_SERVICE_API_KEY";
const ACCOUNT_ID: &str = "MONITORING_SERVICE_ACCOUNT_ID";

impl ClientBuilder {
    /// Configures a client from the environment: see [`Client::from_env`](crate::Client::from_env).
    ///
    /// # Errors
    ///
    /// [`Error::InvalidRequest`], with the name of the variable that is unset or malformed.
    pub fn from_env() -> Result<Self, Error> {
        Self::from_lookup(|name| env::var_os(name))
    }

    /// Checks each value here, where the name of its variable is known.
    fn from_lookup(lookup: impl Fn(&str) -> Option<OsString>) -> Result<Self, Error> {
        let url = read(&lookup, URL, "the base URL, such as https://api.example.com")?;
        BaseUrl::parse(&url).map_err(|reason| malformed(URL, &format!("the base URL {reason}")))?;

        let key = read(&lookup, API_KEY, "an API key, created in the user settings")?;
        ApiKey::new(SecretString::from(key.as_str())).map_err(|reason| malformed(API_KEY, reason))?;

        let account = read(&lookup, ACCOUNT_ID, "the account id, a UUID")?;
        let account = Uuid::try_parse(account.trim())
            // Without the value, which may be the key in the wrong place.
            .map_err(|_| malformed(ACCOUNT_ID, "the account id is not a UUID"))?;

        let origin = Origin { base_url: IN_URL, builder: "ClientBuilder::from_env()?" };
        Ok(Self::with_origin(url, origin).api_key(key).account_id(account))
    }
}

fn read(lookup: &impl Fn(&str) -> Option<OsString>, name: &str, what: &str) -> Result<String, Error> {
    match lookup(name).map(OsString::into_string) {
        Some(Ok(value)) if !value.is_empty() => Ok(value),
        Some(Err(_)) => Err(malformed(name, "it is not UTF-8")),
        _ => Err(InvalidRequest::new(format!("`{name}` is not set: set it to {what}")).into()),
    }
}

fn malformed(name: &str, reason: &str) -> Error {
    InvalidRequest::new(format!("`{name}` is malformed: {reason}")).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    const ACCOUNT: &str = "6ba7b810-9dad-11d1-80b4-00c04fd430c8";

    fn build(url: &str, key: &str, account: &str) -> Result<crate::Client, Error> {
        let lookup = |name: &str| match name {
            URL => Some(url.into()),
            API_KEY => Some(key.into()),
            ACCOUNT_ID => Some(account.into()),
            _ => None,
        };
        ClientBuilder::from_lookup(lookup)?.build()
    }

    #[test]
    fn the_three_variables_make_a_client() {
        build("http://localhost:1/", "s3cret", ACCOUNT).unwrap();
    }

    #[test]
    fn an_unset_or_empty_variable_is_named_with_the_remedy() {
        for (url, key, account, name) in [
            ("", "s3cret", ACCOUNT, URL),
            ("http://localhost", "", ACCOUNT, API_KEY),
            ("http://localhost", "s3cret", "", ACCOUNT_ID),
        ] {
            let error = build(url, key, account).unwrap_err().to_string();
            assert!(error.starts_with(&format!("`{name}` is not set: set it to")), "{error}");
        }
    }

    #[test]
    fn a_malformed_variable_is_named_without_its_value() {
        for (url, key, account, name) in [
            ("s3cret", "s3cret", ACCOUNT, URL),
            ("http://localhost", "s3cret\n", ACCOUNT, API_KEY),
            ("http://localhost", "s3cret", "s3cret", ACCOUNT_ID),
        ] {
            let error = build(url, key, account).unwrap_err().to_string();
            assert!(error.starts_with(&format!("`{name}` is malformed: ")), "{error}");
            assert!(!error.contains("s3cret"), "{error}");
        }
    }
}
