//! The check for clients that were generated for a later revision of the runtime.

/// Refuses a revision that this version does not support. Without this error, rustc would report hundreds of errors for
/// the missing definitions.
#[doc(hidden)]
#[macro_export]
macro_rules! __requires {
    (v1) => {};
    ($later:ident) => {
        ::std::compile_error!(::std::concat!(
            "this client was generated for revision `",
            ::std::stringify!($later),
            "` of its runtime, which is missing in the version of `perennial` that is built (`cargo tree -i perennial` \
             shows it): run `cargo update -p perennial`"
        ));
        $crate::__nothing_else_is_compiled! {}
    };
}

/// Calls itself forever, which makes rustc stop at once. After any other error, rustc would continue with the rest of
/// the code.
#[doc(hidden)]
#[macro_export]
macro_rules! __nothing_else_is_compiled {
    () => {
        $crate::__nothing_else_is_compiled! {}
    };
}
