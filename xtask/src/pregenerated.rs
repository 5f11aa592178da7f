//! `pregenerated/client.rs`: what the build script would generate, for builds without the feature `generate`.

use std::fs;

use crate::{client::Client, derived::Derived, workspace::Workspace};

/// The code of a client.
pub fn pregenerated(client: &Client, workspace: &Workspace) -> Derived {
    let (path, text) = (workspace.pregenerated(), client.code.clone());
    let is_current = fs::read(&path).is_ok_and(|found| found == text.as_bytes());
    let is_behind = "pregenerated/client.rs does not match openapi.json: run `cargo xtask public-api`";
    Derived { path, text, is_current, is_behind }
}
