//! Rules that are files.

use serde::de::DeserializeOwned;

/// Makes a static of each rule, and `ALL` of all of them: a file that is not among these is no rule, as a test says.
macro_rules! rules {
    ($folder:literal: $rule:ident; $($name:ident = $id:literal;)+) => {
        $(
            #[doc = $id]
            pub static $name: std::sync::LazyLock<$rule> = std::sync::LazyLock::new(|| {
                let text = include_str!(concat!("../../rules/", $folder, "/", $id, ".toml"));
                $rule { id: $id, ..$crate::rules::table::read($id, text) }
            });
        )+

        /// All of them.
        pub static ALL: &[&std::sync::LazyLock<$rule>] = &[$(&$name),+];
    };
}

pub(crate) use rules;

/// The rule that a file has.
#[expect(clippy::panic, reason = "the files are part of the program, and a test reads each")]
pub fn read<T: DeserializeOwned>(id: &str, text: &str) -> T {
    toml_edit::de::from_str(text).unwrap_or_else(|error| panic!("the rule {id}: {error}"))
}
