//! The pages of an operation: how its builder goes from one to the next.

use std::pin::Pin;

use super::{Given, RequestBuilder};
use crate::client::Core;
use crate::encode;
use crate::error::Error;
use crate::page::{Steps, Urls};
use crate::response::ResponseValue;

/// The call for a page.
pub type PageCall<T> = Pin<Box<dyn Future<Output = Result<ResponseValue<T>, Error>> + Send>>;

/// The number of a page, or a limit, as a builder holds it.
pub trait Number: Copy {
    /// The number, if it is whole.
    fn whole(self) -> Option<i64>;

    /// The nearest there is.
    fn of(number: i64) -> Self;
}

macro_rules! integers {
    ($($type:ty)*) => {$(
        impl Number for $type {
            fn whole(self) -> Option<i64> {
                self.try_into().ok()
            }

            fn of(number: i64) -> Self {
                number.try_into().unwrap_or(if number < 0 { Self::MIN } else { Self::MAX })
            }
        }
    )*};
}
integers! { i64 i32 u64 }

impl Number for f64 {
    fn whole(self) -> Option<i64> {
        encode::whole(self)
    }

    fn of(number: i64) -> Self {
        number as Self
    }
}

/// A walk by a cursor, from what the builder holds for it.
pub fn by_cursor<C: Clone>(given: &Given<Option<C>>) -> (Steps, Option<C>) {
    (Steps::by_cursor(), given.clone().ok().flatten())
}

/// A walk by the number of a page, from what the builder holds for that, if each page but the last has `size` items.
pub fn by_number<T: Number>(given: &Given<Option<T>>, first: i64, size: Option<i64>) -> (Steps, Option<i64>) {
    (Steps::by_number(first, size.and_then(|size| size.try_into().ok())), begins_at(given, first))
}

/// As [`by_number`], by the number of items before a page.
pub fn by_offset<T: Number>(given: &Given<Option<T>>, first: i64, size: Option<i64>) -> (Steps, Option<i64>) {
    (Steps::by_offset(first, size.and_then(|size| size.try_into().ok())), begins_at(given, first))
}

fn begins_at<T: Number>(given: &Given<Option<T>>, first: i64) -> Option<i64> {
    match given {
        Ok(Some(at)) => at.whole(),
        Ok(None) | Err(_) => Some(first),
    }
}

/// A walk by the URLs that pages have, to where the request goes.
pub fn by_url(request: &RequestBuilder) -> Steps {
    let names = request.client.settings.authentication.query_names(&request.operation);
    Steps::by_url(Urls::new(request.address(), names.into_iter().map(str::to_owned).collect()))
}

/// Sets the number of the page to be asked for. The first is asked for as `send` does it, if the service takes it for
/// what is left out.
pub fn set_number<T: Number>(given: &mut Given<Option<T>>, at: i64, left_out: Option<i64>) {
    if Some(at) != left_out || matches!(given, Ok(Some(_))) {
        *given = Ok(Some(T::of(at)));
    }
}

/// The limit in force, as the document states it. What a derived client adds to the query is not known to it.
pub fn limit<T: Number>(
    (client, name): (&Core, &str),
    given: &Given<Option<T>>,
    default: Option<i64>,
    maximum: Option<i64>,
) -> Option<i64> {
    let limit = match given {
        Ok(None) => default,
        Ok(Some(limit)) => limit.whole().filter(|limit| maximum.is_some_and(|maximum| *limit <= maximum)),
        Err(_) => None,
    };
    limit.filter(|_| !client.settings.overrides.query.has(name))
}

/// Defines how the builder of an operation goes through its pages: `items` and `pages`, with the type of the items and
/// the fields that lead to the list, and what asks for the next page.
///
/// ```text
/// items pages: crate::types::Thing = [optional entries];
/// cursor next_id = [required pagination, optional next_id]: ::std::string::String;
/// ```
/// ```text
/// items pages: crate::types::Thing = [];
/// number page = 1 limit limit "limit" [10] [100] total Items(optional total);
/// ```
/// `offset` in the place of `number` counts the items before a page, and `sent` before the first number is there where
/// the document does not say that it is the default.
///
/// ```text
/// items pages: crate::types::Thing = [];
/// url = [required links, optional next];
/// ```
/// `link = [];` is the header `Link` in the place of a field.
#[doc(hidden)]
#[macro_export]
macro_rules! __pager {
    (
        $name:ident($client:ident) -> $page:ty;
        $(#[$docs:meta])*
        $items:ident $pages:ident: $item:ty = [$($list:tt)*];
        $by:ident $($how:tt)*
    ) => {
        impl $name {
            /// Streams the items of all pages.
            ///
            $(#[$docs])*
            ///
            /// Each page is a call like [`send`](Self::send), with all that is set here; it is made when the items
            /// before it have been taken. The first error ends the stream, and has the [`page`](crate::Error::page)
            /// to continue at: see [`page`](crate::page).
            pub fn $items(self) -> $crate::page::Items<Self> {
                $crate::page::Items::new(self)
            }

            /// Streams all pages, with status and headers, as
            #[doc = ::std::concat!("[`", ::std::stringify!($items), "`](Self::", ::std::stringify!($items), ") streams their items.")]
            pub fn $pages(self) -> $crate::page::Pages<Self> {
                $crate::page::Pages::new(self)
            }
        }

        impl $crate::page::Sealed for $name {}

        // Inlined: what a program does not call is not compiled.
        impl $crate::page::Listing for $name {
            type Page = $page;
            type Item = $item;
            type Call = $crate::__private::v1::PageCall<$page>;

            #[inline]
            fn into_items(page: $page) -> ::std::vec::Vec<$item> {
                let items = || ::std::option::Option::Some($crate::__private::v1::taken!(page; $($list)*));
                items().unwrap_or_default()
            }

            #[inline]
            fn fetch(&mut self, at: ::std::option::Option<&Self::At>) -> Self::Call {
                let mut call = ::std::clone::Clone::clone(self);
                at.into_iter().for_each(|at| $crate::page::Listing::set_page(&mut call, at));
                ::std::boxed::Box::pin(call.send())
            }

            $crate::__private::v1::asked! { $by $client $page [$($list)*] $($how)* }
        }
    };
}

/// The part of a `Listing` that asks for its pages.
#[doc(hidden)]
#[macro_export]
macro_rules! __asked {
    (cursor $client:ident $page:ty [$($list:tt)*] $setter:ident = [$($next:tt)*]: $ty:ty;) => {
        type At = $ty;

        #[inline]
        fn begin(&self) -> ($crate::page::Steps, ::std::option::Option<$ty>) {
            $crate::__private::v1::by_cursor(&self.held.0.$setter)
        }

        #[inline]
        fn set_page(&mut self, at: &$ty) {
            self.held.0.$setter = ::std::result::Result::Ok(::std::option::Option::Some(::std::clone::Clone::clone(at)));
        }

        #[inline]
        fn next(
            _: &mut $crate::page::Steps,
            _: ::std::option::Option<&$ty>,
            page: &$crate::ResponseValue<$page>,
        ) -> ::std::result::Result<::std::option::Option<$ty>, &'static str> {
            let next = || ::std::option::Option::Some(::std::clone::Clone::clone($crate::__private::v1::seen!(page; $($next)*)));
            ::std::result::Result::Ok($crate::__private::v1::leading_on(next()))
        }
    };
    (url $client:ident $page:ty [$($list:tt)*] = [$($next:tt)*];) => {
        $crate::__private::v1::asked! {
            urls $client $page, page =>
            {
                let url = || ::std::option::Option::Some($crate::__private::v1::seen!(page; $($next)*).as_str());
                ::std::result::Result::Ok(url())
            }
        }
    };
    (link $client:ident $page:ty [$($list:tt)*] = [];) => {
        $crate::__private::v1::asked! { urls $client $page, page => $crate::__private::v1::next_link(page.headers()) }
    };
    (urls $client:ident $page:ty, $response:ident => $url:expr) => {
        type At = ::std::string::String;

        #[inline]
        fn begin(&self) -> ($crate::page::Steps, ::std::option::Option<::std::string::String>) {
            let request = $crate::__private::v1::Call::request(::std::clone::Clone::clone(self));
            ($crate::__private::v1::by_url(&request), ::std::option::Option::None)
        }

        #[inline]
        fn set_page(&mut self, at: &::std::string::String) {
            self.$client = $crate::__private::v1::at_query(&self.$client, at);
        }

        #[inline]
        fn next(
            steps: &mut $crate::page::Steps,
            _: ::std::option::Option<&::std::string::String>,
            $response: &$crate::ResponseValue<$page>,
        ) -> ::std::result::Result<::std::option::Option<::std::string::String>, &'static str> {
            ::std::result::Result::Ok(steps.next_url($url))
        }
    };
    (number $client:ident $page:ty [$($list:tt)*] $($how:tt)*) => {
        $crate::__private::v1::asked! { by_number $client $page [$($list)*] $($how)* }
    };
    (offset $client:ident $page:ty [$($list:tt)*] $($how:tt)*) => {
        $crate::__private::v1::asked! { by_offset $client $page [$($list)*] $($how)* }
    };
    (
        $begin:ident $client:ident $page:ty [$($list:tt)*] $setter:ident = $($sent:ident)? $first:literal
        $(limit $limit:ident $wire_name:literal [$($default:literal)?] [$($maximum:literal)?])?
        $(total $of:ident($($total:tt)*))?;
    ) => {
        type At = i64;

        #[inline]
        fn begin(&self) -> ($crate::page::Steps, ::std::option::Option<i64>) {
            let limit = $crate::__private::v1::option!($($crate::__private::v1::limit(
                (&self.$client, $wire_name),
                &self.held.0.$limit,
                $crate::__private::v1::option!($($default)?),
                $crate::__private::v1::option!($($maximum)?),
            ))?);
            $crate::__private::v1::$begin(&self.held.0.$setter, $first, limit.flatten())
        }

        #[inline]
        fn set_page(&mut self, at: &i64) {
            $crate::__private::v1::set_number(&mut self.held.0.$setter, *at, $crate::__private::v1::left_out!($($sent)? $first));
        }

        #[inline]
        fn next(
            steps: &mut $crate::page::Steps,
            at: ::std::option::Option<&i64>,
            page: &$crate::ResponseValue<$page>,
        ) -> ::std::result::Result<::std::option::Option<i64>, &'static str> {
            let items = || ::std::option::Option::Some($crate::__private::v1::seen!(page; $($list)*).as_slice());
            let total = || $crate::__private::v1::option!($($crate::__private::v1::Total::$of(
                $crate::__private::v1::Number::whole(*$crate::__private::v1::seen!(page; $($total)*))?
            ))?);
            steps.next_number(at.copied(), items().unwrap_or_default(), total())
        }
    };
}

/// The first number, if the service takes it for what is left out.
#[doc(hidden)]
#[macro_export]
macro_rules! __left_out {
    (sent $first:literal) => {
        ::std::option::Option::None
    };
    ($first:literal) => {
        ::std::option::Option::Some($first)
    };
}

/// The value at the end of some fields, moved out of a page.
#[doc(hidden)]
#[macro_export]
macro_rules! __taken {
    ($value:expr;) => { $value };
    ($value:expr; required $field:ident $(, $($rest:tt)+)?) => {
        $crate::__private::v1::taken!($value.$field; $($($rest)+)?)
    };
    ($value:expr; optional $field:ident $(, $($rest:tt)+)?) => {
        $crate::__private::v1::taken!($value.$field?; $($($rest)+)?)
    };
    ($value:expr; optional_nullable $field:ident $(, $($rest:tt)+)?) => {
        $crate::__private::v1::taken!($value.$field??; $($($rest)+)?)
    };
}

/// A reference to the value at the end of some fields of a page.
#[doc(hidden)]
#[macro_export]
macro_rules! __seen {
    ($value:expr;) => { $value };
    ($value:expr; required $field:ident $(, $($rest:tt)+)?) => {
        $crate::__private::v1::seen!(&$value.$field; $($($rest)+)?)
    };
    ($value:expr; optional $field:ident $(, $($rest:tt)+)?) => {
        $crate::__private::v1::seen!($value.$field.as_ref()?; $($($rest)+)?)
    };
    ($value:expr; optional_nullable $field:ident $(, $($rest:tt)+)?) => {
        $crate::__private::v1::seen!($value.$field.as_ref()?.as_ref()?; $($($rest)+)?)
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::builder;

    #[test]
    fn a_number_is_whole_or_none() {
        assert_eq!((3.0.whole(), 2.5.whole(), f64::NAN.whole(), f64::INFINITY.whole()), (Some(3), None, None, None));
        assert_eq!((7_i64.whole(), 7_i32.whole(), 7_u64.whole(), u64::MAX.whole()), (Some(7), Some(7), Some(7), None));
        assert_eq!((i32::of(i64::MAX), u64::of(-1), u64::of(5)), (i32::MAX, 0, 5));
        assert!((f64::of(5) - 5.0).abs() < f64::EPSILON);
    }

    #[test]
    fn the_first_number_is_left_out_unless_something_was_set() {
        for (given, at, expected) in [
            (Ok(None), 1, Ok(None)),
            (Ok(None), 2, Ok(Some(2))),
            (Ok(Some(5)), 1, Ok(Some(1))),
            (Err("no".to_owned()), 1, Err("no".to_owned())),
            (Err("no".to_owned()), 2, Ok(Some(2))),
        ] {
            let mut set = given.clone();
            set_number::<i64>(&mut set, at, Some(1));
            assert_eq!(set, expected, "{given:?} {at}");
        }
        let mut set: Given<Option<i64>> = Ok(None);
        set_number(&mut set, 1, None);
        assert_eq!(set, Ok(Some(1)));
    }

    #[test]
    fn the_limit_in_force_is_the_default_or_what_is_set_within_the_maximum() {
        let client = builder("http://localhost").build().unwrap();
        let derived = client.with_query([("Limit", "3"), ("per page", "4")]);
        let limit = |name: &str, given: &Given<Option<i64>>, maximum| limit((&derived, name), given, Some(10), maximum);
        assert_eq!(limit("limit", &Ok(None), Some(100)), Some(10));
        assert_eq!(limit("limit", &Ok(Some(100)), Some(100)), Some(100));
        assert_eq!(limit("limit", &Ok(Some(101)), Some(100)), None);
        assert_eq!(limit("limit", &Ok(Some(5)), None), None);
        assert_eq!(limit("limit", &Err("no".to_owned()), Some(100)), None);
        // A value that is added to the query stands beside it, and may be the one that counts.
        assert_eq!(limit("Limit", &Ok(None), Some(100)), None);
        assert_eq!(limit("per page", &Ok(Some(5)), Some(100)), None);
    }
}
