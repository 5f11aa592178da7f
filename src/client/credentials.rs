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
    pub(crate) account: Uuid,
}

/// The account that was given to `setter`. The reason does not show it: it may be the key in the wrong place.
pub(super) fn account(setter: &str, account: impl TryInto<Uuid>) -> Result<Uuid, String> {
    account.try_into().map_err(|_| format!("the account id set with `{setter}(…)` is not a UUID"))
}

impl Credentials {
    /// Sets the headers that authenticate a request.
    pub(crate) fn apply(&self, headers: &mut HeaderMap) -> Result<(), String> {
        let account =
            HeaderValue::try_from(self.account.to_string()).map_err(|_| "the account id cannot be sent in a header")?;
        headers.insert(AUTHORIZATION, self.key.bearer()?);
        headers.insert(ACCOUNT, account);
        Ok(())
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
        let credentials = Credentials { key: ApiKey::new("s3cret".into()).unwrap(), account: Uuid::nil() };
        let mut headers = HeaderMap::new();
        credentials.apply(&mut headers).unwrap();
        assert_eq!(headers[AUTHORIZATION], "Bearer s3cret");
        assert!(headers[AUTHORIZATION].is_sensitive());
        assert_eq!(headers[ACCOUNT], Uuid::nil().to_string());
        assert!(!format!("{credentials:?} {headers:?}").contains("s3cret"));
    }
}
