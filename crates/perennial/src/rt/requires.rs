//! Detects clients that were generated for a later revision of the runtime.

/// Fails to compile if generated code requires a revision of the runtime that this version does not support. Without
/// this check, rustc would report hundreds of errors about missing definitions.
#[doc(hidden)]
#[macro_export]
macro_rules! __requires {
    (v1) => {};
    ($later:ident) => {
        ::std::compile_error!(::std::concat!(
            "this client was generated for revision `",
            ::std::stringify!($later),
            "` of its runtime, but this build uses a version of `perennial` that does not support this revision \
             (`cargo tree -i perennial` shows the version): run `cargo update -p perennial`"
        ));
        $crate::__nothing_else_is_compiled! {}
    };
}

/// Expands to itself forever: exceeding the recursion limit makes rustc stop at once. After any other error, it would
/// continue with the rest of the code.
#[doc(hidden)]
#[macro_export]
macro_rules! __nothing_else_is_compiled {
    () => {
        $crate::__nothing_else_is_compiled! {}
    };
}
