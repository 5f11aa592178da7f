//! Enums of strings with a variant for unknown strings, because a service may add values that its document does not
//! list.

/// Implements the traits of an enum of strings: `From` for strings, `FromStr`, `AsRef<str>`, `Display`, `Serialize`,
/// `Deserialize`, [`Decode`](crate::decode::Decode) and `Encode`.
///
/// With the following call, for example, `Severity::from("CRITICAL")` is `Severity::Critical`, and `"new"` is read as
/// `Severity::Other("new".to_owned())`:
///
/// ```ignore
/// open_enum! { Severity:
///     "CRITICAL" => Critical,
///     _ => Other,
/// }
/// ```
///
/// The last row names the variant for values that are not listed. This variant contains a `String`. If the macro call
/// begins with `Severity by scalar_text:`, a number or a boolean is read as if its JSON text were a string.
#[doc(hidden)]
#[macro_export]
macro_rules! __open_enum {
    ($name:ident: $($rest:tt)*) => {
        $crate::__private::v1::open_enum! { $name by text: $($rest)* }
    };
    ($name:ident by $read:ident: $($value:literal => $variant:ident,)* _ => $other:ident,) => {
        impl ::std::convert::AsRef<str> for $name {
            #[inline]
            fn as_ref(&self) -> &str {
                match self {
                    $(Self::$variant => $value,)*
                    Self::$other(value) => value,
                }
            }
        }

        impl ::std::convert::From<&str> for $name {
            #[inline]
            fn from(value: &str) -> Self {
                match value {
                    $($value => Self::$variant,)*
                    _ => Self::$other(::std::convert::From::from(value)),
                }
            }
        }

        impl ::std::convert::From<::std::string::String> for $name {
            #[inline]
            fn from(value: ::std::string::String) -> Self {
                Self::from(value.as_str())
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

            // `Self::Err` would be ambiguous if the enum has a variant `Err`.
            #[inline]
            fn from_str(value: &str) -> ::std::result::Result<Self, ::std::convert::Infallible> {
                ::std::result::Result::Ok(Self::from(value))
            }
        }

        impl ::std::fmt::Display for $name {
            #[inline]
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.pad(::std::convert::AsRef::as_ref(self))
            }
        }

        $crate::__private::v1::read_and_write! {
            $name: |from| $crate::__private::v1::$read(from, "a string", |text| ::std::result::Result::Ok(Self::from(text)));
            |value, to| $crate::__private::v1::serde::Serializer::serialize_str(to, ::std::convert::AsRef::as_ref(value))
        }

        impl $crate::__private::v1::Decode for $name {}
    };
}

#[cfg(test)]
mod tests {
    #[derive(Clone, Debug, PartialEq)]
    pub enum Severity {
        Critical,
        Minor,
        Other(String),
    }

    crate::__private::v1::open_enum! { Severity:
        "CRITICAL" => Critical,
        "a minor one" => Minor,
        _ => Other,
    }

    #[derive(Debug, PartialEq)]
    pub enum Level {
        N1,
        N1_5,
        True,
        Other(String),
    }

    crate::__private::v1::open_enum! { Level by scalar_text:
        "1" => N1,
        "1.5" => N1_5,
        "true" => True,
        _ => Other,
    }

    #[test]
    fn enum_of_unquoted_values_reads_numbers_and_booleans_as_strings() {
        let unlisted = |text: &str| Level::Other(text.to_owned());
        for (json, level, text) in [
            ("1", Level::N1, "1"),
            (r#""1""#, Level::N1, "1"),
            ("1.5", Level::N1_5, "1.5"),
            ("true", Level::True, "true"),
            ("-2", unlisted("-2"), "-2"),
            ("2.0", unlisted("2.0"), "2.0"),
            (r#""x""#, unlisted("x"), "x"),
        ] {
            let read: Level = serde_json::from_str(json).unwrap();
            assert_eq!(serde_json::to_value(&read).unwrap(), text);
            assert_eq!(read, level);
            assert_eq!(serde_json::from_value::<Level>(serde_json::from_str(json).unwrap()).unwrap(), level);
        }
        assert!(serde_json::from_str::<Level>("[]").is_err());
        assert!(serde_json::from_str::<Severity>("1").is_err());
    }

    #[derive(Debug, PartialEq)]
    pub enum Kind {
        Other,
        Unlisted(String),
    }

    crate::__private::v1::open_enum! { Kind:
        "OTHER" => Other,
        _ => Unlisted,
    }

    /// A document may use the names of prelude items for its types and variants. The expanded macro must not refer to
    /// those.
    mod shadowed {
        pub(super) struct AsRef;
        pub(super) struct Ok(pub(super) Err);
        pub(super) struct Err;
        pub(super) struct Some;

        #[derive(Debug, PartialEq)]
        pub(crate) enum Status {
            Err,
            None,
            Other(String),
        }

        crate::__private::v1::open_enum! { Status:
            "err" => Err,
            "none" => None,
            _ => Other,
        }
    }

    #[test]
    fn enum_compiles_beside_items_named_like_prelude_items() {
        let _ = (shadowed::AsRef, shadowed::Ok(shadowed::Err).0, shadowed::Some);
        assert_eq!("err".parse(), Ok(shadowed::Status::Err));
        assert_eq!(shadowed::Status::from("none"), shadowed::Status::None);
    }

    #[test]
    fn every_string_survives_a_round_trip_through_an_open_enum() {
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
    fn open_enum_retains_values_that_are_not_listed() {
        assert_eq!(Severity::from("CRITICAL"), Severity::Critical);
        assert_eq!(Severity::from("NEW"), Severity::Other("NEW".to_owned()));
    }

    #[test]
    fn open_enum_variant_for_unlisted_values_can_have_any_name() {
        assert_eq!(Kind::from("OTHER"), Kind::Other);
        assert_eq!(Kind::from("NEW"), Kind::Unlisted("NEW".to_owned()));
    }

    #[test]
    fn open_enum_rejects_values_that_are_not_strings() {
        for json in ["7", "null", "[]", "{\"Other\":\"x\"}"] {
            assert!(serde_json::from_str::<Severity>(json).is_err(), "{json}");
        }
    }
}
