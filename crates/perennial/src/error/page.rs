use std::fmt;

/// The page of a listing that a call was for.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct FailedPage {
    /// The cursor or number; a first page may have none.
    at: Option<String>,
    /// The name that messages have for it.
    shown: String,
}

impl FailedPage {
    /// In a box: most calls have none.
    pub(crate) fn new(at: Option<String>, shown: String) -> Box<Self> {
        Box::new(Self { at, shown })
    }

    pub(super) fn at(&self) -> Option<&str> {
        self.at.as_deref()
    }

    /// Writes what follows the name of the call: `, page 3`.
    pub(super) fn fmt(page: Option<&Self>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        page.map_or(Ok(()), |page| write!(f, ", {}", page.shown))
    }
}

// A cursor is part of a query, and may be private.
impl fmt::Debug for FailedPage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.shown)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use reqwest::StatusCode;

    use super::*;
    use crate::Error;
    use crate::error::{ApiError, DecodeError, InvalidRequest, RateLimited, TransportError, TransportFailure};
    use crate::error::{Call, UnexpectedStatus};
    use crate::operation::Operation;

    static OPERATION: Operation = Operation::new("getThings", "GET", "/things");

    fn errors() -> Vec<Error> {
        let source = || serde_json::from_str::<u8>("x").unwrap_err();
        let call = || Call::of(&OPERATION);
        vec![
            InvalidRequest::of(&OPERATION, "no").into(),
            RateLimited::new(&OPERATION, Duration::from_secs(1)).into(),
            TransportError::new(call(), TransportFailure::Timeout).into(),
            ApiError::new(call(), StatusCode::FORBIDDEN).into(),
            DecodeError::new(call(), "x", source()).into(),
            UnexpectedStatus::new(call(), StatusCode::FOUND).into(),
        ]
    }

    #[test]
    fn each_error_says_which_page_failed_and_shows_no_cursor() {
        for error in errors() {
            let before = error.to_string();
            assert_eq!(error.page(), None);
            let error = error.of_page(FailedPage::new(Some("s3cret".to_owned()), "page 3 of the listing".to_owned()));
            assert_eq!(error.page(), Some("s3cret"));
            assert_eq!(error.to_string(), before.replacen("getThings", "getThings, page 3 of the listing", 1));
            assert!(!format!("{error:?} {}", error.chain()).contains("s3cret"), "{error:?}");
        }
    }

    #[test]
    fn an_error_of_a_first_page_without_a_cursor_has_none_to_continue_at() {
        for error in errors() {
            let error = error.of_page(FailedPage::new(None, "page 1 of the listing".to_owned()));
            assert_eq!(error.page(), None);
            assert!(error.to_string().starts_with("getThings, page 1 of the listing: "), "{error}");
        }
    }
}
