use std::fmt;

use reqwest::header::{AUTHORIZATION, HeaderMap, HeaderName, HeaderValue};
use uuid::Uuid;

use crate::secret::{ApiKey, Secrets};

/// Names the account of each request.
pub(super) const ACCOUNT: HeaderName = HeaderName::from_static("x-service-account");

/// The API key and the account. `Debug` shows only the account.
#[derive(Clone)]
pub(crate) struct Credentials {
    pub(super) key: ApiKey,
    account: Uuid,
    /// Made once, since each request has it.
    account_header: HeaderValue,
}

/// The account that was given to `setter`. The reason does not show it: it may be the key in the wrong place.
pub(super) fn account(setter: &str, account: impl TryInto<Uuid>) -> Result<Uuid, String> {
    account.try_into().map_err(|_| format!("the account id set with `{setter}(…)` is not a UUID"))
}

fn header(account: Uuid) -> Result<HeaderValue, String> {
    HeaderValue::try_from(account.to_string()).map_err(|_| "the account id cannot be sent in a header".to_owned())
}

impl Credentials {
    pub(super) fn new(key: ApiKey, account: Uuid) -> Result<Self, String> {
        Ok(Self { key, account, account_header: header(account)? })
    }

    pub(super) fn set_account(&mut self, account: Uuid) -> Result<(), String> {
        self.account_header = header(account)?;
        self.account = account;
        Ok(())
    }

    #[cfg_attr(not(feature = "rate-limit"), allow(dead_code, reason = "only the limiter counts by account"))]
    pub(crate) fn account(&self) -> Uuid {
        self.account
    }

    /// Sets the headers that authenticate a request.
    pub(crate) fn apply(&self, headers: &mut HeaderMap) {
        headers.insert(AUTHORIZATION, self.key.bearer());
        headers.insert(ACCOUNT, self.account_header.clone());
    }

    /// What no error of a request with these headers may show.
    pub(crate) fn secrets(&self, headers: &HeaderMap) -> Secrets {
        Secrets::new(&self.key, headers)
    }
}

impl fmt::Debug for Credentials {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Credentials").field("account", &self.account).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_headers_are_set_and_the_key_is_marked_as_sensitive() {
        let credentials = Credentials::new(ApiKey::new("s3cret".into()).unwrap(), Uuid::nil()).unwrap();
        let mut headers = HeaderMap::new();
        credentials.apply(&mut headers);
        assert_eq!(headers[AUTHORIZATION], "Bearer s3cret");
        assert!(headers[AUTHORIZATION].is_sensitive());
        assert_eq!(headers[ACCOUNT], Uuid::nil().to_string());
        assert!(!format!("{credentials:?} {headers:?}").contains("s3cret"));
    }
}
