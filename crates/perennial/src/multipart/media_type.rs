//! The media type of a body or a part, where the document leaves a choice to the caller.

/// What is said of bytes where nothing else is.
const BYTES: &str = "application/octet-stream";

/// Says nothing of bytes: any media type is one of these.
pub(crate) const ANY: &str = "*/*";

/// Returns the media type that is sent. `declared` is one, a range such as `image/*`, or several of these, separated by
/// commas; what is `named` has to be within. Where none is named and `declared` is not one, bytes or text go out as such if
/// that is within.
///
/// # Errors
/// What is named cannot be sent, or is not within; or something has to be named.
pub(crate) fn sent<'a>(declared: Option<&'a str>, named: Option<&'a str>) -> Result<Option<&'a str>, String> {
    match (named, declared) {
        (Some(named), _) if !named.bytes().all(|byte| matches!(byte, b' '..=b'~')) => {
            Err("has a media type that a header cannot carry".to_owned())
        }
        (Some(named), _) if !is_one(named) => Err("has a media type that is not one: write `type/subtype`".to_owned()),
        (Some(named), Some(declared)) if !has(declared, named) => {
            Err(format!("has a media type that is not within the declared `{declared}`"))
        }
        (Some(named), _) => Ok(Some(named)),
        (None, Some(declared)) if !is_one(declared) => {
            let usual = [BYTES, "text/plain"].into_iter().find(|usual| has(declared, usual));
            let unnamed = || format!("needs a media type within `{declared}`, which `Part::media_type` sets");
            usual.map(Some).ok_or_else(unnamed)
        }
        (None, declared) => Ok(declared),
    }
}

/// Returns `true` if a body of this media type is JSON.
pub(crate) fn is_json(media_type: &str) -> bool {
    let essence = essence(media_type);
    essence.ends_with("/json") || essence.ends_with("+json")
}

/// Without parameters, and in lower case.
pub(crate) fn essence(media_type: &str) -> String {
    media_type.split(';').next().unwrap_or_default().trim().to_ascii_lowercase()
}

/// `true` for `type/subtype`, `false` for a range, several, or anything else.
fn is_one(media_type: &str) -> bool {
    let essence = essence(media_type);
    let is_name = |name: &str| !name.is_empty() && !name.contains([' ', '*', ',', '/', '"']);
    essence.split_once('/').is_some_and(|(main, sub)| is_name(main) && is_name(sub))
}

/// Checks whether `media_type` is one of those that `declared` has, or within a range of them.
fn has(declared: &str, media_type: &str) -> bool {
    let media_type = essence(media_type);
    declared.split(',').map(essence).any(|declared| match declared.split_once('*') {
        Some(("", _)) => true,
        Some((start, end)) => media_type.starts_with(start) && media_type.ends_with(end),
        None => media_type == declared,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_named_is_sent_if_it_is_within_what_is_declared() {
        for (declared, named) in [
            ("image/*", "image/png"),
            ("image/png, image/jpeg", "IMAGE/jpeg"),
            ("text/csv", "text/csv; header=present"),
            ("application/vnd.a+json, */*", "x/y"),
            ("application/*+json", "application/vnd.a+json"),
        ] {
            assert_eq!(sent(Some(declared), Some(named)), Ok(Some(named)), "{declared}");
        }
        assert_eq!(sent(None, Some("a/b")), Ok(Some("a/b")));
        for (declared, named) in [
            ("image/*", "text/plain"),
            ("image/png, image/jpeg", "image/gif"),
            ("text/csv", "text/plain"),
            ("*/*", "image/*"),
            ("*/*", "png"),
            ("*/*", "image/png, text/plain"),
            ("*/*", "image/png\r\nx: y"),
        ] {
            assert!(sent(Some(declared), Some(named)).is_err(), "{declared} {named}");
        }
    }

    #[test]
    fn without_a_name_bytes_are_bytes_and_text_is_text_where_that_is_declared() {
        for (declared, media_type) in [
            ("*/*", BYTES),
            ("application/*", BYTES),
            ("image/*, text/*", "text/plain"),
            ("text/plain; charset=utf-8", "text/plain; charset=utf-8"),
        ] {
            assert_eq!(sent(Some(declared), None), Ok(Some(media_type)));
        }
        assert_eq!(sent(None, None), Ok(None));
        let refused = sent(Some("image/*"), None).unwrap_err();
        assert_eq!(refused, "needs a media type within `image/*`, which `Part::media_type` sets");
    }
}
