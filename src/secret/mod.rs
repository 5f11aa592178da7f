//! The API key, and how texts that repeat it are redacted. This module imports nothing of the crate.

mod api_key;
mod authorization;
mod escape;
mod into_secret;
mod secrets;

pub use into_secret::IntoSecret;

pub(crate) use api_key::ApiKey;
pub(crate) use secrets::Secrets;
