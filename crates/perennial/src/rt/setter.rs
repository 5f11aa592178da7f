//! The setters of the operations' builders: what they hold, and what they say of a value that does not convert.

use std::fmt::{self, Debug, Display};

use crate::error::BuildError;

/// The value that a builder holds for an input, or why there is none.
pub type Given<T> = Result<T, String>;

/// What the builder of an operation holds for its inputs. It is not shown: it may be private. Each setter moves it, which
/// takes no room on the stack.
#[derive(Clone)]
pub struct Held<T>(pub Box<T>);

impl<T> Debug for Held<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("…")
    }
}

/// Takes over what the setter of an optional value was given, unless that is `None`.
pub fn set_optional<T>(held: &mut Given<Option<T>>, given: Given<Option<T>>) {
    if !matches!(given, Ok(None)) {
        *held = given;
    }
}

/// Before a required value is set.
pub fn not_set(input: &str) -> String {
    format!("`{input}` is required and was not set")
}

/// What a body that may be null is changed from: none, where it is not set yet.
pub fn begun<T>(input: &str, held: Given<Option<T>>) -> Given<Option<T>> {
    held.or_else(|reason| if reason == not_set(input) { Ok(None) } else { Err(reason) })
}

/// What a setter was given for an input of type `ty`, as it was converted.
pub fn given<T, E>(converted: Result<T, E>, input: &str, ty: &str) -> Given<T> {
    converted.map_err(|_| invalid(input, ty))
}

/// As [`given`], with the reason of the conversion.
pub fn given_or_why<T, E: Display>(converted: Result<T, E>, input: &str, ty: &str) -> Given<T> {
    converted.map_err(|reason| format!("{}: {reason}", invalid(input, ty)))
}

/// The reason why a value that does not convert into `ty` is refused.
fn invalid(input: &str, ty: &str) -> String {
    format!("`{input}` is not a valid `{}`", short(ty))
}

/// A type as a caller reads it: `Vec` for `::std::vec::Vec<i32>`.
fn short(ty: &str) -> &str {
    let path = ty.split_once('<').map_or(ty, |(path, _)| path);
    path.rsplit("::").next().unwrap_or(path).trim()
}

/// The body that a builder makes.
pub fn built<T, B: TryInto<T, Error = BuildError>>(builder: B) -> Given<T> {
    builder.try_into().map_err(|error| format!("`body`: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn none_keeps_what_was_set_before() {
        let mut held = Ok(None);
        for (given, expected) in [
            (Ok(None), Ok(None)),
            (Ok(Some(1)), Ok(Some(1))),
            (Ok(None), Ok(Some(1))),
            (Err("no".to_owned()), Err("no".to_owned())),
            (Ok(None), Err("no".to_owned())),
            (Ok(Some(2)), Ok(Some(2))),
        ] {
            set_optional(&mut held, given);
            assert_eq!(held, expected);
        }
    }

    #[test]
    fn what_is_not_set_yet_can_be_changed_and_what_is_refused_cannot() {
        assert_eq!(begun::<i32>("body", Err(not_set("body"))), Ok(None));
        assert_eq!(begun("body", Ok(Some(1))), Ok(Some(1)));
        assert_eq!(begun::<i32>("body", Err(invalid("body", "T"))), Err(invalid("body", "T")));
    }

    #[test]
    fn a_refusal_names_the_input_and_the_type_without_its_path() {
        for (ty, name) in [
            (stringify!(::uuid::Uuid), "Uuid"),
            (stringify!(f64), "f64"),
            (stringify!(::std::vec::Vec<::uuid::Uuid>), "Vec"),
            (stringify!(crate::types::Thing), "Thing"),
        ] {
            assert_eq!(given("x".parse::<u8>(), "id", ty), Err(format!("`id` is not a valid `{name}`")));
        }
        assert_eq!(given("1".parse(), "id", "u8"), Ok(1));
        let refused: Given<u8> = given_or_why(Err("too late"), "at", "T");
        assert_eq!(refused, Err("`at` is not a valid `T`: too late".to_owned()));
    }
}
