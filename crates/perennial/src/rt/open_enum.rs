//! Enums whose list of values may grow: an unknown value is kept.

/// Defines an enum of strings that accepts every string.
///
/// ```ignore
/// open_enum! {
///     /// How bad it is.
///     pub enum Severity else Other {
///         /// `CRITICAL`
///         Critical = "CRITICAL",
///     }
/// }
/// ```
///
/// Unknown values become the variant after `else`: `Other`, unless a known value has that name.
#[doc(hidden)]
#[macro_export]
macro_rules! __open_enum {
    (
        $(#[$meta:meta])*
        $visibility:vis enum $name:ident else $other:ident {
            $($(#[$variant_meta:meta])* $variant:ident = $wire:literal),* $(,)?
        }
    ) => {
        $(#[$meta])*
        #[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        $visibility enum $name {
            $($(#[$variant_meta])* $variant,)*
            /// A value that the document does not list. Created by `from`, which accepts every string, and gives the
            /// listed variant for a listed value.
            $other(::std::string::String),
        }

        impl $name {
            /// The value on the wire.
            #[inline]
            $visibility fn as_str(&self) -> &str {
                match self {
                    $(Self::$variant => $wire,)*
                    Self::$other(value) => value,
                }
            }

            #[inline]
            fn listed(value: &str) -> ::std::option::Option<Self> {
                match value {
                    $($wire => ::std::option::Option::Some(Self::$variant),)*
                    _ => ::std::option::Option::None,
                }
            }
        }

        impl ::std::convert::From<&str> for $name {
            #[inline]
            fn from(value: &str) -> Self {
                Self::listed(value).unwrap_or_else(|| Self::$other(value.to_owned()))
            }
        }

        impl ::std::convert::From<::std::string::String> for $name {
            #[inline]
            fn from(value: ::std::string::String) -> Self {
                Self::listed(&value).unwrap_or(Self::$other(value))
            }
        }

        impl ::std::convert::From<&::std::string::String> for $name {
            #[inline]
            fn from(value: &::std::string::String) -> Self {
                Self::from(value.as_str())
            }
        }

        impl ::std::str::FromStr for $name {
            type Err = ::std::convert::Infallible;

            // `Self::Err` would be a variant of that name, too.
            #[inline]
            fn from_str(value: &str) -> ::std::result::Result<Self, ::std::convert::Infallible> {
                ::std::result::Result::Ok(Self::from(value))
            }
        }

        impl ::std::convert::AsRef<str> for $name {
            #[inline]
            fn as_ref(&self) -> &str {
                self.as_str()
            }
        }

        impl ::std::fmt::Display for $name {
            #[inline]
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.pad(self.as_str())
            }
        }

        $crate::__private::v1::read_and_write! {
            $name: |from| $crate::__private::v1::text(from, "a string", |text| ::std::result::Result::Ok(Self::from(text)));
            |value, to| $crate::__private::v1::serde::Serializer::serialize_str(to, value.as_str())
        }

        impl $crate::__private::v1::Decode for $name {}
    };
}

#[cfg(test)]
mod tests {
    crate::__private::v1::open_enum! {
        /// How bad it is.
        pub enum Severity else Other {
            /// `CRITICAL`
            Critical = "CRITICAL",
            /// `a minor one`
            Minor = "a minor one",
        }
    }

    crate::__private::v1::open_enum! {
        pub enum Kind else Unlisted {
            Other = "OTHER",
        }
    }

    /// Names of the prelude that the document may give to types of the same module, and to values.
    mod shadowed {
        pub(super) struct AsRef;
        pub(super) struct Ok(pub(super) Err);
        pub(super) struct Err;
        pub(super) struct Some;

        crate::__private::v1::open_enum! {
            pub(crate) enum Status else Other {
                Err = "err",
                None = "none",
            }
        }
    }

    #[test]
    fn an_enum_stands_beside_types_and_values_with_names_of_the_prelude() {
        let _ = (shadowed::AsRef, shadowed::Ok(shadowed::Err).0, shadowed::Some);
        assert_eq!("err".parse(), Ok(shadowed::Status::Err));
        assert_eq!(shadowed::Status::from("none"), shadowed::Status::None);
    }

    #[test]
    fn every_string_survives_the_round_trip() {
        for text in ["CRITICAL", "a minor one", "critical", "NEW", ""] {
            let json = serde_json::to_string(text).unwrap();
            let value: Severity = serde_json::from_str(&json).unwrap();
            assert_eq!(serde_json::to_string(&value).unwrap(), json);
            assert_eq!(value.to_string(), text);
            assert_eq!(value.as_ref(), text);
            assert_eq!(value, Severity::from(text));
            assert_eq!(value, Severity::from(text.to_owned()));
            assert_eq!(value, Severity::from(&text.to_owned()));
            assert_eq!(Ok(value), text.parse());
        }
    }

    #[test]
    fn a_listed_value_is_its_variant_and_another_is_kept() {
        assert_eq!(Severity::from("CRITICAL"), Severity::Critical);
        assert_eq!(Severity::from("NEW"), Severity::Other("NEW".to_owned()));
    }

    #[test]
    fn the_variant_for_the_others_can_have_another_name() {
        assert_eq!(Kind::from("OTHER"), Kind::Other);
        assert_eq!(Kind::from("NEW"), Kind::Unlisted("NEW".to_owned()));
    }

    #[test]
    fn only_a_string_is_a_value() {
        for json in ["7", "null", "[]", "{\"Other\":\"x\"}"] {
            assert!(serde_json::from_str::<Severity>(json).is_err(), "{json}");
        }
    }
}
