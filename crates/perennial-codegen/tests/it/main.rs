//! Tests the generator as a build script or a task calls it.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod build_script;
mod text_is_never_code;
mod versions;
