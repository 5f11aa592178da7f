//! What code says that was generated for a later version of the runtime.

/// Refuses a revision that there is not, in place of the hundreds of errors about all that it would define.
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

/// Never ends: there rustc stops, while after any other error it would go on to the rest of the code.
#[doc(hidden)]
#[macro_export]
macro_rules! __nothing_else_is_compiled {
    () => {
        $crate::__nothing_else_is_compiled! {}
    };
}
