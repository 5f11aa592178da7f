//! Tests the public API of the generator, which build scripts and tasks call.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod build_script;
mod text_is_never_code;
mod versions;
