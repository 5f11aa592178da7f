//! Servers on loopback and helper processes for tests. The servers send exactly the specified bytes, even if they are
//! wrong, and record the bytes that they receive.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

pub mod http2;
mod own_process;
mod process;
mod redis;
mod refusing;
mod request;
mod response;
mod server;
#[cfg(feature = "tls")]
pub mod tls;

pub use own_process::{assert_passes, own_process};
pub use process::Process;
pub use redis::RedisServer;
pub use refusing::Refusing;
pub use request::Request;
pub use response::{Response, Step, whole};
pub use server::Server;
