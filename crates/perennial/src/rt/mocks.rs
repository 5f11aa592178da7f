//! The mocks of operations (feature `mock`).

/// Defines the trait with a mock for each operation, and with the mocks of each tag under short names, and implements it.
///
/// ```ignore
/// mocks! {
///     tags {
///         /// Mocks of the operations of the tag `Things`.
///         things: Things { get: get_thing -> crate::types::Thing; }
///     }
///     former { … }
///     /// A mock of `GET /things/{id}`.
///     get_thing: GetThing -> crate::types::Thing { path: &[("id", "id")] }
/// }
/// ```
/// In braces are the fields of `Inputs` that say something; `former` methods come with their bodies.
#[doc(hidden)]
#[macro_export]
macro_rules! __mocks {
    (
        $(tags {
            $(
                $(#[$tag_meta:meta])*
                $tag:ident: $tag_type:ident { $($short:ident: $long:ident -> $short_response:ty;)* }
            )*
        })?
        former { $($former:tt)* }
        $(
            $(#[$meta:meta])*
            $method:ident: $builder:ident -> $response:ty { $($field:ident: $value:expr),* }
        )*
    ) => {
        /// A mock for each operation of the client.
        pub trait MockServerExt {
            $(
                $(#[$meta])*
                fn $method(&self) -> $crate::mock::MockOperation<'_, $response>;
            )*
            $($(
                $(#[$tag_meta])*
                fn $tag(&self) -> tags::$tag_type<'_>;
            )*)?
            $($former)*
        }

        /// The mocks of each tag, under short names.
        pub mod tags {
            $($(
                $(#[$tag_meta])*
                #[derive(Clone, Copy)]
                pub struct $tag_type<'a>(pub(super) &'a $crate::httpmock::MockServer);

                $(#[$tag_meta])*
                impl<'a> $tag_type<'a> {
                    $(
                        #[doc = ::std::concat!("See [`", ::std::stringify!($long), "`](super::MockServerExt::", ::std::stringify!($long), ").")]
                        pub fn $short(self) -> $crate::mock::MockOperation<'a, $short_response> {
                            super::MockServerExt::$long(self.0)
                        }
                    )*
                }

                $(#[$tag_meta])*
                impl ::std::fmt::Debug for $tag_type<'_> {
                    fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                        f.debug_struct(::std::stringify!($tag_type)).finish_non_exhaustive()
                    }
                }
            )*)?
        }

        impl MockServerExt for $crate::httpmock::MockServer {
            $(
                $(#[$meta])*
                fn $method(&self) -> $crate::mock::MockOperation<'_, $response> {
                    const INPUTS: &$crate::__private::v1::Inputs = &$crate::__private::v1::Inputs { $($field: $value,)* ..$crate::__private::v1::Inputs::NONE };
                    $crate::mock::MockOperation::new(self, super::builder::$builder::OPERATION, INPUTS)
                }
            )*
            $($(
                $(#[$tag_meta])*
                fn $tag(&self) -> tags::$tag_type<'_> {
                    tags::$tag_type(self)
                }
            )*)?
        }
    };
}
