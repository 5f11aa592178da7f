//! The key and the account, from the environment alone. Neither is ever shown.

use std::env;

use anyhow::{Context as _, Result, bail};
use reqwest::header::HeaderValue;

use super::text_forms::is_uuid;

const API_KEY: &str = "MONITORING_SERVICE_API_KEY";
const ACCOUNT_ID: &str = "MONITORING_SERVICE_ACCOUNT_ID";

/// The headers that authenticate a request.
pub struct Credentials {
    /// `authorization`
    pub bearer: HeaderValue,
    /// `x-service-account`
    pub account: HeaderValue,
}

impl Credentials {
    /// Those in the variables that `Client::from_env` reads.
    ///
    /// # Errors
    /// One that is unset or malformed, by its name.
    pub fn from_env() -> Result<Self> {
        Self::new(&read(API_KEY)?, &read(ACCOUNT_ID)?)
    }

    fn new(key: &str, account: &str) -> Result<Self> {
        if !key.bytes().all(|byte| byte.is_ascii_graphic()) || key.is_empty() {
            bail!("`{API_KEY}` is malformed: it has to be the key alone, without white space around it");
        }
        if !is_uuid(account) {
            bail!("`{ACCOUNT_ID}` is malformed: the account id is not a UUID");
        }
        Ok(Self { bearer: sensitive(&format!("Bearer {key}"))?, account: sensitive(account)? })
    }
}

fn read(name: &str) -> Result<String> {
    env::var(name)
        .ok()
        .filter(|value| !value.is_empty())
        .with_context(|| format!("`{name}` is not set: set it in the environment; no argument takes it"))
}

fn sensitive(text: &str) -> Result<HeaderValue> {
    let mut value = HeaderValue::from_str(text).context("the credentials cannot be sent in a header")?;
    value.set_sensitive(true);
    Ok(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ACCOUNT: &str = "6ba7b810-9dad-11d1-80b4-00c04fd430c8";

    #[test]
    fn a_malformed_key_or_account_is_named_without_its_value() {
        for (key, account, name) in [
            ("s3cret\n", ACCOUNT, API_KEY),
            ("Bearer s3cret", ACCOUNT, API_KEY),
            ("", ACCOUNT, API_KEY),
            ("s3cret", "s3cret", ACCOUNT_ID),
        ] {
            let error = Credentials::new(key, account).err().expect("should be refused").to_string();
            assert!(error.starts_with(&format!("`{name}` is malformed")) && !error.contains("s3cret"), "{error}");
        }
        let credentials = Credentials::new("s3cret", ACCOUNT).expect("should be taken");
        assert!(!format!("{:?} {:?}", credentials.bearer, credentials.account).contains("s3cret"));
    }
}
