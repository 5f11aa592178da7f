use reqwest::{Method, Response, StatusCode};

/// Returns the number of bytes that the body of a response should have, as far as that is known. It is unknown if reqwest
/// decompresses the body, and if there is no body: then a `content-length` is that of another response (RFC 9110, 8.6).
pub(super) fn content_length(method: &Method, response: &Response) -> Option<u64> {
    let has_body =
        *method != Method::HEAD && ![StatusCode::NO_CONTENT, StatusCode::NOT_MODIFIED].contains(&response.status());
    response.content_length().filter(|_| has_body)
}
