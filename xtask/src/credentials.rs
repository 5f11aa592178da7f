//! Reads the service's credentials, a key and an account, from environment variables. They are never printed.

use perennial::{
    Authenticate, Environment, Error,
    authenticate::{Authentication, BearerToken, Secrets, Unauthenticated},
    http::{HeaderName, HeaderValue},
    uuid::Uuid,
};

/// Reads the same credentials as `Client::from_env`.
///
/// # Errors
/// Returns an error, which names the variable, if a variable is unset or malformed.
pub fn read_account(environment: &Environment<'_>) -> Result<Box<dyn Authenticate>, Error> {
    Ok(Box::new(Account::from_environment(environment)?))
}

#[derive(Debug)]
struct Account {
    key: BearerToken,
    id: HeaderValue,
}

impl Account {
    fn from_environment(environment: &Environment<'_>) -> Result<Self, Error> {
        let key = environment.required("API_KEY", "an API key, created in the user settings")?;
        let key = BearerToken::new(key).map_err(|reason| environment.malformed("API_KEY", reason))?;
        let id = environment.required("ACCOUNT_ID", "the account id, a UUID")?;
        let id = Uuid::try_parse(id.trim()).ok().and_then(|id| HeaderValue::try_from(id.to_string()).ok());
        // The error does not contain the value, because it may be a key that was set in the wrong variable.
        let mut id = id.ok_or_else(|| environment.malformed("ACCOUNT_ID", "the account id is not a UUID"))?;
        id.set_sensitive(true);
        Ok(Self { key, id })
    }
}

impl Authenticate for Account {
    fn authenticate<'a>(&'a self, mut request: Unauthenticated<'a>) -> Authentication<'a> {
        request.set_header(HeaderName::from_static("x-service-account"), self.id.clone());
        self.key.authenticate(request)
    }

    fn secrets(&self) -> Secrets {
        self.key.secrets()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ACCOUNT: &str = "6ba7b810-9dad-11d1-80b4-00c04fd430c8";

    fn read_values(key: &str, account: &str) -> Result<Account, Error> {
        let environment = Environment::of("MONITORING_SERVICE", |name| match name {
            "MONITORING_SERVICE_API_KEY" => Some(key.into()),
            "MONITORING_SERVICE_ACCOUNT_ID" => Some(account.into()),
            _ => None,
        });
        Account::from_environment(&environment)
    }

    #[test]
    fn error_for_a_malformed_key_or_account_omits_its_value() {
        for (key, account, name) in [
            ("s3cret\n", ACCOUNT, "API_KEY"),
            ("Bearer s3cret", ACCOUNT, "API_KEY"),
            (" s3cret", ACCOUNT, "API_KEY"),
            ("s3cret", "s3cret", "ACCOUNT_ID"),
        ] {
            let error = read_values(key, account).expect_err("should be refused").to_string();
            let start = format!("`MONITORING_SERVICE_{name}` is malformed: ");
            assert!(error.starts_with(&start) && !error.contains("s3cret"), "{error}");
        }
        let shown = format!("{:?}", read_values("s3cret", ACCOUNT).expect("should be taken"));
        assert!(!shown.contains("s3cret") && !shown.contains(ACCOUNT), "{shown}");
    }
}
