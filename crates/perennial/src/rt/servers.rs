//! The servers of a document whose URLs have variables.

use crate::encode;

/// Defines a server, whose setters choose the values of its variables. It converts into its URL.
///
/// ```ignore
/// server! {
///     /// Where …
///     pub struct RegionExampleCom = "https://{region}.example.com/{base}";
///     /// …
///     choice(Region) region as "region" = "eu";
///     /// …
///     path base as "base" = "v1";
/// }
/// ```
/// A variable is a `choice` of an enum, or text in the `host` or the `path`. It has a setter, its name in the URL, and the
/// value that it has unless it is set.
#[doc(hidden)]
#[macro_export]
macro_rules! __server {
    (
        $(#[$meta:meta])*
        pub struct $name:ident = $url:literal;
        $($(#[$docs:meta])* $kind:ident $(($choice:ident))? $variable:ident as $wire_name:literal = $default:literal;)*
    ) => {
        $(#[$meta])*
        #[derive(Clone, Debug)]
        #[must_use = "it is the base URL of a client: see `Client::builder`"]
        pub struct $name {
            $($variable: ::std::borrow::Cow<'static, str>,)*
        }

        impl ::std::default::Default for $name {
            fn default() -> Self {
                Self { $($variable: ::std::borrow::Cow::Borrowed($default),)* }
            }
        }

        impl $name {
            $($crate::__private::v1::server_variable! { $kind $(($choice))? $variable $(#[$docs])* })*
        }

        impl ::std::convert::From<$name> for ::std::string::String {
            fn from(server: $name) -> Self {
                $crate::__private::v1::server_url($url, &[$(($wire_name, &*server.$variable)),*])
            }
        }
    };
}

/// The setter of a variable.
#[doc(hidden)]
#[macro_export]
macro_rules! __server_variable {
    (choice($choice:ident) $variable:ident $(#[$docs:meta])*) => {
        $(#[$docs])*
        pub fn $variable(mut self, value: $choice) -> Self {
            self.$variable = ::std::borrow::Cow::Borrowed(value.as_str());
            self
        }
    };
    (host $variable:ident $(#[$docs:meta])*) => {
        $crate::__private::v1::server_variable! { text(':', '[', ']') $variable $(#[$docs])* }
    };
    (path $variable:ident $(#[$docs:meta])*) => {
        $crate::__private::v1::server_variable! { text('/') $variable $(#[$docs])* }
    };
    (text($($kept:literal),*) $variable:ident $(#[$docs:meta])*) => {
        $(#[$docs])*
        ///
        /// What could change the rest of the URL is percent-encoded, which a host refuses.
        pub fn $variable(mut self, value: impl ::std::convert::AsRef<str>) -> Self {
            self.$variable = ::std::borrow::Cow::Owned($crate::__private::v1::server_text(value.as_ref(), &[$($kept),*]));
            self
        }
    };
}

/// Defines the values of a variable. A document may list more of them later.
#[doc(hidden)]
#[macro_export]
macro_rules! __server_choice {
    ($(#[$meta:meta])* pub enum $name:ident { $($(#[$docs:meta])* $variant:ident = $value:literal,)* }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[non_exhaustive]
        pub enum $name {
            $($(#[$docs])* $variant,)*
        }

        impl $name {
            /// The value in the URL.
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $value,)*
                }
            }
        }
    };
}

/// The URL of a server with these values of its variables, by name.
pub fn server_url(template: &str, values: &[(&str, &str)]) -> String {
    let mut parts = template.split('{');
    let mut url = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let filled = part.split_once('}').and_then(|(name, rest)| {
            let (_, value) = values.iter().find(|(of, _)| *of == name)?;
            Some([*value, rest])
        });
        url.extend(filled.unwrap_or(["{", part]));
    }
    url
}

/// A value of the caller's own, percent-encoded but for the characters that are `kept`.
pub fn server_text(value: &str, kept: &[char]) -> String {
    value.split_inclusive(kept).fold(String::new(), |mut text, part| {
        let end = part.find(kept).unwrap_or(part.len());
        text.extend(encode::component(&part[..end]));
        text + &part[end..]
    })
}
