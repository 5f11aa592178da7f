mod authorization;
mod escape;
mod into_secret;
mod secrets;

pub use into_secret::IntoSecret;
pub use secrets::Secrets;
