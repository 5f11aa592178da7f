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
macro_rules! mocks {
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

        impl MockServerExt for ::httpmock::MockServer {
            $(
                $(#[$meta])*
                fn $method(&self) -> $crate::mock::MockOperation<'_, $response> {
                    const INPUTS: &$crate::rt::Inputs = &$crate::rt::Inputs { $($field: $value,)* ..$crate::rt::Inputs::NONE };
                    $crate::mock::MockOperation::new(self, $crate::builder::$builder::OPERATION, INPUTS)
                }
            )*
        }
    };
}
pub(crate) use mocks;
