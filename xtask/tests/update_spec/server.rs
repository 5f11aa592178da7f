//! A server that responds to each path with prepared bytes.

use std::{
    collections::HashMap,
    io::{BufRead as _, BufReader, Write as _},
    net::{TcpListener, TcpStream},
    thread,
};

use serde_json::Value;

pub struct Server {
    pub url: String,
}

impl Server {
    /// Serves this document as `/openapi.json`.
    pub fn of(document: &Value) -> Self {
        Self::of_body(&document.to_string())
    }

    /// Serves this text as `/openapi.json`.
    pub fn of_body(body: &str) -> Self {
        Self::of_responses([("/openapi.json", response("200 OK", "", body))])
    }

    /// Serves these responses, whole with status line and headers, and 404 elsewhere.
    pub fn of_responses<const N: usize>(responses: [(&str, Vec<u8>); N]) -> Self {
        let responses: HashMap<String, Vec<u8>> =
            responses.into_iter().map(|(path, response)| (path.to_owned(), response)).collect();
        let listener = TcpListener::bind("127.0.0.1:0").expect("should listen");
        let url = format!("http://{}", listener.local_addr().expect("should have an address"));
        // It ends with the tests.
        thread::spawn(move || {
            for connection in listener.incoming().flatten() {
                serve(connection, &responses);
            }
        });
        Self { url }
    }
}

fn serve(mut connection: TcpStream, responses: &HashMap<String, Vec<u8>>) {
    let mut lines = BufReader::new(&connection).lines().map_while(Result::ok).take_while(|line| !line.is_empty());
    let request = lines.next().unwrap_or_default();
    lines.for_each(drop);
    let path = request.split(' ').nth(1).unwrap_or_default();
    let missing = response("404 Not Found", "", "");
    // The client hangs up when it has read enough.
    let _ = connection.write_all(responses.get(path).unwrap_or(&missing));
}

/// A whole response; `headers` end with a line break each.
pub fn response(status: &str, headers: &str, body: &str) -> Vec<u8> {
    let length = body.len();
    format!("HTTP/1.1 {status}\r\ncontent-length: {length}\r\nconnection: close\r\n{headers}\r\n{body}").into_bytes()
}
