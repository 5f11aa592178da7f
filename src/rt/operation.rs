//! The builder of an operation: its setters, and how it is sent.

/// Defines the builder of an operation.
///
/// ```ignore
/// operation! {
///     /// Builder for [`Client::get_thing`](crate::Client::get_thing).
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
///     pages { … }
/// }
/// ```
/// `pages` is there where the document shows how the next page is asked for: see `pager!`.
///
/// An input is `required` or `optional`; it has a name, a type, and the method of `RequestBuilder` that puts it into the
/// request. `explained` tells why its conversion fails; `any` is any JSON; `text` is a body that is set as text, and
/// `built B` one that has the builder `B`, which `body_map` changes.
macro_rules! operation {
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
        $(server $server:literal;)?
        $(limit $requests:literal / $seconds:literal;)?
        $(#[$send_docs:meta])*
        send $send:ident($($accept:literal)?) -> $response:ty;
        $(pages { $($pager:tt)* })?
    ) => {
        $(#[$meta])*
        #[must_use = "nothing is sent until `send` is called and awaited"]
        pub struct $name {
            $client: $crate::Client,
            $($input: $crate::rt::given!($need $($how $($builder)?)?: $ty),)*
        }

        impl $name {
            pub(crate) const OPERATION: &'static $crate::Operation = &Self::DECLARED;

            pub(crate) const DECLARED: $crate::Operation = $crate::Operation {
                operation_id: $operation_id,
                call_name: ::std::borrow::Cow::Borrowed($call_name),
                method: ::std::borrow::Cow::Borrowed($method),
                path: ::std::borrow::Cow::Borrowed($path),
                server: $crate::rt::option!($($server)?),
                rate_limit: $crate::rt::option!($($crate::RateLimit::new($requests, $seconds))?),
            };

            pub(crate) fn new(client: &$crate::Client) -> Self {
                Self {
                    $client: ::std::clone::Clone::clone(client),
                    $($input: $crate::rt::unset!($need $($how $($builder)?)?: $input),)*
                }
            }

            $($crate::rt::setter! { $(#[$docs])* $need $($how $($builder)?)?: $input: $ty })*

            $(#[$send_docs])*
            pub async fn send(self) -> ::std::result::Result<$crate::ResponseValue<$response>, $crate::Error> {
                // The values stay where they are, and are dropped together: rustc takes time for each local variable at
                // each call that may panic, and more while it is alive at an `await`.
                let request = {
                    let builder = self;
                    let mut request = $crate::rt::RequestBuilder::new(builder.$client, Self::OPERATION);
                    $($crate::rt::put! {
                        request.$put(builder.$input, $input $(, $argument)*): $need $($how $($builder)?)?: $ty
                    })*
                    $(request.accept($accept);)?
                    request
                };
                request.$send().await
            }
        }

        $($crate::rt::pager! { $name($client) -> $response; $($pager)* })?
    };
}
pub(crate) use operation;

macro_rules! option {
    () => {
        ::std::option::Option::None
    };
    ($some:expr) => {
        ::std::option::Option::Some($some)
    };
}
pub(crate) use option;

/// The field for an input.
macro_rules! given {
    (required built $builder:ident: $ty:ty) => { $crate::rt::Given<$crate::types::builder::$builder> };
    (optional built $builder:ident: $ty:ty) => { $crate::rt::Given<::std::option::Option<$crate::types::builder::$builder>> };
    (required $($how:ident)?: $ty:ty) => { $crate::rt::Given<$ty> };
    (optional $($how:ident)?: $ty:ty) => { $crate::rt::Given<::std::option::Option<$ty>> };
}
pub(crate) use given;

/// The value that an input has before it is set.
macro_rules! unset {
    (required built $builder:ident: $input:ident) => {
        ::std::result::Result::Ok(::std::default::Default::default())
    };
    (required $($how:ident)?: $input:ident) => {
        ::std::result::Result::Err($crate::rt::not_set(stringify!($input)))
    };
    (optional $($how:ident $($builder:ident)?)?: $input:ident) => {
        ::std::result::Result::Ok(::std::option::Option::None)
    };
}
pub(crate) use unset;

/// The setter of an input: from `where`, what it takes and what is said of a value that does not convert.
macro_rules! setter {
    ($(#[$docs:meta])* $need:ident: $input:ident: $ty:ty) => {
        $crate::rt::setter! { $(#[$docs])* $need: $input where $ty, |_| invalid(stringify!($ty)) }
    };
    ($(#[$docs:meta])* $need:ident any: $input:ident: $ty:ty) => {
        $crate::rt::setter! { $(#[$docs])* $need: $input where $crate::optional::Json, |_| invalid(stringify!($ty)) }
    };
    ($(#[$docs:meta])* $need:ident text: $input:ident: $ty:ty) => {
        $crate::rt::setter! { $(#[$docs])* $need: $input where ::std::string::String, |_| invalid("String") }
    };
    ($(#[$docs:meta])* $need:ident explained: $input:ident: $ty:ty) => {
        $crate::rt::setter! {
            $(#[$docs])* $need: $input where $ty, |error: ::std::fmt::Display| invalid_because(stringify!($ty), &error)
        }
    };
    ($(#[$docs:meta])* $need:ident built $builder:ident: $input:ident: $ty:ty) => {
        $crate::rt::setter! {
            $(#[$docs])*
            $need: $input where $ty, |error: ::std::fmt::Display| invalid_because(stringify!($ty), &error),
            // A value that is set as a whole is sent as a whole.
            then $crate::types::builder::$builder::keep_undeclared
        }

        /// Changes the body through its builder.
        pub fn body_map<F>(mut self, change: F) -> Self
        where
            F: ::std::ops::FnOnce($crate::types::builder::$builder) -> $crate::types::builder::$builder,
        {
            self.$input = self.$input.map($crate::rt::changed!($need: change));
            self
        }
    };
    (
        $(#[$docs:meta])*
        required: $input:ident where $taken:ty, |$error:tt $(: $display:path)?| $invalid:ident($($said:expr),*)
        $(, then $whole:path)?
    ) => {
        $(#[$docs])*
        pub fn $input<V>(mut self, value: V) -> Self
        where
            V: ::std::convert::TryInto<$taken $(, Error: $display)?>,
        {
            let value = value.try_into().map(::std::convert::Into::into)$(.map($whole))?;
            self.$input = value.map_err(|$error| $crate::rt::$invalid(stringify!($input), $($said),*));
            self
        }
    };
    (
        $(#[$docs:meta])*
        optional: $input:ident where $taken:ty, |$error:tt $(: $display:path)?| $invalid:ident($($said:expr),*)
        $(, then $whole:path)?
    ) => {
        $(#[$docs])*
        pub fn $input<V, Form>(mut self, value: V) -> Self
        where
            V: $crate::optional::IntoOptional<$taken, Form $(, Error: $display)?>,
        {
            let value = value.into_optional().map(|value| value.map(::std::convert::Into::into)$(.map($whole))?);
            let value = value.map_err(|$error| $crate::rt::$invalid(stringify!($input), $($said),*));
            $crate::rt::set_optional(&mut self.$input, value);
            self
        }
    };
}
pub(crate) use setter;

/// Applies `$change` to a body that may not be set yet.
macro_rules! changed {
    (required: $change:expr) => {
        $change
    };
    (optional: $change:expr) => {
        |body| ::std::option::Option::Some($change(body.unwrap_or_default()))
    };
}
pub(crate) use changed;

/// Puts an input into the request.
macro_rules! put {
    ($request:ident.json($given:expr, $input:ident, $media_type:expr): $($body:tt)*) => {
        $request.json($crate::rt::body!($given, $($body)*), $media_type);
    };
    ($request:ident.form($given:expr, $input:ident, $styles:expr): $($body:tt)*) => {
        $request.form($crate::rt::body!($given, $($body)*), $styles);
    };
    ($request:ident.raw($given:expr, $input:ident, $media_type:expr): $($body:tt)*) => {
        $request.raw($crate::rt::body!($given, $($body)*), $media_type);
    };
    ($request:ident.files($given:expr, $input:ident, $name:literal, $media_type:expr): $($parameter:tt)*) => {
        $request.files($name, stringify!($input), $given, $media_type);
    };
    ($request:ident.parts($given:expr, $input:ident): $($parameter:tt)*) => {
        $request.parts(stringify!($input), $given);
    };
    ($request:ident.$put:ident($given:expr, $input:ident, $name:expr $(, $argument:expr)*): $($parameter:tt)*) => {
        $request.$put($name, stringify!($input), &$given $(, $argument)*);
    };
}
pub(crate) use put;

/// The body, if there is one.
macro_rules! body {
    ($given:expr, required built $builder:ident: $ty:ty) => {
        $given.and_then($crate::rt::built::<$ty, _>).map(::std::option::Option::Some)
    };
    ($given:expr, optional built $builder:ident: $ty:ty) => {
        $given.and_then(|body| body.map($crate::rt::built::<$ty, _>).transpose())
    };
    ($given:expr, required $($how:ident)?: $ty:ty) => {
        $given.map(::std::option::Option::Some)
    };
    ($given:expr, optional $($how:ident)?: $ty:ty) => {
        $given
    };
}
pub(crate) use body;
