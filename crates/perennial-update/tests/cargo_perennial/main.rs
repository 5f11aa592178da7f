//! `cargo perennial`, as a person calls it: what it makes of a document, and what it does in the folder of a client.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod check_live;
mod compiled;
#[path = "../done/mod.rs"]
mod done;
mod guide;
mod new;
mod program;
mod security;
mod settings;
mod stopped;
mod tasks;
mod try_documents;
mod upgrade;
