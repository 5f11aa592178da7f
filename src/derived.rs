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
    /// contains one. If the account is malformed, each request fails with
    /// [`Error::InvalidRequest`](crate::Error::InvalidRequest). The account also replaces the header
    /// `x-service-account` if an earlier [`with_headers`](Self::with_headers) set it.
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
    /// [`SecretString`](perennial::secrecy::SecretString). The key is stored as a secret, and redacted like the key set
    /// by [`ClientBuilder::api_key`](crate::ClientBuilder::api_key). The key also replaces the header `authorization`
    /// if an earlier [`with_headers`](Self::with_headers) set it.
    ///
    /// Each request fails with [`Error::InvalidRequest`](crate::Error::InvalidRequest), which names the remedy, if the
    /// key is empty or surrounded by white space, if it contains characters that are not allowed in a header, or if it
    /// begins with `Bearer `.
    #[must_use]
    pub fn with_api_key(&self, key: impl IntoSecret) -> Self {
        self.with_credentials(&AUTHORIZATION, |credentials| {
            let key = check_api_key(key).map_err(|reason| format!("{reason} (set by `with_api_key`)"))?;
            credentials.key = Some(Ok(key));
            Ok(())
        })
    }
}
