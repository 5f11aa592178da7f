//! The credentials of this client: a bearer token, and the account for which a request is made.

use perennial::authenticate::{Authenticate, Authentication, BearerToken, Secrets, Unauthenticated};
use perennial::http::header::{AUTHORIZATION, HeaderName, HeaderValue};
use perennial::uuid::Uuid;

use crate::ClientBuilder;

/// The credentials that are set.
#[derive(Clone, Debug, Default)]
pub struct Credentials {
    key: Option<Result<BearerToken, &'static str>>,
    account: Option<Uuid>,
}

impl ClientBuilder {
    /// Sets the key, which is sent as `Authorization: Bearer …`.
    pub fn api_key(self, key: &str) -> Self {
        self.credentials(|credentials| credentials.key = Some(BearerToken::new(key)))
    }

    /// Sets the account, which is sent in the header `x-service-account`.
    pub fn account_id(self, account: Uuid) -> Self {
        self.credentials(|credentials| credentials.account = Some(account))
    }
}

impl Authenticate for Credentials {
    fn authenticate<'a>(&'a self, mut request: Unauthenticated<'a>) -> Authentication<'a> {
        if let Some(Ok(key)) = &self.key {
            request.set_header(AUTHORIZATION, key.header());
        }
        if let Some(account) = self.account.and_then(|account| HeaderValue::try_from(account.to_string()).ok()) {
            request.set_header(HeaderName::from_static("x-service-account"), account);
        }
        Authentication::done()
    }

    fn check(&self) -> Result<(), String> {
        match &self.key {
            Some(key) => key.as_ref().map(drop).map_err(|reason| format!("the API key {reason}")),
            None => Err("the API key is missing: set it with `api_key(…)`".to_owned()),
        }
    }

    fn secrets(&self) -> Secrets {
        self.key.iter().flatten().next().map(Authenticate::secrets).unwrap_or_default()
    }
}
