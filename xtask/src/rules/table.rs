//! A table of rules.

/// Makes a static of each rule, and `ALL` of all of them: a rule that is not among these does not exist.
macro_rules! rules {
    ($($name:ident = $rule:expr;)+) => {
        $(
            #[doc = stringify!($name)]
            pub static $name: crate::rules::Rule = $rule;
        )+

        /// The rules of this area.
        pub static ALL: &[&crate::rules::Rule] = &[$(&$name),+];
    };
}
