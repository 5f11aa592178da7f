use http::header::AUTHORIZATION;
use perennial::authenticate::IntoSecret;
use uuid::Uuid;

use crate::Client;
use crate::credentials::{ACCOUNT, check_api_key, parse_account};

/// # Derived clients with other credentials
///
/// The guide describes [several accounts and keys](crate::_guide::_02_accounts).
impl Client {
    /// Derives a client for a different account, with the same key. The account is a [`Uuid`], or a string that
    /// contains a UUID.
    ///
    /// If the account is not a UUID, each request fails with [`Error::InvalidRequest`](crate::Error::InvalidRequest).
    /// If an earlier [`with_headers`](Self::with_headers) set the header `x-service-account`, this account replaces the
    /// value.
    ///
    /// With the feature `rate-limit`, requests are counted separately for each account. Clients that are derived from
    /// the same client count the requests of an account together.
    #[must_use]
    pub fn with_account(&self, account: impl TryInto<Uuid>) -> Self {
        self.with_credentials(&ACCOUNT, |credentials| {
            credentials.account = Some(Ok(parse_account("with_account", account)?));
            Ok(())
        })
    }

    /// Derives a client with a different API key. The key can be a string or a
    /// [`SecretString`](perennial::secrecy::SecretString).
    ///
    /// The key is stored and redacted like the key of [`ClientBuilder::api_key`](crate::ClientBuilder::api_key). If an
    /// earlier [`with_headers`](Self::with_headers) set the header `authorization`, this key replaces the value.
    ///
    /// Each request fails with [`Error::InvalidRequest`](crate::Error::InvalidRequest), which contains the reason, if
    /// the key is empty, begins or ends with white space, contains control or non-ASCII characters, or already begins
    /// with `Bearer `.
    #[must_use]
    pub fn with_api_key(&self, key: impl IntoSecret) -> Self {
        self.with_credentials(&AUTHORIZATION, |credentials| {
            let key = check_api_key(key).map_err(|reason| format!("{reason} (set by `with_api_key`)"))?;
            credentials.key = Some(Ok(key));
            Ok(())
        })
    }
}
