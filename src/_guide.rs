//! The guide: a page for each task. It exists in the documentation only, and adds nothing to a build.

/// Where links of the pages lead within the documentation. In the repository, the same names lead to the files.
macro_rules! links {
    () => {
        "
[accounts]: crate::_guide::accounts
[all-types]: crate::types
[apache]: https://www.apache.org/licenses/LICENSE-2.0
[architecture]: https://docs.rs/crate/monitoring-service/latest/source/ARCHITECTURE.md
[blocking]: crate::_guide::blocking
[browser]: crate::_guide::browser
[builder]: crate::Client::builder
[builders]: crate::builder
[changelog]: crate::_guide::changelog
[client]: crate::Client
[compare]: crate::_guide::compare
[contributing]: https://docs.rs/crate/monitoring-service/latest/source/CONTRIBUTING.md
[design]: crate::_guide::design
[error]: crate::Error
[errors]: crate::_guide::errors
[faults]: crate::_guide::faults
[features]: crate::_guide::features
[from_env]: crate::Client::from_env
[getting-started]: crate::_guide::getting_started
[mit]: https://docs.rs/crate/monitoring-service/latest/source/LICENSE-MIT
[pages]: crate::_guide::pages
[rate-limits]: crate::_guide::rate_limits
[readme]: crate::_guide::readme
[response]: crate::ResponseValue
[retries]: crate::_guide::retries
[security]: crate::_guide::security
[stored-values]: crate::_guide::stored_values
[tags]: crate::tags
[testing]: crate::_guide::testing
[time]: crate::_guide::time
[tls]: crate::_guide::tls
[traces]: crate::_guide::traces
[types]: crate::_guide::types
[updates]: crate::_guide::updates

"
    };
}
#[cfg(not(doctest))]
pub(crate) use links;

macro_rules! pages {
    ($($page:ident: $file:literal),* $(,)?) => {$(
        // Before a sample that fails, they would hide in which line of which file it is.
        #[cfg_attr(not(doctest), doc = links!())]
        #[doc = include_str!($file)]
        pub mod $page {}
    )*};
}
pages! {
    accounts: "../docs/accounts.md",
    blocking: "../docs/blocking.md",
    browser: "../docs/browser.md",
    changelog: "../CHANGELOG.md",
    compare: "../docs/compare.md",
    design: "../docs/design.md",
    errors: "../docs/errors.md",
    faults: "../docs/faults.md",
    features: "../docs/features.md",
    getting_started: "../docs/getting-started.md",
    pages: "../docs/pages.md",
    rate_limits: "../docs/rate-limits.md",
    readme: "../README.md",
    retries: "../docs/retries.md",
    security: "../SECURITY.md",
    stored_values: "../docs/stored-values.md",
    testing: "../docs/testing.md",
    time: "../docs/time.md",
    tls: "../docs/tls.md",
    traces: "../docs/traces.md",
    types: "../docs/types.md",
    updates: "../docs/updates.md",
}
