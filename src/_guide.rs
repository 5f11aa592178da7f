//! The guide: a page for each task. It exists in the documentation only, and adds nothing to a build.

/// Defines a module for each page, and the macro `links`. Other pages link to a page by the literal before it, for
/// example `[errors]`.
macro_rules! pages {
    (
        $($name:literal $page:ident: $file:literal,)*
        about { $($about_name:literal $about:ident: $about_file:literal,)* }
    ) => {
        /// Expands to definitions that make rustdoc resolve links between pages. In the repository, links with the same
        /// names point to the Markdown files.
        macro_rules! links {
            () => {
                concat!(
                    $("[", $name, "]: crate::_guide::", stringify!($page), "\n",)*
                    $("[", $about_name, "]: crate::_guide::_about::", stringify!($about), "\n",)*
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
            // In a doctest, nothing may precede the page, so that the line that rustdoc reports for a failing sample is
            // the line in the page's file.
            #[cfg_attr(not(doctest), doc = links!())]
            #[doc = include_str!($file)]
            pub mod $page {}
        )*

        /// Documentation pages about the crate itself.
        pub mod _about {
            $(
                #[cfg_attr(not(doctest), doc = links!())]
                #[doc = include_str!($about_file)]
                pub mod $about {}
            )*
        }
    };
}

// rustdoc sorts the pages by name, so the names begin with numbers: first the pages for tasks, then those for
// reference.
pages! {
    "getting-started" _01_getting_started: "../docs/getting-started.md",
    "accounts" _02_accounts: "../docs/accounts.md",
    "errors" _03_errors: "../docs/errors.md",
    "time" _04_time: "../docs/time.md",
    "pages" _05_pages: "../docs/pages.md",
    "retries" _06_retries: "../docs/retries.md",
    "rate-limits" _07_rate_limits: "../docs/rate-limits.md",
    "testing" _08_testing: "../docs/testing.md",
    "traces" _09_traces: "../docs/traces.md",
    "updates" _10_updates: "../docs/updates.md",
    "types" _11_types: "../docs/types.md",
    "stored-values" _12_stored_values: "../docs/stored-values.md",
    "features" _13_features: "../docs/features.md",
    "tls" _14_tls: "../docs/tls.md",
    "blocking" _15_blocking: "../docs/blocking.md",
    "browser" _16_browser: "../docs/browser.md",
    "faults" _17_faults: "../docs/faults.md",
    about {
        "changelog" changelog: "../CHANGELOG.md",
        "compare" compare: "../docs/compare.md",
        "design" design: "../docs/design.md",
        "readme" readme: "../README.md",
        "security" security: "../SECURITY.md",
    }
}
// Pages contain no link definitions in doctests, so the macro would be unused there.
#[cfg(not(doctest))]
pub(crate) use links;
