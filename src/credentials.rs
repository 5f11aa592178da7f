//! The credentials that authenticate each request: an API key and an account.

use std::fmt;

use http::header::{AUTHORIZATION, HeaderMap, HeaderName, HeaderValue};
use perennial::authenticate::{Authenticate, Authentication, BearerToken, IntoSecret, Secrets, Unauthenticated};
use uuid::Uuid;

use crate::ClientBuilder;

pub(crate) const ACCOUNT: HeaderName = HeaderName::from_static("x-service-account");

/// The API key and the account, each `None` until it is set. If a value cannot be sent in a header, the reason is
/// stored in place of the value. `Debug` shows only the account.
#[derive(Clone, Default)]
pub struct Credentials {
    pub(crate) key: Option<Result<BearerToken, String>>,
    pub(crate) account: Option<Result<Account, String>>,
    /// Whether the client may be built without a key or an account. Derived clients or an interceptor then supply them.
    per_call: bool,
}

#[derive(Clone)]
pub(crate) struct Account {
    id: Uuid,
    /// The header value, which is created once because each request sends it.
    header: HeaderValue,
}

/// # Credentials
///
/// [`api_key`](Self::api_key) and [`account_id`](Self::account_id) are required, unless derived clients supply them
/// ([`credentials_per_call`](Self::credentials_per_call)). The guide describes [accounts](crate::_guide::_02_accounts).
///
/// ```
/// use std::time::Duration;
///
/// use monitoring_service::{Client, Error, RetryPolicy};
///
/// # fn client(key: &str, account: &str) -> Result<Client, Error> {
/// let client = Client::builder("https://api.example.com")
///     .api_key(key)
///     .account_id(account)
///     .timeout(Duration::from_secs(10))
///     .retry(RetryPolicy::none())
///     .build()?;
/// # Ok(client)
/// # }
/// ```
impl ClientBuilder {
    /// Sets the API key. Required. The key can be a string or a [`SecretString`](perennial::secrecy::SecretString).
    /// Keys are created in the user settings of the service.
    ///
    /// The key is stored as a secret, sent as `Authorization: Bearer …`, and redacted wherever a response repeats it.
    /// [`build`](Self::build) fails with [`Error::InvalidRequest`](crate::Error::InvalidRequest) if the key is empty,
    /// begins or ends with white space, contains control or non-ASCII characters, or already begins with `Bearer `.
    pub fn api_key(self, key: impl IntoSecret) -> Self {
        self.credentials(|credentials| credentials.key = Some(check_api_key(key)))
    }

    /// Sets the account whose resources are read and changed. Required. The account is a [`Uuid`], or a string that
    /// contains a UUID.
    ///
    /// The account is sent in the header `x-service-account`. If the account is not a UUID, [`build`](Self::build)
    /// fails with [`Error::InvalidRequest`](crate::Error::InvalidRequest).
    pub fn account_id(self, account: impl TryInto<Uuid>) -> Self {
        self.credentials(|credentials| credentials.account = Some(parse_account("account_id", account)))
    }

    /// Allows [`build`](Self::build) to create a client that lacks the API key, the account, or both. By default,
    /// [`build`](Self::build) fails if either of them is missing.
    ///
    /// Derived clients ([`with_api_key`](crate::Client::with_api_key), [`with_account`](crate::Client::with_account))
    /// or an [`interceptor`](Self::interceptor) then supply the missing credentials. A call that still lacks the key or
    /// the account fails with [`Error::InvalidRequest`](crate::Error::InvalidRequest), and nothing is sent.
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

/// Creates the token that is sent for an API key. The error is the reason why the key cannot be sent.
pub(crate) fn check_api_key(key: impl IntoSecret) -> Result<BearerToken, String> {
    BearerToken::new(key).map_err(|reason| format!("the API key {reason}"))
}

/// Parses the account that was passed to the method `setter`. The error does not show `account`, because it may be an
/// API key that was passed by mistake.
pub(crate) fn parse_account(setter: &str, account: impl TryInto<Uuid>) -> Result<Account, String> {
    let id: Uuid = account.try_into().map_err(|_| format!("the account id set with `{setter}(…)` is not a UUID"))?;
    let header = HeaderValue::try_from(id.to_string());
    Ok(Account { id, header: header.map_err(|_| "the account id cannot be sent in a header")? })
}

impl Credentials {
    fn valid_key(&self) -> Option<&BearerToken> {
        self.key.as_ref()?.as_ref().ok()
    }

    fn valid_account(&self) -> Option<&Account> {
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
        if let Some(key) = self.valid_key() {
            request.set_header(AUTHORIZATION, key.header());
        }
        if let Some(account) = self.valid_account() {
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
            (false, false) => Err("the client has neither an API key nor an account: derive a client with \
                                   `with_api_key(…)` and `with_account(…)`"),
        }
        .map_err(str::to_owned)
    }

    fn secrets(&self) -> Secrets {
        self.valid_key().map(Authenticate::secrets).unwrap_or_default()
    }

    fn name(&self) -> &'static str {
        "the API key"
    }

    /// Returns the account for which a request is counted: the account in `headers`, or else the client's account. A
    /// request is counted under the nil UUID if it has no account, or if its account is not a UUID.
    fn account(&self, headers: &HeaderMap) -> Uuid {
        let named = headers.get(ACCOUNT).map(|value| Uuid::try_parse_ascii(value.as_bytes()).unwrap_or_default());
        named.or_else(|| Some(self.valid_account()?.id)).unwrap_or_default()
    }
}

impl fmt::Debug for Credentials {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Credentials")
            .field("account", &self.valid_account().map(|account| account.id))
            .finish_non_exhaustive()
    }
}
