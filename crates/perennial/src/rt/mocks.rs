//! The mocks of operations (feature `mock`).

/// Defines the trait with a mock for each operation, and implements it.
///
/// ```ignore
/// mocks! {
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
            $($former)*
        }

        impl MockServerExt for $crate::httpmock::MockServer {
            $(
                $(#[$meta])*
                fn $method(&self) -> $crate::mock::MockOperation<'_, $response> {
                    const INPUTS: &$crate::__private::v1::Inputs = &$crate::__private::v1::Inputs { $($field: $value,)* ..$crate::__private::v1::Inputs::NONE };
                    $crate::mock::MockOperation::new(self, super::builder::$builder::OPERATION, INPUTS)
                }
            )*
        }
    };
}
