//! The implementations by which serde reads and writes a type of the document.

/// Defines them by what the type is read from, and by its value and what that is written to.
///
/// ```ignore
/// read_and_write! { Severity: |from| read(from); |value, to| write(value, to) }
/// ```
macro_rules! read_and_write {
    ($name:ident: |$from:ident| $read:expr; |$value:ident, $to:ident| $write:expr) => {
        impl<'de> ::serde::Deserialize<'de> for $name {
            #[inline]
            fn deserialize<D: ::serde::Deserializer<'de>>($from: D) -> ::std::result::Result<Self, D::Error> {
                $read
            }
        }

        impl ::serde::Serialize for $name {
            #[inline]
            fn serialize<S: ::serde::Serializer>(&self, $to: S) -> ::std::result::Result<S::Ok, S::Error> {
                let $value = self;
                $write
            }
        }

        impl $crate::rt::Encode for $name {}
    };
}
pub(crate) use read_and_write;
