use std::borrow::Cow;

use secrecy::SecretString;

/// Implemented by values that can be passed as a secret, such as an API key: strings and
/// [`SecretString`](secrecy::SecretString).
///
/// The types are `&str`, `String`, `&String`, `Box<str>`, `Cow<str>`, `SecretString` and `&SecretString`.
///
/// ```
/// # use perennial::{IntoSecret, secrecy::{ExposeSecret, SecretString}};
/// fn length(secret: impl IntoSecret) -> usize {
///     secret.into_secret().expose_secret().len()
/// }
///
/// assert_eq!(length("key"), 3);
/// assert_eq!(length(SecretString::from("key")), 3);
/// ```
pub trait IntoSecret: Sealed {
    /// Converts the value into a secret.
    fn into_secret(self) -> SecretString;
}

// A blanket implementation for `Into<String>` would conflict with the one for `SecretString`, because the crate
// `secrecy` might add that conversion.
pub trait Sealed {}

macro_rules! into_secret {
    ($($text:ty: $value:ident => $secret:expr),* $(,)?) => {$(
        impl Sealed for $text {}
        impl IntoSecret for $text {
            fn into_secret(self) -> SecretString {
                let $value = self;
                $secret
            }
        }
    )*};
}

into_secret! {
    &str: text => text.into(),
    String: text => text.into(),
    &String: text => text.as_str().into(),
    Box<str>: text => text.into(),
    Cow<'_, str>: text => text.into_owned().into(),
    SecretString: secret => secret,
    &SecretString: secret => secret.clone(),
}

#[cfg(test)]
mod tests {
    use secrecy::ExposeSecret as _;

    use super::*;

    #[test]
    fn accepts_every_string_type_as_a_secret() {
        let owned = "s3cret".to_owned();
        let secret = SecretString::from("s3cret");
        for converted in [
            "s3cret".into_secret(),
            owned.clone().into_secret(),
            (&owned).into_secret(),
            owned.clone().into_boxed_str().into_secret(),
            Cow::Borrowed("s3cret").into_secret(),
            (&secret).into_secret(),
            secret.clone().into_secret(),
        ] {
            assert_eq!(converted.expose_secret(), "s3cret");
        }
    }
}
