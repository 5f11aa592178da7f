//! Enums of numbers with a variant for unknown numbers, because a service may add values that its document does not
//! list.

/// Implements the traits of an enum of `i64` or `f64` numbers: `From` in both directions, `Display`, `Serialize`,
/// `Deserialize`, [`Decode`](crate::decode::Decode) and `Encode`.
///
/// With the following call, for example, `Frequency::from(5)` is `Frequency::N5`, and `7` is read as
/// `Frequency::Other(7)`:
///
/// ```ignore
/// open_number! { Frequency as i64:
///     5 => N5,
///     _ => Other,
/// }
/// ```
///
/// The last row names the variant for numbers that are not listed.
#[doc(hidden)]
#[macro_export]
macro_rules! __open_number {
    ($name:ident as $number:ident: $($value:literal => $variant:ident,)* _ => $other:ident,) => {
        impl ::std::convert::From<$name> for $number {
            #[inline]
            fn from(value: $name) -> Self {
                match value {
                    $($name::$variant => $value,)*
                    $name::$other(value) => value,
                }
            }
        }

        impl ::std::convert::From<$number> for $name {
            #[inline]
            fn from(value: $number) -> Self {
                $(if value == $value {
                    return Self::$variant;
                })*
                Self::$other(value)
            }
        }

        impl ::std::convert::From<i32> for $name {
            #[inline]
            fn from(value: i32) -> Self {
                Self::from(<$number>::from(value))
            }
        }

        impl ::std::fmt::Display for $name {
            #[inline]
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                ::std::fmt::Display::fmt(&<$number>::from(*self), f)
            }
        }

        $crate::__private::v1::read_and_write! {
            $name: |from| <$number as $crate::__private::v1::Decode>::decode(from).map(Self::from);
            |number, to| $crate::__private::v1::Encode::encode(&<$number>::from(*number), to)
        }

        impl $crate::__private::v1::Decode for $name {}
    };
}

#[cfg(test)]
mod tests {
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub enum Frequency {
        N0,
        Minus5,
        Other(i64),
    }

    crate::__private::v1::open_number! { Frequency as i64:
        0 => N0,
        -5 => Minus5,
        _ => Other,
    }

    #[derive(Clone, Copy, Debug, PartialEq)]
    pub enum Share {
        Half,
        One,
        Other(f64),
    }

    crate::__private::v1::open_number! { Share as f64:
        0.5 => Half,
        1.0 => One,
        _ => Other,
    }

    fn round_trip<T: serde::Serialize + crate::__private::v1::Decode>(json: &str) -> (T, String) {
        let value = crate::decode::json::<T>(json.as_bytes()).unwrap();
        let written = String::from_utf8(crate::encode::json(&value).unwrap()).unwrap();
        (value, written)
    }

    #[test]
    fn numeric_enum_values_survive_a_round_trip() {
        assert_eq!(round_trip("0"), (Frequency::N0, "0".to_owned()));
        assert_eq!(round_trip("-5.0"), (Frequency::Minus5, "-5".to_owned()));
        assert_eq!(round_trip("7"), (Frequency::Other(7), "7".to_owned()));
        assert_eq!(round_trip("0.5"), (Share::Half, "0.5".to_owned()));
        assert_eq!(round_trip("1"), (Share::One, "1".to_owned()));
        assert_eq!(round_trip("0.25"), (Share::Other(0.25), "0.25".to_owned()));
    }

    #[test]
    fn numeric_enum_converts_from_and_to_its_number_type() {
        assert_eq!(Frequency::from(-5), Frequency::Minus5);
        assert_eq!(i64::from(Frequency::from(i64::MAX)), i64::MAX);
        assert_eq!(Share::from(1), Share::One);
        assert_eq!(Share::from(0.25).to_string(), "0.25");
    }

    #[test]
    fn numeric_enum_rejects_values_outside_its_number_type() {
        for json in ["\"5\"", "null", "[]", "0.5", "1e300"] {
            assert!(crate::decode::json::<Frequency>(json.as_bytes()).is_err(), "{json}");
        }
        assert!(crate::decode::json::<Share>(b"\"0.5\"").is_err());
    }
}
