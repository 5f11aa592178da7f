//! The operations of a tag, under short names.

/// Defines the struct of a tag.
///
/// ```ignore
/// tag! {
///     /// The operations of the tag `Things`.
///     pub struct Things {
///         /// Gets a thing.
///         get(id: ::uuid::Uuid) -> GetThing;
///     }
/// }
/// ```
/// A short name takes what the path of the operation needs, and gives its builder; `(explained)` stands before an argument
/// with such a setter.
#[doc(hidden)]
#[macro_export]
macro_rules! __tag {
    (
        $(#[$meta:meta])*
        pub struct $name:ident {
            $($(#[$docs:meta])* $method:ident($($(($how:ident))? $argument:ident: $ty:ty),*) -> $builder:ident;)*
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Debug)]
        pub struct $name {
            // Not a tuple struct, which no argument could have the name of.
            pub(super) client: $crate::Core,
        }

        impl $name {
            $(
                $(#[$docs])*
                pub fn $method(&self, $($argument: $crate::__private::v1::argument!($($how)? $ty)),*) -> super::builder::$builder {
                    super::builder::$builder::new(&self.client)$(.$argument($argument))*
                }
            )*
        }
    };
}

/// A type that converts into the type of an argument.
#[doc(hidden)]
#[macro_export]
macro_rules! __argument {
    (explained $ty:ty) => { impl ::std::convert::TryInto<$ty, Error: ::std::fmt::Display> };
    ($ty:ty) => { impl ::std::convert::TryInto<$ty> };
}
