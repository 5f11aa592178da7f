//! Uses each item of the public API that is written by hand, with its signature: that it compiles is the test. It is made
//! of the documentation, by `.ci/public-items`: before a change that callers must not notice, or after one that they may.

#![allow(clippy::all, clippy::pedantic, deprecated, missing_docs, unreachable_pub, unused)]

fn main() {}

const _: () = {
    const IS: monitoring_service::RateLimit = <monitoring_service::RateLimit>::UNLIMITED;
};

const _: () = {
    const IS: monitoring_service::RateLimit = monitoring_service::DEFAULT_RATE_LIMIT;
};

const _: () = {
    fn is(
        it: monitoring_service::error::BoxError,
    ) -> std::boxed::Box<(dyn std::error::Error + std::marker::Send + std::marker::Sync)> {
        it
    }
};

const _: () = {
    fn is(
        it: monitoring_service::multipart::Parts,
    ) -> std::vec::Vec<(std::string::String, monitoring_service::multipart::Part)> {
        it
    }
};

const _: () = {
    fn is<'a>(
        it: monitoring_service::rate_limit::StoreFuture<'a>,
    ) -> std::pin::Pin<
        std::boxed::Box<
            (
                dyn std::future::Future<
                        Output = std::result::Result<
                            monitoring_service::rate_limit::Answer,
                            monitoring_service::error::StoreError,
                        >,
                    > + std::marker::Send
                    + 'a
            ),
        >,
    > {
        it
    }
};

const _: () = {
    fn used() -> &'static [monitoring_service::Operation] {
        monitoring_service::operations()
    }
};

const _: () = {
    fn used() {
        fn is<
            Is: futures_core::Stream<Item = std::result::Result<bytes::Bytes, monitoring_service::Error>> + ?Sized,
        >() {
        }
        is::<monitoring_service::ByteStream>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: monitoring_service::IntoSecret + ?Sized>() {}
        is::<&'static secrecy::SecretString>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: monitoring_service::IntoSecret + ?Sized>() {}
        is::<&'static std::string::String>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: monitoring_service::IntoSecret + ?Sized>() {}
        is::<&'static str>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: monitoring_service::IntoSecret + ?Sized>() {}
        is::<secrecy::SecretString>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: monitoring_service::IntoSecret + ?Sized>() {}
        is::<std::borrow::Cow<'static, str>>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: monitoring_service::IntoSecret + ?Sized>() {}
        is::<std::boxed::Box<str>>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: monitoring_service::IntoSecret + ?Sized>() {}
        is::<std::string::String>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: monitoring_service::RateLimitStore + ?Sized>() {}
        is::<monitoring_service::rate_limit::FileStore>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: monitoring_service::RateLimitStore + ?Sized>() {}
        is::<monitoring_service::rate_limit::RedisStore>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: monitoring_service::multipart::IntoParts + ?Sized>() {}
        is::<monitoring_service::multipart::Part>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: monitoring_service::multipart::IntoParts + ?Sized>() {}
        is::<std::vec::Vec<monitoring_service::multipart::Part>>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: serde::Serialize + ?Sized>() {}
        is::<monitoring_service::optional::Json>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: serde::Serialize + ?Sized>() {}
        is::<monitoring_service::rate_limit::BookingId>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: serde::Serialize + ?Sized>() {}
        is::<monitoring_service::rate_limit::Epoch>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: serde::Serialize + ?Sized>() {}
        is::<monitoring_service::rate_limit::Ledger>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: serde::Serialize + ?Sized>() {}
        is::<monitoring_service::time::Date>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: serde::Serialize + ?Sized>() {}
        is::<monitoring_service::time::QueryDateTime>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: serde::Serialize + ?Sized>() {}
        is::<monitoring_service::time::QueryTime>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::clone::Clone + ?Sized>() {}
        is::<monitoring_service::ApiError>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::clone::Clone + ?Sized>() {}
        is::<monitoring_service::Client>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::clone::Clone + ?Sized>() {}
        is::<monitoring_service::ClientBuilder>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::clone::Clone + ?Sized>() {}
        is::<monitoring_service::LimitStatus>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::clone::Clone + ?Sized>() {}
        is::<monitoring_service::OnStoreError>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::clone::Clone + ?Sized>() {}
        is::<monitoring_service::Operation>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::clone::Clone + ?Sized>() {}
        is::<monitoring_service::RateLimit>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::clone::Clone + ?Sized>() {}
        is::<monitoring_service::RetryPolicy>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::clone::Clone + ?Sized>() {}
        is::<monitoring_service::WhenLimited>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::clone::Clone + ?Sized>() {}
        is::<monitoring_service::error::ApiErrorKind>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::clone::Clone + ?Sized>() {}
        is::<monitoring_service::error::BuildError>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::clone::Clone + ?Sized>() {}
        is::<monitoring_service::error::Call>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::clone::Clone + ?Sized>() {}
        is::<monitoring_service::error::InvalidRequest>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::clone::Clone + ?Sized>() {}
        is::<monitoring_service::error::RateLimited>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::clone::Clone + ?Sized>() {}
        is::<monitoring_service::error::StoreError>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::clone::Clone + ?Sized>() {}
        is::<monitoring_service::error::TransportFailure>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::clone::Clone + ?Sized>() {}
        is::<monitoring_service::error::UnexpectedStatus>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::clone::Clone + ?Sized>() {}
        is::<monitoring_service::mock::Untyped>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::clone::Clone + ?Sized>() {}
        is::<monitoring_service::multipart::Part>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::clone::Clone + ?Sized>() {}
        is::<monitoring_service::optional::Json>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::clone::Clone + ?Sized>() {}
        is::<monitoring_service::rate_limit::Answer>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::clone::Clone + ?Sized>() {}
        is::<monitoring_service::rate_limit::Book>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::clone::Clone + ?Sized>() {}
        is::<monitoring_service::rate_limit::Booked>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::clone::Clone + ?Sized>() {}
        is::<monitoring_service::rate_limit::BookingId>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::clone::Clone + ?Sized>() {}
        is::<monitoring_service::rate_limit::Entry>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::clone::Clone + ?Sized>() {}
        is::<monitoring_service::rate_limit::Epoch>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::clone::Clone + ?Sized>() {}
        is::<monitoring_service::rate_limit::FileStore>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::clone::Clone + ?Sized>() {}
        is::<monitoring_service::rate_limit::Ledger>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::clone::Clone + ?Sized>() {}
        is::<monitoring_service::rate_limit::RedisStore>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::clone::Clone + ?Sized>() {}
        is::<monitoring_service::rate_limit::Slot>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::clone::Clone + ?Sized>() {}
        is::<monitoring_service::rate_limit::Update>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::clone::Clone + ?Sized>() {}
        is::<monitoring_service::rate_limit::Usage>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::clone::Clone + ?Sized>() {}
        is::<monitoring_service::rate_limit::Window>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::clone::Clone + ?Sized>() {}
        is::<monitoring_service::time::Date>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::clone::Clone + ?Sized>() {}
        is::<monitoring_service::time::ParseDateError>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::clone::Clone + ?Sized>() {}
        is::<monitoring_service::time::QueryDateTime>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::clone::Clone + ?Sized>() {}
        is::<monitoring_service::time::QueryTime>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::clone::Clone + ?Sized>() {}
        is::<monitoring_service::time::TimeOutOfRange>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::cmp::Eq + ?Sized>() {}
        is::<monitoring_service::LimitStatus>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::cmp::Eq + ?Sized>() {}
        is::<monitoring_service::OnStoreError>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::cmp::Eq + ?Sized>() {}
        is::<monitoring_service::Operation>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::cmp::Eq + ?Sized>() {}
        is::<monitoring_service::RateLimit>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::cmp::Eq + ?Sized>() {}
        is::<monitoring_service::RetryPolicy>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::cmp::Eq + ?Sized>() {}
        is::<monitoring_service::WhenLimited>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::cmp::Eq + ?Sized>() {}
        is::<monitoring_service::error::ApiErrorKind>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::cmp::Eq + ?Sized>() {}
        is::<monitoring_service::error::BuildError>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::cmp::Eq + ?Sized>() {}
        is::<monitoring_service::error::InvalidRequest>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::cmp::Eq + ?Sized>() {}
        is::<monitoring_service::error::RateLimited>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::cmp::Eq + ?Sized>() {}
        is::<monitoring_service::error::StoreError>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::cmp::Eq + ?Sized>() {}
        is::<monitoring_service::error::TransportFailure>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::cmp::Eq + ?Sized>() {}
        is::<monitoring_service::rate_limit::Answer>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::cmp::Eq + ?Sized>() {}
        is::<monitoring_service::rate_limit::Book>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::cmp::Eq + ?Sized>() {}
        is::<monitoring_service::rate_limit::Booked>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::cmp::Eq + ?Sized>() {}
        is::<monitoring_service::rate_limit::BookingId>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::cmp::Eq + ?Sized>() {}
        is::<monitoring_service::rate_limit::Entry>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::cmp::Eq + ?Sized>() {}
        is::<monitoring_service::rate_limit::Epoch>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::cmp::Eq + ?Sized>() {}
        is::<monitoring_service::rate_limit::Ledger>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::cmp::Eq + ?Sized>() {}
        is::<monitoring_service::rate_limit::Slot>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::cmp::Eq + ?Sized>() {}
        is::<monitoring_service::rate_limit::Update>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::cmp::Eq + ?Sized>() {}
        is::<monitoring_service::rate_limit::Usage>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::cmp::Eq + ?Sized>() {}
        is::<monitoring_service::rate_limit::Window>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::cmp::Eq + ?Sized>() {}
        is::<monitoring_service::time::Date>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::cmp::Eq + ?Sized>() {}
        is::<monitoring_service::time::ParseDateError>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::cmp::Eq + ?Sized>() {}
        is::<monitoring_service::time::QueryDateTime>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::cmp::Eq + ?Sized>() {}
        is::<monitoring_service::time::QueryTime>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::cmp::Eq + ?Sized>() {}
        is::<monitoring_service::time::TimeOutOfRange>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::cmp::Ord + ?Sized>() {}
        is::<monitoring_service::rate_limit::BookingId>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::cmp::Ord + ?Sized>() {}
        is::<monitoring_service::time::Date>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::cmp::PartialEq + ?Sized>() {}
        is::<monitoring_service::LimitStatus>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::cmp::PartialEq + ?Sized>() {}
        is::<monitoring_service::OnStoreError>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::cmp::PartialEq + ?Sized>() {}
        is::<monitoring_service::Operation>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::cmp::PartialEq + ?Sized>() {}
        is::<monitoring_service::RateLimit>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::cmp::PartialEq + ?Sized>() {}
        is::<monitoring_service::RetryPolicy>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::cmp::PartialEq + ?Sized>() {}
        is::<monitoring_service::WhenLimited>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::cmp::PartialEq + ?Sized>() {}
        is::<monitoring_service::error::ApiErrorKind>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::cmp::PartialEq + ?Sized>() {}
        is::<monitoring_service::error::BuildError>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::cmp::PartialEq + ?Sized>() {}
        is::<monitoring_service::error::InvalidRequest>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::cmp::PartialEq + ?Sized>() {}
        is::<monitoring_service::error::RateLimited>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::cmp::PartialEq + ?Sized>() {}
        is::<monitoring_service::error::StoreError>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::cmp::PartialEq + ?Sized>() {}
        is::<monitoring_service::error::TransportFailure>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::cmp::PartialEq + ?Sized>() {}
        is::<monitoring_service::optional::Json>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::cmp::PartialEq + ?Sized>() {}
        is::<monitoring_service::rate_limit::Answer>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::cmp::PartialEq + ?Sized>() {}
        is::<monitoring_service::rate_limit::Book>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::cmp::PartialEq + ?Sized>() {}
        is::<monitoring_service::rate_limit::Booked>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::cmp::PartialEq + ?Sized>() {}
        is::<monitoring_service::rate_limit::BookingId>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::cmp::PartialEq + ?Sized>() {}
        is::<monitoring_service::rate_limit::Entry>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::cmp::PartialEq + ?Sized>() {}
        is::<monitoring_service::rate_limit::Epoch>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::cmp::PartialEq + ?Sized>() {}
        is::<monitoring_service::rate_limit::Ledger>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::cmp::PartialEq + ?Sized>() {}
        is::<monitoring_service::rate_limit::Slot>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::cmp::PartialEq + ?Sized>() {}
        is::<monitoring_service::rate_limit::Update>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::cmp::PartialEq + ?Sized>() {}
        is::<monitoring_service::rate_limit::Usage>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::cmp::PartialEq + ?Sized>() {}
        is::<monitoring_service::rate_limit::Window>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::cmp::PartialEq + ?Sized>() {}
        is::<monitoring_service::time::Date>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::cmp::PartialEq + ?Sized>() {}
        is::<monitoring_service::time::ParseDateError>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::cmp::PartialEq + ?Sized>() {}
        is::<monitoring_service::time::QueryDateTime>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::cmp::PartialEq + ?Sized>() {}
        is::<monitoring_service::time::QueryTime>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::cmp::PartialEq + ?Sized>() {}
        is::<monitoring_service::time::TimeOutOfRange>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::cmp::PartialOrd + ?Sized>() {}
        is::<monitoring_service::rate_limit::BookingId>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::cmp::PartialOrd + ?Sized>() {}
        is::<monitoring_service::time::Date>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::convert::From<&'static monitoring_service::Operation> + ?Sized>() {}
        is::<monitoring_service::error::Call>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::convert::From<&'static monitoring_service::RequestBuilder> + ?Sized>() {}
        is::<monitoring_service::error::Call>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::convert::From<&'static monitoring_service::time::Date> + ?Sized>() {}
        is::<monitoring_service::time::QueryTime>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::convert::From<&'static str> + ?Sized>() {}
        is::<monitoring_service::optional::Json>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::convert::From<()> + ?Sized>() {}
        is::<monitoring_service::optional::Json>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::convert::From<bool> + ?Sized>() {}
        is::<monitoring_service::optional::Json>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::convert::From<f32> + ?Sized>() {}
        is::<monitoring_service::optional::Json>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::convert::From<f64> + ?Sized>() {}
        is::<monitoring_service::optional::Json>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::convert::From<i16> + ?Sized>() {}
        is::<monitoring_service::optional::Json>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::convert::From<i32> + ?Sized>() {}
        is::<monitoring_service::optional::Json>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::convert::From<i64> + ?Sized>() {}
        is::<monitoring_service::optional::Json>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::convert::From<i8> + ?Sized>() {}
        is::<monitoring_service::optional::Json>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::convert::From<isize> + ?Sized>() {}
        is::<monitoring_service::optional::Json>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::convert::From<monitoring_service::ApiError> + ?Sized>() {}
        is::<monitoring_service::Error>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::convert::From<monitoring_service::chrono::NaiveDate> + ?Sized>() {}
        is::<monitoring_service::time::Date>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::convert::From<monitoring_service::chrono::NaiveDate> + ?Sized>() {}
        is::<monitoring_service::time::QueryTime>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::convert::From<monitoring_service::error::DecodeError> + ?Sized>() {}
        is::<monitoring_service::Error>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::convert::From<monitoring_service::error::InvalidRequest> + ?Sized>() {}
        is::<monitoring_service::Error>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::convert::From<monitoring_service::error::RateLimited> + ?Sized>() {}
        is::<monitoring_service::Error>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::convert::From<monitoring_service::error::TransportError> + ?Sized>() {}
        is::<monitoring_service::Error>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::convert::From<monitoring_service::error::UnexpectedStatus> + ?Sized>() {}
        is::<monitoring_service::Error>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::convert::From<monitoring_service::optional::Json> + ?Sized>() {}
        is::<serde_json::Value>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::convert::From<monitoring_service::time::Date> + ?Sized>() {}
        is::<monitoring_service::time::QueryTime>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::convert::From<serde_json::Map<std::string::String, serde_json::Value>> + ?Sized>() {}
        is::<monitoring_service::optional::Json>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::convert::From<serde_json::Number> + ?Sized>() {}
        is::<monitoring_service::optional::Json>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::convert::From<serde_json::Value> + ?Sized>() {}
        is::<monitoring_service::optional::Json>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::convert::From<std::borrow::Cow<'static, str>> + ?Sized>() {}
        is::<monitoring_service::optional::Json>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::convert::From<std::string::String> + ?Sized>() {}
        is::<monitoring_service::optional::Json>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::convert::From<u16> + ?Sized>() {}
        is::<monitoring_service::optional::Json>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::convert::From<u32> + ?Sized>() {}
        is::<monitoring_service::optional::Json>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::convert::From<u64> + ?Sized>() {}
        is::<monitoring_service::optional::Json>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::convert::From<u64> + ?Sized>() {}
        is::<monitoring_service::rate_limit::BookingId>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::convert::From<u64> + ?Sized>() {}
        is::<monitoring_service::rate_limit::Epoch>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::convert::From<u8> + ?Sized>() {}
        is::<monitoring_service::optional::Json>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::convert::From<usize> + ?Sized>() {}
        is::<monitoring_service::optional::Json>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::convert::TryFrom<&'static str, Error = chrono::ParseError> + ?Sized>() {}
        is::<monitoring_service::time::QueryDateTime>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::convert::TryFrom<&'static str, Error = monitoring_service::time::ParseDateError> + ?Sized>() {}
        is::<monitoring_service::time::Date>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::convert::TryFrom<&'static str, Error = monitoring_service::time::ParseDateError> + ?Sized>() {}
        is::<monitoring_service::time::QueryTime>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::convert::TryFrom<i64, Error = monitoring_service::time::TimeOutOfRange> + ?Sized>() {}
        is::<monitoring_service::time::Date>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::convert::TryFrom<i64, Error = monitoring_service::time::TimeOutOfRange> + ?Sized>() {}
        is::<monitoring_service::time::QueryDateTime>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::convert::TryFrom<i64, Error = monitoring_service::time::TimeOutOfRange> + ?Sized>() {}
        is::<monitoring_service::time::QueryTime>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::convert::TryFrom<std::string::String, Error = chrono::ParseError> + ?Sized>() {}
        is::<monitoring_service::time::QueryDateTime>()
    }
};

const _: () = {
    fn used() {
        fn is<
            Is: std::convert::TryFrom<std::string::String, Error = monitoring_service::time::ParseDateError> + ?Sized,
        >() {
        }
        is::<monitoring_service::time::Date>()
    }
};

const _: () = {
    fn used() {
        fn is<
            Is: std::convert::TryFrom<std::string::String, Error = monitoring_service::time::ParseDateError> + ?Sized,
        >() {
        }
        is::<monitoring_service::time::QueryTime>()
    }
};

const _: () = {
    fn used() {
        fn is<
            Is: std::convert::TryFrom<std::time::SystemTime, Error = monitoring_service::time::TimeOutOfRange> + ?Sized,
        >() {
        }
        is::<monitoring_service::time::Date>()
    }
};

const _: () = {
    fn used() {
        fn is<
            Is: std::convert::TryFrom<std::time::SystemTime, Error = monitoring_service::time::TimeOutOfRange> + ?Sized,
        >() {
        }
        is::<monitoring_service::time::QueryDateTime>()
    }
};

const _: () = {
    fn used() {
        fn is<
            Is: std::convert::TryFrom<std::time::SystemTime, Error = monitoring_service::time::TimeOutOfRange> + ?Sized,
        >() {
        }
        is::<monitoring_service::time::QueryTime>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::default::Default + ?Sized>() {}
        is::<monitoring_service::RetryPolicy>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::default::Default + ?Sized>() {}
        is::<monitoring_service::rate_limit::Ledger>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::default::Default + ?Sized>() {}
        is::<monitoring_service::rate_limit::Update>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::default::Default + ?Sized>() {}
        is::<monitoring_service::rate_limit::Usage>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::error::Error + ?Sized>() {}
        is::<monitoring_service::ApiError>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::error::Error + ?Sized>() {}
        is::<monitoring_service::Error>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::error::Error + ?Sized>() {}
        is::<monitoring_service::error::BuildError>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::error::Error + ?Sized>() {}
        is::<monitoring_service::error::DecodeError>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::error::Error + ?Sized>() {}
        is::<monitoring_service::error::InvalidRequest>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::error::Error + ?Sized>() {}
        is::<monitoring_service::error::RateLimited>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::error::Error + ?Sized>() {}
        is::<monitoring_service::error::StoreError>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::error::Error + ?Sized>() {}
        is::<monitoring_service::error::TransportError>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::error::Error + ?Sized>() {}
        is::<monitoring_service::error::UnexpectedStatus>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::error::Error + ?Sized>() {}
        is::<monitoring_service::time::ParseDateError>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::error::Error + ?Sized>() {}
        is::<monitoring_service::time::TimeOutOfRange>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::fmt::Debug + ?Sized>() {}
        is::<monitoring_service::ApiError>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::fmt::Debug + ?Sized>() {}
        is::<monitoring_service::ByteStream>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::fmt::Debug + ?Sized>() {}
        is::<monitoring_service::Client>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::fmt::Debug + ?Sized>() {}
        is::<monitoring_service::ClientBuilder>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::fmt::Debug + ?Sized>() {}
        is::<monitoring_service::Error>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::fmt::Debug + ?Sized>() {}
        is::<monitoring_service::LimitStatus>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::fmt::Debug + ?Sized>() {}
        is::<monitoring_service::OnStoreError>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::fmt::Debug + ?Sized>() {}
        is::<monitoring_service::Operation>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::fmt::Debug + ?Sized>() {}
        is::<monitoring_service::RateLimit>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::fmt::Debug + ?Sized>() {}
        is::<monitoring_service::RequestBuilder>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::fmt::Debug + ?Sized>() {}
        is::<monitoring_service::RetryPolicy>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::fmt::Debug + ?Sized>() {}
        is::<monitoring_service::WhenLimited>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::fmt::Debug + ?Sized>() {}
        is::<monitoring_service::error::ApiErrorKind>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::fmt::Debug + ?Sized>() {}
        is::<monitoring_service::error::BuildError>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::fmt::Debug + ?Sized>() {}
        is::<monitoring_service::error::Call>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::fmt::Debug + ?Sized>() {}
        is::<monitoring_service::error::DecodeError>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::fmt::Debug + ?Sized>() {}
        is::<monitoring_service::error::InvalidRequest>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::fmt::Debug + ?Sized>() {}
        is::<monitoring_service::error::RateLimited>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::fmt::Debug + ?Sized>() {}
        is::<monitoring_service::error::StoreError>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::fmt::Debug + ?Sized>() {}
        is::<monitoring_service::error::TransportError>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::fmt::Debug + ?Sized>() {}
        is::<monitoring_service::error::TransportFailure>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::fmt::Debug + ?Sized>() {}
        is::<monitoring_service::error::UnexpectedStatus>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::fmt::Debug + ?Sized>() {}
        is::<monitoring_service::interceptor::Attempt<'static>>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::fmt::Debug + ?Sized>() {}
        is::<monitoring_service::interceptor::Ended<'static>>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::fmt::Debug + ?Sized>() {}
        is::<monitoring_service::mock::Mock<'static>>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::fmt::Debug + ?Sized>() {}
        is::<monitoring_service::mock::Untyped>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::fmt::Debug + ?Sized>() {}
        is::<monitoring_service::multipart::Part>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::fmt::Debug + ?Sized>() {}
        is::<monitoring_service::optional::Json>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::fmt::Debug + ?Sized>() {}
        is::<monitoring_service::optional::Plain>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::fmt::Debug + ?Sized>() {}
        is::<monitoring_service::optional::Wrapped>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::fmt::Debug + ?Sized>() {}
        is::<monitoring_service::rate_limit::Answer>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::fmt::Debug + ?Sized>() {}
        is::<monitoring_service::rate_limit::Book>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::fmt::Debug + ?Sized>() {}
        is::<monitoring_service::rate_limit::Booked>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::fmt::Debug + ?Sized>() {}
        is::<monitoring_service::rate_limit::BookingId>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::fmt::Debug + ?Sized>() {}
        is::<monitoring_service::rate_limit::Entry>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::fmt::Debug + ?Sized>() {}
        is::<monitoring_service::rate_limit::Epoch>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::fmt::Debug + ?Sized>() {}
        is::<monitoring_service::rate_limit::FileStore>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::fmt::Debug + ?Sized>() {}
        is::<monitoring_service::rate_limit::Ledger>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::fmt::Debug + ?Sized>() {}
        is::<monitoring_service::rate_limit::RedisStore>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::fmt::Debug + ?Sized>() {}
        is::<monitoring_service::rate_limit::Slot>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::fmt::Debug + ?Sized>() {}
        is::<monitoring_service::rate_limit::Update>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::fmt::Debug + ?Sized>() {}
        is::<monitoring_service::rate_limit::Usage>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::fmt::Debug + ?Sized>() {}
        is::<monitoring_service::rate_limit::Window>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::fmt::Debug + ?Sized>() {}
        is::<monitoring_service::time::Date>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::fmt::Debug + ?Sized>() {}
        is::<monitoring_service::time::ParseDateError>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::fmt::Debug + ?Sized>() {}
        is::<monitoring_service::time::QueryDateTime>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::fmt::Debug + ?Sized>() {}
        is::<monitoring_service::time::QueryTime>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::fmt::Debug + ?Sized>() {}
        is::<monitoring_service::time::TimeOutOfRange>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::fmt::Display + ?Sized>() {}
        is::<monitoring_service::ApiError>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::fmt::Display + ?Sized>() {}
        is::<monitoring_service::Error>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::fmt::Display + ?Sized>() {}
        is::<monitoring_service::Operation>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::fmt::Display + ?Sized>() {}
        is::<monitoring_service::RateLimit>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::fmt::Display + ?Sized>() {}
        is::<monitoring_service::error::BuildError>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::fmt::Display + ?Sized>() {}
        is::<monitoring_service::error::Call>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::fmt::Display + ?Sized>() {}
        is::<monitoring_service::error::DecodeError>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::fmt::Display + ?Sized>() {}
        is::<monitoring_service::error::InvalidRequest>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::fmt::Display + ?Sized>() {}
        is::<monitoring_service::error::RateLimited>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::fmt::Display + ?Sized>() {}
        is::<monitoring_service::error::StoreError>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::fmt::Display + ?Sized>() {}
        is::<monitoring_service::error::TransportError>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::fmt::Display + ?Sized>() {}
        is::<monitoring_service::error::TransportFailure>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::fmt::Display + ?Sized>() {}
        is::<monitoring_service::error::UnexpectedStatus>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::fmt::Display + ?Sized>() {}
        is::<monitoring_service::rate_limit::BookingId>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::fmt::Display + ?Sized>() {}
        is::<monitoring_service::time::Date>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::fmt::Display + ?Sized>() {}
        is::<monitoring_service::time::ParseDateError>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::fmt::Display + ?Sized>() {}
        is::<monitoring_service::time::QueryDateTime>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::fmt::Display + ?Sized>() {}
        is::<monitoring_service::time::QueryTime>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::fmt::Display + ?Sized>() {}
        is::<monitoring_service::time::TimeOutOfRange>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::hash::Hash + ?Sized>() {}
        is::<monitoring_service::OnStoreError>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::hash::Hash + ?Sized>() {}
        is::<monitoring_service::RateLimit>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::hash::Hash + ?Sized>() {}
        is::<monitoring_service::WhenLimited>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::hash::Hash + ?Sized>() {}
        is::<monitoring_service::error::ApiErrorKind>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::hash::Hash + ?Sized>() {}
        is::<monitoring_service::error::TransportFailure>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::hash::Hash + ?Sized>() {}
        is::<monitoring_service::rate_limit::BookingId>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::hash::Hash + ?Sized>() {}
        is::<monitoring_service::rate_limit::Epoch>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::hash::Hash + ?Sized>() {}
        is::<monitoring_service::time::Date>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::hash::Hash + ?Sized>() {}
        is::<monitoring_service::time::QueryDateTime>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::hash::Hash + ?Sized>() {}
        is::<monitoring_service::time::QueryTime>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Copy + ?Sized>() {}
        is::<monitoring_service::LimitStatus>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Copy + ?Sized>() {}
        is::<monitoring_service::OnStoreError>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Copy + ?Sized>() {}
        is::<monitoring_service::RateLimit>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Copy + ?Sized>() {}
        is::<monitoring_service::WhenLimited>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Copy + ?Sized>() {}
        is::<monitoring_service::error::ApiErrorKind>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Copy + ?Sized>() {}
        is::<monitoring_service::error::TransportFailure>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Copy + ?Sized>() {}
        is::<monitoring_service::mock::Untyped>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Copy + ?Sized>() {}
        is::<monitoring_service::rate_limit::Book>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Copy + ?Sized>() {}
        is::<monitoring_service::rate_limit::Booked>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Copy + ?Sized>() {}
        is::<monitoring_service::rate_limit::BookingId>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Copy + ?Sized>() {}
        is::<monitoring_service::rate_limit::Entry>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Copy + ?Sized>() {}
        is::<monitoring_service::rate_limit::Epoch>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Copy + ?Sized>() {}
        is::<monitoring_service::rate_limit::Slot>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Copy + ?Sized>() {}
        is::<monitoring_service::rate_limit::Usage>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Copy + ?Sized>() {}
        is::<monitoring_service::time::QueryDateTime>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Copy + ?Sized>() {}
        is::<monitoring_service::time::QueryTime>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Copy + ?Sized>() {}
        is::<monitoring_service::time::TimeOutOfRange>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Send + ?Sized>() {}
        is::<monitoring_service::ApiError>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Send + ?Sized>() {}
        is::<monitoring_service::ByteStream>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Send + ?Sized>() {}
        is::<monitoring_service::Client>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Send + ?Sized>() {}
        is::<monitoring_service::ClientBuilder>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Send + ?Sized>() {}
        is::<monitoring_service::Error>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Send + ?Sized>() {}
        is::<monitoring_service::LimitStatus>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Send + ?Sized>() {}
        is::<monitoring_service::OnStoreError>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Send + ?Sized>() {}
        is::<monitoring_service::Operation>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Send + ?Sized>() {}
        is::<monitoring_service::RateLimit>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Send + ?Sized>() {}
        is::<monitoring_service::RequestBuilder>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Send + ?Sized>() {}
        is::<monitoring_service::RetryPolicy>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Send + ?Sized>() {}
        is::<monitoring_service::WhenLimited>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Send + ?Sized>() {}
        is::<monitoring_service::error::ApiErrorKind>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Send + ?Sized>() {}
        is::<monitoring_service::error::BuildError>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Send + ?Sized>() {}
        is::<monitoring_service::error::Call>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Send + ?Sized>() {}
        is::<monitoring_service::error::DecodeError>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Send + ?Sized>() {}
        is::<monitoring_service::error::InvalidRequest>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Send + ?Sized>() {}
        is::<monitoring_service::error::RateLimited>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Send + ?Sized>() {}
        is::<monitoring_service::error::StoreError>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Send + ?Sized>() {}
        is::<monitoring_service::error::TransportError>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Send + ?Sized>() {}
        is::<monitoring_service::error::TransportFailure>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Send + ?Sized>() {}
        is::<monitoring_service::error::UnexpectedStatus>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Send + ?Sized>() {}
        is::<monitoring_service::mock::Untyped>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Send + ?Sized>() {}
        is::<monitoring_service::multipart::Part>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Send + ?Sized>() {}
        is::<monitoring_service::optional::Json>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Send + ?Sized>() {}
        is::<monitoring_service::optional::Plain>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Send + ?Sized>() {}
        is::<monitoring_service::optional::Wrapped>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Send + ?Sized>() {}
        is::<monitoring_service::rate_limit::Answer>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Send + ?Sized>() {}
        is::<monitoring_service::rate_limit::Book>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Send + ?Sized>() {}
        is::<monitoring_service::rate_limit::Booked>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Send + ?Sized>() {}
        is::<monitoring_service::rate_limit::BookingId>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Send + ?Sized>() {}
        is::<monitoring_service::rate_limit::Entry>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Send + ?Sized>() {}
        is::<monitoring_service::rate_limit::Epoch>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Send + ?Sized>() {}
        is::<monitoring_service::rate_limit::FileStore>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Send + ?Sized>() {}
        is::<monitoring_service::rate_limit::Ledger>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Send + ?Sized>() {}
        is::<monitoring_service::rate_limit::RedisStore>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Send + ?Sized>() {}
        is::<monitoring_service::rate_limit::Slot>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Send + ?Sized>() {}
        is::<monitoring_service::rate_limit::Update>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Send + ?Sized>() {}
        is::<monitoring_service::rate_limit::Usage>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Send + ?Sized>() {}
        is::<monitoring_service::rate_limit::Window>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Send + ?Sized>() {}
        is::<monitoring_service::time::Date>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Send + ?Sized>() {}
        is::<monitoring_service::time::ParseDateError>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Send + ?Sized>() {}
        is::<monitoring_service::time::QueryDateTime>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Send + ?Sized>() {}
        is::<monitoring_service::time::QueryTime>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Send + ?Sized>() {}
        is::<monitoring_service::time::TimeOutOfRange>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Sync + ?Sized>() {}
        is::<monitoring_service::ApiError>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Sync + ?Sized>() {}
        is::<monitoring_service::ByteStream>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Sync + ?Sized>() {}
        is::<monitoring_service::Client>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Sync + ?Sized>() {}
        is::<monitoring_service::ClientBuilder>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Sync + ?Sized>() {}
        is::<monitoring_service::Error>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Sync + ?Sized>() {}
        is::<monitoring_service::LimitStatus>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Sync + ?Sized>() {}
        is::<monitoring_service::OnStoreError>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Sync + ?Sized>() {}
        is::<monitoring_service::Operation>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Sync + ?Sized>() {}
        is::<monitoring_service::RateLimit>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Sync + ?Sized>() {}
        is::<monitoring_service::RequestBuilder>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Sync + ?Sized>() {}
        is::<monitoring_service::RetryPolicy>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Sync + ?Sized>() {}
        is::<monitoring_service::WhenLimited>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Sync + ?Sized>() {}
        is::<monitoring_service::error::ApiErrorKind>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Sync + ?Sized>() {}
        is::<monitoring_service::error::BuildError>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Sync + ?Sized>() {}
        is::<monitoring_service::error::Call>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Sync + ?Sized>() {}
        is::<monitoring_service::error::DecodeError>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Sync + ?Sized>() {}
        is::<monitoring_service::error::InvalidRequest>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Sync + ?Sized>() {}
        is::<monitoring_service::error::RateLimited>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Sync + ?Sized>() {}
        is::<monitoring_service::error::StoreError>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Sync + ?Sized>() {}
        is::<monitoring_service::error::TransportError>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Sync + ?Sized>() {}
        is::<monitoring_service::error::TransportFailure>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Sync + ?Sized>() {}
        is::<monitoring_service::error::UnexpectedStatus>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Sync + ?Sized>() {}
        is::<monitoring_service::mock::Untyped>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Sync + ?Sized>() {}
        is::<monitoring_service::multipart::Part>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Sync + ?Sized>() {}
        is::<monitoring_service::optional::Json>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Sync + ?Sized>() {}
        is::<monitoring_service::optional::Plain>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Sync + ?Sized>() {}
        is::<monitoring_service::optional::Wrapped>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Sync + ?Sized>() {}
        is::<monitoring_service::rate_limit::Answer>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Sync + ?Sized>() {}
        is::<monitoring_service::rate_limit::Book>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Sync + ?Sized>() {}
        is::<monitoring_service::rate_limit::Booked>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Sync + ?Sized>() {}
        is::<monitoring_service::rate_limit::BookingId>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Sync + ?Sized>() {}
        is::<monitoring_service::rate_limit::Entry>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Sync + ?Sized>() {}
        is::<monitoring_service::rate_limit::Epoch>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Sync + ?Sized>() {}
        is::<monitoring_service::rate_limit::FileStore>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Sync + ?Sized>() {}
        is::<monitoring_service::rate_limit::Ledger>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Sync + ?Sized>() {}
        is::<monitoring_service::rate_limit::RedisStore>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Sync + ?Sized>() {}
        is::<monitoring_service::rate_limit::Slot>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Sync + ?Sized>() {}
        is::<monitoring_service::rate_limit::Update>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Sync + ?Sized>() {}
        is::<monitoring_service::rate_limit::Usage>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Sync + ?Sized>() {}
        is::<monitoring_service::rate_limit::Window>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Sync + ?Sized>() {}
        is::<monitoring_service::time::Date>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Sync + ?Sized>() {}
        is::<monitoring_service::time::ParseDateError>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Sync + ?Sized>() {}
        is::<monitoring_service::time::QueryDateTime>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Sync + ?Sized>() {}
        is::<monitoring_service::time::QueryTime>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Sync + ?Sized>() {}
        is::<monitoring_service::time::TimeOutOfRange>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Unpin + ?Sized>() {}
        is::<monitoring_service::ApiError>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Unpin + ?Sized>() {}
        is::<monitoring_service::ByteStream>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Unpin + ?Sized>() {}
        is::<monitoring_service::Client>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Unpin + ?Sized>() {}
        is::<monitoring_service::ClientBuilder>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Unpin + ?Sized>() {}
        is::<monitoring_service::Error>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Unpin + ?Sized>() {}
        is::<monitoring_service::LimitStatus>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Unpin + ?Sized>() {}
        is::<monitoring_service::OnStoreError>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Unpin + ?Sized>() {}
        is::<monitoring_service::Operation>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Unpin + ?Sized>() {}
        is::<monitoring_service::RateLimit>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Unpin + ?Sized>() {}
        is::<monitoring_service::RequestBuilder>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Unpin + ?Sized>() {}
        is::<monitoring_service::RetryPolicy>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Unpin + ?Sized>() {}
        is::<monitoring_service::WhenLimited>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Unpin + ?Sized>() {}
        is::<monitoring_service::error::ApiErrorKind>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Unpin + ?Sized>() {}
        is::<monitoring_service::error::BuildError>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Unpin + ?Sized>() {}
        is::<monitoring_service::error::Call>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Unpin + ?Sized>() {}
        is::<monitoring_service::error::DecodeError>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Unpin + ?Sized>() {}
        is::<monitoring_service::error::InvalidRequest>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Unpin + ?Sized>() {}
        is::<monitoring_service::error::RateLimited>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Unpin + ?Sized>() {}
        is::<monitoring_service::error::StoreError>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Unpin + ?Sized>() {}
        is::<monitoring_service::error::TransportError>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Unpin + ?Sized>() {}
        is::<monitoring_service::error::TransportFailure>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Unpin + ?Sized>() {}
        is::<monitoring_service::error::UnexpectedStatus>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Unpin + ?Sized>() {}
        is::<monitoring_service::mock::Untyped>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Unpin + ?Sized>() {}
        is::<monitoring_service::multipart::Part>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Unpin + ?Sized>() {}
        is::<monitoring_service::optional::Json>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Unpin + ?Sized>() {}
        is::<monitoring_service::optional::Plain>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Unpin + ?Sized>() {}
        is::<monitoring_service::optional::Wrapped>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Unpin + ?Sized>() {}
        is::<monitoring_service::rate_limit::Answer>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Unpin + ?Sized>() {}
        is::<monitoring_service::rate_limit::Book>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Unpin + ?Sized>() {}
        is::<monitoring_service::rate_limit::Booked>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Unpin + ?Sized>() {}
        is::<monitoring_service::rate_limit::BookingId>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Unpin + ?Sized>() {}
        is::<monitoring_service::rate_limit::Entry>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Unpin + ?Sized>() {}
        is::<monitoring_service::rate_limit::Epoch>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Unpin + ?Sized>() {}
        is::<monitoring_service::rate_limit::FileStore>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Unpin + ?Sized>() {}
        is::<monitoring_service::rate_limit::Ledger>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Unpin + ?Sized>() {}
        is::<monitoring_service::rate_limit::RedisStore>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Unpin + ?Sized>() {}
        is::<monitoring_service::rate_limit::Slot>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Unpin + ?Sized>() {}
        is::<monitoring_service::rate_limit::Update>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Unpin + ?Sized>() {}
        is::<monitoring_service::rate_limit::Usage>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Unpin + ?Sized>() {}
        is::<monitoring_service::rate_limit::Window>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Unpin + ?Sized>() {}
        is::<monitoring_service::time::Date>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Unpin + ?Sized>() {}
        is::<monitoring_service::time::ParseDateError>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Unpin + ?Sized>() {}
        is::<monitoring_service::time::QueryDateTime>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Unpin + ?Sized>() {}
        is::<monitoring_service::time::QueryTime>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::marker::Unpin + ?Sized>() {}
        is::<monitoring_service::time::TimeOutOfRange>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::panic::RefUnwindSafe + ?Sized>() {}
        is::<monitoring_service::ApiError>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::panic::RefUnwindSafe + ?Sized>() {}
        is::<monitoring_service::LimitStatus>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::panic::RefUnwindSafe + ?Sized>() {}
        is::<monitoring_service::OnStoreError>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::panic::RefUnwindSafe + ?Sized>() {}
        is::<monitoring_service::Operation>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::panic::RefUnwindSafe + ?Sized>() {}
        is::<monitoring_service::RateLimit>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::panic::RefUnwindSafe + ?Sized>() {}
        is::<monitoring_service::RetryPolicy>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::panic::RefUnwindSafe + ?Sized>() {}
        is::<monitoring_service::WhenLimited>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::panic::RefUnwindSafe + ?Sized>() {}
        is::<monitoring_service::error::ApiErrorKind>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::panic::RefUnwindSafe + ?Sized>() {}
        is::<monitoring_service::error::BuildError>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::panic::RefUnwindSafe + ?Sized>() {}
        is::<monitoring_service::error::Call>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::panic::RefUnwindSafe + ?Sized>() {}
        is::<monitoring_service::error::InvalidRequest>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::panic::RefUnwindSafe + ?Sized>() {}
        is::<monitoring_service::error::RateLimited>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::panic::RefUnwindSafe + ?Sized>() {}
        is::<monitoring_service::error::StoreError>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::panic::RefUnwindSafe + ?Sized>() {}
        is::<monitoring_service::error::TransportFailure>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::panic::RefUnwindSafe + ?Sized>() {}
        is::<monitoring_service::error::UnexpectedStatus>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::panic::RefUnwindSafe + ?Sized>() {}
        is::<monitoring_service::mock::Untyped>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::panic::RefUnwindSafe + ?Sized>() {}
        is::<monitoring_service::optional::Json>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::panic::RefUnwindSafe + ?Sized>() {}
        is::<monitoring_service::optional::Plain>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::panic::RefUnwindSafe + ?Sized>() {}
        is::<monitoring_service::optional::Wrapped>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::panic::RefUnwindSafe + ?Sized>() {}
        is::<monitoring_service::rate_limit::Answer>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::panic::RefUnwindSafe + ?Sized>() {}
        is::<monitoring_service::rate_limit::Book>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::panic::RefUnwindSafe + ?Sized>() {}
        is::<monitoring_service::rate_limit::Booked>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::panic::RefUnwindSafe + ?Sized>() {}
        is::<monitoring_service::rate_limit::BookingId>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::panic::RefUnwindSafe + ?Sized>() {}
        is::<monitoring_service::rate_limit::Entry>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::panic::RefUnwindSafe + ?Sized>() {}
        is::<monitoring_service::rate_limit::Epoch>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::panic::RefUnwindSafe + ?Sized>() {}
        is::<monitoring_service::rate_limit::FileStore>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::panic::RefUnwindSafe + ?Sized>() {}
        is::<monitoring_service::rate_limit::Ledger>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::panic::RefUnwindSafe + ?Sized>() {}
        is::<monitoring_service::rate_limit::Slot>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::panic::RefUnwindSafe + ?Sized>() {}
        is::<monitoring_service::rate_limit::Update>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::panic::RefUnwindSafe + ?Sized>() {}
        is::<monitoring_service::rate_limit::Usage>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::panic::RefUnwindSafe + ?Sized>() {}
        is::<monitoring_service::rate_limit::Window>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::panic::RefUnwindSafe + ?Sized>() {}
        is::<monitoring_service::time::Date>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::panic::RefUnwindSafe + ?Sized>() {}
        is::<monitoring_service::time::ParseDateError>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::panic::RefUnwindSafe + ?Sized>() {}
        is::<monitoring_service::time::QueryDateTime>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::panic::RefUnwindSafe + ?Sized>() {}
        is::<monitoring_service::time::QueryTime>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::panic::RefUnwindSafe + ?Sized>() {}
        is::<monitoring_service::time::TimeOutOfRange>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::panic::UnwindSafe + ?Sized>() {}
        is::<monitoring_service::ApiError>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::panic::UnwindSafe + ?Sized>() {}
        is::<monitoring_service::LimitStatus>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::panic::UnwindSafe + ?Sized>() {}
        is::<monitoring_service::OnStoreError>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::panic::UnwindSafe + ?Sized>() {}
        is::<monitoring_service::Operation>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::panic::UnwindSafe + ?Sized>() {}
        is::<monitoring_service::RateLimit>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::panic::UnwindSafe + ?Sized>() {}
        is::<monitoring_service::RetryPolicy>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::panic::UnwindSafe + ?Sized>() {}
        is::<monitoring_service::WhenLimited>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::panic::UnwindSafe + ?Sized>() {}
        is::<monitoring_service::error::ApiErrorKind>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::panic::UnwindSafe + ?Sized>() {}
        is::<monitoring_service::error::BuildError>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::panic::UnwindSafe + ?Sized>() {}
        is::<monitoring_service::error::Call>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::panic::UnwindSafe + ?Sized>() {}
        is::<monitoring_service::error::InvalidRequest>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::panic::UnwindSafe + ?Sized>() {}
        is::<monitoring_service::error::RateLimited>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::panic::UnwindSafe + ?Sized>() {}
        is::<monitoring_service::error::StoreError>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::panic::UnwindSafe + ?Sized>() {}
        is::<monitoring_service::error::TransportFailure>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::panic::UnwindSafe + ?Sized>() {}
        is::<monitoring_service::error::UnexpectedStatus>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::panic::UnwindSafe + ?Sized>() {}
        is::<monitoring_service::mock::Untyped>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::panic::UnwindSafe + ?Sized>() {}
        is::<monitoring_service::optional::Json>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::panic::UnwindSafe + ?Sized>() {}
        is::<monitoring_service::optional::Plain>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::panic::UnwindSafe + ?Sized>() {}
        is::<monitoring_service::optional::Wrapped>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::panic::UnwindSafe + ?Sized>() {}
        is::<monitoring_service::rate_limit::Answer>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::panic::UnwindSafe + ?Sized>() {}
        is::<monitoring_service::rate_limit::Book>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::panic::UnwindSafe + ?Sized>() {}
        is::<monitoring_service::rate_limit::Booked>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::panic::UnwindSafe + ?Sized>() {}
        is::<monitoring_service::rate_limit::BookingId>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::panic::UnwindSafe + ?Sized>() {}
        is::<monitoring_service::rate_limit::Entry>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::panic::UnwindSafe + ?Sized>() {}
        is::<monitoring_service::rate_limit::Epoch>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::panic::UnwindSafe + ?Sized>() {}
        is::<monitoring_service::rate_limit::FileStore>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::panic::UnwindSafe + ?Sized>() {}
        is::<monitoring_service::rate_limit::Ledger>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::panic::UnwindSafe + ?Sized>() {}
        is::<monitoring_service::rate_limit::Slot>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::panic::UnwindSafe + ?Sized>() {}
        is::<monitoring_service::rate_limit::Update>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::panic::UnwindSafe + ?Sized>() {}
        is::<monitoring_service::rate_limit::Usage>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::panic::UnwindSafe + ?Sized>() {}
        is::<monitoring_service::rate_limit::Window>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::panic::UnwindSafe + ?Sized>() {}
        is::<monitoring_service::time::Date>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::panic::UnwindSafe + ?Sized>() {}
        is::<monitoring_service::time::ParseDateError>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::panic::UnwindSafe + ?Sized>() {}
        is::<monitoring_service::time::QueryDateTime>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::panic::UnwindSafe + ?Sized>() {}
        is::<monitoring_service::time::QueryTime>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::panic::UnwindSafe + ?Sized>() {}
        is::<monitoring_service::time::TimeOutOfRange>()
    }
};

const _: () = {
    fn used() {
        fn is<Is: std::str::FromStr<Err = monitoring_service::time::ParseDateError> + ?Sized>() {}
        is::<monitoring_service::time::Date>()
    }
};

const _: () = {
    fn used(a0: &str) -> monitoring_service::mock::ParameterName<'_> {
        monitoring_service::mock::undeclared(a0)
    }
};

const _: () = {
    fn used(a0: &str) -> std::option::Option<&'static monitoring_service::Operation> {
        monitoring_service::operation(a0)
    }
};

const _: () = {
    fn used(a0: monitoring_service::ByteStream) -> monitoring_service::stream::EventStream<std::string::String> {
        monitoring_service::stream::text_events(a0)
    }
};

const _: () = {
    fn used(it: monitoring_service::ApiError) {
        let monitoring_service::ApiError { .. } = it;
    }
};

const _: () = {
    fn used(it: monitoring_service::ByteStream) {
        let monitoring_service::ByteStream { .. } = it;
    }
};

const _: () = {
    fn used(it: monitoring_service::Client) {
        let monitoring_service::Client { .. } = it;
    }
};

const _: () = {
    fn used(it: monitoring_service::ClientBuilder) {
        let monitoring_service::ClientBuilder { .. } = it;
    }
};

const _: () = {
    fn used(it: monitoring_service::Error) {
        match it {
            monitoring_service::Error::InvalidRequest(_) => {}
            monitoring_service::Error::RateLimited(_) => {}
            monitoring_service::Error::Transport(_) => {}
            monitoring_service::Error::Api(_) => {}
            monitoring_service::Error::Decode(_) => {}
            monitoring_service::Error::UnexpectedStatus(_) => {}
            _ => {}
        }
    }
};

const _: () = {
    fn used(it: monitoring_service::LimitStatus) {
        let monitoring_service::LimitStatus { .. } = it;
    }
};

const _: () = {
    fn used(it: monitoring_service::OnStoreError) {
        match it {
            monitoring_service::OnStoreError::Local => {}
            monitoring_service::OnStoreError::Refuse => {}
            _ => {}
        }
    }
};

const _: () = {
    fn used(it: monitoring_service::Operation) {
        let monitoring_service::Operation { .. } = it;
    }
};

const _: () = {
    fn used(it: monitoring_service::RateLimit) {
        let monitoring_service::RateLimit { .. } = it;
    }
};

const _: () = {
    fn used(it: monitoring_service::RequestBuilder) {
        let monitoring_service::RequestBuilder { .. } = it;
    }
};

const _: () = {
    fn used(it: monitoring_service::RetryPolicy) {
        let monitoring_service::RetryPolicy { .. } = it;
    }
};

const _: () = {
    fn used(it: monitoring_service::WhenLimited) {
        match it {
            monitoring_service::WhenLimited::Wait => {}
            monitoring_service::WhenLimited::Fail => {}
            _ => {}
        }
    }
};

const _: () = {
    fn used(it: monitoring_service::error::ApiErrorKind) {
        match it {
            monitoring_service::error::ApiErrorKind::Unauthorized => {}
            monitoring_service::error::ApiErrorKind::Forbidden => {}
            monitoring_service::error::ApiErrorKind::NotFound => {}
            monitoring_service::error::ApiErrorKind::TooManyRequests => {}
            monitoring_service::error::ApiErrorKind::Other => {}
            _ => {}
        }
    }
};

const _: () = {
    fn used(it: monitoring_service::error::BuildError) {
        let monitoring_service::error::BuildError { .. } = it;
    }
};

const _: () = {
    fn used(it: monitoring_service::error::Call) {
        let monitoring_service::error::Call { .. } = it;
    }
};

const _: () = {
    fn used(it: monitoring_service::error::DecodeError) {
        let monitoring_service::error::DecodeError { .. } = it;
    }
};

const _: () = {
    fn used(it: monitoring_service::error::InvalidRequest) {
        let monitoring_service::error::InvalidRequest { .. } = it;
    }
};

const _: () = {
    fn used(it: monitoring_service::error::RateLimited) {
        let monitoring_service::error::RateLimited { .. } = it;
    }
};

const _: () = {
    fn used(it: monitoring_service::error::StoreError) {
        let monitoring_service::error::StoreError { .. } = it;
    }
};

const _: () = {
    fn used(it: monitoring_service::error::TransportError) {
        let monitoring_service::error::TransportError { .. } = it;
    }
};

const _: () = {
    fn used(it: monitoring_service::error::TransportFailure) {
        match it {
            monitoring_service::error::TransportFailure::Deadline => {}
            monitoring_service::error::TransportFailure::ConnectTimeout => {}
            monitoring_service::error::TransportFailure::Dns => {}
            monitoring_service::error::TransportFailure::Tls => {}
            monitoring_service::error::TransportFailure::Connect => {}
            monitoring_service::error::TransportFailure::Timeout => {}
            monitoring_service::error::TransportFailure::Unprocessed => {}
            monitoring_service::error::TransportFailure::Truncated => {}
            monitoring_service::error::TransportFailure::NoResponse => {}
            _ => {}
        }
    }
};

const _: () = {
    fn used(it: monitoring_service::error::UnexpectedStatus) {
        let monitoring_service::error::UnexpectedStatus { .. } = it;
    }
};

const _: () = {
    fn used(it: monitoring_service::mock::Untyped) {
        match it {}
    }
};

const _: () = {
    fn used(it: monitoring_service::multipart::Part) {
        let monitoring_service::multipart::Part { .. } = it;
    }
};

const _: () = {
    fn used(it: monitoring_service::optional::Json) {
        let monitoring_service::optional::Json { .. } = it;
    }
};

const _: () = {
    fn used(it: monitoring_service::optional::Plain) {
        match it {}
    }
};

const _: () = {
    fn used(it: monitoring_service::optional::Wrapped) {
        match it {}
    }
};

const _: () = {
    fn used(it: monitoring_service::rate_limit::Answer) -> monitoring_service::rate_limit::Epoch {
        it.epoch
    }
};

const _: () = {
    fn used(it: monitoring_service::rate_limit::Answer) -> std::option::Option<monitoring_service::rate_limit::Booked> {
        it.booked
    }
};

const _: () = {
    fn used(it: monitoring_service::rate_limit::Answer) -> std::vec::Vec<monitoring_service::rate_limit::Usage> {
        it.windows
    }
};

const _: () = {
    fn used(it: monitoring_service::rate_limit::Answer) {
        let monitoring_service::rate_limit::Answer { epoch: _, booked: _, windows: _ } = it;
    }
};

const _: () = {
    fn used(it: monitoring_service::rate_limit::Book) -> monitoring_service::rate_limit::BookingId {
        it.id
    }
};

const _: () = {
    fn used(it: monitoring_service::rate_limit::Book) -> std::option::Option<std::time::Duration> {
        it.within
    }
};

const _: () = {
    fn used(it: monitoring_service::rate_limit::Book) {
        let monitoring_service::rate_limit::Book { id: _, within: _, .. } = it;
    }
};

const _: () = {
    fn used(it: monitoring_service::rate_limit::Booked) {
        match it {
            monitoring_service::rate_limit::Booked::In(_) => {}
            monitoring_service::rate_limit::Booked::TooLate(_) => {}
        }
    }
};

const _: () = {
    fn used(it: monitoring_service::rate_limit::BookingId) {
        let monitoring_service::rate_limit::BookingId { .. } = it;
    }
};

const _: () = {
    fn used(it: monitoring_service::rate_limit::Entry) -> monitoring_service::rate_limit::BookingId {
        it.id
    }
};

const _: () = {
    fn used(it: monitoring_service::rate_limit::Entry) -> monitoring_service::rate_limit::Slot {
        it.slot
    }
};

const _: () = {
    fn used(it: monitoring_service::rate_limit::Entry) {
        let monitoring_service::rate_limit::Entry { id: _, slot: _, .. } = it;
    }
};

const _: () = {
    fn used(it: monitoring_service::rate_limit::Epoch) {
        let monitoring_service::rate_limit::Epoch { .. } = it;
    }
};

const _: () = {
    fn used(it: monitoring_service::rate_limit::FileStore) {
        let monitoring_service::rate_limit::FileStore { .. } = it;
    }
};

const _: () = {
    fn used(it: monitoring_service::rate_limit::Ledger) {
        let monitoring_service::rate_limit::Ledger { .. } = it;
    }
};

const _: () = {
    fn used(it: monitoring_service::rate_limit::RedisStore) {
        let monitoring_service::rate_limit::RedisStore { .. } = it;
    }
};

const _: () = {
    fn used(it: monitoring_service::rate_limit::Slot) {
        match it {
            monitoring_service::rate_limit::Slot::Ago(_) => {}
            monitoring_service::rate_limit::Slot::In(_) => {}
        }
    }
};

const _: () = {
    fn used(it: monitoring_service::rate_limit::Update) -> &'static str {
        it.service
    }
};

const _: () = {
    fn used(it: monitoring_service::rate_limit::Update) -> std::option::Option<monitoring_service::rate_limit::Book> {
        it.book
    }
};

const _: () = {
    fn used(it: monitoring_service::rate_limit::Update) -> std::option::Option<std::time::Duration> {
        it.pause
    }
};

const _: () = {
    fn used(it: monitoring_service::rate_limit::Update) -> std::vec::Vec<monitoring_service::rate_limit::BookingId> {
        it.give_back
    }
};

const _: () = {
    fn used(it: monitoring_service::rate_limit::Update) -> std::vec::Vec<monitoring_service::rate_limit::Entry> {
        it.enter
    }
};

const _: () = {
    fn used(it: monitoring_service::rate_limit::Update) -> std::vec::Vec<monitoring_service::rate_limit::Window> {
        it.windows
    }
};

const _: () = {
    fn used(it: monitoring_service::rate_limit::Update) {
        let monitoring_service::rate_limit::Update {
            service: _,
            windows: _,
            give_back: _,
            enter: _,
            pause: _,
            book: _,
            ..
        } = it;
    }
};

const _: () = {
    fn used(it: monitoring_service::rate_limit::Usage) -> std::option::Option<std::time::Duration> {
        it.next_free
    }
};

const _: () = {
    fn used(it: monitoring_service::rate_limit::Usage) -> std::option::Option<std::time::Duration> {
        it.paused_for
    }
};

const _: () = {
    fn used(it: monitoring_service::rate_limit::Usage) -> usize {
        it.free
    }
};

const _: () = {
    fn used(it: monitoring_service::rate_limit::Usage) -> usize {
        it.used
    }
};

const _: () = {
    fn used(it: monitoring_service::rate_limit::Usage) -> usize {
        it.waiting
    }
};

const _: () = {
    fn used(it: monitoring_service::rate_limit::Usage) {
        let monitoring_service::rate_limit::Usage { used: _, free: _, waiting: _, next_free: _, paused_for: _ } = it;
    }
};

const _: () = {
    fn used(it: monitoring_service::rate_limit::Window) -> &'static str {
        it.name
    }
};

const _: () = {
    fn used(it: monitoring_service::rate_limit::Window) -> std::time::Duration {
        it.span
    }
};

const _: () = {
    fn used(it: monitoring_service::rate_limit::Window) -> u32 {
        it.requests
    }
};

const _: () = {
    fn used(it: monitoring_service::rate_limit::Window) {
        let monitoring_service::rate_limit::Window { name: _, requests: _, span: _, .. } = it;
    }
};

const _: () = {
    fn used(it: monitoring_service::time::Date) {
        let monitoring_service::time::Date { .. } = it;
    }
};

const _: () = {
    fn used(it: monitoring_service::time::ParseDateError) {
        let monitoring_service::time::ParseDateError { .. } = it;
    }
};

const _: () = {
    fn used(it: monitoring_service::time::QueryDateTime) {
        let monitoring_service::time::QueryDateTime { .. } = it;
    }
};

const _: () = {
    fn used(it: monitoring_service::time::QueryTime) {
        let monitoring_service::time::QueryTime { .. } = it;
    }
};

const _: () = {
    fn used(it: monitoring_service::time::TimeOutOfRange) {
        let monitoring_service::time::TimeOutOfRange { .. } = it;
    }
};

const _: () = {
    fn used<'a, T>()
    where
        T: 'static,
    {
        fn is<'a, T, Is: std::marker::Send + ?Sized>()
        where
            T: 'static,
        {
        }
        is::<T, monitoring_service::mock::MockOperation<'a, T>>()
    }
};

const _: () = {
    fn used<'a, T>()
    where
        T: 'static,
    {
        fn is<'a, T, Is: std::marker::Sync + ?Sized>()
        where
            T: 'static,
        {
        }
        is::<T, monitoring_service::mock::MockOperation<'a, T>>()
    }
};

const _: () = {
    fn used<'a, T>()
    where
        T: 'static,
    {
        fn is<'a, T, Is: std::marker::Unpin + ?Sized>()
        where
            T: 'static,
        {
        }
        is::<T, monitoring_service::mock::MockOperation<'a, T>>()
    }
};

const _: () = {
    fn used<'a, T>(it: monitoring_service::mock::MockOperation<'a, T>) {
        let monitoring_service::mock::MockOperation { .. } = it;
    }
};

const _: () = {
    fn used<'a>() {
        fn is<'a, Is: std::clone::Clone + ?Sized>() {}
        is::<monitoring_service::interceptor::Outcome<'a>>()
    }
};

const _: () = {
    fn used<'a>() {
        fn is<'a, Is: std::clone::Clone + ?Sized>() {}
        is::<monitoring_service::mock::ParameterName<'a>>()
    }
};

const _: () = {
    fn used<'a>() {
        fn is<'a, Is: std::convert::From<&'a str> + ?Sized>() {}
        is::<monitoring_service::mock::ParameterName<'a>>()
    }
};

const _: () = {
    fn used<'a>() {
        fn is<'a, Is: std::fmt::Debug + ?Sized>() {}
        is::<monitoring_service::interceptor::Outcome<'a>>()
    }
};

const _: () = {
    fn used<'a>() {
        fn is<'a, Is: std::fmt::Debug + ?Sized>() {}
        is::<monitoring_service::mock::ParameterName<'a>>()
    }
};

const _: () = {
    fn used<'a>() {
        fn is<'a, Is: std::marker::Copy + ?Sized>() {}
        is::<monitoring_service::interceptor::Outcome<'a>>()
    }
};

const _: () = {
    fn used<'a>() {
        fn is<'a, Is: std::marker::Copy + ?Sized>() {}
        is::<monitoring_service::mock::ParameterName<'a>>()
    }
};

const _: () = {
    fn used<'a>() {
        fn is<'a, Is: std::marker::Send + ?Sized>() {}
        is::<monitoring_service::interceptor::Attempt<'a>>()
    }
};

const _: () = {
    fn used<'a>() {
        fn is<'a, Is: std::marker::Send + ?Sized>() {}
        is::<monitoring_service::interceptor::Ended<'a>>()
    }
};

const _: () = {
    fn used<'a>() {
        fn is<'a, Is: std::marker::Send + ?Sized>() {}
        is::<monitoring_service::interceptor::Outcome<'a>>()
    }
};

const _: () = {
    fn used<'a>() {
        fn is<'a, Is: std::marker::Send + ?Sized>() {}
        is::<monitoring_service::mock::Mock<'a>>()
    }
};

const _: () = {
    fn used<'a>() {
        fn is<'a, Is: std::marker::Send + ?Sized>() {}
        is::<monitoring_service::mock::ParameterName<'a>>()
    }
};

const _: () = {
    fn used<'a>() {
        fn is<'a, Is: std::marker::Sync + ?Sized>() {}
        is::<monitoring_service::interceptor::Attempt<'a>>()
    }
};

const _: () = {
    fn used<'a>() {
        fn is<'a, Is: std::marker::Sync + ?Sized>() {}
        is::<monitoring_service::interceptor::Ended<'a>>()
    }
};

const _: () = {
    fn used<'a>() {
        fn is<'a, Is: std::marker::Sync + ?Sized>() {}
        is::<monitoring_service::interceptor::Outcome<'a>>()
    }
};

const _: () = {
    fn used<'a>() {
        fn is<'a, Is: std::marker::Sync + ?Sized>() {}
        is::<monitoring_service::mock::Mock<'a>>()
    }
};

const _: () = {
    fn used<'a>() {
        fn is<'a, Is: std::marker::Sync + ?Sized>() {}
        is::<monitoring_service::mock::ParameterName<'a>>()
    }
};

const _: () = {
    fn used<'a>() {
        fn is<'a, Is: std::marker::Unpin + ?Sized>() {}
        is::<monitoring_service::interceptor::Attempt<'a>>()
    }
};

const _: () = {
    fn used<'a>() {
        fn is<'a, Is: std::marker::Unpin + ?Sized>() {}
        is::<monitoring_service::interceptor::Ended<'a>>()
    }
};

const _: () = {
    fn used<'a>() {
        fn is<'a, Is: std::marker::Unpin + ?Sized>() {}
        is::<monitoring_service::interceptor::Outcome<'a>>()
    }
};

const _: () = {
    fn used<'a>() {
        fn is<'a, Is: std::marker::Unpin + ?Sized>() {}
        is::<monitoring_service::mock::Mock<'a>>()
    }
};

const _: () = {
    fn used<'a>() {
        fn is<'a, Is: std::marker::Unpin + ?Sized>() {}
        is::<monitoring_service::mock::ParameterName<'a>>()
    }
};

const _: () = {
    fn used<'a>() {
        fn is<'a, Is: std::panic::RefUnwindSafe + ?Sized>() {}
        is::<monitoring_service::interceptor::Attempt<'a>>()
    }
};

const _: () = {
    fn used<'a>() {
        fn is<'a, Is: std::panic::RefUnwindSafe + ?Sized>() {}
        is::<monitoring_service::mock::ParameterName<'a>>()
    }
};

const _: () = {
    fn used<'a>() {
        fn is<'a, Is: std::panic::UnwindSafe + ?Sized>() {}
        is::<monitoring_service::mock::ParameterName<'a>>()
    }
};

const _: () = {
    fn used<'a>(it: monitoring_service::interceptor::Attempt<'a>) {
        let monitoring_service::interceptor::Attempt { .. } = it;
    }
};

const _: () = {
    fn used<'a>(it: monitoring_service::interceptor::Ended<'a>) {
        let monitoring_service::interceptor::Ended { .. } = it;
    }
};

const _: () = {
    fn used<'a>(it: monitoring_service::interceptor::Outcome<'a>) {
        match it {
            monitoring_service::interceptor::Outcome::Success(_) => {}
            monitoring_service::interceptor::Outcome::Failed(_) => {}
            monitoring_service::interceptor::Outcome::Cancelled => {}
            _ => {}
        }
    }
};

const _: () = {
    fn used<'a>(it: monitoring_service::mock::Mock<'a>) {
        let monitoring_service::mock::Mock { .. } = it;
    }
};

const _: () = {
    fn used<'a>(it: monitoring_service::mock::ParameterName<'a>) {
        let monitoring_service::mock::ParameterName { .. } = it;
    }
};

const _: () = {
    fn used<'de>() {
        fn is<'de, Is: serde::Deserialize<'de> + ?Sized>() {}
        is::<monitoring_service::optional::Json>()
    }
};

const _: () = {
    fn used<'de>() {
        fn is<'de, Is: serde::Deserialize<'de> + ?Sized>() {}
        is::<monitoring_service::rate_limit::BookingId>()
    }
};

const _: () = {
    fn used<'de>() {
        fn is<'de, Is: serde::Deserialize<'de> + ?Sized>() {}
        is::<monitoring_service::rate_limit::Epoch>()
    }
};

const _: () = {
    fn used<'de>() {
        fn is<'de, Is: serde::Deserialize<'de> + ?Sized>() {}
        is::<monitoring_service::rate_limit::Ledger>()
    }
};

const _: () = {
    fn used<'de>() {
        fn is<'de, Is: serde::Deserialize<'de> + ?Sized>() {}
        is::<monitoring_service::time::Date>()
    }
};

const _: () = {
    fn used<L: monitoring_service::page::Listing>()
    where
        L: 'static,
    {
        fn is<
            L: monitoring_service::page::Listing,
            Is: futures_core::Stream<
                    Item = std::result::Result<
                        <L as monitoring_service::page::Listing>::Item,
                        monitoring_service::Error,
                    >,
                > + ?Sized,
        >()
        where
            L: 'static,
        {
        }
        is::<L, monitoring_service::page::Items<L>>()
    }
};

const _: () = {
    fn used<L: monitoring_service::page::Listing>()
    where
        L: 'static,
    {
        fn is<
            L: monitoring_service::page::Listing,
            Is: futures_core::Stream<
                    Item = std::result::Result<
                        monitoring_service::ResponseValue<<L as monitoring_service::page::Listing>::Page>,
                        monitoring_service::Error,
                    >,
                > + ?Sized,
        >()
        where
            L: 'static,
        {
        }
        is::<L, monitoring_service::page::Pages<L>>()
    }
};

const _: () = {
    fn used<L: monitoring_service::page::Listing>()
    where
        L: 'static,
    {
        fn is<L: monitoring_service::page::Listing, Is: std::fmt::Debug + ?Sized>()
        where
            L: 'static,
        {
        }
        is::<L, monitoring_service::page::Items<L>>()
    }
};

const _: () = {
    fn used<L: monitoring_service::page::Listing>()
    where
        L: 'static,
    {
        fn is<L: monitoring_service::page::Listing, Is: std::fmt::Debug + ?Sized>()
        where
            L: 'static,
        {
        }
        is::<L, monitoring_service::page::Pages<L>>()
    }
};

const _: () = {
    fn used<L: monitoring_service::page::Listing>()
    where
        L: 'static,
    {
        fn is<L: monitoring_service::page::Listing, Is: std::marker::Unpin + ?Sized>()
        where
            L: 'static,
        {
        }
        is::<L, monitoring_service::page::Items<L>>()
    }
};

const _: () = {
    fn used<L: monitoring_service::page::Listing>()
    where
        L: 'static,
    {
        fn is<L: monitoring_service::page::Listing, Is: std::marker::Unpin + ?Sized>()
        where
            L: 'static,
        {
        }
        is::<L, monitoring_service::page::Pages<L>>()
    }
};

const _: () = {
    fn used<L: monitoring_service::page::Listing>()
    where
        L: std::marker::Send,
        <L as monitoring_service::page::Listing>::Call: std::marker::Send,
        <L as monitoring_service::page::Listing>::At: std::marker::Send,
        L: 'static,
    {
        fn is<L: monitoring_service::page::Listing, Is: std::marker::Send + ?Sized>()
        where
            L: std::marker::Send,
            <L as monitoring_service::page::Listing>::Call: std::marker::Send,
            <L as monitoring_service::page::Listing>::At: std::marker::Send,
            L: 'static,
        {
        }
        is::<L, monitoring_service::page::Pages<L>>()
    }
};

const _: () = {
    fn used<L: monitoring_service::page::Listing>()
    where
        L: std::marker::Send,
        <L as monitoring_service::page::Listing>::Item: std::marker::Send,
        <L as monitoring_service::page::Listing>::Call: std::marker::Send,
        <L as monitoring_service::page::Listing>::At: std::marker::Send,
        L: 'static,
    {
        fn is<L: monitoring_service::page::Listing, Is: std::marker::Send + ?Sized>()
        where
            L: std::marker::Send,
            <L as monitoring_service::page::Listing>::Item: std::marker::Send,
            <L as monitoring_service::page::Listing>::Call: std::marker::Send,
            <L as monitoring_service::page::Listing>::At: std::marker::Send,
            L: 'static,
        {
        }
        is::<L, monitoring_service::page::Items<L>>()
    }
};

const _: () = {
    fn used<L: monitoring_service::page::Listing>()
    where
        L: std::marker::Sync,
        <L as monitoring_service::page::Listing>::Call: std::marker::Sync,
        <L as monitoring_service::page::Listing>::At: std::marker::Sync,
        L: 'static,
    {
        fn is<L: monitoring_service::page::Listing, Is: std::marker::Sync + ?Sized>()
        where
            L: std::marker::Sync,
            <L as monitoring_service::page::Listing>::Call: std::marker::Sync,
            <L as monitoring_service::page::Listing>::At: std::marker::Sync,
            L: 'static,
        {
        }
        is::<L, monitoring_service::page::Pages<L>>()
    }
};

const _: () = {
    fn used<L: monitoring_service::page::Listing>()
    where
        L: std::marker::Sync,
        <L as monitoring_service::page::Listing>::Item: std::marker::Sync,
        <L as monitoring_service::page::Listing>::Call: std::marker::Sync,
        <L as monitoring_service::page::Listing>::At: std::marker::Sync,
        L: 'static,
    {
        fn is<L: monitoring_service::page::Listing, Is: std::marker::Sync + ?Sized>()
        where
            L: std::marker::Sync,
            <L as monitoring_service::page::Listing>::Item: std::marker::Sync,
            <L as monitoring_service::page::Listing>::Call: std::marker::Sync,
            <L as monitoring_service::page::Listing>::At: std::marker::Sync,
            L: 'static,
        {
        }
        is::<L, monitoring_service::page::Items<L>>()
    }
};

const _: () = {
    fn used<L: monitoring_service::page::Listing>()
    where
        L: std::panic::RefUnwindSafe,
        <L as monitoring_service::page::Listing>::Call: std::panic::RefUnwindSafe,
        <L as monitoring_service::page::Listing>::At: std::panic::RefUnwindSafe,
        <L as monitoring_service::page::Listing>::Item: std::panic::RefUnwindSafe,
        L: 'static,
    {
        fn is<L: monitoring_service::page::Listing, Is: std::panic::RefUnwindSafe + ?Sized>()
        where
            L: std::panic::RefUnwindSafe,
            <L as monitoring_service::page::Listing>::Call: std::panic::RefUnwindSafe,
            <L as monitoring_service::page::Listing>::At: std::panic::RefUnwindSafe,
            <L as monitoring_service::page::Listing>::Item: std::panic::RefUnwindSafe,
            L: 'static,
        {
        }
        is::<L, monitoring_service::page::Items<L>>()
    }
};

const _: () = {
    fn used<L: monitoring_service::page::Listing>()
    where
        L: std::panic::RefUnwindSafe,
        <L as monitoring_service::page::Listing>::Call: std::panic::RefUnwindSafe,
        <L as monitoring_service::page::Listing>::At: std::panic::RefUnwindSafe,
        L: 'static,
    {
        fn is<L: monitoring_service::page::Listing, Is: std::panic::RefUnwindSafe + ?Sized>()
        where
            L: std::panic::RefUnwindSafe,
            <L as monitoring_service::page::Listing>::Call: std::panic::RefUnwindSafe,
            <L as monitoring_service::page::Listing>::At: std::panic::RefUnwindSafe,
            L: 'static,
        {
        }
        is::<L, monitoring_service::page::Pages<L>>()
    }
};

const _: () = {
    fn used<L: monitoring_service::page::Listing>()
    where
        L: std::panic::UnwindSafe,
        <L as monitoring_service::page::Listing>::Call: std::panic::UnwindSafe,
        <L as monitoring_service::page::Listing>::At: std::panic::UnwindSafe,
        L: 'static,
    {
        fn is<L: monitoring_service::page::Listing, Is: std::panic::UnwindSafe + ?Sized>()
        where
            L: std::panic::UnwindSafe,
            <L as monitoring_service::page::Listing>::Call: std::panic::UnwindSafe,
            <L as monitoring_service::page::Listing>::At: std::panic::UnwindSafe,
            L: 'static,
        {
        }
        is::<L, monitoring_service::page::Pages<L>>()
    }
};

const _: () = {
    fn used<L: monitoring_service::page::Listing>()
    where
        L: std::panic::UnwindSafe,
        <L as monitoring_service::page::Listing>::Item: std::panic::UnwindSafe,
        <L as monitoring_service::page::Listing>::Call: std::panic::UnwindSafe,
        <L as monitoring_service::page::Listing>::At: std::panic::UnwindSafe,
        L: 'static,
    {
        fn is<L: monitoring_service::page::Listing, Is: std::panic::UnwindSafe + ?Sized>()
        where
            L: std::panic::UnwindSafe,
            <L as monitoring_service::page::Listing>::Item: std::panic::UnwindSafe,
            <L as monitoring_service::page::Listing>::Call: std::panic::UnwindSafe,
            <L as monitoring_service::page::Listing>::At: std::panic::UnwindSafe,
            L: 'static,
        {
        }
        is::<L, monitoring_service::page::Items<L>>()
    }
};

const _: () = {
    fn used<L: monitoring_service::page::Listing>(it: monitoring_service::page::Items<L>) {
        let monitoring_service::page::Items { .. } = it;
    }
};

const _: () = {
    fn used<L: monitoring_service::page::Listing>(it: monitoring_service::page::Pages<L>) {
        let monitoring_service::page::Pages { .. } = it;
    }
};

const _: () = {
    fn used<P, F, Fut>()
    where
        P: monitoring_service::page::Page,
        F: std::ops::FnMut(std::option::Option<std::string::String>) -> Fut,
        Fut: std::future::Future<
                Output = std::result::Result<monitoring_service::ResponseValue<P>, monitoring_service::Error>,
            >,
        P: 'static,
        F: 'static,
        Fut: 'static,
    {
        fn is<
            P,
            F,
            Fut,
            Is: monitoring_service::page::Listing<
                    Page = P,
                    Item = <P as monitoring_service::page::Page>::Item,
                    At = std::string::String,
                > + ?Sized,
        >()
        where
            P: monitoring_service::page::Page,
            F: std::ops::FnMut(std::option::Option<std::string::String>) -> Fut,
            Fut: std::future::Future<
                    Output = std::result::Result<monitoring_service::ResponseValue<P>, monitoring_service::Error>,
                >,
            P: 'static,
            F: 'static,
            Fut: 'static,
        {
        }
        is::<P, F, Fut, monitoring_service::page::Paginate<P, F>>()
    }
};

const _: () = {
    fn used<P, F, Fut>(a0: F) -> monitoring_service::page::Items<monitoring_service::page::Paginate<P, F>>
    where
        P: monitoring_service::page::Page,
        F: std::ops::FnMut(std::option::Option<std::string::String>) -> Fut,
        Fut: std::future::Future<
                Output = std::result::Result<monitoring_service::ResponseValue<P>, monitoring_service::Error>,
            >,
    {
        monitoring_service::paginate::<P, F, Fut>(a0)
    }
};

const _: () = {
    fn used<P, F>()
    where
        F: std::marker::Send,
        P: 'static,
        F: 'static,
    {
        fn is<P, F, Is: std::marker::Send + ?Sized>()
        where
            F: std::marker::Send,
            P: 'static,
            F: 'static,
        {
        }
        is::<P, F, monitoring_service::page::Paginate<P, F>>()
    }
};

const _: () = {
    fn used<P, F>()
    where
        F: std::marker::Sync,
        P: 'static,
        F: 'static,
    {
        fn is<P, F, Is: std::marker::Sync + ?Sized>()
        where
            F: std::marker::Sync,
            P: 'static,
            F: 'static,
        {
        }
        is::<P, F, monitoring_service::page::Paginate<P, F>>()
    }
};

const _: () = {
    fn used<P, F>()
    where
        F: std::marker::Unpin,
        P: 'static,
        F: 'static,
    {
        fn is<P, F, Is: std::marker::Unpin + ?Sized>()
        where
            F: std::marker::Unpin,
            P: 'static,
            F: 'static,
        {
        }
        is::<P, F, monitoring_service::page::Paginate<P, F>>()
    }
};

const _: () = {
    fn used<P, F>()
    where
        F: std::panic::RefUnwindSafe,
        P: 'static,
        F: 'static,
    {
        fn is<P, F, Is: std::panic::RefUnwindSafe + ?Sized>()
        where
            F: std::panic::RefUnwindSafe,
            P: 'static,
            F: 'static,
        {
        }
        is::<P, F, monitoring_service::page::Paginate<P, F>>()
    }
};

const _: () = {
    fn used<P, F>()
    where
        F: std::panic::UnwindSafe,
        P: 'static,
        F: 'static,
    {
        fn is<P, F, Is: std::panic::UnwindSafe + ?Sized>()
        where
            F: std::panic::UnwindSafe,
            P: 'static,
            F: 'static,
        {
        }
        is::<P, F, monitoring_service::page::Paginate<P, F>>()
    }
};

const _: () = {
    fn used<P, F>()
    where
        P: 'static,
        F: 'static,
    {
        fn is<P, F, Is: std::fmt::Debug + ?Sized>()
        where
            P: 'static,
            F: 'static,
        {
        }
        is::<P, F, monitoring_service::page::Paginate<P, F>>()
    }
};

const _: () = {
    fn used<P, F>(it: monitoring_service::page::Paginate<P, F>) {
        let monitoring_service::page::Paginate { .. } = it;
    }
};

const _: () = {
    fn used<S: monitoring_service::RateLimitStore + ?std::marker::Sized>()
    where
        S: 'static,
    {
        fn is<
            S: monitoring_service::RateLimitStore + ?std::marker::Sized,
            Is: monitoring_service::RateLimitStore + ?Sized,
        >()
        where
            S: 'static,
        {
        }
        is::<S, std::sync::Arc<S>>()
    }
};

const _: () = {
    fn used<T, V: std::convert::TryInto<T>>()
    where
        T: 'static,
        V: 'static,
    {
        fn is<
            T,
            V: std::convert::TryInto<T>,
            Is: monitoring_service::optional::IntoOptional<
                    T,
                    monitoring_service::optional::Plain,
                    Error = <V as std::convert::TryInto<T>>::Error,
                > + ?Sized,
        >()
        where
            T: 'static,
            V: 'static,
        {
        }
        is::<T, V, V>()
    }
};

const _: () = {
    fn used<T, V: std::convert::TryInto<T>>()
    where
        T: 'static,
        V: 'static,
    {
        fn is<
            T,
            V: std::convert::TryInto<T>,
            Is: monitoring_service::optional::IntoOptional<
                    T,
                    monitoring_service::optional::Wrapped,
                    Error = <V as std::convert::TryInto<T>>::Error,
                > + ?Sized,
        >()
        where
            T: 'static,
            V: 'static,
        {
        }
        is::<T, V, std::option::Option<V>>()
    }
};

const _: () = {
    fn used<T: monitoring_service::multipart::IntoParts>()
    where
        T: 'static,
    {
        fn is<T: monitoring_service::multipart::IntoParts, Is: monitoring_service::multipart::IntoParts + ?Sized>()
        where
            T: 'static,
        {
        }
        is::<T, std::option::Option<T>>()
    }
};

const _: () = {
    fn used<T: serde::Serialize>()
    where
        T: 'static,
    {
        fn is<T: serde::Serialize, Is: std::convert::From<&'static T> + ?Sized>()
        where
            T: 'static,
        {
        }
        is::<T, monitoring_service::mock::Response<T>>()
    }
};

const _: () = {
    fn used<T: std::clone::Clone>()
    where
        T: 'static,
    {
        fn is<T: std::clone::Clone, Is: std::clone::Clone + ?Sized>()
        where
            T: 'static,
        {
        }
        is::<T, monitoring_service::ResponseValue<T>>()
    }
};

const _: () = {
    fn used<T: std::clone::Clone>()
    where
        T: 'static,
    {
        fn is<T: std::clone::Clone, Is: std::clone::Clone + ?Sized>()
        where
            T: 'static,
        {
        }
        is::<T, monitoring_service::mock::Response<T>>()
    }
};

const _: () = {
    fn used<T: std::clone::Clone>()
    where
        T: 'static,
    {
        fn is<T: std::clone::Clone, Is: std::clone::Clone + ?Sized>()
        where
            T: 'static,
        {
        }
        is::<T, monitoring_service::stream::Event<T>>()
    }
};

const _: () = {
    fn used<T: std::cmp::Eq>()
    where
        T: 'static,
    {
        fn is<T: std::cmp::Eq, Is: std::cmp::Eq + ?Sized>()
        where
            T: 'static,
        {
        }
        is::<T, monitoring_service::stream::Event<T>>()
    }
};

const _: () = {
    fn used<T: std::cmp::PartialEq>()
    where
        T: 'static,
    {
        fn is<T: std::cmp::PartialEq, Is: std::cmp::PartialEq + ?Sized>()
        where
            T: 'static,
        {
        }
        is::<T, monitoring_service::stream::Event<T>>()
    }
};

const _: () = {
    fn used<T: std::convert::Into<bytes::Bytes>>()
    where
        T: 'static,
    {
        fn is<T: std::convert::Into<bytes::Bytes>, Is: std::convert::From<T> + ?Sized>()
        where
            T: 'static,
        {
        }
        is::<T, monitoring_service::multipart::Part>()
    }
};

const _: () = {
    fn used<T: std::convert::Into<serde_json::Value>, const N: usize>()
    where
        T: 'static,
    {
        fn is<T: std::convert::Into<serde_json::Value>, const N: usize, Is: std::convert::From<[T; N]> + ?Sized>()
        where
            T: 'static,
        {
        }
        is::<T, N, monitoring_service::optional::Json>()
    }
};

const _: () = {
    fn used<T: std::convert::Into<serde_json::Value>>()
    where
        T: 'static,
    {
        fn is<T: std::convert::Into<serde_json::Value>, Is: std::convert::From<std::vec::Vec<T>> + ?Sized>()
        where
            T: 'static,
        {
        }
        is::<T, monitoring_service::optional::Json>()
    }
};

const _: () = {
    fn used<T: std::fmt::Debug>()
    where
        T: 'static,
    {
        fn is<T: std::fmt::Debug, Is: std::fmt::Debug + ?Sized>()
        where
            T: 'static,
        {
        }
        is::<T, monitoring_service::ResponseValue<T>>()
    }
};

const _: () = {
    fn used<T: std::fmt::Debug>()
    where
        T: 'static,
    {
        fn is<T: std::fmt::Debug, Is: std::fmt::Debug + ?Sized>()
        where
            T: 'static,
        {
        }
        is::<T, monitoring_service::mock::Response<T>>()
    }
};

const _: () = {
    fn used<T: std::fmt::Debug>()
    where
        T: 'static,
    {
        fn is<T: std::fmt::Debug, Is: std::fmt::Debug + ?Sized>()
        where
            T: 'static,
        {
        }
        is::<T, monitoring_service::stream::Event<T>>()
    }
};

const _: () = {
    fn used<T>()
    where
        T: 'static,
    {
        fn is<T, Is: futures_core::Stream<Item = std::result::Result<T, monitoring_service::Error>> + ?Sized>()
        where
            T: 'static,
        {
        }
        is::<T, monitoring_service::stream::JsonLines<T>>()
    }
};

const _: () = {
    fn used<T>()
    where
        T: 'static,
    {
        fn is<
            T,
            Is: futures_core::Stream<
                    Item = std::result::Result<monitoring_service::stream::Event<T>, monitoring_service::Error>,
                > + ?Sized,
        >()
        where
            T: 'static,
        {
        }
        is::<T, monitoring_service::stream::EventStream<T>>()
    }
};

const _: () = {
    fn used<T>()
    where
        T: 'static,
    {
        fn is<T, Is: std::convert::AsRef<T> + ?Sized>()
        where
            T: 'static,
        {
        }
        is::<T, monitoring_service::ResponseValue<T>>()
    }
};

const _: () = {
    fn used<T>()
    where
        T: 'static,
    {
        fn is<T, Is: std::fmt::Debug + ?Sized>()
        where
            T: 'static,
        {
        }
        is::<T, monitoring_service::mock::MockOperation<'static, T>>()
    }
};

const _: () = {
    fn used<T>()
    where
        T: 'static,
    {
        fn is<T, Is: std::fmt::Debug + ?Sized>()
        where
            T: 'static,
        {
        }
        is::<T, monitoring_service::stream::EventStream<T>>()
    }
};

const _: () = {
    fn used<T>()
    where
        T: 'static,
    {
        fn is<T, Is: std::fmt::Debug + ?Sized>()
        where
            T: 'static,
        {
        }
        is::<T, monitoring_service::stream::JsonLines<T>>()
    }
};

const _: () = {
    fn used<T>()
    where
        T: 'static,
    {
        fn is<T, Is: std::marker::Send + ?Sized>()
        where
            T: 'static,
        {
        }
        is::<T, monitoring_service::mock::Response<T>>()
    }
};

const _: () = {
    fn used<T>()
    where
        T: 'static,
    {
        fn is<T, Is: std::marker::Send + ?Sized>()
        where
            T: 'static,
        {
        }
        is::<T, monitoring_service::stream::EventStream<T>>()
    }
};

const _: () = {
    fn used<T>()
    where
        T: 'static,
    {
        fn is<T, Is: std::marker::Send + ?Sized>()
        where
            T: 'static,
        {
        }
        is::<T, monitoring_service::stream::JsonLines<T>>()
    }
};

const _: () = {
    fn used<T>()
    where
        T: 'static,
    {
        fn is<T, Is: std::marker::Sync + ?Sized>()
        where
            T: 'static,
        {
        }
        is::<T, monitoring_service::mock::Response<T>>()
    }
};

const _: () = {
    fn used<T>()
    where
        T: 'static,
    {
        fn is<T, Is: std::marker::Sync + ?Sized>()
        where
            T: 'static,
        {
        }
        is::<T, monitoring_service::stream::EventStream<T>>()
    }
};

const _: () = {
    fn used<T>()
    where
        T: 'static,
    {
        fn is<T, Is: std::marker::Sync + ?Sized>()
        where
            T: 'static,
        {
        }
        is::<T, monitoring_service::stream::JsonLines<T>>()
    }
};

const _: () = {
    fn used<T>()
    where
        T: 'static,
    {
        fn is<T, Is: std::marker::Unpin + ?Sized>()
        where
            T: 'static,
        {
        }
        is::<T, monitoring_service::mock::Response<T>>()
    }
};

const _: () = {
    fn used<T>()
    where
        T: 'static,
    {
        fn is<T, Is: std::marker::Unpin + ?Sized>()
        where
            T: 'static,
        {
        }
        is::<T, monitoring_service::stream::EventStream<T>>()
    }
};

const _: () = {
    fn used<T>()
    where
        T: 'static,
    {
        fn is<T, Is: std::marker::Unpin + ?Sized>()
        where
            T: 'static,
        {
        }
        is::<T, monitoring_service::stream::JsonLines<T>>()
    }
};

const _: () = {
    fn used<T>()
    where
        T: 'static,
    {
        fn is<T, Is: std::ops::Deref<Target = T> + ?Sized>()
        where
            T: 'static,
        {
        }
        is::<T, monitoring_service::ResponseValue<T>>()
    }
};

const _: () = {
    fn used<T>()
    where
        T: 'static,
    {
        fn is<T, Is: std::ops::DerefMut + ?Sized>()
        where
            T: 'static,
        {
        }
        is::<T, monitoring_service::ResponseValue<T>>()
    }
};

const _: () = {
    fn used<T>()
    where
        T: 'static,
    {
        fn is<T, Is: std::panic::RefUnwindSafe + ?Sized>()
        where
            T: 'static,
        {
        }
        is::<T, monitoring_service::mock::Response<T>>()
    }
};

const _: () = {
    fn used<T>()
    where
        T: 'static,
    {
        fn is<T, Is: std::panic::UnwindSafe + ?Sized>()
        where
            T: 'static,
        {
        }
        is::<T, monitoring_service::mock::Response<T>>()
    }
};

const _: () = {
    fn used<T>()
    where
        T: std::marker::Send,
        T: 'static,
    {
        fn is<T, Is: std::marker::Send + ?Sized>()
        where
            T: std::marker::Send,
            T: 'static,
        {
        }
        is::<T, monitoring_service::ResponseValue<T>>()
    }
};

const _: () = {
    fn used<T>()
    where
        T: std::marker::Send,
        T: 'static,
    {
        fn is<T, Is: std::marker::Send + ?Sized>()
        where
            T: std::marker::Send,
            T: 'static,
        {
        }
        is::<T, monitoring_service::stream::Event<T>>()
    }
};

const _: () = {
    fn used<T>()
    where
        T: std::marker::Sync,
        T: 'static,
    {
        fn is<T, Is: std::marker::Sync + ?Sized>()
        where
            T: std::marker::Sync,
            T: 'static,
        {
        }
        is::<T, monitoring_service::ResponseValue<T>>()
    }
};

const _: () = {
    fn used<T>()
    where
        T: std::marker::Sync,
        T: 'static,
    {
        fn is<T, Is: std::marker::Sync + ?Sized>()
        where
            T: std::marker::Sync,
            T: 'static,
        {
        }
        is::<T, monitoring_service::stream::Event<T>>()
    }
};

const _: () = {
    fn used<T>()
    where
        T: std::marker::Unpin,
        T: 'static,
    {
        fn is<T, Is: std::marker::Unpin + ?Sized>()
        where
            T: std::marker::Unpin,
            T: 'static,
        {
        }
        is::<T, monitoring_service::ResponseValue<T>>()
    }
};

const _: () = {
    fn used<T>()
    where
        T: std::marker::Unpin,
        T: 'static,
    {
        fn is<T, Is: std::marker::Unpin + ?Sized>()
        where
            T: std::marker::Unpin,
            T: 'static,
        {
        }
        is::<T, monitoring_service::stream::Event<T>>()
    }
};

const _: () = {
    fn used<T>()
    where
        T: std::panic::RefUnwindSafe,
        T: 'static,
    {
        fn is<T, Is: std::panic::RefUnwindSafe + ?Sized>()
        where
            T: std::panic::RefUnwindSafe,
            T: 'static,
        {
        }
        is::<T, monitoring_service::ResponseValue<T>>()
    }
};

const _: () = {
    fn used<T>()
    where
        T: std::panic::RefUnwindSafe,
        T: 'static,
    {
        fn is<T, Is: std::panic::RefUnwindSafe + ?Sized>()
        where
            T: std::panic::RefUnwindSafe,
            T: 'static,
        {
        }
        is::<T, monitoring_service::stream::Event<T>>()
    }
};

const _: () = {
    fn used<T>()
    where
        T: std::panic::UnwindSafe,
        T: 'static,
    {
        fn is<T, Is: std::panic::UnwindSafe + ?Sized>()
        where
            T: std::panic::UnwindSafe,
            T: 'static,
        {
        }
        is::<T, monitoring_service::ResponseValue<T>>()
    }
};

const _: () = {
    fn used<T>()
    where
        T: std::panic::UnwindSafe,
        T: 'static,
    {
        fn is<T, Is: std::panic::UnwindSafe + ?Sized>()
        where
            T: std::panic::UnwindSafe,
            T: 'static,
        {
        }
        is::<T, monitoring_service::stream::Event<T>>()
    }
};

const _: () = {
    fn used<T>(it: monitoring_service::ResponseValue<T>) {
        let monitoring_service::ResponseValue { .. } = it;
    }
};

const _: () = {
    fn used<T>(it: monitoring_service::mock::Response<T>) {
        let monitoring_service::mock::Response { .. } = it;
    }
};

const _: () = {
    fn used<T>(it: monitoring_service::stream::Event<T>) -> T {
        it.data
    }
};

const _: () = {
    fn used<T>(it: monitoring_service::stream::Event<T>) -> std::option::Option<std::time::Duration> {
        it.retry
    }
};

const _: () = {
    fn used<T>(it: monitoring_service::stream::Event<T>) -> std::string::String {
        it.event
    }
};

const _: () = {
    fn used<T>(it: monitoring_service::stream::Event<T>) -> std::sync::Arc<str> {
        it.id
    }
};

const _: () = {
    fn used<T>(it: monitoring_service::stream::Event<T>) {
        let monitoring_service::stream::Event { data: _, event: _, id: _, retry: _, .. } = it;
    }
};

const _: () = {
    fn used<T>(it: monitoring_service::stream::EventStream<T>) {
        let monitoring_service::stream::EventStream { .. } = it;
    }
};

const _: () = {
    fn used<T>(it: monitoring_service::stream::JsonLines<T>) {
        let monitoring_service::stream::JsonLines { .. } = it;
    }
};

const _: () = {
    fn used<Tz: monitoring_service::chrono::TimeZone>()
    where
        Tz: 'static,
    {
        fn is<
            Tz: monitoring_service::chrono::TimeZone,
            Is: std::convert::From<monitoring_service::chrono::DateTime<Tz>> + ?Sized,
        >()
        where
            Tz: 'static,
        {
        }
        is::<Tz, monitoring_service::time::Date>()
    }
};

const _: () = {
    fn used<Tz: monitoring_service::chrono::TimeZone>()
    where
        Tz: 'static,
    {
        fn is<
            Tz: monitoring_service::chrono::TimeZone,
            Is: std::convert::From<monitoring_service::chrono::DateTime<Tz>> + ?Sized,
        >()
        where
            Tz: 'static,
        {
        }
        is::<Tz, monitoring_service::time::QueryDateTime>()
    }
};

const _: () = {
    fn used<Tz: monitoring_service::chrono::TimeZone>()
    where
        Tz: 'static,
    {
        fn is<
            Tz: monitoring_service::chrono::TimeZone,
            Is: std::convert::From<monitoring_service::chrono::DateTime<Tz>> + ?Sized,
        >()
        where
            Tz: 'static,
        {
        }
        is::<Tz, monitoring_service::time::QueryTime>()
    }
};

const _: () = {
    trait Use: Sized {
        async fn used(a0: impl std::convert::AsRef<std::path::Path>) -> std::io::Result<Self>;
    }
    impl Use for monitoring_service::multipart::Part {
        async fn used(a0: impl std::convert::AsRef<std::path::Path>) -> std::io::Result<Self> {
            Self::file(a0).await
        }
    }
};

const _: () = {
    trait Use: Sized {
        async fn used(
            self,
        ) -> std::result::Result<
            monitoring_service::ResponseValue<monitoring_service::ByteStream>,
            monitoring_service::Error,
        >;
    }
    impl Use for monitoring_service::RequestBuilder {
        async fn used(
            self,
        ) -> std::result::Result<
            monitoring_service::ResponseValue<monitoring_service::ByteStream>,
            monitoring_service::Error,
        > {
            Self::send_stream(self).await
        }
    }
};

const _: () = {
    trait Use: Sized {
        async fn used(
            self: &Self,
        ) -> std::result::Result<std::vec::Vec<monitoring_service::LimitStatus>, monitoring_service::error::StoreError>;
    }
    impl Use for monitoring_service::Client {
        async fn used(
            self: &Self,
        ) -> std::result::Result<std::vec::Vec<monitoring_service::LimitStatus>, monitoring_service::error::StoreError>
        {
            Self::shared_limits(self).await
        }
    }
};

const _: () = {
    trait Use: Sized {
        async fn used(
            self: &mut Self,
        ) -> std::result::Result<std::option::Option<bytes::Bytes>, monitoring_service::Error>;
    }
    impl Use for monitoring_service::ByteStream {
        async fn used(
            self: &mut Self,
        ) -> std::result::Result<std::option::Option<bytes::Bytes>, monitoring_service::Error> {
            Self::chunk(self).await
        }
    }
};

const _: () = {
    trait Use: Sized {
        async fn used<T: serde::de::DeserializeOwned>(
            self,
        ) -> std::result::Result<monitoring_service::ResponseValue<T>, monitoring_service::Error>;
    }
    impl Use for monitoring_service::RequestBuilder {
        async fn used<T: serde::de::DeserializeOwned>(
            self,
        ) -> std::result::Result<monitoring_service::ResponseValue<T>, monitoring_service::Error> {
            Self::send::<T>(self).await
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used() -> Self;
    }
    impl Use for monitoring_service::RetryPolicy {
        fn used() -> Self {
            Self::none()
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used() -> Self;
    }
    impl Use for monitoring_service::rate_limit::BookingId {
        fn used() -> Self {
            Self::unique()
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used() -> Self;
    }
    impl Use for monitoring_service::rate_limit::Epoch {
        fn used() -> Self {
            Self::unique()
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used() -> std::result::Result<Self, monitoring_service::Error>;
    }
    impl Use for monitoring_service::Client {
        fn used() -> std::result::Result<Self, monitoring_service::Error> {
            Self::from_env()
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used() -> std::result::Result<Self, monitoring_service::Error>;
    }
    impl Use for monitoring_service::ClientBuilder {
        fn used() -> std::result::Result<Self, monitoring_service::Error> {
            Self::from_env()
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(a0: &monitoring_service::http::Method, a1: &str) -> Self;
    }
    impl Use for monitoring_service::error::Call {
        fn used(a0: &monitoring_service::http::Method, a1: &str) -> Self {
            Self::request(a0, a1)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(a0: &str) -> std::result::Result<Self, monitoring_service::error::StoreError>;
    }
    impl Use for monitoring_service::rate_limit::RedisStore {
        fn used(a0: &str) -> std::result::Result<Self, monitoring_service::error::StoreError> {
            Self::connect(a0)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(a0: &'static monitoring_service::Operation) -> Self;
    }
    impl Use for monitoring_service::error::Call {
        fn used(a0: &'static monitoring_service::Operation) -> Self {
            Self::of(a0)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(a0: &'static str, a1: u32, a2: std::time::Duration) -> Self;
    }
    impl Use for monitoring_service::rate_limit::Window {
        fn used(a0: &'static str, a1: u32, a2: std::time::Duration) -> Self {
            Self::new(a0, a1, a2)
        }
    }
    const fn used(a0: &'static str, a1: u32, a2: std::time::Duration) -> monitoring_service::rate_limit::Window {
        <monitoring_service::rate_limit::Window>::new(a0, a1, a2)
    }
};

const _: () = {
    trait Use: Sized {
        fn used(
            a0: (
                impl monitoring_service::redis::aio::ConnectionLike
                + std::clone::Clone
                + std::marker::Send
                + std::marker::Sync
                + 'static
            ),
        ) -> Self;
    }
    impl Use for monitoring_service::rate_limit::RedisStore {
        fn used(
            a0: (
                impl monitoring_service::redis::aio::ConnectionLike
                + std::clone::Clone
                + std::marker::Send
                + std::marker::Sync
                + 'static
            ),
        ) -> Self {
            Self::new(a0)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(a0: impl std::convert::Into<bytes::Bytes>) -> Self;
    }
    impl Use for monitoring_service::multipart::Part {
        fn used(a0: impl std::convert::Into<bytes::Bytes>) -> Self {
            Self::bytes(a0)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(a0: impl std::convert::Into<monitoring_service::error::Call>, a1: &str, a2: serde_json::Error) -> Self;
    }
    impl Use for monitoring_service::error::DecodeError {
        fn used(a0: impl std::convert::Into<monitoring_service::error::Call>, a1: &str, a2: serde_json::Error) -> Self {
            Self::new(a0, a1, a2)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(
            a0: impl std::convert::Into<monitoring_service::error::Call>,
            a1: impl std::convert::Into<std::string::String>,
        ) -> Self;
    }
    impl Use for monitoring_service::error::InvalidRequest {
        fn used(
            a0: impl std::convert::Into<monitoring_service::error::Call>,
            a1: impl std::convert::Into<std::string::String>,
        ) -> Self {
            Self::of(a0, a1)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(
            a0: impl std::convert::Into<monitoring_service::error::Call>,
            a1: monitoring_service::error::TransportFailure,
        ) -> Self;
    }
    impl Use for monitoring_service::error::TransportError {
        fn used(
            a0: impl std::convert::Into<monitoring_service::error::Call>,
            a1: monitoring_service::error::TransportFailure,
        ) -> Self {
            Self::new(a0, a1)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(
            a0: impl std::convert::Into<monitoring_service::error::Call>,
            a1: monitoring_service::http::StatusCode,
        ) -> Self;
    }
    impl Use for monitoring_service::ApiError {
        fn used(
            a0: impl std::convert::Into<monitoring_service::error::Call>,
            a1: monitoring_service::http::StatusCode,
        ) -> Self {
            Self::new(a0, a1)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(
            a0: impl std::convert::Into<monitoring_service::error::Call>,
            a1: monitoring_service::http::StatusCode,
        ) -> Self;
    }
    impl Use for monitoring_service::error::UnexpectedStatus {
        fn used(
            a0: impl std::convert::Into<monitoring_service::error::Call>,
            a1: monitoring_service::http::StatusCode,
        ) -> Self {
            Self::new(a0, a1)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(a0: impl std::convert::Into<monitoring_service::error::Call>, a1: std::time::Duration) -> Self;
    }
    impl Use for monitoring_service::error::RateLimited {
        fn used(a0: impl std::convert::Into<monitoring_service::error::Call>, a1: std::time::Duration) -> Self {
            Self::new(a0, a1)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(
            a0: impl std::convert::Into<std::boxed::Box<(dyn std::error::Error + std::marker::Send + std::marker::Sync)>>,
        ) -> Self;
    }
    impl Use for monitoring_service::error::StoreError {
        fn used(
            a0: impl std::convert::Into<std::boxed::Box<(dyn std::error::Error + std::marker::Send + std::marker::Sync)>>,
        ) -> Self {
            Self::new(a0)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(a0: impl std::convert::Into<std::path::PathBuf>) -> Self;
    }
    impl Use for monitoring_service::rate_limit::FileStore {
        fn used(a0: impl std::convert::Into<std::path::PathBuf>) -> Self {
            Self::new(a0)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(a0: impl std::convert::Into<std::string::String>) -> Self;
    }
    impl Use for monitoring_service::error::InvalidRequest {
        fn used(a0: impl std::convert::Into<std::string::String>) -> Self {
            Self::new(a0)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(a0: impl std::convert::Into<std::string::String>) -> monitoring_service::ClientBuilder;
    }
    impl Use for monitoring_service::Client {
        fn used(a0: impl std::convert::Into<std::string::String>) -> monitoring_service::ClientBuilder {
            Self::builder(a0)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(a0: monitoring_service::rate_limit::BookingId, a1: monitoring_service::rate_limit::Slot) -> Self;
    }
    impl Use for monitoring_service::rate_limit::Entry {
        fn used(a0: monitoring_service::rate_limit::BookingId, a1: monitoring_service::rate_limit::Slot) -> Self {
            Self::new(a0, a1)
        }
    }
    const fn used(
        a0: monitoring_service::rate_limit::BookingId,
        a1: monitoring_service::rate_limit::Slot,
    ) -> monitoring_service::rate_limit::Entry {
        <monitoring_service::rate_limit::Entry>::new(a0, a1)
    }
};

const _: () = {
    trait Use: Sized {
        fn used(a0: monitoring_service::rate_limit::BookingId, a1: std::option::Option<std::time::Duration>) -> Self;
    }
    impl Use for monitoring_service::rate_limit::Book {
        fn used(a0: monitoring_service::rate_limit::BookingId, a1: std::option::Option<std::time::Duration>) -> Self {
            Self::new(a0, a1)
        }
    }
    const fn used(
        a0: monitoring_service::rate_limit::BookingId,
        a1: std::option::Option<std::time::Duration>,
    ) -> monitoring_service::rate_limit::Book {
        <monitoring_service::rate_limit::Book>::new(a0, a1)
    }
};

const _: () = {
    trait Use: Sized {
        fn used(a0: u32, a1: u64) -> Self;
    }
    impl Use for monitoring_service::RateLimit {
        fn used(a0: u32, a1: u64) -> Self {
            Self::new(a0, a1)
        }
    }
    const fn used(a0: u32, a1: u64) -> monitoring_service::RateLimit {
        <monitoring_service::RateLimit>::new(a0, a1)
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self) -> Self;
    }
    impl Use for monitoring_service::ClientBuilder {
        fn used(self) -> Self {
            Self::allow_plain_http(self)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self) -> Self;
    }
    impl Use for monitoring_service::ClientBuilder {
        fn used(self) -> Self {
            Self::credentials_per_call(self)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(
            self,
        ) -> std::pin::Pin<
            std::boxed::Box<
                (
                    dyn futures_core::Stream<Item = std::result::Result<bytes::Bytes, monitoring_service::Error>>
                        + std::marker::Send
                        + std::marker::Sync
                ),
            >,
        >;
    }
    impl Use for monitoring_service::ByteStream {
        fn used(
            self,
        ) -> std::pin::Pin<
            std::boxed::Box<
                (
                    dyn futures_core::Stream<Item = std::result::Result<bytes::Bytes, monitoring_service::Error>>
                        + std::marker::Send
                        + std::marker::Sync
                ),
            >,
        > {
            Self::into_inner(self)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self) -> std::result::Result<monitoring_service::Client, monitoring_service::Error>;
    }
    impl Use for monitoring_service::ClientBuilder {
        fn used(self) -> std::result::Result<monitoring_service::Client, monitoring_service::Error> {
            Self::build(self)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self) -> u64;
    }
    impl Use for monitoring_service::rate_limit::BookingId {
        fn used(self) -> u64 {
            Self::as_u64(self)
        }
    }
    const fn used(a0: monitoring_service::rate_limit::BookingId) -> u64 {
        <monitoring_service::rate_limit::BookingId>::as_u64(a0)
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self) -> u64;
    }
    impl Use for monitoring_service::rate_limit::Epoch {
        fn used(self) -> u64 {
            Self::as_u64(self)
        }
    }
    const fn used(a0: monitoring_service::rate_limit::Epoch) -> u64 {
        <monitoring_service::rate_limit::Epoch>::as_u64(a0)
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self, a1: &(impl serde::Serialize + ?std::marker::Sized)) -> Self;
    }
    impl Use for monitoring_service::RequestBuilder {
        fn used(self, a1: &(impl serde::Serialize + ?std::marker::Sized)) -> Self {
            Self::json(self, a1)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self, a1: &str) -> Self;
    }
    impl Use for monitoring_service::ApiError {
        fn used(self, a1: &str) -> Self {
            Self::with_body(self, a1)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self, a1: &str) -> Self;
    }
    impl Use for monitoring_service::error::Call {
        fn used(self, a1: &str) -> Self {
            Self::at(self, a1)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self, a1: &str) -> Self;
    }
    impl Use for monitoring_service::error::DecodeError {
        fn used(self, a1: &str) -> Self {
            Self::with_path(self, a1)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self, a1: &str) -> Self;
    }
    impl Use for monitoring_service::error::UnexpectedStatus {
        fn used(self, a1: &str) -> Self {
            Self::with_body(self, a1)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self, a1: &str, a2: impl std::fmt::Display) -> Self;
    }
    impl Use for monitoring_service::RequestBuilder {
        fn used(self, a1: &str, a2: impl std::fmt::Display) -> Self {
            Self::path(self, a1, a2)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(
            self,
            a1: (
                impl std::ops::Fn(monitoring_service::reqwest::ClientBuilder) -> monitoring_service::reqwest::ClientBuilder
                + std::marker::Send
                + std::marker::Sync
                + 'static
            ),
        ) -> Self;
    }
    impl Use for monitoring_service::ClientBuilder {
        fn used(
            self,
            a1: (
                impl std::ops::Fn(monitoring_service::reqwest::ClientBuilder) -> monitoring_service::reqwest::ClientBuilder
                + std::marker::Send
                + std::marker::Sync
                + 'static
            ),
        ) -> Self {
            Self::configure_http(self, a1)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self, a1: bool) -> Self;
    }
    impl Use for monitoring_service::ClientBuilder {
        fn used(self, a1: bool) -> Self {
            Self::keep_body(self, a1)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self, a1: f64) -> Self;
    }
    impl Use for monitoring_service::ClientBuilder {
        fn used(self, a1: f64) -> Self {
            Self::rate_limit_headroom(self, a1)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self, a1: impl monitoring_service::Interceptor) -> Self;
    }
    impl Use for monitoring_service::ClientBuilder {
        fn used(self, a1: impl monitoring_service::Interceptor) -> Self {
            Self::interceptor(self, a1)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self, a1: impl monitoring_service::IntoSecret) -> Self;
    }
    impl Use for monitoring_service::ClientBuilder {
        fn used(self, a1: impl monitoring_service::IntoSecret) -> Self {
            Self::api_key(self, a1)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self, a1: impl monitoring_service::RateLimitStore) -> Self;
    }
    impl Use for monitoring_service::ClientBuilder {
        fn used(self, a1: impl monitoring_service::RateLimitStore) -> Self {
            Self::rate_limit_store(self, a1)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self, a1: impl std::convert::AsRef<str>, a2: impl std::convert::AsRef<str>) -> Self;
    }
    impl Use for monitoring_service::RequestBuilder {
        fn used(self, a1: impl std::convert::AsRef<str>, a2: impl std::convert::AsRef<str>) -> Self {
            Self::header(self, a1, a2)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self, a1: impl std::convert::Into<std::string::String>) -> Self;
    }
    impl Use for monitoring_service::ClientBuilder {
        fn used(self, a1: impl std::convert::Into<std::string::String>) -> Self {
            Self::allow_server(self, a1)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self, a1: impl std::convert::Into<std::string::String>) -> Self;
    }
    impl Use for monitoring_service::error::TransportError {
        fn used(self, a1: impl std::convert::Into<std::string::String>) -> Self {
            Self::with_request_id(self, a1)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self, a1: impl std::convert::Into<std::string::String>) -> Self;
    }
    impl Use for monitoring_service::multipart::Part {
        fn used(self, a1: impl std::convert::Into<std::string::String>) -> Self {
            Self::file_name(self, a1)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self, a1: impl std::convert::Into<std::string::String>) -> Self;
    }
    impl Use for monitoring_service::multipart::Part {
        fn used(self, a1: impl std::convert::Into<std::string::String>) -> Self {
            Self::media_type(self, a1)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self, a1: impl std::convert::Into<std::string::String>) -> Self;
    }
    impl Use for monitoring_service::rate_limit::RedisStore {
        fn used(self, a1: impl std::convert::Into<std::string::String>) -> Self {
            Self::prefix(self, a1)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(
            self,
            a1: impl std::convert::Into<std::string::String>,
            a2: impl std::convert::Into<monitoring_service::reqwest::Body>,
        ) -> Self;
    }
    impl Use for monitoring_service::RequestBuilder {
        fn used(
            self,
            a1: impl std::convert::Into<std::string::String>,
            a2: impl std::convert::Into<monitoring_service::reqwest::Body>,
        ) -> Self {
            Self::body(self, a1, a2)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(
            self,
            a1: impl std::convert::Into<std::string::String>,
            a2: impl std::convert::Into<std::string::String>,
        ) -> Self;
    }
    impl Use for monitoring_service::multipart::Part {
        fn used(
            self,
            a1: impl std::convert::Into<std::string::String>,
            a2: impl std::convert::Into<std::string::String>,
        ) -> Self {
            Self::header(self, a1, a2)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self, a1: impl std::convert::TryInto<monitoring_service::uuid::Uuid>) -> Self;
    }
    impl Use for monitoring_service::ClientBuilder {
        fn used(self, a1: impl std::convert::TryInto<monitoring_service::uuid::Uuid>) -> Self {
            Self::account_id(self, a1)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self, a1: monitoring_service::OnStoreError) -> Self;
    }
    impl Use for monitoring_service::ClientBuilder {
        fn used(self, a1: monitoring_service::OnStoreError) -> Self {
            Self::on_store_error(self, a1)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self, a1: monitoring_service::RetryPolicy) -> Self;
    }
    impl Use for monitoring_service::ClientBuilder {
        fn used(self, a1: monitoring_service::RetryPolicy) -> Self {
            Self::retry(self, a1)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self, a1: monitoring_service::WhenLimited) -> Self;
    }
    impl Use for monitoring_service::ClientBuilder {
        fn used(self, a1: monitoring_service::WhenLimited) -> Self {
            Self::rate_limit(self, a1)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self, a1: monitoring_service::error::StoreError) -> Self;
    }
    impl Use for monitoring_service::error::RateLimited {
        fn used(self, a1: monitoring_service::error::StoreError) -> Self {
            Self::with_store_error(self, a1)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self, a1: monitoring_service::http::HeaderMap) -> Self;
    }
    impl Use for monitoring_service::ApiError {
        fn used(self, a1: monitoring_service::http::HeaderMap) -> Self {
            Self::with_headers(self, a1)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self, a1: monitoring_service::http::HeaderMap) -> Self;
    }
    impl Use for monitoring_service::error::DecodeError {
        fn used(self, a1: monitoring_service::http::HeaderMap) -> Self {
            Self::with_headers(self, a1)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self, a1: monitoring_service::http::HeaderMap) -> Self;
    }
    impl Use for monitoring_service::error::UnexpectedStatus {
        fn used(self, a1: monitoring_service::http::HeaderMap) -> Self {
            Self::with_headers(self, a1)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self, a1: monitoring_service::reqwest::Client) -> Self;
    }
    impl Use for monitoring_service::ClientBuilder {
        fn used(self, a1: monitoring_service::reqwest::Client) -> Self {
            Self::http_client(self, a1)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self, a1: std::time::Duration) -> Self;
    }
    impl Use for monitoring_service::ClientBuilder {
        fn used(self, a1: std::time::Duration) -> Self {
            Self::connect_timeout(self, a1)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self, a1: std::time::Duration) -> Self;
    }
    impl Use for monitoring_service::ClientBuilder {
        fn used(self, a1: std::time::Duration) -> Self {
            Self::deadline(self, a1)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self, a1: std::time::Duration) -> Self;
    }
    impl Use for monitoring_service::ClientBuilder {
        fn used(self, a1: std::time::Duration) -> Self {
            Self::rate_limit_margin(self, a1)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self, a1: std::time::Duration) -> Self;
    }
    impl Use for monitoring_service::ClientBuilder {
        fn used(self, a1: std::time::Duration) -> Self {
            Self::rate_limit_max_wait(self, a1)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self, a1: std::time::Duration) -> Self;
    }
    impl Use for monitoring_service::ClientBuilder {
        fn used(self, a1: std::time::Duration) -> Self {
            Self::rate_limit_store_timeout(self, a1)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self, a1: std::time::Duration) -> Self;
    }
    impl Use for monitoring_service::ClientBuilder {
        fn used(self, a1: std::time::Duration) -> Self {
            Self::timeout(self, a1)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self, a1: std::time::Duration) -> Self;
    }
    impl Use for monitoring_service::RetryPolicy {
        fn used(self, a1: std::time::Duration) -> Self {
            Self::base_delay(self, a1)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self, a1: std::time::Duration) -> Self;
    }
    impl Use for monitoring_service::RetryPolicy {
        fn used(self, a1: std::time::Duration) -> Self {
            Self::max_delay(self, a1)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self, a1: std::time::Duration) -> Self;
    }
    impl Use for monitoring_service::RetryPolicy {
        fn used(self, a1: std::time::Duration) -> Self {
            Self::max_wait(self, a1)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self, a1: std::time::Duration) -> Self;
    }
    impl Use for monitoring_service::error::Call {
        fn used(self, a1: std::time::Duration) -> Self {
            Self::deadline(self, a1)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self, a1: u32) -> Self;
    }
    impl Use for monitoring_service::RetryPolicy {
        fn used(self, a1: u32) -> Self {
            Self::max_retries(self, a1)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self, a1: u32) -> Self;
    }
    impl Use for monitoring_service::error::Call {
        fn used(self, a1: u32) -> Self {
            Self::attempts(self, a1)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self, a1: u64) -> Self;
    }
    impl Use for monitoring_service::multipart::Part {
        fn used(self, a1: u64) -> Self {
            Self::length(self, a1)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self, a1: usize) -> Self;
    }
    impl Use for monitoring_service::ClientBuilder {
        fn used(self, a1: usize) -> Self {
            Self::max_error_bytes(self, a1)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self, a1: usize) -> Self;
    }
    impl Use for monitoring_service::ClientBuilder {
        fn used(self, a1: usize) -> Self {
            Self::max_response_bytes(self, a1)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self: &Self) -> &monitoring_service::Operation;
    }
    impl Use for monitoring_service::interceptor::Attempt<'_> {
        fn used(self: &Self) -> &monitoring_service::Operation {
            Self::operation(self)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self: &Self) -> &monitoring_service::Operation;
    }
    impl Use for monitoring_service::interceptor::Ended<'_> {
        fn used(self: &Self) -> &monitoring_service::Operation {
            Self::operation(self)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self: &Self) -> &monitoring_service::http::HeaderMap;
    }
    impl Use for monitoring_service::ApiError {
        fn used(self: &Self) -> &monitoring_service::http::HeaderMap {
            Self::headers(self)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self: &Self) -> &monitoring_service::http::HeaderMap;
    }
    impl Use for monitoring_service::error::UnexpectedStatus {
        fn used(self: &Self) -> &monitoring_service::http::HeaderMap {
            Self::headers(self)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self: &Self) -> &str;
    }
    impl Use for monitoring_service::ApiError {
        fn used(self: &Self) -> &str {
            Self::body(self)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self: &Self) -> &str;
    }
    impl Use for monitoring_service::ApiError {
        fn used(self: &Self) -> &str {
            Self::error(self)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self: &Self) -> &str;
    }
    impl Use for monitoring_service::ApiError {
        fn used(self: &Self) -> &str {
            Self::url(self)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self: &Self) -> &str;
    }
    impl Use for monitoring_service::Error {
        fn used(self: &Self) -> &str {
            Self::error_type(self)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self: &Self) -> &str;
    }
    impl Use for monitoring_service::Operation {
        fn used(self: &Self) -> &str {
            Self::call_name(self)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self: &Self) -> &str;
    }
    impl Use for monitoring_service::Operation {
        fn used(self: &Self) -> &str {
            Self::method(self)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self: &Self) -> &str;
    }
    impl Use for monitoring_service::Operation {
        fn used(self: &Self) -> &str {
            Self::path(self)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self: &Self) -> &str;
    }
    impl Use for monitoring_service::error::InvalidRequest {
        fn used(self: &Self) -> &str {
            Self::reason(self)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self: &Self) -> &str;
    }
    impl Use for monitoring_service::error::TransportError {
        fn used(self: &Self) -> &str {
            Self::url(self)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self: &Self) -> &str;
    }
    impl Use for monitoring_service::error::UnexpectedStatus {
        fn used(self: &Self) -> &str {
            Self::body(self)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self: &Self) -> &str;
    }
    impl Use for monitoring_service::error::UnexpectedStatus {
        fn used(self: &Self) -> &str {
            Self::url(self)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self: &Self) -> &str;
    }
    impl Use for monitoring_service::interceptor::Attempt<'_> {
        fn used(self: &Self) -> &str {
            Self::url(self)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self: &Self) -> &str;
    }
    impl Use for monitoring_service::interceptor::Ended<'_> {
        fn used(self: &Self) -> &str {
            Self::url(self)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self: &Self) -> &str;
    }
    impl Use for monitoring_service::time::Date {
        fn used(self: &Self) -> &str {
            Self::as_str(self)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self: &Self) -> &'static str;
    }
    impl Use for monitoring_service::ApiError {
        fn used(self: &Self) -> &'static str {
            Self::operation_id(self)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self: &Self) -> &'static str;
    }
    impl Use for monitoring_service::Operation {
        fn used(self: &Self) -> &'static str {
            Self::operation_id(self)
        }
    }
    const fn used(a0: &monitoring_service::Operation) -> &'static str {
        <monitoring_service::Operation>::operation_id(a0)
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self: &Self) -> &'static str;
    }
    impl Use for monitoring_service::error::RateLimited {
        fn used(self: &Self) -> &'static str {
            Self::operation_id(self)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self: &Self) -> &'static str;
    }
    impl Use for monitoring_service::error::TransportError {
        fn used(self: &Self) -> &'static str {
            Self::operation_id(self)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self: &Self) -> &'static str;
    }
    impl Use for monitoring_service::error::UnexpectedStatus {
        fn used(self: &Self) -> &'static str {
            Self::operation_id(self)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self: &Self) -> (impl std::fmt::Display + '_);
    }
    impl Use for monitoring_service::Error {
        fn used(self: &Self) -> (impl std::fmt::Display + '_) {
            Self::chain(self)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self: &Self) -> bool;
    }
    impl Use for monitoring_service::ApiError {
        fn used(self: &Self) -> bool {
            Self::is_body_truncated(self)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self: &Self) -> bool;
    }
    impl Use for monitoring_service::Error {
        fn used(self: &Self) -> bool {
            Self::is_connect(self)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self: &Self) -> bool;
    }
    impl Use for monitoring_service::Error {
        fn used(self: &Self) -> bool {
            Self::is_retryable(self)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self: &Self) -> bool;
    }
    impl Use for monitoring_service::Error {
        fn used(self: &Self) -> bool {
            Self::is_timeout(self)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self: &Self) -> bool;
    }
    impl Use for monitoring_service::Error {
        fn used(self: &Self) -> bool {
            Self::may_have_been_processed(self)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self: &Self) -> bool;
    }
    impl Use for monitoring_service::error::TransportError {
        fn used(self: &Self) -> bool {
            Self::is_connect(self)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self: &Self) -> bool;
    }
    impl Use for monitoring_service::error::TransportError {
        fn used(self: &Self) -> bool {
            Self::is_timeout(self)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self: &Self) -> bool;
    }
    impl Use for monitoring_service::error::TransportError {
        fn used(self: &Self) -> bool {
            Self::was_sent(self)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self: &Self) -> bool;
    }
    impl Use for monitoring_service::error::TransportError {
        fn used(self: &Self) -> bool {
            Self::was_unprocessed(self)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self: &Self) -> bool;
    }
    impl Use for monitoring_service::error::UnexpectedStatus {
        fn used(self: &Self) -> bool {
            Self::is_body_truncated(self)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self: &Self) -> monitoring_service::RateLimit;
    }
    impl Use for monitoring_service::LimitStatus {
        fn used(self: &Self) -> monitoring_service::RateLimit {
            Self::limit(self)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self: &Self) -> monitoring_service::RateLimit;
    }
    impl Use for monitoring_service::Operation {
        fn used(self: &Self) -> monitoring_service::RateLimit {
            Self::rate_limit(self)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self: &Self) -> monitoring_service::RateLimit;
    }
    impl Use for monitoring_service::error::RateLimited {
        fn used(self: &Self) -> monitoring_service::RateLimit {
            Self::limit(self)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self: &Self) -> monitoring_service::chrono::DateTime<monitoring_service::chrono::Utc>;
    }
    impl Use for monitoring_service::time::Date {
        fn used(self: &Self) -> monitoring_service::chrono::DateTime<monitoring_service::chrono::Utc> {
            Self::start_utc(self)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self: &Self) -> monitoring_service::chrono::NaiveDate;
    }
    impl Use for monitoring_service::time::Date {
        fn used(self: &Self) -> monitoring_service::chrono::NaiveDate {
            Self::date(self)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self: &Self) -> monitoring_service::error::ApiErrorKind;
    }
    impl Use for monitoring_service::ApiError {
        fn used(self: &Self) -> monitoring_service::error::ApiErrorKind {
            Self::kind(self)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self: &Self) -> monitoring_service::error::TransportFailure;
    }
    impl Use for monitoring_service::error::TransportError {
        fn used(self: &Self) -> monitoring_service::error::TransportFailure {
            Self::failure(self)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self: &Self) -> monitoring_service::http::StatusCode;
    }
    impl Use for monitoring_service::ApiError {
        fn used(self: &Self) -> monitoring_service::http::StatusCode {
            Self::status(self)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self: &Self) -> monitoring_service::http::StatusCode;
    }
    impl Use for monitoring_service::error::UnexpectedStatus {
        fn used(self: &Self) -> monitoring_service::http::StatusCode {
            Self::status(self)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self: &Self) -> std::option::Option<&monitoring_service::Operation>;
    }
    impl Use for monitoring_service::Error {
        fn used(self: &Self) -> std::option::Option<&monitoring_service::Operation> {
            Self::operation(self)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self: &Self) -> std::option::Option<&monitoring_service::error::StoreError>;
    }
    impl Use for monitoring_service::error::RateLimited {
        fn used(self: &Self) -> std::option::Option<&monitoring_service::error::StoreError> {
            Self::store_error(self)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self: &Self) -> std::option::Option<&monitoring_service::http::HeaderMap>;
    }
    impl Use for monitoring_service::error::DecodeError {
        fn used(self: &Self) -> std::option::Option<&monitoring_service::http::HeaderMap> {
            Self::headers(self)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self: &Self) -> std::option::Option<&serde_json::Map<std::string::String, serde_json::Value>>;
    }
    impl Use for monitoring_service::ApiError {
        fn used(self: &Self) -> std::option::Option<&serde_json::Map<std::string::String, serde_json::Value>> {
            Self::attributes(self)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self: &Self) -> std::option::Option<&str>;
    }
    impl Use for monitoring_service::ApiError {
        fn used(self: &Self) -> std::option::Option<&str> {
            Self::message(self)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self: &Self) -> std::option::Option<&str>;
    }
    impl Use for monitoring_service::ApiError {
        fn used(self: &Self) -> std::option::Option<&str> {
            Self::request_id(self)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self: &Self) -> std::option::Option<&str>;
    }
    impl Use for monitoring_service::Error {
        fn used(self: &Self) -> std::option::Option<&str> {
            Self::page(self)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self: &Self) -> std::option::Option<&str>;
    }
    impl Use for monitoring_service::Error {
        fn used(self: &Self) -> std::option::Option<&str> {
            Self::request_id(self)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self: &Self) -> std::option::Option<&str>;
    }
    impl Use for monitoring_service::Error {
        fn used(self: &Self) -> std::option::Option<&str> {
            Self::url(self)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self: &Self) -> std::option::Option<&str>;
    }
    impl Use for monitoring_service::error::DecodeError {
        fn used(self: &Self) -> std::option::Option<&str> {
            Self::excerpt(self)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self: &Self) -> std::option::Option<&str>;
    }
    impl Use for monitoring_service::error::DecodeError {
        fn used(self: &Self) -> std::option::Option<&str> {
            Self::path(self)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self: &Self) -> std::option::Option<&str>;
    }
    impl Use for monitoring_service::error::DecodeError {
        fn used(self: &Self) -> std::option::Option<&str> {
            Self::request_id(self)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self: &Self) -> std::option::Option<&str>;
    }
    impl Use for monitoring_service::error::DecodeError {
        fn used(self: &Self) -> std::option::Option<&str> {
            Self::url(self)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self: &Self) -> std::option::Option<&str>;
    }
    impl Use for monitoring_service::error::TransportError {
        fn used(self: &Self) -> std::option::Option<&str> {
            Self::request_id(self)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self: &Self) -> std::option::Option<&str>;
    }
    impl Use for monitoring_service::error::UnexpectedStatus {
        fn used(self: &Self) -> std::option::Option<&str> {
            Self::request_id(self)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self: &Self) -> std::option::Option<&'static monitoring_service::Operation>;
    }
    impl Use for monitoring_service::LimitStatus {
        fn used(self: &Self) -> std::option::Option<&'static monitoring_service::Operation> {
            Self::operation(self)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self: &Self) -> std::option::Option<&'static str>;
    }
    impl Use for monitoring_service::Error {
        fn used(self: &Self) -> std::option::Option<&'static str> {
            Self::operation_id(self)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self: &Self) -> std::option::Option<&'static str>;
    }
    impl Use for monitoring_service::Operation {
        fn used(self: &Self) -> std::option::Option<&'static str> {
            Self::server(self)
        }
    }
    const fn used(a0: &monitoring_service::Operation) -> std::option::Option<&'static str> {
        <monitoring_service::Operation>::server(a0)
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self: &Self) -> std::option::Option<&'static str>;
    }
    impl Use for monitoring_service::error::DecodeError {
        fn used(self: &Self) -> std::option::Option<&'static str> {
            Self::operation_id(self)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self: &Self) -> std::option::Option<&'static str>;
    }
    impl Use for monitoring_service::error::InvalidRequest {
        fn used(self: &Self) -> std::option::Option<&'static str> {
            Self::operation_id(self)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(
            self: &Self,
        ) -> std::option::Option<monitoring_service::chrono::DateTime<monitoring_service::chrono::Utc>>;
    }
    impl Use for monitoring_service::time::Date {
        fn used(
            self: &Self,
        ) -> std::option::Option<monitoring_service::chrono::DateTime<monitoring_service::chrono::Utc>> {
            Self::timestamp(self)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self: &Self) -> std::option::Option<monitoring_service::http::StatusCode>;
    }
    impl Use for monitoring_service::Error {
        fn used(self: &Self) -> std::option::Option<monitoring_service::http::StatusCode> {
            Self::status(self)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self: &Self) -> std::option::Option<monitoring_service::http::StatusCode>;
    }
    impl Use for monitoring_service::error::DecodeError {
        fn used(self: &Self) -> std::option::Option<monitoring_service::http::StatusCode> {
            Self::status(self)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self: &Self) -> std::option::Option<std::time::Duration>;
    }
    impl Use for monitoring_service::ApiError {
        fn used(self: &Self) -> std::option::Option<std::time::Duration> {
            Self::retry_after(self)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self: &Self) -> std::option::Option<std::time::Duration>;
    }
    impl Use for monitoring_service::Error {
        fn used(self: &Self) -> std::option::Option<std::time::Duration> {
            Self::retry_after(self)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self: &Self) -> std::option::Option<std::time::Duration>;
    }
    impl Use for monitoring_service::LimitStatus {
        fn used(self: &Self) -> std::option::Option<std::time::Duration> {
            Self::next_free(self)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self: &Self) -> std::option::Option<std::time::Duration>;
    }
    impl Use for monitoring_service::LimitStatus {
        fn used(self: &Self) -> std::option::Option<std::time::Duration> {
            Self::paused_for(self)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self: &Self) -> std::time::Duration;
    }
    impl Use for monitoring_service::RateLimit {
        fn used(self: &Self) -> std::time::Duration {
            Self::period(self)
        }
    }
    const fn used(a0: &monitoring_service::RateLimit) -> std::time::Duration {
        <monitoring_service::RateLimit>::period(a0)
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self: &Self) -> std::time::Duration;
    }
    impl Use for monitoring_service::error::RateLimited {
        fn used(self: &Self) -> std::time::Duration {
            Self::retry_after(self)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self: &Self) -> std::vec::Vec<monitoring_service::LimitStatus>;
    }
    impl Use for monitoring_service::Client {
        fn used(self: &Self) -> std::vec::Vec<monitoring_service::LimitStatus> {
            Self::limits(self)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self: &Self) -> u32;
    }
    impl Use for monitoring_service::ApiError {
        fn used(self: &Self) -> u32 {
            Self::attempts(self)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self: &Self) -> u32;
    }
    impl Use for monitoring_service::Error {
        fn used(self: &Self) -> u32 {
            Self::attempts(self)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self: &Self) -> u32;
    }
    impl Use for monitoring_service::LimitStatus {
        fn used(self: &Self) -> u32 {
            Self::free(self)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self: &Self) -> u32;
    }
    impl Use for monitoring_service::LimitStatus {
        fn used(self: &Self) -> u32 {
            Self::used(self)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self: &Self) -> u32;
    }
    impl Use for monitoring_service::LimitStatus {
        fn used(self: &Self) -> u32 {
            Self::waiting(self)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self: &Self) -> u32;
    }
    impl Use for monitoring_service::RateLimit {
        fn used(self: &Self) -> u32 {
            Self::requests(self)
        }
    }
    const fn used(a0: &monitoring_service::RateLimit) -> u32 {
        <monitoring_service::RateLimit>::requests(a0)
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self: &Self) -> u32;
    }
    impl Use for monitoring_service::error::DecodeError {
        fn used(self: &Self) -> u32 {
            Self::attempts(self)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self: &Self) -> u32;
    }
    impl Use for monitoring_service::error::TransportError {
        fn used(self: &Self) -> u32 {
            Self::attempts(self)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self: &Self) -> u32;
    }
    impl Use for monitoring_service::error::UnexpectedStatus {
        fn used(self: &Self) -> u32 {
            Self::attempts(self)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self: &Self) -> u32;
    }
    impl Use for monitoring_service::interceptor::Attempt<'_> {
        fn used(self: &Self) -> u32 {
            Self::number(self)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self: &Self) -> u32;
    }
    impl Use for monitoring_service::interceptor::Ended<'_> {
        fn used(self: &Self) -> u32 {
            Self::number(self)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self: &Self, a1: bool) -> Self;
    }
    impl Use for monitoring_service::Client {
        fn used(self: &Self, a1: bool) -> Self {
            Self::with_keep_body(self, a1)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self: &Self, a1: impl monitoring_service::IntoSecret) -> Self;
    }
    impl Use for monitoring_service::Client {
        fn used(self: &Self, a1: impl monitoring_service::IntoSecret) -> Self {
            Self::with_api_key(self, a1)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self: &Self, a1: impl std::convert::TryInto<monitoring_service::uuid::Uuid>) -> Self;
    }
    impl Use for monitoring_service::Client {
        fn used(self: &Self, a1: impl std::convert::TryInto<monitoring_service::uuid::Uuid>) -> Self {
            Self::with_account(self, a1)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self: &Self, a1: monitoring_service::RetryPolicy) -> Self;
    }
    impl Use for monitoring_service::Client {
        fn used(self: &Self, a1: monitoring_service::RetryPolicy) -> Self {
            Self::with_retry(self, a1)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self: &Self, a1: std::time::Duration) -> Self;
    }
    impl Use for monitoring_service::Client {
        fn used(self: &Self, a1: std::time::Duration) -> Self {
            Self::with_deadline(self, a1)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self: &Self, a1: std::time::Duration) -> Self;
    }
    impl Use for monitoring_service::Client {
        fn used(self: &Self, a1: std::time::Duration) -> Self {
            Self::with_rate_limit_max_wait(self, a1)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self: &Self, a1: std::time::Duration) -> Self;
    }
    impl Use for monitoring_service::Client {
        fn used(self: &Self, a1: std::time::Duration) -> Self {
            Self::with_timeout(self, a1)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(self: &mut Self, a1: &str, a2: &str) -> std::result::Result<(), monitoring_service::Error>;
    }
    impl Use for monitoring_service::interceptor::Attempt<'_> {
        fn used(self: &mut Self, a1: &str, a2: &str) -> std::result::Result<(), monitoring_service::Error> {
            Self::set_header(self, a1, a2)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(
            self: &mut Self,
            a1: impl monitoring_service::IntoSecret,
        ) -> std::result::Result<(), monitoring_service::Error>;
    }
    impl Use for monitoring_service::interceptor::Attempt<'_> {
        fn used(
            self: &mut Self,
            a1: impl monitoring_service::IntoSecret,
        ) -> std::result::Result<(), monitoring_service::Error> {
            Self::set_api_key(self, a1)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used(
            self: &mut Self,
            a1: std::time::Duration,
            a2: &monitoring_service::rate_limit::Update,
        ) -> monitoring_service::rate_limit::Answer;
    }
    impl Use for monitoring_service::rate_limit::Ledger {
        fn used(
            self: &mut Self,
            a1: std::time::Duration,
            a2: &monitoring_service::rate_limit::Update,
        ) -> monitoring_service::rate_limit::Answer {
            Self::update(self, a1, a2)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used<M>(
            self: &Self,
            a1: M,
            a2: impl std::convert::Into<std::string::String>,
        ) -> monitoring_service::RequestBuilder
        where
            M: std::convert::TryInto<monitoring_service::http::Method, Error: std::fmt::Display>;
    }
    impl Use for monitoring_service::Client {
        fn used<M>(
            self: &Self,
            a1: M,
            a2: impl std::convert::Into<std::string::String>,
        ) -> monitoring_service::RequestBuilder
        where
            M: std::convert::TryInto<monitoring_service::http::Method, Error: std::fmt::Display>,
        {
            Self::request::<M>(self, a1, a2)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used<N, V>(self, a1: impl std::iter::IntoIterator<Item = (N, V)>) -> Self
        where
            N: std::convert::Into<std::string::String>,
            V: std::convert::Into<std::string::String>;
    }
    impl Use for monitoring_service::RequestBuilder {
        fn used<N, V>(self, a1: impl std::iter::IntoIterator<Item = (N, V)>) -> Self
        where
            N: std::convert::Into<std::string::String>,
            V: std::convert::Into<std::string::String>,
        {
            Self::query::<N, V>(self, a1)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used<N, V>(self: &Self, a1: impl std::iter::IntoIterator<Item = (N, V)>) -> Self
        where
            N: std::convert::Into<std::string::String>,
            V: std::convert::Into<std::string::String>;
    }
    impl Use for monitoring_service::Client {
        fn used<N, V>(self: &Self, a1: impl std::iter::IntoIterator<Item = (N, V)>) -> Self
        where
            N: std::convert::Into<std::string::String>,
            V: std::convert::Into<std::string::String>,
        {
            Self::with_headers::<N, V>(self, a1)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used<N, V>(self: &Self, a1: impl std::iter::IntoIterator<Item = (N, V)>) -> Self
        where
            N: std::convert::Into<std::string::String>,
            V: std::convert::Into<std::string::String>;
    }
    impl Use for monitoring_service::Client {
        fn used<N, V>(self: &Self, a1: impl std::iter::IntoIterator<Item = (N, V)>) -> Self
        where
            N: std::convert::Into<std::string::String>,
            V: std::convert::Into<std::string::String>,
        {
            Self::with_query::<N, V>(self, a1)
        }
    }
};

const _: () = {
    trait Use: Sized {
        fn used<S>(a0: (impl std::ops::Fn() -> S + std::marker::Send + std::marker::Sync + 'static)) -> Self
        where
            S: futures_core::Stream<Item = std::io::Result<bytes::Bytes>> + std::marker::Send + 'static;
    }
    impl Use for monitoring_service::multipart::Part {
        fn used<S>(a0: (impl std::ops::Fn() -> S + std::marker::Send + std::marker::Sync + 'static)) -> Self
        where
            S: futures_core::Stream<Item = std::io::Result<bytes::Bytes>> + std::marker::Send + 'static,
        {
            Self::stream::<S>(a0)
        }
    }
};

const _: () = {
    trait Use: monitoring_service::Interceptor + Sized {
        fn used(self: &Self, a1: &monitoring_service::interceptor::Ended<'_>)
        where
            Self: Sized,
        {
            <Self as monitoring_service::Interceptor>::after(self, a1)
        }
    }
};

const _: () = {
    trait Use: monitoring_service::Interceptor + Sized {
        fn used(
            self: &Self,
            a1: &mut monitoring_service::interceptor::Attempt<'_>,
        ) -> std::result::Result<(), monitoring_service::error::BoxError>
        where
            Self: Sized,
        {
            <Self as monitoring_service::Interceptor>::before(self, a1)
        }
    }
};

const _: () = {
    trait Use: monitoring_service::IntoSecret + Sized {
        fn used(self) -> secrecy::SecretString
        where
            Self: Sized,
        {
            <Self as monitoring_service::IntoSecret>::into_secret(self)
        }
    }
};

const _: () = {
    trait Use: monitoring_service::RateLimitStore + Sized {
        fn used(
            self: &Self,
            a1: monitoring_service::uuid::Uuid,
            a2: monitoring_service::rate_limit::Update,
        ) -> monitoring_service::rate_limit::StoreFuture<'_>
        where
            Self: Sized,
        {
            <Self as monitoring_service::RateLimitStore>::update(self, a1, a2)
        }
    }
};

const _: () = {
    trait Use: monitoring_service::multipart::IntoParts + Sized {
        fn used(self) -> std::vec::Vec<monitoring_service::multipart::Part>
        where
            Self: Sized,
        {
            <Self as monitoring_service::multipart::IntoParts>::into_parts(self)
        }
    }
};

const _: () = {
    trait Use: monitoring_service::page::Page + Sized {
        fn used(self) -> std::vec::Vec<Self::Item>
        where
            Self: Sized,
        {
            <Self as monitoring_service::page::Page>::into_items(self)
        }
    }
};

const _: () = {
    trait Use: monitoring_service::page::Page + Sized {
        fn used(self: &Self) -> std::option::Option<&str>
        where
            Self: Sized,
        {
            <Self as monitoring_service::page::Page>::next_id(self)
        }
    }
};

const _: () = {
    trait Use<'a, T>: Sized {
        fn used(self, a1: &str) -> Self;
    }
    impl<'a, T> Use<'a, T> for monitoring_service::mock::MockOperation<'a, T> {
        fn used(self, a1: &str) -> Self {
            Self::body_absent(self, a1)
        }
    }
};

const _: () = {
    trait Use<'a, T>: Sized {
        fn used(self, a1: &str, a2: impl std::fmt::Display) -> Self;
    }
    impl<'a, T> Use<'a, T> for monitoring_service::mock::MockOperation<'a, T> {
        fn used(self, a1: &str, a2: impl std::fmt::Display) -> Self {
            Self::header(self, a1, a2)
        }
    }
};

const _: () = {
    trait Use<'a, T>: Sized {
        fn used(self, a1: &str, a2: impl std::fmt::Display) -> Self;
    }
    impl<'a, T> Use<'a, T> for monitoring_service::mock::MockOperation<'a, T> {
        fn used(self, a1: &str, a2: impl std::fmt::Display) -> Self {
            Self::path(self, a1, a2)
        }
    }
};

const _: () = {
    trait Use<'a, T>: Sized {
        fn used(
            self,
            a1: (impl std::ops::Fn(&httpmock::HttpMockRequest) -> bool + std::marker::Send + std::marker::Sync + 'static),
        ) -> Self;
    }
    impl<'a, T> Use<'a, T> for monitoring_service::mock::MockOperation<'a, T> {
        fn used(
            self,
            a1: (impl std::ops::Fn(&httpmock::HttpMockRequest) -> bool + std::marker::Send + std::marker::Sync + 'static),
        ) -> Self {
            Self::matching(self, a1)
        }
    }
};

const _: () = {
    trait Use<'a, T>: Sized {
        fn used(self, a1: impl serde::Serialize) -> Self;
    }
    impl<'a, T> Use<'a, T> for monitoring_service::mock::MockOperation<'a, T> {
        fn used(self, a1: impl serde::Serialize) -> Self {
            Self::body(self, a1)
        }
    }
};

const _: () = {
    trait Use<'a, T>: Sized {
        fn used(self, a1: impl serde::Serialize) -> Self;
    }
    impl<'a, T> Use<'a, T> for monitoring_service::mock::MockOperation<'a, T> {
        fn used(self, a1: impl serde::Serialize) -> Self {
            Self::body_includes(self, a1)
        }
    }
};

const _: () = {
    trait Use<'a, T>: Sized {
        fn used(
            self,
            a1: impl std::convert::Into<monitoring_service::mock::Response<T>>,
        ) -> monitoring_service::mock::Mock<'a>;
    }
    impl<'a, T> Use<'a, T> for monitoring_service::mock::MockOperation<'a, T> {
        fn used(
            self,
            a1: impl std::convert::Into<monitoring_service::mock::Response<T>>,
        ) -> monitoring_service::mock::Mock<'a> {
            Self::respond(self, a1)
        }
    }
};

const _: () = {
    trait Use<'a, T>: Sized {
        fn used(
            self,
            a1: impl std::iter::IntoIterator<Item = monitoring_service::mock::Response<T>>,
        ) -> monitoring_service::mock::Mock<'a>;
    }
    impl<'a, T> Use<'a, T> for monitoring_service::mock::MockOperation<'a, T> {
        fn used(
            self,
            a1: impl std::iter::IntoIterator<Item = monitoring_service::mock::Response<T>>,
        ) -> monitoring_service::mock::Mock<'a> {
            Self::respond_in_turn(self, a1)
        }
    }
};

const _: () = {
    trait Use<'a, T>: Sized {
        fn used(self, a1: monitoring_service::http::StatusCode, a2: &str) -> monitoring_service::mock::Mock<'a>;
    }
    impl<'a, T> Use<'a, T> for monitoring_service::mock::MockOperation<'a, T> {
        fn used(self, a1: monitoring_service::http::StatusCode, a2: &str) -> monitoring_service::mock::Mock<'a> {
            Self::respond_error(self, a1, a2)
        }
    }
};

const _: () = {
    trait Use<'a, T>: Sized {
        fn used(
            self,
            a1: monitoring_service::http::StatusCode,
            a2: &str,
            a3: impl std::convert::Into<std::vec::Vec<u8>>,
        ) -> monitoring_service::mock::Mock<'a>;
    }
    impl<'a, T> Use<'a, T> for monitoring_service::mock::MockOperation<'a, T> {
        fn used(
            self,
            a1: monitoring_service::http::StatusCode,
            a2: &str,
            a3: impl std::convert::Into<std::vec::Vec<u8>>,
        ) -> monitoring_service::mock::Mock<'a> {
            Self::respond_with(self, a1, a2, a3)
        }
    }
};

const _: () = {
    trait Use<'a, T>: Sized {
        fn used<'n>(self, a1: impl std::convert::Into<monitoring_service::mock::ParameterName<'n>>) -> Self;
    }
    impl<'a, T> Use<'a, T> for monitoring_service::mock::MockOperation<'a, T> {
        fn used<'n>(self, a1: impl std::convert::Into<monitoring_service::mock::ParameterName<'n>>) -> Self {
            Self::query_absent(self, a1)
        }
    }
};

const _: () = {
    trait Use<'a, T>: Sized {
        fn used<'n>(
            self,
            a1: impl std::convert::Into<monitoring_service::mock::ParameterName<'n>>,
            a2: impl std::fmt::Display,
        ) -> Self;
    }
    impl<'a, T> Use<'a, T> for monitoring_service::mock::MockOperation<'a, T> {
        fn used<'n>(
            self,
            a1: impl std::convert::Into<monitoring_service::mock::ParameterName<'n>>,
            a2: impl std::fmt::Display,
        ) -> Self {
            Self::query(self, a1, a2)
        }
    }
};

const _: () = {
    trait Use<'a>: Sized {
        fn used(self);
    }
    impl<'a> Use<'a> for monitoring_service::mock::Mock<'a> {
        fn used(self) {
            Self::delete(self)
        }
    }
};

const _: () = {
    trait Use<'a>: Sized {
        fn used(self: &Self) -> monitoring_service::interceptor::Outcome<'a>;
    }
    impl<'a> Use<'a> for monitoring_service::interceptor::Ended<'a> {
        fn used(self: &Self) -> monitoring_service::interceptor::Outcome<'a> {
            Self::outcome(self)
        }
    }
};

const _: () = {
    trait Use<'a>: Sized {
        fn used(self: &Self) -> std::option::Option<&'a str>;
    }
    impl<'a> Use<'a> for monitoring_service::interceptor::Ended<'a> {
        fn used(self: &Self) -> std::option::Option<&'a str> {
            Self::error_type(self)
        }
    }
};

const _: () = {
    trait Use<'a>: Sized {
        fn used(self: &Self) -> std::option::Option<monitoring_service::http::StatusCode>;
    }
    impl<'a> Use<'a> for monitoring_service::interceptor::Ended<'a> {
        fn used(self: &Self) -> std::option::Option<monitoring_service::http::StatusCode> {
            Self::status(self)
        }
    }
};

const _: () = {
    trait Use<'a>: Sized {
        fn used(self: &Self) -> std::time::Duration;
    }
    impl<'a> Use<'a> for monitoring_service::interceptor::Ended<'a> {
        fn used(self: &Self) -> std::time::Duration {
            Self::elapsed(self)
        }
    }
};

const _: () = {
    trait Use<'a>: Sized {
        fn used(self: &Self) -> usize;
    }
    impl<'a> Use<'a> for monitoring_service::mock::Mock<'a> {
        fn used(self: &Self) -> usize {
            Self::calls(self)
        }
    }
};

const _: () = {
    trait Use<'a>: Sized {
        fn used(self: &Self);
    }
    impl<'a> Use<'a> for monitoring_service::mock::Mock<'a> {
        fn used(self: &Self) {
            Self::assert(self)
        }
    }
};

const _: () = {
    trait Use<'a>: Sized {
        fn used(self: &Self, a1: usize);
    }
    impl<'a> Use<'a> for monitoring_service::mock::Mock<'a> {
        fn used(self: &Self, a1: usize) {
            Self::assert_calls(self, a1)
        }
    }
};

const _: () = {
    trait Use<L: monitoring_service::page::Listing>: Sized {
        fn used(self) -> monitoring_service::page::Pages<L>;
    }
    impl<L: monitoring_service::page::Listing> Use<L> for monitoring_service::page::Items<L> {
        fn used(self) -> monitoring_service::page::Pages<L> {
            Self::pages(self)
        }
    }
};

const _: () = {
    trait Use<L: monitoring_service::page::Listing>: Sized {
        fn used(self: &Self) -> std::option::Option<&L::At>;
    }
    impl<L: monitoring_service::page::Listing> Use<L> for monitoring_service::page::Items<L> {
        fn used(self: &Self) -> std::option::Option<&L::At> {
            Self::position(self)
        }
    }
};

const _: () = {
    trait Use<L: monitoring_service::page::Listing>: Sized {
        fn used(self: &Self) -> std::option::Option<&L::At>;
    }
    impl<L: monitoring_service::page::Listing> Use<L> for monitoring_service::page::Pages<L> {
        fn used(self: &Self) -> std::option::Option<&L::At> {
            Self::position(self)
        }
    }
};

const _: () = {
    trait Use<L: monitoring_service::page::Listing>: Sized {
        fn used<Form>(
            self,
            a1: impl monitoring_service::optional::IntoOptional<L::At, Form, Error = std::convert::Infallible>,
        ) -> Self;
    }
    impl<L: monitoring_service::page::Listing> Use<L> for monitoring_service::page::Items<L> {
        fn used<Form>(
            self,
            a1: impl monitoring_service::optional::IntoOptional<L::At, Form, Error = std::convert::Infallible>,
        ) -> Self {
            Self::starting_at::<Form>(self, a1)
        }
    }
};

const _: () = {
    trait Use<L: monitoring_service::page::Listing>: Sized {
        fn used<Form>(
            self,
            a1: impl monitoring_service::optional::IntoOptional<L::At, Form, Error = std::convert::Infallible>,
        ) -> Self;
    }
    impl<L: monitoring_service::page::Listing> Use<L> for monitoring_service::page::Pages<L> {
        fn used<Form>(
            self,
            a1: impl monitoring_service::optional::IntoOptional<L::At, Form, Error = std::convert::Infallible>,
        ) -> Self {
            Self::starting_at::<Form>(self, a1)
        }
    }
};

const _: () = {
    trait Use<T, Form>: monitoring_service::optional::IntoOptional<T, Form> + Sized {
        fn used(self) -> std::result::Result<std::option::Option<T>, Self::Error>
        where
            Self: Sized,
        {
            <Self as monitoring_service::optional::IntoOptional<T, Form>>::into_optional(self)
        }
    }
};

const _: () = {
    trait Use<T>: Sized {
        async fn used(self: &mut Self) -> std::option::Option<std::result::Result<T, monitoring_service::Error>>;
    }
    impl<T> Use<T> for monitoring_service::stream::JsonLines<T> {
        async fn used(self: &mut Self) -> std::option::Option<std::result::Result<T, monitoring_service::Error>> {
            Self::next(self).await
        }
    }
};

const _: () = {
    trait Use<T>: Sized {
        async fn used(
            self: &mut Self,
        ) -> std::option::Option<std::result::Result<monitoring_service::stream::Event<T>, monitoring_service::Error>>;
    }
    impl<T> Use<T> for monitoring_service::stream::EventStream<T> {
        async fn used(
            self: &mut Self,
        ) -> std::option::Option<std::result::Result<monitoring_service::stream::Event<T>, monitoring_service::Error>>
        {
            Self::next(self).await
        }
    }
};

const _: () = {
    trait Use<T>: Sized {
        fn used() -> Self;
    }
    impl<T> Use<T> for monitoring_service::mock::Response<T> {
        fn used() -> Self {
            Self::forbidden()
        }
    }
};

const _: () = {
    trait Use<T>: Sized {
        fn used() -> Self;
    }
    impl<T> Use<T> for monitoring_service::mock::Response<T> {
        fn used() -> Self {
            Self::not_found()
        }
    }
};

const _: () = {
    trait Use<T>: Sized {
        fn used() -> Self;
    }
    impl<T> Use<T> for monitoring_service::mock::Response<T> {
        fn used() -> Self {
            Self::too_many_requests()
        }
    }
};

const _: () = {
    trait Use<T>: Sized {
        fn used() -> Self;
    }
    impl<T> Use<T> for monitoring_service::mock::Response<T> {
        fn used() -> Self {
            Self::unauthorized()
        }
    }
};

const _: () = {
    trait Use<T>: Sized {
        fn used(a0: T, a1: monitoring_service::http::StatusCode, a2: monitoring_service::http::HeaderMap) -> Self;
    }
    impl<T> Use<T> for monitoring_service::ResponseValue<T> {
        fn used(a0: T, a1: monitoring_service::http::StatusCode, a2: monitoring_service::http::HeaderMap) -> Self {
            Self::new(a0, a1, a2)
        }
    }
};

const _: () = {
    trait Use<T>: Sized {
        fn used(a0: monitoring_service::http::StatusCode, a1: &str) -> Self;
    }
    impl<T> Use<T> for monitoring_service::mock::Response<T> {
        fn used(a0: monitoring_service::http::StatusCode, a1: &str) -> Self {
            Self::error(a0, a1)
        }
    }
};

const _: () = {
    trait Use<T>: Sized {
        fn used(
            a0: monitoring_service::http::StatusCode,
            a1: &str,
            a2: impl std::convert::Into<std::vec::Vec<u8>>,
        ) -> Self;
    }
    impl<T> Use<T> for monitoring_service::mock::Response<T> {
        fn used(
            a0: monitoring_service::http::StatusCode,
            a1: &str,
            a2: impl std::convert::Into<std::vec::Vec<u8>>,
        ) -> Self {
            Self::new(a0, a1, a2)
        }
    }
};

const _: () = {
    trait Use<T>: Sized {
        fn used(self) -> T;
    }
    impl<T> Use<T> for monitoring_service::ResponseValue<T> {
        fn used(self) -> T {
            Self::into_inner(self)
        }
    }
};

const _: () = {
    trait Use<T>: Sized {
        fn used(self) -> monitoring_service::ByteStream;
    }
    impl<T> Use<T> for monitoring_service::stream::EventStream<T> {
        fn used(self) -> monitoring_service::ByteStream {
            Self::into_bytes(self)
        }
    }
};

const _: () = {
    trait Use<T>: Sized {
        fn used(self) -> monitoring_service::ByteStream;
    }
    impl<T> Use<T> for monitoring_service::stream::JsonLines<T> {
        fn used(self) -> monitoring_service::ByteStream {
            Self::into_bytes(self)
        }
    }
};

const _: () = {
    trait Use<T>: Sized {
        fn used(self, a1: &str, a2: &str) -> Self;
    }
    impl<T> Use<T> for monitoring_service::mock::Response<T> {
        fn used(self, a1: &str, a2: &str) -> Self {
            Self::header(self, a1, a2)
        }
    }
};

const _: () = {
    trait Use<T>: Sized {
        fn used(self, a1: monitoring_service::http::StatusCode) -> Self;
    }
    impl<T> Use<T> for monitoring_service::mock::Response<T> {
        fn used(self, a1: monitoring_service::http::StatusCode) -> Self {
            Self::status(self, a1)
        }
    }
};

const _: () = {
    trait Use<T>: Sized {
        fn used(self, a1: std::time::Duration) -> Self;
    }
    impl<T> Use<T> for monitoring_service::mock::Response<T> {
        fn used(self, a1: std::time::Duration) -> Self {
            Self::delay(self, a1)
        }
    }
};

const _: () = {
    trait Use<T>: Sized {
        fn used(self: &Self) -> &monitoring_service::http::HeaderMap;
    }
    impl<T> Use<T> for monitoring_service::ResponseValue<T> {
        fn used(self: &Self) -> &monitoring_service::http::HeaderMap {
            Self::headers(self)
        }
    }
};

const _: () = {
    trait Use<T>: Sized {
        fn used(self: &Self) -> &str;
    }
    impl<T> Use<T> for monitoring_service::stream::EventStream<T> {
        fn used(self: &Self) -> &str {
            Self::last_event_id(self)
        }
    }
};

const _: () = {
    trait Use<T>: Sized {
        fn used(self: &Self) -> monitoring_service::http::StatusCode;
    }
    impl<T> Use<T> for monitoring_service::ResponseValue<T> {
        fn used(self: &Self) -> monitoring_service::http::StatusCode {
            Self::status(self)
        }
    }
};

const _: () = {
    trait Use<T>: Sized {
        fn used(self: &Self) -> std::option::Option<&bytes::Bytes>;
    }
    impl<T> Use<T> for monitoring_service::ResponseValue<T> {
        fn used(self: &Self) -> std::option::Option<&bytes::Bytes> {
            Self::raw_body(self)
        }
    }
};

const _: () = {
    trait Use<T>: Sized {
        fn used(self: &Self) -> std::option::Option<std::time::Duration>;
    }
    impl<T> Use<T> for monitoring_service::stream::EventStream<T> {
        fn used(self: &Self) -> std::option::Option<std::time::Duration> {
            Self::retry(self)
        }
    }
};

const _: () = {
    trait Use<T>: Sized {
        fn used(self: &Self) -> std::option::Option<u64>;
    }
    impl<T> Use<T> for monitoring_service::ResponseValue<T> {
        fn used(self: &Self) -> std::option::Option<u64> {
            Self::content_length(self)
        }
    }
};

const _: () = {
    trait Use<T>: Sized {
        fn used<U>(self, a1: impl std::ops::FnOnce(T) -> U) -> monitoring_service::ResponseValue<U>;
    }
    impl<T> Use<T> for monitoring_service::ResponseValue<T> {
        fn used<U>(self, a1: impl std::ops::FnOnce(T) -> U) -> monitoring_service::ResponseValue<U> {
            Self::map::<U>(self, a1)
        }
    }
};

const _: () = {
    use monitoring_service as _;
};

const _: () = {
    use monitoring_service::chrono as _;
};

const _: () = {
    use monitoring_service::error as _;
};

const _: () = {
    use monitoring_service::error::ApiError as _;
};

const _: () = {
    use monitoring_service::error::Error as _;
};

const _: () = {
    use monitoring_service::http as _;
};

const _: () = {
    use monitoring_service::httpmock as _;
};

const _: () = {
    use monitoring_service::interceptor as _;
};

const _: () = {
    use monitoring_service::interceptor::BoxError as _;
};

const _: () = {
    use monitoring_service::interceptor::Interceptor as _;
};

const _: () = {
    use monitoring_service::mock as _;
};

const _: () = {
    use monitoring_service::multipart as _;
};

const _: () = {
    use monitoring_service::optional as _;
};

const _: () = {
    use monitoring_service::page as _;
};

const _: () = {
    use monitoring_service::page::paginate as _;
};

const _: () = {
    use monitoring_service::rate_limit as _;
};

const _: () = {
    use monitoring_service::rate_limit::LimitStatus as _;
};

const _: () = {
    use monitoring_service::rate_limit::OnStoreError as _;
};

const _: () = {
    use monitoring_service::rate_limit::RateLimitStore as _;
};

const _: () = {
    use monitoring_service::rate_limit::WhenLimited as _;
};

const _: () = {
    use monitoring_service::redis as _;
};

const _: () = {
    use monitoring_service::reqwest as _;
};

const _: () = {
    use monitoring_service::retry as _;
};

const _: () = {
    use monitoring_service::retry::RetryPolicy as _;
};

const _: () = {
    use monitoring_service::secrecy as _;
};

const _: () = {
    use monitoring_service::stream as _;
};

const _: () = {
    use monitoring_service::time as _;
};

const _: () = {
    use monitoring_service::uuid as _;
};
