//! The methods of operations.

/// By the key of a path item, in HTTP; all that OpenAPI 3.0 knows.
const METHODS: [(&str, &str); 8] = [
    ("get", "GET"),
    ("put", "PUT"),
    ("post", "POST"),
    ("delete", "DELETE"),
    ("options", "OPTIONS"),
    ("head", "HEAD"),
    ("patch", "PATCH"),
    ("trace", "TRACE"),
];

/// The method for which `key` of a path item stands; `None` for a key that is no operation.
pub fn of_key(key: &str) -> Option<&'static str> {
    METHODS.iter().find(|(known, _)| *known == key).map(|(_, method)| *method)
}
