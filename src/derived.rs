//! Derived clients with another key or account.

use http::header::AUTHORIZATION;
use perennial::authenticate::IntoSecret;
use uuid::Uuid;

use crate::Client;
use crate::credentials::{ACCOUNT, account_of, api_key};

/// # Derived clients with other credentials
impl Client {
    /// A derived client for another account, with the same key. The account is a [`Uuid`], or a string with one. If it
    /// is malformed, each request fails with [`Error::InvalidRequest`](crate::Error::InvalidRequest). It also replaces an
    /// `x-service-account` of an earlier [`with_headers`](Self::with_headers).
    ///
    /// With the feature `rate-limit`, its requests are counted for that account: by all clients that are derived from
    /// the same one, and apart from those of other accounts.
    #[must_use]
    pub fn with_account(&self, account: impl TryInto<Uuid>) -> Self {
        self.with_credentials(&ACCOUNT, |credentials| {
            credentials.account = Some(Ok(account_of("with_account", account)?));
            Ok(())
        })
    }

    /// A derived client with another API key, a string or a
    /// [`SecretString`](perennial::secrecy::SecretString). It is held as a secret, and
    /// redacted like that of [`ClientBuilder::api_key`](crate::ClientBuilder::api_key). It also replaces an `authorization` of an earlier
    /// [`with_headers`](Self::with_headers).
    ///
    /// If the key is empty, surrounded by white space, has characters that a header cannot carry, or begins with
    /// `Bearer `, each request fails with [`Error::InvalidRequest`](crate::Error::InvalidRequest), which names the
    /// remedy.
    #[must_use]
    pub fn with_api_key(&self, key: impl IntoSecret) -> Self {
        self.with_credentials(&AUTHORIZATION, |credentials| {
            let key = api_key(key).map_err(|reason| format!("{reason} (set by `with_api_key`)"))?;
            credentials.key = Some(Ok(key));
            Ok(())
        })
    }
}
