//! The key and the account, from the environment alone. Neither is ever shown.

use std::env;

use anyhow::{Context as _, Result, ensure};
use reqwest::header::{AUTHORIZATION, HeaderMap, HeaderValue};

use crate::text_forms::is_uuid;

const API_KEY: &str = "MONITORING_SERVICE_API_KEY";
const ACCOUNT_ID: &str = "MONITORING_SERVICE_ACCOUNT_ID";

/// The headers that authenticate a request, from the variables that `Client::from_env` reads.
///
/// # Errors
/// One that is unset or malformed, by its name.
pub fn from_env() -> Result<HeaderMap> {
    headers(&read(API_KEY)?, &read(ACCOUNT_ID)?)
}

fn headers(key: &str, account: &str) -> Result<HeaderMap> {
    let is_key = key.bytes().all(|byte| byte.is_ascii_graphic()) && !key.is_empty();
    ensure!(is_key, "`{API_KEY}` is malformed: it has to be the key alone, without white space around it");
    ensure!(is_uuid(account), "`{ACCOUNT_ID}` is malformed: the account id is not a UUID");
    let mut headers = HeaderMap::new();
    headers.insert(AUTHORIZATION, HeaderValue::try_from(format!("Bearer {key}"))?);
    headers.insert("x-service-account", HeaderValue::try_from(account)?);
    headers.values_mut().for_each(|value| value.set_sensitive(true));
    Ok(headers)
}

fn read(name: &str) -> Result<String> {
    env::var(name)
        .ok()
        .filter(|value| !value.is_empty())
        .with_context(|| format!("`{name}` is not set: set it in the environment; no argument takes it"))
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
            let error = headers(key, account).expect_err("should be refused").to_string();
            assert!(error.starts_with(&format!("`{name}` is malformed")) && !error.contains("s3cret"), "{error}");
        }
        let headers = headers("s3cret", ACCOUNT).expect("should be taken");
        let shown = format!("{headers:?}");
        assert!(!shown.contains("s3cret") && !shown.contains(ACCOUNT), "{shown}");
    }
}
