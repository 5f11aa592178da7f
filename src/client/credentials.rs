use std::fmt;

use reqwest::header::{AUTHORIZATION, HeaderMap, HeaderName, HeaderValue};
use uuid::Uuid;

use crate::secret::{ApiKey, Secrets};

/// Names the account of each request.
pub(crate) const ACCOUNT: HeaderName = HeaderName::from_static("x-service-account");

/// The API key and the account, if the client has them. `Debug` shows only the account.
#[derive(Clone)]
pub(crate) struct Credentials {
    pub(crate) key: Option<ApiKey>,
    account: Option<Account>,
}

#[derive(Clone)]
struct Account {
    id: Uuid,
    /// Made once, since each request has it.
    header: HeaderValue,
}

impl Account {
    fn new(id: Uuid) -> Result<Self, String> {
        let header = HeaderValue::try_from(id.to_string());
        Ok(Self { id, header: header.map_err(|_| "the account id cannot be sent in a header")? })
    }
}

/// The account that was given to `setter`. The reason does not show it: it may be the key in the wrong place.
pub(crate) fn account(setter: &str, account: impl TryInto<Uuid>) -> Result<Uuid, String> {
    account.try_into().map_err(|_| format!("the account id set with `{setter}(…)` is not a UUID"))
}

impl Credentials {
    pub(super) fn new(key: Option<ApiKey>, account: Option<Uuid>) -> Result<Self, String> {
        Ok(Self { key, account: account.map(Account::new).transpose()? })
    }

    pub(crate) fn set_account(&mut self, account: Uuid) -> Result<(), String> {
        self.account = Some(Account::new(account)?);
        Ok(())
    }

    #[cfg(feature = "rate-limit")]
    pub(super) fn account_id(&self) -> Option<Uuid> {
        self.account.as_ref().map(|account| account.id)
    }

    /// Sets the headers that authenticate a request.
    pub(crate) fn apply(&self, headers: &mut HeaderMap) {
        if let Some(key) = &self.key {
            headers.insert(AUTHORIZATION, key.bearer());
        }
        if let Some(account) = &self.account {
            headers.insert(ACCOUNT, account.header.clone());
        }
    }

    /// Refuses a request if neither the credentials nor headers set by the caller authenticate it.
    pub(crate) fn check(headers: &HeaderMap) -> Result<(), &'static str> {
        match (headers.contains_key(AUTHORIZATION), headers.contains_key(ACCOUNT)) {
            (true, true) => Ok(()),
            (false, true) => Err("the client has no API key: derive a client with `with_api_key(…)`"),
            (true, false) => Err("the client has no account: derive a client with `with_account(…)`"),
            (false, false) => Err("the client has neither an API key nor an account: \
                 derive a client with `with_api_key(…)` and `with_account(…)`"),
        }
    }

    /// Returns the secrets that no error of a request with these headers may show.
    pub(crate) fn secrets(&self, headers: &HeaderMap) -> Secrets {
        Secrets::new(self.key.as_ref(), headers)
    }
}

impl fmt::Debug for Credentials {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Credentials")
            .field("account", &self.account.as_ref().map(|account| account.id))
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_headers_are_set_and_the_key_is_marked_as_sensitive() {
        let credentials = Credentials::new(ApiKey::new("s3cret".into()).ok(), Some(Uuid::nil())).unwrap();
        let mut headers = HeaderMap::new();
        credentials.apply(&mut headers);
        assert_eq!(headers[AUTHORIZATION], "Bearer s3cret");
        assert!(headers[AUTHORIZATION].is_sensitive());
        assert_eq!(headers[ACCOUNT], Uuid::nil().to_string());
        assert!(!format!("{credentials:?} {headers:?}").contains("s3cret"));
    }
}
