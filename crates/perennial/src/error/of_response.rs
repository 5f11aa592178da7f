/// Implements the getters of both errors that hold a response with its body.
macro_rules! of_response {
    ($error:ty) => {
        impl $error {
            /// The status of the response.
            pub fn status(&self) -> StatusCode {
                self.0.head.status
            }

            /// The headers of the response.
            pub fn headers(&self) -> &HeaderMap {
                &self.0.head.headers
            }

            /// The `x-request-id` header of the response, to quote to the service's support. `None` if it is absent: the
            /// header is common, but few services document it.
            pub fn request_id(&self) -> Option<&str> {
                self.0.head.request_id()
            }

            /// The body as text, up to the limit set by `ClientBuilder::max_error_bytes`. Invalid UTF-8 is replaced by
            /// U+FFFD.
            pub fn body(&self) -> &str {
                &self.0.body.text
            }

            /// Returns `true` if the response had more than [`body`](Self::body) contains.
            pub fn is_body_truncated(&self) -> bool {
                self.0.body.truncated
            }

            /// The operation that was called.
            pub fn operation_id(&self) -> &'static str {
                self.0.head.call.operation.operation_id()
            }

            /// Returns the URL to which the request went: scheme, host and path, without the query, which may be
            /// private.
            pub fn url(&self) -> &str {
                self.0.head.call.url()
            }

            /// Returns the number of times that the request was sent, including the first.
            pub fn attempts(&self) -> u32 {
                self.0.head.call.attempts
            }
        }
    };
}
pub(super) use of_response;
