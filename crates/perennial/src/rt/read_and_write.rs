//! Implements the traits with which serde reads and writes generated types.

/// Implements `Deserialize`, `Serialize` and `Encode` with two closures: the first reads a value from a deserializer,
/// the second writes a value to a serializer.
///
/// ```ignore
/// read_and_write! { Severity: |from| read(from); |value, to| write(value, to) }
/// ```
#[doc(hidden)]
#[macro_export]
macro_rules! __read_and_write {
    ($name:ident: |$from:ident| $read:expr; |$value:ident, $to:ident| $write:expr) => {
        impl<'de> $crate::__private::v1::serde::Deserialize<'de> for $name {
            #[inline]
            fn deserialize<D: $crate::__private::v1::serde::Deserializer<'de>>(
                $from: D,
            ) -> ::std::result::Result<Self, D::Error> {
                $read
            }
        }

        impl $crate::__private::v1::serde::Serialize for $name {
            #[inline]
            fn serialize<S: $crate::__private::v1::serde::Serializer>(
                &self,
                $to: S,
            ) -> ::std::result::Result<S::Ok, S::Error> {
                let $value = self;
                $write
            }
        }

        impl $crate::__private::v1::Encode for $name {}
    };
}
