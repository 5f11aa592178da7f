//! Defines rules whose texts are in files.

use serde::de::DeserializeOwned;

/// Defines a static variable for each listed rule, and the list `ALL`. A test fails if the folder contains an unlisted
/// file.
macro_rules! rules {
    ($folder:literal: $rule:ident; $($name:ident = $id:literal;)+) => {
        $(
            #[doc = $id]
            pub static $name: std::sync::LazyLock<$rule> = std::sync::LazyLock::new(|| {
                let text = include_str!(concat!("../../rules/", $folder, "/", $id, ".toml"));
                $rule { id: $id, ..$crate::rules::table::parse_rule($id, text) }
            });
        )+

        /// All rules in the folder, in the order in which they are listed here.
        pub static ALL: &[&std::sync::LazyLock<$rule>] = &[$(&$name),+];
    };
}

pub(crate) use rules;

#[expect(clippy::panic, reason = "the files are embedded in the program, and a test parses each of them")]
pub fn parse_rule<T: DeserializeOwned>(id: &str, text: &str) -> T {
    toml_edit::de::from_str(text).unwrap_or_else(|error| panic!("the rule {id}: {error}"))
}
