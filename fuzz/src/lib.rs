//! Fuzzes how the client handles responses, through its public API: a real client talks to a server in the same
//! process, which sends what the fuzzer generated. Each input makes one call.
#![forbid(unsafe_code)]

mod check;
mod loopback;
mod operation;

use loopback::Then;
use operation::Operation;

/// The statuses of fuzzed responses. A byte selects one of them by its remainder modulo 16, so the characters `0` to
/// `?` select them in this order.
const STATUSES: [u16; 16] = [200, 201, 204, 400, 401, 403, 404, 429, 500, 503, 203, 302, 304, 409, 502, 599];

/// Makes a call to which the server sends a well-formed response. The first byte of the input selects the operation,
/// the second byte the status, and the other bytes are the body.
pub fn bodies(input: &[u8]) {
    let [operation, status, body @ ..] = input else {
        return;
    };
    let operation = Operation::pick(*operation);
    let status = STATUSES[usize::from(*status) % STATUSES.len()];
    // HTTP does not allow a body in responses with these statuses.
    let (body, length) = match status {
        204 | 304 => (&[][..], String::new()),
        _ => (body, format!("content-length: {}\r\n", body.len())),
    };
    let head = format!("HTTP/1.1 {status} Phrase\r\ncontent-type: application/json\r\n{length}\r\n");
    let response = [head.as_bytes(), body].concat();

    // The client accepts a byte order mark before the JSON.
    let json = body.strip_prefix("\u{feff}".as_bytes()).unwrap_or(body);
    match loopback::exchange(operation, response, Then::Listen) {
        Ok(value) => {
            assert!((200..300).contains(&status));
            check::value(&value);
            assert!(value.is_read_from(json), "{value:?}");
        }
        Err(error) => {
            check::error(operation, &error);
            check::status_and_body(&error, status, body);
            assert!(!operation.can_read(json) || !(200..300).contains(&status), "{error:?}");
        }
    }
}

/// Makes a call to which the server sends any bytes, and then closes the connection. The first byte of the input
/// selects the operation, and the other bytes are the response.
pub fn responses(input: &[u8]) {
    let [operation, response @ ..] = input else {
        return;
    };
    let operation = Operation::pick(*operation);
    match loopback::exchange(operation, response.to_vec(), Then::Close) {
        Ok(value) => check::value(&value),
        Err(error) => check::error(operation, &error),
    }
}
