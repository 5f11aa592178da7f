//! The builder of an operation: its setters, and how it is sent.

use std::borrow::Cow;

use super::request_builder::RequestBuilder;
use crate::operation::{Alternatives, Operation};
use crate::service::{RateLimit, Service};

/// Defines the builder of an operation.
///
/// ```ignore
/// operation! {
///     /// Builder for `Client::get_thing`.
///     #[derive(Clone, Debug)]
///     pub struct GetThing(client) {
///         /// Which one.
///         required id: ::uuid::Uuid => path("id");
///         optional(explained) since: crate::time::Date => query("since");
///     }
///     operation "getThing" as "things().get";
///     request "GET" "/things/{id}";
///     limit 300 / 86_400;
///     /// Sends the request.
///     send send_json("application/json") -> crate::types::Thing;
///     /// Sends the request, and streams …
///     or send_stream send_events("text/event-stream") -> ::perennial::stream::EventStream<crate::types::Thing>;
///     pages { … }
/// }
/// ```
/// `fixed "beta" = "true";` after the request is a pair of the query that each call has. `keeps keep_read_only;` before it
/// is there where the body has read-only fields.
///
/// `security &[&[0]];` after the limit says which schemes authenticate it, where those are not the ones of the document.
///
/// `idempotent "idempotency-key";` after that is the header that has a random value where it is not set.
///
/// `or` is another way of sending, where a success is of one of several media types.
///
/// `pages` is there where the document shows how the next page is asked for: see `pager!`.
///
/// `multipart "multipart/mixed" = true;` is the media type of a body of parts, and whether one is required.
///
/// An input is `required`, `optional`, or `nullable`: a required body that may be null. It has a name, a type, and the method of `RequestBuilder` that puts it into the
/// request. `explained` tells why its conversion fails; `any` is any JSON; `text` is a body that is set as text, and
/// `built B` one that has the builder `B`, which `body_map` changes.
#[doc(hidden)]
#[macro_export]
macro_rules! __operation {
    (
        $(#[$meta:meta])*
        pub struct $name:ident($client:ident) {
            $(
                $(#[$docs:meta])*
                $need:ident $(($how:ident $($builder:ident)?))? $input:ident: $ty:ty => $put:ident($($argument:expr),*);
            )*
        }
        operation $operation_id:literal as $call_name:literal;
        request $method:literal $path:literal;
        $(keeps $keeps:ident;)?
        $(fixed $fixed_name:literal = $fixed_value:literal;)*
        $(multipart $multipart:literal = $multipart_required:literal;)?
        $(server $server:literal;)?
        $(limit $requests:literal / $seconds:literal;)?
        $(security $security:expr;)?
        $(idempotent $idempotent:literal;)?
        $(#[$send_docs:meta])*
        send $send:ident($($accept:literal)?) -> $response:ty;
        $(
            $(#[$or_docs:meta])*
            or $or:ident $or_send:ident($or_accept:literal) -> $or_response:ty;
        )?
        $(pages { $($pager:tt)* })?
    ) => {
        $(#[$meta])*
        #[must_use = "nothing is sent until `.send().await`"]
        pub struct $name {
            $client: $crate::Core,
            held: $crate::__private::v1::Held<<Self as $crate::__private::v1::Call>::Inputs>,
            $($keeps: bool,)?
        }

        // A block has room for a second name, which no operation has.
        const _: () = {
            $(#[$meta])*
            pub struct __Inputs {
                $($input: $crate::__private::v1::given!($need $($how $($builder)?)?: $ty),)*
            }

            impl $name {
                pub(crate) fn new(client: &$crate::Core) -> Self {
                    let inputs = __Inputs {
                        $($input: $crate::__private::v1::unset!($need $($how $($builder)?)?: $input),)*
                    };
                    Self {
                        $client: ::std::clone::Clone::clone(client),
                        held: $crate::__private::v1::Held(::std::boxed::Box::new(inputs)),
                        $($keeps: false,)?
                    }
                }
            }

            impl $crate::__private::v1::Call for $name {
                type Inputs = __Inputs;

                fn request(self) -> $crate::__private::v1::RequestBuilder {
                    // The values stay where they are, and are dropped together: rustc takes time for each local variable at
                    // each call that may panic.
                    let builder = self;
                    let mut request = $crate::__private::v1::RequestBuilder::new(builder.$client, Self::OPERATION);
                    $(request.fixed_query($fixed_name, $fixed_value);)*
                    $(request.multipart($multipart, $multipart_required);)?
                    $(request.keep_read_only(builder.$keeps);)?
                    $($crate::__private::v1::put! {
                        request.$put(builder.held.0.$input, $input $(, $argument)*): $need $($how $($builder)?)?: $ty
                    })*
                    request
                }
            }
        };

        impl $name {
            pub(crate) const OPERATION: &'static $crate::Operation = &Self::DECLARED;

            pub(crate) const DECLARED: $crate::Operation = $crate::__private::v1::declared(
                &super::SERVICE,
                [$operation_id, $call_name, $method, $path],
                &[
                    $($crate::__private::v1::Said::Server($server),)?
                    $($crate::__private::v1::Said::Limit($crate::RateLimit::new($requests, $seconds)),)?
                    $($crate::__private::v1::Said::Security($security),)?
                    $($crate::__private::v1::Said::IdempotencyKey($idempotent),)?
                ],
            );

            $($crate::__private::v1::setter! { $(#[$docs])* $need $($how $($builder)?)?: $input: $ty })*
            $(
                /// Whether the body is sent as it is: with the fields that are read-only in the document. By default, it is sent
                /// without them, since the service sets them.
                pub fn $keeps(self, keep: bool) -> Self {
                    Self { $keeps: keep, ..self }
                }
            )?

            $(#[$send_docs])*
            pub async fn send(self) -> ::std::result::Result<$crate::ResponseValue<$response>, $crate::Error> {
                let mut request = $crate::__private::v1::Call::request(self);
                $(request.accept($accept);)?
                request.$send().await
            }

            $(
                $(#[$or_docs])*
                pub async fn $or(self) -> ::std::result::Result<$crate::ResponseValue<$or_response>, $crate::Error> {
                    let mut request = $crate::__private::v1::Call::request(self);
                    request.accept($or_accept);
                    request.$or_send().await
                }
            )?
        }

        $($crate::__private::v1::pager! { $name($client) -> $response; $($pager)* })?
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __option {
    () => {
        ::std::option::Option::None
    };
    ($some:expr) => {
        ::std::option::Option::Some($some)
    };
}

/// The field for an input.
#[doc(hidden)]
#[macro_export]
macro_rules! __given {
    (required built $builder:ident: $ty:ty) => { $crate::__private::v1::Given<super::types::builder::$builder> };
    ($need:ident built $builder:ident: $ty:ty) => { $crate::__private::v1::Given<::std::option::Option<super::types::builder::$builder>> };
    (required $($how:ident)?: $ty:ty) => { $crate::__private::v1::Given<$ty> };
    ($need:ident $($how:ident)?: $ty:ty) => { $crate::__private::v1::Given<::std::option::Option<$ty>> };
}

/// The value that an input has before it is set.
#[doc(hidden)]
#[macro_export]
macro_rules! __unset {
    (required built $builder:ident: $input:ident) => {
        ::std::result::Result::Ok(::std::default::Default::default())
    };
    (required $($how:ident)?: $input:ident) => {
        $crate::__private::v1::unset!(nullable: $input)
    };
    (nullable $($how:ident $($builder:ident)?)?: $input:ident) => {
        ::std::result::Result::Err($crate::__private::v1::not_set(::std::stringify!($input)))
    };
    (optional $($how:ident $($builder:ident)?)?: $input:ident) => {
        ::std::result::Result::Ok(::std::option::Option::None)
    };
}

/// The setter of an input: after `where`, what it takes, what is said of a value that does not convert, and what makes of it
/// the value that is held. It has no closure: rustc takes longer for one than for the setter.
#[doc(hidden)]
#[macro_export]
macro_rules! __setter {
    ($(#[$docs:meta])* $need:ident: $input:ident: $ty:ty) => {
        $crate::__private::v1::setter! { $(#[$docs])* $need: $input where $ty, given(::std::stringify!($ty)) }
    };
    ($(#[$docs:meta])* $need:ident any: $input:ident: $ty:ty) => {
        $crate::__private::v1::setter! {
            $(#[$docs])* $need: $input where $crate::optional::Json, given(::std::stringify!($ty)), then ::std::convert::Into::into
        }
    };
    ($(#[$docs:meta])* $need:ident text: $input:ident: $ty:ty) => {
        $crate::__private::v1::setter! {
            $(#[$docs])* $need: $input where ::std::string::String, given("String"), then ::std::convert::Into::into
        }
    };
    ($(#[$docs:meta])* $need:ident explained: $input:ident: $ty:ty) => {
        $crate::__private::v1::setter! {
            $(#[$docs])* $need: $input where $ty: ::std::fmt::Display, given_or_why(::std::stringify!($ty))
        }
    };
    ($(#[$docs:meta])* $need:ident built $builder:ident: $input:ident: $ty:ty) => {
        $crate::__private::v1::setter! {
            $(#[$docs])*
            $need: $input where $ty: ::std::fmt::Display, given_or_why(::std::stringify!($ty)),
            // A value that is set as a whole is sent as a whole.
            then ::std::convert::Into::into, then super::types::builder::$builder::keep_undeclared
        }

        /// Changes the body through its builder.
        pub fn body_map<F>(mut self, change: F) -> Self
        where
            F: ::std::ops::FnOnce(super::types::builder::$builder) -> super::types::builder::$builder,
        {
            self.held.0.$input = $crate::__private::v1::changed!($need $input: self.held.0.$input, change);
            self
        }
    };
    (
        $(#[$docs:meta])*
        required: $input:ident where $taken:ty $(: $display:path)?, $given:ident($ty:expr) $(, then $held:path)*
    ) => {
        $(#[$docs])*
        pub fn $input<V>(mut self, value: V) -> Self
        where
            V: ::std::convert::TryInto<$taken $(, Error: $display)?>,
        {
            self.held.0.$input = $crate::__private::v1::$given(value.try_into(), ::std::stringify!($input), $ty)$(.map($held))*;
            self
        }
    };
    (
        $(#[$docs:meta])*
        $need:ident: $input:ident where $taken:ty $(: $display:path)?, $given:ident($ty:expr) $(, then $held:path)*
    ) => {
        $(#[$docs])*
        pub fn $input<V, Form>(mut self, value: V) -> Self
        where
            V: $crate::optional::IntoOptional<$taken, Form $(, Error: $display)?>,
        {
            let value = $crate::__private::v1::$given(value.into_optional(), ::std::stringify!($input), $ty)
                $(.map(|value| value.map($held)))*;
            $crate::__private::v1::set!($need self.held.0.$input, value);
            self
        }
    };
}

/// Takes over what the setter of a value was given that may be none.
#[doc(hidden)]
#[macro_export]
macro_rules! __set {
    (optional $held:expr, $given:ident) => {
        $crate::__private::v1::set_optional(&mut $held, $given)
    };
    (nullable $held:expr, $given:ident) => {
        $held = $given
    };
}

/// Applies `$change` to a body that may not be set yet.
#[doc(hidden)]
#[macro_export]
macro_rules! __changed {
    (required $input:ident: $given:expr, $change:expr) => {
        $given.map($change)
    };
    (optional $input:ident: $given:expr, $change:expr) => {
        $given.map(|body| ::std::option::Option::Some($change(body.unwrap_or_default())))
    };
    (nullable $input:ident: $given:expr, $change:expr) => {
        $crate::__private::v1::changed!(optional $input: $crate::__private::v1::begun(::std::stringify!($input), $given), $change)
    };
}

/// Puts an input into the request.
#[doc(hidden)]
#[macro_export]
macro_rules! __put {
    ($request:ident.json($given:expr, $input:ident, $media_type:expr): $($body:tt)*) => {
        $request.json($crate::__private::v1::body!($given, $($body)*), $media_type);
    };
    ($request:ident.own_json($given:expr, $input:ident, $media_type:expr): $($body:tt)*) => {
        $request.own_json($crate::__private::v1::body!($given, $($body)*), $media_type);
    };
    ($request:ident.form($given:expr, $input:ident, $styles:expr): $($body:tt)*) => {
        $request.form($crate::__private::v1::body!($given, $($body)*), $styles);
    };
    ($request:ident.raw($given:expr, $input:ident, $media_type:expr): $($body:tt)*) => {
        $request.raw($crate::__private::v1::body!($given, $($body)*), $media_type);
    };
    ($request:ident.typed($given:expr, $input:ident, $declared:expr): $($body:tt)*) => {
        $request.typed(::std::stringify!($input), $crate::__private::v1::body!($given, $($body)*), $declared);
    };
    ($request:ident.files($given:expr, $input:ident, $name:literal, $media_type:expr $(, $header:literal)*): $($parameter:tt)*) => {
        $request.files($name, ::std::stringify!($input), $given, $media_type, &[$($header),*]);
    };
    ($request:ident.parts($given:expr, $input:ident): $($parameter:tt)*) => {
        $request.parts(::std::stringify!($input), $given);
    };
    ($request:ident.$put:ident($given:expr, $input:ident, $name:expr $(, $argument:expr)*): $($parameter:tt)*) => {
        $request.$put($name, ::std::stringify!($input), &$given $(, $argument)*);
    };
}

/// The body, if there is one.
#[doc(hidden)]
#[macro_export]
macro_rules! __body {
    ($given:expr, required built $builder:ident: $ty:ty) => {
        $given.and_then($crate::__private::v1::built::<$ty, _>).map(::std::option::Option::Some)
    };
    ($given:expr, optional built $builder:ident: $ty:ty) => {
        $given.and_then(|body| body.map($crate::__private::v1::built::<$ty, _>).transpose())
    };
    ($given:expr, nullable built $builder:ident: $ty:ty) => {
        $crate::__private::v1::body!($given, optional built $builder: $ty).map(::std::option::Option::Some)
    };
    ($given:expr, optional $($how:ident)?: $ty:ty) => {
        $given
    };
    ($given:expr, $need:ident $($how:ident)?: $ty:ty) => {
        $given.map(::std::option::Option::Some)
    };
}

/// The builder of an operation.
pub trait Call {
    /// What was set.
    type Inputs;

    /// The request with all that was set.
    fn request(self) -> RequestBuilder;
}

/// What a document says of an operation, where it says it.
pub enum Said {
    Server(&'static str),
    Limit(RateLimit),
    Security(Alternatives),
    IdempotencyKey(&'static str),
}

/// An operation that a document declares.
pub const fn declared(
    service: &'static Service,
    [operation_id, call_name, method, path]: [&'static str; 4],
    mut said: &[Said],
) -> Operation {
    let mut operation = Operation {
        service: Some(service),
        operation_id,
        call_name: Cow::Borrowed(call_name),
        method: Cow::Borrowed(method),
        path: Cow::Borrowed(path),
        server: None,
        rate_limit: None,
        security: None,
        idempotency_key: None,
    };
    while let [first, rest @ ..] = said {
        match first {
            Said::Server(url) => operation.server = Some(url),
            Said::Limit(limit) => operation.rate_limit = Some(*limit),
            Said::Security(alternatives) => operation.security = Some(alternatives),
            Said::IdempotencyKey(header) => operation.idempotency_key = Some(header),
        }
        said = rest;
    }
    operation
}
