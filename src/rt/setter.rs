//! The setters of the operations' builders.

/// Takes over what the setter of an optional value was given, unless that is `None`.
pub(crate) fn set_optional<T>(held: &mut Result<Option<T>, String>, given: Result<Option<T>, String>) {
    if !matches!(given, Ok(None)) {
        *held = given;
    }
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
}
