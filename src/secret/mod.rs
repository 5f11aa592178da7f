//! The API key, and how texts that repeat it are redacted.

mod api_key;
mod authorization;
mod escape;
mod into_secret;
mod secrets;

pub use into_secret::IntoSecret;

pub(crate) use api_key::ApiKey;
pub(crate) use secrets::Secrets;
