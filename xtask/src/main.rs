//! Runs the maintenance tasks of this repository: see `cargo xtask --help`. The tasks are implemented in
//! `perennial-update`. This program contains only their settings for this client.

mod credentials;

use std::process::ExitCode;

use perennial_update::Settings;

fn main() -> ExitCode {
    Settings::new("cargo xtask", "MONITORING_SERVICE")
        .package("monitoring-service")
        .api_version("v1")
        .retired_document("swagger.json")
        .pregenerated("pregenerated/client.rs")
        .samples(["README.md", "docs", "crates/perennial/README.md", "crates/perennial/docs"], "examples")
        .verified_by([
            "check",
            "--all-targets",
            "--package=monitoring-service",
            "--package=client-tests",
            "--package=example-*",
        ])
        .authentication(["API_KEY", "ACCOUNT_ID"], credentials::read_account)
        .run()
}
