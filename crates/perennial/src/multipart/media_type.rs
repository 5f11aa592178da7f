//! Selects the media type of a body or part if the document allows several.

/// The media type of bytes if neither the document nor the caller specifies one.
const BYTES: &str = "application/octet-stream";

pub(crate) const ANY: &str = "*/*";

/// Returns the media type to send. `declared` is a media type, a media range such as `image/*`, or a comma-separated
/// list of these. `named` is the media type that the caller specified, if any, which must be within `declared`.
///
/// If the caller specified none, returns `declared` if it is a single media type, or else `application/octet-stream` or
/// `text/plain`, whichever is within `declared`.
///
/// # Errors
/// Fails if `named` cannot be sent or is not within `declared`, or if the caller has to name a media type.
pub(crate) fn select<'a>(declared: Option<&'a str>, named: Option<&'a str>) -> Result<Option<&'a str>, String> {
    match (named, declared) {
        (Some(named), _) if !named.bytes().all(|byte| matches!(byte, b' '..=b'~')) => {
            Err("has a media type with characters that are not allowed in a header".to_owned())
        }
        (Some(named), _) if !is_single_type(named) => {
            Err("has an invalid media type: write it as `type/subtype`".to_owned())
        }
        (Some(named), Some(declared)) if !allows(declared, named) => {
            Err(format!("has a media type that does not match the declared `{declared}`"))
        }
        (Some(named), _) => Ok(Some(named)),
        (None, Some(declared)) if !is_single_type(declared) => {
            let usual = [BYTES, "text/plain"].into_iter().find(|usual| allows(declared, usual));
            let unnamed = || format!("needs a media type that matches `{declared}`: set it with `Part::media_type`");
            usual.map(Some).ok_or_else(unnamed)
        }
        (None, declared) => Ok(declared),
    }
}

pub(crate) fn is_json(media_type: &str) -> bool {
    let essence = essence(media_type);
    essence.ends_with("/json") || essence.ends_with("+json")
}

/// Returns the media type without parameters, in lower case.
pub(crate) fn essence(media_type: &str) -> String {
    media_type.split(';').next().unwrap_or_default().trim().to_ascii_lowercase()
}

/// Returns the value of the parameter `name` of a media type, without quotes.
pub(crate) fn parameter<'a>(media_type: &'a str, name: &str) -> Option<&'a str> {
    let pairs = media_type.split(';').skip(1).filter_map(|pair| pair.split_once('='));
    let value = pairs.filter(|(key, _)| key.trim().eq_ignore_ascii_case(name)).map(|(_, value)| value).next();
    value.map(|value| value.trim().trim_matches('"'))
}

/// Returns whether the string is a single media type, such as `image/png`, rather than a media range or a list.
fn is_single_type(media_type: &str) -> bool {
    let essence = essence(media_type);
    let is_name = |name: &str| !name.is_empty() && !name.contains([' ', '*', ',', '/', '"']);
    essence.split_once('/').is_some_and(|(main, sub)| is_name(main) && is_name(sub))
}

/// Returns whether `declared` lists `media_type` or a media range that contains it.
fn allows(declared: &str, media_type: &str) -> bool {
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
    fn part_media_type_must_match_a_declared_media_type() {
        for (declared, named) in [
            ("image/*", "image/png"),
            ("image/png, image/jpeg", "IMAGE/jpeg"),
            ("text/csv", "text/csv; header=present"),
            ("application/vnd.a+json, */*", "x/y"),
            ("application/*+json", "application/vnd.a+json"),
        ] {
            assert_eq!(select(Some(declared), Some(named)), Ok(Some(named)), "{declared}");
        }
        assert_eq!(select(None, Some("a/b")), Ok(Some("a/b")));
        for (declared, named) in [
            ("image/*", "text/plain"),
            ("image/png, image/jpeg", "image/gif"),
            ("text/csv", "text/plain"),
            ("*/*", "image/*"),
            ("*/*", "png"),
            ("*/*", "image/png, text/plain"),
            ("*/*", "image/png\r\nx: y"),
        ] {
            assert!(select(Some(declared), Some(named)).is_err(), "{declared} {named}");
        }
    }

    #[test]
    fn parameter_of_a_media_type_is_found_in_any_case_and_without_quotes() {
        assert_eq!(parameter("text/plain; a=b;CHARSET = \"UTF-8\"", "charset"), Some("UTF-8"));
        assert_eq!(parameter("charset=utf-8", "charset"), None);
    }

    #[test]
    fn part_media_type_defaults_to_octet_stream_or_plain_text() {
        for (declared, media_type) in [
            ("*/*", BYTES),
            ("application/*", BYTES),
            ("image/*, text/*", "text/plain"),
            ("text/plain; charset=utf-8", "text/plain; charset=utf-8"),
        ] {
            assert_eq!(select(Some(declared), None), Ok(Some(media_type)));
        }
        assert_eq!(select(None, None), Ok(None));
        let refused = select(Some("image/*"), None).unwrap_err();
        assert_eq!(refused, "needs a media type that matches `image/*`: set it with `Part::media_type`");
    }
}
