use std::fmt;

use perennial::authenticate::{Authenticate, Authentication, BearerToken, IntoSecret, Secrets, Unauthenticated};
use perennial::http::header::{AUTHORIZATION, HeaderMap, HeaderName, HeaderValue};
use perennial::uuid::Uuid;

use crate::{Client, ClientBuilder};

const ACCOUNT: HeaderName = HeaderName::from_static("x-account");

/// The key and the account. Either may be missing, because derived clients and interceptors can set them. An error is
/// the reason why the key cannot be sent.
#[derive(Clone, Default)]
pub struct Credentials {
    key: Option<Result<BearerToken, &'static str>>,
    account: Option<HeaderValue>,
}

impl ClientBuilder {
    /// Sets the key.
    pub fn api_key(self, key: impl IntoSecret) -> Self {
        self.credentials(|credentials| credentials.key = Some(BearerToken::new(key)))
    }

    /// Sets the account.
    pub fn account_id(self, account: Uuid) -> Self {
        self.credentials(|credentials| credentials.account = header(account))
    }
}

/// # Derived clients with other credentials
impl Client {
    /// Derives a client with a different key.
    #[must_use]
    pub fn with_api_key(&self, key: impl IntoSecret) -> Self {
        self.with_credentials(&AUTHORIZATION, |credentials| {
            credentials.key = Some(Ok(BearerToken::new(key)?));
            Ok(())
        })
    }

    /// Derives a client for a different account.
    #[must_use]
    pub fn with_account(&self, account: Uuid) -> Self {
        self.with_credentials(&ACCOUNT, |credentials| {
            credentials.account = header(account);
            Ok(())
        })
    }
}

fn header(account: Uuid) -> Option<HeaderValue> {
    HeaderValue::try_from(account.to_string()).ok()
}

impl Authenticate for Credentials {
    fn authenticate<'a>(&'a self, mut request: Unauthenticated<'a>) -> Authentication<'a> {
        if let Some(account) = &self.account {
            request.set_header(ACCOUNT, account.clone());
        }
        match &self.key {
            Some(Ok(key)) => key.authenticate(request),
            _ => Authentication::done(),
        }
    }

    fn check(&self) -> Result<(), String> {
        self.key.clone().transpose().map(drop).map_err(|reason| format!("the key {reason}"))
    }

    fn check_headers(&self, headers: &HeaderMap) -> Result<(), String> {
        let missing = [AUTHORIZATION, ACCOUNT].into_iter().find(|name| !headers.contains_key(name));
        missing.map_or(Ok(()), |name| Err(format!("nobody has set `{name}`")))
    }

    fn secrets(&self) -> Secrets {
        self.key.iter().flatten().map(Authenticate::secrets).next().unwrap_or_default()
    }

    fn name(&self) -> &'static str {
        "the key"
    }

    fn account(&self, headers: &HeaderMap) -> Uuid {
        let named = headers.get(ACCOUNT).or(self.account.as_ref());
        named.and_then(|account| Uuid::try_parse_ascii(account.as_bytes()).ok()).unwrap_or_default()
    }
}

impl fmt::Debug for Credentials {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Credentials").field("account", &self.account).finish_non_exhaustive()
    }
}
