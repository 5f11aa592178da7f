//! Makes the builders of operations awaitable.

/// Implements `IntoFuture` for the builder of an operation. The closure sends the call, and the last type is the type of
/// the decoded response.
///
/// ```ignore
/// into_future! { GetThing: |it| it.0.accept("application/json").send_json() => types::Thing }
/// ```
#[doc(hidden)]
#[macro_export]
macro_rules! __into_future {
    ($builder:ident: |$it:ident| $send:expr => $response:ty) => {
        impl ::std::future::IntoFuture for $builder {
            type Output = ::std::result::Result<$crate::ResponseValue<$response>, $crate::Error>;
            type IntoFuture = $crate::__private::v1::Sending<$response>;

            /// Sends the request, as `send` does.
            #[inline]
            fn into_future(self) -> Self::IntoFuture {
                let $it = self;
                $send
            }
        }
    };
}
