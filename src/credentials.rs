//! What authenticates each request: an API key and an account.

use std::fmt;

use http::header::{AUTHORIZATION, HeaderMap, HeaderName, HeaderValue};
use perennial::authenticate::{Authenticate, Authentication, BearerToken, IntoSecret, Secrets, Unauthenticated};
use uuid::Uuid;

use crate::ClientBuilder;

/// Names the account of each request.
pub(crate) const ACCOUNT: HeaderName = HeaderName::from_static("x-service-account");

/// The API key and the account: each as it is sent, why it cannot be sent, or `None` if it is not set. `Debug` shows only
/// the account.
#[derive(Clone, Default)]
pub struct Credentials {
    pub(crate) key: Option<Result<BearerToken, String>>,
    pub(crate) account: Option<Result<Account, String>>,
    /// Set if the clients derived from this one supply what it lacks.
    per_call: bool,
}

#[derive(Clone)]
pub(crate) struct Account {
    id: Uuid,
    /// Made once, since each request has it.
    header: HeaderValue,
}

impl ClientBuilder {
    /// Sets the API key, which is created in the user settings of the service: a string or a
    /// [`SecretString`](perennial::secrecy::SecretString).
    /// It is held as a secret, sent as `Authorization: Bearer …`, and redacted wherever a response repeats it. If it is
    /// empty, surrounded by white space, not ASCII, has control characters, or begins with `Bearer `,
    /// [`build`](Self::build) fails with [`Error::InvalidRequest`](crate::Error::InvalidRequest). Required.
    pub fn api_key(self, key: impl IntoSecret) -> Self {
        self.credentials(|credentials| credentials.key = Some(api_key(key)))
    }

    /// Sets the account whose resources the calls are about: a [`Uuid`], or text in the form of one. If it is
    /// malformed, [`build`](Self::build) fails with [`Error::InvalidRequest`](crate::Error::InvalidRequest). It is sent in
    /// the header `x-service-account`. Required.
    pub fn account_id(self, account: impl TryInto<Uuid>) -> Self {
        self.credentials(|credentials| credentials.account = Some(account_of("account_id", account)))
    }

    /// Allows a client without an API key, an account, or both: the clients derived from this one supply what it lacks,
    /// by [`with_api_key`](crate::Client::with_api_key) and [`with_account`](crate::Client::with_account), or an
    /// [`interceptor`](Self::interceptor) does. A call that lacks one of them is refused with
    /// [`Error::InvalidRequest`](crate::Error::InvalidRequest), and nothing is sent. By default [`build`](Self::build)
    /// refuses a client without them.
    ///
    /// ```no_run
    /// # fn run(base_url: &str, key: &str, account: &str) -> Result<(), monitoring_service::Error> {
    /// // Once for the program, with one pool of connections:
    /// let base = monitoring_service::Client::builder(base_url).credentials_per_call().build()?;
    /// // For each account:
    /// let client = base.with_account(account).with_api_key(key);
    /// # Ok(())
    /// # }
    /// ```
    pub fn credentials_per_call(self) -> Self {
        self.credentials(|credentials| credentials.per_call = true)
    }
}

/// A key that can be sent, or what is wrong with it.
pub(crate) fn api_key(key: impl IntoSecret) -> Result<BearerToken, String> {
    BearerToken::new(key).map_err(|reason| format!("the API key {reason}"))
}

/// The account that was given to `setter`. The reason does not show it: it may be the key in the wrong place.
pub(crate) fn account_of(setter: &str, account: impl TryInto<Uuid>) -> Result<Account, String> {
    let id: Uuid = account.try_into().map_err(|_| format!("the account id set with `{setter}(…)` is not a UUID"))?;
    let header = HeaderValue::try_from(id.to_string());
    Ok(Account { id, header: header.map_err(|_| "the account id cannot be sent in a header")? })
}

impl Credentials {
    fn key(&self) -> Option<&BearerToken> {
        self.key.as_ref()?.as_ref().ok()
    }

    fn own_account(&self) -> Option<&Account> {
        self.account.as_ref()?.as_ref().ok()
    }

    fn check_setting<T>(&self, setting: &Option<Result<T, String>>, missing: &str) -> Result<(), String> {
        match setting {
            Some(Ok(_)) => Ok(()),
            Some(Err(reason)) => Err(reason.clone()),
            None if self.per_call => Ok(()),
            None => Err(missing.to_owned()),
        }
    }
}

impl Authenticate for Credentials {
    fn authenticate<'a>(&'a self, mut request: Unauthenticated<'a>) -> Authentication<'a> {
        if let Some(key) = self.key() {
            request.set_header(AUTHORIZATION, key.header());
        }
        if let Some(account) = self.own_account() {
            request.set_header(ACCOUNT, account.header.clone());
        }
        Authentication::done()
    }

    fn check(&self) -> Result<(), String> {
        self.check_setting(&self.key, "the API key is missing: set it with `api_key(…)`")?;
        self.check_setting(&self.account, "the account id is missing: set it with `account_id(…)`")
    }

    fn check_headers(&self, headers: &HeaderMap) -> Result<(), String> {
        match (headers.contains_key(AUTHORIZATION), headers.contains_key(ACCOUNT)) {
            (true, true) => Ok(()),
            (false, true) => Err("the client has no API key: derive a client with `with_api_key(…)`"),
            (true, false) => Err("the client has no account: derive a client with `with_account(…)`"),
            (false, false) => Err("the client has neither an API key nor an account: \
                 derive a client with `with_api_key(…)` and `with_account(…)`"),
        }
        .map_err(str::to_owned)
    }

    fn secrets(&self) -> Secrets {
        self.key().map(Authenticate::secrets).unwrap_or_default()
    }

    fn name(&self) -> &'static str {
        "the API key"
    }

    /// Limits are counted for the account that the headers name, or else for that of the client. What is no UUID counts as
    /// one account, together with requests without any.
    fn account(&self, headers: &HeaderMap) -> Uuid {
        let named = headers.get(ACCOUNT).map(|value| Uuid::try_parse_ascii(value.as_bytes()).unwrap_or_default());
        named.or_else(|| Some(self.own_account()?.id)).unwrap_or_default()
    }
}

impl fmt::Debug for Credentials {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Credentials")
            .field("account", &self.own_account().map(|account| account.id))
            .finish_non_exhaustive()
    }
}
