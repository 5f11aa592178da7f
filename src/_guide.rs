//! The guide: a page for each task. It exists in the documentation only, and adds nothing to a build.

/// Defines the pages, each with the name by which others link to it, and the definitions of all links.
macro_rules! pages {
    ($($name:literal $page:ident: $file:literal),* $(,)?) => {
        /// Where links of the pages lead within the documentation. In the repository, the same names lead to the files.
        macro_rules! links {
            () => {
                concat!(
                    $("[", $name, "]: crate::_guide::", stringify!($page), "\n",)*
                    "[all-types]: crate::types\n",
                    "[apache]: https://www.apache.org/licenses/LICENSE-2.0\n",
                    "[architecture]: https://docs.rs/crate/monitoring-service/latest/source/ARCHITECTURE.md\n",
                    "[builder]: crate::Client::builder\n",
                    "[builders]: crate::builder\n",
                    "[client]: crate::Client\n",
                    "[contributing]: https://docs.rs/crate/monitoring-service/latest/source/CONTRIBUTING.md\n",
                    "[error]: crate::Error\n",
                    "[from_env]: crate::Client::from_env\n",
                    "[mit]: https://docs.rs/crate/monitoring-service/latest/source/LICENSE-MIT\n",
                    "[response]: crate::ResponseValue\n",
                    "[tags]: crate::tags\n",
                )
            };
        }

        $(
            // A failing sample is reported by its line in the page, so nothing may stand above the page then.
            #[cfg_attr(not(doctest), doc = links!())]
            #[doc = include_str!($file)]
            pub mod $page {}
        )*
    };
}

pages! {
    "accounts" accounts: "../docs/accounts.md",
    "blocking" blocking: "../docs/blocking.md",
    "browser" browser: "../docs/browser.md",
    "changelog" changelog: "../CHANGELOG.md",
    "compare" compare: "../docs/compare.md",
    "design" design: "../docs/design.md",
    "errors" errors: "../docs/errors.md",
    "faults" faults: "../docs/faults.md",
    "features" features: "../docs/features.md",
    "getting-started" getting_started: "../docs/getting-started.md",
    "pages" pages: "../docs/pages.md",
    "rate-limits" rate_limits: "../docs/rate-limits.md",
    "readme" readme: "../README.md",
    "retries" retries: "../docs/retries.md",
    "security" security: "../SECURITY.md",
    "stored-values" stored_values: "../docs/stored-values.md",
    "testing" testing: "../docs/testing.md",
    "time" time: "../docs/time.md",
    "tls" tls: "../docs/tls.md",
    "traces" traces: "../docs/traces.md",
    "types" types: "../docs/types.md",
    "updates" updates: "../docs/updates.md",
}
// Pages have no links where samples are tested.
#[cfg(not(doctest))]
pub(crate) use links;
