use perennial::Environment;
use uuid::Uuid;

use crate::credentials::check_api_key;
use crate::{Client, ClientBuilder, Error};

/// # Creating a client from the environment
impl Client {
    /// Builds a client from environment variables. All other settings have the defaults of [`ClientBuilder`].
    ///
    /// | variable | value |
    /// |---|---|
    /// | `MONITORING_SERVICE_URL` | the base URL |
    /// | `MONITORING_SERVICE_API_KEY` | the API key |
    /// | `MONITORING_SERVICE_ACCOUNT_ID` | the account, a UUID |
    ///
    /// To change one of these defaults, start from [`ClientBuilder::from_env`].
    ///
    /// # Errors
    ///
    /// Returns [`Error::InvalidRequest`] with the name of the variable if a variable is unset or malformed.
    pub fn from_env() -> Result<Self, Error> {
        ClientBuilder::from_env()?.build()
    }
}

/// # Settings from the environment
impl ClientBuilder {
    /// Creates a builder from the environment variables that [`Client::from_env`] lists.
    ///
    /// # Errors
    ///
    /// Returns [`Error::InvalidRequest`] with the name of the variable if a variable is unset or malformed.
    pub fn from_env() -> Result<Self, Error> {
        Self::from_variables(&Environment::with_prefix("MONITORING_SERVICE"))
    }

    /// Creates a builder from variables. Each value is checked here, because the name of its variable is known only
    /// here.
    fn from_variables(environment: &Environment<'_>) -> Result<Self, Error> {
        let builder = Self::of_environment(environment)?;
        let key = environment.required("API_KEY", "an API key, created in the user settings")?;
        check_api_key(&key).map_err(|reason| environment.malformed("API_KEY", &reason))?;
        let account = environment.required("ACCOUNT_ID", "the account id, a UUID")?;
        let account = Uuid::try_parse(account.trim())
            // The message does not show the value, because it may be a key that was set in the wrong variable.
            .map_err(|_| environment.malformed("ACCOUNT_ID", "the account id is not a UUID"))?;
        Ok(builder.api_key(key).account_id(account))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ACCOUNT: &str = "6ba7b810-9dad-11d1-80b4-00c04fd430c8";

    fn build(url: &str, key: &str, account: &str) -> Result<Client, Error> {
        let environment = Environment::of("MONITORING_SERVICE", |name| match name {
            "MONITORING_SERVICE_URL" => Some(url.into()),
            "MONITORING_SERVICE_API_KEY" => Some(key.into()),
            "MONITORING_SERVICE_ACCOUNT_ID" => Some(account.into()),
            _ => None,
        });
        ClientBuilder::from_variables(&environment)?.build()
    }

    #[test]
    fn client_builds_from_three_environment_variables() {
        build("http://localhost:1/", "s3cret", ACCOUNT).unwrap();
    }

    #[test]
    fn error_for_an_unset_or_empty_variable_contains_the_remedy() {
        for (url, key, account, name) in [
            ("", "s3cret", ACCOUNT, "URL"),
            ("http://localhost", "", ACCOUNT, "API_KEY"),
            ("http://localhost", "s3cret", "", "ACCOUNT_ID"),
        ] {
            let error = build(url, key, account).unwrap_err().to_string();
            assert!(error.starts_with(&format!("`MONITORING_SERVICE_{name}` is not set: set it to")), "{error}");
        }
    }

    #[test]
    fn error_for_a_malformed_environment_variable_omits_the_value() {
        for (url, key, account, name) in [
            ("s3cret", "s3cret", ACCOUNT, "URL"),
            ("http://localhost", "s3cret\n", ACCOUNT, "API_KEY"),
            ("http://localhost", "s3cret", "s3cret", "ACCOUNT_ID"),
        ] {
            let error = build(url, key, account).unwrap_err().to_string();
            assert!(error.starts_with(&format!("`MONITORING_SERVICE_{name}` is malformed: ")), "{error}");
            assert!(!error.contains("s3cret"), "{error}");
        }
    }
}
