//! Derived clients with another key or account.

use http::header::AUTHORIZATION;
use perennial::authenticate::IntoSecret;
use uuid::Uuid;

use crate::Client;
use crate::credentials::{ACCOUNT, check_api_key, parse_account};

/// # Derived clients with other credentials
impl Client {
    /// Derives a client for another account, with the same key. The account is a [`Uuid`], or a string that contains one.
    /// If the account is malformed, each request fails with [`Error::InvalidRequest`](crate::Error::InvalidRequest). The
    /// account also replaces an `x-service-account` of an earlier [`with_headers`](Self::with_headers).
    ///
    /// With the feature `rate-limit`, the requests of the derived client are counted for its account: together with those
    /// of all clients that are derived from the same client, and separately from those of other accounts.
    #[must_use]
    pub fn with_account(&self, account: impl TryInto<Uuid>) -> Self {
        self.with_credentials(&ACCOUNT, |credentials| {
            credentials.account = Some(Ok(parse_account("with_account", account)?));
            Ok(())
        })
    }

    /// Derives a client with another API key, a string or a [`SecretString`](perennial::secrecy::SecretString). The key
    /// is stored as a secret, and redacted like that of [`ClientBuilder::api_key`](crate::ClientBuilder::api_key). It also
    /// replaces an `authorization` of an earlier [`with_headers`](Self::with_headers).
    ///
    /// Each request fails with [`Error::InvalidRequest`](crate::Error::InvalidRequest), which names the remedy, if the key
    /// is empty or surrounded by white space, if it contains characters that a header cannot carry, or if it begins with
    /// `Bearer `.
    #[must_use]
    pub fn with_api_key(&self, key: impl IntoSecret) -> Self {
        self.with_credentials(&AUTHORIZATION, |credentials| {
            let key = check_api_key(key).map_err(|reason| format!("{reason} (set by `with_api_key`)"))?;
            credentials.key = Some(Ok(key));
            Ok(())
        })
    }
}
